//! All dates at once: one diagram, read date by date.

use super::{AtlasError, Observer, Variety, fingerprint_of};
use crate::cover::{Cover, PlacementId, SolutionDefect, check};
use crate::puzzle::{Date, Puzzle};
use crate::search::frontier::{AllDates, Executor, MOST_SOLUTIONS, count, listable};
use rayon::prelude::*;
use std::ops::Range;

/// The solutions of one date.
#[derive(Clone, Debug)]
pub struct DateSolutions {
    /// Number of the date.
    pub date_id: usize,
    /// One placement of each piece after the other, in ascending order.
    pub solutions: Vec<PlacementId>,
    /// As [`super::Measurement::fingerprint`].
    pub fingerprint: u64,
    /// How they vary; `None` if there are none.
    pub variety: Option<Variety>,
    /// What is wrong with the first solution that is none, if there is one.
    pub defect: Option<SolutionDefect>,
}

/// Builds the diagram of the dates `date_ids`, which ascend, on so many threads, and hands the solutions of
/// each to `receive`, in order, each checked by code that the diagram does not share.
///
/// # Errors
/// [`AtlasError`]: the threads could not be started, the puzzle is out of reach, the job was cancelled, or
/// `receive` failed.
pub fn all_dates<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    cover: &Cover,
    date_ids: &[usize],
    threads: usize,
    observer: &dyn Observer,
    mut receive: impl FnMut(DateSolutions) -> Result<(), E>,
) -> Result<AllDates, AtlasError<E>> {
    let threads = Threads::new(threads)?;
    let dates: Vec<Date> = date_ids.iter().map(|&id| puzzle.date(id)).collect();
    observer.stage("all dates at once", dates.len());
    let all = AllDates::new(puzzle, cover, &dates, &threads)?;
    require_listable(puzzle, &dates, |place| Some(all.counts()[dates[place].id]))?;
    for part in parts(date_ids, all.counts()) {
        let first = part.start;
        let rows = all.solutions(part.clone(), &threads);
        let wanted = rows.into_iter().enumerate().map(|(place, rows)| (first + place, rows));
        let wanted: Vec<_> = wanted.filter(|(id, _)| date_ids.binary_search(id).is_ok()).collect();
        let checked = threads.map(wanted, |(date_id, solutions)| {
            let date = puzzle.date(date_id);
            let rows = || solutions.chunks(puzzle.tile_count());
            let fingerprint = rows().map(fingerprint_of).fold(0, u64::wrapping_add);
            let defect = rows().find_map(|solution| check(puzzle, cover, &date, solution).err());
            // What is no solution may well be there twice.
            let variety = if defect.is_none() { Variety::of(cover, &solutions) } else { None };
            DateSolutions { date_id, fingerprint, variety, defect, solutions }
        });
        for date in checked {
            if observer.is_cancelled() {
                return Err(AtlasError::Cancelled);
            }
            receive(date).map_err(AtlasError::Receiver)?;
            observer.advance();
        }
    }
    Ok(all)
}

/// Refuses dates of which one has more solutions than can be listed, before the long work; the solutions are counted
/// by diagrams. Dates that are out of their reach are passed over.
///
/// # Errors
/// [`AtlasError`]: the threads could not be started, or a date has too many.
pub fn listable_dates<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    cover: &Cover,
    date_ids: &[usize],
    threads: usize,
    observer: &dyn Observer,
) -> Result<(), AtlasError<E>> {
    let threads = Threads::new(threads)?;
    let dates: Vec<Date> = date_ids.iter().map(|&id| puzzle.date(id)).collect();
    if puzzle.exposes_one_of_each() {
        observer.stage("counting", 1);
        // None are known if the diagram is too large.
        if let Ok(all) = AllDates::new(puzzle, cover, &dates, &threads) {
            require_listable(puzzle, &dates, |place| Some(all.counts()[dates[place].id]))?;
        }
        observer.advance();
        return Ok(());
    }
    observer.stage("counting", dates.len());
    let counts = threads.map(dates.iter().collect(), |date| {
        let counted = if observer.is_cancelled() { Ok(0) } else { count(cover, puzzle.target(date)) };
        observer.advance();
        counted
    });
    if observer.is_cancelled() {
        return Err(AtlasError::Cancelled);
    }
    require_listable(puzzle, &dates, |place| counts[place].as_ref().map_or(Some(0), |count| Some(*count)))
}

fn require_listable<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    dates: &[Date],
    count: impl Fn(usize) -> Option<u64>,
) -> Result<(), AtlasError<E>> {
    for (place, date) in dates.iter().enumerate() {
        let date = || puzzle.date_title(date);
        listable(count(place)).map_err(|too_many| AtlasError::TooMany { date: date(), too_many })?;
    }
    Ok(())
}

/// Cuts the dates into ranges of not too many solutions each.
fn parts(date_ids: &[usize], counts: &[u64]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut solutions = 0_u64;
    for &id in date_ids {
        let sum =
            |from: usize| counts[from..=id].iter().fold(0, |sum: u64, &count| sum.saturating_add(count));
        match parts.last_mut() {
            Some(part) if solutions.saturating_add(sum(part.end)) <= MOST_SOLUTIONS => {
                solutions += sum(part.end);
                part.end = id + 1;
            }
            _ => {
                solutions = counts[id];
                parts.push(id..id + 1);
            }
        }
    }
    parts
}

/// Works on independent items on a pool of threads.
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// A pool of `count` threads, 1 or more.
    ///
    /// # Errors
    /// [`rayon::ThreadPoolBuildError`], when they cannot be started.
    pub fn new(count: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        Ok(Self(rayon::ThreadPoolBuilder::new().num_threads(count).build()?))
    }
}

impl Executor for Threads {
    fn map<T: Send, R: Send>(&self, items: Vec<T>, job: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
        self.0.install(|| items.into_par_iter().map(&job).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hold_every_date_and_not_too_many_solutions() {
        let most = MOST_SOLUTIONS;
        assert_eq!(parts(&[0, 1, 2, 4], &[1, 2, 3, 0, 5]), vec![0..5]);
        assert_eq!(parts(&[0, 1, 2], &[most, 1, most]), vec![0..1, 1..2, 2..3]);
        assert_eq!(parts(&[0, 1, 2], &[most - 1, 1, 2 * most]), vec![0..2, 2..3]);
        // What lies between the dates wanted counts as well.
        assert_eq!(parts(&[1, 3], &[9, 1, most, 1]), vec![1..2, 3..4]);
        assert!(parts(&[], &[1]).is_empty());
    }
}
