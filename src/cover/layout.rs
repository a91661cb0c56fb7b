//! A solution laid on the board: what shows on each square.

use super::{Cover, PlacementId};
use crate::geometry::Square;
use crate::puzzle::Puzzle;

/// What shows on a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// No cell.
    Nothing,
    /// A piece, as a place in [`Puzzle::pieces`].
    Piece(usize),
    /// A cell that no piece covers.
    Exposed(usize),
}

/// Lays `solution` on the board: the squares row by row.
pub fn layout(puzzle: &Puzzle, cover: &Cover, solution: &[PlacementId]) -> Vec<Vec<Shown>> {
    let mut on_cell: Vec<Shown> = (0..cover.cell_count()).map(Shown::Exposed).collect();
    for &id in solution {
        let placement = &cover.placements()[usize::from(id)];
        for cell in placement.cells.iter() {
            on_cell[cell] = Shown::Piece(placement.piece);
        }
    }
    let square = |row: usize, col: usize| {
        let cell = puzzle.board.cell_at(Square::new(row as i16, col as i16));
        cell.map_or(Shown::Nothing, |cell| on_cell[cell])
    };
    (0..puzzle.board.rows)
        .map(|row| (0..puzzle.board.columns).map(|col| square(row, col)).collect())
        .collect()
}

/// A letter for each piece, all different where there are enough: the first of its name, in lower case if
/// an earlier piece has it, else the first free one.
pub fn piece_letters(puzzle: &Puzzle) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for piece in &puzzle.pieces {
        let first = piece.name.chars().next().unwrap_or('?');
        let wanted = [first.to_ascii_uppercase(), first.to_ascii_lowercase()];
        let free = |letter: &char| !letters.contains(letter);
        let letter = wanted.into_iter().chain('A'..='Z').chain('a'..='z').chain('0'..='9').find(free);
        letters.push(letter.unwrap_or('?'));
    }
    letters
}
