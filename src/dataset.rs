//! The dataset: what the tables mean, and writing and reading them.
//!
//! [`TABLES`] is the register: each table's file says what a row is, names its columns with type, unit and
//! meaning, and fills them from [`Contents`]. The same description makes the Parquet schema, the metadata in
//! the files, and the dataset card. Integers are signed, since some readers know no others.

mod card;
mod manifest;
mod open;
mod read;
mod staged;
mod write;

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

pub use card::card;
pub use claims::TestedClaim;
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
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::collections::HashMap;
use std::sync::Arc;

/// The version of the tables' meaning: rises when a column changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 1;

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
    /// How it is filled.
    pub fill: Fill,
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

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name, in lower case with underscores.
    pub name: String,
    /// Type.
    pub kind: Kind,
    /// What a missing value means; `None` if there is none.
    pub null_means: Option<&'static str>,
    /// The unit, such as `ns`; `1` for a plain number, empty for what is no number.
    pub unit: &'static str,
    /// What it says, with its range.
    pub meaning: String,
}

/// The types of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Bool,
    /// Signed, 8 bits.
    Int8,
    /// Signed, 16 bits.
    Int16,
    /// Signed, 32 bits.
    Int32,
    /// Signed, 64 bits.
    Int64,
    /// Floating point, 64 bits.
    Float64,
    /// A whole number of up to 38 decimal digits.
    Decimal,
    /// UTF-8.
    Text,
    /// A list of signed 8-bit integers.
    Int8List,
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Self::Bool => DataType::Boolean,
            Self::Int8 => DataType::Int8,
            Self::Int16 => DataType::Int16,
            Self::Int32 => DataType::Int32,
            Self::Int64 => DataType::Int64,
            Self::Float64 => DataType::Float64,
            Self::Decimal => DataType::Decimal128(38, 0),
            Self::Text => DataType::Utf8,
            Self::Int8List => DataType::List(list_element()),
        }
    }

    /// The name in documents, such as `int16`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float64 => "float64",
            Self::Decimal => "decimal(38,0)",
            Self::Text => "string",
            Self::Int8List => "list<int8>",
        }
    }
}

/// The item of a list, named as the Parquet specification wants it.
fn list_element() -> Arc<Field> {
    Arc::new(Field::new("element", DataType::Int8, false))
}

impl Column {
    /// A column that is never missing.
    pub fn new(name: impl Into<String>, kind: Kind, unit: &'static str, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), kind, null_means: None, unit, meaning: meaning.into() }
    }

    /// The same, with values that may be missing and what that means.
    pub fn or_null(self, null_means: &'static str) -> Self {
        Self { null_means: Some(null_means), ..self }
    }

    fn field(&self) -> Field {
        let mut metadata = HashMap::from([("meaning".to_owned(), self.meaning.clone())]);
        if !self.unit.is_empty() {
            metadata.insert("unit".to_owned(), self.unit.to_owned());
        }
        if let Some(null_means) = self.null_means {
            metadata.insert("null_means".to_owned(), null_means.to_owned());
        }
        Field::new(&self.name, self.kind.data_type(), self.null_means.is_some()).with_metadata(metadata)
    }
}

impl Table {
    /// The file's path inside the dataset.
    pub fn path(&self) -> String {
        format!("tables/{}.parquet", self.name)
    }

    /// The Arrow schema for `puzzle`.
    pub fn schema(&self, puzzle: &Puzzle) -> SchemaRef {
        let fields: Vec<Field> = (self.columns)(puzzle).iter().map(Column::field).collect();
        Arc::new(Schema::new(fields))
    }
}

#[cfg(test)]
mod tests;
