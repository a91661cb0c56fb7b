//! The claims.

use super::evidence::{Evidence, Searches, least, median, most, number};
use super::{Claim, Finding, Verdict};
use crate::atlas::MEASURES;
use crate::dataset::TestedClaim;
use crate::pipeline::PipelineError;
use crate::puzzle::built_in;
use crate::search::CandidateOrder;

const CALENDAR: &str = TestedClaim::ARTICLES[0];
const PENTOMINOES: &str = TestedClaim::ARTICLES[1];
/// The date of most of the article's figures.
const THE_DATE: &str = "Oct 27 Tue";
/// Orders of the pieces that are sampled; those of `piece-order` take long.
const ORDERS: u64 = 10_000;
const LONG_ORDERS: u64 = 100;
const LIMIT: u64 = 1_000_000;

/// A claim that one number must equal.
fn equal(found: usize, claimed: usize, what: &str) -> Finding {
    let why = if found == claimed { "It is the same number." } else { "It is another number." };
    Finding {
        measured: format!("{} {what}", number(found as f64)),
        verdict: Verdict::of(found == claimed),
        why: why.to_owned(),
    }
}

/// The register of claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        article: CALENDAR,
        text: "The board has 50 cells: 12 months, 31 days and 7 weekdays.",
        expected: "12 + 31 + 7 = 50",
        how: "counted on the board",
        measure: |evidence| {
            let groups: Vec<usize> = evidence.puzzle.groups.iter().map(|group| group.labels.len()).collect();
            let cells = evidence.cover.cell_count();
            let terms: Vec<String> = groups.iter().map(usize::to_string).collect();
            let holds = groups == [12, 31, 7] && cells == 50;
            Ok(Finding {
                measured: format!("{} labels on {cells} cells", terms.join(" + ")),
                verdict: Verdict::of(holds),
                why: format!("{} of the cells have a label.", number(groups.iter().sum::<usize>() as f64)),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "The ten pieces have 54 orientations.",
        expected: "54",
        how: "distinct rotations and reflections of each piece",
        measure: |evidence| Ok(equal(evidence.cover.orientations().len(), 54, "orientations")),
    },
    Claim {
        article: CALENDAR,
        text: "They can be laid on the empty board in 1,466 ways.",
        expected: "1,466",
        how: "placements of each orientation within the board",
        measure: |evidence| Ok(equal(evidence.cover.placements().len(), 1_466, "placements")),
    },
    Claim {
        article: CALENDAR,
        text: "The exact-cover matrix has 1,466 rows and 57 columns.",
        expected: "1,466 x 57",
        how: "items and options, with and without a date chosen",
        measure: |evidence| {
            let survive: Vec<f64> = (0..evidence.puzzle.date_count())
                .map(|id| evidence.puzzle.target(&evidence.puzzle.date(id)))
                .map(|target| evidence.cover.placements_within(target).count() as f64)
                .collect();
            let rows = evidence.cover.placements().len();
            let all = evidence.cover.item_count();
            let columns = all - evidence.puzzle.groups.len();
            Ok(Finding {
                measured: format!(
                    "{} x {all} before a date is chosen; {} to {} x {columns} on a date",
                    number(rows as f64),
                    number(least(&survive)),
                    number(most(&survive))
                ),
                verdict: if (rows, columns) == (1_466, 57) { Verdict::InPart } else { Verdict::DoesNotHold },
                why: "With 57 columns, those of a date, the rows that touch its exposed cells are gone too."
                    .to_owned(),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "Every day of the year has a solution.",
        expected: "2,562 of 2,562 dates that exist, 2,604 of 2,604 with the others",
        how: "solutions of every date",
        measure: |evidence| {
            let solutions = evidence.dates("solutions")?;
            let calendar = evidence.puzzle.calendar();
            let exists = |id: usize| calendar.is_some_and(|c| c.exists(&evidence.puzzle.date(id)));
            let real = (0..solutions.len()).filter(|&id| exists(id));
            let solvable = |id: &usize| solutions[*id] > 0.0;
            let (of_real, of_all) =
                (real.clone().filter(solvable).count(), (0..solutions.len()).filter(solvable).count());
            let existing = real.count();
            Ok(Finding {
                measured: format!(
                    "{} of {} dates that exist, {} of {} with the others",
                    number(of_real as f64),
                    number(existing as f64),
                    number(of_all as f64),
                    number(solutions.len() as f64)
                ),
                verdict: Verdict::of(of_real == existing),
                why: format!(
                    "Dates without a solution: {} of those that exist, {} of the others.",
                    existing - of_real,
                    solutions.len() - existing - (of_all - of_real)
                ),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "Oct 27 Tue has 2,391 solutions.",
        expected: "2,391",
        how: "solutions of that date",
        measure: |evidence| {
            let found = evidence.dates("solutions")?[evidence.date(THE_DATE)];
            Ok(equal(found as usize, 2_391, "solutions"))
        },
    },
    Claim {
        article: CALENDAR,
        text: "The number of solutions of a day ranges from 129 to 3,304.",
        expected: "least 129, most 3,304",
        how: "solutions of all dates, and of the weekdays of Oct 23 and Oct 27",
        measure: |evidence| {
            let solutions = evidence.dates("solutions")?;
            let both =
                [evidence.weekdays(&solutions, 10, 23), evidence.weekdays(&solutions, 10, 27)].concat();
            let range = |values: &[f64]| (least(values), most(values));
            let ((a, b), (c, d)) = (range(&solutions), range(&both));
            let verdict = match ((a, b), (c, d)) {
                ((129.0, 3_304.0), _) => Verdict::Holds,
                (_, (129.0, 3_304.0)) => Verdict::InPart,
                _ => Verdict::DoesNotHold,
            };
            Ok(Finding {
                measured: format!(
                    "{} to {} over all dates; {} to {} over the weekdays of Oct 23 and Oct 27",
                    number(a),
                    number(b),
                    number(c),
                    number(d)
                ),
                verdict,
                why: match verdict {
                    Verdict::Holds => "It is the range of all dates.",
                    Verdict::InPart => "It is the range of two days, not of all.",
                    _ => "It is neither the range of all dates nor that of these two days.",
                }
                .to_owned(),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "Oct 27 on a Thursday has only 129 solutions.",
        expected: "129 on Thursday",
        how: "solutions of the weekdays of Oct 27",
        measure: |evidence| {
            let found = evidence.weekdays(&evidence.dates("solutions")?, 10, 27);
            let labels = evidence.puzzle.groups[2].labels.iter().zip(&found);
            let having: Vec<&str> =
                labels.filter(|(_, value)| **value == 129.0).map(|(label, _)| label.text.as_str()).collect();
            let having = if having.is_empty() { "no weekday".to_owned() } else { having.join(" and ") };
            Ok(Finding {
                measured: format!("{} on Thursday; 129 on {having}", number(found[4])),
                verdict: Verdict::of(found[4] == 129.0),
                why: format!("The weekdays with 129: {having}."),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "Oct 23 has over three thousand solutions.",
        expected: "more than 3,000",
        how: "solutions of the weekdays of Oct 23",
        measure: |evidence| {
            let found = evidence.weekdays(&evidence.dates("solutions")?, 10, 23);
            let labels = evidence.puzzle.groups[2].labels.iter();
            let list: Vec<String> = labels
                .zip(&found)
                .map(|(label, value)| format!("{} {}", label.text, number(*value)))
                .collect();
            let above = found.iter().filter(|&&value| value > 3_000.0).count();
            Ok(Finding {
                measured: list.join(", "),
                verdict: Verdict::of_parts(above, found.len()),
                why: format!("On {above} of its {} weekdays.", found.len()),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "On Oct 27 Tue piece order needs 52,236,681 nodes to the first solution.",
        expected: "52,236,681",
        how: "piece-order in the almanac's order of pieces and placements, and in random orders of the pieces up to a limit",
        measure: |evidence| {
            let own = evidence.nodes(Searches::first("piece-order"))?[evidence.date(THE_DATE)];
            let sampled = evidence.random_piece_orders("piece-order", THE_DATE, LONG_ORDERS, Some(LIMIT))?;
            let stopped = sampled.iter().filter(|&&nodes| nodes >= LIMIT).count();
            Ok(Finding {
                measured: format!(
                    "{} in the almanac's order; {stopped} of {LONG_ORDERS} random orders need more than {}",
                    number(own),
                    number(LIMIT as f64)
                ),
                verdict: Verdict::CannotBeCompared,
                why: "The article does not tell its order, and everything depends on it.".to_owned(),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "On Oct 27 Tue first empty needs 399 nodes to the first solution (another program: 2,486).",
        expected: "399 or 2,486",
        how: "first-empty in random orders of the pieces",
        measure: |evidence| percentile(evidence, "first-empty", &[399, 2_486]),
    },
    Claim {
        article: CALENDAR,
        text: "On Oct 27 Tue the cell with the fewest candidates first needs 53 nodes to the first solution.",
        expected: "53",
        how: "mrv in random orders of the pieces",
        measure: |evidence| percentile(evidence, "mrv", &[53]),
    },
    Claim {
        article: CALENDAR,
        text: "Filling the first empty cell prunes three orders of magnitude more than piece order.",
        expected: "on most dates, a thousand times fewer nodes to the first solution",
        how: "ratio of the nodes of piece-order to those of first-empty, date by date; where piece-order stopped at its \
              limit the true ratio is larger than that of the limit, so dates may stay undecided",
        measure: |evidence| {
            let piece_order = Searches::first("piece-order");
            let empty = evidence.nodes(Searches::first("first-empty"))?;
            let (order, outcomes) = (evidence.nodes(piece_order)?, evidence.outcomes(piece_order)?);
            let dates = empty.len();
            let (mut thousand, mut less) = (0, 0);
            for date in 0..dates {
                match order[date] / empty[date] >= 1_000.0 {
                    true => thousand += 1,
                    false if outcomes[date] == "found" => less += 1,
                    false => {}
                }
            }
            let percent = |count: usize| 100.0 * count as f64 / dates as f64;
            // Most dates: more than half.
            let verdict = match (2 * thousand > dates, 2 * less >= dates) {
                (true, _) => Verdict::Holds,
                (_, true) => Verdict::DoesNotHold,
                _ => Verdict::CannotBeCompared,
            };
            Ok(Finding {
                measured: format!(
                    "a thousand times or more on {:.0} % of the dates, less on {:.0} %, undecided on {:.0} %",
                    percent(thousand),
                    percent(less),
                    percent(dates - thousand - less)
                ),
                verdict,
                why: format!(
                    "piece-order finds a solution within its limit on {} of {} dates.",
                    number(outcomes.iter().filter(|outcome| *outcome == "found").count() as f64),
                    number(dates as f64)
                ),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "The cell with the fewest candidates first visits fewer nodes than first empty, yet is slower.",
        expected: "mrv: fewer nodes, more CPU time",
        how: "all solutions of all dates",
        measure: |evidence| {
            let total = |name| -> Result<(f64, f64), PipelineError> {
                let searches = Searches::all(name);
                Ok((evidence.nodes(searches)?.iter().sum(), evidence.cpu_seconds(searches)?))
            };
            let (mrv, empty) = (total("mrv")?, total("first-empty")?);
            let holding = usize::from(mrv.0 < empty.0) + usize::from(mrv.1 > empty.1);
            Ok(Finding {
                measured: format!(
                    "mrv: {} nodes in {} s; first-empty: {} nodes in {} s",
                    number(mrv.0),
                    number(mrv.1),
                    number(empty.0),
                    number(empty.1)
                ),
                verdict: Verdict::of_parts(holding, 2),
                why: format!(
                    "It visits {} times fewer nodes and takes {} times the time.",
                    number(empty.0 / mrv.0),
                    number(mrv.1 / empty.1)
                ),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "Dancing links make choosing the cell with the fewest candidates pay.",
        expected: "dlx: less CPU time than mrv and first-empty",
        how: "all solutions of all dates",
        measure: |evidence| {
            let time = |name| evidence.cpu_seconds(Searches::all(name));
            let (dlx, mrv, empty) = (time("dlx")?, time("mrv")?, time("first-empty")?);
            Ok(Finding {
                measured: format!(
                    "dlx {} s, mrv {} s, first-empty {} s",
                    number(dlx),
                    number(mrv),
                    number(empty)
                ),
                verdict: Verdict::of_parts(usize::from(dlx < mrv) + usize::from(dlx < empty), 2),
                why: format!(
                    "It takes {} times the time of mrv and {} times that of first-empty.",
                    number(dlx / mrv),
                    number(dlx / empty)
                ),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "The days 26 to 28 are the darkest of the difficulty map.",
        expected: "the three days with the highest median",
        how: "median over the dates of each day of the month, by each measure",
        measure: |evidence| {
            let day = |id: usize| evidence.puzzle.date(id).picks[1] + 1;
            let hardest = |values: &[f64]| -> Vec<usize> {
                let of_day = |wanted: usize| -> f64 {
                    let values: Vec<f64> =
                        (0..values.len()).filter(|&id| day(id) == wanted).map(|id| values[id]).collect();
                    median(&values)
                };
                let mut days: Vec<usize> = (1..=31).collect();
                days.sort_by(|&a, &b| of_day(b).total_cmp(&of_day(a)).then(a.cmp(&b)));
                days[..3].to_vec()
            };
            let mut lists =
                vec![("first nodes".to_owned(), hardest(&evidence.nodes(Searches::first("first-empty"))?))];
            for measure in MEASURES {
                let hardness = evidence.dates(measure.name)?;
                let sign = if measure.more_is_harder { 1.0 } else { -1.0 };
                let hardness: Vec<f64> = hardness.iter().map(|value| sign * value).collect();
                lists.push((measure.name.replace('_', " "), hardest(&hardness)));
            }
            let claimed = |days: &Vec<usize>| days.iter().filter(|day| (26..=28).contains(*day)).count();
            let agree = lists.iter().filter(|(_, days)| claimed(days) == 3).count();
            let verdict = match agree {
                n if n == lists.len() => Verdict::Holds,
                0 if lists.iter().all(|(_, days)| claimed(days) == 0) => Verdict::DoesNotHold,
                _ => Verdict::InPart,
            };
            let list: Vec<String> = lists
                .iter()
                .map(|(name, days)| {
                    format!("{name}: {}", days.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
                })
                .collect();
            let by = |day: usize| lists.iter().filter(|(_, days)| days.contains(&day)).count();
            Ok(Finding {
                measured: list.join("; "),
                verdict,
                why: format!(
                    "Among the three hardest are the 26th by {}, the 27th by {} and the 28th by {} of {} measures.",
                    by(26),
                    by(27),
                    by(28),
                    lists.len()
                ),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "Another weekday can change the difficulty of a day tenfold.",
        expected: "most to least over the weekdays of a day: 10 or more",
        how: "nodes to the first solution of first-empty in canonical order, and expected nodes",
        measure: |evidence| {
            let spread = |values: &[f64]| -> (f64, usize, usize) {
                let days = (1..=12).flat_map(|month| (1..=31).map(move |day| (month, day)));
                let ratios: Vec<f64> = days
                    .map(|(month, day)| evidence.weekdays(values, month, day))
                    .map(|week| most(&week) / least(&week))
                    .collect();
                (most(&ratios), ratios.iter().filter(|&&ratio| ratio >= 10.0).count(), ratios.len())
            };
            let nodes = spread(&evidence.nodes(Searches::first("first-empty"))?);
            let expected = spread(&evidence.dates("expected_nodes_first_empty")?);
            Ok(Finding {
                measured: format!(
                    "nodes: tenfold on {} of {} days, at most {} times; expected nodes: tenfold on {}, at most {} times",
                    nodes.1,
                    nodes.2,
                    number(nodes.0),
                    expected.1,
                    number(expected.0)
                ),
                verdict: Verdict::of_parts(usize::from(nodes.1 > 0) + usize::from(expected.1 > 0), 2),
                why: format!(
                    "By the nodes of one order on {:.0} % of the days, by the expected nodes on {:.0} %.",
                    100.0 * nodes.1 as f64 / nodes.2 as f64,
                    100.0 * expected.1 as f64 / expected.2 as f64
                ),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "The hardest date needs about 80,000 nodes, the easiest a dozen or so.",
        expected: "most about 80,000, least about 12",
        how: "nodes to the first solution of first-empty in canonical order, and the 10th and 90th percentile over random \
              orders",
        measure: |evidence| {
            let nodes = evidence.nodes(Searches::first("first-empty"))?;
            let (low, high) = (
                evidence.dates("first_nodes_first_empty_p10")?,
                evidence.dates("first_nodes_first_empty_p90")?,
            );
            Ok(Finding {
                measured: format!(
                    "canonical: {} to {}; over random orders the 10th percentiles begin at {} and the 90th end at {}",
                    number(least(&nodes)),
                    number(most(&nodes)),
                    number(least(&low)),
                    number(most(&high))
                ),
                verdict: Verdict::CannotBeCompared,
                why: "Both ends depend on the order, which the article does not tell.".to_owned(),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "A date with many solutions need not be easy.",
        expected: "a rank correlation with the expected nodes of less than 0.7, up or down, by both strategies",
        how: "rank correlation of the number of solutions with the expected nodes over all dates",
        measure: |evidence| {
            let solutions = evidence.dates("solutions")?;
            let with = |name: &str| -> Result<f64, PipelineError> {
                Ok(evidence.correlation(&solutions, &evidence.dates(name)?))
            };
            let found = [with("expected_nodes_first_empty")?, with("expected_nodes_mrv")?];
            let weak = found.iter().filter(|correlation| correlation.abs() < 0.7).count();
            Ok(Finding {
                measured: format!("first-empty {:.2}, mrv {:.2}", found[0], found[1]),
                verdict: Verdict::of_parts(weak, 2),
                why: format!("By {weak} of 2 strategies solutions tell little of the effort."),
            })
        },
    },
    Claim {
        article: CALENDAR,
        text: "The board has no symmetry and no two pieces are congruent, so Burnside's lemma changes nothing.",
        expected: "one symmetry (the identity), no congruent pieces",
        how: "rotations and reflections of the board compared, orientations of the pieces compared",
        measure: |evidence| {
            let (symmetries, pairs) = (evidence.board_symmetries(), evidence.congruent_pairs());
            Ok(Finding {
                measured: format!(
                    "symmetries of the board: {symmetries}; congruent pairs of pieces: {pairs}"
                ),
                verdict: Verdict::of((symmetries, pairs) == (1, 0)),
                why: if (symmetries, pairs) == (1, 0) {
                    "No two solutions are the same turned over or with pieces exchanged."
                } else {
                    "Some solutions are the same turned over or with pieces exchanged."
                }
                .to_owned(),
            })
        },
    },
    Claim {
        article: PENTOMINOES,
        text: "Good orders of the pieces spare about 70 % of useless backtracking.",
        expected: "60 % to 80 % fewer nodes than in canonical order",
        how: "nodes to the first solution: pentominoes on 6 x 10, and all dates of the calendar puzzle together; each \
              strategy with each order",
        measure: |evidence| {
            let pentominoes = built_in("pentomino-6x10").expect("built in");
            let mut list = Vec::new();
            let mut saved = Vec::new();
            for name in ["first-empty", "mrv"] {
                let dates = |order: CandidateOrder| -> Result<f64, PipelineError> {
                    let searches = Searches { strategy: name, goal: "first", order: order.name() };
                    Ok(evidence.nodes(searches)?.iter().sum())
                };
                let rectangle = |order| -> Result<f64, PipelineError> {
                    Ok(evidence.first_solution(&pentominoes, name, order)?.0 as f64)
                };
                let plain = (rectangle(CandidateOrder::Canonical)?, dates(CandidateOrder::Canonical)?);
                for order in [CandidateOrder::FewestOrientations, CandidateOrder::LargestFirst] {
                    let here = [1.0 - rectangle(order)? / plain.0, 1.0 - dates(order)? / plain.1];
                    let [one, all] = here.map(|share| 100.0 * share);
                    list.push(format!(
                        "{name}, {}: {one:.0} % on 6 x 10, {all:.0} % over the dates",
                        order.name()
                    ));
                    saved.extend([one, all]);
                }
            }
            let about = saved.iter().filter(|share| (60.0..=80.0).contains(*share)).count();
            let at_least = saved.iter().filter(|&&share| share >= 60.0).count();
            Ok(Finding {
                measured: list.join("; "),
                verdict: Verdict::of_parts(at_least, saved.len()),
                why: format!(
                    "{about} of {} comparisons spare 60 % to 80 %, {at_least} at least that; they range from {:.0} % to \
                     {:.0} %.",
                    saved.len(),
                    least(&saved),
                    most(&saved)
                ),
            })
        },
    },
    Claim {
        article: PENTOMINOES,
        text: "The 6 x 10 rectangle is solved in seconds.",
        expected: "a first solution within ten seconds of CPU time",
        how: "time to the first solution in the three candidate orders",
        measure: |evidence| {
            let pentominoes = built_in("pentomino-6x10").expect("built in");
            let mut list = Vec::new();
            let mut quick = 0;
            for name in ["first-empty", "mrv"] {
                for &order in CandidateOrder::ALL {
                    let (nodes, time, found) = evidence.first_solution(&pentominoes, name, order)?;
                    quick += usize::from(found && time.as_secs() < 10);
                    let milliseconds = number(time.as_secs_f64() * 1_000.0);
                    list.push(format!(
                        "{name}, {}: {milliseconds} ms, {} nodes",
                        order.name(),
                        number(nodes as f64)
                    ));
                }
            }
            Ok(Finding {
                measured: list.join("; "),
                verdict: Verdict::of_parts(quick, list.len()),
                why: format!("{quick} of {} searches take less.", list.len()),
            })
        },
    },
];

/// The share of random orders of the pieces in which a strategy does no better than each of the numbers claimed.
fn percentile(evidence: &Evidence, name: &str, claimed: &[u64]) -> Result<Finding, PipelineError> {
    let sampled = evidence.random_piece_orders(name, THE_DATE, ORDERS, None)?;
    let shares: Vec<String> = claimed
        .iter()
        .map(|&claimed| {
            let no_better = sampled.len() - sampled.partition_point(|&nodes| nodes < claimed);
            let share = 100.0 * no_better as f64 / sampled.len() as f64;
            format!(
                "{share:.1} % of {} orders need {} or more",
                number(ORDERS as f64),
                number(claimed as f64)
            )
        })
        .collect();
    let (fewest, most) = (sampled[0], sampled[sampled.len() - 1]);
    let within = claimed.iter().filter(|claimed| (fewest..=most).contains(claimed)).count();
    let middle = sampled[sampled.len() / 2];
    let canonical = evidence.nodes(Searches::first(name))?[evidence.date(THE_DATE)];
    Ok(Finding {
        measured: format!(
            "{}; {} to {}, median {}; {} in canonical order",
            shares.join("; "),
            number(fewest as f64),
            number(most as f64),
            number(middle as f64),
            number(canonical)
        ),
        verdict: Verdict::CannotBeCompared,
        why: format!(
            "The article does not tell its order; {within} of its numbers {} within what orders give.",
            if within == 1 { "lies" } else { "lie" }
        ),
    })
}
