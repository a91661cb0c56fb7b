//! `almanac solve`: one date.

use super::number::{counted, grouped, time};
use super::{DateChoice, Usage, output, paint, strategy_parser};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use cpu_time::ThreadTime;
use serde_json::{Value, json};
use std::fmt::Write;
use tiling_almanac::cover::{Cover, PlacementId};
use tiling_almanac::puzzle::{Date, Puzzle};
use tiling_almanac::random::Random;
use tiling_almanac::search::frontier::OneDate;
use tiling_almanac::search::{CandidateOrder, Goal, Outcome, Report, Strategy, Task};

/// Solve one date and draw the board.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac solve 2026-10-27\n  \
    almanac solve 10-27-tue --count\n  \
    almanac solve \"Oct 27 Tue\" --all --format json\n  \
    almanac solve 02-30-sun --strategy dlx      a date that the calendar does not have\n  \
    almanac solve 10-27-tue --random=7          one of its solutions by chance\n  \
    almanac solve --puzzle mini \"Win 3\" --all")]
pub struct Solve {
    #[command(flatten)]
    date: DateChoice,
    /// The strategy
    #[arg(long, value_name = "NAME", default_value = "first-empty", value_parser = strategy_parser(), conflicts_with = "random")]
    strategy: &'static Strategy,
    #[command(flatten)]
    wanted: Wanted,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Args)]
#[group(multiple = false)]
struct Wanted {
    /// The first solution (this is the default)
    #[arg(long)]
    first: bool,
    /// How many solutions there are
    #[arg(long)]
    count: bool,
    /// Every solution
    #[arg(long)]
    all: bool,
    /// A solution drawn at random, each with the same chance; the same one for the same seed, which is 0 if none
    /// is given
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    random: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawing
    Text,
    /// One JSON object
    Json,
}

impl Solve {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let (puzzle, date) = self.date.resolve()?;
        if (self.wanted.count || self.wanted.all) && !self.strategy.exhaustive {
            return Err(Usage::of(anyhow!(
                "{} would not end in a lifetime on the whole tree; use it with --first, or another strategy",
                self.strategy.name
            )));
        }
        let cover = Cover::new(&puzzle);
        if let Some(seed) = self.wanted.random {
            return self.random(&puzzle, &cover, &date, seed);
        }
        let solver = self.strategy.solver(&cover, CandidateOrder::Canonical)?;
        let goal = if self.wanted.count || self.wanted.all { Goal::All } else { Goal::First };
        let mut found: Vec<Vec<PlacementId>> = Vec::new();
        let keep = !self.wanted.count;
        let clock = ThreadTime::now();
        let task = Task { visits: keep, ..Task::new(puzzle.target(&date), goal) };
        let report = solver.search(&task, &mut |solution| {
            if keep {
                found.push(solution.to_vec());
            }
        });
        let cpu = clock.elapsed();
        if report.outcome == Outcome::OutOfMemory {
            return Err(anyhow!(
                "{} would take more memory than it may, or there are 2^64 solutions or more; use another one with --strategy",
                self.strategy.name
            ));
        }
        found.sort_unstable();
        output::print(&match self.format {
            Format::Text => {
                text(&puzzle, &cover, &date, &report, &found)
                    + &format!(
                        "{}: {} {}, {}\n",
                        self.strategy.name,
                        grouped(report.nodes),
                        self.strategy.counts,
                        time(cpu)
                    )
            }
            Format::Json => {
                let mut value = object(&puzzle, &cover, &date, &report, &found);
                value["strategy"] = self.strategy.name.into();
                if let (false, Some(object)) = (keep, value.as_object_mut()) {
                    object.remove("found");
                }
                value["cpu_ns"] = u64::try_from(cpu.as_nanos()).unwrap_or(u64::MAX).into();
                format!("{value:#}\n")
            }
        })
    }
}

impl Solve {
    /// Draws one solution at random.
    fn random(&self, puzzle: &Puzzle, cover: &Cover, date: &Date, seed: u64) -> anyhow::Result<()> {
        let solutions = OneDate::new(cover, puzzle.target(date))?;
        let count = solutions.count()?;
        let mut numbers = Random::with_seed(seed);
        let drawn = solutions.random(|below| numbers.below(below))?;
        let label = puzzle.date_title(date);
        output::print(&match (self.format, drawn) {
            (Format::Text, None) => format!("{label}: no solution\n"),
            (Format::Text, Some(drawn)) => format!(
                "{}\n{}\n\n{label}: one of {}, drawn with seed {seed}\n",
                paint::solution(puzzle, cover, &drawn),
                paint::legend(puzzle),
                counted(count, "solution")
            ),
            (Format::Json, drawn) => {
                let found: Vec<Value> = drawn.iter().map(|drawn| pieces(puzzle, cover, drawn)).collect();
                let value = json!({
                    "puzzle": puzzle.name,
                    "date_id": date.id,
                    "date": label,
                    "solutions": count,
                    "seed": seed,
                    "found": found,
                });
                format!("{value:#}\n")
            }
        })
    }
}

fn text(puzzle: &Puzzle, cover: &Cover, date: &Date, report: &Report, found: &[Vec<PlacementId>]) -> String {
    let mut text = String::new();
    for solution in found {
        text += &paint::solution(puzzle, cover, solution);
        text.push('\n');
    }
    if !found.is_empty() {
        text += &format!("{}\n\n", paint::legend(puzzle));
    }
    let date = puzzle.date_title(date);
    // Writing to a string cannot fail.
    let _ = match (report.outcome, report.visited) {
        (Outcome::Found, _) => {
            writeln!(text, "{date}: a solution (the first found; --count counts them all)")
        }
        (_, 0) => writeln!(text, "{date}: no solution"),
        (_, solutions) => writeln!(text, "{date}: exactly {}", counted(solutions, "solution")),
    };
    text
}

fn object(puzzle: &Puzzle, cover: &Cover, date: &Date, report: &Report, found: &[Vec<PlacementId>]) -> Value {
    let found = found.iter().map(|solution| pieces(puzzle, cover, solution));
    json!({
        "puzzle": puzzle.name,
        "date_id": date.id,
        "date": puzzle.date_label(date),
        "nodes": report.nodes,
        "outcome": report.outcome.name(),
        "solutions": report.exact_solutions(),
        "found": found.collect::<Vec<_>>(),
    })
}

/// A solution as a list of its pieces.
fn pieces(puzzle: &Puzzle, cover: &Cover, solution: &[PlacementId]) -> Value {
    let piece = |&id: &PlacementId| {
        let placement = &cover.placements()[usize::from(id)];
        json!({
            "piece": puzzle.pieces[placement.piece].name,
            "placement_id": id,
            "shape": cover.orientations()[placement.orientation].shape.drawing(),
            "row": placement.anchor.row,
            "col": placement.anchor.col,
            "cells": placement.cells.iter().collect::<Vec<_>>(),
        })
    };
    solution.iter().map(piece).collect()
}
