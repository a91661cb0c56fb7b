//! The figures of the dataset. Each is one file that takes its values from the tables; [`FIGURES`] is their
//! register.

mod board;
mod date_grid;
mod day_profile;
mod difficulty;
mod expected_nodes;
mod first_nodes;
mod month_by_weekday;
mod order_luck;
mod piece_heat;
mod placements;
mod scatter;
mod solutions;
mod solutions_by_month_and_day;
mod solutions_vs_effort;
mod strategies;

use super::{Canvas, PlotError};
use crate::cover::Cover;
use crate::dataset::{ReadError, Tables};
use crate::puzzle::Puzzle;

/// A figure of the dataset: an entry of [`FIGURES`].
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its name; the file is `figures/NAME.png`.
    pub name: &'static str,
    /// What it shows, in one line.
    pub title: &'static str,
    /// Whether the file has the same bytes in every run on every machine.
    pub deterministic: bool,
    /// Draws it; `None` if the puzzle or the dataset has nothing to show in it.
    pub draw: fn(&Source) -> Result<Option<Canvas>, FigureError>,
}

/// The register of figures.
pub const FIGURES: &[Figure] = &[
    solutions::FIGURE,
    difficulty::FIGURE,
    first_nodes::FIGURE,
    expected_nodes::FIGURE,
    solutions_by_month_and_day::FIGURE,
    month_by_weekday::FIGURE,
    placements::FIGURE,
    piece_heat::FIGURE,
    day_profile::FIGURE,
    solutions_vs_effort::FIGURE,
    order_luck::FIGURE,
    strategies::FIGURE,
];

/// What a figure is drawn from.
pub struct Source<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its placements.
    pub cover: &'a Cover,
    /// The tables.
    pub tables: &'a Tables,
}

/// Why a figure could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// A table is missing or damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The drawing failed.
    #[error("the figure cannot be drawn: {0}")]
    Plot(#[from] PlotError),
}

impl Figure {
    /// The file's path inside the dataset.
    pub fn path(&self) -> String {
        format!("figures/{}.png", self.name)
    }

    /// The PNG file's bytes; `None` if there is nothing to show.
    ///
    /// # Errors
    /// [`FigureError`].
    pub fn png(&self, source: &Source) -> Result<Option<Vec<u8>>, FigureError> {
        match (self.draw)(source)? {
            None => Ok(None),
            Some(canvas) => Ok(Some(canvas.into_png(self.title, crate::dataset::GENERATOR)?)),
        }
    }
}

#[cfg(test)]
mod tests;
