//! Many sets of pieces on one board: for each of them the number of solutions of every date.
//!
//! Which ten pieces make the best calendar puzzle? Seven of the 12 pentominoes and three of the 5 tetrominoes have
//! the area that the weekday board needs. That makes 7,920 sets with 2,604 dates each: 20,623,680 numbers, and
//! one diagram for each set ([`count_one`]) takes more than an hour of a processor's time, all sets together a minute
//! or two.
//!
//! What can be done on the board does not depend on the set, so it is found once for all sets: `shapes` are the partial
//! covers whichever pieces they are made of. On them the ways from the empty board to a cut in the middle are
//! counted, by subset of pieces and labels exposed, and so are the ways from the cut to the full board (`meeting`,
//! over the numbered `subsets`; `halves` keeps both). A solution of a set is a way to the cut with one part of the pieces and a way
//! from it with the others; so each set is a sum of products over numbers that stand ready, a few milliseconds.
//! All numbers are exact, and every sum is checked.
//!
//! [`grammar`] reads which sets there are, such as `7 of pentominoes, 3 of tetrominoes`; [`list`] reads them one by one.
//!
//! Meeting in the middle is an idea of E. Horowitz and S. Sahni, Computing Partitions with Applications to the
//! Knapsack Problem (1974); for the rest see [`crate::search::frontier`].

mod family;
pub mod grammar;
mod halves;
pub mod list;
mod meeting;
mod plain;
mod shapes;
mod subsets;

#[cfg(test)]
mod tests;

pub use family::{Family, FamilyError, NamedPolyomino, PieceSet, free_polyominoes};
pub use meeting::Size;
pub use plain::{count_one, puzzle_with};

use crate::atlas::{Observer, Threads};
use crate::puzzle::Puzzle;
use crate::search::frontier::Executor;
use meeting::Meeting;
use shapes::Shapes;
use std::convert::Infallible;
use std::ops::Range;

/// The most sets whose halves are held together.
const BATCH: usize = 20_000;
/// Sets that a thread counts together.
const TOGETHER: usize = 64;
/// The most groups of labels.
const MOST_GROUPS: usize = 16;
/// The most choices of labels, of each group one or none.
const MOST_KEYS: usize = 1 << 22;

/// Why sets of pieces could not be counted; `E` is what the receiver of the numbers may fail with.
#[derive(Debug, thiserror::Error)]
pub enum SweepError<E: std::error::Error + 'static = Infallible> {
    /// A group of which a date exposes several cells.
    #[error(
        "a date of the puzzle {puzzle} exposes several cells of a group, and sets of pieces can be counted only \
         where it exposes one of each; choose another board, such as that of weekday"
    )]
    SeveralExposed {
        /// The puzzle's name.
        puzzle: String,
    },
    /// More labels than can be told apart.
    #[error(
        "the puzzle {puzzle} has {dates} dates of {groups} groups, and sets of pieces can be counted with at most \
         {MOST_GROUPS} groups and about {MOST_KEYS} dates"
    )]
    TooManyDates {
        /// The puzzle's name.
        puzzle: String,
        /// Its dates.
        dates: usize,
        /// Its groups.
        groups: usize,
    },
    /// A set with pieces that the family does not have.
    #[error("the set number {number} has a piece that is not among the {pieces} of the family")]
    UnknownPiece {
        /// The number of the set, from 1.
        number: usize,
        /// Pieces of the family.
        pieces: usize,
    },
    /// A set that cannot cover what a date leaves.
    #[error(
        "the pieces {set} have {area} squares together, and a date of {puzzle} leaves {needed}; leave them out"
    )]
    WrongArea {
        /// The names of the pieces.
        set: String,
        /// Their area.
        area: usize,
        /// What it should be.
        needed: usize,
        /// The puzzle's name.
        puzzle: String,
    },
    /// Too much for the memory, or for 64 bits.
    #[error("the sets of pieces cannot be counted: {0}")]
    OutOfReach(&'static str),
    /// The threads could not be started.
    #[error("the worker threads cannot be started: {0}; try fewer with --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The observer asked to stop.
    #[error("stopped before the end, as asked")]
    Cancelled,
    /// The receiver of the numbers failed.
    #[error(transparent)]
    Receiver(E),
}

/// What is in the way of counting some sets together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    /// The board has too many shapes; with fewer pieces it may have less.
    Shapes,
    /// The sets have too many subsets.
    Sets,
    /// The numbers of ways take too much memory.
    Bytes,
    /// A number does not fit.
    Ways,
    /// The job was cancelled.
    Cancelled,
}

impl Obstacle {
    /// Whether fewer sets at a time may help.
    fn is_size(self) -> bool {
        matches!(self, Self::Shapes | Self::Sets | Self::Bytes)
    }
}

impl<E: std::error::Error> From<Obstacle> for SweepError<E> {
    fn from(obstacle: Obstacle) -> Self {
        Self::OutOfReach(match obstacle {
            Obstacle::Shapes => "the board has too many partial covers for the memory",
            Obstacle::Sets => "a set has too many pieces",
            Obstacle::Bytes => "a set has too many ways to the middle of the board for the memory",
            Obstacle::Ways => "a number of solutions, or of ways to the middle of the board, is too large",
            Obstacle::Cancelled => return Self::Cancelled,
        })
    }
}

/// Hands to `receive` each of the sets, in their order, with its number of solutions of each date of the puzzle, by the
/// date's number. The puzzle's own pieces do not matter. The numbers do not depend on `threads`, and memory does not
/// grow with the number of sets; the time of a set is shortest when sets that come one after the other share pieces.
///
/// Returned are the sizes of the halves of the solutions, of each part of the sets that was counted together.
///
/// # Errors
/// [`SweepError`], see there. What was handed over before is right nevertheless.
///
/// ```
/// use std::convert::Infallible;
/// use tiling_almanac::{atlas, puzzle::built_in, sweep};
/// struct Silent;
/// impl atlas::Observer for Silent {
///     fn stage(&self, _: &str, _: usize) {}
///     fn advance(&self) {}
/// }
/// let mini = built_in("mini")?; // 10 cells to be covered
/// let chosen = sweep::grammar::read("2 of {I3, V3}, 1 of tetrominoes", &mini)?;
/// let mut totals = Vec::new();
/// sweep::count(&mini, &chosen.family, &chosen.sets, 1, &Silent, |set, counts: &[u64]| {
///     totals.push((chosen.family.names(set).join(" "), counts.iter().sum::<u64>()));
///     Ok::<(), Infallible>(())
/// })?;
/// assert_eq!(totals.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    family: &Family,
    sets: &[PieceSet],
    threads: usize,
    observer: &dyn Observer,
    receive: impl FnMut(PieceSet, &[u64]) -> Result<(), E>,
) -> Result<Vec<Size>, SweepError<E>> {
    count_with(puzzle, family, sets, &Plan { threads, batch: BATCH, cut: None }, observer, receive)
}

/// How sets are counted.
struct Plan {
    threads: usize,
    /// The most sets whose halves are held together.
    batch: usize,
    /// The position of the cut, if it is given.
    cut: Option<usize>,
}

fn count_with<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    family: &Family,
    sets: &[PieceSet],
    plan: &Plan,
    observer: &dyn Observer,
    mut receive: impl FnMut(PieceSet, &[u64]) -> Result<(), E>,
) -> Result<Vec<Size>, SweepError<E>> {
    let keys = Keys::new(puzzle)?;
    check_sets(puzzle, family, sets)?;
    let threads = Threads::new(plan.threads)?;
    let mut sizes = Vec::new();
    // Parts of the sets, the next one last.
    let mut parts: Vec<Range<usize>> = (0..sets.len())
        .step_by(plan.batch.max(1))
        .rev()
        .map(|start| start..sets.len().min(start + plan.batch.max(1)))
        .collect();
    let mut shapes: Option<(PieceSet, Shapes)> = None;
    while let Some(part) = parts.pop() {
        let sets = &sets[part.clone()];
        let pieces = sets.iter().fold(PieceSet::EMPTY, |all, &set| all | set);
        let mut meeting = || {
            let known = shapes.take().filter(|(known, _)| *known == pieces);
            let known = match known {
                Some(known) => known,
                None => (pieces, Shapes::new(puzzle, family, pieces, &keys.weights, observer)?),
            };
            let (_, shapes) = shapes.insert(known);
            Meeting::new(shapes, family, sets, keys.count, plan.cut, &threads, observer)
        };
        let meeting = match meeting() {
            Ok(meeting) => meeting,
            Err(obstacle) if obstacle.is_size() && part.len() > 1 => {
                let middle = part.start + part.len() / 2;
                parts.extend([middle..part.end, part.start..middle]);
                continue;
            }
            Err(obstacle) => return Err(obstacle.into()),
        };
        sizes.push(meeting.size);
        observer.stage("sets of pieces", sets.len());
        for sets in sets.chunks(TOGETHER * plan.threads.max(1)) {
            if observer.is_cancelled() {
                return Err(SweepError::Cancelled);
            }
            let jobs: Vec<&[PieceSet]> = sets.chunks(TOGETHER).collect();
            let counted = threads.map(jobs, |sets| meeting.solutions(sets));
            for (sets, sums) in sets.chunks(TOGETHER).zip(counted) {
                for (&set, sums) in sets.iter().zip(sums?) {
                    receive(set, &keys.by_date(&sums)).map_err(SweepError::Receiver)?;
                    observer.advance();
                }
            }
        }
    }
    Ok(sizes)
}

/// Numbers for choices of labels, of each group one or none. That of a choice is the sum of those of its parts.
struct Keys {
    /// How many there are.
    count: usize,
    /// What the first label of each group adds; the second adds twice as much, and so on.
    weights: Vec<u32>,
    /// The key of each date.
    dates: Vec<u32>,
}

impl Keys {
    fn new<E: std::error::Error>(puzzle: &Puzzle) -> Result<Self, SweepError<E>> {
        if !puzzle.exposes_one_of_each() {
            return Err(SweepError::SeveralExposed { puzzle: puzzle.name.clone() });
        }
        let mut count = 1;
        let mut weights = Vec::new();
        for group in &puzzle.groups {
            weights.push(count as u32);
            count *= group.labels.len() + 1;
            if count > MOST_KEYS || weights.len() > MOST_GROUPS {
                return Err(SweepError::TooManyDates {
                    puzzle: puzzle.name.clone(),
                    dates: puzzle.date_count(),
                    groups: puzzle.groups.len(),
                });
            }
        }
        let key = |id: usize| {
            let picks = puzzle.date(id).picks;
            weights.iter().zip(picks).map(|(weight, pick)| weight * (pick as u32 + 1)).sum()
        };
        let dates = (0..puzzle.date_count()).map(key).collect();
        Ok(Self { count, weights, dates })
    }

    fn by_date(&self, sums: &[u64]) -> Vec<u64> {
        self.dates.iter().map(|&key| sums[key as usize]).collect()
    }
}

/// Makes sure that all sets can cover what a date leaves.
fn check_sets<E: std::error::Error>(
    puzzle: &Puzzle,
    family: &Family,
    sets: &[PieceSet],
) -> Result<(), SweepError<E>> {
    let needed = area_needed(puzzle);
    for (number, &set) in (1..).zip(sets) {
        if !set.is_subset(family.all()) {
            return Err(SweepError::UnknownPiece { number, pieces: family.pieces().len() });
        }
        let area = family.area(set);
        if area != needed {
            let set = family.names(set).join(" ");
            return Err(SweepError::WrongArea { set, area, needed, puzzle: puzzle.name.clone() });
        }
    }
    Ok(())
}

/// How many cells of the board a date leaves to be covered.
pub fn area_needed(puzzle: &Puzzle) -> usize {
    puzzle.board.cells.len() - puzzle.groups.len()
}
