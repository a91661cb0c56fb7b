//! The board of a puzzle as squares of a heatmap.

use crate::geometry::Square;
use crate::plot::{Cell, Panel};
use crate::puzzle::{Piece, Puzzle};

/// A panel for a piece: the board with a value for each cell, and the piece as an icon.
pub(super) fn panel(puzzle: &Puzzle, piece: &Piece, title: String, values: &[f64]) -> Panel {
    let square = |row, col| match puzzle.board.cell_at(Square::new(row as i16, col as i16)) {
        None => Cell::Void,
        Some(cell) => {
            let label = puzzle.board.cells[cell].label.clone().unwrap_or_default();
            Cell::of(Some(values[cell])).labelled(label)
        }
    };
    let columns = 0..puzzle.board.columns;
    Panel {
        title,
        icon: piece.shape.squares().iter().map(|s| (i32::from(s.col), i32::from(s.row))).collect(),
        cells: (0..puzzle.board.rows)
            .map(|row| columns.clone().map(|col| square(row, col)).collect())
            .collect(),
    }
}
