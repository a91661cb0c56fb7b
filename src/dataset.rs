//! The dataset: what the tables mean, and writing and reading them.
//!
//! [`TABLES`] is the register: each table's file says what a row is, names its columns with type, unit, range and
//! meaning, and fills them from [`Contents`]. The same description makes the Parquet schema, the metadata in
//! the files, and [`DOCUMENTS`], which tell people and programs of it. Integers are signed, since
//! some readers know no others.

mod column;
mod documents;
mod manifest;
mod open;
mod read;
mod staged;
mod write;

pub mod sweep;
pub mod tromino;

mod cells;
mod claims;
mod clues;
mod dates;
mod orientations;
mod pieces;
mod placement_use;
mod placements;
mod searches;
mod solutions;
mod timings;

pub use claims::TestedClaim;
pub use column::{Column, Kind, Range};
pub use dates::effort_column;
pub use documents::{CARD_NAME, DOCUMENTS, Document, Subject};
pub use manifest::{
    DEFINITION_NAME, FileEntry, MANIFEST_NAME, Manifest, ManifestError, Options, PuzzleEntry, RUN_NAME,
    RunRecord, StageCost, anew,
};
pub use open::{Dataset, OpenError};
pub use placement_use::PlacementUseWriter;
pub use read::{ReadError, TableFile, Tables};
pub use solutions::SolutionsWriter;
pub use staged::{Staged, StagedFile};
pub use write::{TableWriter, WriteError, write};

use crate::atlas::{Measurement, OrderLuck, Run, Variety};
use crate::cover::Cover;
use crate::puzzle::{Puzzle, Selection, column_name};
use arrow_array::ArrayRef;
use arrow_schema::{Field, Schema, SchemaRef};
use column::list_element;
use std::sync::Arc;

/// The version of the tables' meaning: rises when a column changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 1;

/// The licence of the data, by its SPDX identifier.
pub const LICENSE: &str = "CC0-1.0";
/// Where the licence stands.
pub const LICENSE_URL: &str = "https://creativecommons.org/publicdomain/zero/1.0/";

/// The program and its version, as written into files.
pub const GENERATOR: &str = concat!("tiling-almanac ", env!("CARGO_PKG_VERSION"));

/// A table of the dataset: an entry of [`TABLES`].
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name; the file is `tables/NAME.parquet`.
    pub name: &'static str,
    /// What a row is.
    pub grain: &'static str,
    /// Whether the file has the same bytes in every run on every machine.
    pub deterministic: bool,
    /// The columns that name a row; the rows are sorted by them.
    pub key: &'static [&'static str],
    /// The columns, which depend on the puzzle's groups and pieces.
    pub columns: fn(&Puzzle) -> Vec<Column>,
    /// The columns that name rows of other tables, which depend on the puzzle's pieces.
    pub foreign_keys: fn(&Puzzle) -> Vec<ForeignKey>,
    /// How it is filled.
    pub fill: Fill,
}

/// Columns whose values, together, are those of a row of another table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignKey {
    /// The columns; of a list each element.
    pub columns: Vec<String>,
    /// The name of the other table.
    pub table: &'static str,
    /// Its columns, one for each; no two rows have the same values there.
    pub to: Vec<String>,
}

impl ForeignKey {
    /// A column, and the one in the other table.
    pub fn new(column: impl Into<String>, table: &'static str, to: &str) -> Self {
        Self { columns: vec![column.into()], table, to: vec![to.to_owned()] }
    }

    /// Columns that are called alike in both tables.
    pub fn alike(columns: &[&str], table: &'static str) -> Self {
        let columns: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
        Self { to: columns.clone(), columns, table }
    }
}

/// A table whose rows name no rows of other tables.
fn no_foreign_keys(_: &Puzzle) -> Vec<ForeignKey> {
    Vec::new()
}

/// The foreign key of every table that has a column `date_id`.
fn to_dates() -> ForeignKey {
    ForeignKey::new("date_id", "dates", "date_id")
}

/// The foreign key of every table that has a column `piece`.
fn to_pieces() -> ForeignKey {
    ForeignKey::new("piece", "pieces", "piece")
}

/// The names of the pieces in the tables.
fn piece_names(puzzle: &Puzzle) -> impl Iterator<Item = String> + '_ {
    puzzle.pieces.iter().map(|piece| column_name(&piece.name))
}

/// How a table is filled.
#[derive(Clone, Copy, Debug)]
pub enum Fill {
    /// At once, from what is known at the end.
    Whole(fn(&Contents) -> Result<Vec<ArrayRef>, WriteError>),
    /// Row by row, while the solutions are found: too large to be kept.
    Streamed,
}

/// The register of tables; each is one file of this module.
pub const TABLES: &[Table] = &[
    dates::TABLE,
    searches::TABLE,
    timings::TABLE,
    solutions::TABLE,
    placement_use::TABLE,
    clues::TABLE,
    placements::TABLE,
    orientations::TABLE,
    pieces::TABLE,
    cells::TABLE,
    claims::TABLE,
];

/// What the tables are filled from.
pub struct Contents<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its placements.
    pub cover: &'a Cover,
    /// The dates that were solved.
    pub selection: &'a Selection,
    /// For each date of the selection its exact number of solutions; `None` when nothing counted them.
    pub counts: &'a [Option<u64>],
    /// For each placement how many solutions of the selection use it; `None` when no solutions were kept.
    pub placement_use: Option<&'a [u64]>,
    /// For each date of the selection how its solutions vary; `None` when no solutions were kept.
    pub varieties: Option<&'a [Option<Variety>]>,
    /// For each date of the selection its solutions up to symmetry; `None` when no solutions were kept, or there are no
    /// symmetries.
    pub classes: Option<&'a [u64]>,
    /// For each date of the selection how far it depends on the order of the candidates; `None` when that was not
    /// searched.
    pub order_luck: Option<&'a [OrderLuck]>,
    /// The runs, each with a measurement of every date of the selection, in order.
    pub searches: &'a [(Run, Vec<Measurement>)],
}

impl Table {
    /// The file's path inside the dataset.
    pub fn path(&self) -> String {
        format!("tables/{}", self.file_name())
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}.parquet", self.name)
    }

    /// The Arrow schema for `puzzle`.
    pub fn schema(&self, puzzle: &Puzzle) -> SchemaRef {
        let fields: Vec<Field> = (self.columns)(puzzle).iter().map(Column::field).collect();
        Arc::new(Schema::new(fields))
    }
}

#[cfg(test)]
mod tests;
