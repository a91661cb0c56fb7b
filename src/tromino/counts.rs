//! How many tilings a board has, for every hole.
//!
//! Two methods that share no code find the numbers: one lays trominoes cell by cell for one hole at a time
//! ([`counts`]), the other fills whole rows from above and from below, and puts the halves together at each hole
//! ([`counts_by_rows`]). [`confirmed`] runs both and tells a difference. All sums and products are checked, so a number
//! that does not fit 128 bits is an error.

mod profile;
mod rows;

pub use rows::counts_by_rows;

use super::{TrominoError, hole_on_board};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The largest k that is counted.
pub const LARGEST_COUNTED_K: u32 = 4;

/// The number of tilings of one board for each hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The board has 2^k x 2^k cells.
    pub k: u32,
    /// The numbers by the hole, row by row.
    pub tilings: Vec<u128>,
}

/// Why tilings could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The board is too large.
    #[error(
        "k is {k}, and tilings are counted up to k = {LARGEST_COUNTED_K}: the next board has profiles of 33 cells, \
         more than memory holds, and numbers of more than 128 bits"
    )]
    TooLarge {
        /// What was asked for.
        k: u32,
    },
    /// The hole is not on the board.
    #[error(transparent)]
    Hole(#[from] TrominoError),
    /// A number is too large.
    #[error("a number of tilings on the board with k = {k} does not fit 128 bits")]
    Overflow {
        /// The board.
        k: u32,
    },
    /// The two methods disagree.
    #[error(
        "with k = {k} and the hole in row {row}, column {col} there are {by_cells} tilings counted cell by cell, but \
         {by_rows} counted row by row; this is a fault of the program, please report it"
    )]
    Different {
        /// The board.
        k: u32,
        /// Row of the hole.
        row: usize,
        /// Column of the hole.
        col: usize,
        /// What one method says.
        by_cells: u128,
        /// What the other says.
        by_rows: u128,
    },
}

impl CountError {
    /// Whether two results contradict each other.
    pub fn is_difference(&self) -> bool {
        matches!(self, Self::Different { .. })
    }
}

impl Counts {
    /// Rows and columns of the board.
    pub fn side(&self) -> usize {
        1 << self.k
    }

    /// The number with the hole in `row` and `col`.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn of(&self, row: usize, col: usize) -> u128 {
        self.tilings[row * self.side() + col]
    }

    /// The holes in reading order, row and column, with their numbers.
    pub fn holes(&self) -> impl Iterator<Item = (usize, usize, u128)> {
        let side = self.side();
        self.tilings.iter().enumerate().map(move |(place, &tilings)| (place / side, place % side, tilings))
    }

    /// The first hole in reading order with the least number, and that number.
    pub fn least(&self) -> Option<(usize, usize, u128)> {
        self.holes().min_by_key(|hole| hole.2)
    }

    /// The first hole in reading order with the largest number, and that number.
    pub fn most(&self) -> Option<(usize, usize, u128)> {
        self.holes().min_by_key(|hole| std::cmp::Reverse(hole.2))
    }
}

/// Makes sure that a board is not too large to be counted; its rows and columns.
fn side_of(k: u32) -> Result<usize, CountError> {
    if k > LARGEST_COUNTED_K { Err(CountError::TooLarge { k }) } else { Ok(1 << k) }
}

/// The number of tilings with the hole in `row` and `col`, counted cell by cell.
///
/// # Errors
/// [`CountError`], when the board is too large, the hole is not on it, or a number does not fit.
///
/// ```
/// use tiling_almanac::tromino::counts::count;
/// assert_eq!(count(1, 0, 1), Ok(1));
/// ```
pub fn count(k: u32, row: usize, col: usize) -> Result<u128, CountError> {
    let side = side_of(k)?;
    hole_on_board(row, col, side)?;
    profile::tilings(side, row * side + col, 1).ok_or(CountError::Overflow { k })
}

/// The numbers of tilings for all holes, counted cell by cell. Of holes that a symmetry of the board carries into each
/// other one is counted.
///
/// # Errors
/// [`CountError`], when the board is too large or a number does not fit.
pub fn counts(k: u32) -> Result<Counts, CountError> {
    let side = side_of(k)?;
    let holes = (0..side).flat_map(|row| (0..side).map(move |col| alike(row, col, side)));
    let holes: Vec<(usize, usize)> = holes.collect();
    let mut distinct = holes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let counted = distinct.into_par_iter().map(|hole| Ok((hole, count(k, hole.0, hole.1)?)));
    let counted = counted.collect::<Result<BTreeMap<_, _>, CountError>>()?;
    Ok(Counts { k, tilings: holes.iter().map(|hole| counted[hole]).collect() })
}

/// The last in order of the cells into which the eight symmetries of the board carry a cell.
fn alike(row: usize, col: usize, side: usize) -> (usize, usize) {
    let (row, col) = (row.max(side - 1 - row), col.max(side - 1 - col));
    (row.max(col), row.min(col))
}

/// The numbers of tilings for all holes, counted by both methods.
///
/// # Errors
/// [`CountError`], also when the methods disagree.
pub fn confirmed(k: u32) -> Result<Counts, CountError> {
    let by_cells = counts(k)?;
    same(&by_cells, &counts_by_rows(k)?)?;
    Ok(by_cells)
}

/// The number of tilings with the hole in `row` and `col`, counted by both methods.
///
/// # Errors
/// [`CountError`], also when the methods disagree.
pub fn confirmed_at(k: u32, row: usize, col: usize) -> Result<u128, CountError> {
    let by_cells = count(k, row, col)?;
    let by_rows = counts_by_rows(k)?.of(row, col);
    match by_cells == by_rows {
        true => Ok(by_cells),
        false => Err(CountError::Different { k, row, col, by_cells, by_rows }),
    }
}

/// Makes sure that two counts of the same board agree.
fn same(one: &Counts, other: &Counts) -> Result<(), CountError> {
    let mut holes = one.holes().zip(other.holes());
    match holes.find(|(one, other)| one != other) {
        None => Ok(()),
        Some(((row, col, by_cells), (_, _, by_rows))) => {
            Err(CountError::Different { k: one.k, row, col, by_cells, by_rows })
        }
    }
}

#[cfg(test)]
mod tests;
