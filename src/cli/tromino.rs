//! `almanac tromino`: L-trominoes on a board with a hole.

mod counts;
mod tiling;

use super::{Usage, output};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tiling_almanac::dataset::{StagedFile, WriteError};
use tiling_almanac::tromino::TrominoError;
use tiling_almanac::tromino::counts::CountError;

/// Tile a board of 2^k x 2^k cells but for a hole with L-trominoes, or count the ways to do so.
///
/// The board is cut into quadrants; one tromino at the centre covers a cell of each quadrant without the hole, and the
/// quadrants are tiled alike. Trominoes are numbered from 0 in this order, those of the quadrants from north-west to
/// south-east. Rows and columns are numbered from 0.
///
/// As text, a tiling is the grid of these numbers with a full stop for the hole; as CSV and Parquet, a row for each cell
/// in reading order, without a number on the hole; as JSON, an object with k, the hole as [row, column], how many
/// trominoes there are, and `tromino_ids`, the grid as a list of rows with null for the hole. Counts are written alike,
/// by k and hole, but in JSON as text, since they can have more digits than its readers keep. Every tiling is checked,
/// and every number counted by two methods, before anything is written.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac tromino --k 3 --hole 5,2\n  \
    almanac tromino --k 5 --hole 0,31 --out tiling.png\n  \
    almanac tromino --k 10 --hole 512,77 --out tiling.parquet\n  \
    almanac tromino --count --k 3                       the ways to tile, for every hole\n  \
    almanac tromino --count --k 4 --hole 0,0            those for one\n  \
    almanac tromino --count --k 1,2,3 --format csv\n  \
    almanac tromino --publish                           all counts, as a table and a figure")]
pub struct Tromino {
    /// The board has 2^k x 2^k cells; with --count also a list with commas
    #[arg(
        long,
        value_name = "K",
        value_delimiter = ',',
        action = clap::ArgAction::Set,
        num_args = 1,
        required_unless_present = "publish"
    )]
    k: Vec<u32>,
    /// The hole; with --count every one if none is given
    #[arg(long, value_name = "ROW,COLUMN", value_parser = hole, required_unless_present_any = ["count", "publish"])]
    hole: Option<(usize, usize)>,
    /// Count the tilings instead
    #[arg(long)]
    count: bool,
    /// How to write the result [default: as the ending of --out says, else text]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Count the tilings of all boards that can be counted, and write the table tromino_counts.parquet and the figure
    /// tromino-counts.png into a folder
    #[arg(long, conflicts_with_all = ["k", "hole", "count", "format"])]
    publish: bool,
    /// The file [default: standard output], or with --publish the folder [default: output/tromino]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A grid
    Text,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON value
    Json,
    /// A picture; needs --out
    Png,
    /// A table; needs --out
    Parquet,
}

impl Tromino {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        if self.publish {
            return counts::publish(&self.out.unwrap_or_else(|| "output/tromino".into()));
        }
        let to = To::new(self.format, self.out.as_deref())?;
        if self.count {
            let mut boards = self.k;
            boards.sort_unstable();
            boards.dedup();
            return counts::write(&boards, self.hole, &to);
        }
        match (&self.k[..], self.hole) {
            (&[k], Some((row, col))) => tiling::write(k, row, col, &to),
            _ => Err(Usage::of(anyhow!("a tiling is of one board: give a single --k, or --count"))),
        }
    }
}

/// Reads a hole.
fn hole(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
    numbers.ok_or_else(|| "write row and column from 0, such as 5,2".to_owned())
}

/// The error of a board that cannot be tiled: what was typed is to blame.
fn no_board(error: TrominoError) -> anyhow::Error {
    Usage::of(error)
}

/// The error of a board that cannot be counted.
fn not_counted(error: CountError) -> anyhow::Error {
    match error {
        CountError::TooLarge { .. } | CountError::Hole(_) => Usage::of(error),
        CountError::Overflow { .. } | CountError::Different { .. } => error.into(),
    }
}

/// How and where a result is written.
struct To<'a> {
    format: Format,
    out: Option<&'a Path>,
}

impl<'a> To<'a> {
    /// The format follows from the file's ending if none is given.
    fn new(format: Option<Format>, out: Option<&'a Path>) -> anyhow::Result<Self> {
        let format = match (format, out) {
            (Some(format), _) => format,
            (None, None) => Format::Text,
            (None, Some(out)) => Format::of_ending(out).ok_or_else(|| {
                Usage::of(anyhow!(
                    "{} has no ending that tells the format; end it with .txt, .csv, .json, .png or .parquet, or give \
                     --format",
                    out.display()
                ))
            })?,
        };
        if out.is_none() && matches!(format, Format::Png | Format::Parquet) {
            let name = format.name();
            return Err(Usage::of(anyhow!(
                "--format {name} is for a file; name it with --out, such as x.{name}"
            )));
        }
        Ok(Self { format, out })
    }

    /// Writes a long text piece by piece.
    fn text(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        let Some(out) = self.out else { return output::stream(write) };
        self.file(out, |file| {
            let mut buffer = io::BufWriter::with_capacity(1 << 20, file);
            let written = write(&mut buffer).and_then(|()| buffer.flush());
            let (file, _) = buffer.into_parts();
            match written {
                Ok(()) => Ok(file),
                Err(error) => Err(file.error(error)),
            }
        })
    }

    /// Writes a picture or a table; `format` has made sure that it has a file.
    fn binary(&self, write: impl FnOnce(StagedFile) -> Result<StagedFile, WriteError>) -> anyhow::Result<()> {
        match self.out {
            Some(out) => self.file(out, write),
            None => Err(anyhow!("there is no file to write to")),
        }
    }

    fn file(
        &self,
        out: &Path,
        write: impl FnOnce(StagedFile) -> Result<StagedFile, WriteError>,
    ) -> anyhow::Result<()> {
        let (kind, is_own) = self.format.kind();
        output::file(out, kind, &is_own, write)
    }
}

impl Format {
    fn of_ending(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "txt" => Some(Self::Text),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "png" => Some(Self::Png),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The files that may be replaced: what they are called, and how they begin.
    fn kind(self) -> (&'static str, fn(&[u8]) -> bool) {
        match self {
            Self::Text => ("grid of numbers", |start| {
                start.starts_with(b"k = ") || start.iter().all(|byte| b"0123456789 .\n".contains(byte))
            }),
            Self::Csv => ("CSV file of this command", |start| {
                start.starts_with(tiling::CSV_HEADER.as_bytes())
                    || start.starts_with(counts::CSV_HEADER.as_bytes())
            }),
            Self::Json => ("JSON file of this command", |start| {
                start.starts_with(tiling::JSON_START.as_bytes())
                    || start.starts_with(counts::JSON_START.as_bytes())
            }),
            Self::Png => ("picture", output::is_picture),
            Self::Parquet => ("Parquet file", |start| start.starts_with(b"PAR1")),
        }
    }
}
