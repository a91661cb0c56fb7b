//! The commands, one file each.
//!
//! Exit codes: 0 done, 1 failed, 2 bad usage, 3 results that contradict each other or their dataset, 130 stopped by Ctrl-C.

mod calendar;
mod claims;
mod compare;
mod definition;
mod draw;
mod figures;
mod generate;
mod hint;
mod info;
mod input;
mod merge;
mod number;
mod output;
mod paint;
mod progress;
mod puzzle;
mod rank;
mod reveal;
mod shown;
mod solve;
mod sweep;
mod tromino;
mod verify;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use tiling_almanac::checksum;
use tiling_almanac::dataset::{Dataset, SCHEMA_VERSION};
use tiling_almanac::pipeline::PipelineError;
use tiling_almanac::pipeline::sweep::SweepJobError;
use tiling_almanac::puzzle::{BUILT_IN, Date, Faces, Puzzle};
use tiling_almanac::search::{STRATEGIES, Strategy};
use tiling_almanac::tromino::counts::CountError;

/// Solves, counts, measures and draws every date of a calendar puzzle.
///
/// A wooden board shows the months, the days and the weekdays; ten pieces cover all but today's. The almanac
/// solves all 2,604 combinations under several search strategies and publishes the result as Parquet tables
/// and heatmaps.
#[derive(Parser)]
#[command(
    name = "almanac",
    version,
    long_version = LONG_VERSION.as_str(),
    arg_required_else_help = true,
    after_help = "Examples:\n  \
        almanac generate                     the whole dataset, into output/\n  \
        almanac generate --dates 10-27 --out /tmp/birthday\n  \
        almanac solve 2026-10-27             a solution of that day\n  \
        almanac solve \"Oct 27 Tue\" --count   how many there are\n  \
        almanac compare 10-27-tue            the strategies against each other\n  \
        almanac rank --year 2027             the hardest days of a year\n  \
        almanac puzzle check mine.toml       a puzzle of one's own\n  \
        almanac sweep --pieces \"2 of pentominoes\" --board mini --out /tmp/pairs\n  \
        almanac tromino --k 3 --hole 5,2     L-trominoes on a board with a hole"
)]
struct Cli {
    /// Tell what each stage cost, and each file as it is made
    #[arg(long, short, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Generate),
    Solve(solve::Solve),
    Compare(compare::Compare),
    Rank(rank::Rank),
    Hint(hint::Hint),
    Reveal(reveal::Reveal),
    Figures(figures::Figures),
    Calendar(calendar::Calendar),
    Draw(draw::Draw),
    Claims(claims::Claims),
    Puzzle(puzzle::Puzzle),
    Verify(verify::Verify),
    Info(info::Info),
    Merge(merge::Merge),
    Sweep(sweep::Sweep),
    Tromino(tromino::Tromino),
}

/// The version with what datasets depend on.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let (puzzle, version) = (&BUILT_IN[0], env!("CARGO_PKG_VERSION"));
    let definition = checksum::of_bytes(puzzle.toml.as_bytes());
    format!("{version}\nschema version {SCHEMA_VERSION}\ndefinition of {} {definition}", puzzle.name)
});

/// The puzzle, for every command.
#[derive(Args)]
struct PuzzleChoice {
    /// The puzzle: a name that `almanac puzzle list` shows, or a file with a definition
    #[arg(long, value_name = "NAME|FILE", default_value = BUILT_IN[0].name)]
    puzzle: String,
    /// Let its pieces lie on these faces only, whatever the definition says
    #[arg(long, value_name = "FACES", value_parser = faces_parser())]
    faces: Option<Faces>,
}

impl PuzzleChoice {
    fn resolve(&self) -> anyhow::Result<Puzzle> {
        let puzzle = definition::read(&self.puzzle, self.faces)?;
        definition::warn(&puzzle)?;
        Ok(puzzle)
    }
}

/// A date of a puzzle, for every command about one.
#[derive(Args)]
struct DateChoice {
    /// The date: 2026-10-27, 10-27-tue or "Oct 27 Tue"; none for a puzzle that exposes nothing
    #[arg(num_args = 0.., value_name = "DATE")]
    date: Vec<String>,
    #[command(flatten)]
    puzzle: PuzzleChoice,
}

impl DateChoice {
    fn resolve(&self) -> anyhow::Result<(Puzzle, Date)> {
        let puzzle = self.puzzle.resolve()?;
        let date = puzzle.parse_date(&self.date.join(" ")).map_err(Usage::of)?;
        Ok((puzzle, date))
    }
}

/// The dataset, for every command that reads one.
#[derive(Args)]
struct FromFolder {
    /// Folder of the dataset
    #[arg(long = "from", value_name = "DIR", default_value = "output")]
    folder: PathBuf,
}

impl FromFolder {
    fn open(&self) -> anyhow::Result<Dataset> {
        Ok(Dataset::open(&self.folder)?)
    }
}

/// The number of threads, for every command that does long work.
#[derive(Args)]
struct ThreadCount {
    /// Threads that work [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadCount {
    fn get(&self) -> usize {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(available, usize::from)
    }
}

/// Reads the faces of pieces; the help lists them.
fn faces_parser() -> impl TypedValueParser<Value = Faces> {
    let names = PossibleValuesParser::new(Faces::ALL.iter().map(|faces| faces.name()));
    names.map(|name| {
        *Faces::ALL.iter().find(|faces| faces.name() == name).expect("a possible value is registered")
    })
}

/// Reads a name of the register of strategies; the help lists them.
fn strategy_parser() -> impl TypedValueParser<Value = &'static Strategy> {
    let names = PossibleValuesParser::new(STRATEGIES.iter().map(|entry| entry.name));
    names.map(|name| {
        STRATEGIES.iter().find(|entry| entry.name == name).expect("a possible value is registered")
    })
}

/// What was typed makes no sense; the exit code says so.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct Usage(anyhow::Error);

impl Usage {
    fn of(error: impl Into<anyhow::Error>) -> anyhow::Error {
        anyhow::Error::new(Self(error.into()))
    }
}

/// Stopped by a signal.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum Interrupted {
    /// What was found so far is kept.
    #[error(
        "stopped, and nothing stands under a final name; what was found so far is kept: the same command goes on from it"
    )]
    GoesOn,
    /// Nothing is kept.
    #[error("stopped, and nothing was written; the same command starts anew")]
    StartsAnew,
}

/// Parses the command line and does what it says.
pub fn run() -> ExitCode {
    let Cli { verbose, command } = Cli::parse();
    if verbose {
        progress::be_verbose();
    }
    let done = match command {
        Command::Generate(command) => command.run(),
        Command::Info(command) => command.run(),
        Command::Merge(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Rank(command) => command.run(),
        Command::Hint(command) => command.run(),
        Command::Reveal(command) => command.run(),
        Command::Figures(command) => command.run(),
        Command::Calendar(command) => command.run(),
        Command::Draw(command) => command.run(),
        Command::Claims(command) => command.run(),
        Command::Puzzle(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Sweep(command) => command.run(),
        Command::Tromino(command) => command.run(),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    // A reader that closes the pipe has seen enough.
    if error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    // Nothing can be done if even this cannot be written.
    let _ = output::error(&error.to_string());
    match error {
        error if error.is::<Usage>() => ExitCode::from(2),
        error if error.is::<Interrupted>() => ExitCode::from(130),
        error if error.is::<verify::Differs>() => ExitCode::from(3),
        error if error.downcast_ref().is_some_and(PipelineError::is_difference) => ExitCode::from(3),
        error if error.downcast_ref().is_some_and(CountError::is_difference) => ExitCode::from(3),
        error if error.downcast_ref().is_some_and(SweepJobError::is_difference) => ExitCode::from(3),
        _ => ExitCode::FAILURE,
    }
}
