//! The table of what the searches cost on this machine, this time.

use super::searches::{SEARCH_KEY, key_columns, key_values, rows};
use super::{Column, Contents, Fill, ForeignKey, Kind, Table, WriteError, to_dates};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int16Array, Int64Array};
use std::sync::Arc;
use std::time::Duration;

pub(super) const TABLE: Table = Table {
    name: "timings",
    grain: "a search: date, strategy, goal and candidate order",
    deterministic: false,
    key: SEARCH_KEY,
    columns,
    foreign_keys,
    fill: Fill::Whole(fill),
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let mut columns = key_columns(puzzle);
    columns.extend([
        Column::new(
            "cpu_ns",
            Kind::Int64,
            "ns",
            "CPU time of the searching thread, from the date to the result: the least of the repeats",
        )
        .at_least(0),
        Column::new(
            "wall_ns",
            Kind::Int64,
            "ns",
            "time on the clock: the least of the repeats, taken for itself",
        )
        .at_least(0),
        Column::new(
            "repeats",
            Kind::Int16,
            "1",
            "how often the search was made: to the first solution five times, unless the node limit stopped it or it took \
             more than a second; else once",
        )
        .within(1, 5),
    ]);
    columns
}

fn foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    vec![to_dates(), ForeignKey::alike(SEARCH_KEY, "searches")]
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let rows = rows(contents);
    // 2^63 ns are 292 years.
    let nanoseconds = |time: Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
    let mut columns = key_values(&rows);
    columns
        .push(Arc::new(Int64Array::from_iter_values(rows.iter().map(|(_, found)| nanoseconds(found.cpu)))));
    columns
        .push(Arc::new(Int64Array::from_iter_values(rows.iter().map(|(_, found)| nanoseconds(found.wall)))));
    columns.push(Arc::new(Int16Array::from_iter_values(rows.iter().map(|(_, found)| found.repeats as i16))));
    Ok(columns)
}
