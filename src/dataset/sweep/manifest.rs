//! What a sweep is and what it consists of.

use super::super::manifest::{json, read};
use super::super::{FileEntry, GENERATOR, MANIFEST_NAME, ManifestError, PuzzleEntry, SCHEMA_VERSION};
use crate::checksum;
use crate::sweep::{Family, free_polyominoes};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a manifest of a sweep says of itself.
pub const SWEEP_KIND: &str = "sweep over sets of pieces";

/// What a sweep is: the same bytes in every run with the same options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepManifest {
    /// [`SWEEP_KIND`].
    pub kind: String,
    /// The program and its version.
    pub generator: String,
    /// The version of the tables' meaning.
    pub schema_version: u32,
    /// The puzzle whose board and dates these are.
    pub puzzle: PuzzleEntry,
    /// What was asked for.
    pub options: SweepOptions,
    /// The deterministic files but this one.
    pub files: Vec<FileEntry>,
    /// SHA-256 of this file as it is with nothing between the quotes here.
    pub sha256: String,
}

/// What a sweep was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepOptions {
    /// The choice of pieces as given; `None` for sets that were listed.
    pub pieces: Option<String>,
    /// The names of the pieces in the order of the bits of a set.
    pub family: Vec<String>,
    /// How many sets there are, in all shards together.
    pub sets: usize,
    /// How many sets were left out because of their areas.
    pub wrong_area: usize,
    /// SHA-256 of all sets: a line of names with spaces for each.
    pub sets_sha256: String,
    /// Which part of the sets this is, such as `2/4`; `None` for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

impl SweepOptions {
    /// The family; `None` if a name is that of no piece.
    pub fn family(&self) -> Option<Family> {
        let known: Vec<_> = (1..=6).flat_map(free_polyominoes).collect();
        let piece = |name: &String| known.iter().find(|piece| piece.name == *name).cloned();
        Family::new(self.family.iter().map(piece).collect::<Option<_>>()?).ok()
    }

    /// The choice in words.
    pub fn told(&self) -> String {
        self.pieces.clone().unwrap_or_else(|| "sets from a list".to_owned())
    }
}

impl SweepManifest {
    /// The manifest of a sweep of this program's version.
    pub fn new(puzzle: PuzzleEntry, options: SweepOptions, files: Vec<FileEntry>) -> Self {
        let manifest = Self {
            kind: SWEEP_KIND.to_owned(),
            generator: GENERATOR.to_owned(),
            schema_version: SCHEMA_VERSION,
            puzzle,
            options,
            files,
            sha256: String::new(),
        };
        Self { sha256: manifest.checksum(), ..manifest }
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
    /// [`ManifestError`], when there is a file of that name that cannot be read, is damaged, or is no manifest of a sweep.
    pub fn read(folder: &Path) -> Result<Option<Self>, ManifestError> {
        let path = folder.join(MANIFEST_NAME);
        let error = |problem: &str| ManifestError { path: path.clone(), problem: problem.to_owned() };
        let Some(value) = read::<serde_json::Value>(path.clone())? else { return Ok(None) };
        if value["kind"] != SWEEP_KIND {
            return Err(error("it is not that of a sweep over sets of pieces"));
        }
        let manifest: Self = serde_json::from_value(value).map_err(|problem| error(&problem.to_string()))?;
        match manifest.checksum() == manifest.sha256 {
            true if manifest.schema_version == SCHEMA_VERSION => Ok(Some(manifest)),
            true => Err(error("its tables are of another version")),
            false => Err(error("its own checksum is another one")),
        }
    }

    /// Whether every file that it names is in `folder` with its size.
    pub fn is_complete_in(&self, folder: &Path) -> bool {
        self.files.iter().all(|file| {
            std::fs::metadata(folder.join(&file.path)).is_ok_and(|found| found.len() == file.bytes)
        })
    }
}
