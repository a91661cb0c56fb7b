//! Runs the searches of one run in parallel and hands the measurements on in order.

use super::{AtlasError, Observer, Run};
use crate::cover::PlacementId;
use crate::puzzle::Puzzle;
use crate::search::{Report, Solver, Task};
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    observer.stage(&run.title(), date_ids.len());
    let next = AtomicUsize::new(0);
    let window = Window::new(4 * settings.threads);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..settings.threads {
            let sender = sender.clone();
            let (next, window) = (&next, &window);
            scope.spawn(move |_| {
                let _closing = CloseOnPanic(window);
                while !observer.is_cancelled() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&date_id) = date_ids.get(place) else { return };
                    if !window.admits(place) {
                        return;
                    }
                    let done = search(puzzle, run, solver, date_id, &settings);
                    if sender.send((place, done)).is_err() {
                        return;
                    }
                    observer.advance();
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (place, measurement) in receiver {
            early.insert(place, measurement);
            while let Some(measurement) = early.remove(&due) {
                due += 1;
                if let Err(error) = receive(measurement) {
                    window.close();
                    return Err(AtlasError::Receiver(error));
                }
            }
            window.move_to(due);
        }
        if due == date_ids.len() { Ok(()) } else { Err(AtlasError::Cancelled) }
    })
}

/// Lets threads run ahead of the first date that is not done by a bounded number of dates only.
struct Window {
    width: usize,
    /// The place of the first date that is not done; `None` when the job is over early.
    due: Mutex<Option<usize>>,
    moved: Condvar,
}

impl Window {
    fn new(width: usize) -> Self {
        Self { width, due: Mutex::new(Some(0)), moved: Condvar::new() }
    }

    /// Waits until `place` lies in the window; `false` when the job is over early.
    fn admits(&self, place: usize) -> bool {
        let due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = |due: &mut Option<usize>| due.is_some_and(|due| place >= due + self.width);
        self.moved.wait_while(due, ahead).unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn move_to(&self, place: usize) {
        if let Some(due) = self.due.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            *due = place;
        }
        self.moved.notify_all();
    }

    fn close(&self) {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.moved.notify_all();
    }
}

/// A thread that panics will never deliver its date, so nobody may wait for it.
struct CloseOnPanic<'a>(&'a Window);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
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
    let task = Task { target: puzzle.target(&date), goal: run.goal, node_limit };
    let mut best: Option<Measurement> = None;
    for _ in 0..run.repeats() {
        let mut fingerprint = 0_u64;
        let mut found = Vec::new();
        let (cpu, wall) = (ThreadTime::now(), Instant::now());
        let report = solver.search(&task, &mut |solution| {
            fingerprint = fingerprint.wrapping_add(mix(solution));
            if settings.keep_solutions {
                found.extend_from_slice(solution);
            }
        });
        let (cpu, wall) = (cpu.elapsed(), wall.elapsed());
        best = Some(match best {
            None => {
                let (solutions, repeats) = (sorted(found, puzzle.pieces.len()), run.repeats());
                Measurement { date_id, report, fingerprint, solutions, cpu, wall, repeats }
            }
            Some(best) => Measurement { cpu: best.cpu.min(cpu), wall: best.wall.min(wall), ..best },
        });
    }
    best.expect("every search is made at least once")
}

/// Facts of a job that are the same for all its runs.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads that search, 1 or more.
    pub threads: usize,
    /// The node limit of strategies that do not walk full trees.
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
fn mix(solution: &[PlacementId]) -> u64 {
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
        let sum = |rows: &[&[PlacementId]]| rows.iter().fold(0_u64, |sum, row| sum.wrapping_add(mix(row)));
        assert_eq!(sum(&[&[1, 2], &[3, 4]]), sum(&[&[3, 4], &[1, 2]]));
        assert_ne!(sum(&[&[1, 2], &[3, 4]]), sum(&[&[1, 4], &[3, 2]]));
    }
}
