//! The puzzles that are compiled in.

use super::{Definition, Puzzle};

/// A puzzle that is compiled in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name, as given to `--puzzle`.
    pub name: &'static str,
    /// Its definition.
    pub toml: &'static str,
}

impl BuiltIn {
    /// The valid puzzle.
    ///
    /// # Panics
    /// Never for a puzzle of [`BUILT_IN`]: a test validates each.
    pub fn puzzle(&self) -> Puzzle {
        let definition = Definition::from_toml(self.toml).expect("built-in definitions parse");
        definition.validate().expect("built-in definitions are valid")
    }
}

/// The register of built-in puzzles; the first is the default.
pub const BUILT_IN: &[BuiltIn] = &[
    BuiltIn { name: "weekday", toml: include_str!("builtin/weekday.toml") },
    BuiltIn { name: "mini", toml: include_str!("builtin/mini.toml") },
    BuiltIn { name: "pentomino-6x10", toml: include_str!("builtin/pentomino-6x10.toml") },
];

/// A name that no built-in puzzle has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no puzzle {name:?}; the puzzles are {known}")]
pub struct UnknownPuzzle {
    /// The name.
    pub name: String,
    /// The names that exist.
    pub known: String,
}

/// The built-in puzzle called `name`.
///
/// # Errors
/// [`UnknownPuzzle`], which lists the names.
pub fn built_in(name: &str) -> Result<Puzzle, UnknownPuzzle> {
    match BUILT_IN.iter().find(|entry| entry.name == name) {
        Some(entry) => Ok(entry.puzzle()),
        None => {
            let names: Vec<&str> = BUILT_IN.iter().map(|entry| entry.name).collect();
            Err(UnknownPuzzle { name: name.into(), known: names.join(", ") })
        }
    }
}
