//! Sets of pieces one by one, as a text has them: a set a line.
//!
//! A line has the names of the pieces, as [`super::grammar`] has them, with spaces or commas between them. What follows `#`
//! is a remark; lines without names are skipped.

use super::grammar::Chosen;
use super::{Family, FamilyError, NamedPolyomino, PieceSet, area_needed, free_polyominoes};
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;

/// Why a text is no list of sets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// No line has a name.
    #[error(
        "there is no set in it; write the names of its pieces in a line, for example \"F I L N P T U I4 L4 O4\""
    )]
    Empty,
    /// A name that no piece has.
    #[error(
        "line {line}: there is no piece {name:?}; the names are F I L N P T U V W X Y Z, I4 L4 O4 S4 T4, H01 to H35, \
         I3 V3 I2 I1"
    )]
    UnknownPiece {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A piece named twice.
    #[error("line {line}: {name} is named twice, and a set has a piece once")]
    Repeated {
        /// The line, from 1.
        line: usize,
        /// The piece.
        name: String,
    },
    /// A set that was there before.
    #[error("line {line} has the same pieces as line {first}; leave one out")]
    SameSet {
        /// The line, from 1.
        line: usize,
        /// Where it was first.
        first: usize,
    },
    /// No set has the area that the board needs.
    #[error(
        "none of the {choices} sets has the {needed} squares that a date of the puzzle {puzzle} leaves to be covered"
    )]
    NoSet {
        /// How many sets there are.
        choices: usize,
        /// The area needed.
        needed: usize,
        /// The puzzle's name.
        puzzle: String,
    },
    /// The pieces make no family.
    #[error(transparent)]
    Family(#[from] FamilyError),
}

/// The sets of a text for the board of `puzzle`, in their order. The family has the pieces that are named: pentominoes
/// before tetrominoes, then smaller ones, then hexominoes.
///
/// # Errors
/// [`ListError`], with the line.
///
/// ```
/// use tiling_almanac::{puzzle::built_in, sweep::list};
/// let chosen = list::read("F P\nL4, V3 i3\n# that was all", &built_in("mini")?)?;
/// assert_eq!(chosen.family.names(chosen.sets[1]).join(" "), "L4 I3 V3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, puzzle: &Puzzle) -> Result<Chosen, ListError> {
    let known: Vec<NamedPolyomino> = [5, 4, 3, 2, 1, 6].into_iter().flat_map(free_polyominoes).collect();
    let mut lines: BTreeMap<PieceSet, usize> = BTreeMap::new();
    let mut listed = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let names = text.split('#').next().unwrap_or_default();
        let names =
            names.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|name| !name.is_empty());
        let mut set = PieceSet::EMPTY;
        for name in names {
            let piece = known.iter().position(|piece| piece.name.eq_ignore_ascii_case(name));
            let piece = piece.ok_or_else(|| ListError::UnknownPiece { line, name: name.to_owned() })?;
            if set.contains(piece) {
                return Err(ListError::Repeated { line, name: known[piece].name.clone() });
            }
            set = set.with(piece);
        }
        if set.is_empty() {
            continue;
        }
        if let Some(first) = lines.insert(set, line) {
            return Err(ListError::SameSet { line, first });
        }
        listed.push(set);
    }
    if listed.is_empty() {
        return Err(ListError::Empty);
    }
    let used: Vec<usize> = listed.iter().fold(PieceSet::EMPTY, |all, &set| all | set).iter().collect();
    let family = Family::new(used.iter().map(|&piece| known[piece].clone()).collect())?;
    let own = |set: &PieceSet| -> PieceSet {
        set.iter().filter_map(|piece| used.binary_search(&piece).ok()).collect()
    };
    let mut sets: Vec<PieceSet> = listed.iter().map(own).collect();
    let (needed, choices) = (area_needed(puzzle), sets.len());
    sets.retain(|&set| family.area(set) == needed);
    if sets.is_empty() {
        return Err(ListError::NoSet { choices, needed, puzzle: puzzle.name.clone() });
    }
    Ok(Chosen { family, wrong_area: choices - sets.len(), sets })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::built_in;

    fn read_for_mini(text: &str) -> Result<Chosen, ListError> {
        read(text, &built_in("mini").expect("built in"))
    }

    #[test]
    fn sets_keep_their_order() {
        let chosen = read_for_mini("# two pentominoes\nP F\n\nF,I4 # too small\ni,l\n").expect("valid");
        let names: Vec<String> = chosen.sets.iter().map(|&set| chosen.family.names(set).join(" ")).collect();
        assert_eq!((names, chosen.wrong_area), (vec!["F P".to_owned(), "I L".to_owned()], 1));
        assert_eq!(chosen.family.names(chosen.family.all()).join(" "), "F I L P I4");
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, message) in [
            ("", "there is no set in it"),
            ("# nothing\n \n", "there is no set in it"),
            ("F P\n\nF Q\n", "line 3: there is no piece \"Q\""),
            ("F f\n", "line 1: F is named twice"),
            ("F P\nI L\np, f", "line 3 has the same pieces as line 1"),
            ("F I4\n", "none of the 1 sets has the 10 squares that a date of the puzzle mini leaves"),
        ] {
            let found = read_for_mini(text).expect_err("no list").to_string();
            assert!(found.starts_with(message), "{text:?}: {found}");
        }
    }
}
