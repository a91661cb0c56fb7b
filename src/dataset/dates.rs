//! The table of the dates.

use super::solutions::has_classes;
use super::{
    Column, Contents, Fill, Kind, Table, WriteError, column_name, no_foreign_keys, write::solutions_number,
};
use crate::atlas::{
    DIFFICULTY, MEASURES, Measure, ORDER_LUCK_OF, ORDERS, OrderLuck, QUANTILES, Run, competition_ranks,
    difficulty, own_weights,
};
use crate::cover::Cover;
use crate::puzzle::{CalendarKey, Date, Group, Puzzle};
use crate::search::{Goal, STRATEGIES, Strategy};
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, StringArray,
};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "dates",
    grain: "a date: the labels to be left exposed, one of each group unless the puzzle says more",
    deterministic: true,
    key: &["date_id"],
    columns,
    foreign_keys: no_foreign_keys,
    fill: Fill::Whole(fill),
};

/// The column `date_id` of every table that has it.
pub(super) fn date_id_column(puzzle: &Puzzle) -> Column {
    let number =
        |meaning: String| Column::new("date_id", Kind::Int16, "1", meaning).below(puzzle.date_count());
    if !puzzle.exposes_one_of_each() {
        let meaning = "number of the date, from 0, in ascending order of the columns of the labels, the first group counting \
                       slowest";
        return number(meaning.to_owned());
    }
    let mut weight = puzzle.date_count();
    let terms: Vec<String> = puzzle
        .groups
        .iter()
        .map(|group| {
            weight /= group.labels.len();
            let place = match group.calendar {
                Some(CalendarKey::Weekday) => group.column(),
                _ => format!("({} - 1)", group.column()),
            };
            if weight == 1 { place } else { format!("{place} * {weight}") }
        })
        .collect();
    let by_place = |group: &Group| {
        let first = if group.calendar == Some(CalendarKey::Weekday) { 0 } else { 1 };
        (first..).zip(&group.labels).all(|(place, label)| label.value == place)
    };
    if !puzzle.groups.iter().all(by_place) {
        let meaning =
            "number of the date, from 0, by the places of its labels, the first group counting slowest";
        return number(meaning.to_owned());
    }
    let formula = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
    number("number of the date".to_owned()).made_from(formula)
}

fn group_column(group: &Group) -> Column {
    let meaning = match group.calendar {
        Some(CalendarKey::Month) => "month, 1 = January".to_owned(),
        Some(CalendarKey::Day) => "day of the month".to_owned(),
        Some(CalendarKey::Weekday) => "weekday, 0 = Sunday".to_owned(),
        None if group.exposed > 1 => format!(
            "place in its group, from 1, of label {} of the {} exposed, in ascending order",
            group.member + 1,
            group.exposed
        ),
        None => "place of the label in its group, from 1".to_owned(),
    };
    let values = || group.labels.iter().map(|label| i64::from(label.value));
    Column::new(group.column(), Kind::Int8, "1", meaning)
        .within(values().min().unwrap_or(0), values().max().unwrap_or(0))
}

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let (tiles, placements) = (puzzle.tile_count() as i64, Cover::new(puzzle).placements().len() as i64);
    let mut columns = vec![date_id_column(puzzle)];
    columns.extend(puzzle.groups.iter().map(group_column));
    let example = puzzle.date_label(&puzzle.date(puzzle.date_count() / 2));
    let such = if example.is_empty() {
        "; empty, since there are none".to_owned()
    } else {
        format!(", such as {example}")
    };
    columns.push(Column::new("label", Kind::Text, "", format!("the exposed labels{such}")));
    if puzzle.calendar().is_some() {
        columns.push(Column::new(
            "exists",
            Kind::Bool,
            "",
            "whether the date ever occurs in the Gregorian calendar; 30 February does not",
        ));
        columns.push(
            Column::new(
                "occurrences_400y",
                Kind::Int16,
                "days",
                "how often the date occurs in the 400 years of the Gregorian cycle",
            )
            .within(0, 400),
        );
    }
    columns.push(
        Column::new("solutions", Kind::Int32, "1", "exact number of solutions")
            .at_least(0)
            .or_null("no search of this date was exhausted"),
    );
    if has_classes(puzzle) {
        columns.push(
            Column::new(
                "classes",
                Kind::Int32,
                "1",
                "solutions up to the symmetries that leave the exposed cells where they are",
            )
            .at_least(0)
            .or_null("the solutions were not listed"),
        );
    }
    columns.extend(telling_effort().map(|strategy| {
        let meaning = format!(
            "expected effort of {}: the exact mean of the nodes to the first solution over all ways of \
             shuffling the children of every node of its tree",
            strategy.name
        );
        Column::new(effort_column(strategy), Kind::Float64, "nodes", meaning)
            .real(1.0, None)
            .or_null("the date has no solution, or the strategy was not run")
    }));
    columns.extend(QUANTILES.map(|percent| {
        let meaning = format!(
            "nodes to the first solution of {ORDER_LUCK_OF} that {percent} percent of {ORDERS} random orders of the \
             orientations do not exceed, the same orders on all dates"
        );
        let name = format!("first_nodes_{}_p{percent}", column_name(ORDER_LUCK_OF));
        Column::new(name, Kind::Int64, "nodes", meaning)
            .at_least(1)
            .or_null("the date has no solution, or the strategy was not run")
    }));
    let of_solutions = |name: &str, kind, unit, meaning: &str| {
        Column::new(name, kind, unit, meaning)
            .or_null("the date has no solution, or the solutions were not listed")
    };
    columns.extend([
        of_solutions("forced_placements", Kind::Int16, "1", "placements that every solution has")
            .within(0, tiles),
        of_solutions("distinct_placements", Kind::Int16, "1", "placements that some solution has")
            .within(1, placements),
        of_solutions(
            "unique_placements",
            Kind::Int16,
            "1",
            "placements that exactly one solution has: shown, each gives that solution away",
        )
        .within(0, placements),
        of_solutions(
            "piece_entropy",
            Kind::Float64,
            "bits",
            "how freely the pieces lie: the Shannon entropy of the placement of a piece in a solution drawn at \
             random, mean over the pieces; rounded to nine decimals",
        )
        .made_from(entropy_formula(puzzle))
        .real(0.0, None),
        of_solutions(
            "clue_pieces",
            Kind::Int8,
            "pieces",
            "the least number of pieces that must be shown to leave exactly one solution, 0 if there is only one; \
             a row of clues for each",
        )
        .within(0, tiles)
        .or_null("the date has no solution, more than a million, or the solutions were not listed"),
    ]);
    let every_date = "the dataset has not all dates of the puzzle, or not the number of solutions of each";
    let every_date_solved = "the date has no solution, or the dataset has not all dates of the puzzle, or not all that this needs";
    columns.push(
        Column::new(DIFFICULTY, Kind::Float64, "1", "score to nine decimals, harder dates higher")
            .made_from(score())
            .real(0.0, Some(100.0))
            .or_null(every_date_solved),
    );
    columns.extend(MEASURES.iter().map(|measure| {
        let first = if measure.more_is_harder { "highest" } else { "lowest" };
        let meaning = format!(
            "rank of the date by {}, 1 for the hardest, that is the {first}; equal dates share a rank, and the next \
             ones are left out",
            measure.name
        );
        // Only this is known of dates without a solution.
        let null_means = if measure.name == "solutions" { every_date } else { every_date_solved };
        Column::new(format!("rank_{}", measure.name), Kind::Int16, "1", meaning)
            .within(1, puzzle.date_count() as i64)
            .or_null(null_means)
    }));
    columns
}

/// The mean entropy in words.
fn entropy_formula(puzzle: &Puzzle) -> String {
    let counted = if puzzle.tile_count() > puzzle.pieces.len() { ", each copy counted" } else { "" };
    format!(
        "sum over the placements of -p log2 p, p the share of the solutions that use one, divided by the number of \
         pieces{counted}"
    )
}

/// The score in words.
fn score() -> String {
    let terms = own_weights().into_iter().map(|(measure, weight)| {
        let easier = if measure.more_is_harder { "less" } else { "more" };
        format!("{weight:.4} x the share of the other dates with {easier} {}", measure.name)
    });
    format!("100 x ({}), equal ones counting half", terms.collect::<Vec<_>>().join(" + "))
}

/// The strategies whose walk of a whole tree tells the expected effort.
fn telling_effort() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES.iter().filter(|strategy| strategy.tells_effort)
}

/// The column of a strategy's expected effort.
pub fn effort_column(strategy: &Strategy) -> String {
    format!("expected_nodes_{}", column_name(strategy.name))
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let puzzle = contents.puzzle;
    let dates: Vec<Date> = contents.selection.ids.iter().map(|&id| puzzle.date(id)).collect();
    let mut columns: Vec<ArrayRef> =
        vec![Arc::new(Int16Array::from_iter_values(dates.iter().map(|date| date.id as i16)))];
    for (place, group) in puzzle.groups.iter().enumerate() {
        let value = |date: &Date| group.labels[date.picks[place]].value;
        columns.push(Arc::new(Int8Array::from_iter_values(dates.iter().map(value))));
    }
    let labels = dates.iter().map(|date| puzzle.date_label(date));
    columns.push(Arc::new(StringArray::from_iter_values(labels)));
    if let Some(calendar) = puzzle.calendar() {
        let exists = dates.iter().map(|date| Some(calendar.exists(date)));
        columns.push(Arc::new(BooleanArray::from_iter(exists)));
        let occurrences = dates.iter().map(|date| calendar.occurrences_400y(date));
        columns.push(Arc::new(Int16Array::from_iter_values(occurrences)));
    }
    let solutions: Result<Int32Array, WriteError> = contents.counts.iter().map(solutions_number).collect();
    columns.push(Arc::new(solutions?));
    if has_classes(puzzle) {
        columns.push(match contents.classes {
            Some(classes) => {
                Arc::new(classes.iter().map(|&count| i32::try_from(count).ok()).collect::<Int32Array>())
            }
            None => Arc::new(Int32Array::new_null(dates.len())),
        });
    }
    let mut efforts: Vec<(String, Vec<Option<f64>>)> = Vec::new();
    for strategy in telling_effort() {
        let walk = |run: &Run| run.strategy.name == strategy.name && run.goal == Goal::All;
        let walked = contents.searches.iter().find(|(run, _)| walk(run));
        let effort = |place: usize| walked.and_then(|(_, found)| found[place].report.expected_nodes);
        let effort: Vec<Option<f64>> = (0..dates.len()).map(effort).collect();
        columns.push(Arc::new(Float64Array::from(effort.clone())));
        efforts.push((effort_column(strategy), effort));
    }
    for place in 0..QUANTILES.len() {
        let nodes = |luck: &OrderLuck| luck.map(|nodes| nodes[place] as i64);
        let nodes: Int64Array = match contents.order_luck {
            Some(luck) => luck.iter().map(nodes).collect(),
            None => Int64Array::new_null(dates.len()),
        };
        columns.push(Arc::new(nodes));
    }
    let variety = |place: usize| contents.varieties.and_then(|varieties| varieties[place].as_ref());
    let varieties = || (0..dates.len()).map(variety);
    let number = |count: usize| i16::try_from(count).ok();
    let forced = varieties().map(|variety| number(variety?.forced_placements));
    columns.push(Arc::new(forced.collect::<Int16Array>()));
    let distinct = varieties().map(|variety| number(variety?.distinct_placements));
    columns.push(Arc::new(distinct.collect::<Int16Array>()));
    let unique = varieties().map(|variety| number(variety?.unique_placements));
    columns.push(Arc::new(unique.collect::<Int16Array>()));
    let entropy: Vec<Option<f64>> = varieties().map(|variety| Some(variety?.piece_entropy)).collect();
    columns.push(Arc::new(Float64Array::from(entropy.clone())));
    let clues = varieties().map(|variety| Some(variety?.clue.as_ref()?.len() as i8));
    columns.push(Arc::new(clues.collect::<Int8Array>()));

    let solutions: Vec<Option<f64>> =
        contents.counts.iter().map(|count| count.map(|count| count as f64)).collect();
    // Ranks among some of the dates would look like ranks among all.
    let all_dates = contents.selection.complete && solutions.iter().all(Option::is_some);
    let known = |measure: &Measure| -> Vec<Option<f64>> {
        let effort = || efforts.iter().find(|(name, _)| name == measure.name).map(|(_, effort)| effort);
        match measure.name {
            _ if !all_dates => vec![None; dates.len()],
            "solutions" => solutions.clone(),
            "piece_entropy" => entropy.clone(),
            _ => effort().cloned().unwrap_or_else(|| vec![None; dates.len()]),
        }
    };
    let scores = difficulty(&own_weights(), known);
    columns.push(Arc::new(Float64Array::from(scores.clone())));
    for measure in MEASURES {
        let values = if measure.name == DIFFICULTY { scores.clone() } else { known(measure) };
        let ranks = competition_ranks(&measure.hardness(&values)).into_iter();
        columns.push(Arc::new(ranks.map(|rank| rank.map(|rank| rank as i16)).collect::<Int16Array>()));
    }
    Ok(columns)
}
