//! Reading a tiling that is drawn with letters.

use super::{Cover, PlacementId};
use crate::geometry::{CellSet, Square};
use crate::puzzle::{Date, Puzzle};
use std::collections::BTreeMap;

/// What is wrong with a drawing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingDefect {
    /// The drawing has not the rows of the board.
    #[error("the drawing has {found} row{}, and the board {wanted}", if *.found == 1 { "" } else { "s" })]
    Rows {
        /// Rows drawn.
        found: usize,
        /// Rows of the board.
        wanted: usize,
    },
    /// A row has not as many cells as that of the board.
    #[error(
        "row {row} has {found} cells, and that of the board {wanted}: write a letter for each covered cell, and a dot or \
         its label for each exposed one"
    )]
    Cells {
        /// The row, from 1.
        row: usize,
        /// Cells drawn.
        found: usize,
        /// Cells of the board.
        wanted: usize,
    },
    /// Neither a letter nor an exposed cell.
    #[error("row {row}, cell {cell}: {found:?} is neither one letter nor a dot{}", or(label))]
    Word {
        /// The row, from 1.
        row: usize,
        /// The cell in the row, from 1.
        cell: usize,
        /// What stands there.
        found: String,
        /// The cell's label, empty if it has none.
        label: String,
    },
    /// Cells of a letter that do not hang together.
    #[error("the {count} cells of {letter} are not connected")]
    NotConnected {
        /// The letter.
        letter: char,
        /// Its cells.
        count: usize,
    },
    /// Cells of a letter that are no piece.
    #[error("the cells of {letter} are no piece of this puzzle: {drawing}")]
    NoPiece {
        /// The letter.
        letter: char,
        /// Its shape.
        drawing: String,
    },
    /// A piece that lies there more often than it exists.
    #[error("the piece {piece} lies there {times} times, as {letters}{}", of(*copies))]
    Repeated {
        /// The piece.
        piece: String,
        /// How often.
        times: usize,
        /// Its letters.
        letters: String,
        /// How many there are of it.
        copies: usize,
    },
    /// A piece that is not there, or not often enough.
    #[error("the piece {piece} is missing{}", missing(*times, *copies))]
    Missing {
        /// The piece.
        piece: String,
        /// How often it lies there.
        times: usize,
        /// How many there are of it.
        copies: usize,
    },
    /// Exposed cells that do not show one label of each group.
    #[error("{group}: {count} of its labels are exposed instead of {wanted}{labels}")]
    Group {
        /// The group.
        group: String,
        /// How many should be.
        wanted: usize,
        /// How many are exposed.
        count: usize,
        /// Which, after a colon.
        labels: String,
    },
    /// An exposed cell that belongs to no date.
    #[error("row {row}, cell {cell} is exposed, and has no label")]
    NoLabel {
        /// The row, from 1.
        row: usize,
        /// The cell in the row, from 1.
        cell: usize,
    },
}

/// A remark about a piece of which there are several copies.
fn of(copies: usize) -> String {
    if copies > 1 { format!("; there are {copies} of it") } else { String::new() }
}

/// What else may stand in a cell with a label.
fn or(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(", nor the label {label} of that cell") }
}

/// A remark about a piece that does not lie there as often as it should.
fn missing(times: usize, copies: usize) -> String {
    match (times, copies) {
        (_, 1) => String::new(),
        (0, _) => of(copies),
        (times, copies) => format!(": it lies there {} of {copies} times", times),
    }
}

/// The date that a tiling shows, and its placements in ascending order.
///
/// The drawing has a line for each row of the board, with a word for each of the row's cells: a letter for a covered
/// cell, the same one all over a piece, and a dot or the label for an exposed one. Words are separated by spaces, or
/// are all one character long and stand together. Empty lines before it, and all from the first empty line after it,
/// are left out: so a drawing of `almanac solve` can be read.
///
/// # Errors
/// All that is wrong with it.
pub fn read_drawing(
    puzzle: &Puzzle,
    cover: &Cover,
    text: &str,
) -> Result<(Date, Vec<PlacementId>), Vec<DrawingDefect>> {
    let (covered, exposed) = cells(puzzle, text)?;
    let mut defects = Vec::new();
    let mut lying: BTreeMap<usize, Vec<(char, PlacementId)>> = BTreeMap::new();
    for (&letter, &cells) in &covered {
        let same = || (0..).zip(cover.placements()).filter(|(_, placement)| placement.cells == cells);
        // Of congruent pieces one that does not lie there yet.
        let free = |(_, placement): &(PlacementId, &super::Placement)| {
            lying.get(&placement.piece).map_or(0, Vec::len) < puzzle.pieces[placement.piece].copies
        };
        let found = same().find(free).or_else(|| same().next());
        match found {
            Some((id, placement)) => lying.entry(placement.piece).or_default().push((letter, id)),
            None => defects.push(no_piece(cover, letter, cells)),
        }
    }
    // Cells that are no piece may be a missing one, drawn wrong: one message is enough then.
    let all_are_pieces = defects.is_empty();
    for (place, piece) in puzzle.pieces.iter().enumerate() {
        let (here, copies) = (lying.get(&place).map_or(&[][..], Vec::as_slice), piece.copies);
        if here.len() > copies {
            defects.push(DrawingDefect::Repeated {
                piece: piece.name.clone(),
                times: here.len(),
                letters: here.iter().map(|(letter, _)| letter.to_string()).collect::<Vec<_>>().join(" and "),
                copies,
            });
        } else if here.len() < copies && (covered.len() < puzzle.tile_count() || all_are_pieces) {
            defects.push(DrawingDefect::Missing { piece: piece.name.clone(), times: here.len(), copies });
        }
    }
    let mut picks = Vec::new();
    for group in puzzle.groups.iter().filter(|group| group.member == 0) {
        let shown: Vec<usize> =
            (0..group.labels.len()).filter(|&place| exposed.contains(group.labels[place].cell)).collect();
        if shown.len() == group.exposed {
            picks.extend(shown);
            continue;
        }
        let labels: Vec<&str> = shown.iter().map(|&place| group.labels[place].text.as_str()).collect();
        let labels = if labels.is_empty() { String::new() } else { format!(": {}", labels.join(", ")) };
        defects.push(DrawingDefect::Group {
            group: group.name.clone(),
            wanted: group.exposed,
            count: shown.len(),
            labels,
        });
    }
    for cell in exposed.iter().filter(|&cell| puzzle.board.cells[cell].label.is_none()) {
        let row = cover.squares()[cell].row;
        let before = cover.squares()[..cell].iter().filter(|square| square.row == row).count();
        defects.push(DrawingDefect::NoLabel { row: row as usize + 1, cell: before + 1 });
    }
    if !defects.is_empty() {
        return Err(defects);
    }
    let mut placements: Vec<PlacementId> = lying.into_values().flatten().map(|(_, id)| id).collect();
    placements.sort_unstable();
    Ok((puzzle.date_of(&picks), placements))
}

/// The cells of each letter, and those that are exposed.
fn cells(puzzle: &Puzzle, text: &str) -> Result<(BTreeMap<char, CellSet>, CellSet), Vec<DrawingDefect>> {
    let mut defects = Vec::new();
    let mut covered: BTreeMap<char, CellSet> = BTreeMap::new();
    let mut exposed = CellSet::EMPTY;
    for (row, on_board, line) in rows(puzzle, text)? {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if let ([word], true) = (words.as_slice(), on_board.len() > 1) {
            words = word.chars().map(String::from).collect();
        }
        if words.len() != on_board.len() {
            defects.push(DrawingDefect::Cells { row: row + 1, found: words.len(), wanted: on_board.len() });
            continue;
        }
        for (place, (&cell, word)) in on_board.iter().zip(&words).enumerate() {
            let label = puzzle.board.cells[cell].label.clone().unwrap_or_default();
            let mut letters = word.chars();
            match (letters.next(), letters.next()) {
                (Some('.'), None) => exposed = exposed | CellSet::of(cell),
                _ if word.to_lowercase() == label.to_lowercase() => exposed = exposed | CellSet::of(cell),
                (Some(letter), None) if letter.is_alphabetic() => {
                    let cells = covered.entry(letter).or_insert(CellSet::EMPTY);
                    *cells = *cells | CellSet::of(cell);
                }
                _ => defects.push(DrawingDefect::Word {
                    row: row + 1,
                    cell: place + 1,
                    found: word.clone(),
                    label,
                }),
            }
        }
    }
    if defects.is_empty() { Ok((covered, exposed)) } else { Err(defects) }
}

/// A row of the board that has cells: its place, its cells, and the line that draws it.
type DrawnRow<'t> = (usize, Vec<usize>, &'t str);

/// The rows of the board that have cells. One without is an empty line, or none.
fn rows<'t>(puzzle: &Puzzle, text: &'t str) -> Result<Vec<DrawnRow<'t>>, Vec<DrawingDefect>> {
    let cells_of = |row: usize| -> Vec<usize> {
        let cell_at = |column: usize| puzzle.board.cell_at(Square::new(row as i16, column as i16));
        (0..puzzle.board.columns).filter_map(cell_at).collect()
    };
    let is_empty = |line: &&str| line.trim().is_empty();
    let mut lines = text.lines().skip_while(is_empty).peekable();
    let mut drawn = Vec::new();
    let on_board: Vec<Vec<usize>> = (0..puzzle.board.rows).map(cells_of).collect();
    let wanted = on_board.iter().filter(|cells| !cells.is_empty()).count();
    for (row, cells) in on_board.into_iter().enumerate() {
        if cells.is_empty() {
            lines.next_if(is_empty);
        } else if let Some(line) = lines.next_if(|line| !is_empty(line)) {
            drawn.push((row, cells, line));
        }
    }
    let found = drawn.len() + lines.take_while(|line| !is_empty(line)).count();
    if found == wanted { Ok(drawn) } else { Err(vec![DrawingDefect::Rows { found, wanted }]) }
}

/// Why the cells of a letter are no piece.
fn no_piece(cover: &Cover, letter: char, cells: CellSet) -> DrawingDefect {
    let squares: Vec<Square> = cells.iter().map(|cell| cover.squares()[cell]).collect();
    let mut connected = vec![squares[0]];
    let mut place = 0;
    while let Some(&from) = connected.get(place) {
        let beside = |to: &&Square| from.row.abs_diff(to.row) + from.col.abs_diff(to.col) == 1;
        let found: Vec<Square> =
            squares.iter().filter(beside).filter(|square| !connected.contains(square)).copied().collect();
        connected.extend(found);
        place += 1;
    }
    if connected.len() < squares.len() {
        return DrawingDefect::NotConnected { letter, count: squares.len() };
    }
    let extent = |of: fn(&Square) -> i16| {
        let values = || squares.iter().map(of);
        values().min().unwrap_or(0)..=values().max().unwrap_or(0)
    };
    let row = |row: i16| -> String {
        let square = |col: i16| if squares.contains(&Square::new(row, col)) { 'X' } else { '.' };
        extent(|square| square.col).map(square).collect()
    };
    let drawing: Vec<String> = extent(|square| square.row).map(row).collect();
    DrawingDefect::NoPiece { letter, drawing: drawing.join("/") }
}
