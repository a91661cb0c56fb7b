//! The drawing of the board, and the groups of its labels.

use super::super::{GroupDefinition, MOST_ROWS, OnLine, Problem};
use super::{Check, Definition, repeated};
use crate::geometry::{CellSet, Square};
use crate::puzzle::calendar::values;
use crate::puzzle::{Board, BoardCell, Group, Label};
use std::collections::{BTreeMap, BTreeSet};

/// Labels that one message names.
const MOST_NAMED: usize = 12;
/// A square that is no cell.
const NO_CELL: char = '.';
/// A cell without label, which is always covered.
const PLAIN_CELL: char = '*';

/// Whether each character of the drawing is a square.
fn by_characters(definition: &Definition) -> bool {
    definition.groups.iter().any(|group| group.value.cells.is_some())
}

/// The squares of a row of the drawing.
pub(in super::super) fn squares<'r>(definition: &Definition, row: &'r str) -> Vec<&'r str> {
    let each = |word: &'r str| -> Vec<&'r str> {
        let plain = word.chars().all(|c| c == NO_CELL || c == PLAIN_CELL);
        if plain || by_characters(definition) {
            word.char_indices().map(|(at, c)| &word[at..at + c.len_utf8()]).collect()
        } else {
            vec![word]
        }
    };
    row.split_whitespace().flat_map(each).collect()
}

/// What is drawn on a cell, if it is no plain one.
struct Drawn<'d> {
    text: Option<&'d str>,
    line: usize,
}

/// A label of a group and where it stands.
struct Standing {
    text: String,
    line: usize,
    cell: Option<usize>,
}

impl<'d> Check<'d> {
    pub(super) fn board_and_groups(&mut self) -> (Board, Vec<Group>) {
        let (mut board, drawn) = self.drawing();
        let mut groups: Vec<Group> = Vec::new();
        self.listed_labels();
        if by_characters(self.definition) {
            self.characters(&drawn);
        } else {
            self.drawn_labels(&drawn);
        }
        for OnLine { value: group, line } in &self.definition.groups {
            let labels = self.labels(group, *line, &drawn);
            for label in &labels {
                let cell = &mut board.cells[label.cell];
                cell.label = Some(label.text.clone());
                cell.group = Some(groups.len());
            }
            let exposed = group.exposed.as_ref().map_or(1, |exposed| exposed.value);
            if let Some(wanted) = &group.exposed {
                let name = group.name.value.clone();
                if exposed > labels.len() {
                    if !self.unclear {
                        let problem = Problem::BadExposed { group: name, exposed, labels: labels.len() };
                        self.add(wanted.line, problem);
                    }
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
        (board, groups)
    }

    /// The cells, still without labels, and what is drawn on each.
    fn drawing(&mut self) -> (Board, Vec<Drawn<'d>>) {
        let definition = self.definition;
        let rows: Vec<(usize, Vec<&str>)> =
            definition.board.iter().map(|row| (row.line, squares(definition, &row.value))).collect();
        let first = rows.iter().position(|(_, squares)| !squares.is_empty()).unwrap_or(0);
        let end = rows.iter().rposition(|(_, squares)| !squares.is_empty()).map_or(0, |last| last + 1);
        let rows = &rows[first..end.max(first)];
        let columns = rows.iter().map(|(_, squares)| squares.len()).max().unwrap_or(0);
        let board_line = definition.board.first().map_or(1, |row| row.line);
        let (mut cells, mut drawn) = (Vec::new(), Vec::new());
        if rows.len() > MOST_ROWS || columns > MOST_ROWS {
            self.add(board_line, Problem::BoardTooLarge { rows: rows.len(), columns });
            self.unclear = true;
            return (Board { rows: 0, columns: 0, cells }, drawn);
        }
        let characters = by_characters(definition);
        for (row, (line, squares)) in rows.iter().enumerate() {
            for (col, &text) in squares.iter().enumerate().filter(|(_, text)| **text != ".") {
                if text.len() > 1 && !characters && text.contains([NO_CELL, PLAIN_CELL]) {
                    self.add(*line, Problem::MixedWord { found: text.to_owned() });
                    self.unclear = true;
                    continue;
                }
                let text = Some(text).filter(|text| !text.starts_with(PLAIN_CELL));
                drawn.push(Drawn { text, line: *line });
                cells.push(BoardCell {
                    square: Square::new(row as i16, col as i16),
                    label: None,
                    group: None,
                });
            }
        }
        match cells.len() {
            // One that could not be read has been told of.
            0 if self.partial && rows.is_empty() => self.unclear = true,
            0 => self.add(board_line, Problem::NoCells),
            count if count > CellSet::CAPACITY => {
                self.add(board_line, Problem::TooManyCells { cells: count });
                self.unclear = true;
            }
            _ => {}
        }
        (Board { rows: rows.len(), columns, cells }, drawn)
    }

    /// Labels that are drawn twice, or that no group lists.
    fn drawn_labels(&mut self, drawn: &[Drawn]) {
        let labels: Vec<(&str, usize)> =
            drawn.iter().filter_map(|drawn| Some((drawn.text?, drawn.line))).collect();
        let folded: Vec<String> = labels.iter().map(|(text, _)| text.to_lowercase()).collect();
        for (_, times, place) in repeated(folded.iter().map(String::as_str)) {
            let (label, line) = labels[place];
            self.add(line, Problem::RepeatedLabel { label: label.to_owned(), times });
        }
        let lists = self.definition.groups.iter().filter_map(|group| group.value.labels.as_ref());
        let listed: BTreeSet<&str> = lists.flatten().map(|label| label.value.as_str()).collect();
        let mut seen = BTreeSet::new();
        let ungrouped: Vec<(&str, usize)> =
            labels.into_iter().filter(|(text, _)| !listed.contains(text) && seen.insert(*text)).collect();
        // Lists that could not be read have been told of.
        let Some(&(first, line)) = ungrouped.first().filter(|_| !self.partial) else { return };
        let labels = match ungrouped.len() {
            1 => format!("the label {first:?} belongs"),
            several => {
                let named: Vec<String> =
                    ungrouped.iter().take(MOST_NAMED).map(|(text, _)| format!("{text:?}")).collect();
                let more = several.saturating_sub(MOST_NAMED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("the labels {}{more} belong", named.join(", "))
            }
        };
        self.add(line, Problem::UngroupedLabels { labels });
    }

    /// Labels that are listed twice, or cannot be part of a date. Groups that are drawn by characters may share labels.
    fn listed_labels(&mut self) {
        let of_groups = self.definition.groups.iter();
        let lists: Vec<Vec<&OnLine<String>>> = if by_characters(self.definition) {
            of_groups.map(|group| group.value.labels.iter().flatten().collect()).collect()
        } else {
            vec![of_groups.flat_map(|group| group.value.labels.iter().flatten()).collect()]
        };
        for list in lists {
            for label in &list {
                let separates = |c: char| "-/._,".contains(c) || c.is_whitespace() || c.is_control();
                if label.value.contains(separates) {
                    self.add(label.line, Problem::BadLabel { label: label.value.clone() });
                }
            }
            let folded: Vec<String> = list.iter().map(|label| label.value.to_lowercase()).collect();
            for (_, times, place) in repeated(folded.iter().map(String::as_str)) {
                let OnLine { value: label, line } = list[place].clone();
                self.add(line, Problem::LabelListedAgain { label, times });
            }
        }
    }

    /// The characters of groups, and characters of the board that no group has.
    fn characters(&mut self, drawn: &[Drawn]) {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for group in &self.definition.groups {
            let Some(cells) = &group.value.cells else { continue };
            let text = cells.value.as_str();
            let mut characters = text.chars();
            let one = characters
                .next()
                .is_some_and(|c| c != NO_CELL && c != PLAIN_CELL && !c.is_whitespace() && !c.is_control())
                && characters.next().is_none();
            if !known.insert(text) || !one {
                let problem =
                    Problem::BadCharacter { found: text.to_owned(), group: group.value.name.value.clone() };
                self.add(cells.line, problem);
                // Whose cells they are is open.
                self.unclear = true;
            }
        }
        let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
        for drawn in drawn {
            if let Some(text) = drawn.text.filter(|text| !known.contains(text)) {
                unknown.entry(text).or_insert(drawn.line);
            }
        }
        if !self.unclear {
            for (text, line) in unknown {
                self.add(line, Problem::UnknownCharacter { found: text.chars().next().unwrap_or('?') });
            }
        }
    }

    /// The labels of a group with their cells.
    fn labels(&mut self, group: &GroupDefinition, line: usize, drawn: &[Drawn]) -> Vec<Label> {
        let name = || group.name.value.clone();
        let Some(standing) = self.standing(group, line, drawn) else { return Vec::new() };
        if standing.is_empty() && group.labels.as_ref().map_or(!self.partial, Vec::is_empty) && !self.unclear
        {
            self.add(line, Problem::EmptyGroup { group: name() });
        }
        let texts: Vec<&str> = standing.iter().map(|label| label.text.as_str()).collect();
        // At most 64 cells, so at most 64 labels, unless there is a defect.
        let by_place = || (0..texts.len()).map(|place| i8::try_from(place + 1).ok()).collect();
        let values: Vec<Option<i8>> = group.calendar.map_or_else(by_place, |key| values(key, &texts));
        let mut meant = BTreeSet::new();
        let mut labels = Vec::new();
        for (label, value) in standing.iter().zip(values) {
            let Standing { text, line, cell } = label;
            if text.is_empty() {
                self.add(*line, Problem::EmptyLabel { group: name() });
                continue;
            }
            match (group.calendar, value) {
                (Some(key), None) => {
                    let problem =
                        Problem::NotInCalendar { label: text.clone(), group: name(), key: key.wanted() };
                    self.add(*line, problem);
                }
                (Some(_), Some(value)) if !meant.insert(value) => {
                    let what = format!("{text:?} of the group {:?}", group.name.value);
                    self.add(*line, Problem::RepeatedMeaning { what, times: 2 });
                }
                _ => {}
            }
            match cell {
                Some(cell) => {
                    labels.push(Label { text: text.clone(), cell: *cell, value: value.unwrap_or(0) })
                }
                None if self.unclear => {}
                None => self.add(*line, Problem::MissingLabel { label: text.clone(), group: name() }),
            }
        }
        labels
    }

    /// What the labels of a group stand on: the cells of the group's character in turn, or the cell that shows each.
    fn standing(&mut self, group: &GroupDefinition, line: usize, drawn: &[Drawn]) -> Option<Vec<Standing>> {
        let listed = || group.labels.iter().flatten();
        if !by_characters(self.definition) {
            let cells = drawn.iter().enumerate().rev();
            let on: BTreeMap<&str, usize> =
                cells.filter_map(|(cell, drawn)| Some((drawn.text?, cell))).collect();
            let standing = |label: &OnLine<String>| Standing {
                text: label.value.clone(),
                line: label.line,
                cell: on.get(label.value.as_str()).copied(),
            };
            return Some(listed().map(standing).collect());
        }
        let Some(character) = &group.cells else {
            self.add(line, Problem::MixedDrawing { group: group.name.value.clone() });
            return None;
        };
        if self.unclear {
            return None;
        }
        let own = |(cell, drawn): (usize, &Drawn)| (drawn.text == Some(&character.value)).then_some(cell);
        let cells: Vec<usize> = drawn.iter().enumerate().filter_map(own).collect();
        let labels: Vec<(String, usize)> = match &group.labels {
            Some(labels) => labels.iter().map(|label| (label.value.clone(), label.line)).collect(),
            None => (1..=cells.len()).map(|number| (number.to_string(), line)).collect(),
        };
        if labels.len() != cells.len() {
            let (group, labels) = (group.name.value.clone(), labels.len());
            self.add(line, Problem::LabelCount { group, labels, cells: cells.len() });
        }
        let standing = |((text, line), cell)| Standing { text, line, cell: Some(cell) };
        Some(labels.into_iter().zip(cells).map(standing).collect())
    }
}
