//! Speed of the strategies, and of all dates at once, as a ratio to the plain baseline, in one run.
//!
//! Baseline and strategies take turns, round by round, on one thread, and each round's ratio is taken for
//! itself: so it matters little that a machine gets slower or faster on the way. Times are CPU times. Every
//! case asserts its answer. `cargo bench` measures 50 evenly spaced dates in 5 rounds, which takes some
//! minutes; `cargo bench -- --dates 10 --rounds 3` is quicker; `cargo bench -- --sets 40 --rounds 1` measures sweeps. Run as a test (`cargo test --benches`), it
//! checks the answers on two dates.

mod all_dates;
mod baseline;
mod sweep;

use baseline::{Baseline, Counts};
use clap::Parser;
use cpu_time::ThreadTime;
use std::time::Duration;
use tiling_almanac::cover::Cover;
use tiling_almanac::geometry::CellSet;
use tiling_almanac::puzzle::{Puzzle, built_in};
use tiling_almanac::search::{CandidateOrder, Goal, STRATEGIES, Solver, Task};

#[derive(Parser)]
struct Options {
    /// Evenly spaced dates
    #[arg(long, default_value_t = 50)]
    dates: usize,
    /// Rounds
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Instead, all sets of pieces of the weekday board, against so many of them one after the other
    #[arg(long, value_name = "SAMPLE")]
    sets: Option<usize>,
    /// Given by cargo bench; without it, as cargo test runs benches, answers are checked and nothing is timed
    #[arg(long)]
    bench: bool,
}

/// What the full trees of the dates must add up to, by strategy, for the default dates.
const NODES_OF_50_DATES: [(&str, u64); 5] = [
    ("first-empty", 112_670_851),
    ("last-empty", 63_289_515),
    ("mrv", 11_614_116),
    ("dlx", 11_257_009),
    ("frontier", 4_424_429),
];
const SOLUTIONS_OF_50_DATES: u64 = 94_380;

fn main() {
    let options = Options::parse();
    let (dates, rounds) = if options.bench { (options.dates, options.rounds) } else { (2, 1) };
    let puzzle = built_in("weekday").expect("built in");
    if let (true, Some(sample)) = (options.bench, options.sets) {
        return sweep::measure(&puzzle, sample.max(1), rounds);
    }
    let cover = Cover::new(&puzzle);
    let targets: Vec<CellSet> =
        (0..dates).map(|n| puzzle.target(&puzzle.date(n * puzzle.date_count() / dates))).collect();
    let baseline = Baseline::new(&cover);
    let solvers: Vec<(&str, Box<dyn Solver>)> = STRATEGIES
        .iter()
        .filter(|strategy| strategy.exhaustive)
        .map(|strategy| {
            (strategy.name, strategy.solver(&cover, CandidateOrder::Canonical).expect("in reach"))
        })
        .collect();

    let all = Setting { puzzle: &puzzle, cover: &cover, baseline: &baseline, targets: &targets };
    let mut all_cases = all_dates::cases();
    let mut baseline_times = Vec::new();
    let mut expected = Counts::default();
    let mut cases: Vec<Case> = solvers.iter().map(|(name, _)| Case::new(name)).collect();
    for round in 1..=rounds {
        let clock = ThreadTime::now();
        expected = targets.iter().map(|&target| baseline.count(target)).fold(Counts::default(), Counts::add);
        let base = clock.elapsed();
        baseline_times.push(base);
        for (case, (name, solver)) in cases.iter_mut().zip(&solvers) {
            let clock = ThreadTime::now();
            let counts = targets.iter().map(|&target| count(solver.as_ref(), target));
            let counts = counts.fold(Counts::default(), Counts::add);
            let time = clock.elapsed();
            assert_eq!(counts.solutions, expected.solutions, "{name}");
            if *name == "first-empty" {
                assert_eq!(counts, expected, "the baseline walks the same tree");
            }
            if dates == 50 {
                let golden =
                    NODES_OF_50_DATES.iter().find(|(golden, _)| golden == name).map(|(_, nodes)| *nodes);
                assert_eq!((counts.solutions, Some(counts.nodes)), (SOLUTIONS_OF_50_DATES, golden), "{name}");
            }
            case.add(counts, time, base);
        }
        if options.bench {
            let of_all_dates = base.mul_f64(puzzle.date_count() as f64 / dates as f64);
            all_cases.iter_mut().for_each(|case| case.measure(&all, of_all_dates));
            eprintln!("round {round} of {rounds}");
        }
    }
    if options.bench {
        println!(
            "{dates} dates, full trees, one thread, CPU time, {rounds} rounds (median, least to most)\n"
        );
        println!("{:12} {:>12} {:>10} {:>26}", "", "nodes*", "ns a node", "x baseline");
        let each = median(baseline_times.iter().map(Duration::as_secs_f64)) * 1e9 / expected.nodes as f64;
        println!("{:12} {:>12} {each:>10.1} {:>26}", "baseline", expected.nodes, "1");
        cases.iter().for_each(Case::print);
        println!("* of frontier: states\n");
        all_cases.iter().for_each(all_dates::Case::print);
        all_dates::print_size(&all);
    }
}

/// What is measured on.
struct Setting<'a> {
    puzzle: &'a Puzzle,
    cover: &'a Cover,
    baseline: &'a Baseline,
    targets: &'a [CellSet],
}

fn count(solver: &dyn Solver, target: CellSet) -> Counts {
    let report = solver.search(&Task::new(target, Goal::All), &mut |_| {});
    Counts { nodes: report.nodes, solutions: report.exact_solutions().expect("the tree was exhausted") }
}

/// The measurements of a strategy.
struct Case {
    name: String,
    counts: Counts,
    seconds: Vec<f64>,
    ratios: Vec<f64>,
}

impl Case {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), counts: Counts::default(), seconds: Vec::new(), ratios: Vec::new() }
    }

    fn add(&mut self, counts: Counts, time: Duration, baseline: Duration) {
        self.counts = counts;
        self.seconds.push(time.as_secs_f64());
        self.ratios.push(time.as_secs_f64() / baseline.as_secs_f64());
    }

    fn print(&self) {
        let Self { name, counts, seconds, ratios } = self;
        let each = median(seconds.iter().copied()) * 1e9 / counts.nodes as f64;
        let (least, most) =
            ratios.iter().fold((f64::MAX, 0.0), |(a, b), &r| (f64::min(a, r), f64::max(b, r)));
        let ratio = format!("{:.3} ({least:.3} to {most:.3})", median(ratios.iter().copied()));
        println!("{name:12} {:>12} {each:>10.1} {ratio:>26}", counts.nodes);
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
