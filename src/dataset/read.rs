//! Reading the small tables back, for figures and summaries.

use super::{MANIFEST_NAME, Manifest, TABLES, Table, anew};
use crate::checksum;
use crate::puzzle::Puzzle;
use arrow_array::{Array, ArrayRef, Int8Array, Int16Array, Int32Array, RecordBatch, StringArray};
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use polars::prelude::{DataFrame, DataType, ParquetReader, PolarsError, SerReader};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Why a table could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is not there or cannot be opened.
    #[error("{} cannot be opened: {error}; {} makes it", path.display(), mend(path))]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is no such table.
    #[error("{} cannot be read as the table {table}: {error}; {} makes it anew", path.display(), mend(path))]
    Table {
        /// The file.
        path: PathBuf,
        /// The table.
        table: String,
        /// What does not fit.
        error: PolarsError,
    },
    /// The file is no Parquet file, or damaged.
    #[error("{} cannot be read: {problem}; {} makes it anew", path.display(), mend(path))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The file is none that this program makes.
    #[error("{} is damaged: {problem}; make it anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The file is another one than the manifest lists.
    #[error("{} is not the file that {MANIFEST_NAME} lists; {} makes it anew", path.display(), mend(path))]
    Changed {
        /// The file.
        path: PathBuf,
    },
}

/// The command that makes the dataset of a table.
fn mend(path: &Path) -> String {
    let folder = path.parent().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    anew(folder.unwrap_or(Path::new(".")))
}

/// The tables of a dataset, each read when it is first asked for.
pub struct Tables {
    paths: BTreeMap<String, PathBuf>,
    /// The checksums that the files must have, where known.
    checksums: BTreeMap<PathBuf, String>,
    frames: Mutex<BTreeMap<String, Arc<DataFrame>>>,
}

/// A table's file, read row by row as it is, without regard to what the manifest says.
pub struct TableFile {
    path: PathBuf,
    schema: SchemaRef,
    rows: u64,
}

impl TableFile {
    /// Opens the file.
    ///
    /// # Errors
    /// [`ReadError`], when it cannot be opened or is no Parquet file.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let builder = Self::builder(path)?;
        let rows = builder.metadata().file_metadata().num_rows();
        Ok(Self {
            path: path.to_owned(),
            schema: builder.schema().clone(),
            rows: u64::try_from(rows).unwrap_or(0),
        })
    }

    fn builder(path: &Path) -> Result<ParquetRecordBatchReaderBuilder<File>, ReadError> {
        let file = File::open(path).map_err(|error| ReadError::Open { path: path.to_owned(), error })?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file);
        builder.map_err(|error| ReadError::File { path: path.to_owned(), problem: error.to_string() })
    }

    /// What it says of itself under this key.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.schema.metadata().get(key).map(String::as_str)
    }

    /// How many rows it has.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// What is not as the table is meant: the schema, and keys that do not ascend.
    ///
    /// # Errors
    /// [`ReadError`], when the rows cannot be read.
    pub fn differences(&self, table: &Table, puzzle: &Puzzle) -> Result<Vec<String>, ReadError> {
        let mut differences = Vec::new();
        let wanted = table.schema(puzzle);
        if self.schema.fields() != wanted.fields() {
            differences.push("it has other columns than the program writes".to_owned());
            return Ok(differences);
        }
        let keys: Vec<usize> = table.key.iter().filter_map(|key| self.schema.index_of(key).ok()).collect();
        let mut last: Option<Vec<KeyValue>> = None;
        for batch in self.batches()? {
            let columns: Vec<ArrayRef> = keys.iter().map(|&key| batch.column(key).clone()).collect();
            for row in 0..batch.num_rows() {
                let key: Vec<KeyValue> = columns.iter().map(|column| KeyValue::of(column, row)).collect();
                if last.as_ref().is_some_and(|last| *last >= key) {
                    differences.push(format!("its rows do not ascend by {}", table.key.join(", ")));
                    return Ok(differences);
                }
                last = Some(key);
            }
        }
        Ok(differences)
    }

    /// The first value that another file with the same columns has otherwise, in words; `None` if there is none.
    ///
    /// # Errors
    /// [`ReadError`], when the rows cannot be read.
    pub fn first_difference(&self, other: &Self) -> Result<Option<String>, ReadError> {
        if self.schema != other.schema {
            return Ok(Some("the columns or what is told of them".to_owned()));
        }
        if self.rows != other.rows {
            return Ok(Some(format!("{} rows instead of {}", self.rows, other.rows)));
        }
        let mut before = 0;
        for (here, there) in self.batches()?.iter().zip(&other.batches()?) {
            for (place, field) in self.schema.fields().iter().enumerate() {
                let (here, there) = (here.column(place), there.column(place));
                let same = |row: &usize| here.slice(*row, 1) == there.slice(*row, 1);
                if here != there
                    && let Some(row) = (0..here.len().min(there.len())).find(|row| !same(row))
                {
                    return Ok(Some(format!("column {}, row {}", field.name(), before + row + 1)));
                }
            }
            before += here.num_rows();
        }
        Ok(None)
    }

    /// All rows.
    ///
    /// # Errors
    /// [`ReadError`], when they cannot be read.
    pub fn batches(&self) -> Result<Vec<RecordBatch>, ReadError> {
        let problem = |problem: String| ReadError::File { path: self.path.clone(), problem };
        let reader = Self::builder(&self.path)?.build().map_err(|error| problem(error.to_string()))?;
        reader.collect::<Result<_, _>>().map_err(|error| problem(error.to_string()))
    }
}

/// A value of a key, in the order of the rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum KeyValue {
    Missing,
    Number(i64),
    Text(String),
}

impl KeyValue {
    fn of(column: &ArrayRef, row: usize) -> Self {
        if column.is_null(row) {
            return Self::Missing;
        }
        let column = column.as_any();
        let number = column
            .downcast_ref::<Int8Array>()
            .map(|values| values.value(row).into())
            .or_else(|| column.downcast_ref::<Int16Array>().map(|values| values.value(row).into()))
            .or_else(|| column.downcast_ref::<Int32Array>().map(|values| values.value(row).into()));
        match (number, column.downcast_ref::<StringArray>()) {
            (Some(number), _) => Self::Number(number),
            (None, Some(texts)) => Self::Text(texts.value(row).to_owned()),
            (None, None) => Self::Missing,
        }
    }
}

impl Tables {
    /// The tables in the dataset's folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self::at(TABLES.iter().map(|table| (table.name.to_owned(), folder.join(table.path()))))
    }

    /// The tables in the dataset's folder, which must be those that the manifest lists.
    pub fn of(folder: &Path, manifest: &Manifest) -> Self {
        let listed = manifest.files.iter().map(|file| (folder.join(&file.path), file.sha256.clone()));
        Self { checksums: listed.collect(), ..Self::in_folder(folder) }
    }

    /// Tables by name, wherever they stand.
    pub fn at(paths: impl IntoIterator<Item = (String, PathBuf)>) -> Self {
        Self { paths: paths.into_iter().collect(), checksums: BTreeMap::new(), frames: Mutex::default() }
    }

    /// Whether there is a table called `name`: a dataset has only what its strategies lead to.
    pub fn has(&self, name: &str) -> bool {
        self.paths.get(name).is_some_and(|path| path.exists())
    }

    /// Whether there is a table called `table` with a column called `column`.
    ///
    /// # Errors
    /// [`ReadError`], when the table is damaged.
    pub fn has_column(&self, table: &str, column: &str) -> Result<bool, ReadError> {
        Ok(self.has(table) && self.frame(table)?.get_column_index(column).is_some())
    }

    /// The table called `name`.
    ///
    /// # Errors
    /// [`ReadError`], when it is missing or damaged.
    pub fn frame(&self, name: &str) -> Result<Arc<DataFrame>, ReadError> {
        // Not held while the table is read: the reader's threads may take up other work of this thread, which may want
        // the same table.
        let frames = || self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(frame) = frames().get(name) {
            return Ok(frame.clone());
        }
        let path = self.paths.get(name).cloned().unwrap_or_else(|| PathBuf::from(MANIFEST_NAME));
        let open = || File::open(&path).map_err(|error| ReadError::Open { path: path.clone(), error });
        let file = open()?;
        if let Some(wanted) = self.checksums.get(&path) {
            let found = checksum::of_reader(open()?)
                .map_err(|error| ReadError::Open { path: path.clone(), error })?;
            if found != *wanted {
                return Err(ReadError::Changed { path });
            }
        }
        let read = ParquetReader::new(file).finish();
        let frame = Arc::new(read.map_err(|error| ReadError::Table { path, table: name.into(), error })?);
        frames().insert(name.to_owned(), frame.clone());
        Ok(frame)
    }

    /// How many rows a table has.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn rows(&self, table: &str) -> Result<usize, ReadError> {
        Ok(self.frame(table)?.height())
    }

    /// A column of numbers, as floating point; a missing value is `None`.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn numbers(&self, table: &str, column: &str) -> Result<Vec<Option<f64>>, ReadError> {
        let frame = self.frame(table)?;
        let values = frame.column(column).and_then(|column| column.cast(&DataType::Float64));
        let read = values.and_then(|column| Ok(column.f64()?.iter().collect()));
        read.map_err(|error| self.unreadable(table, error))
    }

    /// A column of texts; a missing value is empty.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn texts(&self, table: &str, column: &str) -> Result<Vec<String>, ReadError> {
        let frame = self.frame(table)?;
        let read = frame.column(column).and_then(|column| {
            Ok(column.str()?.iter().map(|text| text.unwrap_or_default().to_owned()).collect())
        });
        read.map_err(|error| self.unreadable(table, error))
    }

    fn unreadable(&self, table: &str, error: PolarsError) -> ReadError {
        let path = self.paths.get(table).cloned().unwrap_or_default();
        ReadError::Table { path, table: table.into(), error }
    }
}
