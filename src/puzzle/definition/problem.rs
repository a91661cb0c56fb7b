//! What can be wrong with a definition, where, and the mend.

use super::MOST_ROWS;
use crate::geometry::{CellSet, ShapeError};
use std::fmt;

/// Why a definition is no puzzle: all its defects, in the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError(pub Vec<Defect>);

/// Defects that a message lists; a file of another kind may have thousands.
const MOST_LISTED: usize = 50;

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0.len() == 1 { "" } else { "s" };
        write!(f, "the definition has {} defect{plural}:", self.0.len())?;
        self.0.iter().take(MOST_LISTED).try_for_each(|defect| write!(f, "\n  - {defect}"))?;
        match self.0.len().saturating_sub(MOST_LISTED) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl std::error::Error for DefinitionError {}

/// One thing that is wrong with a definition, or odd about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The line of the definition, from 1; `None` where it is about no line of its own.
    pub line: Option<usize>,
    /// What is wrong, and the mend.
    pub problem: Problem,
}

impl Defect {
    pub(super) fn on(line: usize, problem: Problem) -> Self {
        Self { line: Some(line), problem }
    }

    pub(super) fn anywhere(problem: Problem) -> Self {
        Self { line: None, problem }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.problem),
            None => write!(f, "{}", self.problem),
        }
    }
}

/// As much of a text as a message needs.
fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    let start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() { start + "..." } else { start }
}

/// What is wrong, and the mend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// More text than any definition needs.
    #[error("the text has {bytes} bytes, and a definition at most {most}; is this the right file?")]
    TooLong {
        /// Bytes of the text.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// Not TOML.
    #[error("this is no TOML: {0}")]
    Syntax(String),
    /// A key that means nothing.
    #[error("the key {key:?} is unknown; {what} has the keys {known}")]
    UnknownKey {
        /// The key.
        key: String,
        /// What it was given to.
        what: &'static str,
        /// The keys that it has.
        known: String,
    },
    /// A key that must be there.
    #[error("{what} lacks the key {key:?}; write for example {example}")]
    MissingKey {
        /// The key.
        key: &'static str,
        /// What lacks it.
        what: &'static str,
        /// A line that would do.
        example: &'static str,
    },
    /// A value of another type.
    #[error("the value of {key:?} is a TOML {found}; write for example {example}")]
    WrongType {
        /// The key.
        key: &'static str,
        /// The type of the value.
        found: &'static str,
        /// A line that would do.
        example: &'static str,
    },
    /// A value that is not one of those possible.
    #[error("the value {} of {key:?} is not possible; write {wanted}", short(found))]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// What is possible.
        wanted: &'static str,
    },
    /// A text with a line break, or another character that shows nothing, where one line is wanted.
    #[error("{what} {:?} has a line break or another control character; leave it out", short(text))]
    ControlCharacter {
        /// What the text is.
        what: &'static str,
        /// The text.
        text: String,
    },
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
    /// A word that mixes squares without label with something else.
    #[error("{found:?} mixes . or * with something else; put a space between the squares, as in \"* * B\"")]
    MixedWord {
        /// The word.
        found: String,
    },
    /// A warning: a row that ends early.
    #[error(
        "this row of the board has {squares} squares, and the longest has {most}; the others at its end are no cells"
    )]
    ShortRow {
        /// Squares drawn.
        squares: usize,
        /// Squares of the longest row.
        most: usize,
    },
    /// A warning: a group with a calendar meaning on a board that shows no days of a calendar.
    #[error(
        "`calendar` of the group {group:?} has no effect: it needs a group of months and one of days, and no group without \
         a calendar meaning"
    )]
    CalendarWithout {
        /// The group.
        group: String,
    },
    /// A character of the drawing that no group has.
    #[error(
        "the board has the character {found:?}, and no group has it as its `cells`; draw . for no cell and * for a \
         cell without label"
    )]
    UnknownCharacter {
        /// The character.
        found: char,
    },
    /// Groups that are drawn by characters beside others whose labels are drawn.
    #[error(
        "the group {group:?} has no `cells`, while another group has; give each group its character in the drawing, \
         or none and draw the labels"
    )]
    MixedDrawing {
        /// The group without.
        group: String,
    },
    /// A character that cannot stand for a group, or stands for two.
    #[error(
        "{found:?} cannot stand for the cells of the group {group:?}; choose a letter that no other group has"
    )]
    BadCharacter {
        /// The character.
        found: String,
        /// The group.
        group: String,
    },
    /// Not as many labels as cells.
    #[error(
        "the group {group:?} has {labels} labels, but the board has {cells} cells of it; list one label for each"
    )]
    LabelCount {
        /// The group.
        group: String,
        /// Labels listed.
        labels: usize,
        /// Cells drawn.
        cells: usize,
    },
    /// A label that cannot be given as part of a date.
    #[error(
        "the label {label:?} has a character that separates the parts of a date (- / . _ a comma or a space); leave it \
         out"
    )]
    BadLabel {
        /// The label.
        label: String,
    },
    /// A label without a character.
    #[error("the group {group:?} has an empty label; give each label a text")]
    EmptyLabel {
        /// The group.
        group: String,
    },
    /// A calendar meaning that two groups, or two labels of one group, share.
    #[error(
        "{what} is meant {times} times in the calendar, and once is possible; correct it, or leave out `calendar`"
    )]
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
    /// Labels that no group lists.
    #[error("{labels} to no group; list in a group what may be exposed, or draw * for a cell without label")]
    UngroupedLabels {
        /// The labels, with the verb.
        labels: String,
    },
    /// A group's label that is not on the board.
    #[error("the label {label:?} of the group {group:?} is not on the board; draw it, or leave it out")]
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
    /// A number of exposed cells that the group cannot have.
    #[error(
        "the group {group:?} cannot leave {exposed} of its {labels} cells exposed; write a number from 1 to {labels}"
    )]
    BadExposed {
        /// The group.
        group: String,
        /// The number wanted.
        exposed: usize,
        /// Its labels.
        labels: usize,
    },
    /// Several exposed cells of a calendar's group.
    #[error(
        "the group {group:?} has a calendar meaning, so one of its cells is exposed; leave out `exposed`, or `calendar`"
    )]
    ExposedInCalendar {
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
    #[error(
        "{:?} is no good name of a {what}; use letters, digits, - and _, beginning with a letter, at most {longest}",
        short(name)
    )]
    BadName {
        /// The name.
        name: String,
        /// What bears it.
        what: &'static str,
        /// Characters at most.
        longest: usize,
    },
    /// Numbered columns of which one has the name of another column.
    #[error("{first:?} and {second:?} would both have a column {column:?} in the tables; rename one of them")]
    NumberedName {
        /// The column.
        column: String,
        /// The name that comes first.
        first: String,
        /// The other one.
        second: String,
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
    #[error("the label {label:?} of the group {group:?} is no {key}; correct it, or leave out `calendar`")]
    NotInCalendar {
        /// The label.
        label: String,
        /// The group.
        group: String,
        /// What it should be.
        key: &'static str,
    },
    /// No piece.
    #[error("there is no piece; describe at least one, under [[pieces]]")]
    NoPieces,
    /// A drawing that is no polyomino.
    #[error("the piece {piece:?}: {problem}")]
    BadShape {
        /// The piece.
        piece: String,
        /// What is wrong.
        problem: ShapeError,
    },
    /// More than one piece of which there are any number.
    #[error(
        "the copies of {pieces} are unlimited, so that their numbers would be open; give all of them but one a number of copies"
    )]
    SeveralUnlimited {
        /// The pieces.
        pieces: String,
    },
    /// What is left for a piece without a number of copies cannot be filled with it.
    #[error(
        "the copies of {piece:?} are unlimited, but the other pieces leave it {cells} cells, which is no multiple of its \
         {area}; change the other pieces, the board or what is exposed by {} cells",
        cells % area
    )]
    NoMultiple {
        /// The piece.
        piece: String,
        /// Cells left for it.
        cells: usize,
        /// Its area.
        area: usize,
    },
    /// No cell is left for a piece without a number of copies.
    #[error(
        "no cell is left for {piece:?}, whose copies are unlimited: the other pieces cover {pieces} cells, and the board \
         leaves {cells} of which {exposed} more stay exposed; take it out, or other pieces, or draw more cells"
    )]
    NothingLeft {
        /// The piece.
        piece: String,
        /// Cells of the other pieces.
        pieces: usize,
        /// Cells less the exposed ones.
        cells: usize,
        /// The exposed ones.
        exposed: usize,
    },
    /// Pieces that do not cover what a date leaves.
    #[error(
        "the pieces cover {pieces} cells ({list}), but the board leaves {cells}: it has {}, of which {exposed} stay \
         exposed; the difference is {}: {}",
        cells + exposed,
        pieces.abs_diff(*cells),
        if pieces > cells {
            "take pieces away, draw more cells or expose fewer"
        } else {
            "add pieces, draw fewer cells or expose more"
        }
    )]
    Areas {
        /// Sum of the pieces' areas.
        pieces: usize,
        /// The pieces with their areas.
        list: String,
        /// Cells less the exposed ones.
        cells: usize,
        /// The exposed ones.
        exposed: usize,
    },
    /// A piece that fits nowhere.
    #[error("the piece {piece:?} fits nowhere on the board; draw another shape, or a larger board")]
    FitsNowhere {
        /// The piece.
        piece: String,
    },
    /// More placements or dates than the tables can number.
    #[error("the puzzle has {count} {what}; at most {most} are possible")]
    TooMany {
        /// How many.
        count: u64,
        /// Of what.
        what: &'static str,
        /// The limit.
        most: u64,
    },
    /// A warning: pieces that are told apart though they are the same.
    #[error(
        "the pieces {pieces} are congruent but told apart, so a solution counts once for each way to exchange them; write \
         one piece with `copies = {copies}` to count it once"
    )]
    Congruent {
        /// The pieces.
        pieces: String,
        /// How many there are together.
        copies: usize,
    },
    /// A warning: a piece that is another one turned over.
    #[error(
        "the pieces {first:?} and {second:?} are mirror images of each other; if they are one piece on its two faces, write \
         one with faces = \"both\" and the number of copies"
    )]
    MirrorImages {
        /// The first piece.
        first: String,
        /// The second piece.
        second: String,
    },
}
