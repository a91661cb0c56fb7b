//! The documents that tell of a dataset, to people and to programs.
//!
//! [`DOCUMENTS`] is the register; each is one file of this module. All are made from the descriptions of the tables
//! that make the tables themselves, so none says anything else.

mod card;
mod croissant;
mod datapackage;
mod views;

pub use card::CARD_NAME;

use super::{FileEntry, Manifest, TABLES, Table, TestedClaim};
use crate::atlas::DEFAULT_NODE_LIMIT;
use crate::puzzle::{BUILT_IN, Puzzle};
use crate::search::STRATEGIES;

/// A document: an entry of [`DOCUMENTS`].
#[derive(Clone, Copy, Debug)]
pub struct Document {
    /// Its path inside the dataset's folder.
    pub path: &'static str,
    /// Whether it has the same bytes in every run with the same options; only then the manifest lists it.
    pub deterministic: bool,
    /// Its text.
    pub write: fn(&Subject) -> String,
}

/// The register of documents.
pub const DOCUMENTS: &[Document] =
    &[card::DOCUMENT, croissant::DOCUMENT, datapackage::DOCUMENT, views::DOCUMENT];

/// What documents tell of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What the dataset is; of its files those that are no documents.
    pub manifest: &'a Manifest,
    /// The files that the manifest leaves to the run record. Size and checksum differ from run to run, so that no
    /// deterministic document tells them.
    pub varying: &'a [FileEntry],
    /// Path and title of each figure.
    pub figures: &'a [(String, String)],
    /// What was put to the test, if anything was.
    pub claims: Option<&'a [TestedClaim]>,
}

impl Subject<'_> {
    /// The tables that the dataset has, in the order of the register, each with its file.
    fn tables(&self) -> impl Iterator<Item = (&'static Table, &FileEntry)> {
        let file = |table: &Table| {
            self.manifest.files.iter().chain(self.varying).find(|file| file.path == table.path())
        };
        TABLES.iter().filter_map(move |table| Some((table, file(table)?)))
    }

    /// Whether the dataset has a table of this name.
    fn has(&self, name: &str) -> bool {
        self.tables().any(|(table, _)| table.name == name)
    }

    /// What the dataset is called.
    fn title(&self) -> String {
        format!("{}: the almanac", self.puzzle.title)
    }

    /// A name without spaces.
    fn name(&self) -> String {
        format!("tiling-almanac-{}", self.puzzle.name)
    }

    /// Which dates and strategies it is of, in a sentence.
    fn scope(&self) -> String {
        let Manifest { options, puzzle, .. } = self.manifest;
        match self.manifest.partial {
            true => format!(
                "**This dataset is partial**: {}, strategies {}.",
                options.dates_told(puzzle.dates),
                options.strategies.join(", ")
            ),
            false => format!("All {} dates, every strategy.", puzzle.dates),
        }
    }

    /// What it is, in one paragraph.
    fn description(&self) -> String {
        let scope = self.scope().replace("**", "");
        format!("{} {scope} Made by {}.", self.puzzle.note, self.manifest.generator)
    }

    /// How it is cited.
    fn citation(&self) -> String {
        let Manifest { generator, puzzle, .. } = self.manifest;
        format!(
            "Tiling Almanac: {}. Dataset made by {generator}, definition of the puzzle {}.",
            self.title(),
            puzzle.definition_sha256
        )
    }

    /// The command that makes it. Of a puzzle that is not built in, it reads the definition in the dataset's folder.
    fn command(&self) -> String {
        let (puzzle, options) = (self.puzzle, &self.manifest.options);
        let mut command = "almanac generate".to_owned();
        match BUILT_IN.iter().position(|entry| entry.toml == puzzle.definition) {
            Some(0) => {}
            Some(place) => command += &format!(" --puzzle {}", BUILT_IN[place].name),
            None => command += &format!(" --puzzle {}", super::DEFINITION_NAME),
        }
        if options.dates != "all" {
            command += &format!(" --dates '{}'", options.dates);
        }
        if options.strategies.len() < STRATEGIES.len() {
            command += &format!(" --strategies {}", options.strategies.join(","));
        }
        if options.node_limit != DEFAULT_NODE_LIMIT {
            command += &format!(" --node-limit {}", options.node_limit);
        }
        command
    }

    /// Words that it is found by.
    fn keywords(&self) -> [&'static str; 6] {
        ["puzzle", "polyomino", "exact cover", "combinatorics", "calendar puzzle", "search"]
    }
}

/// A JSON value as the text of a file.
fn json_text(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests;
