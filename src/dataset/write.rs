//! Writing Parquet: the same bytes for the same rows, whenever and wherever.

use super::staged::Failure;
use super::{
    Column, Contents, Fill, ForeignKey, GENERATOR, Kind, LICENSE, SCHEMA_VERSION, StagedFile, Table,
};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows in a row group: what DuckDB hands to one thread.
pub(super) const ROW_GROUP_ROWS: usize = 122_880;
const ZSTD_LEVEL: i32 = 3;

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file system refused.
    #[error("{} cannot be written: {error}; {}", path.display(), mend(error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another run writes there.
    #[error("another run is writing into {}; wait for it, or choose another folder with --out", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The Parquet writer refused.
    #[error("{} cannot be written as Parquet: {error}", path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// What the writer says.
        error: ParquetError,
    },
    /// Columns that do not fit the table's description: a fault of the program.
    #[error("the columns of the table {table} do not fit its description: {error}")]
    Columns {
        /// The table.
        table: &'static str,
        /// What does not fit.
        error: ArrowError,
    },
    /// A number too large for its column.
    #[error("{number} {what} are more than the column can hold")]
    TooLarge {
        /// The number.
        number: u128,
        /// What is counted.
        what: &'static str,
    },
}

fn mend(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space and run it again",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a folder that you may write with --out"
        }
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "it is no folder, so choose another place with --out"
        }
        _ => "choose another folder with --out, or mend this one",
    }
}

impl WriteError {
    /// The file system's refusal at `path`.
    pub fn at(path: &Path, error: io::Error) -> Self {
        // Some errors bring the temporary file's path along, which would only confuse.
        let error = match (error.raw_os_error(), error.kind()) {
            (Some(code), _) => io::Error::from_raw_os_error(code),
            (None, io::ErrorKind::Other) => error,
            (None, kind) => kind.into(),
        };
        Self::Io { path: path.to_owned(), error }
    }

    /// The writer's error, or the system's refusal behind it.
    fn parquet(path: &Path, failure: &Failure, error: ParquetError) -> Self {
        match failure.take() {
            Some(refusal) => Self::at(path, refusal),
            None => Self::Parquet { path: path.to_owned(), error },
        }
    }
}

/// A number of solutions as a value of an `int32` column.
pub(super) fn solutions_number(solutions: &Option<u64>) -> Result<Option<i32>, WriteError> {
    let number = |number: u64| {
        i32::try_from(number).map_err(|_| WriteError::TooLarge { number: number.into(), what: "solutions" })
    };
    solutions.map(number).transpose()
}

/// A number as a value of an `int64` column.
pub(super) fn whole_number(number: u64, what: &'static str) -> Result<i64, WriteError> {
    i64::try_from(number).map_err(|_| WriteError::TooLarge { number: number.into(), what })
}

/// Writes a whole table into `file`; returns it with the number of rows, or `None` if the table is streamed or
/// has no rows.
///
/// # Errors
/// [`WriteError`].
pub fn write(
    table: &'static Table,
    contents: &Contents,
    file: StagedFile,
) -> Result<Option<(StagedFile, u64)>, WriteError> {
    let Fill::Whole(fill) = table.fill else { return Ok(None) };
    let columns = fill(contents)?;
    if columns.iter().all(|column| column.is_empty()) {
        return Ok(None);
    }
    let mut writer = TableWriter::new(table, contents.puzzle, file)?;
    writer.write(columns)?;
    writer.finish().map(Some)
}

/// What a table is, and what its columns are.
pub(super) struct Description {
    /// Its name.
    pub(super) name: &'static str,
    /// What a row is.
    pub(super) grain: &'static str,
    /// The columns that name a row; the rows are sorted by them.
    pub(super) key: &'static [&'static str],
    /// The columns that name rows of other tables.
    pub(super) foreign_keys: Vec<ForeignKey>,
    /// The columns.
    pub(super) columns: Vec<Column>,
    /// What it is a table of, as entries of the metadata: the puzzle, or something else.
    pub(super) of: Vec<(&'static str, String)>,
}

/// Writes a table batch by batch.
pub struct TableWriter {
    table: &'static str,
    schema: SchemaRef,
    path: PathBuf,
    failure: Failure,
    rows: u64,
    writer: ArrowWriter<StagedFile>,
}

impl TableWriter {
    /// Begins `table` in `file`.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn new(table: &'static Table, puzzle: &Puzzle, file: StagedFile) -> Result<Self, WriteError> {
        let of =
            vec![("puzzle", puzzle.name.clone()), ("definition_sha256", puzzle.definition_sha256.clone())];
        let Table { name, grain, key, .. } = *table;
        let (columns, foreign_keys) = ((table.columns)(puzzle), (table.foreign_keys)(puzzle));
        Self::described(&Description { name, grain, key, foreign_keys, columns, of }, file)
    }

    /// Begins the table of this description in `file`.
    pub(super) fn described(table: &Description, file: StagedFile) -> Result<Self, WriteError> {
        let metadata = key_values(table);
        // In the schema for who reads with Arrow, in the footer for all others.
        let in_schema = metadata.iter().cloned().collect::<HashMap<String, String>>();
        let fields: Vec<Field> = table.columns.iter().map(Column::field).collect();
        let schema = Arc::new(Schema::new(fields).with_metadata(in_schema));
        let (path, failure) = (file.target().to_owned(), file.failure());
        let properties = properties(table, metadata);
        let writer = ArrowWriter::try_new(file, schema.clone(), Some(properties))
            .map_err(|error| WriteError::parquet(&path, &failure, error))?;
        Ok(Self { table: table.name, schema, path, failure, rows: 0, writer })
    }

    /// Adds rows: one array for each column.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn write(&mut self, columns: Vec<ArrayRef>) -> Result<(), WriteError> {
        let batch = RecordBatch::try_new(self.schema.clone(), columns)
            .map_err(|error| WriteError::Columns { table: self.table, error })?;
        self.rows += batch.num_rows() as u64;
        self.writer.write(&batch).map_err(|error| WriteError::parquet(&self.path, &self.failure, error))
    }

    /// Completes the file; returns it with the number of rows.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn finish(self) -> Result<(StagedFile, u64), WriteError> {
        let file = self
            .writer
            .into_inner()
            .map_err(|error| WriteError::parquet(&self.path, &self.failure, error))?;
        Ok((file, self.rows))
    }
}

fn properties(table: &Description, metadata: Vec<(String, String)>) -> WriterProperties {
    let columns = &table.columns;
    let place = |key: &&str| columns.iter().position(|column| column.name == **key);
    let sorting = table.key.iter().filter_map(place);
    let sorting = sorting
        .map(|place| SortingColumn { column_idx: place as i32, descending: false, nulls_first: false })
        .collect();
    let mut builder = WriterProperties::builder();
    // The last column of a key counts up, so its differences are all alike.
    let counts_up =
        |column: &&Column| column.kind != Kind::Text && table.key.last() == Some(&column.name.as_str());
    if let Some(column) = columns.iter().find(counts_up) {
        let path = ColumnPath::from(column.name.as_str());
        builder = builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
    }
    builder
        .set_created_by(GENERATOR.to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL).unwrap_or_default()))
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_sorting_columns(Some(sorting))
        .set_key_value_metadata(Some(
            metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect(),
        ))
        .build()
}

/// What the file says of itself.
fn key_values(table: &Description) -> Vec<(String, String)> {
    let dictionary: Vec<serde_json::Value> =
        table.columns.iter().map(|column| column.entry(table.key.contains(&column.name.as_str()))).collect();
    let entry = |key: &str, value: String| (key.to_owned(), value);
    let mut entries = vec![
        entry("generator", GENERATOR.to_owned()),
        entry("schema_version", SCHEMA_VERSION.to_string()),
        entry("table", table.name.to_owned()),
        entry("row", table.grain.to_owned()),
        entry("primary_key", table.key.join(",")),
        entry("order", table.key.join(",")),
        entry("foreign_keys", foreign_keys(table).to_string()),
        entry("license", LICENSE.to_owned()),
    ];
    entries.extend(table.of.iter().map(|(key, value)| entry(key, value.clone())));
    entries.push(entry("data_dictionary", serde_json::Value::from(dictionary).to_string()));
    entries
}

/// The foreign keys as programs read them.
fn foreign_keys(table: &Description) -> serde_json::Value {
    let keys = table.foreign_keys.iter();
    keys.map(|key| serde_json::json!({ "columns": key.columns, "table": key.table, "to": key.to })).collect()
}
