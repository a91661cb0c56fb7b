//! A checker of solutions that shares no code with the search: it lays the drawn shapes square by square
//! on a plain grid, without cell sets, masks or the exact-cover problem's items.

use super::{Cover, PlacementId};
use crate::puzzle::{Date, Puzzle};

/// Why a list of placements is no solution of a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionDefect {
    /// No such placement.
    #[error("placement {0} does not exist")]
    UnknownPlacement(PlacementId),
    /// A piece is missing or used more than once.
    #[error("the piece {piece} is used {times} times instead of {wanted}")]
    PieceCount {
        /// The piece.
        piece: String,
        /// How often it is used.
        times: usize,
        /// How many copies there are of it.
        wanted: usize,
    },
    /// A square of a piece lies off the board.
    #[error("the piece {piece} sticks out at row {row}, column {column}")]
    OffBoard {
        /// The piece.
        piece: String,
        /// Row of the square, from 0.
        row: i16,
        /// Column of the square, from 0.
        column: i16,
    },
    /// A cell is covered the wrong number of times.
    #[error("the cell at row {row}, column {column} is covered {times} times instead of {wanted}")]
    Coverage {
        /// Row, from 0.
        row: i16,
        /// Column, from 0.
        column: i16,
        /// How often it is covered.
        times: usize,
        /// 0 for a cell to be exposed, else 1.
        wanted: usize,
    },
}

/// Checks that `solution` uses every copy of every piece, covers every cell but those of `date` once, and nothing
/// else.
///
/// # Errors
/// The first [`SolutionDefect`] found.
pub fn check(
    puzzle: &Puzzle,
    cover: &Cover,
    date: &Date,
    solution: &[PlacementId],
) -> Result<(), SolutionDefect> {
    let (rows, columns) = (puzzle.board.rows as i16, puzzle.board.columns as i16);
    let place = |row: i16, column: i16| row as usize * puzzle.board.columns + column as usize;
    let mut covered = vec![0_usize; puzzle.board.rows * puzzle.board.columns];
    let mut used = vec![0; puzzle.pieces.len()];
    for &id in solution {
        let placement =
            cover.placements().get(usize::from(id)).ok_or(SolutionDefect::UnknownPlacement(id))?;
        let orientation = &cover.orientations()[placement.orientation];
        used[orientation.piece] += 1;
        for square in orientation.shape.squares() {
            let (row, column) = (placement.anchor.row + square.row, placement.anchor.col + square.col);
            if row < 0 || column < 0 || row >= rows || column >= columns {
                let piece = puzzle.pieces[orientation.piece].name.clone();
                return Err(SolutionDefect::OffBoard { piece, row, column });
            }
            covered[place(row, column)] += 1;
        }
    }
    for (piece, &times) in puzzle.pieces.iter().zip(&used) {
        if times != piece.copies {
            let (name, wanted) = (piece.name.clone(), piece.copies);
            return Err(SolutionDefect::PieceCount { piece: name, times, wanted });
        }
    }
    let mut wanted = vec![0; covered.len()];
    for cell in &puzzle.board.cells {
        wanted[place(cell.square.row, cell.square.col)] = 1;
    }
    for label in puzzle.labels(date) {
        let square = puzzle.board.cells[label.cell].square;
        wanted[place(square.row, square.col)] = 0;
    }
    if let Some(wrong) = (0..covered.len()).find(|&place| covered[place] != wanted[place]) {
        let (row, column) = ((wrong / puzzle.board.columns) as i16, (wrong % puzzle.board.columns) as i16);
        return Err(SolutionDefect::Coverage { row, column, times: covered[wrong], wanted: wanted[wrong] });
    }
    Ok(())
}
