//! What a puzzle's author writes, and the way from there to a valid [`Puzzle`].

use super::calendar::Calendar;
use super::{Board, BoardCell, CalendarKey, Group, Label, Piece, Puzzle};
use crate::geometry::{CellSet, Motions, Polyomino, ShapeError, Square};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// On a board's drawing: a square that is no cell.
const NO_CELL: &str = ".";
/// On a board's drawing: a cell without label, which is always covered.
const PLAIN_CELL: &str = "*";
/// Columns that tables have besides those named after groups or pieces; a test holds them against the tables.
pub(crate) const RESERVED_NAMES: &[&str] = &[
    "date_id",
    "label",
    "exists",
    "occurrences_400y",
    "solutions",
    "ordinal",
    "expected_nodes_first_empty",
    "expected_nodes_last_empty",
    "expected_nodes_mrv",
    "first_nodes_first_empty_p10",
    "first_nodes_first_empty_p50",
    "first_nodes_first_empty_p90",
    "forced_placements",
    "distinct_placements",
    "unique_placements",
    "piece_entropy",
    "clue_pieces",
    "difficulty",
    "rank_difficulty",
    "rank_solutions",
    "rank_expected_nodes_first_empty",
    "rank_expected_nodes_last_empty",
    "rank_expected_nodes_mrv",
    "rank_piece_entropy",
];
/// The most rows or columns of a board, as the tables number them in 8 bits.
const MOST_ROWS: usize = i8::MAX as usize;

/// A puzzle as described, not yet checked; see the built-in definitions for examples.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Short name.
    pub name: String,
    /// One line that says what it is.
    pub title: String,
    /// Where it comes from.
    #[serde(default)]
    pub source: String,
    /// How it is played.
    #[serde(default)]
    pub note: String,
    /// The board: a line a row, words separated by spaces; `.` is no cell, `*` a cell without label, any
    /// other word the label of a cell.
    pub board: String,
    /// The groups of labels.
    #[serde(default)]
    pub groups: Vec<GroupDefinition>,
    /// The pieces.
    pub pieces: Vec<PieceDefinition>,
    #[serde(skip)]
    sha256: String,
}

/// A group as described.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupDefinition {
    /// Name.
    pub name: String,
    /// Calendar meaning.
    pub calendar: Option<CalendarKey>,
    /// Labels in order.
    pub labels: Vec<String>,
}

/// A piece as described.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceDefinition {
    /// Name.
    pub name: String,
    /// Drawing; rows are separated by `/`.
    pub shape: String,
    /// Whether it may be turned; yes unless said otherwise.
    #[serde(default = "yes")]
    pub rotate: bool,
    /// Whether it may be turned over; yes unless said otherwise.
    #[serde(default = "yes")]
    pub flip: bool,
}

fn yes() -> bool {
    true
}

/// Why a definition is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// The text is no TOML or lacks a field.
    #[error("the definition cannot be read: {0}")]
    Syntax(#[from] toml::de::Error),
    /// The text is understood, but says something impossible; all defects are listed.
    #[error("the definition has {} defect{}:{}", .0.len(), if .0.len() == 1 { "" } else { "s" }, list(.0))]
    Invalid(Vec<Defect>),
}

fn list(defects: &[Defect]) -> String {
    defects.iter().map(|defect| format!("\n  - {defect}")).collect()
}

/// One thing that is wrong with a definition, and the mend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Defect {
    /// No cell on the board.
    #[error("the board has no cell; draw one word for each square")]
    NoCells,
    /// Too many cells.
    #[error("the board has {cells} cells; at most {} are possible", CellSet::CAPACITY)]
    TooManyCells {
        /// Cells drawn.
        cells: usize,
    },
    /// Too many rows or columns.
    #[error(
        "the board is drawn with {rows} rows and {columns} columns; at most {MOST_ROWS} of each are possible"
    )]
    BoardTooLarge {
        /// Rows drawn.
        rows: usize,
        /// Columns drawn.
        columns: usize,
    },
    /// A label that cannot be given as part of a date.
    #[error(
        "the label {label:?} has a character that separates the parts of a date (- / . _ or a comma); leave it out"
    )]
    BadLabel {
        /// The label.
        label: String,
    },
    /// A calendar meaning that two groups, or two labels of one group, share.
    #[error("{what} is meant {times} times in the calendar; once is possible")]
    RepeatedMeaning {
        /// What is meant.
        what: String,
        /// How often.
        times: usize,
    },
    /// A label drawn twice.
    #[error(
        "the label {label:?} stands on {times} cells; each label may stand on one cell (upper and lower case are the same)"
    )]
    RepeatedLabel {
        /// The label.
        label: String,
        /// How often it is drawn.
        times: usize,
    },
    /// A label that no group lists.
    #[error(
        "the label {label:?} belongs to no group; list it in a group, or draw * for a cell without label"
    )]
    UngroupedLabel {
        /// The label.
        label: String,
    },
    /// A group's label that is not on the board.
    #[error("the label {label:?} of the group {group:?} is not on the board")]
    MissingLabel {
        /// The label.
        label: String,
        /// The group.
        group: String,
    },
    /// A label listed by several groups, or twice by one.
    #[error("the label {label:?} is listed {times} times in the groups; list it once")]
    LabelListedAgain {
        /// The label.
        label: String,
        /// How often it is listed.
        times: usize,
    },
    /// A group without labels.
    #[error("the group {group:?} has no label; list its labels or remove it")]
    EmptyGroup {
        /// The group.
        group: String,
    },
    /// Two groups or pieces with one name.
    #[error(
        "the name {name:?} is used for {times} {what}; give each its own name (upper and lower case are the same)"
    )]
    RepeatedName {
        /// The name.
        name: String,
        /// How often.
        times: usize,
        /// `groups` or `pieces`.
        what: &'static str,
    },
    /// A name that cannot become a column or file name.
    #[error("{name:?} is no good name of a {what}; use letters, digits, - and _, beginning with a letter")]
    BadName {
        /// The name.
        name: String,
        /// What bears it.
        what: &'static str,
    },
    /// A name that would be given to two columns of one table.
    #[error("{name:?} is the name of a column that the tables have already; give the {what} another name")]
    ReservedName {
        /// The name.
        name: String,
        /// What bears it.
        what: &'static str,
    },
    /// A label whose calendar meaning cannot be told.
    #[error("the label {label:?} of the group {group:?} is no {key}")]
    NotInCalendar {
        /// The label.
        label: String,
        /// The group.
        group: String,
        /// What it should be.
        key: &'static str,
    },
    /// No piece.
    #[error("there is no piece; describe at least one")]
    NoPieces,
    /// A drawing that is no polyomino.
    #[error("the piece {piece:?}: {problem}")]
    BadShape {
        /// The piece.
        piece: String,
        /// What is wrong.
        problem: ShapeError,
    },
    /// Pieces that do not cover what a date leaves.
    #[error(
        "the pieces cover {pieces} cells, but a date leaves {cells} of the board; the difference is {}",
        pieces.abs_diff(*cells)
    )]
    Areas {
        /// Sum of the pieces' areas.
        pieces: usize,
        /// Cells less the exposed ones.
        cells: usize,
    },
    /// A piece that fits nowhere.
    #[error("the piece {piece:?} fits nowhere on the board")]
    FitsNowhere {
        /// The piece.
        piece: String,
    },
    /// More placements or dates than the tables can number.
    #[error("the puzzle has {count} {what}; at most {most} are possible")]
    TooMany {
        /// How many.
        count: usize,
        /// Of what.
        what: &'static str,
        /// The limit.
        most: usize,
    },
}

impl Definition {
    /// Reads a definition from TOML.
    ///
    /// # Errors
    /// [`DefinitionError::Syntax`], with line and column.
    pub fn from_toml(text: &str) -> Result<Self, DefinitionError> {
        let mut definition: Self = toml::from_str(text)?;
        definition.sha256 = crate::checksum::of_bytes(text.as_bytes());
        Ok(definition)
    }

    /// Checks everything and makes the puzzle.
    ///
    /// # Errors
    /// [`DefinitionError::Invalid`], with all defects.
    pub fn validate(&self) -> Result<Puzzle, DefinitionError> {
        let mut defects = Vec::new();
        let board = self.board(&mut defects);
        let groups = self.groups(&board, &mut defects);
        let pieces = self.pieces(&mut defects);
        self.names(&mut defects);
        if defects.is_empty() {
            let covered: usize = pieces.iter().map(|piece| piece.shape.area()).sum();
            let left = board.cells.len().saturating_sub(groups.len());
            if covered != left {
                defects.push(Defect::Areas { pieces: covered, cells: left });
            }
        }
        if !defects.is_empty() {
            return Err(DefinitionError::Invalid(defects));
        }
        let mut puzzle = Puzzle {
            name: self.name.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            note: self.note.clone(),
            board,
            groups,
            pieces,
            definition_sha256: self.sha256.clone(),
            calendar: None,
        };
        let defects = limits(&puzzle);
        if !defects.is_empty() {
            return Err(DefinitionError::Invalid(defects));
        }
        puzzle.calendar = Calendar::of(&puzzle);
        Ok(puzzle)
    }

    fn board(&self, defects: &mut Vec<Defect>) -> Board {
        let lines: Vec<Vec<&str>> =
            self.board.lines().map(|line| line.split_whitespace().collect()).collect();
        let drawn = |line: &Vec<&str>| !line.is_empty();
        let first = lines.iter().position(drawn).unwrap_or(0);
        let end = lines.iter().rposition(drawn).map_or(0, |last| last + 1);
        let rows = &lines[first..end.max(first)];
        let group_of: BTreeMap<&str, usize> = (0..self.groups.len())
            .flat_map(|g| self.groups[g].labels.iter().map(move |label| (label.as_str(), g)))
            .collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut cells = Vec::new();
        if rows.len() > MOST_ROWS || columns > MOST_ROWS {
            defects.push(Defect::BoardTooLarge { rows: rows.len(), columns });
            return Board { rows: 0, columns: 0, cells };
        }
        for (row, words) in rows.iter().enumerate() {
            for (col, &word) in words.iter().enumerate().filter(|(_, word)| **word != NO_CELL) {
                let label = (word != PLAIN_CELL).then(|| word.to_owned());
                let group = group_of.get(word).copied();
                cells.push(BoardCell { square: Square::new(row as i16, col as i16), label, group });
            }
        }
        match cells.len() {
            0 => defects.push(Defect::NoCells),
            count if count > CellSet::CAPACITY => defects.push(Defect::TooManyCells { cells: count }),
            _ => {}
        }
        let labels = || cells.iter().filter_map(|cell| cell.label.as_deref());
        let folded: Vec<String> = labels().map(str::to_lowercase).collect();
        for (label, times) in repeated(folded.iter().map(String::as_str)) {
            defects.push(Defect::RepeatedLabel { label: label.into(), times });
        }
        for label in labels().filter(|label| label.contains(['-', '/', '.', '_', ','])) {
            defects.push(Defect::BadLabel { label: label.into() });
        }
        for label in labels().filter(|label| !group_of.contains_key(label)).collect::<BTreeSet<_>>() {
            defects.push(Defect::UngroupedLabel { label: label.into() });
        }
        Board { rows: rows.len(), columns, cells }
    }

    fn groups(&self, board: &Board, defects: &mut Vec<Defect>) -> Vec<Group> {
        for (label, times) in repeated(self.groups.iter().flat_map(|g| g.labels.iter().map(String::as_str))) {
            defects.push(Defect::LabelListedAgain { label: label.into(), times });
        }
        let mut groups = Vec::new();
        for group in &self.groups {
            if group.labels.is_empty() {
                defects.push(Defect::EmptyGroup { group: group.name.clone() });
            }
            let mut labels = Vec::new();
            for (place, text) in group.labels.iter().enumerate() {
                let on_board = |cell: &BoardCell| cell.label.as_deref() == Some(text);
                let Some(cell) = board.cells.iter().position(on_board) else {
                    defects.push(Defect::MissingLabel { label: text.clone(), group: group.name.clone() });
                    continue;
                };
                let value = match group.calendar {
                    Some(key) => key.value(text, place).unwrap_or_else(|| {
                        defects.push(Defect::NotInCalendar {
                            label: text.clone(),
                            group: group.name.clone(),
                            key: match key {
                                CalendarKey::Month => "one of twelve months",
                                CalendarKey::Day => "day from 1 to 31",
                                CalendarKey::Weekday => "weekday such as Sun or Mon",
                            },
                        });
                        0
                    }),
                    // At most 64 cells, so at most 64 labels.
                    None => place as i8 + 1,
                };
                labels.push(Label { text: text.clone(), cell, value });
            }
            let values: Vec<String> = labels.iter().map(|label: &Label| label.value.to_string()).collect();
            if defects.is_empty() {
                for (value, times) in repeated(values.iter().map(String::as_str)) {
                    let what = format!("the {} {value}", group.name);
                    defects.push(Defect::RepeatedMeaning { what, times });
                }
            }
            groups.push(Group { name: group.name.clone(), calendar: group.calendar, labels });
        }
        groups
    }

    fn pieces(&self, defects: &mut Vec<Defect>) -> Vec<Piece> {
        if self.pieces.is_empty() {
            defects.push(Defect::NoPieces);
        }
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            let rows: Vec<&str> = piece.shape.split('/').collect();
            match Polyomino::from_drawing(&rows) {
                Ok(shape) => pieces.push(Piece {
                    name: piece.name.clone(),
                    shape,
                    motions: Motions { rotate: piece.rotate, flip: piece.flip },
                }),
                Err(problem) => defects.push(Defect::BadShape { piece: piece.name.clone(), problem }),
            }
        }
        pieces
    }

    fn names(&self, defects: &mut Vec<Defect>) {
        // As they become columns: letters in lower case, _ for -.
        let column = |name: &str| name.to_lowercase().replace('-', "_");
        let groups: Vec<String> = self.groups.iter().map(|group| column(&group.name)).collect();
        let pieces: Vec<String> = self.pieces.iter().map(|piece| column(&piece.name)).collect();
        let keys: Vec<String> =
            self.groups.iter().filter_map(|group| group.calendar).map(|key| format!("{key:?}")).collect();
        for (key, times) in repeated(keys.iter().map(String::as_str)) {
            defects.push(Defect::RepeatedMeaning { what: format!("the group of each {key}"), times });
        }
        for (what, one, names) in [("groups", "group", &groups), ("pieces", "piece", &pieces)] {
            for (name, times) in repeated(names.iter().map(String::as_str)) {
                defects.push(Defect::RepeatedName { name: name.into(), times, what });
            }
            for name in names.iter().filter(|name| !is_name(name)) {
                defects.push(Defect::BadName { name: name.clone(), what: one });
            }
            for name in names.iter().filter(|name| RESERVED_NAMES.contains(&name.as_str())) {
                defects.push(Defect::ReservedName { name: name.clone(), what: one });
            }
        }
        if !is_name(&self.name) {
            defects.push(Defect::BadName { name: self.name.clone(), what: "puzzle" });
        }
    }
}

/// Defects that show only when pieces are laid on the board, and limits that come from the tables' numbers.
fn limits(puzzle: &Puzzle) -> Vec<Defect> {
    const MOST: usize = i16::MAX as usize + 1;
    let mut defects = Vec::new();
    let mut placements = 0;
    for piece in &puzzle.pieces {
        let shapes = piece.shape.orientations(piece.motions);
        let fits: usize = shapes.iter().map(|shape| puzzle.board.fits(shape).count()).sum();
        if fits == 0 {
            defects.push(Defect::FitsNowhere { piece: piece.name.clone() });
        }
        placements += fits;
    }
    for (count, what) in [(placements, "placements"), (puzzle.date_count(), "dates")] {
        if count > MOST {
            defects.push(Defect::TooMany { count, what, most: MOST });
        }
    }
    defects
}

/// The texts that occur more than once, with how often, in alphabetical order.
fn repeated<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize)> {
    let mut times = BTreeMap::new();
    for text in texts {
        *times.entry(text).or_insert(0) += 1;
    }
    times.into_iter().filter(|&(_, times)| times > 1).collect()
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
