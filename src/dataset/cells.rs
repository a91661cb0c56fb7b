//! The table of the board's cells.

use super::{Column, Contents, Fill, Kind, Table, WriteError, column_name};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int8Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "cells",
    grain: "a cell of the board",
    deterministic: true,
    key: &["bit"],
    columns,
    fill: Fill::Whole(fill),
};

fn columns(_: &Puzzle) -> Vec<Column> {
    vec![
        Column::new("bit", Kind::Int8, "1", "number of the cell in reading order, from 0; its bit in a mask"),
        Column::new("row", Kind::Int8, "1", "row of the board, from 0 at the top"),
        Column::new("col", Kind::Int8, "1", "column of the board, from 0 at the left"),
        Column::new("label", Kind::Text, "", "what stands on the cell")
            .or_null("the cell has no label and is always covered"),
        Column::new("group", Kind::Text, "", "the group of labels, of which a date exposes one")
            .or_null("the cell has no label"),
        Column::new(
            "value",
            Kind::Int8,
            "1",
            "the value of the label, as in the column of dates that is named after the group",
        )
        .or_null("the cell has no label"),
    ]
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let Puzzle { board, groups, .. } = contents.puzzle;
    let group = |group: Option<usize>| group.map(|group| column_name(&groups[group].name));
    let cells = &board.cells;
    let labels = || groups.iter().flat_map(|group| &group.labels);
    let value = |cell: usize| labels().find(|label| label.cell == cell).map(|label| label.value);
    Ok(vec![
        // At most 64 cells on a board of less than 128 rows and columns.
        Arc::new(Int8Array::from_iter_values((0..).take(cells.len()))),
        Arc::new(Int8Array::from_iter_values(cells.iter().map(|cell| cell.square.row as i8))),
        Arc::new(Int8Array::from_iter_values(cells.iter().map(|cell| cell.square.col as i8))),
        Arc::new(StringArray::from_iter(cells.iter().map(|cell| cell.label.as_deref()))),
        Arc::new(StringArray::from_iter(cells.iter().map(|cell| group(cell.group)))),
        Arc::new(Int8Array::from_iter((0..cells.len()).map(value))),
    ])
}
