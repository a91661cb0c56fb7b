//! `almanac generate`: the main job.

use super::number::{grouped, size, time};
use super::progress::Progress;
use super::{Interrupted, PuzzleChoice, ThreadCount, Usage, output, strategy_parser};
use anyhow::anyhow;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;
use tiling_almanac::atlas::DEFAULT_NODE_LIMIT;
use tiling_almanac::pipeline::{Request, Shard, Summary, generate};
use tiling_almanac::plot::figures::{FIGURES, Figure};
use tiling_almanac::puzzle::{Puzzle, Selection};
use tiling_almanac::search::{STRATEGIES, Strategy};

/// Solve every date under every strategy and write tables, figures and manifest.
///
/// Everything is prepared beside its place and appears under its final name only when all of it is complete:
/// a folder without manifest.json is unfinished. A run that was interrupted, in whatever way, goes on where it was when
/// it is started again with the same options, and makes the same tables.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac generate\n  \
    almanac generate --dates 10-27 --out /tmp/birthday      the seven weekdays of 27 October\n  \
    almanac generate --dates 2027,02-29 --strategies mrv    the days of 2027 and 29 February\n  \
    almanac generate --puzzle mini --out /tmp/mini          the toy puzzle, in a second\n  \
    almanac generate --shard 2/4 --out /tmp/part2           the second of four parts, for another machine")]
pub struct Generate {
    #[command(flatten)]
    puzzle: PuzzleChoice,
    /// Folder of the dataset
    #[arg(long, value_name = "DIR", default_value = "output")]
    out: PathBuf,
    /// Only these dates: 10-27-tue, 10-27 (its weekdays), 10 (a month), 2027 (the days of a year), or a list
    /// with commas
    #[arg(long, value_name = "FILTER")]
    dates: Option<String>,
    /// Only these strategies, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = strategy_parser())]
    strategies: Vec<&'static Strategy>,
    #[command(flatten)]
    threads: ThreadCount,
    /// Most nodes of a date for piece-order, whose whole tree is out of reach
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODE_LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    node_limit: u64,
    /// Only one of several parts of the dates, such as 2/4; `almanac merge` joins them
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Begin anew instead of going on from what an interrupted run left
    #[arg(long)]
    restart: bool,
    /// Replace a complete dataset; files that belong to no dataset are never replaced
    #[arg(long)]
    overwrite: bool,
    /// Say nothing unless something goes wrong
    #[arg(long)]
    quiet: bool,
}

impl Generate {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = self.puzzle.resolve()?;
        let selection = match &self.dates {
            None => Selection::all(&puzzle),
            Some(filter) => puzzle.parse_selection(filter).map_err(|error| {
                Usage::of(anyhow!(
                    "--dates {filter:?}: {error}; leading parts of a date and years select all of theirs"
                ))
            })?,
        };
        let selection = match self.shard {
            None => selection,
            Some(shard) => Selection {
                ids: shard.part(&selection.ids).to_vec(),
                complete: selection.complete && shard.of == 1,
            },
        };
        if selection.ids.is_empty() {
            return Err(Usage::of(anyhow!(
                "--shard: there are fewer dates than shards, and this one has none"
            )));
        }
        // Each once, in the register's order.
        let wanted = |strategy: &&Strategy| {
            self.strategies.is_empty() || self.strategies.iter().any(|wanted| wanted.name == strategy.name)
        };
        let request = Request {
            puzzle,
            selection,
            filter: self.dates.unwrap_or_else(|| "all".to_owned()),
            strategies: STRATEGIES.iter().filter(wanted).collect(),
            node_limit: self.node_limit,
            threads: self.threads.get(),
            folder: self.out,
            overwrite: self.overwrite,
            draws: true,
            shard: self.shard,
            shards: Vec::new(),
            restart: self.restart,
        };
        if request.shard.is_some() && !request.overwrite && request.is_done()? {
            let folder = request.folder.display();
            return output::print(&format!("{folder} holds this shard already\n"));
        }
        make(&request, self.quiet)
    }
}

/// Makes a dataset, with progress and a summary.
pub fn make(request: &Request, quiet: bool) -> anyhow::Result<()> {
    let progress = Progress::new(quiet);
    progress.stop_on_signals(Interrupted::GoesOn)?;
    let done = generate(request, &progress);
    progress.finish();
    match done {
        Ok(_) if quiet => Ok(()),
        Ok(summary) => output::print(&report(request, &summary)),
        Err(error) if error.is_cancelled() => Err(Interrupted::GoesOn.into()),
        Err(error) => Err(error.into()),
    }
}

fn report(request: &Request, summary: &Summary) -> String {
    let puzzle = &request.puzzle;
    let mut text = String::from("\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{}: {} date{}{}",
        puzzle.title,
        grouped(summary.solutions.len() as u64),
        if summary.solutions.len() == 1 { "" } else { "s" },
        solutions(puzzle, summary)
    );
    if summary.partial {
        let names: Vec<&str> = request.strategies.iter().map(|strategy| strategy.name).collect();
        let _ = writeln!(
            text,
            "This dataset is PARTIAL: {} of {} dates; strategies: {}. Difficulty and ranks need all of both.",
            grouped(summary.solutions.len() as u64),
            grouped(puzzle.date_count() as u64),
            names.join(", ")
        );
    }
    if !summary.runs.is_empty() {
        let _ = writeln!(text, "\n{}", runs(summary));
    }
    let drawn = |figure: &&Figure| summary.files.iter().any(|file| file.path == figure.path());
    let left_out: Vec<&str> =
        FIGURES.iter().filter(|figure| !drawn(figure)).map(|figure| figure.name).collect();
    if !left_out.is_empty() {
        let _ = writeln!(text, "Figures that have nothing to show here: {}.", left_out.join(", "));
    }
    let wall: f64 = summary.stages.iter().map(|stage| stage.wall_seconds).sum();
    let cpu: f64 = summary.stages.iter().map(|stage| stage.cpu_seconds).sum();
    let seconds = |seconds: f64| time(Duration::from_secs_f64(seconds));
    let bytes = summary.files.iter().map(|file| file.bytes).sum();
    let _ = writeln!(
        text,
        "Took {} on {} thread{}, {} of CPU time.\n{} files, {}, in {}",
        seconds(wall),
        request.threads,
        if request.threads == 1 { "" } else { "s" },
        seconds(cpu),
        summary.files.len() + 3,
        size(bytes),
        request.folder.display()
    );
    text
}

fn solutions(puzzle: &Puzzle, summary: &Summary) -> String {
    let known: Vec<(usize, u64)> = summary.solutions.iter().filter_map(|&(id, n)| Some((id, n?))).collect();
    let label = |id: usize| puzzle.date_title(&puzzle.date(id));
    // Of equal dates the first is named.
    match (known.iter().min_by_key(|(_, n)| *n), known.iter().rev().max_by_key(|(_, n)| *n)) {
        (Some(one), _) if known.len() == 1 => format!(", {} solutions", grouped(one.1)),
        (Some(least), Some(most)) => format!(
            ", {} solutions; least {} ({}), most {} ({})",
            grouped(known.iter().map(|(_, n)| n).sum()),
            grouped(least.1),
            label(least.0),
            grouped(most.1),
            label(most.0)
        ),
        _ => ", solutions not counted (piece-order does not count them)".to_owned(),
    }
}

fn runs(summary: &Summary) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["search", "nodes", "CPU time", "ns a node", ""]);
    for run in &summary.runs {
        let each = run.cpu.as_nanos() as f64 / run.nodes.max(1) as f64;
        let limited = match run.limited {
            0 => String::new(),
            dates => format!("{dates} dates stopped at the node limit"),
        };
        table.add_row([run.run.title(), grouped(run.nodes), time(run.cpu), format!("{each:.1}"), limited]);
    }
    for column in 1..=3 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
