//! Why a dataset was not made.

use crate::atlas::{AtlasError, Disagreement};
use crate::cover::SolutionDefect;
use crate::dataset::{MANIFEST_NAME, ManifestError, ReadError, WriteError};
use crate::plot::figures::FigureError;
use crate::puzzle::Puzzle;
use crate::search::{OutOfReach, Strategy};
use std::path::PathBuf;

/// Why a dataset was not made. Only complete files stand under final names, and if renaming them failed
/// half-way, there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// The folder holds a complete dataset.
    #[error("{} holds a complete dataset; give --overwrite to replace it, or another folder with --out", .0.display())]
    Exists(PathBuf),
    /// The folder holds a dataset of another puzzle.
    #[error(
        "{} holds a dataset of the puzzle {there}, and one of {wanted} does not take its place; give another folder with \
         --out, or remove it yourself",
        folder.display()
    )]
    OtherPuzzle {
        /// The folder.
        folder: PathBuf,
        /// The puzzle of its dataset.
        there: String,
        /// The puzzle asked for.
        wanted: String,
    },
    /// The folder holds a dataset of more than is asked for.
    #[error(
        "{} holds a dataset of all dates and strategies, though not all its files, and this run would put less in its \
         place; give another folder with --out, or --overwrite to replace it",
        .0.display()
    )]
    MoreThere(PathBuf),
    /// The folder holds an unfinished run of other options.
    #[error(
        "{} holds an unfinished run of other options: {}; give the same options to go on, or --restart to begin anew",
        folder.display(),
        differences.join("; ")
    )]
    Unfinished {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// Shards that do not make a whole.
    #[error("these cannot be merged:{}", .0.iter().map(|problem| format!("\n  {problem}")).collect::<String>())]
    Shards(Vec<String>),
    /// The folder holds files that are no dataset of ours.
    #[error(
        "{} would be replaced, and no {MANIFEST_NAME} beside it says that it belongs to a dataset; \
         choose another folder with --out, or remove it yourself",
        .0.display()
    )]
    Foreign(PathBuf),
    /// The folder's manifest cannot be understood, so it is unknown what would be replaced.
    #[error("{0}; choose another folder with --out, or remove it yourself")]
    Manifest(#[from] ManifestError),
    /// The puzzle is too large for a strategy.
    #[error("{0}; leave it out with --strategies")]
    OutOfReach(#[from] OutOfReach),
    /// The observer asked to stop.
    #[error("stopped before the end, as asked")]
    Cancelled,
    /// A search could not be made.
    #[error(transparent)]
    Atlas(Box<AtlasError<ReceiveError>>),
    /// Two ways to count the solutions do not agree.
    #[error("{what}; this is a fault of the program, so please report it")]
    Conservation {
        /// What was counted.
        what: String,
    },
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A figure could not be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// A table could not be read back.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl PipelineError {
    /// Whether it was stopped as asked.
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Cancelled => true,
            Self::Atlas(error) => matches!(**error, AtlasError::Cancelled),
            _ => false,
        }
    }

    /// Whether results contradict each other.
    pub fn is_difference(&self) -> bool {
        let error = match self {
            Self::Conservation { .. } => return true,
            Self::Atlas(error) => error,
            _ => return false,
        };
        matches!(
            **error,
            AtlasError::Receiver(
                ReceiveError::Disagreement(_) | ReceiveError::Solution { .. } | ReceiveError::Classes { .. }
            )
        )
    }
}

/// What is wrong with a measurement.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// Two strategies disagree.
    #[error(transparent)]
    Disagreement(#[from] Box<Disagreement>),
    /// A search handed out what is no solution.
    #[error(
        "a solution of {date} by {strategy} is wrong: {defect}; this is a fault of the program, so please report it"
    )]
    Solution {
        /// The date in words.
        date: String,
        /// The strategy.
        strategy: &'static str,
        /// What is wrong.
        defect: SolutionDefect,
    },
    /// Two ways to count solutions up to symmetry do not agree.
    #[error(
        "the solutions of {date} fall into {classes} classes, and Burnside's lemma gives another number; this is a fault of \
         the program, so please report it"
    )]
    Classes {
        /// The date in words.
        date: String,
        /// Classes found.
        classes: usize,
    },
    /// What an interrupted run kept is not what there is.
    #[error("the searches of {date} that an interrupted run left are damaged; give --restart to begin anew")]
    Kept {
        /// The date in words.
        date: String,
    },
    /// The table of solutions could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl ReceiveError {
    pub(super) fn wrong(
        puzzle: &Puzzle,
        date_id: usize,
        strategy: &Strategy,
        defect: SolutionDefect,
    ) -> Self {
        Self::Solution { date: puzzle.date_label(&puzzle.date(date_id)), strategy: strategy.name, defect }
    }
}

impl From<AtlasError<ReceiveError>> for PipelineError {
    fn from(error: AtlasError<ReceiveError>) -> Self {
        Self::Atlas(Box::new(error))
    }
}
