//! `almanac puzzle judge`: a verdict on a design.

use crate::cli::number::{decimal, grouped};
use crate::cli::progress::Progress;
use crate::cli::{Interrupted, ThreadCount, Usage, definition, faces_parser, output};
use anyhow::anyhow;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use std::path::{Path, PathBuf};
use tiling_almanac::atlas::DEFAULT_NODE_LIMIT;
use tiling_almanac::dataset::{Dataset, MANIFEST_NAME};
use tiling_almanac::pipeline::{EFFORT_OF, Evenness, LabelShare, Request, Spread, Verdict, generate};
use tiling_almanac::puzzle::{Faces, Puzzle, Selection};
use tiling_almanac::search::strategy;

/// Judge a design, or two side by side: dates without solution, how many solutions the others have and how evenly, how
/// hard they are, what the pieces do, and which labels make dates hard.
///
/// All dates are solved by one strategy, which takes about a minute for the puzzle weekday. A folder with a dataset of all
/// dates stands for its puzzle, and nothing is solved anew. Of a calendar's puzzle the dates are those that the calendar
/// has.
///
/// The middle half is that between the quartiles. The Gini coefficient is 0 if all dates have equally many solutions, and
/// near 1 if few dates have nearly all. Expected nodes are the mean effort to the first solution, whatever the order in
/// which things are tried. A piece dominates if one of its placements is in more than half of all solutions.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac puzzle judge mine.toml\n  \
    almanac puzzle judge mine.toml --out /tmp/verdict      with tables and figures\n  \
    almanac puzzle judge dragonfjord jarringwords          side by side\n  \
    almanac puzzle judge output                            from a dataset")]
pub struct Judge {
    /// The puzzle: a name that `almanac puzzle list` shows, a file with a definition, or a folder with a dataset
    #[arg(value_name = "NAME|FILE|DIR")]
    puzzle: String,
    /// Another one, to be shown beside it
    #[arg(value_name = "NAME|FILE|DIR")]
    other: Option<String>,
    /// Let the pieces lie on these faces only, whatever the definitions say
    #[arg(long, value_name = "FACES", value_parser = faces_parser())]
    faces: Option<Faces>,
    /// Tell what share of the dates has fewer solutions than each of these numbers
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "2,10,100", value_parser = clap::value_parser!(u64).range(1..))]
    fewer_than: Vec<u64>,
    /// Keep the datasets with their tables and figures here, one folder for each puzzle, and the verdict as verdict.txt
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the datasets and the verdict that are in --out already
    #[arg(long, requires = "out")]
    overwrite: bool,
    #[command(flatten)]
    threads: ThreadCount,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

impl Judge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let scratch =
            tempfile::tempdir().map_err(|error| anyhow!("no temporary folder can be made: {error}"))?;
        let folder = self.out.as_deref().unwrap_or(scratch.path());
        let progress = Progress::new(self.quiet);
        progress.stop_on_signals(Interrupted::StartsAnew)?;
        let mut verdicts: Vec<(String, Verdict)> = Vec::new();
        for choice in std::iter::once(&self.puzzle).chain(&self.other) {
            let taken: Vec<&str> = verdicts.iter().map(|(name, _)| name.as_str()).collect();
            let verdict = self.verdict(choice, folder, &taken, &progress);
            if verdict.is_err() {
                progress.finish();
            }
            verdicts.push(verdict?);
        }
        progress.finish();
        let page = page(&verdicts);
        if let Some(out) = &self.out {
            output::text_file(&out.join("verdict.txt"), &page)?;
        }
        output::print(&page)
    }

    /// The verdict on a puzzle, and a name for it that is not one of those `taken`.
    fn verdict(
        &self,
        choice: &str,
        folder: &Path,
        taken: &[&str],
        progress: &Progress,
    ) -> anyhow::Result<(String, Verdict)> {
        let name = |name: &str| match taken.contains(&name) {
            true => format!("{name}-2"),
            false => name.to_owned(),
        };
        if Path::new(choice).join(MANIFEST_NAME).is_file() {
            if self.faces.is_some() {
                return Err(Usage::of(anyhow!(
                    "--faces: {choice} is a dataset, so its pieces are what they are"
                )));
            }
            let dataset = Dataset::open(Path::new(choice))?;
            let lacks =
                |what: &str| anyhow!("{choice} cannot be judged: it has not {what}; judge the puzzle itself");
            if dataset.manifest.options.dates_solved != dataset.puzzle.date_count() {
                return Err(lacks("all dates"));
            }
            if !dataset.manifest.options.strategies.iter().any(|name| name == EFFORT_OF) {
                return Err(lacks(&format!("the strategy {EFFORT_OF}")));
            }
            return Ok((name(&dataset.puzzle.name), Verdict::of(&dataset, &self.fewer_than)?));
        }
        if Path::new(choice).is_dir() {
            return Err(Usage::of(anyhow!(
                "{choice} is a folder without a dataset; give a puzzle, or a folder with one"
            )));
        }
        let puzzle = definition::read(choice, self.faces)?;
        definition::warn(&puzzle)?;
        let name = name(&puzzle.name);
        let folder = folder.join(&name);
        self.solve(puzzle, &folder, progress)?;
        Ok((name, Verdict::of(&Dataset::open(&folder)?, &self.fewer_than)?))
    }

    /// Makes a dataset of all dates, by the one strategy whose effort is told.
    fn solve(&self, puzzle: Puzzle, folder: &Path, progress: &Progress) -> anyhow::Result<()> {
        let request = Request {
            selection: Selection::all(&puzzle),
            puzzle,
            filter: "all".to_owned(),
            strategies: vec![strategy(EFFORT_OF)?],
            node_limit: DEFAULT_NODE_LIMIT,
            threads: self.threads.get(),
            folder: folder.to_owned(),
            overwrite: self.overwrite,
            draws: self.out.is_some(),
            shard: None,
            shards: Vec::new(),
            restart: true,
        };
        match generate(&request, progress) {
            Ok(_) => Ok(()),
            Err(error) if error.is_cancelled() => Err(Interrupted::StartsAnew.into()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The verdicts, one beside the other, and what there is to say of each.
fn page(verdicts: &[(String, Verdict)]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let header = verdicts.iter().map(|(name, _)| name.clone());
    table.set_header(std::iter::once(String::new()).chain(header));
    let mut row = |name: &str, value: &dyn Fn(&Verdict) -> String| {
        let values = verdicts.iter().map(|(_, verdict)| value(verdict));
        table.add_row(std::iter::once(name.to_owned()).chain(values));
    };
    row("dates", &|v| match v.dates == v.combinations {
        true => grouped(v.dates as u64),
        false => format!("{} in the calendar", grouped(v.dates as u64)),
    });
    row("without solution", &|v| grouped(v.unsolved.len() as u64));
    row("  ruled out by colours alone", &|v| grouped(v.ruled_out as u64));
    row("  of all combinations", &|v| {
        format!("{} of {}", grouped(v.unsolved_combinations as u64), grouped(v.combinations as u64))
    });
    row("solutions", &|v| decimal(v.solutions, 0));
    let several = verdicts.iter().any(|(_, verdict)| verdict.dates > 1);
    if several {
        row("of a date that has any", &|_| String::new());
        spread(&mut row, &|v| v.spread.as_ref(), 0);
        row("  most to least", &|v| match &v.spread {
            Some(spread) => format!("{} x", decimal(spread.most.0 / spread.least.0, 1)),
            None => "-".to_owned(),
        });
        row("of all dates", &|_| String::new());
        row("  Gini coefficient", &|v| v.gini.map_or("-".to_owned(), |gini| decimal(gini, 3)));
        for place in 0..verdicts[0].1.fewer.len() {
            let name = format!("  with fewer than {}", grouped(verdicts[0].1.fewer[place].0));
            row(&name, &|v| format!("{} %", decimal(100.0 * v.fewer[place].1, 1)));
        }
        row(&format!("expected nodes of {EFFORT_OF}"), &|_| String::new());
        spread(&mut row, &|v| v.effort.as_ref(), 1);
    } else {
        row(&format!("expected nodes of {EFFORT_OF}"), &|v| {
            v.effort.as_ref().map_or("-".to_owned(), |effort| decimal(effort.median, 1))
        });
    }
    row("symmetries of the board", &|v| v.symmetries.to_string());
    for column in 1..=verdicts.len() {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{}\n", trimmed(&table));
    for (name, verdict) in verdicts {
        text += &details(name, verdict);
    }
    text
}

/// A table without the blanks at the ends of its lines.
fn trimmed(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn spread(
    row: &mut impl FnMut(&str, &dyn Fn(&Verdict) -> String),
    of: &dyn Fn(&Verdict) -> Option<&Spread>,
    decimals: usize,
) {
    let number = |value: f64| decimal(value, decimals);
    let some = |v: &Verdict, text: &dyn Fn(&Spread) -> String| of(v).map_or("-".to_owned(), text);
    row("  least", &|v| some(v, &|s| format!("{} ({})", number(s.least.0), s.least.1)));
    row("  median", &|v| some(v, &|s| number(s.median)));
    row("  middle half", &|v| some(v, &|s| format!("{} to {}", number(s.lower), number(s.upper))));
    row("  most", &|v| some(v, &|s| format!("{} ({})", number(s.most.0), s.most.1)));
}

/// With fewer solutions no piece dominates.
const FEW: f64 = 10.0;
/// Dates without solution that are named.
const NAMED: usize = 28;

fn details(name: &str, verdict: &Verdict) -> String {
    let mut text = format!("\n{name}: {}\n", verdict.title);
    text += &match verdict.unsolved.len() {
        0 if verdict.dates == 1 => "It has a solution.\n".to_owned(),
        0 => "Every date has a solution.\n".to_owned(),
        1 if verdict.dates == 1 => "It has no solution.\n".to_owned(),
        unsolved if unsolved == verdict.dates => "No date has a solution.\n".to_owned(),
        unsolved => {
            let named = verdict.unsolved[..unsolved.min(NAMED)].join(", ");
            let more =
                if unsolved > NAMED { format!(" and {} more", unsolved - NAMED) } else { String::new() };
            format!(
                "{} of {} dates cannot be solved: {named}{more}.\n",
                grouped(unsolved as u64),
                grouped(verdict.dates as u64)
            )
        }
    };
    for Evenness { group, least, most } in &verdict.groups {
        let number = |value: f64| decimal(value, 0);
        text += &if least.1 < most.1 {
            format!(
                "By {group}: the median, dates without solution counting as 0, is least for {} ({}) and greatest for {} ({}).\n",
                least.0,
                number(least.1),
                most.0,
                number(most.1)
            )
        } else {
            format!("By {group}: the median is the same ({}) for every one.\n", number(least.1))
        };
    }
    if !verdict.causes.is_empty() {
        let cause = |cause: &LabelShare| {
            let unsolved = match cause.unsolved {
                0 => String::new(),
                unsolved => format!(" ({unsolved} of {} without solution)", cause.dates),
            };
            let relative =
                cause.relative.map_or(String::new(), |relative| format!(" {}", decimal(relative, 2)));
            format!("{} {}{relative}{unsolved}", cause.group, cause.label)
        };
        let causes: Vec<String> = verdict.causes.iter().map(cause).collect();
        text += &format!(
            "Labels of hard dates, with the median of their dates as a share of that of all, dates without solution \
             counting as 0: {}.\n",
            causes.join(", ")
        );
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["piece", "placements", "used", "most used in"]);
    for piece in &verdict.pieces {
        table.add_row([
            piece.piece.clone(),
            grouped(piece.placements as u64),
            grouped(piece.used as u64),
            format!("{} % of solutions", decimal(100.0 * piece.most_frequent, 1)),
        ]);
    }
    for column in 1..=3 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    text += &format!("{}\n", trimmed(&table));
    let dominating: Vec<&str> = verdict
        .pieces
        .iter()
        .filter(|piece| piece.copies == 1 && piece.most_frequent > 0.5)
        .map(|piece| piece.piece.as_str())
        .collect();
    if verdict.dates < verdict.combinations {
        text += &format!(
            "The pieces are counted over all {} combinations, whether the calendar has them or not.\n",
            grouped(verdict.combinations as u64)
        );
    }
    text += &match dominating.as_slice() {
        // Where there are few solutions or copies nothing can be said.
        _ if verdict.solutions < FEW || verdict.pieces.iter().all(|piece| piece.copies > 1) => String::new(),
        [] => "No piece dominates: none lies in one place in more than half of all solutions.\n".to_owned(),
        pieces => format!("In more than half of all solutions in one place: {}.\n", pieces.join(", ")),
    };
    for warning in &verdict.warnings {
        let end = if warning.ends_with(['.', '?']) { "" } else { "." };
        text += &format!("Note: {warning}{end}\n");
    }
    text
}
