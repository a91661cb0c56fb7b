-- Questions to the dataset, for DuckDB. Run from the project's folder, one query or all of them:
--     python scripts/run_queries.py
-- The first line of a query is its title. Where it says `-- needs: TABLE`, the table is not kept here, since it is
-- too large or different in every run: `cargo run --release -- generate` makes it.

-- The ten hardest real dates, by the score made of solutions, expected effort and variety
SELECT rank_difficulty AS rank,
       label,
       round(difficulty, 2) AS difficulty,
       solutions,
       round(expected_nodes_first_empty) AS first_empty,
       round(expected_nodes_mrv) AS mrv,
       round(piece_entropy, 3) AS entropy
FROM 'output/tables/dates.parquet' AS dates
WHERE "exists"
ORDER BY dates.difficulty DESC NULLS LAST, solutions, date_id
LIMIT 10;

-- The most uneven months: how far the middle half of their real dates spreads around the median
SELECT month,
       count(*) AS dates,
       min(solutions) AS least,
       quantile_cont(solutions, 0.25) AS lower_quartile,
       median(solutions) AS median,
       quantile_cont(solutions, 0.75) AS upper_quartile,
       max(solutions) AS most,
       round((upper_quartile - lower_quartile) / median, 3) AS unevenness
FROM 'output/tables/dates.parquet'
WHERE "exists"
GROUP BY month
ORDER BY unevenness DESC, month;

-- What the weekday does: solutions of each weekday, and as a multiple of the mean of the same month and day
WITH compared AS (
    SELECT *, solutions / avg(solutions) OVER (PARTITION BY month, day) AS of_mean
    FROM 'output/tables/dates.parquet'
)
SELECT weekday,
       ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday + 1] AS name,
       median(solutions) AS median,
       round(median(of_mean), 3) AS of_mean
FROM compared
GROUP BY weekday
ORDER BY weekday;

-- The month-days for which the weekday matters most
SELECT month,
       day,
       arg_min(label, solutions) AS hardest,
       min(solutions) AS least,
       arg_max(label, solutions) AS easiest,
       max(solutions) AS most,
       round(most / least, 1) AS times
FROM 'output/tables/dates.parquet'
WHERE "exists"
GROUP BY month, day
ORDER BY times DESC, month, day
LIMIT 10;

-- The luck of the order: dates with the widest spread of first-empty's nodes over 200 random orders
SELECT label,
       first_nodes_first_empty_p10 AS p10,
       first_nodes_first_empty_p50 AS p50,
       first_nodes_first_empty_p90 AS p90,
       round(p90 / p10, 1) AS times
FROM 'output/tables/dates.parquet'
WHERE "exists"
ORDER BY times DESC NULLS LAST, date_id
LIMIT 10;

-- What one fixed order tells: nodes to the first solution as a multiple of the expected ones
SELECT candidate_order,
       count(*) AS dates,
       round(quantile_cont(nodes / expected_nodes_first_empty, 0.1), 3) AS p10,
       round(quantile_cont(nodes / expected_nodes_first_empty, 0.5), 3) AS p50,
       round(quantile_cont(nodes / expected_nodes_first_empty, 0.9), 3) AS p90
FROM 'output/tables/searches.parquet'
JOIN 'output/tables/dates.parquet' USING (date_id)
WHERE strategy = 'first-empty' AND goal = 'first' AND outcome = 'found'
GROUP BY candidate_order
ORDER BY candidate_order;

-- Do the measures agree? Rank correlation of each pair, equal values sharing their mean rank
WITH measures AS (
    UNPIVOT (
        SELECT date_id,
               solutions::DOUBLE AS solutions,
               expected_nodes_first_empty,
               expected_nodes_last_empty,
               expected_nodes_mrv,
               piece_entropy
        FROM 'output/tables/dates.parquet'
    )
    ON COLUMNS(* EXCLUDE date_id)
    INTO NAME measure VALUE value
),
ranked AS (
    SELECT date_id,
           measure,
           rank() OVER (PARTITION BY measure ORDER BY value)
           + (count(*) OVER (PARTITION BY measure, value) - 1) / 2 AS place
    FROM measures
)
SELECT a.measure, b.measure AS other, round(corr(a.place, b.place), 3) AS rank_correlation
FROM ranked a
JOIN ranked b ON a.date_id = b.date_id AND a.measure < b.measure
GROUP BY ALL
ORDER BY rank_correlation DESC, a.measure, other;

-- Which dates leave a piece no choice: placements that every solution has
SELECT day, weekday, count(*) AS dates, sum(forced_placements) AS forced, sum(solutions) AS solutions
FROM 'output/tables/dates.parquet'
WHERE forced_placements > 0
GROUP BY day, weekday
ORDER BY day, weekday;

-- Where those pieces lie
-- needs: placement_use
SELECT p.piece, p."row", p.col, p.cells, count(*) AS dates, arg_min(d.label, d.date_id) AS such_as
FROM 'output/tables/placement_use.parquet' u
JOIN 'output/tables/dates.parquet' d USING (date_id)
JOIN 'output/tables/placements.parquet' p USING (placement_id)
WHERE u.solutions = d.solutions AND d.solutions > 1
GROUP BY ALL
ORDER BY dates DESC, p.piece, p.cells;

-- The most mobile piece: the bits that tell where it lies, and as many equally likely places
WITH shares AS (
    SELECT piece, placement_id, solutions / sum(solutions) OVER (PARTITION BY piece) AS share
    FROM 'output/tables/placements.parquet'
)
SELECT piece,
       count(*) AS placements,
       count(*) FILTER (share > 0) AS used,
       round(-sum(share * log2(share)) FILTER (share > 0), 3) AS bits,
       round(2 ** bits) AS equally_likely_places
FROM shares
GROUP BY piece
ORDER BY bits DESC, piece;

-- The least clues: how many pieces must be shown to leave one solution, and which
SELECT clue_pieces, piece, count(*) AS dates, max(solutions) AS most_solutions
FROM 'output/tables/dates.parquet'
JOIN 'output/tables/clues.parquet' USING (date_id)
GROUP BY clue_pieces, piece
ORDER BY clue_pieces, dates DESC, piece;

-- One solution, piece by piece
-- needs: solutions
WITH lying AS (
    UNPIVOT (
        SELECT s.*
        FROM 'output/tables/solutions.parquet' s
        JOIN 'output/tables/dates.parquet' d USING (date_id)
        WHERE d.label = 'Oct 27 Tue' AND s.ordinal = 0
    )
    ON COLUMNS(* EXCLUDE (date_id, ordinal))
    INTO NAME piece VALUE placement_id
)
SELECT piece, placement_id, o.shape, p."row", p.col, p.cells
FROM lying
JOIN 'output/tables/placements.parquet' p USING (piece, placement_id)
JOIN 'output/tables/orientations.parquet' o USING (piece, orientation_id)
ORDER BY placement_id;

-- The strategies compared by nodes, in the order of the definition
SELECT strategy,
       goal,
       count(*) AS searches,
       count(*) FILTER (outcome = 'node-limit') AS stopped,
       sum(nodes) AS nodes,
       median(nodes) AS median_of_a_date
FROM 'output/tables/searches.parquet'
WHERE candidate_order = 'canonical'
GROUP BY goal, strategy
ORDER BY goal, nodes;

-- The strategies compared by CPU time, on the machine that made the dataset
-- needs: timings
SELECT strategy,
       goal,
       round(sum(cpu_ns) / 1e9, 3) AS cpu_s,
       round(median(cpu_ns) / 1e3, 1) AS median_us_of_a_date,
       round(sum(cpu_ns) / sum(nodes), 1) AS ns_a_node
FROM 'output/tables/searches.parquet'
JOIN 'output/tables/timings.parquet' USING (date_id, strategy, goal, candidate_order)
WHERE candidate_order = 'canonical'
GROUP BY goal, strategy
ORDER BY goal, cpu_s;
