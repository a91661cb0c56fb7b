//! `almanac puzzle export`: a puzzle for other programs.

use crate::cli::{Usage, definition, faces_parser, output};
use clap::{Args, ValueEnum};
use tiling_almanac::cover::{Cover, to_dimacs, to_dlx};
use tiling_almanac::puzzle::Faces;

/// Write a puzzle for other solvers, or its definition.
///
/// `dlx` is the text format of Knuth's programs for exact covers, `dimacs` the conjunctive normal form for programs that
/// solve or count satisfiability; both have as many solutions as the puzzle. `toml` is the definition.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac puzzle export mini --to toml > mine.toml\n  \
    almanac puzzle export weekday --to dlx --date 10-27-tue > oct-27-tue.dlx\n  \
    almanac puzzle export pentomino-3x20 --to dimacs > pentominoes.cnf")]
pub struct Export {
    /// The puzzle: a name that `almanac puzzle list` shows, or a file with a definition
    #[arg(value_name = "NAME|FILE")]
    puzzle: String,
    /// Let its pieces lie on these faces only, whatever the definition says
    #[arg(long, value_name = "FACES", value_parser = faces_parser())]
    faces: Option<Faces>,
    /// The format
    #[arg(long, value_enum)]
    to: Format,
    /// The problem of this date only, instead of all dates at once
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Exact cover, for Knuth's programs
    Dlx,
    /// Conjunctive normal form, for programs that solve or count satisfiability
    Dimacs,
    /// The definition
    Toml,
}

impl Export {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = definition::read(&self.puzzle, self.faces)?;
        definition::warn(&puzzle)?;
        let date = self.date.map(|text| puzzle.parse_date(&text)).transpose().map_err(Usage::of)?;
        if self.to == Format::Toml {
            if self.faces.is_some() {
                return Err(Usage::of(anyhow::anyhow!(
                    "--faces: the definition says itself how its pieces lie; leave it out"
                )));
            }
            if date.is_some() {
                return Err(Usage::of(anyhow::anyhow!("--date: a definition is of all dates; leave it out")));
            }
            return output::print(&puzzle.definition);
        }
        let cover = Cover::new(&puzzle);
        output::print(&match self.to {
            Format::Dlx => to_dlx(&puzzle, &cover, date.as_ref()),
            _ => to_dimacs(&puzzle, &cover, date.as_ref()),
        })
    }
}
