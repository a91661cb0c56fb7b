//! A checker of tilings that shares no code with their making: it reads the board cell by cell, and knows neither
//! quadrants nor centres.

use super::{HOLE, Trominoes};

/// Why a board is not tiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TilingDefect {
    /// Not as many cells as rows times columns.
    #[error("the board has {cells} cells instead of {side} x {side}")]
    Cells {
        /// How many there are.
        cells: usize,
        /// Rows and columns.
        side: usize,
    },
    /// The rest of the board cannot be cut into parts of three cells.
    #[error("{side} x {side} cells less one cannot be cut into parts of three")]
    Side {
        /// Rows and columns.
        side: usize,
    },
    /// The hole is not on the board.
    #[error("the hole in row {row}, column {col} lies outside the board")]
    HoleOutside {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        col: usize,
    },
    /// A tromino lies on the hole.
    #[error("the tromino {id} covers the hole")]
    HoleCovered {
        /// The tromino.
        id: u32,
    },
    /// Nothing lies on a cell.
    #[error("the cell in row {row}, column {col} is not covered")]
    Uncovered {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        col: usize,
    },
    /// A number that no tromino has.
    #[error("the cell in row {row}, column {col} has the tromino {id}, and there are only {trominoes}")]
    UnknownId {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        col: usize,
        /// The number.
        id: u32,
        /// How many trominoes there are, numbered from 0.
        trominoes: usize,
    },
    /// A tromino that lies nowhere.
    #[error("the tromino {id} lies nowhere")]
    Unused {
        /// The tromino.
        id: u32,
    },
    /// Cells that are no L of three.
    #[error("the cells of the tromino {id}, which begins in row {row}, column {col}, are no L of three")]
    Shape {
        /// The tromino.
        id: u32,
        /// Row of its first cell in reading order, from 0.
        row: usize,
        /// Column of its first cell, from 0.
        col: usize,
    },
}

/// Where a cell can be, seen from the first one of its tromino in reading order; one bit each.
const RIGHT: u8 = 1;
const BELOW_LEFT: u8 = 2;
const BELOW: u8 = 4;
const BELOW_RIGHT: u8 = 8;
/// A cell elsewhere, or the same one once more.
const ELSEWHERE: u8 = 16;
/// The four L: a 2 x 2 box less one of its cells.
const L: [u8; 4] = [RIGHT | BELOW, RIGHT | BELOW_RIGHT, BELOW | BELOW_RIGHT, BELOW_LEFT | BELOW];

const NOWHERE: u32 = u32::MAX;

impl Trominoes {
    /// Checks that each cell but the hole is covered by a tromino, that the numbers of the trominoes are those from 0
    /// on, each of them used, and that the cells of each are an L of three.
    ///
    /// # Errors
    /// The first [`TilingDefect`] found: the cells are read first, then the trominoes in the order of their numbers.
    pub fn check(&self) -> Result<(), TilingDefect> {
        let side = self.side;
        let cells = self.ids.len();
        // A cell's place must fit the list of first cells.
        if side.checked_mul(side) != Some(cells) || u32::try_from(cells).is_err() {
            return Err(TilingDefect::Cells { cells, side });
        }
        if cells % 3 != 1 {
            return Err(TilingDefect::Side { side });
        }
        let (row, col) = self.hole;
        if row >= side || col >= side {
            return Err(TilingDefect::HoleOutside { row, col });
        }
        let trominoes = cells / 3;
        let mut first = vec![NOWHERE; trominoes];
        let mut others = vec![0_u8; trominoes];
        for (row, ids) in self.ids.chunks_exact(side).enumerate() {
            for (col, &id) in ids.iter().enumerate() {
                match ((row, col) == self.hole, id == HOLE) {
                    (true, true) => continue,
                    (true, false) => return Err(TilingDefect::HoleCovered { id }),
                    (false, true) => return Err(TilingDefect::Uncovered { row, col }),
                    (false, false) => {}
                }
                let place = id as usize;
                if place >= trominoes {
                    return Err(TilingDefect::UnknownId { row, col, id, trominoes });
                }
                if first[place] == NOWHERE {
                    first[place] = (row * side + col) as u32;
                    continue;
                }
                let (first_row, first_col) = (first[place] as usize / side, first[place] as usize % side);
                let seen = match (row - first_row, col as i64 - first_col as i64) {
                    (0, 1) => RIGHT,
                    (1, -1) => BELOW_LEFT,
                    (1, 0) => BELOW,
                    (1, 1) => BELOW_RIGHT,
                    _ => ELSEWHERE,
                };
                others[place] |= seen;
            }
        }
        for (id, (&first, others)) in (0..).zip(first.iter().zip(others)) {
            if first == NOWHERE {
                return Err(TilingDefect::Unused { id });
            }
            if !L.contains(&others) {
                let (row, col) = (first as usize / side, first as usize % side);
                return Err(TilingDefect::Shape { id, row, col });
            }
        }
        Ok(())
    }
}
