//! Runs the searches of one run in parallel and hands the measurements on in order.

use super::in_order::in_order;
use super::{AtlasError, Observer, Run};
use crate::cover::PlacementId;
use crate::puzzle::Puzzle;
use crate::search::{Outcome, Report, Solver, Task};
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// After so much CPU time a search is not repeated: disturbances hardly show in it.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// What one search found and what it cost.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Number of the date.
    pub date_id: usize,
    /// Nodes, solutions, outcome.
    pub report: Report,
    /// A number that the same set of solutions always has, in whatever order they were found; different sets
    /// share it with a chance of about 2^-64.
    pub fingerprint: u64,
    /// The solutions in ascending order, one placement of each piece after the other, if they were to be
    /// kept; else empty.
    pub solutions: Vec<PlacementId>,
    /// CPU time of the thread: the least of the repeats.
    pub cpu: Duration,
    /// Time on the clock: the least of the repeats.
    pub wall: Duration,
    /// How often the search was made.
    pub repeats: u16,
}

/// Runs `run` by its prepared `solver` on the dates `date_ids` and hands each measurement to `receive`, in the
/// order of `date_ids`. What waits for an earlier date is bounded, so memory does not grow with the dates.
///
/// # Errors
/// [`AtlasError`]: the threads could not be started, the job was cancelled, or `receive` failed.
pub fn measure<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    run: &Run,
    solver: &dyn Solver,
    date_ids: &[usize],
    settings: Settings,
    observer: &dyn Observer,
    mut receive: impl FnMut(Measurement) -> Result<(), E>,
) -> Result<(), AtlasError<E>> {
    observer.stage(&run.title(), date_ids.len());
    let job = |&date_id: &usize| {
        let done = search(puzzle, run, solver, date_id, &settings);
        observer.advance();
        done
    };
    in_order(settings.threads, date_ids, observer, job, &mut receive)
}

fn search(
    puzzle: &Puzzle,
    run: &Run,
    solver: &dyn Solver,
    date_id: usize,
    settings: &Settings,
) -> Measurement {
    let date = puzzle.date(date_id);
    let node_limit = run.node_limit(settings.node_limit);
    let task = Task { node_limit, ..Task::new(puzzle.target(&date), run.goal) };
    let mut best: Option<Measurement> = None;
    for _ in 0..run.repeats() {
        let mut fingerprint = 0_u64;
        let mut found = Vec::new();
        let (cpu, wall) = (ThreadTime::now(), Instant::now());
        let report = solver.search(&task, &mut |solution| {
            fingerprint = fingerprint.wrapping_add(fingerprint_of(solution));
            if settings.keep_solutions {
                found.extend_from_slice(solution);
            }
        });
        let (cpu, wall) = (cpu.elapsed(), wall.elapsed());
        best = Some(match best {
            None => {
                let solutions = sorted(found, puzzle.tile_count());
                Measurement { date_id, report, fingerprint, solutions, cpu, wall, repeats: 1 }
            }
            Some(best) => Measurement {
                cpu: best.cpu.min(cpu),
                wall: best.wall.min(wall),
                repeats: best.repeats + 1,
                ..best
            },
        });
        // What the limit stopped has no time to its end that could be measured.
        if cpu > LONG_ENOUGH || report.outcome == Outcome::NodeLimit {
            break;
        }
    }
    best.expect("every search is made at least once")
}

/// Facts of a job that are the same for all its runs.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads that search, 1 or more.
    pub threads: usize,
    /// The node limit of strategies that are not exhaustive.
    pub node_limit: u64,
    /// Whether the solutions are to be kept.
    pub keep_solutions: bool,
}

/// Sorts solutions that stand one after the other, each of `length` placements.
fn sorted(solutions: Vec<PlacementId>, length: usize) -> Vec<PlacementId> {
    let mut rows: Vec<&[PlacementId]> = solutions.chunks(length).collect();
    rows.sort_unstable();
    rows.concat()
}

/// A hash of one solution (FNV-1a over the placements, then the finaliser of SplitMix64); the sum over a set
/// does not depend on the order.
pub fn fingerprint_of(solution: &[PlacementId]) -> u64 {
    let folded = solution.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &placement| {
        (hash ^ u64::from(placement)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mixed = (folded ^ folded >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_sort_as_rows() {
        assert_eq!(sorted(vec![3, 1, 1, 9, 1, 2], 2), [1, 2, 1, 9, 3, 1]);
        assert!(sorted(Vec::new(), 10).is_empty());
    }

    #[test]
    fn fingerprints_tell_sets_apart_and_forget_the_order() {
        let sum = |rows: &[&[PlacementId]]| {
            rows.iter().fold(0_u64, |sum, row| sum.wrapping_add(fingerprint_of(row)))
        };
        assert_eq!(sum(&[&[1, 2], &[3, 4]]), sum(&[&[3, 4], &[1, 2]]));
        assert_ne!(sum(&[&[1, 2], &[3, 4]]), sum(&[&[1, 4], &[3, 2]]));
    }
}
