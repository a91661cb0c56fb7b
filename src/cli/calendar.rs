//! `almanac calendar`: a year as a picture.

use super::{FromFolder, Usage, output};
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;
use tiling_almanac::dataset::anew;
use tiling_almanac::pipeline::{By, year_calendar};

/// Draw a year's calendar, each day coloured by a measure, as a PNG file.
///
/// Reads the tables that `almanac generate` made, and searches nothing.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac calendar 2027\n  \
    almanac calendar 2028 --by solutions --out 2028.png")]
pub struct Calendar {
    /// The year, from 1583 on
    #[arg(value_name = "YEAR")]
    year: i32,
    /// A measure, or weights for a score of several, as for rank
    #[arg(long, value_name = "MEASURE", default_value = "difficulty", value_parser = By::parse)]
    by: By,
    /// The file [default: calendar-YEAR.png]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    from: FromFolder,
}

impl Calendar {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let dataset = self.from.open()?;
        let days = dataset.puzzle.days_of_year(self.year).map_err(Usage::of)?;
        let drawn = year_calendar(&dataset, &self.by, self.year, &days)?;
        let png = drawn.ok_or_else(|| {
            anyhow!(
                "the dataset in {folder} has no {} of the days of {}; {} makes one with everything",
                self.by,
                self.year,
                anew(&dataset.folder),
                folder = dataset.folder.display()
            )
        })?;
        let out = self.out.unwrap_or_else(|| format!("calendar-{}.png", self.year).into());
        output::picture(&out, &png)
    }
}
