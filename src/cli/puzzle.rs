//! `almanac puzzle`: what puzzles there are, and what a definition says.

mod check;
mod export;
mod judge;
mod list;
mod show;

use clap::{Args, Subcommand};

/// Look at puzzles: list, show, check, export and judge them.
///
/// A puzzle is a name that `almanac puzzle list` shows, or a file with a definition in TOML. `almanac puzzle export
/// --to toml mini` writes one to begin with.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  \
    almanac puzzle list\n  \
    almanac puzzle show pentomino-6x10\n  \
    almanac puzzle export mini --to toml > mine.toml\n  \
    almanac puzzle check mine.toml\n  \
    almanac puzzle judge mine.toml\n  \
    almanac puzzle judge weekday weekday-revised     two designs side by side"
)]
pub struct Puzzle {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Show(show::Show),
    Check(check::Check),
    Export(export::Export),
    Judge(judge::Judge),
}

impl Puzzle {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::List(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Judge(command) => command.run(),
        }
    }
}
