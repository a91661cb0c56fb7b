//! Reading the small tables back, for figures and summaries.

use super::{MANIFEST_NAME, Manifest, TABLES};
use crate::checksum;
use polars::prelude::{DataFrame, DataType, ParquetReader, PolarsError, SerReader};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

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
    format!("`almanac generate --out {} --overwrite`", folder.unwrap_or(Path::new(".")).display())
}

/// The tables of a dataset, each read when it is first asked for.
pub struct Tables {
    paths: BTreeMap<String, PathBuf>,
    /// The checksums that the files must have, where known.
    checksums: BTreeMap<PathBuf, String>,
    frames: RefCell<BTreeMap<String, Rc<DataFrame>>>,
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
        Self { paths: paths.into_iter().collect(), checksums: BTreeMap::new(), frames: RefCell::default() }
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
    pub fn frame(&self, name: &str) -> Result<Rc<DataFrame>, ReadError> {
        if let Some(frame) = self.frames.borrow().get(name) {
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
        let frame = Rc::new(read.map_err(|error| ReadError::Table { path, table: name.into(), error })?);
        self.frames.borrow_mut().insert(name.to_owned(), frame.clone());
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
