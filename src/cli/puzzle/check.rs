//! `almanac puzzle check`: whether a definition is a puzzle.

use crate::cli::number::{counted, grouped};
use crate::cli::{definition, faces_parser, output};
use clap::Args;
use tiling_almanac::cover::{Cover, Parity};
use tiling_almanac::pipeline::drawable;
use tiling_almanac::puzzle::Faces;

/// Check a definition: all its defects, each with its line and the mend.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac puzzle check mine.toml\n  \
    almanac puzzle check dragonfjord")]
pub struct Check {
    /// The puzzle: a file with a definition, or a name that `almanac puzzle list` shows
    #[arg(value_name = "FILE|NAME")]
    puzzle: String,
    /// Let its pieces lie on these faces only, whatever the definition says
    #[arg(long, value_name = "FACES", value_parser = faces_parser())]
    faces: Option<Faces>,
}

impl Check {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = definition::read(&self.puzzle, self.faces)?;
        definition::warn(&puzzle)?;
        if let Err(error) = drawable(&puzzle) {
            output::warning(&format!(
                "{}: {error}, so it can be solved and judged, but no figures can be drawn of it",
                self.puzzle
            ))?;
        }
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
