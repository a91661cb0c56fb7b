//! The puzzle that was chosen: by name, or by the file of its definition.

use super::{Usage, input, output};
use anyhow::anyhow;
use std::fs::File;
use std::io::ErrorKind;
use tiling_almanac::puzzle::{BUILT_IN, Definition, Faces, Puzzle, built_in};

/// The puzzle of a name, or of a file; with its pieces on these faces only, if any are given.
pub fn read(choice: &str, faces: Option<Faces>) -> anyhow::Result<Puzzle> {
    let definition = match BUILT_IN.iter().find(|entry| entry.name == choice) {
        Some(entry) => entry.definition(),
        None => from_file(choice)?,
    };
    let definition = match faces {
        None => definition,
        Some(faces) => definition.with_faces(faces),
    };
    definition.validate().map_err(|error| anyhow!("{choice}: {error}"))
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
    let text = input::text(file, path, "definition of a puzzle")?;
    Definition::from_toml(&text).map_err(|error| anyhow!("{path}: {error}"))
}
