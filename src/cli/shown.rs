//! Some pieces of a solution: what `hint` and `draw` show.

use super::Usage;
use anyhow::anyhow;
use clap::Args;
use tiling_almanac::atlas::{Hint, least_helpful_first};
use tiling_almanac::cover::{Cover, PlacementId};
use tiling_almanac::puzzle::{Date, Puzzle};
use tiling_almanac::random::Random;
use tiling_almanac::search::frontier::OneDate;

/// Which solution of a date.
#[derive(Args)]
pub struct Which {
    /// A solution drawn at random instead of the first one; the same one for the same seed, which is 0 if none is
    /// given
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    random: Option<u64>,
}

impl Which {
    /// So many pieces of one of the solutions, which must not be none: those that help the least, first.
    pub fn pieces(&self, puzzle: &Puzzle, solutions: &[PlacementId], show: usize) -> Vec<Hint> {
        let pieces = puzzle.tile_count();
        let count = (solutions.len() / pieces) as u64;
        let place = self.random.map_or(0, |seed| Random::with_seed(seed).below(count) as usize);
        let mut hints = least_helpful_first(&solutions[place * pieces..(place + 1) * pieces], solutions);
        hints.truncate(show);
        hints
    }
}

/// All solutions of a date, unless they are too many.
pub fn solutions(cover: &Cover, puzzle: &Puzzle, date: &Date) -> anyhow::Result<Vec<PlacementId>> {
    OneDate::new(cover, puzzle.target(date))?.solutions().map_err(|error| {
        anyhow!(
            "{} has {error}; `almanac solve --count` counts them, and `almanac solve --random` draws one",
            puzzle.date_title(date)
        )
    })
}

/// Refuses to show more pieces than there are.
pub fn at_most_all(puzzle: &Puzzle, show: usize) -> anyhow::Result<()> {
    let pieces = puzzle.tile_count();
    if show > pieces {
        return Err(Usage::of(anyhow!("--show {show}: the puzzle has {pieces} pieces")));
    }
    Ok(())
}
