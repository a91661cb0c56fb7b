//! A solution laid on the board: what shows on each square.

use super::{Cover, PlacementId};
use crate::geometry::Square;
use crate::puzzle::Puzzle;

/// What shows on a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// No cell.
    Nothing,
    /// A tile, as a place in [`Puzzle::tiles`].
    Tile(usize),
    /// A cell that no piece covers.
    Exposed(usize),
}

/// Lays `solution` on the board: the squares row by row.
pub fn layout(puzzle: &Puzzle, cover: &Cover, solution: &[PlacementId]) -> Vec<Vec<Shown>> {
    let mut on_cell: Vec<Shown> = (0..cover.cell_count()).map(Shown::Exposed).collect();
    // Each placement shows the next copy of its piece.
    let mut next: Vec<usize> = cover
        .copies()
        .iter()
        .scan(0, |start, copies| {
            *start += copies;
            Some(*start - copies)
        })
        .collect();
    for &id in solution {
        let placement = &cover.placements()[usize::from(id)];
        for cell in placement.cells.iter() {
            on_cell[cell] = Shown::Tile(next[placement.piece]);
        }
        next[placement.piece] += 1;
    }
    let square = |row: usize, col: usize| {
        let cell = puzzle.board.cell_at(Square::new(row as i16, col as i16));
        cell.map_or(Shown::Nothing, |cell| on_cell[cell])
    };
    (0..puzzle.board.rows)
        .map(|row| (0..puzzle.board.columns).map(|col| square(row, col)).collect())
        .collect()
}

/// A letter for each tile, all different: the first of its piece's name, in lower case if an earlier tile has it, else
/// the first free one, Greek, Cyrillic and Armenian ones last; never one that is a label of the board.
pub fn tile_letters(puzzle: &Puzzle) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    let labels: Vec<String> =
        puzzle.board.cells.iter().filter_map(|cell| Some(cell.label.as_ref()?.to_lowercase())).collect();
    for tile in puzzle.tiles() {
        let first = puzzle.pieces[tile.piece].name.chars().next().filter(|first| first.is_alphabetic());
        let wanted = first.map(|first| [first.to_ascii_uppercase(), first.to_ascii_lowercase()]);
        let free =
            |letter: &char| !letters.contains(letter) && !labels.contains(&letter.to_lowercase().to_string());
        let others = ('A'..='Z').chain('a'..='z').chain('α'..='ω').chain('а'..='я').chain('ա'..='ֆ');
        let mut all = wanted.into_iter().flatten().chain(others);
        letters
            .push(all.find(free).expect("there are more letters than tiles and labels, at most 64 of each"));
    }
    letters
}
