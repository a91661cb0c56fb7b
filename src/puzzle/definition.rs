//! What a puzzle's author writes, and the way from there to a valid [`Puzzle`].
//!
//! From text to [`Definition`] ([`read`]): is it TOML, does it say everything, is every value possible? From there to
//! the puzzle ([`check`]): does what it says fit together? All defects come at once, each with its line and the mend.

mod check;
mod problem;
mod read;
mod warnings;
mod write;

pub use problem::{Defect, DefinitionError, Problem};

use super::{CalendarKey, Puzzle};
use read::Read;

/// Columns that tables have besides those named after groups or pieces; a test holds them against the tables.
pub(crate) const RESERVED_NAMES: &[&str] = &[
    "date_id",
    "label",
    "exists",
    "occurrences_400y",
    "solutions",
    "classes",
    "class_id",
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
#[derive(Clone, Debug)]
pub struct Definition {
    /// Short name.
    pub name: OnLine<String>,
    /// One line that says what it is.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// How it is played.
    pub note: String,
    /// The rows of the board. If no group has its own character: words separated by spaces, `.` no cell, `*` a cell
    /// without label, any other word the label of a cell; `.` and `*` may stand together without spaces. Else each
    /// character is a square: `.` no cell, `*` a cell without label, the others cells of the groups.
    pub board: Vec<OnLine<String>>,
    /// The groups of labels.
    pub groups: Vec<OnLine<GroupDefinition>>,
    /// The pieces.
    pub pieces: Vec<OnLine<PieceDefinition>>,
    text: String,
}

/// A value and the line of the definition on which it stands, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnLine<T> {
    /// The value.
    pub value: T,
    /// The line.
    pub line: usize,
}

/// A group as described.
#[derive(Clone, Debug)]
pub struct GroupDefinition {
    /// Name.
    pub name: OnLine<String>,
    /// Calendar meaning.
    pub calendar: Option<CalendarKey>,
    /// Labels in order; of a group with a character in reading order, 1, 2, 3 and so on if there are none.
    pub labels: Option<Vec<OnLine<String>>>,
    /// The character of its cells in the drawing.
    pub cells: Option<OnLine<String>>,
    /// How many of its cells stay exposed, any of them; one if not said.
    pub exposed: Option<OnLine<usize>>,
}

/// A piece as described.
#[derive(Clone, Debug)]
pub struct PieceDefinition {
    /// Name.
    pub name: OnLine<String>,
    /// The rows of its drawing.
    pub shape: Vec<OnLine<String>>,
    /// The sides on which it may lie.
    pub faces: Faces,
    /// Whether it may be turned by quarters.
    pub rotate: bool,
    /// How many there are of it.
    pub copies: Copies,
}

/// The sides on which a piece may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// As drawn or turned over.
    #[default]
    Both,
    /// As drawn only.
    Front,
    /// Turned over only.
    Back,
}

impl Faces {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Both, Self::Front, Self::Back];

    /// The name in definitions and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Front => "front",
            Self::Back => "back",
        }
    }
}

/// How many pieces of one kind there are. They cannot be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// So many, all of which are used.
    Exactly(usize),
    /// As many as the cells that the other pieces leave.
    Unlimited,
}

impl Default for Copies {
    fn default() -> Self {
        Self::Exactly(1)
    }
}

impl Definition {
    /// Reads a definition from TOML.
    ///
    /// # Errors
    /// [`DefinitionError`], with all defects and their lines.
    pub fn from_toml(text: &str) -> Result<Self, DefinitionError> {
        match read::read(text) {
            Ok(Read { definition, defects }) if defects.is_empty() => Ok(definition),
            // What could be read may be wrong, too.
            Ok(Read { definition, defects }) => Err(check::of_part(&definition, defects)),
            Err(defects) => Err(DefinitionError(defects)),
        }
    }

    /// The definition as TOML: the same puzzle, though perhaps written in another way than what was read.
    pub fn to_toml(&self) -> String {
        write::write(self)
    }

    /// The same puzzle with pieces that may lie on these faces only, under a name that says so.
    pub fn with_faces(&self, faces: Faces) -> Self {
        let mut changed = self.clone();
        changed.name.value = format!("{}-{}", self.name.value, faces.name());
        changed.title += match faces {
            Faces::Both => ", pieces on both faces",
            Faces::Front => ", pieces on their front faces only",
            Faces::Back => ", pieces on their back faces only",
        };
        for piece in &mut changed.pieces {
            piece.value.faces = faces;
        }
        changed.text = changed.to_toml();
        changed
    }

    /// The same puzzle on another board, drawn as in a definition.
    pub fn with_board(&self, drawing: &str) -> Self {
        let mut changed = self.clone();
        changed.board =
            (1..).zip(drawing.lines()).map(|(line, row)| OnLine { value: row.to_owned(), line }).collect();
        changed.text = changed.to_toml();
        changed
    }

    /// Checks everything and makes the puzzle.
    ///
    /// # Errors
    /// [`DefinitionError`], with all defects.
    pub fn validate(&self) -> Result<Puzzle, DefinitionError> {
        check::puzzle(self)
    }
}
