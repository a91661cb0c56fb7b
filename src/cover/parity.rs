//! What a checkerboard tells: which dates no tiling can have, whatever the search.
//!
//! Colour the squares like a checkerboard. A piece covers as many dark as light squares, or some more of one colour, and
//! by moving one step it covers as many more of the other. So the board's surplus of dark squares must be a sum of the
//! pieces' surpluses, each with either sign.

use super::Cover;
use crate::geometry::{CellSet, Polyomino, Square};
use crate::puzzle::Puzzle;
use std::collections::BTreeSet;

/// The surpluses of one colour over the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// Dark squares of the board less light ones; the square in row 0, column 0 is dark.
    pub board: i32,
    /// The surplus of each piece, without sign.
    pub pieces: Vec<u32>,
    /// The surpluses that all pieces together may have.
    possible: BTreeSet<i32>,
}

impl Parity {
    /// Of a puzzle.
    pub fn of(puzzle: &Puzzle, cover: &Cover) -> Self {
        let pieces: Vec<u32> = puzzle.pieces.iter().map(|piece| surplus_of(&piece.shape)).collect();
        let mut possible = BTreeSet::from([0]);
        for tile in puzzle.tiles() {
            let own = pieces[tile.piece] as i32;
            possible = possible.iter().flat_map(|sum| [sum - own, sum + own]).collect();
        }
        Self { board: surplus(cover, puzzle.board.all()), pieces, possible }
    }

    /// Whether the pieces may cover these cells, as far as colours tell.
    pub fn allows(&self, cover: &Cover, target: CellSet) -> bool {
        self.possible.contains(&surplus(cover, target))
    }

    /// The surpluses that all pieces together may have, in ascending order.
    pub fn possible(&self) -> impl Iterator<Item = i32> + '_ {
        self.possible.iter().copied()
    }
}

fn colour(square: &Square) -> i32 {
    if (square.row + square.col) % 2 == 0 { 1 } else { -1 }
}

fn surplus(cover: &Cover, cells: CellSet) -> i32 {
    cells.iter().map(|cell| colour(&cover.squares()[cell])).sum()
}

fn surplus_of(shape: &Polyomino) -> u32 {
    shape.squares().iter().map(colour).sum::<i32>().unsigned_abs()
}
