//! The table of all solutions, written while they are found.

use super::{
    Column, Fill, ForeignKey, Kind, StagedFile, Table, TableWriter, WriteError, dates::date_id_column,
    to_dates,
};
use crate::cover::{Classes, Cover, PlacementId, Symmetries};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int16Array, Int32Array};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "solutions",
    grain: "a solution of a date",
    deterministic: true,
    key: &["date_id", "ordinal"],
    columns,
    foreign_keys,
    fill: Fill::Streamed,
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    let mut columns = vec![
        date_id_column(puzzle),
        Column::new(
            "ordinal",
            Kind::Int32,
            "1",
            "place of the solution among those of its date, from 0, in ascending order of the pieces' columns",
        )
        .at_least(0),
    ];
    let cover = Cover::new(puzzle);
    // The placements of a piece follow one another.
    let of_piece = |piece: usize| {
        let mut own = (0..).zip(cover.placements()).filter(|(_, p)| p.piece == piece).map(|(id, _)| id);
        let first: i64 = own.next().unwrap_or(0);
        (first, own.last().unwrap_or(first))
    };
    columns.extend(puzzle.tiles().map(|tile| {
        let piece = &puzzle.pieces[tile.piece];
        let meaning = match piece.copies {
            1 => format!("where the piece {} lies: a placement_id of placements", piece.name),
            copies => format!(
                "where copy {} of the {copies} of the piece {} lies, in ascending order: a placement_id of placements",
                tile.copy + 1,
                piece.name
            ),
        };
        let (first, last) = of_piece(tile.piece);
        Column::new(puzzle.tile_column(tile), Kind::Int16, "1", meaning).within(first, last)
    }));
    if has_classes(puzzle) {
        let meaning = "class of the solution among those of its date, from 0 in the order of their first solutions: solutions \
                       of a class are turned into each other by symmetries that leave the exposed cells where they are";
        columns.push(Column::new("class_id", Kind::Int32, "1", meaning).at_least(0));
    }
    columns
}

fn foreign_keys(puzzle: &Puzzle) -> Vec<ForeignKey> {
    let placement = |tile| ForeignKey::new(puzzle.tile_column(tile), "placements", "placement_id");
    [to_dates()].into_iter().chain(puzzle.tiles().map(placement)).collect()
}

/// Whether the solutions of some date fall into classes; else there is no column of them.
pub(super) fn has_classes(puzzle: &Puzzle) -> bool {
    Symmetries::of(puzzle, &Cover::new(puzzle)).sort_solutions(puzzle)
}

/// Rows that are gathered before they are handed to the Parquet writer.
const BATCH_ROWS: usize = 1 << 16;

/// Writes the table of solutions date by date, in memory that does not grow with the number of dates.
pub struct SolutionsWriter {
    table: TableWriter,
    date_ids: Vec<i16>,
    ordinals: Vec<i32>,
    tiles: Vec<Vec<i16>>,
    /// The class of each solution, where there are such.
    classes: Option<Vec<i32>>,
}

impl SolutionsWriter {
    /// The table that is written.
    pub const TABLE: &'static Table = &TABLE;

    /// Begins the table in `file`.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn new(file: StagedFile, puzzle: &Puzzle) -> Result<Self, WriteError> {
        Ok(Self {
            table: TableWriter::new(&TABLE, puzzle, file)?,
            date_ids: Vec::new(),
            ordinals: Vec::new(),
            tiles: vec![Vec::new(); puzzle.tile_count()],
            classes: has_classes(puzzle).then(Vec::new),
        })
    }

    /// Adds the solutions of a date, one placement of each tile after the other, in ascending order, with their classes if the
    /// table has a column of them. Dates must come in ascending order.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn add(
        &mut self,
        date_id: usize,
        solutions: &[PlacementId],
        classes: Option<&Classes>,
    ) -> Result<(), WriteError> {
        if let (Some(column), Some(classes)) = (&mut self.classes, classes) {
            column.extend(classes.of.iter().map(|&class| class as i32));
        }
        for (ordinal, solution) in (0..).zip(solutions.chunks(self.tiles.len())) {
            self.date_ids.push(date_id as i16);
            self.ordinals.push(ordinal);
            for (column, &placement) in self.tiles.iter_mut().zip(solution) {
                column.push(placement as i16);
            }
        }
        if self.date_ids.len() >= BATCH_ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(Int16Array::from(std::mem::take(&mut self.date_ids))),
            Arc::new(Int32Array::from(std::mem::take(&mut self.ordinals))),
        ];
        for column in &mut self.tiles {
            columns.push(Arc::new(Int16Array::from(std::mem::take(column))));
        }
        if let Some(classes) = &mut self.classes {
            columns.push(Arc::new(Int32Array::from(std::mem::take(classes))));
        }
        self.table.write(columns)
    }

    /// Completes the file, still under its temporary name; returns the number of rows.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn finish(mut self) -> Result<(StagedFile, u64), WriteError> {
        self.flush()?;
        self.table.finish()
    }
}
