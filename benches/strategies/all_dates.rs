//! All dates at once, and one date cold, against the time that the baseline would take for the same dates.

use super::{Setting, median};
use cpu_time::{ProcessTime, ThreadTime};
use std::time::{Duration, Instant};
use tiling_almanac::atlas::{Observer, Threads};
use tiling_almanac::geometry::CellSet;
use tiling_almanac::pipeline::{Request, generate};
use tiling_almanac::puzzle::{Date, Selection};
use tiling_almanac::search::frontier::{AllDates, Executor, InTurn, count};
use tiling_almanac::search::strategy;

const SOLUTIONS: u64 = 4_937_780;

/// Measures a ratio, given what the baseline takes for all dates.
type Measure = fn(&Setting, Duration) -> Vec<f64>;

/// A measurement of one or more ratios, with those of the rounds.
pub struct Case {
    names: &'static [&'static str],
    measure: Measure,
    rounds: Vec<Vec<f64>>,
}

pub fn cases() -> Vec<Case> {
    let case = |names, measure| Case { names, measure, rounds: Vec::new() };
    vec![
        case(&["counts of all dates, one thread, to the baseline"], counts),
        case(&["all solutions in memory, sorted, one thread, to the baseline"], solutions),
        case(&["dataset of all solutions, checked and written, CPU time, to the baseline"], dataset),
        case(&["counts of all dates, one thread to two, on the clock"], two_threads),
        case(&["one date cold, all together, to the baseline", "one date cold, the worst of them"], one_date),
    ]
}

impl Case {
    pub fn measure(&mut self, setting: &Setting, baseline: Duration) {
        self.rounds.push((self.measure)(setting, baseline));
    }

    pub fn print(&self) {
        for (place, name) in self.names.iter().enumerate() {
            let ratios = || self.rounds.iter().map(|ratios| ratios[place]);
            let (least, most) = ratios().fold((f64::MAX, 0.0), |(a, b), r| (f64::min(a, r), f64::max(b, r)));
            let middle = median(ratios());
            let inverse = if middle < 0.1 { format!(", 1/{:.0}", 1.0 / middle) } else { String::new() };
            println!("{name:74} {middle:.4} ({least:.4} to {most:.4}){inverse}");
        }
    }
}

/// Prints how large the diagram of all dates is.
pub fn print_size(setting: &Setting) {
    let size = diagram(setting, &InTurn).size();
    println!(
        "diagram of all dates: {} states and {} arcs reached; {} states and {} arcs kept, {} bytes, {:.1} a state",
        size.reached_states,
        size.reached_arcs,
        size.states,
        size.arcs,
        size.bytes,
        size.bytes as f64 / size.states as f64
    );
}

fn diagram(setting: &Setting, executor: &impl Executor) -> AllDates {
    let dates: Vec<Date> = (0..setting.puzzle.date_count()).map(|id| setting.puzzle.date(id)).collect();
    let all = AllDates::new(setting.puzzle, setting.cover, &dates, executor).expect("within reach");
    assert_eq!(all.counts().iter().sum::<u64>(), SOLUTIONS);
    all
}

fn counts(setting: &Setting, baseline: Duration) -> Vec<f64> {
    let clock = ThreadTime::now();
    diagram(setting, &InTurn);
    vec![clock.elapsed().as_secs_f64() / baseline.as_secs_f64()]
}

fn solutions(setting: &Setting, baseline: Duration) -> Vec<f64> {
    let clock = ThreadTime::now();
    let all = diagram(setting, &InTurn).solutions(0..setting.puzzle.date_count(), &InTurn);
    let time = clock.elapsed();
    assert_eq!(
        all.iter().map(Vec::len).sum::<usize>() as u64,
        SOLUTIONS * setting.puzzle.pieces.len() as u64
    );
    vec![time.as_secs_f64() / baseline.as_secs_f64()]
}

fn two_threads(setting: &Setting, _: Duration) -> Vec<f64> {
    let time = |threads: usize| {
        let threads = Threads::new(threads).expect("threads");
        let once = || {
            let clock = Instant::now();
            diagram(setting, &threads);
            clock.elapsed().as_secs_f64()
        };
        // On the clock, other work counts: the least of several shows the threads' own.
        (0..3).map(|_| once()).fold(f64::MAX, f64::min)
    };
    vec![time(1) / time(2)]
}

struct Silent;

impl Observer for Silent {
    fn stage(&self, _: &str, _: usize) {}
    fn advance(&self) {}
}

fn dataset(setting: &Setting, baseline: Duration) -> Vec<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    let request = Request {
        puzzle: setting.puzzle.clone(),
        selection: Selection::all(setting.puzzle),
        filter: "all".to_owned(),
        strategies: vec![strategy("frontier").expect("in the register")],
        node_limit: 1,
        threads: 1,
        folder: folder.path().to_owned(),
        overwrite: false,
        draws: true,
        shard: None,
        shards: Vec::new(),
        restart: false,
    };
    let clock = ProcessTime::now();
    let summary = generate(&request, &Silent).expect("nothing is wrong");
    let time = clock.elapsed();
    assert_eq!(summary.solutions.iter().filter_map(|(_, count)| *count).sum::<u64>(), SOLUTIONS);
    vec![time.as_secs_f64() / baseline.as_secs_f64()]
}

/// The time of each date's count, prepared from nothing, and that of the baseline.
fn each_date(setting: &Setting) -> Vec<(f64, f64)> {
    let time = |count: &dyn Fn() -> u64, expected: u64| {
        let clock = ThreadTime::now();
        assert_eq!(count(), expected);
        clock.elapsed().as_secs_f64()
    };
    let each = |&target: &CellSet| {
        let expected = setting.baseline.count(target).solutions;
        let frontier = || count(setting.cover, target).expect("within reach");
        let baseline = || setting.baseline.count(target).solutions;
        // The worst of fifty short times would be that of the worst disturbance: the least of three each.
        (0..3).fold((f64::MAX, f64::MAX), |least, _| {
            (least.0.min(time(&frontier, expected)), least.1.min(time(&baseline, expected)))
        })
    };
    setting.targets.iter().map(each).collect()
}

fn one_date(setting: &Setting, _: Duration) -> Vec<f64> {
    let each = each_date(setting);
    let (time, baseline) = each.iter().fold((0.0, 0.0), |sum, each| (sum.0 + each.0, sum.1 + each.1));
    vec![time / baseline, each.iter().map(|(time, baseline)| time / baseline).fold(0.0, f64::max)]
}
