//! L-trominoes on a board of 2^k x 2^k cells with a hole of one cell.
//!
//! **Tilings.** Such a board can always be tiled, wherever the hole is, by divide and conquer (S. W. Golomb, Checker
//! Boards and Polyominoes, American Mathematical Monthly 61, 1954): cut the board into quadrants, lay one tromino at
//! the centre so that it covers one cell of each of the three quadrants that lack the hole, and take that cell for the
//! quadrant's hole. Then the four quadrants are boards of the same kind. [`Trominoes::new`] does this, and numbers the
//! trominoes in the order in which they are laid: the one at the centre first, then those of the quadrants north-west,
//! north-east, south-west and south-east.
//!
//! **Colours.** Three colours are enough for these tilings to give different ones to trominoes that share a side. Cut
//! the board into *blocks* of 2 x 2 cells; their corners have even coordinates. A tromino inside a block gets the
//! colour of the block, and the blocks have two colours in turn like a chessboard; every other tromino gets the third
//! ([`Trominoes::colour`]). Proof:
//!
//! - Each block is a board that the recursion comes to, so one tromino lies in it, on three of its cells. Two such
//!   trominoes that share a side lie in blocks that share a side, which have different colours.
//! - Every other tromino was laid at the centre of a larger board, a vertex where four blocks meet. It covers one cell
//!   in each of three of these blocks, the one at that vertex. Let two cells that share a side both belong to such
//!   trominoes. They are not in one block, since a block has only one cell beside its own tromino. So they lie on both
//!   sides of the line between two blocks, at the same end of it, and the vertex of both is that end. Each vertex is the
//!   centre of one board only, so both cells belong to the same tromino.
//!
//! **Counts.** [`counts`] tells in how many ways a board can be tiled at all.
//!
//! ```
//! use tiling_almanac::tromino::Trominoes;
//! let tiling = Trominoes::new(2, 0, 3)?;
//! let ids: Vec<Option<u32>> = (0..4).map(|col| tiling.id(1, col)).collect();
//! assert_eq!(ids, [Some(1), Some(0), Some(2), Some(2)]);
//! tiling.check().expect("it is a tiling");
//! # Ok::<(), tiling_almanac::tromino::TrominoError>(())
//! ```

mod check;
pub mod counts;

pub use check::TilingDefect;

use crate::digits::grouped;

/// A tiling of a board by L-trominoes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trominoes {
    /// Rows and columns of the board.
    pub side: usize,
    /// The hole: row and column, from 0.
    pub hole: (usize, usize),
    /// The tromino on each cell, row by row; [`HOLE`] on the hole.
    pub ids: Vec<u32>,
}

/// What stands in [`Trominoes::ids`] on the hole.
pub const HOLE: u32 = u32::MAX;

/// The largest k of a tiling.
pub const LARGEST_K: u32 = 13;

/// How many colours [`Trominoes::colour`] gives.
pub const COLOURS: usize = 3;

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrominoError {
    /// It would take too much memory.
    #[error(
        "k is {k}, and the largest is {LARGEST_K}: the {} cells of that board take 256 MiB of memory, and each step \
         of k takes four times as much", grouped(&(1_u64 << (2 * LARGEST_K)).to_string())
    )]
    TooLarge {
        /// What was asked for.
        k: u32,
    },
    /// The hole is not on the board.
    #[error(
        "the hole in row {row}, column {col} lies outside the board of {side} x {side} cells; rows and columns run \
         from 0 to {}", side - 1
    )]
    HoleOutside {
        /// Row of the hole.
        row: usize,
        /// Column of the hole.
        col: usize,
        /// Rows and columns of the board.
        side: usize,
    },
}

impl Trominoes {
    /// Tiles the board of 2^k x 2^k cells with the hole in `row` and `col`, by divide and conquer. Time and memory are in
    /// proportion to the number of cells. With k = 0 the board is the hole, and there is no tromino.
    ///
    /// # Errors
    /// [`TrominoError`], when k is above [`LARGEST_K`] or the hole is not on the board.
    pub fn new(k: u32, row: usize, col: usize) -> Result<Self, TrominoError> {
        if k > LARGEST_K {
            return Err(TrominoError::TooLarge { k });
        }
        let side = 1_usize << k;
        hole_on_board(row, col, side)?;
        let mut laying = Laying { side, ids: vec![HOLE; side * side], next: 0 };
        laying.board(Part { row: 0, col: 0, side }, (row, col));
        Ok(Self { side, hole: (row, col), ids: laying.ids })
    }

    /// How many trominoes there are.
    pub fn len(&self) -> usize {
        self.ids.len() / 3
    }

    /// Whether there is no tromino, but only the hole.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tromino on a cell of the board; `None` on the hole.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn id(&self, row: usize, col: usize) -> Option<u32> {
        let id = self.ids[row * self.side + col];
        (id != HOLE).then_some(id)
    }

    /// The colour of the tromino on a cell, below [`COLOURS`]; `None` on the hole. Trominoes that share a side have
    /// different colours, see the [proof](self). 0 and 1 are for those inside a block, 2 for all others.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn colour(&self, row: usize, col: usize) -> Option<usize> {
        let id = self.id(row, col)?;
        // The other cells of the block, of which a tromino of another kind has none.
        let others = [(row ^ 1, col), (row, col ^ 1), (row ^ 1, col ^ 1)];
        let inside = others.into_iter().any(|(row, col)| self.id(row, col) == Some(id));
        Some(if inside { (row / 2 + col / 2) % 2 } else { 2 })
    }
}

/// Makes sure that the hole is on the board.
fn hole_on_board(row: usize, col: usize, side: usize) -> Result<(), TrominoError> {
    if row < side && col < side { Ok(()) } else { Err(TrominoError::HoleOutside { row, col, side }) }
}

/// A square part of the board, from its upper left cell.
#[derive(Clone, Copy)]
struct Part {
    row: usize,
    col: usize,
    side: usize,
}

/// A board on which trominoes are being laid.
struct Laying {
    side: usize,
    ids: Vec<u32>,
    next: u32,
}

impl Laying {
    /// Tiles a part of the board but for one cell of it.
    fn board(&mut self, part: Part, hole: (usize, usize)) {
        if part.side < 2 {
            return;
        }
        let half = part.side / 2;
        let (middle_row, middle_col) = (part.row + half, part.col + half);
        let hole_in = (usize::from(hole.0 >= middle_row), usize::from(hole.1 >= middle_col));
        let id = self.next;
        self.next += 1;
        let quadrants = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let holes = quadrants.map(|(down, right)| {
            if (down, right) == hole_in {
                return hole;
            }
            let (row, col) = (middle_row + down - 1, middle_col + right - 1);
            self.ids[row * self.side + col] = id;
            (row, col)
        });
        if half < 2 {
            return;
        }
        for ((down, right), hole) in quadrants.into_iter().zip(holes) {
            let quadrant = Part { row: part.row + down * half, col: part.col + right * half, side: half };
            self.board(quadrant, hole);
        }
    }
}

#[cfg(test)]
mod tests;
