//! From a [`Definition`] back to its text.

use super::{Copies, Definition, Faces, OnLine};
use std::fmt::Write;
use toml::Value;

/// The definition as TOML, drawn over several lines.
pub(super) fn write(definition: &Definition) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_to(definition, &mut text);
    text
}

fn write_to(definition: &Definition, text: &mut String) -> std::fmt::Result {
    let quoted = |value: &str| Value::String(value.to_owned());
    writeln!(text, "name = {}", quoted(&definition.name.value))?;
    writeln!(text, "title = {}", quoted(&definition.title))?;
    for (key, value) in [("source", &definition.source), ("note", &definition.note)] {
        if !value.is_empty() {
            writeln!(text, "{key} = {}", quoted(value))?;
        }
    }
    let rows: Vec<&str> = definition.board.iter().map(|row| row.value.as_str()).collect();
    if rows.iter().any(|row| row.contains(['"', '\\']) || row.contains(char::is_control)) {
        writeln!(text, "board = {}", quoted(&rows.join("\n")))?;
    } else {
        writeln!(text, "\nboard = \"\"\"\n{}\n\"\"\"", rows.join("\n"))?;
    }
    for OnLine { value: group, .. } in &definition.groups {
        writeln!(text, "\n[[groups]]\nname = {}", quoted(&group.name.value))?;
        if let Some(key) = group.calendar {
            writeln!(text, "calendar = {}", quoted(key.name()))?;
        }
        if let Some(cells) = &group.cells {
            writeln!(text, "cells = {}", quoted(&cells.value))?;
        }
        if let Some(exposed) = &group.exposed {
            writeln!(text, "exposed = {}", exposed.value)?;
        }
        if let Some(labels) = &group.labels {
            let labels: Vec<String> = labels.iter().map(|label| quoted(&label.value).to_string()).collect();
            writeln!(text, "labels = [{}]", labels.join(", "))?;
        }
    }
    for OnLine { value: piece, .. } in &definition.pieces {
        let rows: Vec<&str> = piece.shape.iter().map(|row| row.value.as_str()).collect();
        writeln!(text, "\n[[pieces]]\nname = {}", quoted(&piece.name.value))?;
        writeln!(text, "shape = {}", quoted(&rows.join("/")))?;
        if piece.faces != Faces::Both {
            writeln!(text, "faces = {}", quoted(piece.faces.name()))?;
        }
        if !piece.rotate {
            writeln!(text, "rotate = false")?;
        }
        match piece.copies {
            Copies::Exactly(1) => {}
            Copies::Exactly(copies) => writeln!(text, "copies = {copies}")?,
            Copies::Unlimited => writeln!(text, "copies = \"unlimited\"")?,
        }
    }
    Ok(())
}
