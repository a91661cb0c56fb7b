//! What a puzzle's author writes, and the way from there to a valid [`Puzzle`].
//!
//! From text to [`Definition`] ([`read`]): is it TOML, does it say everything, is every value possible? From there to
//! the puzzle, here: does what it says fit together? Each way lists all defects, each with its line and the mend.

mod problem;
mod read;
mod write;

pub use problem::{Defect, DefinitionError, Problem};

use super::calendar::Calendar;
use super::{Board, BoardCell, CalendarKey, Group, Label, Piece, Puzzle};
use crate::geometry::{CellSet, Motions, Polyomino, Square};
use std::collections::{BTreeMap, BTreeSet};

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
/// Labels that one message names.
const MOST_NAMED: usize = 12;
/// On a board's drawing: a square that is no cell.
const NO_CELL: char = '.';
/// On a board's drawing: a cell without label, which is always covered.
const PLAIN_CELL: char = '*';

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
        read::read(text).map_err(DefinitionError)
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
        let mut check = Check { definition: self, defects: Vec::new(), unclear: false };
        let mut board = check.board();
        let groups = check.groups(&mut board);
        let mut pieces = check.pieces();
        check.names(&groups, &pieces);
        // What is wrong with labels does not keep areas from being counted, nor pieces from being laid.
        let drawn = pieces.len() == self.pieces.len() && (1..=CellSet::CAPACITY).contains(&board.cells.len());
        let exposed =
            |group: &OnLine<GroupDefinition>| group.value.exposed.as_ref().map_or(1, |exposed| exposed.value);
        let drawn = drawn && !check.unclear;
        if drawn && groups.len() == self.groups.iter().map(exposed).fold(0, usize::saturating_add) {
            check.areas(board.cells.len(), groups.len(), &mut pieces);
        }
        if drawn {
            check.fits(&board, &pieces);
        }
        check.done()?;
        let mut puzzle = Puzzle {
            name: self.name.value.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            note: self.note.clone(),
            board,
            groups,
            pieces,
            definition_sha256: crate::checksum::of_bytes(self.text.as_bytes()),
            definition: self.text.clone(),
            warnings: Vec::new(),
            calendar: None,
        };
        check.dates(&puzzle);
        check.done()?;
        puzzle.calendar = Calendar::of(&puzzle);
        puzzle.warnings = self.warnings(&puzzle);
        Ok(puzzle)
    }

    /// Rows that end before others.
    fn short_rows(&self, most: usize) -> Vec<Defect> {
        let check = Check { definition: self, defects: Vec::new(), unclear: false };
        let squares = |row: &OnLine<String>| (row.line, check.squares(&row.value).len());
        let rows = self.board.iter().map(squares).filter(|&(_, squares)| squares > 0 && squares < most);
        rows.map(|(line, squares)| Defect::on(line, Problem::ShortRow { squares, most })).collect()
    }

    fn listed_labels(&self) -> impl Iterator<Item = &OnLine<String>> {
        self.groups.iter().filter_map(|group| group.value.labels.as_ref()).flatten()
    }

    /// What is possible but hardly meant: congruent pieces, and pieces that are others turned over.
    fn warnings(&self, puzzle: &Puzzle) -> Vec<Defect> {
        let mut warnings = self.short_rows(puzzle.board.columns);
        let with_calendar = self.groups.iter().filter(|group| group.value.calendar.is_some());
        if puzzle.calendar.is_none() {
            warnings.extend(with_calendar.map(|group| {
                let name = group.value.name.value.clone();
                Defect::on(group.line, Problem::CalendarWithout { group: name })
            }));
        }
        let shapes: Vec<_> =
            puzzle.pieces.iter().map(|piece| piece.shape.orientations(piece.motions)).collect();
        for (place, second) in puzzle.pieces.iter().enumerate() {
            let mirrored = second.shape.flipped().orientations(second.motions);
            let names = |first: &Piece| (first.name.clone(), second.name.clone());
            for (other, first) in puzzle.pieces.iter().enumerate().take(place) {
                let (first, second) = names(first);
                let problem = if shapes[other] == shapes[place] {
                    Problem::Congruent { first, second }
                } else if shapes[other] == mirrored {
                    Problem::MirrorImages { first, second }
                } else {
                    continue;
                };
                warnings.push(Defect::on(self.pieces[place].line, problem));
            }
        }
        warnings
    }
}

/// Collects what is wrong.
struct Check<'d> {
    definition: &'d Definition,
    defects: Vec<Defect>,
    /// Whether the board is so large, or some word of it so odd, that nothing can be told from it.
    unclear: bool,
}

impl Check<'_> {
    fn add(&mut self, line: usize, problem: Problem) {
        self.defects.push(Defect::on(line, problem));
    }

    fn done(&mut self) -> Result<(), DefinitionError> {
        // What is about no line of its own often follows from the rest.
        self.defects.sort_by_key(|defect| defect.line.unwrap_or(usize::MAX));
        if self.defects.is_empty() { Ok(()) } else { Err(DefinitionError(std::mem::take(&mut self.defects))) }
    }

    /// Whether each character of the drawing is a square.
    fn by_characters(&self) -> bool {
        self.definition.groups.iter().any(|group| group.value.cells.is_some())
    }

    /// The line of the board's first row.
    fn board_line(&self) -> usize {
        self.definition.board.first().map_or(1, |row| row.line)
    }

    /// The squares of a row of the drawing.
    fn squares<'r>(&self, row: &'r str) -> Vec<&'r str> {
        let each = |word: &'r str| -> Vec<&'r str> {
            let plain = word.chars().all(|c| c == NO_CELL || c == PLAIN_CELL);
            if plain || self.by_characters() {
                word.char_indices().map(|(at, c)| &word[at..at + c.len_utf8()]).collect()
            } else {
                vec![word]
            }
        };
        row.split_whitespace().flat_map(each).collect()
    }

    /// The board; what is drawn on a cell is its label, for now.
    fn board(&mut self) -> Board {
        let definition = self.definition;
        let drawn: Vec<(usize, Vec<&str>)> =
            definition.board.iter().map(|row| (row.line, self.squares(&row.value))).collect();
        let first = drawn.iter().position(|(_, squares)| !squares.is_empty()).unwrap_or(0);
        let end = drawn.iter().rposition(|(_, squares)| !squares.is_empty()).map_or(0, |last| last + 1);
        let rows = &drawn[first..end.max(first)];
        let columns = rows.iter().map(|(_, squares)| squares.len()).max().unwrap_or(0);
        let mut cells = Vec::new();
        if rows.len() > MOST_ROWS || columns > MOST_ROWS {
            self.add(self.board_line(), Problem::BoardTooLarge { rows: rows.len(), columns });
            self.unclear = true;
            return Board { rows: 0, columns: 0, cells };
        }
        let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (row, (line, squares)) in rows.iter().enumerate() {
            for (col, &text) in squares.iter().enumerate().filter(|(_, text)| **text != ".") {
                if text.len() > 1 && !self.by_characters() && text.contains([NO_CELL, PLAIN_CELL]) {
                    self.add(*line, Problem::MixedWord { found: text.to_owned() });
                    self.unclear = true;
                    continue;
                }
                let label = (!text.starts_with(PLAIN_CELL)).then(|| text.to_owned());
                if label.is_some() {
                    lines.entry(text.to_lowercase()).or_default().push(*line);
                }
                cells.push(BoardCell { square: Square::new(row as i16, col as i16), label, group: None });
            }
        }
        match cells.len() {
            0 => self.add(self.board_line(), Problem::NoCells),
            count if count > CellSet::CAPACITY => {
                self.add(self.board_line(), Problem::TooManyCells { cells: count });
            }
            _ => {}
        }
        if !self.by_characters() {
            for (label, lines) in &lines {
                if let [_, again, ..] = lines[..] {
                    let problem = Problem::RepeatedLabel { label: label.clone(), times: lines.len() };
                    self.add(again, problem);
                }
            }
            let listed: BTreeSet<&str> =
                definition.listed_labels().map(|label| label.value.as_str()).collect();
            let mut ungrouped: Vec<(usize, &str)> = Vec::new();
            let mut seen = BTreeSet::new();
            for (line, squares) in rows {
                let labels = squares.iter().filter(|text| !text.contains([NO_CELL, PLAIN_CELL]));
                let new = labels.filter(|text| !listed.contains(**text) && seen.insert(**text));
                ungrouped.extend(new.map(|&text| (*line, text)));
            }
            if let Some(&(line, first)) = ungrouped.first() {
                let labels = match ungrouped.len() {
                    1 => format!("the label {first:?} belongs"),
                    several => {
                        let named: Vec<String> =
                            ungrouped.iter().take(MOST_NAMED).map(|(_, text)| format!("{text:?}")).collect();
                        let more = several.saturating_sub(MOST_NAMED);
                        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                        format!("the labels {}{more} belong", named.join(", "))
                    }
                };
                self.add(line, Problem::UngroupedLabels { labels });
            }
        }
        Board { rows: rows.len(), columns, cells }
    }

    fn groups(&mut self, board: &mut Board) -> Vec<Group> {
        let definition = self.definition;
        let lists: Vec<Vec<&OnLine<String>>> = if self.by_characters() {
            definition.groups.iter().map(|group| group.value.labels.iter().flatten().collect()).collect()
        } else {
            vec![definition.listed_labels().collect()]
        };
        for list in lists {
            let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for label in list {
                lines.entry(label.value.to_lowercase()).or_default().push(label.line);
                let separates = |c: char| "-/._,".contains(c) || c.is_whitespace() || c.is_control();
                if label.value.contains(separates) {
                    self.add(label.line, Problem::BadLabel { label: label.value.clone() });
                }
            }
            for (label, lines) in lines {
                if let [_, again, ..] = lines[..] {
                    self.add(again, Problem::LabelListedAgain { label, times: lines.len() });
                }
            }
        }
        if self.by_characters() {
            self.characters(board);
        }
        let mut groups = Vec::new();
        for OnLine { value: group, line } in &definition.groups {
            let place = groups.len();
            let labels = self.labels(group, *line, board, place);
            let exposed = group.exposed.as_ref().map_or(1, |exposed| exposed.value);
            if let Some(wanted) = &group.exposed {
                let name = group.name.value.clone();
                if exposed == 0 || exposed > labels.len() {
                    let problem = Problem::BadExposed { group: name, exposed, labels: labels.len() };
                    self.add(wanted.line, problem);
                    continue;
                }
                if exposed > 1 && group.calendar.is_some() {
                    self.add(wanted.line, Problem::ExposedInCalendar { group: name });
                }
            }
            groups.extend((0..exposed).map(|member| Group {
                name: group.name.value.clone(),
                calendar: group.calendar,
                labels: labels.clone(),
                member,
                exposed,
            }));
        }
        groups
    }

    /// The labels of a group with their cells, which are told to belong to the group in `place`.
    fn labels(
        &mut self,
        group: &GroupDefinition,
        line: usize,
        board: &mut Board,
        place: usize,
    ) -> Vec<Label> {
        let name = || group.name.value.clone();
        // What each label stands on: the cells of the group's character in turn, or the cell that shows it.
        let texts: Vec<(String, usize, Option<usize>)> = if self.by_characters() {
            let Some(character) = &group.cells else {
                self.add(line, Problem::MixedDrawing { group: name() });
                return Vec::new();
            };
            let shows = |cell: &usize| board.cells[*cell].label.as_ref() == Some(&character.value);
            let cells: Vec<usize> = (0..board.cells.len()).filter(shows).collect();
            let own =
                || group.labels.iter().flatten().map(|label| (label.value.clone(), label.line)).collect();
            let numbers = || (1..=cells.len()).map(|number| (number.to_string(), line)).collect();
            let labels: Vec<(String, usize)> = if group.labels.is_some() { own() } else { numbers() };
            if labels.len() != cells.len() && !self.unclear {
                let problem = Problem::LabelCount { group: name(), labels: labels.len(), cells: cells.len() };
                self.add(line, problem);
            }
            labels.into_iter().zip(cells).map(|((text, line), cell)| (text, line, Some(cell))).collect()
        } else {
            let cells = board.cells.iter().enumerate();
            let on: BTreeMap<&str, usize> =
                cells.filter_map(|(cell, drawn)| Some((drawn.label.as_deref()?, cell))).rev().collect();
            let labels = group.labels.iter().flatten();
            labels
                .map(|label| (label.value.clone(), label.line, on.get(label.value.as_str()).copied()))
                .collect()
        };
        if texts.is_empty() && group.labels.as_ref().is_none_or(Vec::is_empty) {
            self.add(line, Problem::EmptyGroup { group: name() });
        }
        let mut labels: Vec<Label> = Vec::new();
        let mut meant = BTreeSet::new();
        for (place_in_group, (text, line, cell)) in texts.into_iter().enumerate() {
            if text.is_empty() {
                self.add(line, Problem::EmptyLabel { group: name() });
                continue;
            }
            let Some(cell) = cell else {
                if !self.unclear {
                    self.add(line, Problem::MissingLabel { label: text, group: name() });
                }
                continue;
            };
            let value = match group.calendar {
                Some(key) => key.value(&text, place_in_group).unwrap_or_else(|| {
                    let problem =
                        Problem::NotInCalendar { label: text.clone(), group: name(), key: key.wanted() };
                    self.add(line, problem);
                    0
                }),
                // At most 64 cells, so at most 64 labels, unless there is a defect.
                None => i8::try_from(place_in_group + 1).unwrap_or(i8::MAX),
            };
            let again = group.calendar.is_some_and(|key| key.value(&text, place_in_group).is_some())
                && !meant.insert(value);
            if again {
                let what = format!("the {} {value} ({text})", group.name.value);
                self.add(line, Problem::RepeatedMeaning { what, times: 2 });
            }
            labels.push(Label { text, cell, value });
        }
        for label in &labels {
            if let Some(cell) = board.cells.get_mut(label.cell) {
                cell.label = Some(label.text.clone());
                cell.group = Some(place);
            }
        }
        labels
    }

    /// Checks the groups' characters, and that the board has no others.
    fn characters(&mut self, board: &Board) {
        let definition = self.definition;
        let mut known: Vec<&str> = Vec::new();
        for group in &definition.groups {
            let Some(cells) = &group.value.cells else { continue };
            let text = cells.value.as_str();
            let mut characters = text.chars();
            let one = characters
                .next()
                .is_some_and(|c| c != NO_CELL && c != PLAIN_CELL && !c.is_whitespace() && !c.is_control())
                && characters.next().is_none();
            if !one || known.contains(&text) {
                let problem =
                    Problem::BadCharacter { found: text.to_owned(), group: group.value.name.value.clone() };
                self.add(cells.line, problem);
            }
            known.push(text);
        }
        let drawn: BTreeSet<&str> = board.cells.iter().filter_map(|cell| cell.label.as_deref()).collect();
        for text in drawn.into_iter().filter(|text| !known.contains(text)) {
            let line = definition.board.iter().find(|row| row.value.contains(text)).map_or(1, |row| row.line);
            self.add(line, Problem::UnknownCharacter { found: text.chars().next().unwrap_or('?') });
        }
    }

    fn pieces(&mut self) -> Vec<Piece> {
        if self.definition.pieces.is_empty() {
            self.defects.push(Defect::anywhere(Problem::NoPieces));
        }
        let mut pieces = Vec::new();
        for OnLine { value: piece, line } in &self.definition.pieces {
            let rows: Vec<&str> = piece.shape.iter().map(|row| row.value.as_str()).collect();
            match Polyomino::from_drawing(&rows) {
                Ok(shape) => pieces.push(Piece {
                    name: piece.name.value.clone(),
                    shape: if piece.faces == Faces::Back { shape.flipped() } else { shape },
                    motions: Motions { rotate: piece.rotate, flip: piece.faces == Faces::Both },
                    copies: match piece.copies {
                        Copies::Exactly(copies) => copies,
                        // Known when the areas are.
                        Copies::Unlimited => 1,
                    },
                }),
                Err(problem) => {
                    let line = piece.shape.first().map_or(*line, |row| row.line);
                    self.add(line, Problem::BadShape { piece: piece.name.value.clone(), problem });
                }
            }
        }
        pieces
    }

    fn names(&mut self, groups: &[Group], pieces: &[Piece]) {
        let definition = self.definition;
        // As they become columns: letters in lower case, _ for -.
        let column = |name: &str| name.to_lowercase().replace('-', "_");
        let keys: Vec<(String, usize)> = definition
            .groups
            .iter()
            .filter_map(|group| Some((group.value.calendar?.name().to_owned(), group.line)))
            .collect();
        for (key, times, line) in repeated(&keys) {
            self.add(line, Problem::RepeatedMeaning { what: format!("the group of each {key}"), times });
        }
        let group_names = || definition.groups.iter().map(|group| &group.value.name);
        let piece_names = || definition.pieces.iter().map(|piece| &piece.value.name);
        let all = [
            ("groups", "group", group_names().collect::<Vec<_>>()),
            ("pieces", "piece", piece_names().collect()),
        ];
        for (what, one, names) in all {
            let columns: Vec<(String, usize)> =
                names.iter().map(|name| (column(&name.value), name.line)).collect();
            for (column, times, line) in repeated(&columns) {
                let second = columns.iter().zip(&names).filter(|(own, _)| own.0 == column).nth(1);
                let name = second.map_or(column, |(_, name)| name.value.clone());
                self.add(line, Problem::RepeatedName { name, times, what });
            }
            for ((column, line), name) in columns.iter().zip(&names) {
                let name = name.value.clone();
                if !is_name(column) {
                    self.add(*line, Problem::BadName { name, what: one });
                } else if RESERVED_NAMES.contains(&column.as_str()) {
                    self.add(*line, Problem::ReservedName { name, what: one });
                }
            }
        }
        if !is_name(&definition.name.value) {
            let name = definition.name.value.clone();
            self.add(definition.name.line, Problem::BadName { name, what: "puzzle" });
        }
        // Numbered columns may clash with names that end in a number.
        if self.defects.is_empty() {
            let groups: Vec<(String, usize)> = groups.iter().map(|group| (group.column(), 0)).collect();
            let tiles = pieces.iter().filter(|piece| piece.copies <= CellSet::CAPACITY);
            let tiles: Vec<(String, usize)> =
                tiles.flat_map(|piece| (0..piece.copies).map(|copy| (piece.column(copy), 0))).collect();
            for (what, names) in [("groups", groups), ("pieces", tiles)] {
                for (name, times, _) in repeated(&names) {
                    self.defects.push(Defect::anywhere(Problem::RepeatedName { name, times, what }));
                }
            }
        }
    }

    /// Checks that the pieces cover what a date leaves, and works out how many there are of the unlimited one.
    fn areas(&mut self, cells: usize, exposed: usize, pieces: &mut [Piece]) {
        let left = cells.saturating_sub(exposed);
        let definitions = &self.definition.pieces;
        let unlimited: Vec<usize> =
            (0..pieces.len()).filter(|&piece| definitions[piece].value.copies == Copies::Unlimited).collect();
        let area = |piece: &Piece| piece.shape.area().saturating_mul(piece.copies);
        match unlimited[..] {
            [] => {
                let covered = pieces.iter().map(area).fold(0, usize::saturating_add);
                if covered != left {
                    let own = |piece: &Piece| match piece.copies {
                        1 => format!("{} {}", piece.name, piece.shape.area()),
                        copies => format!("{copies} x {} {}", piece.name, area(piece)),
                    };
                    let list = pieces.iter().map(own).collect::<Vec<_>>().join(", ");
                    let problem = Problem::Areas { pieces: covered, list, cells: left, exposed };
                    self.defects.push(Defect::anywhere(problem));
                }
            }
            [one] => {
                let others = pieces.iter().enumerate().filter(|(piece, _)| *piece != one);
                let others = others.map(|(_, piece)| area(piece)).fold(0, usize::saturating_add);
                let cells = left as i64 - i64::try_from(others).unwrap_or(i64::MAX);
                let area = pieces[one].shape.area();
                if cells <= 0 || cells % area as i64 != 0 {
                    let problem = Problem::NoMultiple { piece: pieces[one].name.clone(), cells, area };
                    self.add(definitions[one].line, problem);
                } else {
                    pieces[one].copies = cells as usize / area;
                }
            }
            [_, second, ..] => {
                let names: Vec<String> =
                    unlimited.iter().map(|&piece| format!("{:?}", pieces[piece].name)).collect();
                self.add(definitions[second].line, Problem::SeveralUnlimited { pieces: names.join(", ") });
            }
        }
    }

    /// Lays the pieces on the board: each must fit somewhere, and the tables must be able to number the placements.
    fn fits(&mut self, board: &Board, pieces: &[Piece]) {
        let mut placements = 0;
        for (piece, definition) in pieces.iter().zip(&self.definition.pieces) {
            let shapes = piece.shape.orientations(piece.motions);
            let fits: usize = shapes.iter().map(|shape| board.fits(shape).count()).sum();
            if fits == 0 {
                self.add(definition.line, Problem::FitsNowhere { piece: piece.name.clone() });
            }
            placements += fits as u64;
        }
        self.few_enough(placements, "placements");
    }

    /// The tables must be able to number the dates.
    fn dates(&mut self, puzzle: &Puzzle) {
        self.few_enough(puzzle.date_count() as u64, "dates");
    }

    fn few_enough(&mut self, count: u64, what: &'static str) {
        const MOST: u64 = i16::MAX as u64 + 1;
        if count > MOST {
            self.defects.push(Defect::anywhere(Problem::TooMany { count, what, most: MOST }));
        }
    }
}

/// The texts that occur more than once, with how often and the line of the second, in alphabetical order.
fn repeated(texts: &[(String, usize)]) -> Vec<(String, usize, usize)> {
    let mut lines: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (text, line) in texts {
        lines.entry(text).or_default().push(*line);
    }
    let several = lines.into_iter().filter(|(_, lines)| lines.len() > 1);
    several.map(|(text, lines)| (text.to_owned(), lines.len(), lines[1])).collect()
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
