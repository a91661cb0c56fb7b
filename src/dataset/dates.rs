//! The table of the dates.

use super::{Column, Contents, Fill, Kind, Table, WriteError, column_name, write::solutions_number};
use crate::atlas::Run;
use crate::puzzle::{CalendarKey, Date, Group, Puzzle};
use crate::search::{Goal, STRATEGIES, Strategy};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int8Array, Int16Array, Int32Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "dates",
    grain: "a date: one label of each group, to be left exposed",
    deterministic: true,
    key: &["date_id"],
    columns,
    fill: Fill::Whole(fill),
};

/// The meaning of `date_id` in every table that has it.
pub(super) fn date_id_column(puzzle: &Puzzle) -> Column {
    let mut weight = puzzle.date_count();
    let terms: Vec<String> = puzzle
        .groups
        .iter()
        .map(|group| {
            weight /= group.labels.len();
            let place = match group.calendar {
                Some(CalendarKey::Weekday) => column_name(&group.name),
                _ => format!("({} - 1)", column_name(&group.name)),
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
        return Column::new("date_id", Kind::Int16, "1", meaning);
    }
    let formula = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
    Column::new("date_id", Kind::Int16, "1", format!("number of the date: {formula}"))
}

fn group_column(group: &Group) -> Column {
    let meaning = match group.calendar {
        Some(CalendarKey::Month) => "month, 1 to 12".to_owned(),
        Some(CalendarKey::Day) => "day of the month, 1 to 31".to_owned(),
        Some(CalendarKey::Weekday) => "weekday, 0 to 6, 0 = Sunday".to_owned(),
        None => format!("place of the label in its group, 1 to {}", group.labels.len()),
    };
    Column::new(column_name(&group.name), Kind::Int8, "1", meaning)
}

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let mut columns = vec![date_id_column(puzzle)];
    columns.extend(puzzle.groups.iter().map(group_column));
    let example = puzzle.date_label(&puzzle.date(puzzle.date_count() / 2));
    columns.push(Column::new("label", Kind::Text, "", format!("the exposed labels, such as {example}")));
    if puzzle.calendar().is_some() {
        columns.push(Column::new(
            "exists",
            Kind::Bool,
            "",
            "whether the date ever occurs in the Gregorian calendar; 30 February does not",
        ));
        columns.push(Column::new(
            "occurrences_400y",
            Kind::Int16,
            "days",
            "how often the date occurs in the 400 years of the Gregorian cycle",
        ));
    }
    columns.push(
        Column::new("solutions", Kind::Int32, "1", "exact number of solutions")
            .or_null("no search of this date was exhausted"),
    );
    columns.extend(telling_effort().map(|strategy| {
        let meaning = format!(
            "expected effort of {}: the exact mean of the nodes to the first solution over all ways of \
             shuffling the children of every node of its tree",
            strategy.name
        );
        let name = format!("expected_nodes_{}", column_name(strategy.name));
        Column::new(name, Kind::Float64, "nodes", meaning)
            .or_null("the date has no solution, or the strategy was not run")
    }));
    columns
}

/// The strategies whose walk of a whole tree tells the expected effort.
fn telling_effort() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES.iter().filter(|strategy| strategy.tells_effort)
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
    for strategy in telling_effort() {
        let walk = |run: &Run| run.strategy.name == strategy.name && run.goal == Goal::All;
        let walked = contents.searches.iter().find(|(run, _)| walk(run));
        let effort = |place: usize| walked.and_then(|(_, found)| found[place].report.expected_nodes);
        columns.push(Arc::new((0..dates.len()).map(effort).collect::<Float64Array>()));
    }
    Ok(columns)
}
