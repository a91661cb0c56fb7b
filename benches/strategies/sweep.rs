//! Many sets of pieces together, against one after the other.

use super::median;
use cpu_time::{ProcessTime, ThreadTime};
use std::convert::Infallible;
use std::time::Instant;
use tiling_almanac::atlas::Observer;
use tiling_almanac::puzzle::Puzzle;
use tiling_almanac::search::frontier::InTurn;
use tiling_almanac::sweep::{PieceSet, count, count_one, grammar};

const PIECES: &str = "7 of pentominoes, 3 of tetrominoes";

struct Silent;

impl Observer for Silent {
    fn stage(&self, _: &str, _: usize) {}
    fn advance(&self) {}
}

/// Counts all sets of the board together on one and on two threads, and `sample` of them, evenly spaced, one after the
/// other by a diagram each; prints the ratio of the CPU times of a set. Sets whose diagram is too large are left out of the
/// sample, which makes the ratio smaller than it is.
pub fn measure(puzzle: &Puzzle, sample: usize, rounds: usize) {
    let chosen = grammar::read(PIECES, puzzle).expect("valid");
    let sets = &chosen.sets;
    let spaced: Vec<PieceSet> = (0..sample).map(|n| sets[n * sets.len() / sample]).collect();
    let (mut ratios, mut threads, mut alone, mut left_out) =
        (Vec::new(), [Vec::new(), Vec::new()], Vec::new(), 0);
    for round in 1..=rounds {
        let clock = ThreadTime::now();
        let counted =
            spaced.iter().filter(|&&set| count_one(puzzle, &chosen.family, set, &InTurn).is_ok()).count();
        let each = clock.elapsed().as_secs_f64() / counted as f64;
        left_out = sample - counted;
        alone.push(each);
        for (place, seconds) in threads.iter_mut().enumerate() {
            let (cpu, wall) = (ProcessTime::now(), Instant::now());
            let mut solutions = 0;
            let receive = |_: PieceSet, counts: &[u64]| {
                solutions += counts.iter().sum::<u64>();
                Ok::<(), Infallible>(())
            };
            count(puzzle, &chosen.family, sets, place + 1, &Silent, receive).expect("within reach");
            assert!(solutions > 0);
            seconds.push(wall.elapsed().as_secs_f64());
            if place == 0 {
                ratios.push(each * sets.len() as f64 / cpu.elapsed().as_secs_f64());
            }
        }
        eprintln!("sets of pieces: round {round} of {rounds}");
    }
    let [one, two] = threads.map(|seconds| median(seconds.into_iter()));
    let an_hour = |seconds: f64| sets.len() as f64 / seconds * 3600.0;
    println!(
        "{} sets of pieces together ({rounds} rounds, median; {left_out} of {sample} alone left out)",
        sets.len()
    );
    println!("one set alone, CPU time                             {:.3} s", median(alone.into_iter()));
    println!("CPU time alone to CPU time together, one thread     {:.1}", median(ratios.into_iter()));
    println!(
        "on one thread                                       {one:.1} s, {:.0} sets an hour",
        an_hour(one)
    );
    println!(
        "on two threads                                      {two:.1} s, {:.0} sets an hour",
        an_hour(two)
    );
    println!("one thread to two, on the clock                     {:.2}", one / two);
}
