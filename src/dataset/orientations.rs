//! The table of the pieces' orientations.

use super::{
    Column, Contents, Fill, ForeignKey, Kind, Table, WriteError, column_name, piece_names, to_pieces,
};
use crate::cover::Cover;
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int8Array, Int16Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "orientations",
    grain: "a piece in one orientation",
    deterministic: true,
    key: &["orientation_id"],
    columns,
    foreign_keys,
    fill: Fill::Whole(fill),
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let cover = Cover::new(puzzle);
    let shapes = || cover.orientations().iter().map(|orientation| &orientation.shape);
    let highest = shapes().map(|shape| shape.height().into()).max().unwrap_or(1);
    let widest = shapes().map(|shape| shape.width().into()).max().unwrap_or(1);
    vec![
        Column::new(
            "orientation_id",
            Kind::Int16,
            "1",
            "number of the orientation, from 0: by piece, then by its list of squares (row, column)",
        )
        .below(cover.orientations().len()),
        Column::new("piece", Kind::Text, "", "name of the piece").one_of(piece_names(puzzle)),
        Column::new("shape", Kind::Text, "", "drawing by rows joined by /, X for a square"),
        Column::new("height", Kind::Int8, "cells", "rows of the bounding box").within(1, highest),
        Column::new("width", Kind::Int8, "cells", "columns of the bounding box").within(1, widest),
        Column::new("placements", Kind::Int16, "1", "placements on the empty board")
            .within(0, puzzle.board.cells.len() as i64),
    ]
}

fn foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    vec![to_pieces()]
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let orientations = contents.cover.orientations();
    let mut placements = vec![0_i16; orientations.len()];
    for placement in contents.cover.placements() {
        placements[placement.orientation] += 1;
    }
    let shapes = || orientations.iter().map(|orientation| &orientation.shape);
    let piece = |piece: usize| column_name(&contents.puzzle.pieces[piece].name);
    Ok(vec![
        Arc::new(Int16Array::from_iter_values((0..).take(orientations.len()))),
        Arc::new(StringArray::from_iter_values(orientations.iter().map(|o| piece(o.piece)))),
        Arc::new(StringArray::from_iter_values(shapes().map(|shape| shape.drawing()))),
        Arc::new(Int8Array::from_iter_values(shapes().map(|shape| shape.height() as i8))),
        Arc::new(Int8Array::from_iter_values(shapes().map(|shape| shape.width() as i8))),
        Arc::new(Int16Array::from(placements)),
    ])
}
