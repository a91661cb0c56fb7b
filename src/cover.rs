//! The exact-cover problem of a puzzle: orientations, placements, and the checker of solutions.
//!
//! In the words of Knuth (The Art of Computer Programming, 7.2.2.1): the *items* are the cells and the
//! pieces, an *option* is a placement, which covers one piece and the cells under it. One date's problem
//! keeps the items of the cells to be covered and all pieces.

mod check;
mod drawing;
mod export;
mod layout;
mod parity;
mod symmetry;

pub use check::{SolutionDefect, check};
pub use drawing::{DrawingDefect, read_drawing};
pub use export::{to_dimacs, to_dlx};
pub use layout::{Shown, layout, tile_letters};
pub use parity::Parity;
pub use symmetry::{Classes, Motion, Symmetries, Symmetry};

use crate::geometry::{CellSet, Polyomino, Square};
use crate::puzzle::Puzzle;

/// A piece in one orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// The piece, as a place in [`Puzzle::pieces`].
    pub piece: usize,
    /// The shape, with row 0 and column 0 as its bounding box's corner.
    pub shape: Polyomino,
}

/// A piece in one orientation at one place of the board: an option of the exact-cover problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The piece, as a place in [`Puzzle::pieces`].
    pub piece: usize,
    /// The orientation, as a place in [`Cover::orientations`].
    pub orientation: usize,
    /// The square under the top left corner of the bounding box; it need not be covered.
    pub anchor: Square,
    /// The cells covered.
    pub cells: CellSet,
}

/// Number of a placement: its place in [`Cover::placements`].
pub type PlacementId = u16;

/// All placements of a puzzle: its exact-cover problem before a date is chosen.
///
/// ```
/// use tiling_almanac::{cover::Cover, puzzle::built_in};
/// let cover = Cover::new(&built_in("weekday")?);
/// assert_eq!(cover.orientations().len(), 54);
/// assert_eq!(cover.placements().len(), 1466);
/// assert_eq!(cover.item_count(), 60);
/// # Ok::<(), tiling_almanac::puzzle::UnknownPuzzle>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cover {
    squares: Vec<Square>,
    copies: Vec<usize>,
    orientations: Vec<Orientation>,
    placements: Vec<Placement>,
}

impl Cover {
    /// Numbers the orientations and placements of `puzzle`: by piece in the order of the definition, then
    /// by orientation (ascending lists of squares), then by anchor in reading order.
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut orientations = Vec::new();
        let mut placements = Vec::new();
        for (piece, described) in puzzle.pieces.iter().enumerate() {
            for shape in described.shape.orientations(described.motions) {
                let orientation = orientations.len();
                let fits = puzzle.board.fits(&shape);
                placements.extend(fits.map(|(anchor, cells)| Placement {
                    piece,
                    orientation,
                    anchor,
                    cells,
                }));
                orientations.push(Orientation { piece, shape });
            }
        }
        Self {
            squares: puzzle.board.cells.iter().map(|cell| cell.square).collect(),
            copies: puzzle.pieces.iter().map(|piece| piece.copies).collect(),
            orientations,
            placements,
        }
    }

    /// Cells of the board, 1 to [`CellSet::CAPACITY`].
    pub fn cell_count(&self) -> usize {
        self.squares.len()
    }

    /// Where each cell lies.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Pieces.
    pub fn piece_count(&self) -> usize {
        self.copies.len()
    }

    /// How often each piece is to be used.
    pub fn copies(&self) -> &[usize] {
        &self.copies
    }

    /// Tiles: all copies of all pieces. A solution has a placement of each.
    pub fn tile_count(&self) -> usize {
        self.copies.iter().sum()
    }

    /// Items of the whole problem: cells, then pieces.
    pub fn item_count(&self) -> usize {
        self.cell_count() + self.piece_count()
    }

    /// The orientations of all pieces, by piece.
    pub fn orientations(&self) -> &[Orientation] {
        &self.orientations
    }

    /// The placements; a [`PlacementId`] is a place in this list.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The placements that remain when only the cells of `target` may be covered.
    pub fn placements_within(&self, target: CellSet) -> impl Iterator<Item = (PlacementId, &Placement)> {
        let numbered = (0..).zip(&self.placements);
        numbered.filter(move |(_, placement)| placement.cells.is_subset(target))
    }
}

#[cfg(test)]
mod tests;
