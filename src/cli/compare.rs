//! `almanac compare`: the strategies against each other on one date.

use super::number::{grouped, time};
use super::{DateChoice, output};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use cpu_time::ThreadTime;
use indicatif::ProgressBar;
use std::time::Duration;
use tiling_almanac::atlas::{DEFAULT_NODE_LIMIT, Run};
use tiling_almanac::cover::Cover;
use tiling_almanac::puzzle::{Date, Puzzle};
use tiling_almanac::search::{CandidateOrder, Goal, Outcome, Report, STRATEGIES, Task};

/// Race all strategies on one date, to the first solution and to all of them.
///
/// Of frontier, which walks no tree, the nodes are the states of its diagram; it has no first solution before it has
/// all, so it is not in the first race.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac compare 10-27-tue\n  \
    almanac compare 2026-10-27 --node-limit 100000000\n  \
    almanac compare 10-27-tue --no-limit      piece-order may take minutes on some dates")]
pub struct Compare {
    #[command(flatten)]
    date: DateChoice,
    /// Most nodes for piece-order
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODE_LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    node_limit: u64,
    /// No limit for piece-order: wait until it finds a solution
    #[arg(long, conflicts_with = "node_limit")]
    no_limit: bool,
}

impl Compare {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let (puzzle, date) = self.date.resolve()?;
        let cover = Cover::new(&puzzle);
        let strategies: Vec<_> = STRATEGIES.iter().collect();
        let runs =
            Run::all(&strategies, true).into_iter().filter(|run| run.order == CandidateOrder::Canonical);
        let limit = (!self.no_limit).then_some(self.node_limit);
        let mut text = format!("{}\n", puzzle.date_title(&date));
        let (all, first): (Vec<Run>, Vec<Run>) = runs.partition(|run| run.goal == Goal::All);
        for (heading, runs) in [("To the first solution", first), ("To all solutions", all)] {
            let results: Result<Vec<_>, _> =
                runs.iter().map(|run| race(&puzzle, &cover, &date, run, limit)).collect();
            text += &format!("\n{heading}\n{}\n", table(&runs, &results?));
        }
        output::print(&text)
    }
}

fn race(
    puzzle: &Puzzle,
    cover: &Cover,
    date: &Date,
    run: &Run,
    limit: Option<u64>,
) -> anyhow::Result<(Report, Duration)> {
    let waiting = ProgressBar::new_spinner().with_message(run.title());
    waiting.enable_steady_tick(Duration::from_millis(200));
    let solver = run.strategy.solver(cover, run.order)?;
    let node_limit = limit.and_then(|limit| run.node_limit(limit));
    let task = Task { node_limit, ..Task::new(puzzle.target(date), run.goal) };
    let once = || {
        let clock = ThreadTime::now();
        let report = solver.search(&task, &mut |_| {});
        (report, clock.elapsed())
    };
    let (report, mut cpu) = once();
    // Short searches are measured as the almanac does: the least of several.
    if cpu < Duration::from_millis(100) {
        cpu = (1..run.repeats()).map(|_| once().1).fold(cpu, Duration::min);
    }
    waiting.finish_and_clear();
    Ok((report, cpu))
}

fn is_finished(report: &Report) -> bool {
    matches!(report.outcome, Outcome::Exhausted | Outcome::Found)
}

/// The results with each one's CPU time as a multiple of the least.
fn table(runs: &[Run], results: &[(Report, Duration)]) -> Table {
    let finished = || results.iter().filter(|(report, _)| is_finished(report));
    let least = finished().map(|(_, cpu)| *cpu).min().unwrap_or_default().max(Duration::from_nanos(1));
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "strategy",
        "solutions",
        "nodes",
        "CPU time",
        "x fastest",
        "outcome",
    ]);
    for (run, (report, cpu)) in runs.iter().zip(results) {
        let solutions = match (report.exact_solutions(), report.outcome) {
            (Some(solutions), _) => grouped(solutions),
            (None, Outcome::Found) => "1 or more".to_owned(),
            (None, _) => "unknown".to_owned(),
        };
        let ratio = match report.outcome {
            Outcome::NodeLimit | Outcome::OutOfMemory => "-".to_owned(),
            _ => format!("{:.1}", cpu.as_secs_f64() / least.as_secs_f64()),
        };
        let name = run.strategy.name.to_owned();
        table.add_row([
            name,
            solutions,
            grouped(report.nodes),
            time(*cpu),
            ratio,
            report.outcome.name().to_owned(),
        ]);
    }
    for column in 1..=4 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
