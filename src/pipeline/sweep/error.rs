//! Why a sweep was not made, joined or reported.

use crate::dataset::{MANIFEST_NAME, ManifestError, ReadError, WriteError};
use crate::plot::PlotError;
use crate::sweep::SweepError;
use std::path::PathBuf;

/// Why a sweep was not made, joined or reported. Only complete files stand under final names, and if renaming them failed
/// half-way, there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum SweepJobError {
    /// The folder holds a complete sweep.
    #[error("{} holds a complete sweep; give --overwrite to replace it, or another folder with --out", .0.display())]
    Exists(PathBuf),
    /// The folder holds files that are no sweep of ours.
    #[error(
        "{} would be replaced, and no {MANIFEST_NAME} beside it says that it belongs to a sweep; choose another folder with \
         --out, or remove it yourself",
        .0.display()
    )]
    Foreign(PathBuf),
    /// There is no sweep in the folder.
    #[error("there is no sweep in {folder}; `almanac sweep --out {folder}` makes one", folder = .0.display())]
    Missing(PathBuf),
    /// The folder's manifest is none of a sweep.
    #[error("{0}; choose another folder, or remove it yourself")]
    Manifest(#[from] ManifestError),
    /// What the folder holds is not what its manifest says.
    #[error("{}: {problem}; make the sweep anew", folder.display())]
    Damaged {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Shards that do not make a whole.
    #[error("these cannot be merged:{}", .0.iter().map(|problem| format!("\n  {problem}")).collect::<String>())]
    Shards(Vec<String>),
    /// The sets could not be counted.
    #[error(transparent)]
    Count(Box<SweepError>),
    /// Two ways to count the solutions do not agree.
    #[error(
        "the numbers of solutions of the set {set} are others when it is counted by itself; this is a fault of the \
         program, so please report it"
    )]
    Different {
        /// The names of its pieces.
        set: String,
    },
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A table could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A figure could not be drawn.
    #[error("a figure cannot be drawn: {0}")]
    Plot(#[from] PlotError),
    /// The observer asked to stop.
    #[error("stopped before the end, as asked")]
    Cancelled,
}

impl SweepJobError {
    /// Whether results contradict each other.
    pub fn is_difference(&self) -> bool {
        matches!(self, Self::Different { .. })
    }

    /// The error of counting whose receiver may fail with one of these.
    pub(super) fn of(error: SweepError<Self>) -> Self {
        Self::Count(Box::new(match error {
            SweepError::Receiver(error) => return error,
            SweepError::Cancelled => return Self::Cancelled,
            SweepError::SeveralExposed { puzzle } => SweepError::SeveralExposed { puzzle },
            SweepError::TooManyDates { puzzle, dates, groups } => {
                SweepError::TooManyDates { puzzle, dates, groups }
            }
            SweepError::UnknownPiece { number, pieces } => SweepError::UnknownPiece { number, pieces },
            SweepError::WrongArea { set, area, needed, puzzle } => {
                SweepError::WrongArea { set, area, needed, puzzle }
            }
            SweepError::OutOfReach(why) => SweepError::OutOfReach(why),
            SweepError::Threads(error) => SweepError::Threads(error),
        }))
    }
}
