//! `almanac puzzle check`: whether a definition is a puzzle.

use crate::cli::number::{counted, grouped};
use crate::cli::{definition, output};
use clap::Args;
use tiling_almanac::cover::{Cover, Parity};

/// Check a definition: all its defects, each with its line and the mend.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac puzzle check mine.toml\n  \
    almanac puzzle check dragonfjord")]
pub struct Check {
    /// The puzzle: a file with a definition, or a name that `almanac puzzle list` shows
    #[arg(value_name = "FILE|NAME")]
    puzzle: String,
}

impl Check {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = definition::read(&self.puzzle, None)?;
        definition::warn(&puzzle)?;
        let cover = Cover::new(&puzzle);
        let parity = Parity::of(&puzzle, &cover);
        let dates = puzzle.date_count();
        let ruled_out =
            (0..dates).filter(|&id| !parity.allows(&cover, puzzle.target(&puzzle.date(id)))).count();
        let warned = match puzzle.warnings.len() {
            0 => String::new(),
            1 => ", with 1 warning".to_owned(),
            warnings => format!(", with {warnings} warnings"),
        };
        let mut text = format!(
            "{} is a valid puzzle{warned}: {}, {}, {}, {}\n",
            puzzle.name,
            counted(puzzle.board.cells.len() as u64, "cell"),
            counted(puzzle.tile_count() as u64, "piece"),
            counted(dates as u64, "date"),
            counted(cover.placements().len() as u64, "placement"),
        );
        if ruled_out > 0 {
            text += &format!(
                "{} of its dates cannot be solved: on a checkerboard the pieces cannot cover the colours of their cells\n",
                grouped(ruled_out as u64)
            );
        }
        output::print(&text)
    }
}
