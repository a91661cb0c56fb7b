//! `almanac hint`: some pieces of a solution.

use super::number::{counted, grouped};
use super::shown::{Which, at_most_all, solutions};
use super::{DateChoice, output, paint};
use anyhow::anyhow;
use clap::Args;
use tiling_almanac::atlas::Variety;
use tiling_almanac::cover::{Cover, PlacementId};

/// Show some pieces of a solution, and how many solutions they leave.
///
/// The pieces that help the least come first: each is the one that leaves the most solutions. With --clue it is the
/// other way round: as few pieces as leave one solution only.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac hint 10-27-tue                    one piece\n  \
    almanac hint 10-27-tue --show 3 --random=7    three, of another solution\n  \
    almanac hint \"Oct 27 Tue\" --clue          as few as leave one solution")]
pub struct Hint {
    #[command(flatten)]
    date: DateChoice,
    /// How many pieces to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    show: usize,
    /// Show the least number of pieces that leave exactly one solution
    #[arg(long, conflicts_with_all = ["show", "random"])]
    clue: bool,
    #[command(flatten)]
    which: Which,
}

impl Hint {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let (puzzle, date) = self.date.resolve()?;
        let pieces = puzzle.tile_count();
        at_most_all(&puzzle, self.show)?;
        let cover = Cover::new(&puzzle);
        let label = puzzle.date_title(&date);
        let solutions = solutions(&cover, &puzzle, &date)?;
        let count = solutions.len() / pieces;
        if count == 0 {
            return output::print(&format!("{label}: no solution, so there is no hint\n"));
        }
        let (shown, left): (Vec<PlacementId>, usize) = if self.clue {
            let clue = Variety::of(&cover, &solutions).and_then(|variety| variety.clue);
            (clue.ok_or_else(|| anyhow!("{label} has too many solutions to look for the least clue"))?, 1)
        } else {
            let shown = self.which.pieces(&puzzle, &solutions, self.show);
            let mut placements: Vec<PlacementId> = shown.iter().map(|hint| hint.placement).collect();
            placements.sort_unstable();
            (placements, shown.last().map_or(count, |hint| hint.left))
        };
        let have = if left == 1 { "has" } else { "have" };
        let them = if shown.len() == 1 { "it" } else { "them" };
        output::print(&format!(
            "{}\n{}\n\n{label}: {} of {}; {} of {} {have} {them}\n",
            paint::hint(&puzzle, &cover, &date, &shown),
            paint::legend(&puzzle),
            shown.len(),
            counted(pieces as u64, "piece"),
            grouped(left as u64),
            counted(count as u64, "solution"),
        ))
    }
}
