//! What is made sure before the long work begins.

use super::journal::Read;
use super::{JOURNAL_NAME, PipelineError, SHARD_NAME};
use crate::dataset::{DEFINITION_NAME, DOCUMENTS, Manifest, RUN_NAME, TABLES};
use crate::plot::figures::{FIGURES, FigureError};
use crate::plot::text::check_glyphs;
use crate::puzzle::Puzzle;
use std::path::Path;

/// The tables, figures and documents that a dataset may have.
pub(super) fn known_paths() -> impl Iterator<Item = String> {
    let figures = FIGURES.iter().map(|figure| figure.path());
    let documents = DOCUMENTS.iter().map(|document| document.path.to_owned());
    TABLES.iter().map(|table| table.path()).chain(figures).chain(documents).chain([SHARD_NAME.to_owned()])
}

/// Refuses a folder in which something would be replaced that is no dataset of ours; and unless `overwrite`
/// allows it, one with a complete dataset, and for a `partial` run one with a dataset of all dates and
/// strategies. So what a clone has of the latter, which is not all its tables, may be made whole, but nothing
/// less takes its place. A dataset of a puzzle of another name is never replaced.
pub(super) fn nothing_is_lost(
    folder: &Path,
    puzzle: &Puzzle,
    overwrite: bool,
    partial: bool,
) -> Result<(), PipelineError> {
    match Manifest::read(folder)? {
        Some(manifest) if manifest.puzzle.name != puzzle.name => Err(PipelineError::OtherPuzzle {
            folder: folder.to_owned(),
            there: manifest.puzzle.name,
            wanted: puzzle.name.clone(),
        }),
        Some(manifest) if !overwrite && manifest.is_complete_in(folder) => {
            Err(PipelineError::Exists(folder.to_owned()))
        }
        Some(manifest) if !overwrite && partial && !manifest.partial => {
            Err(PipelineError::MoreThere(folder.to_owned()))
        }
        Some(_) => Ok(()),
        // A run that was killed while it gave files their names is ours, and goes on.
        None if Read::from(&folder.join(JOURNAL_NAME))?.is_some() => Ok(()),
        None => {
            let fixed = [DEFINITION_NAME, RUN_NAME].map(str::to_owned);
            match known_paths().chain(fixed).map(|path| folder.join(path)).find(|path| path.exists()) {
                Some(path) => Err(PipelineError::Foreign(path)),
                None => Ok(()),
            }
        }
    }
}

/// Refuses a puzzle with texts that the figures' font lacks, before hours are spent.
///
/// # Errors
/// [`FigureError`], which names the first sign that is missing.
pub fn drawable(puzzle: &Puzzle) -> Result<(), FigureError> {
    let labels = puzzle.groups.iter().flat_map(|group| group.labels.iter().map(|label| label.text.as_str()));
    for text in [puzzle.title.as_str()].into_iter().chain(labels) {
        check_glyphs(text)?;
    }
    Ok(())
}
