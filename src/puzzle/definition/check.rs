//! Whether what a definition says fits together; and the puzzle, if it does.

mod board;
mod pieces;

use super::warnings::warnings;
use super::{Defect, Definition, DefinitionError, GroupDefinition, OnLine, Problem, RESERVED_NAMES};
use crate::geometry::CellSet;
use crate::puzzle::calendar::Calendar;
use crate::puzzle::{Board, Group, Piece, Puzzle, column_name};
use std::collections::BTreeMap;

pub(super) use board::squares;

/// The most that the tables number in 16 bits.
const MOST_NUMBERED: u64 = i16::MAX as u64 + 1;
/// Characters of a name at most: it becomes that of columns, folders and files.
const LONGEST_NAME: usize = 60;

/// The puzzle of a definition.
pub(super) fn puzzle(definition: &Definition) -> Result<Puzzle, DefinitionError> {
    let mut check = Check { definition, defects: Vec::new(), partial: false, unclear: false };
    let (board, groups, pieces) = check.all();
    check.done()?;
    let mut puzzle = Puzzle {
        name: definition.name.value.clone(),
        title: definition.title.clone(),
        source: definition.source.clone(),
        note: definition.note.clone(),
        board,
        groups,
        pieces,
        definition_sha256: crate::checksum::of_bytes(definition.text.as_bytes()),
        definition: definition.text.clone(),
        warnings: Vec::new(),
        calendar: None,
    };
    puzzle.calendar = Calendar::of(&puzzle);
    puzzle.warnings = warnings(definition, &puzzle);
    Ok(puzzle)
}

/// All that is wrong with a definition of which only a part could be read: what kept it from being read, and what is wrong
/// with that part by itself.
pub(super) fn of_part(definition: &Definition, defects: Vec<Defect>) -> DefinitionError {
    let mut check = Check { definition, defects, partial: true, unclear: false };
    check.all();
    match check.done() {
        Err(error) => error,
        // Something kept it from being read.
        Ok(()) => DefinitionError(Vec::new()),
    }
}

/// Collects what is wrong.
struct Check<'d> {
    definition: &'d Definition,
    defects: Vec<Defect>,
    /// Whether some of the definition could not be read; then what is missing is no further defect.
    partial: bool,
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

    /// Checks everything that can be checked, and gives what there is.
    fn all(&mut self) -> (Board, Vec<Group>, Vec<Piece>) {
        let definition = self.definition;
        let (board, groups) = self.board_and_groups();
        let mut pieces = self.pieces();
        self.names(&pieces);
        let exposed =
            |group: &OnLine<GroupDefinition>| group.value.exposed.as_ref().map_or(1, |exposed| exposed.value);
        let wanted = definition.groups.iter().map(exposed).fold(0, usize::saturating_add);
        // What is wrong with labels does not keep areas from being counted, nor pieces from being laid.
        let is_drawn = !self.unclear && (1..=CellSet::CAPACITY).contains(&board.cells.len());
        if is_drawn && !self.partial && pieces.len() == definition.pieces.len() && groups.len() == wanted {
            self.areas(board.cells.len(), groups.len(), &mut pieces);
        }
        if is_drawn && pieces.len() == definition.pieces.len() {
            self.fits(&board, &pieces);
        }
        if is_drawn && groups.len() == wanted {
            self.few_enough(crate::puzzle::date_count(&groups) as u64, "dates");
        }
        (board, groups, pieces)
    }

    fn names(&mut self, pieces: &[Piece]) {
        let definition = self.definition;
        let keys: Vec<(String, usize)> = definition
            .groups
            .iter()
            .filter_map(|group| Some((group.value.calendar?.name().to_owned(), group.line)))
            .collect();
        for (key, times, place) in repeated(keys.iter().map(|(key, _)| key.as_str())) {
            let what = format!("the group of each {key}");
            self.add(keys[place].1, Problem::RepeatedMeaning { what, times });
        }
        let group_names: Vec<&OnLine<String>> =
            definition.groups.iter().map(|group| &group.value.name).collect();
        let piece_names: Vec<&OnLine<String>> =
            definition.pieces.iter().map(|piece| &piece.value.name).collect();
        for (what, one, names) in [("groups", "group", &group_names), ("pieces", "piece", &piece_names)] {
            let columns: Vec<String> = names.iter().map(|name| column_name(&name.value)).collect();
            let given = || columns.iter().map(String::as_str);
            for (_, times, place) in repeated(given()).into_iter().filter(|(column, ..)| !column.is_empty()) {
                let name = names[place].value.clone();
                self.add(names[place].line, Problem::RepeatedName { name, times, what });
            }
            for (name, column) in names.iter().zip(&columns) {
                self.name(name, one);
                if RESERVED_NAMES.contains(&column.as_str()) {
                    self.add(name.line, Problem::ReservedName { name: name.value.clone(), what: one });
                }
            }
        }
        self.name(&definition.name, "puzzle");
        self.numbered_names(&group_names, &piece_names, pieces);
    }

    fn name(&mut self, name: &OnLine<String>, what: &'static str) {
        let text = &name.value;
        let good = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
            && text.len() <= LONGEST_NAME;
        // One that could not be read has been told of.
        if !(good || self.partial && text.is_empty()) {
            self.add(name.line, Problem::BadName { name: text.clone(), what, longest: LONGEST_NAME });
        }
    }

    /// The columns of several copies, or of several exposed cells, are numbered, and may be named like others.
    fn numbered_names(&mut self, groups: &[&OnLine<String>], pieces: &[&OnLine<String>], made: &[Piece]) {
        let of_groups = self.definition.groups.iter().zip(groups).flat_map(|(group, name)| {
            let exposed = group.value.exposed.as_ref().map_or(1, |exposed| exposed.value);
            numbered(&name.value, exposed, name.line)
        });
        let mut columns: [Vec<(String, String, usize)>; 2] = [of_groups.collect(), Vec::new()];
        if made.len() == pieces.len() {
            columns[1] = made
                .iter()
                .zip(pieces)
                .flat_map(|(piece, name)| numbered(&name.value, piece.copies, name.line))
                .collect();
        }
        for columns in columns {
            for (column, _, place) in repeated(columns.iter().map(|(column, ..)| column.as_str())) {
                let mut owners =
                    columns.iter().filter(|(own, ..)| *own == column).map(|(_, name, _)| name.clone());
                let (Some(first), Some(second)) = (owners.next(), owners.next()) else { continue };
                // Equal names have been told of.
                if column_name(&first) != column_name(&second) {
                    self.add(
                        columns[place].2,
                        Problem::NumberedName { column: column.to_owned(), first, second },
                    );
                }
            }
        }
    }

    fn few_enough(&mut self, count: u64, what: &'static str) {
        if count > MOST_NUMBERED {
            self.defects.push(Defect::anywhere(Problem::TooMany { count, what, most: MOST_NUMBERED }));
        }
    }
}

/// The columns of a name, with the name and its line; a board has at most so many cells.
fn numbered(name: &str, several: usize, line: usize) -> Vec<(String, String, usize)> {
    let several = several.min(CellSet::CAPACITY);
    (0..several).map(|place| (crate::puzzle::numbered(name, place, several), name.to_owned(), line)).collect()
}

/// The texts that occur more than once, with how often and the place of the second, in alphabetical order.
fn repeated<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<(&'t str, usize, usize)> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, text) in texts.enumerate() {
        places.entry(text).or_default().push(place);
    }
    let several = places.into_iter().filter(|(_, places)| places.len() > 1);
    several.map(|(text, places)| (text, places.len(), places[1])).collect()
}
