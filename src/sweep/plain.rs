//! One set after the other: each a puzzle of its own, counted by one diagram of all dates.

use super::{Family, PieceSet};
use crate::cover::Cover;
use crate::puzzle::{Date, Piece, Puzzle};
use crate::search::OutOfReach;
use crate::search::frontier::{AllDates, Executor};

/// The puzzle with the pieces of a set in the place of its own. Its definition still tells of the latter.
pub fn puzzle_with(puzzle: &Puzzle, family: &Family, set: PieceSet) -> Puzzle {
    let piece = |piece: usize| {
        let named = &family.pieces()[piece];
        Piece { name: named.name.clone(), shape: named.shape.clone(), motions: named.motions, copies: 1 }
    };
    let mut changed = puzzle.clone();
    changed.pieces = set.iter().map(piece).collect();
    changed
}

/// The number of solutions of each date with one set of pieces, as [`super::count`] gives it, by code that the latter
/// does not share. Of the sets of the weekday board those with the most placements are out of its reach.
///
/// # Errors
/// [`OutOfReach`], when there are too many states, or too many solutions for 64 bits.
pub fn count_one(
    puzzle: &Puzzle,
    family: &Family,
    set: PieceSet,
    executor: &impl Executor,
) -> Result<Vec<u64>, OutOfReach> {
    let puzzle = puzzle_with(puzzle, family, set);
    let dates: Vec<Date> = (0..puzzle.date_count()).map(|id| puzzle.date(id)).collect();
    Ok(AllDates::new(&puzzle, &Cover::new(&puzzle), &dates, executor)?.counts().to_vec())
}
