//! The table of the clues: as few pieces as leave one solution.

use super::dates::date_id_column;
use super::{
    Column, Contents, Fill, ForeignKey, Kind, Table, WriteError, column_name, piece_names, to_dates,
    to_pieces,
};
use crate::cover::Cover;
use crate::cover::PlacementId;
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int16Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "clues",
    grain: "a piece shown by the least clue of a date: as few placements as possible that together only one \
            solution has; a date with a single solution needs none",
    deterministic: true,
    key: &["date_id", "placement_id"],
    columns,
    foreign_keys,
    fill: Fill::Whole(fill),
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    vec![
        date_id_column(puzzle),
        Column::new("piece", Kind::Text, "", "name of the piece").one_of(piece_names(puzzle)),
        Column::new(
            "placement_id",
            Kind::Int16,
            "1",
            "where it is shown: a placement of the table placements",
        )
        .below(Cover::new(puzzle).placements().len()),
    ]
}

fn foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    let in_solutions = ForeignKey::alike(&["date_id", "placement_id"], "placement_use");
    vec![to_dates(), to_pieces(), ForeignKey::new("placement_id", "placements", "placement_id"), in_solutions]
}

fn fill(contents: &Contents) -> Result<Vec<ArrayRef>, WriteError> {
    let varieties = contents.selection.ids.iter().zip(contents.varieties.unwrap_or_default());
    let rows: Vec<(usize, PlacementId)> = varieties
        .filter_map(|(&date, variety)| Some((date, variety.as_ref()?.clue.as_ref()?)))
        .flat_map(|(date, clue)| clue.iter().map(move |&placement| (date, placement)))
        .collect();
    let piece = |&(_, placement): &(usize, PlacementId)| {
        let piece = contents.cover.placements()[usize::from(placement)].piece;
        column_name(&contents.puzzle.pieces[piece].name)
    };
    Ok(vec![
        Arc::new(Int16Array::from_iter_values(rows.iter().map(|row| row.0 as i16))),
        Arc::new(StringArray::from_iter_values(rows.iter().map(piece))),
        Arc::new(Int16Array::from_iter_values(rows.iter().map(|row| row.1 as i16))),
    ])
}
