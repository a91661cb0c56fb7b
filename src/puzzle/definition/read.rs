//! From a TOML text to a [`Definition`], with the line of everything that may turn out to be wrong.

use super::{Copies, Defect, Definition, Faces, GroupDefinition, OnLine, PieceDefinition, Problem};
use crate::geometry::CellSet;
use crate::puzzle::CalendarKey;
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Bytes of a definition at most: some hundred times as many as the largest needs.
const MOST_BYTES: usize = 1 << 20;

/// Places that are told of where a text is no TOML.
const MOST_SYNTAX: usize = 3;

/// What could be read, and what could not.
pub(super) struct Read {
    pub(super) definition: Definition,
    pub(super) defects: Vec<Defect>,
}

/// Reads `text`; fails if it is no TOML at all.
pub(super) fn read(text: &str) -> Result<Read, Vec<Defect>> {
    if text.len() > MOST_BYTES {
        let problem = Problem::TooLong { bytes: text.len(), most: MOST_BYTES };
        return Err(vec![Defect::anywhere(problem)]);
    }
    let line_breaks = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader { text, line_breaks, defects: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        // What was recovered is not what was meant.
        let syntax = |error: toml::de::Error| {
            let mend = match error.message() {
                message if message.starts_with("duplicate key") => {
                    "; each piece begins with [[pieces]] and each group with [[groups]], in two brackets"
                }
                _ => "",
            };
            let problem = Problem::Syntax(format!("{}{mend}", error.message()));
            match error.span() {
                Some(span) => Defect::on(reader.line(&span), problem),
                None => Defect::anywhere(problem),
            }
        };
        let mut defects: Vec<Defect> = errors.into_iter().map(syntax).collect();
        defects.sort_by_key(|defect| defect.line);
        // One slip makes all that follows look wrong.
        defects.truncate(MOST_SYNTAX);
        return Err(defects);
    }
    let span = document.span();
    let mut keys = Keys::of(document.get_ref(), 0..span.start, PUZZLE);
    let name = reader.name(&mut keys, "name = \"my-puzzle\"");
    let title = reader.one_line(&mut keys, "title", "title = \"My puzzle\"", true);
    let source = reader.one_line(&mut keys, "source", "source = \"Made up by me.\"", false);
    let note = reader.one_line(&mut keys, "note", "note = \"Leave one label exposed.\"", false);
    let board = reader.rows(&mut keys, "board", "board = \"A B\\n* *\"");
    let groups = reader.tables(&mut keys, "groups", GROUP, Reader::group);
    let pieces = reader.tables(&mut keys, "pieces", PIECE, Reader::piece);
    keys.finish(&mut reader);
    let definition = Definition {
        name,
        title: title.value,
        source: source.value,
        note: note.value,
        board,
        groups,
        pieces,
        text: text.to_owned(),
    };
    Ok(Read { definition, defects: reader.defects })
}

/// A kind of table, by its keys.
struct Kind {
    /// What it is, in messages.
    what: &'static str,
    keys: &'static [&'static str],
}

const PUZZLE: &Kind =
    &Kind { what: "the puzzle", keys: &["name", "title", "source", "note", "board", "groups", "pieces"] };
const GROUP: &Kind = &Kind { what: "a group", keys: &["name", "labels", "cells", "calendar", "exposed"] };
const PIECE: &Kind = &Kind { what: "a piece", keys: &["name", "shape", "faces", "rotate", "copies"] };

/// The keys of a table that have not been read yet.
struct Keys<'t> {
    kind: &'static Kind,
    /// Where the table stands.
    span: Range<usize>,
    left: Vec<(&'t Spanned<Cow<'t, str>>, &'t Spanned<DeValue<'t>>)>,
}

impl<'t> Keys<'t> {
    fn of(table: &'t DeTable<'t>, span: Range<usize>, kind: &'static Kind) -> Self {
        Self { kind, span, left: table.iter().collect() }
    }

    fn take(&mut self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        let place = self.left.iter().position(|(known, _)| known.get_ref() == key)?;
        Some(self.left.swap_remove(place).1)
    }

    /// What is left is unknown.
    fn finish(self, reader: &mut Reader) {
        for (key, _) in self.left {
            let known = self.kind.keys.join(", ");
            let problem = Problem::UnknownKey { key: key.get_ref().to_string(), what: self.kind.what, known };
            reader.defect(&key.span(), problem);
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    /// Where its lines end.
    line_breaks: Vec<usize>,
    defects: Vec<Defect>,
}

impl Reader<'_> {
    /// The line on which a part of the text begins, from 1.
    fn line(&self, span: &Range<usize>) -> usize {
        1 + self.line_breaks.partition_point(|&at| at < span.start)
    }

    fn defect(&mut self, span: &Range<usize>, problem: Problem) {
        let line = self.line(span);
        self.defects.push(Defect::on(line, problem));
    }

    fn wrong_type(&mut self, key: &'static str, value: &Spanned<DeValue>, example: &'static str) {
        let found = value.get_ref().type_str();
        self.defect(&value.span(), Problem::WrongType { key, found, example });
    }

    /// The text of a key, and where it stands; if it is not there and `required`, that is a defect.
    fn string<'t>(
        &mut self,
        keys: &mut Keys<'t>,
        key: &'static str,
        example: &'static str,
        required: bool,
    ) -> Option<(&'t str, Range<usize>)> {
        match keys.take(key) {
            Some(value) => match value.get_ref().as_str() {
                Some(text) => Some((text, value.span())),
                None => {
                    self.wrong_type(key, value, example);
                    None
                }
            },
            None => {
                if required {
                    let span = keys.span.clone();
                    self.defect(&span, Problem::MissingKey { key, what: keys.kind.what, example });
                }
                None
            }
        }
    }

    fn one_line(
        &mut self,
        keys: &mut Keys,
        key: &'static str,
        example: &'static str,
        required: bool,
    ) -> OnLine<String> {
        let Some((text, span)) = self.string(keys, key, example, required) else {
            return OnLine { value: String::new(), line: self.line(&keys.span) };
        };
        if text.contains(char::is_control) {
            self.defect(&span, Problem::ControlCharacter { what: key, text: text.to_owned() });
        }
        OnLine { value: text.to_owned(), line: self.line(&span) }
    }

    fn name(&mut self, keys: &mut Keys, example: &'static str) -> OnLine<String> {
        self.one_line(keys, "name", example, true)
    }

    /// A drawing of several rows, each with its line.
    fn rows(&mut self, keys: &mut Keys, key: &'static str, example: &'static str) -> Vec<OnLine<String>> {
        let Some((text, span)) = self.string(keys, key, example, true) else { return Vec::new() };
        let first = self.line(&span);
        let raw = self.text.get(span).unwrap_or_default();
        // Only in a text of several lines does each row have its own; the line break after the quotes is none of it.
        let several = raw.starts_with("\"\"\"") || raw.starts_with("'''");
        let opens = usize::from(several && raw[3..].trim_start_matches('\r').starts_with('\n'));
        let row = |(place, row): (usize, &str)| OnLine {
            value: row.to_owned(),
            line: if several { first + opens + place } else { first },
        };
        text.lines().enumerate().map(row).collect()
    }

    /// The tables of an array of tables.
    fn tables<'t, T>(
        &mut self,
        keys: &mut Keys<'t>,
        key: &'static str,
        kind: &'static Kind,
        read: impl Fn(&mut Self, &mut Keys<'t>) -> T,
    ) -> Vec<OnLine<T>> {
        let Some(value) = keys.take(key) else {
            // Groups need not be there, but pieces.
            if key == "pieces" {
                let span = keys.span.clone();
                let problem = Problem::MissingKey { key, what: keys.kind.what, example: "[[pieces]]" };
                self.defect(&span, problem);
            }
            return Vec::new();
        };
        let example = if key == "groups" { "[[groups]]" } else { "[[pieces]]" };
        let Some(tables) = value.get_ref().as_array() else {
            self.wrong_type(key, value, example);
            return Vec::new();
        };
        let mut found = Vec::new();
        for value in tables.iter() {
            let Some(table) = value.get_ref().as_table() else {
                self.wrong_type(key, value, example);
                continue;
            };
            let mut keys = Keys::of(table, value.span(), kind);
            let line = self.line(&value.span());
            found.push(OnLine { value: read(self, &mut keys), line });
            keys.finish(self);
        }
        found
    }

    fn group(&mut self, keys: &mut Keys) -> GroupDefinition {
        let name = self.name(keys, "name = \"month\"");
        let mut labels = None;
        let example = "labels = [\"Jan\", \"Feb\"]";
        if let Some(value) = keys.take("labels") {
            match value.get_ref().as_array() {
                Some(array) => {
                    let mut texts = Vec::new();
                    for value in array.iter() {
                        match value.get_ref().as_str() {
                            Some(text) => {
                                texts.push(OnLine { value: text.to_owned(), line: self.line(&value.span()) });
                            }
                            None => self.wrong_type("labels", value, example),
                        }
                    }
                    labels = Some(texts);
                }
                None => self.wrong_type("labels", value, example),
            }
        }
        let example = "calendar = \"month\"";
        let calendar = self.string(keys, "calendar", example, false).and_then(|(text, span)| {
            let known = CalendarKey::ALL.iter().find(|key| key.name() == text);
            if known.is_none() {
                let wanted = "\"month\", \"day\" or \"weekday\"";
                self.defect(&span, Problem::BadValue { key: "calendar", found: format!("{text:?}"), wanted });
            }
            known.copied()
        });
        let cells = self
            .string(keys, "cells", "cells = \"M\"", false)
            .map(|(text, span)| OnLine { value: text.to_owned(), line: self.line(&span) });
        let exposed = keys.take("exposed").and_then(|value| {
            let number = self.number("exposed", value, "a number of cells, 1 to 64", "exposed = 2")?;
            Some(OnLine { value: number, line: self.line(&value.span()) })
        });
        GroupDefinition { name, calendar, labels, cells, exposed }
    }

    fn piece(&mut self, keys: &mut Keys) -> PieceDefinition {
        let name = self.name(keys, "name = \"L4\"");
        let shape = self.rows(keys, "shape", "shape = \"XXX/X..\"");
        // A drawing on one line has its rows between strokes; on several lines a blank is an empty square.
        let split = |row: &OnLine<String>| {
            let one_line = row.value.contains('/');
            let part = |text: &str| if one_line { text.trim() } else { text.trim_end() }.to_owned();
            let rows = row.value.split('/').map(|text| OnLine { value: part(text), line: row.line });
            rows.collect::<Vec<_>>()
        };
        let shape = shape.iter().filter(|row| !row.value.trim().is_empty()).flat_map(split).collect();
        let faces = self.string(keys, "faces", "faces = \"front\"", false).and_then(|(text, span)| {
            let known = Faces::ALL.iter().find(|faces| faces.name() == text);
            if known.is_none() {
                let wanted = "\"both\", \"front\" or \"back\"";
                self.defect(&span, Problem::BadValue { key: "faces", found: format!("{text:?}"), wanted });
            }
            known.copied()
        });
        let rotate = keys.take("rotate").and_then(|value| {
            let said = value.get_ref().as_bool();
            if said.is_none() {
                self.wrong_type("rotate", value, "rotate = false");
            }
            said
        });
        let copies = keys.take("copies").and_then(|value| match value.get_ref().as_str() {
            Some("unlimited") => Some(Copies::Unlimited),
            _ => {
                let wanted = "a number from 1 to 64, or \"unlimited\"";
                Some(Copies::Exactly(self.number("copies", value, wanted, "copies = 2")?))
            }
        });
        PieceDefinition {
            name,
            shape,
            faces: faces.unwrap_or_default(),
            rotate: rotate.unwrap_or(true),
            copies: copies.unwrap_or_default(),
        }
    }

    /// A number from 1 to the cells of the largest board.
    fn number(
        &mut self,
        key: &'static str,
        value: &Spanned<DeValue>,
        wanted: &'static str,
        example: &'static str,
    ) -> Option<usize> {
        let number = match value.get_ref() {
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(number) => number,
                Err(_) => {
                    let found = digits.as_str().to_owned();
                    self.defect(&value.span(), Problem::BadValue { key, found, wanted });
                    return None;
                }
            },
            DeValue::String(text) => {
                let found = format!("{text:?}");
                self.defect(&value.span(), Problem::BadValue { key, found, wanted });
                return None;
            }
            _ => {
                self.wrong_type(key, value, example);
                return None;
            }
        };
        match usize::try_from(number) {
            // A board has no more cells.
            Ok(number) if (1..=CellSet::CAPACITY).contains(&number) => Some(number),
            _ => {
                let found = number.to_string();
                self.defect(&value.span(), Problem::BadValue { key, found, wanted });
                None
            }
        }
    }
}
