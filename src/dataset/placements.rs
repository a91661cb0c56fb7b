//! The table of the placements.

use super::write::whole_number;
use super::{Column, Contents, Fill, Kind, Table, WriteError, column_name, list_element};
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
    fill: Fill::Whole(fill),
};

fn columns(_: &Puzzle) -> Vec<Column> {
    vec![
        Column::new(
            "placement_id",
            Kind::Int16,
            "1",
            "number of the placement, from 0: by piece, then orientation, then anchor in reading order",
        ),
        Column::new("piece", Kind::Text, "", "name of the piece"),
        Column::new("orientation_id", Kind::Int16, "1", "the orientation, a row of orientations"),
        Column::new(
            "row",
            Kind::Int8,
            "1",
            "board row of the anchor, the bounding box's top left corner, from 0",
        ),
        Column::new("col", Kind::Int8, "1", "board column of the anchor, from 0; the anchor may stay open"),
        Column::new("cells", Kind::Int8List, "1", "the cells covered, ascending; each a bit of cells"),
        Column::new("mask", Kind::Int64, "1", "the cells covered as bits: the sum of 2^cell"),
        Column::new("solutions", Kind::Int64, "1", "solutions that use it, over all dates of the dataset")
            .or_null("the solutions were not counted"),
    ]
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
