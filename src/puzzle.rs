//! Puzzles: a board with labelled cells, the pieces, and the dates to be left exposed.
//!
//! A puzzle starts as a [`Definition`] (a TOML text), which may be wrong in many ways, and becomes a
//! valid [`Puzzle`] or the list of *all* its [`Defect`]s. The built-in ones stand in [`BUILT_IN`].
//!
//! The labelled cells fall into [`Group`]s (month, day, weekday). A [`Date`] picks one label of each
//! group; its cells stay exposed and the pieces cover all the others. Of a [`Piece`] there may be several copies, which
//! cannot be told apart; each copy is a *tile*.

mod builtin;
mod calendar;
mod date;
mod definition;

pub use builtin::{BUILT_IN, BuiltIn, UnknownPuzzle, built_in};
pub use calendar::{Calendar, CalendarKey};
pub use date::{Date, DateError, Selection};
#[cfg(test)]
pub(crate) use definition::RESERVED_NAMES;
pub use definition::{
    Copies, Defect, Definition, DefinitionError, Faces, GroupDefinition, OnLine, PieceDefinition, Problem,
};

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
    /// The groups of labelled cells, of each of which a date exposes one cell. A group of which it exposes several
    /// stands here once for each ([`Group::member`]).
    pub groups: Vec<Group>,
    /// The pieces in the order of the definition.
    pub pieces: Vec<Piece>,
    /// The definition's text.
    pub definition: String,
    /// SHA-256 of the definition's text in hexadecimal.
    pub definition_sha256: String,
    /// What is possible but hardly meant.
    pub warnings: Vec<Defect>,
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
    /// How many of its cells a date exposes.
    pub exposed: usize,
    /// Which of them this is about, from 0. Of several the labels picked ascend.
    pub member: usize,
}

impl Group {
    /// The name of its column in the tables: its name in lower case with `_` for `-`, and a number if several cells are
    /// exposed.
    pub fn column(&self) -> String {
        numbered(&self.name, self.member, self.exposed)
    }
}

/// The name of a group or piece as a column: in lower case, with `_` for `-`.
pub fn column_name(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}

/// A name as that of a column; with a number, from 1, where there are several of the name.
fn numbered(name: &str, place: usize, several: usize) -> String {
    let name = column_name(name);
    if several > 1 { format!("{name}_{}", place + 1) } else { name }
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
    /// How many there are of it, 1 or more; they cannot be told apart.
    pub copies: usize,
}

impl Piece {
    /// The name of a copy's column in the tables: the piece's in lower case with `_` for `-`, and a number if there are
    /// several copies.
    pub fn column(&self, copy: usize) -> String {
        numbered(&self.name, copy, self.copies)
    }
}

/// A copy of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The piece, as a place in [`Puzzle::pieces`].
    pub piece: usize,
    /// Which copy, from 0.
    pub copy: usize,
}

impl Puzzle {
    /// How many dates there are: the product of the numbers of ways to pick from each group (1 for a puzzle without
    /// groups).
    pub fn date_count(&self) -> usize {
        date_count(&self.groups)
    }

    /// The date with number `id`, which is below [`Puzzle::date_count`]. The first group counts slowest:
    /// on the weekday board `id = (month - 1) * 217 + (day - 1) * 7 + weekday`.
    pub fn date(&self, id: usize) -> Date {
        let mut rest = id;
        let mut picks: Vec<Vec<usize>> = Vec::new();
        for choice in self.choices().rev() {
            picks.push(choice.picks(rest % choice.count()));
            rest /= choice.count();
        }
        Date { id, picks: picks.into_iter().rev().flatten().collect() }
    }

    /// The date that picks label `picks[g]` of each group `g`; of a group of which several cells are exposed the picks
    /// ascend.
    pub fn date_of(&self, picks: &[usize]) -> Date {
        let mut rest = picks;
        let mut id = 0;
        for choice in self.choices() {
            let (own, others) = rest.split_at(choice.members);
            id = id * choice.count() + choice.number(own);
            rest = others;
        }
        Date { id, picks: picks.to_vec() }
    }

    /// Whether a date exposes one cell of each group, and never several of one.
    pub fn exposes_one_of_each(&self) -> bool {
        self.groups.iter().all(|group| group.exposed == 1)
    }

    fn choices(&self) -> impl DoubleEndedIterator<Item = Choice> {
        choices(&self.groups)
    }

    /// How many tiles a solution has: all copies of all pieces.
    pub fn tile_count(&self) -> usize {
        self.pieces.iter().map(|piece| piece.copies).sum()
    }

    /// The tiles: the pieces in order, each as often as it has copies. A solution lists a placement of each, those of a
    /// piece ascending.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let copies =
            |(piece, described): (usize, &Piece)| (0..described.copies).map(move |copy| Tile { piece, copy });
        self.pieces.iter().enumerate().flat_map(copies)
    }

    /// The name of a tile's column in the tables.
    pub fn tile_column(&self, tile: Tile) -> String {
        self.pieces[tile.piece].column(tile.copy)
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

fn choices(groups: &[Group]) -> impl DoubleEndedIterator<Item = Choice> {
    let first = groups.iter().filter(|group| group.member == 0);
    first.map(|group| Choice { labels: group.labels.len(), members: group.exposed })
}

/// How many ways there are to pick from each group.
fn date_count(groups: &[Group]) -> usize {
    choices(groups).map(Choice::count).fold(1, usize::saturating_mul)
}

/// A choice of some labels of a list, numbered in ascending order of the lists of their places.
#[derive(Clone, Copy)]
struct Choice {
    labels: usize,
    members: usize,
}

impl Choice {
    fn count(self) -> usize {
        // At most 64 labels; each division is exact.
        let count = (0..self.members as u128).fold(1, |count, i| count * (self.labels as u128 - i) / (i + 1));
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// The choices that begin with the label in `place`.
    fn beginning_with(self, place: usize) -> usize {
        self.behind(place).count()
    }

    /// Where a choice goes on behind the label in `place`.
    fn behind(self, place: usize) -> Self {
        Self { labels: self.labels - place - 1, members: self.members - 1 }
    }

    fn picks(self, mut number: usize) -> Vec<usize> {
        let (mut rest, mut passed) = (self, 0);
        let mut picks = Vec::with_capacity(self.members);
        while rest.members > 0 {
            let mut place = 0;
            while number >= rest.beginning_with(place) {
                number -= rest.beginning_with(place);
                place += 1;
            }
            picks.push(passed + place);
            passed += place + 1;
            rest = rest.behind(place);
        }
        picks
    }

    fn number(self, picks: &[usize]) -> usize {
        let (mut rest, mut passed, mut number) = (self, 0, 0);
        for &pick in picks {
            let place = pick - passed;
            number += (0..place).map(|before| rest.beginning_with(before)).sum::<usize>();
            passed = pick + 1;
            rest = rest.behind(place);
        }
        number
    }
}

#[cfg(test)]
mod tests;
