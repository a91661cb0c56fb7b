//! A dataset that was made before, for the commands that read it.

use super::{
    DEFINITION_NAME, Manifest, ManifestError, ReadError, SCHEMA_VERSION, SolutionsWriter, TableFile, Tables,
};
use crate::checksum;
use crate::cover::PlacementId;
use crate::puzzle::{Definition, Puzzle};
use arrow_array::Int16Array;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A dataset in a folder.
pub struct Dataset {
    /// The folder.
    pub folder: PathBuf,
    /// What it is.
    pub manifest: Manifest,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The tables.
    pub tables: Tables,
}

/// Why a folder is no dataset that can be read.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is none.
    #[error("there is no dataset in {folder}; `almanac generate --out {folder}` makes one", folder = .0.display())]
    Missing(PathBuf),
    /// It is a file.
    #[error("{} is a file, and a dataset is a folder, such as output", .0.display())]
    NoFolder(PathBuf),
    /// The manifest is damaged.
    #[error("{0}; `almanac generate` makes a dataset anew, in another folder with --out")]
    Manifest(#[from] ManifestError),
    /// The tables mean something else.
    #[error(
        "the dataset in {0} has tables of version {version}, and this program reads version {SCHEMA_VERSION}; \
         `almanac generate --out {0} --overwrite` makes it anew",
        folder.display()
    )]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The version of its tables.
        version: u32,
    },
    /// The definition of its puzzle is missing or is not the one that the manifest names.
    #[error(
        "{} is not the definition of the puzzle that the manifest names: {problem}; \
         `almanac generate --puzzle {name} --out {} --overwrite` makes the dataset anew",
        folder.join(DEFINITION_NAME).display(),
        folder.display()
    )]
    Puzzle {
        /// The folder.
        folder: PathBuf,
        /// The puzzle's name.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

impl Dataset {
    /// Opens the dataset in `folder`. Tables are read when they are asked for.
    ///
    /// # Errors
    /// [`OpenError`], when there is none, or none that this version can read.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        if folder.is_file() {
            return Err(OpenError::NoFolder(folder.to_owned()));
        }
        let manifest = Manifest::read(folder)?.ok_or_else(|| OpenError::Missing(folder.to_owned()))?;
        if manifest.schema_version != SCHEMA_VERSION {
            return Err(OpenError::Version { folder: folder.to_owned(), version: manifest.schema_version });
        }
        let puzzle = definition(folder, &manifest)?;
        let tables = Tables::of(folder, &manifest);
        Ok(Self { folder: folder.to_owned(), puzzle, tables, manifest })
    }

    /// The solutions of each date that has any, by number: one placement of each tile after the other, as they stand in the
    /// table.
    ///
    /// # Errors
    /// [`ReadError`], when the table is missing, damaged, or has other columns.
    pub fn solutions(&self) -> Result<BTreeMap<usize, Vec<PlacementId>>, ReadError> {
        let path = self.folder.join(SolutionsWriter::TABLE.path());
        let file = TableFile::open(&path)?;
        let mut solutions: BTreeMap<usize, Vec<PlacementId>> = BTreeMap::new();
        for batch in file.batches()? {
            let column = |name: &str| {
                let column = batch
                    .column_by_name(name)
                    .and_then(|column| column.as_any().downcast_ref::<Int16Array>());
                column.ok_or_else(|| ReadError::File {
                    path: path.clone(),
                    problem: format!("it lacks the column {name}"),
                })
            };
            let dates = column("date_id")?;
            let tiles: Vec<&Int16Array> = self
                .puzzle
                .tiles()
                .map(|tile| column(&self.puzzle.tile_column(tile)))
                .collect::<Result<_, _>>()?;
            for (row, date) in dates.values().iter().enumerate() {
                let rows = solutions.entry(*date as usize).or_default();
                rows.extend(tiles.iter().map(|tile| tile.value(row) as PlacementId));
            }
        }
        Ok(solutions)
    }

    /// What is left out, in words; `None` if the dataset is of all dates and strategies.
    pub fn omissions(&self) -> Option<String> {
        let options = &self.manifest.options;
        self.manifest.partial.then(|| {
            format!(
                "{}; strategies: {}",
                options.dates_told(self.manifest.puzzle.dates),
                options.strategies.join(", ")
            )
        })
    }
}

/// The puzzle as defined beside the manifest.
fn definition(folder: &Path, manifest: &Manifest) -> Result<Puzzle, OpenError> {
    let problem = |problem: String| OpenError::Puzzle {
        folder: folder.to_owned(),
        name: manifest.puzzle.name.clone(),
        problem,
    };
    let text = std::fs::read_to_string(folder.join(DEFINITION_NAME));
    let text = text.map_err(|error| problem(error.to_string()))?;
    if checksum::of_bytes(text.as_bytes()) != manifest.puzzle.definition_sha256 {
        return Err(problem("it has another checksum".to_owned()));
    }
    let definition = Definition::from_toml(&text).and_then(|definition| definition.validate());
    definition.map_err(|error| problem(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::{MANIFEST_NAME, Options, PuzzleEntry};
    use super::*;
    use crate::puzzle::built_in;

    fn manifest() -> Manifest {
        let puzzle = built_in("mini").expect("built in");
        let entry = PuzzleEntry {
            name: puzzle.name,
            title: puzzle.title,
            definition_sha256: puzzle.definition_sha256,
            dates: 28,
        };
        let strategies = vec!["mrv".to_owned()];
        let options =
            Options { dates: "Win".to_owned(), dates_solved: 7, strategies, node_limit: 1, shard: None };
        Manifest::new(entry, options, true, Vec::new())
    }

    fn open(manifest: &Manifest) -> Result<Dataset, OpenError> {
        let folder = tempfile::tempdir().expect("a folder");
        let text = serde_json::to_vec(manifest).expect("it becomes JSON");
        std::fs::write(folder.path().join(MANIFEST_NAME), text).expect("written");
        let definition = built_in("mini").expect("built in").definition;
        std::fs::write(folder.path().join(DEFINITION_NAME), definition).expect("written");
        Dataset::open(folder.path())
    }

    #[test]
    fn a_dataset_says_what_it_lacks() {
        let dataset = open(&manifest()).expect("it is one");
        assert_eq!(dataset.omissions().as_deref(), Some("7 of 28 dates; strategies: mrv"));
        assert_eq!(open(&Manifest { partial: false, ..manifest() }).expect("it is one").omissions(), None);
    }

    #[test]
    fn what_is_no_dataset_says_how_to_make_one() {
        let message = |error: Result<Dataset, OpenError>| error.err().expect("it is none").to_string();
        let missing = message(Dataset::open(Path::new("/no/such")));
        assert!(
            missing.contains("there is no dataset in /no/such; `almanac generate --out /no/such`"),
            "{missing}"
        );
        let later = message(open(&Manifest { schema_version: 99, ..manifest() }));
        assert!(later.contains("has tables of version 99"), "{later}");
        let mut other = manifest();
        other.puzzle.definition_sha256 = "0".repeat(64);
        let other = message(open(&other));
        assert!(other.contains("the manifest names: it has another checksum"), "{other}");
        assert!(other.contains("`almanac generate --puzzle mini --out "), "{other}");
    }
}
