//! Families of pieces, and sets of them.

use crate::geometry::{Motions, Polyomino, ShapeError, Square};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A piece with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPolyomino {
    /// The name, such as `L` or `L4`.
    pub name: String,
    /// The shape.
    pub shape: Polyomino,
    /// The motions allowed.
    pub motions: Motions,
}

/// Pieces from which sets are chosen, all different.
#[derive(Clone, Debug)]
pub struct Family {
    pieces: Vec<NamedPolyomino>,
}

/// Why pieces make no family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// Too many of them.
    #[error("a family has at most {} pieces, and these are {pieces}; leave some out", PieceSet::CAPACITY)]
    TooMany {
        /// How many there are.
        pieces: usize,
    },
    /// Two with one name.
    #[error("two pieces have the name {name}; give each its own")]
    SameName {
        /// The name.
        name: String,
    },
    /// Two that cannot be told apart.
    #[error("the pieces {one} and {other} are the same; there is no choice between them, leave one out")]
    SameShape {
        /// The first.
        one: String,
        /// The second.
        other: String,
    },
}

/// The standard names of the pentominoes (S. W. Golomb), and of the tetrominoes with a 4 behind them.
const STANDARD: &[(&str, &[&str])] = &[
    ("F", &[".XX", "XX.", ".X."]),
    ("I", &["XXXXX"]),
    ("L", &["XXXX", "X..."]),
    ("N", &["XXX.", "..XX"]),
    ("P", &["XXX", "XX."]),
    ("T", &["XXX", ".X.", ".X."]),
    ("U", &["XXX", "X.X"]),
    ("V", &["XXX", "X..", "X.."]),
    ("W", &["XX.", ".XX", "..X"]),
    ("X", &[".X.", "XXX", ".X."]),
    ("Y", &["XXXX", ".X.."]),
    ("Z", &["XX.", ".X.", ".XX"]),
    ("I4", &["XXXX"]),
    ("L4", &["XXX", "X.."]),
    ("O4", &["XX", "XX"]),
    ("S4", &["XX.", ".XX"]),
    ("T4", &["XXX", ".X."]),
    ("I3", &["XXX"]),
    ("V3", &["XX", "X."]),
    ("I2", &["XX"]),
    ("I1", &["X"]),
];

/// All polyominoes of an area from 1 to 6, each once whichever way it lies: 1, 1, 2, 5, 12 and 35. Pentominoes are
/// named F I L N P T U V W X Y Z; tetrominoes I4 L4 O4 S4 T4; smaller ones I1, I2, I3 and V3; hexominoes, for
/// which there are no common names, H01 to H35 in ascending order of their squares.
pub fn free_polyominoes(area: usize) -> Vec<NamedPolyomino> {
    let piece = |name: &str, shape| NamedPolyomino { name: name.to_owned(), shape, motions: Motions::ALL };
    if area != 6 {
        let drawn =
            STANDARD.iter().filter_map(|(name, rows)| Some((name, Polyomino::from_drawing(rows).ok()?)));
        return drawn
            .filter(|(_, shape)| shape.area() == area)
            .map(|(name, shape)| piece(name, shape))
            .collect();
    }
    let mut grown = BTreeSet::new();
    for small in free_polyominoes(5) {
        let squares = small.shape.squares();
        for square in squares {
            for (rows, cols) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let beside = square.offset(rows, cols);
                if !squares.contains(&beside)
                    && let Ok(larger) = of_squares(squares.iter().copied().chain([beside]))
                {
                    grown.extend(larger.orientations(Motions::ALL).into_iter().next());
                }
            }
        }
    }
    (1..).zip(grown).map(|(number, shape)| piece(&format!("H{number:02}"), shape)).collect()
}

/// The polyomino of these squares.
fn of_squares(squares: impl Iterator<Item = Square>) -> Result<Polyomino, ShapeError> {
    let squares: Vec<Square> = squares.collect();
    let least = |values: &dyn Fn(&Square) -> i16| squares.iter().map(values).min().unwrap_or(0);
    let (top, left) = (least(&|square| square.row), least(&|square| square.col));
    let side = 0..squares.len() as i16;
    let drawn = |square| if squares.contains(&square) { 'X' } else { '.' };
    let row = |row| side.clone().map(|col| drawn(Square::new(top + row, left + col))).collect();
    Polyomino::from_drawing(&side.clone().map(row).collect::<Vec<String>>())
}

impl Family {
    /// The family of these pieces, numbered as they come.
    ///
    /// # Errors
    /// [`FamilyError`], when there are too many, or two with one name or shape.
    pub fn new(pieces: Vec<NamedPolyomino>) -> Result<Self, FamilyError> {
        if pieces.len() > PieceSet::CAPACITY {
            return Err(FamilyError::TooMany { pieces: pieces.len() });
        }
        for (place, one) in pieces.iter().enumerate() {
            let orientations = one.shape.orientations(one.motions);
            for other in &pieces[..place] {
                if other.name == one.name {
                    return Err(FamilyError::SameName { name: one.name.clone() });
                }
                let others = other.shape.orientations(other.motions);
                if others.iter().any(|shape| orientations.contains(shape)) {
                    return Err(FamilyError::SameShape { one: other.name.clone(), other: one.name.clone() });
                }
            }
        }
        Ok(Self { pieces })
    }

    /// The pieces, at most [`PieceSet::CAPACITY`].
    pub fn pieces(&self) -> &[NamedPolyomino] {
        &self.pieces
    }

    /// The set of all pieces.
    pub fn all(&self) -> PieceSet {
        (0..self.pieces.len()).collect()
    }

    /// The number of the piece called `name`.
    pub fn piece(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }

    /// The set of the pieces with these names; `None` if one has none of them.
    pub fn set<S: AsRef<str>>(&self, names: &[S]) -> Option<PieceSet> {
        names.iter().map(|name| self.piece(name.as_ref())).collect()
    }

    /// The names of the pieces of a set, in the order of the family.
    ///
    /// # Panics
    /// If the family does not have them.
    pub fn names(&self, set: PieceSet) -> Vec<&str> {
        set.iter().map(|piece| self.pieces[piece].name.as_str()).collect()
    }

    /// The number of squares of all pieces of a set together.
    ///
    /// # Panics
    /// If the family does not have them.
    pub fn area(&self, set: PieceSet) -> usize {
        set.iter().map(|piece| self.pieces[piece].shape.area()).sum()
    }
}

/// A set of pieces of a [`Family`]; piece `n` is bit `n`.
///
/// ```
/// use tiling_almanac::sweep::PieceSet;
/// let set: PieceSet = [0, 2].into_iter().collect();
/// assert_eq!(set.bits(), 0b101);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [0, 2]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceSet(u64);

impl PieceSet {
    /// The most pieces of a family.
    pub const CAPACITY: usize = 64;
    /// The set without pieces.
    pub const EMPTY: Self = Self(0);

    /// The set whose bit pattern is `bits`.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bit pattern.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many pieces are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `piece` is in the set.
    pub const fn contains(self, piece: usize) -> bool {
        piece < Self::CAPACITY && self.0 >> piece & 1 == 1
    }

    /// Whether every piece of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with `piece` too, which is below [`PieceSet::CAPACITY`].
    pub const fn with(self, piece: usize) -> Self {
        Self(self.0 | 1 << piece)
    }

    /// The set without `piece`, which is below [`PieceSet::CAPACITY`].
    pub const fn without(self, piece: usize) -> Self {
        Self(self.0 & !(1 << piece))
    }

    /// The pieces in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let piece = rest.trailing_zeros() as usize;
            let found = (rest != 0).then_some(piece);
            rest &= rest.wrapping_sub(1);
            found
        })
    }

    /// All subsets in ascending order of their bits, from the empty one to the set itself.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(0_u64);
        std::iter::from_fn(move || {
            let subset = next?;
            next = (subset != self.0).then(|| subset.wrapping_sub(self.0) & self.0);
            Some(Self(subset))
        })
    }
}

impl FromIterator<usize> for PieceSet {
    fn from_iter<I: IntoIterator<Item = usize>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for PieceSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for PieceSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for PieceSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
