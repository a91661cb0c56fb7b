//! Counting by whole rows, for all holes at once. Every tromino lies in two neighbouring rows, so between rows all that
//! matters is which cells of the lower one are filled from above. The numbers of ways from the top down to each such
//! set, and from each such set down to the end, are found without a hole. With a hole, the rows above it are tiled as
//! without, and what lies below sees it as one more filled cell: the number of tilings is the sum over the sets without
//! the hole's cell of the ways down to the set times the ways on from the set with that cell.

use super::{CountError, Counts, side_of};
use rayon::prelude::*;

/// The numbers of tilings for all holes, counted by whole rows.
///
/// # Errors
/// [`CountError`], when the board is too large or a number does not fit.
pub fn counts_by_rows(k: u32) -> Result<Counts, CountError> {
    let tilings = tilings(side_of(k)?, 1, 1).ok_or(CountError::Overflow { k })?;
    Ok(Counts { k, tilings })
}

/// The numbers for all holes in reading order, times `each_above` and `each_below`; `None` if a number does not fit.
pub(super) fn tilings(side: usize, each_above: u128, each_below: u128) -> Option<Vec<u128>> {
    let (from_top, to_end) = rayon::join(|| from_top(side, each_above), || to_end(side, each_below));
    let mut tilings = Vec::with_capacity(side * side);
    for (above, below) in from_top?.iter().zip(&to_end?) {
        for col in 0..side {
            let hole = 1 << col;
            let mut sets = (0..above.len()).filter(|set| set & hole == 0);
            let sum =
                sets.try_fold(0_u128, |sum, set| sum.checked_add(above[set].checked_mul(below[set | hole])?));
            tilings.push(sum?);
        }
    }
    Some(tilings)
}

/// For each row and each set of its cells: the ways to tile all rows above so that this set is filled.
fn from_top(side: usize, each: u128) -> Option<Vec<Vec<u128>>> {
    let mut first = vec![0_u128; 1 << side];
    first[0] = each;
    let mut rows = vec![first];
    for row in 1..side {
        let mut next = vec![0_u128; 1 << side];
        for (filled, &ways) in rows[row - 1].iter().enumerate() {
            if ways > 0 {
                fill_row(side, filled, 0, &mut |below| {
                    next[below] = next[below].checked_add(ways)?;
                    Some(())
                })?;
            }
        }
        rows.push(next);
    }
    Some(rows)
}

/// For each row and each set of its cells: the ways to tile the rest of the board, when this set is filled and all of
/// the rows above is.
fn to_end(side: usize, each: u128) -> Option<Vec<Vec<u128>>> {
    let mut beyond = vec![0_u128; 1 << side];
    beyond[0] = each;
    let mut rows = Vec::with_capacity(side);
    for rows_left in 1..=side {
        let ways_from = |filled: usize| {
            let mut sum = 0_u128;
            // What is left cannot be cut into parts of three.
            if !(rows_left * side - filled.count_ones() as usize).is_multiple_of(3) {
                return Some(sum);
            }
            fill_row(side, filled, 0, &mut |below| {
                sum = sum.checked_add(beyond[below])?;
                Some(())
            })?;
            Some(sum)
        };
        let row: Vec<u128> = (0..beyond.len()).into_par_iter().map(ways_from).collect::<Option<_>>()?;
        rows.push(std::mem::replace(&mut beyond, row));
    }
    rows.push(beyond);
    // The one beyond the board came first.
    rows.reverse();
    rows.pop();
    Some(rows)
}

/// Fills the cells of a row that are not `filled` in every way with trominoes that reach into the row below, and hands
/// over for each way what they cover there, together with `below`.
fn fill_row(
    side: usize,
    filled: usize,
    below: usize,
    found: &mut impl FnMut(usize) -> Option<()>,
) -> Option<()> {
    let col = filled.trailing_ones() as usize;
    if col >= side {
        return found(below);
    }
    let (left, here, right) = ((1 << col) >> 1, 1 << col, (2 << col) & ((1 << side) - 1));
    let mut lay = |here: usize, there: usize| -> Option<()> {
        if filled & here == 0 && below & there == 0 {
            fill_row(side, filled | here, below | there, found)?;
        }
        Some(())
    };
    if left > 0 {
        lay(here, left | here)?;
    }
    if right > 0 {
        lay(here, here | right)?;
        lay(here | right, here)?;
        lay(here | right, right)?;
    }
    Some(())
}
