//! What a dataset is and what it consists of.

use super::{GENERATOR, SCHEMA_VERSION};
use crate::checksum;
use crate::puzzle::BUILT_IN;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The manifest's file name. It is written last, so a folder without it is unfinished.
pub const MANIFEST_NAME: &str = "manifest.json";
/// The file name of the definition of a dataset's puzzle.
pub const DEFINITION_NAME: &str = "puzzle.toml";
/// The file name of the record of this run on this machine.
pub const RUN_NAME: &str = "run.json";

/// What a dataset is: the same bytes in every run with the same options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program and its version.
    pub generator: String,
    /// The version of the tables' meaning.
    pub schema_version: u32,
    /// The puzzle.
    pub puzzle: PuzzleEntry,
    /// What was asked for.
    pub options: Options,
    /// Whether some dates or strategies were left out.
    pub partial: bool,
    /// The deterministic files but this one.
    pub files: Vec<FileEntry>,
    /// SHA-256 of this file as it is with nothing between the quotes here, so that damage to it shows, too.
    pub sha256: String,
}

/// A file that should be a manifest and is not.
#[derive(Debug, thiserror::Error)]
#[error("{} is no manifest that this version can read: {problem}", path.display())]
pub struct ManifestError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: String,
}

/// The puzzle of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleEntry {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// SHA-256 of its definition.
    pub definition_sha256: String,
    /// How many dates it has.
    pub dates: usize,
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The date filter as given; `all` without one.
    pub dates: String,
    /// How many dates were solved.
    pub dates_solved: usize,
    /// The strategies that were run.
    pub strategies: Vec<String>,
    /// The node limit of the strategies that are not exhaustive.
    pub node_limit: u64,
    /// Which part of the dates this is, such as `2/4`; `None` for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

impl Options {
    /// Which dates were solved, of so many, in words.
    pub fn dates_told(&self, all: usize) -> String {
        match self.dates_solved == all {
            true => format!("all {all} dates"),
            false => format!("{} of {all} dates", self.dates_solved),
        }
    }
}

/// A file of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path inside the dataset's folder.
    pub path: String,
    /// Rows, if it is a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// Size.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// What is true of one run on one machine only.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// The program and its version.
    pub generator: String,
    /// Threads that searched.
    pub threads: usize,
    /// Processors that the system offers.
    pub processors: usize,
    /// Operating system and processor architecture.
    pub platform: String,
    /// What each stage cost.
    pub stages: Vec<StageCost>,
    /// The files that differ from run to run.
    pub files: Vec<FileEntry>,
    /// SHA-256 of this record with an empty text in this place.
    #[serde(default)]
    pub sha256: String,
}

/// What a stage of a run cost.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StageCost {
    /// The stage.
    pub stage: String,
    /// CPU time of the whole process, in seconds.
    pub cpu_seconds: f64,
    /// Time on the clock, in seconds.
    pub wall_seconds: f64,
}

impl RunRecord {
    /// The record in `folder`; `None` if there is none, as in a clone.
    ///
    /// # Errors
    /// [`ManifestError`], when it cannot be read, or its checksum is another one.
    pub fn read(folder: &Path) -> Result<Option<Self>, ManifestError> {
        let read: Option<Self> = read(folder.join(RUN_NAME))?;
        match read {
            Some(record) if record.checksum() != record.sha256 => {
                let problem = "its own checksum is another one".to_owned();
                Err(ManifestError { path: folder.join(RUN_NAME), problem })
            }
            read => Ok(read),
        }
    }

    /// The same with its own checksum.
    pub fn sealed(self) -> Self {
        Self { sha256: self.checksum(), ..self }
    }

    fn checksum(&self) -> String {
        checksum::of_bytes(&json(&Self { sha256: String::new(), ..self.clone() }))
    }

    /// The contents of its file.
    pub fn to_json(&self) -> Vec<u8> {
        json(self)
    }
}

impl Manifest {
    /// The manifest of a dataset of this program's version.
    pub fn new(puzzle: PuzzleEntry, options: Options, partial: bool, files: Vec<FileEntry>) -> Self {
        let (generator, schema_version) = (GENERATOR.to_owned(), SCHEMA_VERSION);
        let manifest =
            Self { generator, schema_version, puzzle, options, partial, files, sha256: String::new() };
        manifest.sealed()
    }

    /// The same with its own checksum.
    pub fn sealed(self) -> Self {
        Self { sha256: self.checksum(), ..self }
    }

    /// What its own checksum must be.
    pub fn checksum(&self) -> String {
        checksum::of_bytes(&Self { sha256: String::new(), ..self.clone() }.to_json())
    }

    /// The contents of its file.
    pub fn to_json(&self) -> Vec<u8> {
        json(self)
    }

    /// The manifest in `folder`; `None` if there is none.
    ///
    /// # Errors
    /// [`ManifestError`], when there is a file of that name that cannot be read or is no manifest.
    pub fn read(folder: &Path) -> Result<Option<Self>, ManifestError> {
        read(folder.join(MANIFEST_NAME))
    }

    /// Whether every file that it names is in `folder` with its size.
    pub fn is_complete_in(&self, folder: &Path) -> bool {
        self.files.iter().all(|file| {
            std::fs::metadata(folder.join(&file.path)).is_ok_and(|found| found.len() == file.bytes)
        })
    }
}

/// A file of JSON; `None` if there is none.
pub(super) fn read<T: DeserializeOwned>(path: PathBuf) -> Result<Option<T>, ManifestError> {
    let bytes = match std::fs::read(&path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        read => read.map_err(|error| ManifestError { path: path.clone(), problem: error.to_string() })?,
    };
    let parsed = serde_json::from_slice(&bytes);
    parsed.map(Some).map_err(|error| ManifestError { path, problem: error.to_string() })
}

pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("plain structs become JSON");
    text.push(b'\n');
    text
}

/// The command that makes the dataset in `folder` anew: of the puzzle that it has, if that can be told.
pub fn anew(folder: &Path) -> String {
    let manifest = Manifest::read(folder).ok().flatten();
    let name = manifest.map_or_else(|| BUILT_IN[0].name.to_owned(), |manifest| manifest.puzzle.name);
    let puzzle = match BUILT_IN.iter().position(|entry| entry.name == name) {
        Some(0) => String::new(),
        Some(_) => format!("--puzzle {name} "),
        None => format!("--puzzle {} ", folder.join(DEFINITION_NAME).display()),
    };
    format!("`almanac generate {puzzle}--out {} --overwrite`", folder.display())
}
