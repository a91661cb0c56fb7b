//! The table of what the searches found.

use super::write::{solutions_number, whole_number};
use super::{Column, Contents, Fill, ForeignKey, Kind, Table, WriteError, dates::date_id_column, to_dates};
use crate::atlas::{Measurement, Run};
use crate::puzzle::Puzzle;
use crate::search::{CandidateOrder, Goal, Outcome, STRATEGIES};
use arrow_array::{ArrayRef, Int16Array, Int32Array, Int64Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "searches",
    grain: "a search: date, strategy, goal and candidate order",
    deterministic: true,
    key: SEARCH_KEY,
    columns,
    foreign_keys,
    fill: Fill::Whole(fill),
};

/// What names a search.
pub(super) const SEARCH_KEY: &[&str] = &["date_id", "strategy", "goal", "candidate_order"];

/// The columns of [`SEARCH_KEY`].
pub(super) fn key_columns(puzzle: &Puzzle) -> Vec<Column> {
    vec![
        date_id_column(puzzle),
        Column::new("strategy", Kind::Text, "", "the strategy")
            .one_of(STRATEGIES.iter().map(|strategy| strategy.name)),
        Column::new("goal", Kind::Text, "", "first: stops at the first solution; all: finds all solutions")
            .one_of([Goal::All.name(), Goal::First.name()]),
        Column::new(
            "candidate_order",
            Kind::Text,
            "",
            "the order in which candidates are tried: canonical (ascending placement_id), \
             fewest-orientations or largest-first (pieces so sorted, ties canonical)",
        )
        .one_of(CandidateOrder::ALL.iter().map(|order| order.name())),
    ]
}

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let mut columns = key_columns(puzzle);
    columns.extend([
        Column::new("solutions", Kind::Int32, "1", "exact number of solutions")
            .at_least(0)
            .or_null("the search stopped early: at the first solution or at the node limit"),
        Column::new(
            "nodes",
            Kind::Int64,
            "nodes",
            "entries into the search routine; the root and each solution count. Of frontier, which walks no tree: \
             the states of the date's own diagram, distinct partial covers that can be continued",
        )
        .at_least(0),
        Column::new(
            "outcome",
            Kind::Text,
            "",
            "exhausted: all solutions were found; found: stopped at the first solution; \
             node-limit: stopped there without a solution, so nothing is known of the rest; out-of-memory: \
             nothing is known",
        )
        .one_of(Outcome::ALL.map(Outcome::name)),
    ]);
    columns
}

fn foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    vec![to_dates()]
}

/// The searches in the order of their key.
pub(super) fn rows<'a>(contents: &Contents<'a>) -> Vec<(&'a Run, &'a Measurement)> {
    let mut runs: Vec<&(Run, Vec<Measurement>)> = contents.searches.iter().collect();
    runs.sort_by_key(|(run, _)| (run.strategy.name, run.goal.name(), run.order.name()));
    let of_date = |date| runs.iter().map(move |(run, measurements)| (run, &measurements[date]));
    (0..contents.selection.ids.len()).flat_map(of_date).collect()
}

/// The values of [`SEARCH_KEY`].
pub(super) fn key_values(rows: &[(&Run, &Measurement)]) -> Vec<ArrayRef> {
    let text = |value: fn(&Run) -> &'static str| -> ArrayRef {
        Arc::new(StringArray::from_iter_values(rows.iter().map(|(run, _)| value(run))))
    };
    vec![
        Arc::new(Int16Array::from_iter_values(rows.iter().map(|(_, found)| found.date_id as i16))),
        text(|run| run.strategy.name),
        text(|run| run.goal.name()),
        text(|run| run.order.name()),
    ]
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let rows = rows(contents);
    let reports = || rows.iter().map(|(_, found)| &found.report);
    let solutions: Result<Int32Array, WriteError> =
        reports().map(|report| solutions_number(&report.exact_solutions())).collect();
    let nodes: Result<Vec<i64>, WriteError> =
        reports().map(|report| whole_number(report.nodes, "nodes")).collect();
    let mut columns = key_values(&rows);
    columns.push(Arc::new(solutions?));
    columns.push(Arc::new(Int64Array::from(nodes?)));
    columns.push(Arc::new(StringArray::from_iter_values(reports().map(|report| report.outcome.name()))));
    Ok(columns)
}
