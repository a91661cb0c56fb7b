//! `almanac draw`: a solution or a hint as a picture.

use super::shown::{Which, at_most_all, solutions};
use super::{DateChoice, output};
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;
use tiling_almanac::cover::{Cover, PlacementId};
use tiling_almanac::dataset::GENERATOR;
use tiling_almanac::plot::Tiling;

/// Draw a solution of a date, or some of its pieces, as a PNG file.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac draw 10-27-tue\n  \
    almanac draw 10-27-tue --show 2 --out hint.png    two pieces, those that help the least\n  \
    almanac draw 10-27-tue --show 0 --no-title        the empty board of that date")]
pub struct Draw {
    #[command(flatten)]
    date: DateChoice,
    /// How many pieces to show, those that help the least first [default: all]
    #[arg(long, value_name = "N")]
    show: Option<usize>,
    #[command(flatten)]
    which: Which,
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
        let (puzzle, date) = self.date.resolve()?;
        let pieces = puzzle.tile_count();
        let show = self.show.unwrap_or(pieces);
        at_most_all(&puzzle, show)?;
        let cover = Cover::new(&puzzle);
        let label = puzzle.date_title(&date);
        let solutions = if show == 0 { Vec::new() } else { solutions(&cover, &puzzle, &date)? };
        if solutions.is_empty() && show > 0 {
            return Err(anyhow!("{label} has no solution; --show 0 draws its empty board"));
        }
        let shown: Vec<PlacementId> = match show {
            0 => Vec::new(),
            _ => self.which.pieces(&puzzle, &solutions, show).iter().map(|hint| hint.placement).collect(),
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
