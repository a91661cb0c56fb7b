//! Puzzles: a board with labelled cells, the pieces, and the dates to be left exposed.
//!
//! A puzzle starts as a [`Definition`] (a TOML text), which may be wrong in many ways, and becomes a
//! valid [`Puzzle`] or the list of *all* its [`Defect`]s. The built-in ones stand in [`BUILT_IN`].
//!
//! The labelled cells fall into [`Group`]s (month, day, weekday). A [`Date`] picks one label of each
//! group; its cells stay exposed and the pieces cover all the others.

mod builtin;
mod calendar;
mod date;
mod definition;

pub use builtin::{BUILT_IN, BuiltIn, UnknownPuzzle, built_in};
pub use calendar::{Calendar, CalendarKey};
pub use date::{Date, DateError, Selection};
#[cfg(test)]
pub(crate) use definition::RESERVED_NAMES;
pub use definition::{Defect, Definition, DefinitionError, GroupDefinition, PieceDefinition};

use crate::geometry::{CellSet, Motions, Polyomino, Square};

/// A valid puzzle: what [`Definition::validate`] makes.
///
/// The areas add up: the pieces cover exactly the cells that a date leaves.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Short name, as given to `--puzzle`.
    pub name: String,
    /// One line that says what it is.
    pub title: String,
    /// Where board, pieces and figures come from.
    pub source: String,
    /// How it is played.
    pub note: String,
    /// The board.
    pub board: Board,
    /// The groups of labelled cells, of each of which a date exposes one cell.
    pub groups: Vec<Group>,
    /// The pieces, each used once, in the order of the definition.
    pub pieces: Vec<Piece>,
    /// SHA-256 of the definition's text in hexadecimal.
    pub definition_sha256: String,
    calendar: Option<Calendar>,
}

/// The board: its cells in reading order; a cell's number is its place in that order.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows of the drawing.
    pub rows: usize,
    /// Columns of the drawing.
    pub columns: usize,
    /// The cells, at most [`CellSet::CAPACITY`].
    pub cells: Vec<BoardCell>,
}

impl Board {
    /// The number of the cell on `square`, if there is a cell.
    pub fn cell_at(&self, square: Square) -> Option<usize> {
        self.cells.binary_search_by_key(&square, |cell| cell.square).ok()
    }

    /// The ways to lay `shape` on the board as it is, by translation: the square under the top left corner
    /// of its bounding box, in reading order, and the cells covered.
    pub fn fits<'a>(&'a self, shape: &'a Polyomino) -> impl Iterator<Item = (Square, CellSet)> + 'a {
        let down = 0..=self.rows as i16 - shape.height();
        let anchors = down
            .flat_map(|row| (0..=self.columns as i16 - shape.width()).map(move |col| Square::new(row, col)));
        anchors.filter_map(|anchor| {
            let cell = |square: &Square| self.cell_at(square.offset(anchor.row, anchor.col));
            let cells: Option<CellSet> = shape.squares().iter().map(cell).collect();
            Some((anchor, cells?))
        })
    }

    /// All cells.
    pub fn all(&self) -> CellSet {
        CellSet::first_cells(self.cells.len())
    }
}

/// A cell of the board.
#[derive(Clone, Debug)]
pub struct BoardCell {
    /// Where it lies.
    pub square: Square,
    /// Its label; a cell without one is always covered.
    pub label: Option<String>,
    /// The group of its label, as a place in [`Puzzle::groups`].
    pub group: Option<usize>,
}

/// Labelled cells of which a date exposes exactly one.
#[derive(Clone, Debug)]
pub struct Group {
    /// Name, such as `month`; the name of a column in the tables.
    pub name: String,
    /// What it means in the Gregorian calendar, if anything.
    pub calendar: Option<CalendarKey>,
    /// The labels in the order of the definition.
    pub labels: Vec<Label>,
}

/// A label of a group and the cell that bears it.
#[derive(Clone, Debug)]
pub struct Label {
    /// The text on the board.
    pub text: String,
    /// The cell.
    pub cell: usize,
    /// The value in tables: month 1-12, day 1-31, weekday 0-6 from Sunday; for a group without
    /// calendar meaning the place of the label, from 1.
    pub value: i8,
}

/// A piece: a polyomino and the motions that it may make.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Name, such as `L5`; in lower case the name of a column in the tables.
    pub name: String,
    /// The shape as drawn.
    pub shape: Polyomino,
    /// The motions allowed.
    pub motions: Motions,
}

impl Puzzle {
    /// How many dates there are: the product of the groups' sizes (1 for a puzzle without groups).
    pub fn date_count(&self) -> usize {
        self.groups.iter().map(|group| group.labels.len()).product()
    }

    /// The date with number `id`, which is below [`Puzzle::date_count`]. The first group counts slowest:
    /// on the weekday board `id = (month - 1) * 217 + (day - 1) * 7 + weekday`.
    pub fn date(&self, id: usize) -> Date {
        let mut rest = id;
        let mut picks = vec![0; self.groups.len()];
        for (pick, group) in picks.iter_mut().zip(&self.groups).rev() {
            *pick = rest % group.labels.len();
            rest /= group.labels.len();
        }
        Date { id, picks }
    }

    /// The date that picks label `picks[g]` of each group `g`.
    pub fn date_of(&self, picks: &[usize]) -> Date {
        let id = picks.iter().zip(&self.groups).fold(0, |id, (pick, group)| id * group.labels.len() + pick);
        Date { id, picks: picks.to_vec() }
    }

    /// The picked labels of `date`, one of each group.
    pub fn labels<'a>(&'a self, date: &'a Date) -> impl Iterator<Item = &'a Label> + 'a {
        self.groups.iter().zip(&date.picks).map(|(group, &pick)| &group.labels[pick])
    }

    /// The cells that `date` leaves exposed.
    pub fn exposed(&self, date: &Date) -> CellSet {
        self.labels(date).map(|label| label.cell).collect()
    }

    /// The cells that `date` wants covered.
    pub fn target(&self, date: &Date) -> CellSet {
        self.board.all() - self.exposed(date)
    }

    /// The date in words: its labels, as `Oct 27 Tue`.
    pub fn date_label(&self, date: &Date) -> String {
        let labels: Vec<&str> = self.labels(date).map(|label| label.text.as_str()).collect();
        labels.join(" ")
    }

    /// What a date is called in a sentence: its labels, or the puzzle's title if it exposes nothing.
    pub fn date_title(&self, date: &Date) -> String {
        if self.groups.is_empty() { self.title.clone() } else { self.date_label(date) }
    }

    /// What the dates mean in the Gregorian calendar; `None` when the groups are not those of a calendar.
    pub fn calendar(&self) -> Option<&Calendar> {
        self.calendar.as_ref()
    }
}

#[cfg(test)]
mod tests;
