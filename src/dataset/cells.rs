//! The table of the board's cells.

use super::{Column, Contents, Fill, Kind, Table, WriteError, column_name, no_foreign_keys};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int8Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "cells",
    grain: "a cell of the board",
    deterministic: true,
    key: &["bit"],
    columns,
    foreign_keys: no_foreign_keys,
    fill: Fill::Whole(fill),
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let Puzzle { board, groups, .. } = puzzle;
    let no_label = "the cell has no label and is always covered";
    let firsts = || groups.iter().filter(|group| group.member == 0);
    let labels = || groups.iter().flat_map(|group| &group.labels).map(|label| i64::from(label.value));
    vec![
        Column::new("bit", Kind::Int8, "1", "number of the cell in reading order, from 0; its bit in a mask")
            .below(board.cells.len()),
        Column::new("row", Kind::Int8, "1", "row of the board, from 0 at the top").below(board.rows),
        Column::new("col", Kind::Int8, "1", "column of the board, from 0 at the left").below(board.columns),
        Column::new("label", Kind::Text, "", "what stands on the cell").or_null(no_label),
        Column::new("group", Kind::Text, "", format!("the group of the label; {}", exposed(puzzle)))
            .one_of(firsts().map(|group| column_name(&group.name)))
            .or_null(no_label),
        Column::new(
            "value",
            Kind::Int8,
            "1",
            format!("the value of the label, as in {}", columns_of_dates(puzzle)),
        )
        .within(labels().min().unwrap_or(0), labels().max().unwrap_or(0))
        .or_null(no_label),
    ]
}

/// How many cells of a group a date exposes.
fn exposed(puzzle: &Puzzle) -> String {
    let firsts = puzzle.groups.iter().filter(|group| group.member == 0);
    let several = firsts.filter(|group| group.exposed > 1);
    let several: Vec<String> = several
        .map(|group| format!("of {} it exposes {}", column_name(&group.name), group.exposed))
        .collect();
    match several.is_empty() {
        true => "a date exposes one label of each".to_owned(),
        false => format!("a date exposes one label of each, but {}", several.join(", ")),
    }
}

/// Where the values of labels stand.
fn columns_of_dates(puzzle: &Puzzle) -> &'static str {
    match puzzle.exposes_one_of_each() {
        true => "the column of dates that is named after the group",
        false => {
            "the column of dates that is named after the group, or those numbered from 1 if several are exposed"
        }
    }
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
