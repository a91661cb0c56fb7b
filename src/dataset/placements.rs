//! The table of the placements.

use super::write::whole_number;
use super::{
    Column, Contents, Fill, ForeignKey, Kind, Table, WriteError, column_name, list_element, piece_names,
    to_pieces,
};
use crate::cover::Cover;
use crate::puzzle::Puzzle;
use arrow_array::builder::{Int8Builder, ListBuilder};
use arrow_array::{ArrayRef, Int8Array, Int16Array, Int64Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "placements",
    grain: "a piece in one orientation at one place of the board",
    deterministic: true,
    key: &["placement_id"],
    columns,
    foreign_keys,
    fill: Fill::Whole(fill),
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let (board, cover) = (&puzzle.board, Cover::new(puzzle));
    let mask = Column::new("mask", Kind::Int64, "1", "the cells covered as bits: the sum of 2^cell");
    // Cell 63, if there is one, is the sign.
    let mask = match board.cells.len() {
        64 => Column { meaning: format!("{}, of cell 63 less that", mask.meaning), ..mask },
        cells => mask.within(1, (1 << cells) - 1),
    };
    vec![
        Column::new(
            "placement_id",
            Kind::Int16,
            "1",
            "number of the placement, from 0: by piece, then orientation, then anchor in reading order",
        )
        .below(cover.placements().len()),
        Column::new("piece", Kind::Text, "", "name of the piece").one_of(piece_names(puzzle)),
        Column::new("orientation_id", Kind::Int16, "1", "the orientation, a row of orientations")
            .below(cover.orientations().len()),
        Column::new(
            "row",
            Kind::Int8,
            "1",
            "board row of the anchor, the bounding box's top left corner, from 0",
        )
        .below(board.rows),
        Column::new("col", Kind::Int8, "1", "board column of the anchor, from 0; the anchor may stay open")
            .below(board.columns),
        Column::new("cells", Kind::Int8List, "1", "the cells covered, ascending; each a bit of cells")
            .below(board.cells.len()),
        mask,
        Column::new("solutions", Kind::Int64, "1", "solutions that use it, over all dates of the dataset")
            .at_least(0)
            .or_null("the solutions were not counted"),
    ]
}

fn foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    let orientation = ForeignKey::new("orientation_id", "orientations", "orientation_id");
    vec![to_pieces(), orientation, ForeignKey::new("cells", "cells", "bit")]
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let placements = contents.cover.placements();
    let piece = |piece: usize| column_name(&contents.puzzle.pieces[piece].name);
    let uses: Result<Int64Array, WriteError> = (0..placements.len())
        .map(|id| contents.placement_use.map(|uses| whole_number(uses[id], "solutions")).transpose())
        .collect();
    let mut cells = ListBuilder::new(Int8Builder::new()).with_field(list_element());
    for placement in placements {
        cells.append_value(placement.cells.iter().map(|cell| Some(cell as i8)));
    }
    Ok(vec![
        Arc::new(Int16Array::from_iter_values((0..).take(placements.len()))),
        Arc::new(StringArray::from_iter_values(placements.iter().map(|p| piece(p.piece)))),
        Arc::new(Int16Array::from_iter_values(placements.iter().map(|p| p.orientation as i16))),
        Arc::new(Int8Array::from_iter_values(placements.iter().map(|p| p.anchor.row as i8))),
        Arc::new(Int8Array::from_iter_values(placements.iter().map(|p| p.anchor.col as i8))),
        Arc::new(cells.finish()),
        // The bit pattern; cell 63, if there is one, is the sign.
        Arc::new(Int64Array::from_iter_values(placements.iter().map(|p| p.cells.bits().cast_signed()))),
        Arc::new(uses?),
    ])
}
