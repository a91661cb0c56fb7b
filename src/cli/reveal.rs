//! `almanac reveal`: which date a tiling shows.

use super::{PuzzleChoice, input, output};
use anyhow::anyhow;
use clap::Args;
use std::io::Read;
use std::path::PathBuf;
use tiling_almanac::cover::{Cover, check, read_drawing};

/// Tell which date a tiling shows, or what is wrong with it.
///
/// The tiling is drawn with a line for each row of the board: a letter for each covered cell, the same all over a piece,
/// and a dot or the label for each exposed cell; with spaces between or without. Which letter is which piece does not
/// matter. A row of the board without cells is an empty line. What `almanac solve` draws can be read.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac solve 10-27-tue | almanac reveal -\n  \
    almanac reveal tiling.txt")]
pub struct Reveal {
    /// The file with the drawing; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    puzzle: PuzzleChoice,
}

impl Reveal {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = self.puzzle.resolve()?;
        let cover = Cover::new(&puzzle);
        let text = self.text()?;
        let (date, solution) = read_drawing(&puzzle, &cover, &text).map_err(|defects| {
            let lines: Vec<String> = defects.iter().map(|defect| format!("\n  {defect}")).collect();
            anyhow!("this is no solution of {}:{}", puzzle.title, lines.concat())
        })?;
        check(&puzzle, &cover, &date, &solution)?;
        let exists = puzzle.calendar().is_none_or(|calendar| calendar.exists(&date));
        let remark = if exists { "" } else { ", which the calendar does not have" };
        let solution = if puzzle.groups.is_empty() { "a solution of " } else { "" };
        output::print(&format!("{solution}{}{remark}\n", puzzle.date_title(&date)))
    }

    fn text(&self) -> anyhow::Result<String> {
        let shown = self.file.display();
        let source: Box<dyn Read> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin())
        } else {
            Box::new(
                std::fs::File::open(&self.file)
                    .map_err(|error| anyhow!("{shown} cannot be opened: {error}"))?,
            )
        };
        let text = input::text(source, &shown.to_string(), "drawing")?;
        Ok(anstream::adapter::strip_str(&text).to_string())
    }
}
