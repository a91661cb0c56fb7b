//! The table of the pieces.

use super::{Column, Contents, Fill, Kind, Table, WriteError, column_name, no_foreign_keys, piece_names};
use crate::cover::Cover;
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, BooleanArray, Int8Array, Int16Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "pieces",
    grain: "a piece",
    deterministic: true,
    key: &["piece_id"],
    columns,
    foreign_keys: no_foreign_keys,
    fill: Fill::Whole(fill),
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let cells = puzzle.board.cells.len() as i64;
    let named = match has_copies(puzzle) {
        false => "name of the piece, the same as its column in solutions",
        true => {
            "name of the piece, the same as its column in solutions; of several copies those are numbered from 1"
        }
    };
    let named = Column::new("piece", Kind::Text, "", named);
    let mut columns = vec![
        Column::new("piece_id", Kind::Int8, "1", "number of the piece in the puzzle's order, from 0")
            .below(puzzle.pieces.len()),
        named.one_of(piece_names(puzzle)),
        Column::new("shape", Kind::Text, "", "drawing by rows joined by /, X for a square"),
        Column::new("area", Kind::Int8, "cells", "cells that it covers").within(1, cells),
        Column::new("may_rotate", Kind::Bool, "", "whether it may be turned by quarters"),
        Column::new("may_flip", Kind::Bool, "", "whether it may be turned over"),
        Column::new("orientations", Kind::Int8, "1", "distinct orientations").within(1, 8),
        Column::new("placements", Kind::Int16, "1", "placements on the empty board")
            .within(0, Cover::new(puzzle).placements().len() as i64),
    ];
    if has_copies(puzzle) {
        columns.push(
            Column::new("copies", Kind::Int8, "1", "how many there are of it, all alike").within(1, cells),
        );
    }
    columns
}

/// Only then there is a column of the copies.
fn has_copies(puzzle: &Puzzle) -> bool {
    puzzle.tile_count() > puzzle.pieces.len()
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let pieces = &contents.puzzle.pieces;
    let orientations = |piece| contents.cover.orientations().iter().filter(|o| o.piece == piece).count();
    let placements = |piece| contents.cover.placements().iter().filter(|p| p.piece == piece).count();
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(Int8Array::from_iter_values((0..).take(pieces.len()))),
        Arc::new(StringArray::from_iter_values(pieces.iter().map(|piece| column_name(&piece.name)))),
        Arc::new(StringArray::from_iter_values(pieces.iter().map(|piece| piece.shape.drawing()))),
        Arc::new(Int8Array::from_iter_values(pieces.iter().map(|piece| piece.shape.area() as i8))),
        Arc::new(BooleanArray::from_iter(pieces.iter().map(|piece| Some(piece.motions.rotate)))),
        Arc::new(BooleanArray::from_iter(pieces.iter().map(|piece| Some(piece.motions.flip)))),
        Arc::new(Int8Array::from_iter_values((0..pieces.len()).map(|piece| orientations(piece) as i8))),
        Arc::new(Int16Array::from_iter_values((0..pieces.len()).map(|piece| placements(piece) as i16))),
    ];
    if has_copies(contents.puzzle) {
        columns.push(Arc::new(Int8Array::from_iter_values(pieces.iter().map(|piece| piece.copies as i8))));
    }
    Ok(columns)
}
