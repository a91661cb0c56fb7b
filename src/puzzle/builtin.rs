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
    /// The definition.
    ///
    /// # Panics
    /// Never for a puzzle of [`BUILT_IN`]: a test reads each.
    pub fn definition(&self) -> Definition {
        Definition::from_toml(self.toml).expect("built-in definitions can be read")
    }

    /// The valid puzzle.
    ///
    /// # Panics
    /// Never for a puzzle of [`BUILT_IN`]: a test validates each.
    pub fn puzzle(&self) -> Puzzle {
        self.definition().validate().expect("built-in definitions are valid")
    }
}

/// The register of built-in puzzles; the first is the default.
pub const BUILT_IN: &[BuiltIn] = &[
    BuiltIn { name: "weekday", toml: include_str!("builtin/weekday.toml") },
    BuiltIn { name: "weekday-monday-first", toml: include_str!("builtin/weekday-monday-first.toml") },
    BuiltIn { name: "weekday-revised", toml: include_str!("builtin/weekday-revised.toml") },
    BuiltIn { name: "dragonfjord", toml: include_str!("builtin/dragonfjord.toml") },
    BuiltIn { name: "jarringwords", toml: include_str!("builtin/jarringwords.toml") },
    BuiltIn { name: "creamakerspace", toml: include_str!("builtin/creamakerspace.toml") },
    BuiltIn { name: "therammer", toml: include_str!("builtin/therammer.toml") },
    BuiltIn { name: "calendarium", toml: include_str!("builtin/calendarium.toml") },
    BuiltIn { name: "mixed-7x7", toml: include_str!("builtin/mixed-7x7.toml") },
    BuiltIn { name: "pentomino-6x10", toml: include_str!("builtin/pentomino-6x10.toml") },
    BuiltIn { name: "pentomino-5x12", toml: include_str!("builtin/pentomino-5x12.toml") },
    BuiltIn { name: "pentomino-4x15", toml: include_str!("builtin/pentomino-4x15.toml") },
    BuiltIn { name: "pentomino-3x20", toml: include_str!("builtin/pentomino-3x20.toml") },
    BuiltIn { name: "pentomino-8x8-center", toml: include_str!("builtin/pentomino-8x8-center.toml") },
    BuiltIn { name: "pentomino-8x8-corners", toml: include_str!("builtin/pentomino-8x8-corners.toml") },
    BuiltIn { name: "mini", toml: include_str!("builtin/mini.toml") },
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
