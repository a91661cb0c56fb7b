//! The puzzle that was chosen: by name, or by the file of its definition.

use super::{Usage, output};
use anyhow::anyhow;
use std::fs::File;
use std::io::{ErrorKind, Read};
use tiling_almanac::puzzle::{BUILT_IN, Definition, Faces, Puzzle, built_in};

/// The most that is read: a definition has a few thousand bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The puzzle of a name, or of a file; with its pieces on these faces only, if any are given.
pub fn read(choice: &str, faces: Option<Faces>) -> anyhow::Result<Puzzle> {
    let (definition, place) = match BUILT_IN.iter().find(|entry| entry.name == choice) {
        Some(entry) => (entry.definition(), choice.to_owned()),
        None => (from_file(choice)?, choice.to_owned()),
    };
    let definition = match faces {
        None => definition,
        Some(faces) => definition.with_faces(faces),
    };
    definition.validate().map_err(|error| anyhow!("{place}: {error}"))
}

/// Writes what is odd about a puzzle to standard error.
pub fn warn(puzzle: &Puzzle) -> anyhow::Result<()> {
    for warning in &puzzle.warnings {
        output::warning(&format!("{}: {warning}", puzzle.name))?;
    }
    Ok(())
}

fn from_file(path: &str) -> anyhow::Result<Definition> {
    let file = File::open(path).map_err(|error| {
        let unknown = match built_in(path) {
            Err(unknown) if error.kind() == ErrorKind::NotFound && !path.contains(['/', '.']) => unknown,
            _ => return Usage::of(anyhow!("{path} cannot be opened: {error}")),
        };
        Usage::of(anyhow!("{unknown}; nor is there a file of that name"))
    })?;
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| anyhow!("{path} cannot be read: {error}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(anyhow!("{path} is longer than a mebibyte, so it is no definition of a puzzle"));
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{path} is no text in UTF-8"))?;
    Definition::from_toml(&text).map_err(|error| anyhow!("{path}: {error}"))
}
