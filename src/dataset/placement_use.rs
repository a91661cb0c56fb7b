//! The table of what each placement is worth on each date, written while the solutions are found.

use super::write::solutions_number;
use super::{
    Column, Fill, ForeignKey, Kind, StagedFile, Table, TableWriter, WriteError, dates::date_id_column,
    to_dates,
};
use crate::cover::{Cover, PlacementId};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int16Array, Int32Array};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "placement_use",
    grain: "a placement in the solutions of a date; those in none are left out",
    deterministic: true,
    key: &["date_id", "placement_id"],
    columns,
    foreign_keys,
    fill: Fill::Streamed,
};

fn columns(puzzle: &Puzzle) -> Vec<Column> {
    vec![
        date_id_column(puzzle),
        Column::new("placement_id", Kind::Int16, "1", "the placement, a row of placements")
            .below(Cover::new(puzzle).placements().len()),
        Column::new("solutions", Kind::Int32, "1", "solutions of the date that use it").at_least(1),
    ]
}

fn foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    vec![to_dates(), ForeignKey::new("placement_id", "placements", "placement_id")]
}

/// Rows that are gathered before they are handed to the Parquet writer.
const BATCH_ROWS: usize = 1 << 16;

/// Counts and writes the uses date by date, and adds them up over the dates.
pub struct PlacementUseWriter {
    table: TableWriter,
    /// Uses on the date at hand.
    uses: Vec<u64>,
    /// Uses on all dates so far.
    total: Vec<u64>,
    date_ids: Vec<i16>,
    placement_ids: Vec<i16>,
    solutions: Vec<i32>,
}

impl PlacementUseWriter {
    /// The table that is written.
    pub const TABLE: &'static Table = &TABLE;

    /// Begins the table in `file`.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn new(file: StagedFile, puzzle: &Puzzle, cover: &Cover) -> Result<Self, WriteError> {
        let none = vec![0; cover.placements().len()];
        Ok(Self {
            table: TableWriter::new(&TABLE, puzzle, file)?,
            uses: none.clone(),
            total: none,
            date_ids: Vec::new(),
            placement_ids: Vec::new(),
            solutions: Vec::new(),
        })
    }

    /// Adds a date by all its solutions, one after the other. Dates must come in ascending order.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn add(&mut self, date_id: usize, solutions: &[PlacementId]) -> Result<(), WriteError> {
        for &placement in solutions {
            self.uses[usize::from(placement)] += 1;
        }
        for (id, (uses, total)) in (0..).zip(self.uses.iter_mut().zip(&mut self.total)) {
            let uses = std::mem::take(uses);
            if let Some(solutions @ 1..) = solutions_number(&Some(uses))? {
                self.date_ids.push(date_id as i16);
                self.placement_ids.push(id);
                self.solutions.push(solutions);
                *total += uses;
            }
        }
        if self.date_ids.len() >= BATCH_ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(Int16Array::from(std::mem::take(&mut self.date_ids))),
            Arc::new(Int16Array::from(std::mem::take(&mut self.placement_ids))),
            Arc::new(Int32Array::from(std::mem::take(&mut self.solutions))),
        ];
        self.table.write(columns)
    }

    /// Completes the file, still under its temporary name; returns it with the number of rows, and the uses of
    /// each placement on all dates.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn finish(mut self) -> Result<((StagedFile, u64), Vec<u64>), WriteError> {
        self.flush()?;
        Ok((self.table.finish()?, self.total))
    }
}
