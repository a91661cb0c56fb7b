-- Calendar puzzle with weekdays: the almanac: a view of each table, for DuckDB.
-- Run it in the folder of the dataset, since the paths are relative to that: duckdb -init views.sql
-- A view of a file that is not there cannot be made; the others can.

CREATE OR REPLACE VIEW "dates" AS
SELECT "date_id", "month", "day", "weekday", "label", "exists", "occurrences_400y", "solutions", "expected_nodes_first_empty", "expected_nodes_last_empty", "expected_nodes_mrv", "first_nodes_first_empty_p10", "first_nodes_first_empty_p50", "first_nodes_first_empty_p90", "forced_placements", "distinct_placements", "unique_placements", "piece_entropy", "clue_pieces", "difficulty", "rank_difficulty", "rank_solutions", "rank_expected_nodes_first_empty", "rank_expected_nodes_last_empty", "rank_expected_nodes_mrv", "rank_piece_entropy"
FROM read_parquet('tables/dates.parquet');
COMMENT ON VIEW "dates" IS 'a row is a date: the labels to be left exposed, one of each group unless the puzzle says more; key and order: date_id';
COMMENT ON COLUMN "dates"."date_id" IS 'number of the date; from: (month - 1) * 217 + (day - 1) * 7 + weekday; range: 0 to 2603';
COMMENT ON COLUMN "dates"."month" IS 'month, 1 = January; range: 1 to 12';
COMMENT ON COLUMN "dates"."day" IS 'day of the month; range: 1 to 31';
COMMENT ON COLUMN "dates"."weekday" IS 'weekday, 0 = Sunday; range: 0 to 6';
COMMENT ON COLUMN "dates"."label" IS 'the exposed labels, such as Jul 1 Sun';
COMMENT ON COLUMN "dates"."exists" IS 'whether the date ever occurs in the Gregorian calendar; 30 February does not';
COMMENT ON COLUMN "dates"."occurrences_400y" IS 'how often the date occurs in the 400 years of the Gregorian cycle; unit: days; range: 0 to 400';
COMMENT ON COLUMN "dates"."solutions" IS 'exact number of solutions; range: 0 or more; null: no search of this date was exhausted';
COMMENT ON COLUMN "dates"."expected_nodes_first_empty" IS 'expected effort of first-empty: the exact mean of the nodes to the first solution over all ways of shuffling the children of every node of its tree; unit: nodes; range: 1 or more; null: the date has no solution, or the strategy was not run';
COMMENT ON COLUMN "dates"."expected_nodes_last_empty" IS 'expected effort of last-empty: the exact mean of the nodes to the first solution over all ways of shuffling the children of every node of its tree; unit: nodes; range: 1 or more; null: the date has no solution, or the strategy was not run';
COMMENT ON COLUMN "dates"."expected_nodes_mrv" IS 'expected effort of mrv: the exact mean of the nodes to the first solution over all ways of shuffling the children of every node of its tree; unit: nodes; range: 1 or more; null: the date has no solution, or the strategy was not run';
COMMENT ON COLUMN "dates"."first_nodes_first_empty_p10" IS 'nodes to the first solution of first-empty that 10 percent of 200 random orders of the orientations do not exceed, the same orders on all dates; unit: nodes; range: 1 or more; null: the date has no solution, or the strategy was not run';
COMMENT ON COLUMN "dates"."first_nodes_first_empty_p50" IS 'nodes to the first solution of first-empty that 50 percent of 200 random orders of the orientations do not exceed, the same orders on all dates; unit: nodes; range: 1 or more; null: the date has no solution, or the strategy was not run';
COMMENT ON COLUMN "dates"."first_nodes_first_empty_p90" IS 'nodes to the first solution of first-empty that 90 percent of 200 random orders of the orientations do not exceed, the same orders on all dates; unit: nodes; range: 1 or more; null: the date has no solution, or the strategy was not run';
COMMENT ON COLUMN "dates"."forced_placements" IS 'placements that every solution has; range: 0 to 10; null: the date has no solution, or the solutions were not listed';
COMMENT ON COLUMN "dates"."distinct_placements" IS 'placements that some solution has; range: 1 to 1466; null: the date has no solution, or the solutions were not listed';
COMMENT ON COLUMN "dates"."unique_placements" IS 'placements that exactly one solution has: shown, each gives that solution away; range: 0 to 1466; null: the date has no solution, or the solutions were not listed';
COMMENT ON COLUMN "dates"."piece_entropy" IS 'how freely the pieces lie: the Shannon entropy of the placement of a piece in a solution drawn at random, mean over the pieces; rounded to nine decimals; from: sum over the placements of -p log2 p, p the share of the solutions that use one, divided by the number of pieces; unit: bits; range: 0 or more; null: the date has no solution, or the solutions were not listed';
COMMENT ON COLUMN "dates"."clue_pieces" IS 'the least number of pieces that must be shown to leave exactly one solution, 0 if there is only one; a row of clues for each; unit: pieces; range: 0 to 10; null: the date has no solution, more than a million, or the solutions were not listed';
COMMENT ON COLUMN "dates"."difficulty" IS 'score to nine decimals, harder dates higher; from: 100 x (0.3333 x the share of the other dates with more solutions + 0.1667 x the share of the other dates with less expected_nodes_first_empty + 0.1667 x the share of the other dates with less expected_nodes_mrv + 0.3333 x the share of the other dates with more piece_entropy), equal ones counting half; range: 0 to 100; null: the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs';
COMMENT ON COLUMN "dates"."rank_difficulty" IS 'rank of the date by difficulty, 1 for the hardest, that is the highest; equal dates share a rank, and the next ones are left out; range: 1 to 2604; null: the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs';
COMMENT ON COLUMN "dates"."rank_solutions" IS 'rank of the date by solutions, 1 for the hardest, that is the lowest; equal dates share a rank, and the next ones are left out; range: 1 to 2604; null: the dataset has not all dates of the puzzle, or not the number of solutions of each';
COMMENT ON COLUMN "dates"."rank_expected_nodes_first_empty" IS 'rank of the date by expected_nodes_first_empty, 1 for the hardest, that is the highest; equal dates share a rank, and the next ones are left out; range: 1 to 2604; null: the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs';
COMMENT ON COLUMN "dates"."rank_expected_nodes_last_empty" IS 'rank of the date by expected_nodes_last_empty, 1 for the hardest, that is the highest; equal dates share a rank, and the next ones are left out; range: 1 to 2604; null: the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs';
COMMENT ON COLUMN "dates"."rank_expected_nodes_mrv" IS 'rank of the date by expected_nodes_mrv, 1 for the hardest, that is the highest; equal dates share a rank, and the next ones are left out; range: 1 to 2604; null: the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs';
COMMENT ON COLUMN "dates"."rank_piece_entropy" IS 'rank of the date by piece_entropy, 1 for the hardest, that is the lowest; equal dates share a rank, and the next ones are left out; range: 1 to 2604; null: the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs';

CREATE OR REPLACE VIEW "searches" AS
SELECT "date_id", "strategy", "goal", "candidate_order", "solutions", "nodes", "outcome"
FROM read_parquet('tables/searches.parquet');
COMMENT ON VIEW "searches" IS 'a row is a search: date, strategy, goal and candidate order; key and order: date_id, strategy, goal, candidate_order';
COMMENT ON COLUMN "searches"."date_id" IS 'number of the date; from: (month - 1) * 217 + (day - 1) * 7 + weekday; range: 0 to 2603';
COMMENT ON COLUMN "searches"."strategy" IS 'the strategy; range: piece-order, first-empty, last-empty, mrv, dlx, frontier';
COMMENT ON COLUMN "searches"."goal" IS 'first: stops at the first solution; all: finds all solutions; range: all, first';
COMMENT ON COLUMN "searches"."candidate_order" IS 'the order in which candidates are tried: canonical (ascending placement_id), fewest-orientations or largest-first (pieces so sorted, ties canonical); range: canonical, fewest-orientations, largest-first';
COMMENT ON COLUMN "searches"."solutions" IS 'exact number of solutions; range: 0 or more; null: the search stopped early: at the first solution or at the node limit';
COMMENT ON COLUMN "searches"."nodes" IS 'entries into the search routine; the root and each solution count. Of frontier, which walks no tree: the states of the date''s own diagram, distinct partial covers that can be continued; unit: nodes; range: 0 or more';
COMMENT ON COLUMN "searches"."outcome" IS 'exhausted: all solutions were found; found: stopped at the first solution; node-limit: stopped there without a solution, so nothing is known of the rest; out-of-memory: nothing is known; range: exhausted, found, node-limit, out-of-memory';

CREATE OR REPLACE VIEW "timings" AS
SELECT "date_id", "strategy", "goal", "candidate_order", "cpu_ns", "wall_ns", "repeats"
FROM read_parquet('tables/timings.parquet');
COMMENT ON VIEW "timings" IS 'a row is a search: date, strategy, goal and candidate order; key and order: date_id, strategy, goal, candidate_order';
COMMENT ON COLUMN "timings"."date_id" IS 'number of the date; from: (month - 1) * 217 + (day - 1) * 7 + weekday; range: 0 to 2603';
COMMENT ON COLUMN "timings"."strategy" IS 'the strategy; range: piece-order, first-empty, last-empty, mrv, dlx, frontier';
COMMENT ON COLUMN "timings"."goal" IS 'first: stops at the first solution; all: finds all solutions; range: all, first';
COMMENT ON COLUMN "timings"."candidate_order" IS 'the order in which candidates are tried: canonical (ascending placement_id), fewest-orientations or largest-first (pieces so sorted, ties canonical); range: canonical, fewest-orientations, largest-first';
COMMENT ON COLUMN "timings"."cpu_ns" IS 'CPU time of the searching thread, from the date to the result: the least of the repeats; unit: ns; range: 0 or more';
COMMENT ON COLUMN "timings"."wall_ns" IS 'time on the clock: the least of the repeats, taken for itself; unit: ns; range: 0 or more';
COMMENT ON COLUMN "timings"."repeats" IS 'how often the search was made: to the first solution five times, unless the node limit stopped it or it took more than a second; else once; range: 1 to 5';

CREATE OR REPLACE VIEW "solutions" AS
SELECT "date_id", "ordinal", "i4", "l4", "s4", "l5", "p5", "u5", "v5", "t5", "n5", "z5"
FROM read_parquet('tables/solutions.parquet');
COMMENT ON VIEW "solutions" IS 'a row is a solution of a date; key and order: date_id, ordinal';
COMMENT ON COLUMN "solutions"."date_id" IS 'number of the date; from: (month - 1) * 217 + (day - 1) * 7 + weekday; range: 0 to 2603';
COMMENT ON COLUMN "solutions"."ordinal" IS 'place of the solution among those of its date, from 0, in ascending order of the pieces'' columns; range: 0 or more';
COMMENT ON COLUMN "solutions"."i4" IS 'where the piece I4 lies: a placement_id of placements; range: 0 to 54';
COMMENT ON COLUMN "solutions"."l4" IS 'where the piece L4 lies: a placement_id of placements; range: 55 to 296';
COMMENT ON COLUMN "solutions"."s4" IS 'where the piece S4 lies: a placement_id of placements; range: 297 to 418';
COMMENT ON COLUMN "solutions"."l5" IS 'where the piece L5 lies: a placement_id of placements; range: 419 to 609';
COMMENT ON COLUMN "solutions"."p5" IS 'where the piece P5 lies: a placement_id of placements; range: 610 to 849';
COMMENT ON COLUMN "solutions"."u5" IS 'where the piece U5 lies: a placement_id of placements; range: 850 to 967';
COMMENT ON COLUMN "solutions"."v5" IS 'where the piece V5 lies: a placement_id of placements; range: 968 to 1067';
COMMENT ON COLUMN "solutions"."t5" IS 'where the piece T5 lies: a placement_id of placements; range: 1068 to 1169';
COMMENT ON COLUMN "solutions"."n5" IS 'where the piece N5 lies: a placement_id of placements; range: 1170 to 1363';
COMMENT ON COLUMN "solutions"."z5" IS 'where the piece Z5 lies: a placement_id of placements; range: 1364 to 1465';

CREATE OR REPLACE VIEW "placement_use" AS
SELECT "date_id", "placement_id", "solutions"
FROM read_parquet('tables/placement_use.parquet');
COMMENT ON VIEW "placement_use" IS 'a row is a placement in the solutions of a date; those in none are left out; key and order: date_id, placement_id';
COMMENT ON COLUMN "placement_use"."date_id" IS 'number of the date; from: (month - 1) * 217 + (day - 1) * 7 + weekday; range: 0 to 2603';
COMMENT ON COLUMN "placement_use"."placement_id" IS 'the placement, a row of placements; range: 0 to 1465';
COMMENT ON COLUMN "placement_use"."solutions" IS 'solutions of the date that use it; range: 1 or more';

CREATE OR REPLACE VIEW "clues" AS
SELECT "date_id", "piece", "placement_id"
FROM read_parquet('tables/clues.parquet');
COMMENT ON VIEW "clues" IS 'a row is a piece shown by the least clue of a date: as few placements as possible that together only one solution has; a date with a single solution needs none; key and order: date_id, placement_id';
COMMENT ON COLUMN "clues"."date_id" IS 'number of the date; from: (month - 1) * 217 + (day - 1) * 7 + weekday; range: 0 to 2603';
COMMENT ON COLUMN "clues"."piece" IS 'name of the piece; range: i4, l4, s4, l5, p5, u5, v5, t5, n5, z5';
COMMENT ON COLUMN "clues"."placement_id" IS 'where it is shown: a placement of the table placements; range: 0 to 1465';

CREATE OR REPLACE VIEW "placements" AS
SELECT "placement_id", "piece", "orientation_id", "row", "col", "cells", "mask", "solutions"
FROM read_parquet('tables/placements.parquet');
COMMENT ON VIEW "placements" IS 'a row is a piece in one orientation at one place of the board; key and order: placement_id';
COMMENT ON COLUMN "placements"."placement_id" IS 'number of the placement, from 0: by piece, then orientation, then anchor in reading order; range: 0 to 1465';
COMMENT ON COLUMN "placements"."piece" IS 'name of the piece; range: i4, l4, s4, l5, p5, u5, v5, t5, n5, z5';
COMMENT ON COLUMN "placements"."orientation_id" IS 'the orientation, a row of orientations; range: 0 to 53';
COMMENT ON COLUMN "placements"."row" IS 'board row of the anchor, the bounding box''s top left corner, from 0; range: 0 to 7';
COMMENT ON COLUMN "placements"."col" IS 'board column of the anchor, from 0; the anchor may stay open; range: 0 to 6';
COMMENT ON COLUMN "placements"."cells" IS 'the cells covered, ascending; each a bit of cells; range: 0 to 49';
COMMENT ON COLUMN "placements"."mask" IS 'the cells covered as bits: the sum of 2^cell; range: 1 to 1125899906842623';
COMMENT ON COLUMN "placements"."solutions" IS 'solutions that use it, over all dates of the dataset; range: 0 or more; null: the solutions were not counted';

CREATE OR REPLACE VIEW "orientations" AS
SELECT "orientation_id", "piece", "shape", "height", "width", "placements"
FROM read_parquet('tables/orientations.parquet');
COMMENT ON VIEW "orientations" IS 'a row is a piece in one orientation; key and order: orientation_id';
COMMENT ON COLUMN "orientations"."orientation_id" IS 'number of the orientation, from 0: by piece, then by its list of squares (row, column); range: 0 to 53';
COMMENT ON COLUMN "orientations"."piece" IS 'name of the piece; range: i4, l4, s4, l5, p5, u5, v5, t5, n5, z5';
COMMENT ON COLUMN "orientations"."shape" IS 'drawing by rows joined by /, X for a square';
COMMENT ON COLUMN "orientations"."height" IS 'rows of the bounding box; unit: cells; range: 1 to 4';
COMMENT ON COLUMN "orientations"."width" IS 'columns of the bounding box; unit: cells; range: 1 to 4';
COMMENT ON COLUMN "orientations"."placements" IS 'placements on the empty board; range: 0 to 50';

CREATE OR REPLACE VIEW "pieces" AS
SELECT "piece_id", "piece", "shape", "area", "may_rotate", "may_flip", "orientations", "placements"
FROM read_parquet('tables/pieces.parquet');
COMMENT ON VIEW "pieces" IS 'a row is a piece; key and order: piece_id';
COMMENT ON COLUMN "pieces"."piece_id" IS 'number of the piece in the puzzle''s order, from 0; range: 0 to 9';
COMMENT ON COLUMN "pieces"."piece" IS 'name of the piece, the same as its column in solutions; range: i4, l4, s4, l5, p5, u5, v5, t5, n5, z5';
COMMENT ON COLUMN "pieces"."shape" IS 'drawing by rows joined by /, X for a square';
COMMENT ON COLUMN "pieces"."area" IS 'cells that it covers; unit: cells; range: 1 to 50';
COMMENT ON COLUMN "pieces"."may_rotate" IS 'whether it may be turned by quarters';
COMMENT ON COLUMN "pieces"."may_flip" IS 'whether it may be turned over';
COMMENT ON COLUMN "pieces"."orientations" IS 'distinct orientations; range: 1 to 8';
COMMENT ON COLUMN "pieces"."placements" IS 'placements on the empty board; range: 0 to 1466';

CREATE OR REPLACE VIEW "cells" AS
SELECT "bit", "row", "col", "label", "group", "value"
FROM read_parquet('tables/cells.parquet');
COMMENT ON VIEW "cells" IS 'a row is a cell of the board; key and order: bit';
COMMENT ON COLUMN "cells"."bit" IS 'number of the cell in reading order, from 0; its bit in a mask; range: 0 to 49';
COMMENT ON COLUMN "cells"."row" IS 'row of the board, from 0 at the top; range: 0 to 7';
COMMENT ON COLUMN "cells"."col" IS 'column of the board, from 0 at the left; range: 0 to 6';
COMMENT ON COLUMN "cells"."label" IS 'what stands on the cell; null: the cell has no label and is always covered';
COMMENT ON COLUMN "cells"."group" IS 'the group of the label; a date exposes one label of each; range: month, day, weekday; null: the cell has no label and is always covered';
COMMENT ON COLUMN "cells"."value" IS 'the value of the label, as in the column of dates that is named after the group; range: 0 to 31; null: the cell has no label and is always covered';

CREATE OR REPLACE VIEW "claims" AS
SELECT "claim_id", "article", "claim", "expected", "measured", "how", "verdict", "why"
FROM read_parquet('tables/claims.parquet');
COMMENT ON VIEW "claims" IS 'a row is a claim of a published article, put to the test; key and order: claim_id';
COMMENT ON COLUMN "claims"."claim_id" IS 'number of the claim, from 1; range: 1 or more';
COMMENT ON COLUMN "claims"."article" IS 'what the article is about; range: calendar, pentominoes';
COMMENT ON COLUMN "claims"."claim" IS 'the claim, in other words';
COMMENT ON COLUMN "claims"."expected" IS 'what should be measured if it holds';
COMMENT ON COLUMN "claims"."measured" IS 'what was measured';
COMMENT ON COLUMN "claims"."how" IS 'how it was measured';
COMMENT ON COLUMN "claims"."verdict" IS 'what became of the claim; range: holds, holds in part, does not hold, cannot be compared';
COMMENT ON COLUMN "claims"."why" IS 'the verdict in a sentence';
