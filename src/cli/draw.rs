//! `almanac draw`: a solution or a hint as a picture.

use super::{PuzzleChoice, Usage, output};
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;
use tiling_almanac::atlas::least_helpful_first;
use tiling_almanac::cover::{Cover, PlacementId};
use tiling_almanac::dataset::GENERATOR;
use tiling_almanac::plot::Tiling;
use tiling_almanac::random::Random;
use tiling_almanac::search::frontier::OneDate;

/// Draw a solution of a date, or some of its pieces, as a PNG file.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac draw 10-27-tue\n  \
    almanac draw 10-27-tue --show 2 --out hint.png    two pieces, those that help the least\n  \
    almanac draw 10-27-tue --show 0 --no-title        the empty board of that date")]
pub struct Draw {
    /// The date: 2026-10-27, 10-27-tue or "Oct 27 Tue"
    #[arg(num_args = 0.., value_name = "DATE")]
    date: Vec<String>,
    #[command(flatten)]
    puzzle: PuzzleChoice,
    /// How many pieces to show, those that help the least first [default: all]
    #[arg(long, value_name = "N")]
    show: Option<usize>,
    /// A solution drawn at random instead of the first one; the same one for the same seed, which is 0 if none is
    /// given
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    random: Option<u64>,
    /// Leave out the title and what is below it
    #[arg(long)]
    no_title: bool,
    /// The file [default: the date with dashes, such as oct-27-tue.png]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Draw {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = self.puzzle.puzzle.puzzle();
        let date = puzzle.parse_date(&self.date.join(" ")).map_err(Usage::of)?;
        let pieces = puzzle.pieces.len();
        let show = self.show.unwrap_or(pieces);
        if show > pieces {
            return Err(Usage::of(anyhow!("--show {show}: the puzzle has {pieces} pieces")));
        }
        let cover = Cover::new(&puzzle);
        let label = puzzle.date_title(&date);
        let solutions = OneDate::new(&cover, puzzle.target(&date))?.solutions();
        let count = solutions.len() / pieces;
        if count == 0 && show > 0 {
            return Err(anyhow!("{label} has no solution; --show 0 draws its empty board"));
        }
        let shown: Vec<PlacementId> = if show == 0 {
            Vec::new()
        } else {
            let place = self.random.map_or(0, |seed| Random::with_seed(seed).below(count as u64) as usize);
            let hints = least_helpful_first(&solutions[place * pieces..(place + 1) * pieces], &solutions);
            hints[..show].iter().map(|hint| hint.placement).collect()
        };
        let mut tiling = Tiling::of(&puzzle, &cover, &shown, &date);
        if !self.no_title {
            tiling.title = label.clone();
        }
        let png = tiling.render()?.into_png(&puzzle.title, GENERATOR)?;
        let name = if puzzle.groups.is_empty() { &puzzle.name } else { &label };
        let file: String =
            name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        output::picture(&self.out.unwrap_or_else(|| format!("{file}.png").into()), &png)
    }
}
