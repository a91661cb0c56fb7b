//! `almanac sweep`: many sets of pieces on one board.

mod merge;
mod report;

use super::number::{grouped, size, time};
use super::progress::Progress;
use super::{Interrupted, ThreadCount, Usage, definition, input, output};
use anyhow::anyhow;
use clap::{Args, Subcommand};
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;
use tiling_almanac::atlas::Observer;
use tiling_almanac::digits::counted;
use tiling_almanac::pipeline::Shard;
use tiling_almanac::pipeline::sweep::{SweepJobError, SweepRequest, SweepSummary, sweep};
use tiling_almanac::puzzle::{BUILT_IN, Puzzle};
use tiling_almanac::sweep::grammar::Chosen;
use tiling_almanac::sweep::{grammar, list};

/// The longest list of sets that is read.
const MOST_BYTES: u64 = 64 << 20;

/// Count the solutions of every date for many sets of pieces, and write a table of the sets and one of their dates.
///
/// The board and the dates are those of a puzzle; its pieces do not matter. All sets are counted together, which takes a
/// small part of the time that one after the other would take. The numbers are exact, and one of the sets is counted by
/// itself as well, by other code.
///
/// The tables sets.parquet and set_dates.parquet appear under these names only when complete, and have the same bytes for
/// any number of threads. A run that is stopped keeps nothing and starts anew; the 7,920 sets of the weekday board take
/// about two minutes and 2 GiB of memory. For more sets or more machines there are shards, which `almanac sweep merge`
/// joins into the same bytes; a shard that a folder holds already is not made again.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    after_help = "Examples:\n  \
    almanac sweep --pieces \"7 of pentominoes, 3 of tetrominoes\"       into sweep/\n  \
    almanac sweep --board mini --pieces \"2 of pentominoes\" --out /tmp/pairs\n  \
    almanac sweep --board mini --pieces \"+ I3 V3, 1 of tetrominoes\" --out /tmp/trios\n  \
    almanac sweep --sets mine.txt --out /tmp/mine                     a set a line, such as F I L N P T U I4 L4 O4\n  \
    almanac sweep --pieces \"7 of pentominoes, 3 of tetrominoes\" --shard 2/4 --out /tmp/part2\n  \
    almanac sweep merge /tmp/part1 /tmp/part2 /tmp/part3 /tmp/part4 --out /tmp/whole\n  \
    almanac sweep report /tmp/whole                                   figures and a page of text"
)]
pub struct Sweep {
    #[command(subcommand)]
    command: Option<Command>,
    /// The puzzle whose board and dates it is: a name that `almanac puzzle list` shows, or a file with a definition
    #[arg(long, value_name = "NAME|FILE", default_value = BUILT_IN[0].name)]
    board: String,
    /// Which sets, such as "7 of pentominoes, 3 of tetrominoes", "2 of {F, I, L}", "+ F - X, 6 of pentominoes"
    #[arg(long, value_name = "CHOICE", required_unless_present = "sets", conflicts_with = "sets")]
    pieces: Option<String>,
    /// A file with the sets instead: a line for each, names of pieces with spaces or commas between them
    #[arg(long, value_name = "FILE")]
    sets: Option<PathBuf>,
    /// Only one of several parts of the sets, such as 2/4
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Folder of the tables
    #[arg(long, value_name = "DIR", default_value = "sweep")]
    out: PathBuf,
    #[command(flatten)]
    threads: ThreadCount,
    /// Replace a complete sweep; files that belong to none are never replaced
    #[arg(long)]
    overwrite: bool,
    /// Say nothing unless something goes wrong
    #[arg(long)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    Merge(merge::Merge),
    Report(report::Report),
}

impl Sweep {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Some(Command::Merge(command)) => command.run(),
            Some(Command::Report(command)) => command.run(),
            None => self.sweep(),
        }
    }

    fn sweep(self) -> anyhow::Result<()> {
        let puzzle = definition::read(&self.board, None)?;
        let chosen = self.chosen(&puzzle)?;
        let request = SweepRequest {
            puzzle,
            chosen,
            pieces: self.pieces,
            shard: self.shard,
            threads: self.threads.get(),
            folder: self.out,
            overwrite: self.overwrite,
        };
        if request.sets().is_empty() {
            return Err(Usage::of(anyhow!(
                "--shard: there are fewer sets than shards, and this one has none"
            )));
        }
        if request.shard.is_some() && !request.overwrite && request.is_done()? {
            let folder = request.folder.display();
            return output::print(&format!("{folder} holds this shard already\n"));
        }
        request.check()?;
        let progress = Progress::new(self.quiet);
        progress.stop_on_signals(Interrupted::StartsAnew)?;
        progress.note(&scope(&request));
        let sample = request.sample();
        progress.note(&match &sample {
            Some(sample) => format!(
                "one set by itself takes {} of CPU time; by the ratio measured on the weekday board all should take {} on {} \
                 that nobody else uses, give or take a factor of two",
                time(sample.time),
                time(request.estimate(sample)),
                counted(request.threads as u64, "processor")
            ),
            None => "a set by itself is too large to be counted, so nothing is known of the time".to_owned(),
        });
        let done = sweep(&request, sample.as_ref(), &progress);
        finish(done, &progress, self.quiet, &request.folder)
    }

    fn chosen(&self, puzzle: &Puzzle) -> anyhow::Result<Chosen> {
        match (&self.pieces, &self.sets) {
            (_, Some(path)) => {
                let shown = path.display();
                let file = File::open(path)
                    .map_err(|error| Usage::of(anyhow!("{shown} cannot be opened: {error}")))?;
                let text = input::text_up_to(MOST_BYTES, file, &shown.to_string(), "list of sets")?;
                list::read(&text, puzzle).map_err(|error| Usage::of(anyhow!("{shown}: {error}")))
            }
            (Some(pieces), None) => grammar::read(pieces, puzzle).map_err(Usage::of),
            (None, None) => Err(Usage::of(anyhow!("which sets? give --pieces or --sets"))),
        }
    }
}

/// What is to be counted, in words.
fn scope(request: &SweepRequest) -> String {
    let (all, sets) = (request.chosen.sets.len() as u64, request.sets().len() as u64);
    let mut text = format!("{} of pieces", counted(all, "set"));
    if request.chosen.wrong_area > 0 {
        text +=
            &format!(" ({} more of another area are left out)", grouped(request.chosen.wrong_area as u64));
    }
    if let Some(shard) = request.shard {
        text += &format!(", of which shard {shard} has {}", grouped(sets));
    }
    let dates = request.puzzle.date_count() as u64;
    text + &format!(", {} each: {} numbers", counted(dates, "date"), grouped(sets * dates))
}

/// Says what was made, or why nothing was.
fn finish(
    done: Result<SweepSummary, SweepJobError>,
    progress: &Progress,
    quiet: bool,
    folder: &std::path::Path,
) -> anyhow::Result<()> {
    progress.finish();
    let summary = match done {
        Ok(_) if quiet => return Ok(()),
        Ok(summary) => summary,
        Err(SweepJobError::Cancelled) => return Err(Interrupted::StartsAnew.into()),
        Err(error) => return Err(error.into()),
    };
    let wall: f64 = summary.stages.iter().map(|stage| stage.wall_seconds).sum();
    let cpu: f64 = summary.stages.iter().map(|stage| stage.cpu_seconds).sum();
    let every = summary.rows.iter().filter(|row| row.dates_without_solution == 0).count();
    let bytes = summary.files.iter().map(|file| file.bytes).sum();
    let seconds = |seconds: f64| time(Duration::from_secs_f64(seconds));
    output::print(&format!(
        "{}, {} with a solution of every date. Took {}, {} of CPU time.\n{} in {folder}; `almanac sweep report {folder}` draws \
         figures and writes a page\n",
        counted(summary.rows.len() as u64, "set"),
        grouped(every as u64),
        seconds(wall),
        seconds(cpu),
        size(bytes),
        folder = folder.display()
    ))
}
