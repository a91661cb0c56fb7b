//! Which sets of pieces there are, in words: `7 of pentominoes, 3 of tetrominoes`.
//!
//! ```text
//! choice  = part { "," part }
//! part    = number "of" pieces     so many of these, in every way
//!         | "+" names              these too, in every set
//!         | "-" names              these never
//! pieces  = "tetrominoes" | "pentominoes" | "hexominoes" | "{" names "}"
//! names   = name { "," name }      outside of braces with spaces only: + F I
//! ```
//!
//! The names are those of [`free_polyominoes`]: `F` to `Z`, `I4` to `T4`, `H01` to `H35`,
//! and `I1`, `I2`, `I3`, `V3`; capitals or not. A piece is used at most once in a set, so there are no copies here.
//! What is always in or never in is not chosen from. Commas may be left out after braces, and spaces are free.
//!
//! Order of the sets: the first part of the form `number of pieces` counts slowest; the choices of a part ascend as lists
//! of the places of their pieces in it. So `2 of {F, I, L}` is F I, F L, I L.

use super::{Family, FamilyError, NamedPolyomino, PieceSet, area_needed, free_polyominoes};
use crate::puzzle::Puzzle;

/// The most choices that may be looked at.
const MOST_CHOICES: u128 = 20_000_000;
/// How a choice looks, for messages.
const EXAMPLE: &str = "7 of pentominoes, 3 of tetrominoes";

/// Sets of pieces as described.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The pieces that may be in a set.
    pub family: Family,
    /// The sets with the area that the board needs, without repetition.
    pub sets: Vec<PieceSet>,
    /// How many sets were left out because of their areas.
    pub wrong_area: usize,
}

/// Why a text describes no sets of pieces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// Nothing to read.
    #[error("the choice of pieces is empty; write for example \"{EXAMPLE}\"")]
    Empty,
    /// Something else was due.
    #[error(
        "column {column} of the choice of pieces: {found} stands where {due} should; write for example \"{EXAMPLE}\""
    )]
    Unexpected {
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: String,
        /// What should.
        due: &'static str,
    },
    /// A name that no piece has.
    #[error(
        "column {column} of the choice of pieces: there is no piece {name:?}; the names are F I L N P T U V W X Y Z, \
         I4 L4 O4 S4 T4, H01 to H35, I3 V3 I2 I1; write for example \"+ F I4\""
    )]
    UnknownPiece {
        /// The column, from 1.
        column: usize,
        /// The name.
        name: String,
    },
    /// A piece named twice.
    #[error(
        "column {column} of the choice of pieces: {name} is named twice, and a set has a piece once; name it in one \
         part only"
    )]
    Repeated {
        /// The column, from 1.
        column: usize,
        /// The piece.
        name: String,
    },
    /// More pieces than there are.
    #[error(
        "column {column} of the choice of pieces: {wanted} pieces are to be chosen from {available}; choose at most {available}"
    )]
    TooFew {
        /// The column, from 1.
        column: usize,
        /// How many are to be chosen.
        wanted: usize,
        /// How many there are.
        available: usize,
    },
    /// More sets than can be looked at.
    #[error(
        "the choice of pieces has {choices} sets, and at most {MOST_CHOICES} can be looked at; choose from fewer pieces, \
         for example with \"- X W\""
    )]
    TooMany {
        /// How many sets it has.
        choices: u128,
    },
    /// No set has the area that the board needs.
    #[error(
        "none of the {choices} sets has the {needed} squares that a date of the puzzle {puzzle} leaves to be covered; \
         for the weekday board, which leaves 47, write for example \"{EXAMPLE}\""
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

/// Reads which sets of pieces there are for the board of `puzzle`. The pieces of the family stand in the order in which
/// they are named, those that are always in first.
///
/// # Errors
/// [`ChoiceError`], with the place and an example.
///
/// ```
/// use tiling_almanac::{puzzle::built_in, sweep::grammar};
/// let chosen = grammar::read("7 of pentominoes, 3 of tetrominoes", &built_in("weekday")?)?;
/// assert_eq!((chosen.sets.len(), chosen.wrong_area), (7_920, 0));
/// assert_eq!(chosen.family.names(chosen.sets[0]).join(" "), "F I L N P T U I4 L4 O4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, puzzle: &Puzzle) -> Result<Chosen, ChoiceError> {
    let parts = Reader { tokens: tokens(text), next: 0, end: text.chars().count() + 1 }.parts()?;
    let never: Vec<&str> = names_of(&parts, |kind| *kind == Kind::Never).collect();
    let mut pieces: Vec<NamedPolyomino> = Vec::new();
    let mut always = PieceSet::EMPTY;
    let mut lists: Vec<(usize, Vec<usize>)> = Vec::new();
    // First what is always in: it is not chosen from.
    let in_all = parts.iter().filter(|part| part.kind == Kind::Always);
    for (part, (column, piece)) in in_all.flat_map(|part| part.pieces.iter().map(move |piece| (part, piece)))
    {
        if never.contains(&piece.name.as_str()) || pieces.iter().any(|known| known.name == piece.name) {
            return Err(ChoiceError::Repeated {
                column: *column.max(&part.column),
                name: piece.name.clone(),
            });
        }
        always = always.with(pieces.len());
        pieces.push(piece.clone());
    }
    let fixed: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
    for part in &parts {
        let Kind::Choose(wanted) = part.kind else { continue };
        let mut list = Vec::new();
        for (column, piece) in &part.pieces {
            if never.contains(&piece.name.as_str()) || fixed.contains(&piece.name) {
                continue;
            }
            if pieces.iter().any(|known| known.name == piece.name) {
                return Err(ChoiceError::Repeated { column: *column, name: piece.name.clone() });
            }
            list.push(pieces.len());
            pieces.push(piece.clone());
        }
        if wanted > list.len() {
            return Err(ChoiceError::TooFew { column: part.column, wanted, available: list.len() });
        }
        lists.push((wanted, list));
    }
    let choices =
        lists.iter().map(|(wanted, list)| binomial(list.len(), *wanted)).fold(1, u128::saturating_mul);
    if choices > MOST_CHOICES {
        return Err(ChoiceError::TooMany { choices });
    }
    let family = Family::new(pieces)?;
    let mut sets = vec![always];
    for (wanted, list) in &lists {
        let chosen = combinations(list, *wanted);
        sets = sets.iter().flat_map(|&set| chosen.iter().map(move |&more| set | more)).collect();
    }
    let (needed, count) = (area_needed(puzzle), sets.len());
    sets.retain(|&set| family.area(set) == needed);
    if sets.is_empty() {
        return Err(ChoiceError::NoSet { choices: count, needed, puzzle: puzzle.name.clone() });
    }
    Ok(Chosen { family, wrong_area: count - sets.len(), sets })
}

/// What a part says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Choose(usize),
    Always,
    Never,
}

struct Part {
    kind: Kind,
    /// Where it begins.
    column: usize,
    /// The pieces, each with the column where it is named.
    pieces: Vec<(usize, NamedPolyomino)>,
}

fn names_of(parts: &[Part], wanted: impl Fn(&Kind) -> bool) -> impl Iterator<Item = &str> {
    let parts = parts.iter().filter(move |part| wanted(&part.kind));
    parts.flat_map(|part| part.pieces.iter().map(|(_, piece)| piece.name.as_str()))
}

/// A word, number or sign, and its column.
#[derive(Clone, Debug)]
struct Token {
    column: usize,
    text: String,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut in_word = false;
    for (column, found) in (1..).zip(text.chars()) {
        match tokens.last_mut() {
            Some(token) if in_word && found.is_alphanumeric() => token.text.push(found),
            _ if found.is_whitespace() => in_word = false,
            _ => {
                in_word = found.is_alphanumeric();
                tokens.push(Token { column, text: found.to_string() });
            }
        }
    }
    tokens
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    /// The column behind the text.
    end: usize,
}

impl Reader {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.next).map(|token| token.text.as_str())
    }

    /// Passes over the sign, if it is next.
    fn take(&mut self, sign: &str) -> bool {
        let there = self.peek() == Some(sign);
        self.next += usize::from(there);
        there
    }

    fn column(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |token| token.column)
    }

    fn unexpected(&self, due: &'static str) -> ChoiceError {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |text| format!("{text:?}"));
        ChoiceError::Unexpected { column: self.column(), found, due }
    }

    fn parts(mut self) -> Result<Vec<Part>, ChoiceError> {
        if self.tokens.is_empty() {
            return Err(ChoiceError::Empty);
        }
        let mut parts = Vec::new();
        loop {
            parts.push(self.part()?);
            let in_braces = self.tokens[self.next - 1].text == "}";
            if self.peek().is_none() {
                return Ok(parts);
            }
            if !self.take(",") && !in_braces && !matches!(self.peek(), Some("+" | "-")) {
                return Err(self.unexpected("a comma or the end"));
            }
        }
    }

    fn part(&mut self) -> Result<Part, ChoiceError> {
        let column = self.column();
        for (sign, kind) in [("+", Kind::Always), ("-", Kind::Never)] {
            if self.take(sign) {
                let mut pieces = vec![self.piece()?];
                while self.peek().is_some_and(|text| !matches!(text, "," | "+" | "-")) {
                    pieces.push(self.piece()?);
                }
                return Ok(Part { kind, column, pieces });
            }
        }
        let Some(wanted) = self.peek().and_then(|text| text.parse().ok()) else {
            return Err(self.unexpected("a number, + or -"));
        };
        self.next += 1;
        if !self.take("of") {
            return Err(self.unexpected("\"of\""));
        }
        let at = self.column();
        let area = match self.peek().map(str::to_lowercase).as_deref() {
            Some("tetrominoes") => 4,
            Some("pentominoes") => 5,
            Some("hexominoes") => 6,
            Some("{") => {
                self.next += 1;
                let mut pieces = vec![self.piece()?];
                while !self.take("}") {
                    self.take(",");
                    pieces.push(self.piece()?);
                }
                return Ok(Part { kind: Kind::Choose(wanted), column, pieces });
            }
            _ => return Err(self.unexpected("tetrominoes, pentominoes, hexominoes or a list in braces")),
        };
        self.next += 1;
        let pieces = free_polyominoes(area).into_iter().map(|piece| (at, piece)).collect();
        Ok(Part { kind: Kind::Choose(wanted), column, pieces })
    }

    /// A piece and the column of its name.
    fn piece(&mut self) -> Result<(usize, NamedPolyomino), ChoiceError> {
        let column = self.column();
        let name = match self.peek() {
            Some(text) if text.chars().all(char::is_alphanumeric) => text.to_owned(),
            _ => return Err(self.unexpected("the name of a piece")),
        };
        let known = (1..=6).flat_map(free_polyominoes).find(|piece| piece.name.eq_ignore_ascii_case(&name));
        self.next += 1;
        known.map(|piece| (column, piece)).ok_or(ChoiceError::UnknownPiece { column, name })
    }
}

/// The number of ways to choose so many of `all`.
fn binomial(all: usize, chosen: usize) -> u128 {
    // At most 64 pieces; each division is exact.
    (0..chosen as u128).fold(1, |count, place| count * (all as u128 - place) / (place + 1))
}

/// All ways to choose so many of the pieces of a list, in ascending order of their places.
fn combinations(list: &[usize], wanted: usize) -> Vec<PieceSet> {
    if wanted == 0 {
        return vec![PieceSet::EMPTY];
    }
    let mut all = Vec::new();
    for place in 0..(list.len() + 1).saturating_sub(wanted) {
        let rest = combinations(&list[place + 1..], wanted - 1);
        all.extend(rest.into_iter().map(|set| set.with(list[place])));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::built_in;

    fn sets(text: &str, puzzle: &str) -> Vec<String> {
        let chosen = read(text, &built_in(puzzle).expect("built in")).expect("a valid choice");
        chosen.sets.iter().map(|&set| chosen.family.names(set).join(" ")).collect()
    }

    fn error(text: &str) -> String {
        read(text, &built_in("weekday").expect("built in")).expect_err("no valid choice").to_string()
    }

    #[test]
    fn sets_come_in_a_fixed_order() {
        let all = sets("7 of pentominoes, 3 of tetrominoes", "weekday");
        assert_eq!(all.len(), 7_920);
        assert_eq!(all[..2], ["F I L N P T U I4 L4 O4", "F I L N P T U I4 L4 S4"]);
        assert_eq!(all[10], "F I L N P T V I4 L4 O4");
        assert_eq!(all[7_919], "T U V W X Y Z O4 S4 T4");
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 7_920);
        // The toy board needs ten squares.
        assert_eq!(sets("2 of {F, I, L}", "mini"), ["F I", "F L", "I L"]);
        assert_eq!(sets("2 of { l i f }", "mini"), ["L I", "L F", "I F"]);
    }

    #[test]
    fn pieces_are_always_in_or_never() {
        assert_eq!(sets("1 of pentominoes - F, + I - L N P T U V W X", "mini"), ["I Y", "I Z"]);
        assert_eq!(sets("+ i3 v3 o4", "mini"), ["I3 V3 O4"]);
        assert_eq!(sets("+ I3, 1 of {V3, I2} 1 of {L4, F}", "mini"), ["I3 V3 L4", "I3 I2 F"]);
        assert_eq!(sets("0 of pentominoes, + I4, 1 of hexominoes", "mini").len(), 35);
        let chosen = read("+ I3, 1 of {V3, I2} 1 of {L4, F}", &built_in("mini").expect("built in"));
        assert_eq!(chosen.expect("valid").wrong_area, 2);
        assert_eq!(sets("6 of pentominoes, 3 of tetrominoes, - F W X, + Z", "weekday").len(), 28 * 10);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, message) in [
            ("", "the choice of pieces is empty"),
            (
                "seven of pentominoes",
                "column 1 of the choice of pieces: \"seven\" stands where a number, + or -",
            ),
            ("7 pentominoes", "column 3 of the choice of pieces: \"pentominoes\" stands where \"of\" should"),
            ("7 of", "column 5 of the choice of pieces: the end stands where tetrominoes, pentominoes"),
            ("7 of pentominos", "column 6 of"),
            (
                "7 of pentominoes 3 of tetrominoes",
                "column 18 of the choice of pieces: \"3\" stands where a comma",
            ),
            ("7 of pentominoes,", "column 18 of the choice of pieces: the end stands where a number"),
            ("2 of {F, Q}", "column 10 of the choice of pieces: there is no piece \"Q\""),
            ("2 of {F, I", "column 11 of the choice of pieces: the end stands where the name of a piece"),
            ("+", "column 2 of the choice of pieces: the end stands where the name of a piece"),
            ("2 of {F, F}", "column 10 of the choice of pieces: F is named twice"),
            ("+ F, - F", "column 3 of the choice of pieces: F is named twice"),
            ("3 of {F, I}", "column 1 of the choice of pieces: 3 pieces are to be chosen from 2"),
            ("13 of pentominoes", "column 1 of the choice of pieces: 13 pieces are to be chosen from 12"),
            ("16 of hexominoes", "the choice of pieces has 4059928950 sets"),
            ("6 of pentominoes, 3 of tetrominoes", "none of the 9240 sets has the 47 squares"),
        ] {
            let found = error(text);
            assert!(found.starts_with(message), "{text:?}: {found}");
        }
    }
}
