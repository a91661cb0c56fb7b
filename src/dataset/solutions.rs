//! The table of all solutions, written while they are found.

use super::{
    Column, Fill, Kind, StagedFile, Table, TableWriter, WriteError, column_name, dates::date_id_column,
};
use crate::cover::PlacementId;
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int16Array, Int32Array};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "solutions",
    grain: "a solution of a date",
    deterministic: true,
    key: &["date_id", "ordinal"],
    columns,
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
        ),
    ];
    columns.extend(puzzle.pieces.iter().map(|piece| {
        let meaning = format!("where the piece {} lies: a placement_id of placements", piece.name);
        Column::new(column_name(&piece.name), Kind::Int16, "1", meaning)
    }));
    columns
}

/// Rows that are gathered before they are handed to the Parquet writer.
const BATCH_ROWS: usize = 1 << 16;

/// Writes the table of solutions date by date, in memory that does not grow with the number of dates.
pub struct SolutionsWriter {
    table: TableWriter,
    date_ids: Vec<i16>,
    ordinals: Vec<i32>,
    pieces: Vec<Vec<i16>>,
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
            pieces: vec![Vec::new(); puzzle.pieces.len()],
        })
    }

    /// Adds the solutions of a date, one placement of each piece after the other, in ascending order. Dates
    /// must come in ascending order.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn add(&mut self, date_id: usize, solutions: &[PlacementId]) -> Result<(), WriteError> {
        for (ordinal, solution) in (0..).zip(solutions.chunks(self.pieces.len())) {
            self.date_ids.push(date_id as i16);
            self.ordinals.push(ordinal);
            for (column, &placement) in self.pieces.iter_mut().zip(solution) {
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
        for column in &mut self.pieces {
            columns.push(Arc::new(Int16Array::from(std::mem::take(column))));
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
