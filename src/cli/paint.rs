//! Boards drawn with letters and, on a terminal, colours.

use anstyle::{Color, RgbColor, Style};
use std::fmt::Write;
use tiling_almanac::cover::{Cover, PlacementId, Shown, layout, tile_letters};
use tiling_almanac::geometry::CellSet;
use tiling_almanac::puzzle::{Date, Piece, Puzzle, Tile};

/// Backgrounds of the pieces, light enough for black letters; repeated if there are more pieces.
const BACKGROUNDS: [RgbColor; 12] = [
    RgbColor(230, 159, 0),
    RgbColor(86, 180, 233),
    RgbColor(0, 158, 115),
    RgbColor(240, 228, 66),
    RgbColor(120, 170, 220),
    RgbColor(213, 94, 0),
    RgbColor(204, 121, 167),
    RgbColor(170, 170, 170),
    RgbColor(160, 210, 120),
    RgbColor(190, 160, 230),
    RgbColor(250, 190, 150),
    RgbColor(120, 210, 210),
];

/// The board with a solution on it: a letter for each covered cell, the label of each exposed one.
pub fn solution(puzzle: &Puzzle, cover: &Cover, solution: &[PlacementId]) -> String {
    board(puzzle, cover, solution, puzzle.board.all(), '.')
}

/// The board with some pieces of a solution of `date`: as a solution, with a dot for each cell still to be covered.
pub fn hint(puzzle: &Puzzle, cover: &Cover, date: &Date, shown: &[PlacementId]) -> String {
    board(puzzle, cover, shown, puzzle.exposed(date), '.')
}

/// The empty board with all its labels; a star for each cell without, as in definitions.
pub fn empty(puzzle: &Puzzle, cover: &Cover) -> String {
    let labelled = puzzle.board.cells.iter().enumerate().filter(|(_, cell)| cell.label.is_some());
    board(puzzle, cover, &[], labelled.map(|(cell, _)| cell).collect(), '*')
}

/// The board with pieces on it, the labels of the open cells among `labelled`, and `open` on the others.
fn board(puzzle: &Puzzle, cover: &Cover, solution: &[PlacementId], labelled: CellSet, open: char) -> String {
    let letters = tile_letters(puzzle);
    let labels = puzzle.board.cells.iter().filter_map(|cell| cell.label.as_deref());
    let width = labels.map(|label| label.chars().count()).max().unwrap_or(1) + 1;
    let mut text = String::new();
    for row in layout(puzzle, cover, solution) {
        for shown in row {
            // Writing to a string cannot fail.
            let _ = match shown {
                Shown::Nothing => write!(text, "{:width$}", ""),
                Shown::Tile(tile) => {
                    let style = style(tile);
                    write!(text, "{style}{:>width$}{style:#}", letters[tile])
                }
                Shown::Exposed(cell) if !labelled.contains(cell) => write!(text, "{open:>width$}"),
                Shown::Exposed(cell) => {
                    let label = puzzle.board.cells[cell].label.as_deref().unwrap_or("");
                    let style = Style::new().bold();
                    write!(text, "{style}{label:>width$}{style:#}")
                }
            };
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// Which letter is which piece; each copy of a piece has its own.
pub fn legend(puzzle: &Puzzle) -> String {
    let letters = tile_letters(puzzle);
    let tiles: Vec<Tile> = puzzle.tiles().collect();
    let entry = |(piece, described): (usize, &Piece)| {
        let own = (0..tiles.len()).filter(|&place| tiles[place].piece == piece);
        let letters: Vec<String> = own
            .map(|place| {
                let style = style(place);
                format!("{style} {} {style:#}", letters[place])
            })
            .collect();
        format!("{} {}", letters.concat(), described.name)
    };
    let entries: Vec<String> = puzzle.pieces.iter().enumerate().map(entry).collect();
    entries.join("  ")
}

fn style(tile: usize) -> Style {
    let background = BACKGROUNDS[tile % BACKGROUNDS.len()];
    Style::new().fg_color(Some(Color::Rgb(RgbColor(0, 0, 0)))).bg_color(Some(background.into()))
}
