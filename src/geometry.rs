//! Squares of the grid, sets of board cells, polyominoes and the eight symmetries of the square.
//!
//! Nothing here knows of puzzles. A [`Square`] is a position on the grid; a *cell* is a numbered
//! square of some board, and a [`CellSet`] is a set of such numbers.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A square of the grid: row downwards and column to the right, both from 0 on a board.
///
/// Squares are ordered by row, then column: reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row, downwards.
    pub row: i16,
    /// Column, to the right.
    pub col: i16,
}

impl Square {
    /// The square in `row` and `col`.
    pub const fn new(row: i16, col: i16) -> Self {
        Self { row, col }
    }

    /// The square moved down by `rows` and to the right by `cols`.
    pub const fn offset(self, rows: i16, cols: i16) -> Self {
        Self::new(self.row + rows, self.col + cols)
    }
}

/// A set of cells of a board of at most [`CellSet::CAPACITY`] cells; cell `n` is bit `n`.
///
/// ```
/// use tiling_almanac::geometry::CellSet;
/// let months: CellSet = (0..12).collect();
/// let october = CellSet::of(9);
/// assert_eq!((months - october).len(), 11);
/// assert_eq!((months - october).complement(12).first(), Some(9));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(u64);

impl CellSet {
    /// The most cells that a board may have.
    pub const CAPACITY: usize = 64;
    /// The set without cells.
    pub const EMPTY: Self = Self(0);

    /// The set whose bit pattern is `bits`.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bit pattern: bit `n` is set when cell `n` is in the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of the one cell `cell`, which is below [`CellSet::CAPACITY`].
    pub const fn of(cell: usize) -> Self {
        Self(1 << cell)
    }

    /// The cells 0 to `count - 1`.
    pub const fn first_cells(count: usize) -> Self {
        if count >= Self::CAPACITY { Self(u64::MAX) } else { Self((1 << count) - 1) }
    }

    /// The cells below `count` that are not in the set.
    pub fn complement(self, count: usize) -> Self {
        Self::first_cells(count) - self
    }

    /// How many cells are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no cell is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is in the set.
    pub const fn contains(self, cell: usize) -> bool {
        cell < Self::CAPACITY && self.0 >> cell & 1 == 1
    }

    /// Whether no cell is in both sets.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every cell of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest cell, if any.
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The cells in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = Self(rest).first()?;
            rest &= rest - 1;
            Some(cell)
        })
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

impl BitOr for CellSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CellSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Why a drawing is no polyomino.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A character that is neither a square nor a gap.
    #[error(
        "row {row}, column {column} of the drawing is {found:?}; draw squares as X and gaps as a full stop"
    )]
    Character {
        /// Row of the drawing, from 1.
        row: usize,
        /// Column of the drawing, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// No square at all.
    #[error("the drawing has no square; draw each square as X")]
    Empty,
    /// Squares that do not hang together by their sides.
    #[error("the drawing falls into {parts} parts; the squares of a piece must hang together by their sides")]
    Disconnected {
        /// How many parts there are.
        parts: usize,
    },
    /// Larger than any board.
    #[error("the drawing has {squares} squares; a board has at most {} cells", CellSet::CAPACITY)]
    TooLarge {
        /// How many squares are drawn.
        squares: usize,
    },
}

/// A polyomino in one orientation: distinct squares in reading order that hang together by their
/// sides, moved so that the least row and the least column are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyomino {
    squares: Vec<Square>,
}

impl Polyomino {
    /// Reads a drawing, one text a row: `X` is a square, `.` (or a space) is none.
    ///
    /// # Errors
    /// [`ShapeError`], when the drawing is empty, falls apart or has other characters.
    pub fn from_drawing<S: AsRef<str>>(rows: &[S]) -> Result<Self, ShapeError> {
        let mut squares = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            for (column, found) in text.as_ref().chars().enumerate() {
                match found {
                    'X' | 'x' | '#' => squares.push((row, column)),
                    '.' | ' ' => {}
                    _ => return Err(ShapeError::Character { row: row + 1, column: column + 1, found }),
                }
            }
        }
        if squares.len() > CellSet::CAPACITY {
            return Err(ShapeError::TooLarge { squares: squares.len() });
        }
        let (top, left) = match (squares.iter().map(|s| s.0).min(), squares.iter().map(|s| s.1).min()) {
            (Some(top), Some(left)) => (top, left),
            _ => return Err(ShapeError::Empty),
        };
        let parts = count_parts(&squares);
        if parts != 1 {
            return Err(ShapeError::Disconnected { parts });
        }
        // Connected and of at most 64 squares, so every difference is below 64.
        let squares = squares.iter().map(|&(row, col)| Square::new((row - top) as i16, (col - left) as i16));
        Ok(Self::normalised(squares))
    }

    fn normalised(squares: impl Iterator<Item = Square>) -> Self {
        let mut squares: Vec<Square> = squares.collect();
        let top = squares.iter().map(|s| s.row).min().unwrap_or(0);
        let left = squares.iter().map(|s| s.col).min().unwrap_or(0);
        for square in &mut squares {
            *square = square.offset(-top, -left);
        }
        squares.sort_unstable();
        Self { squares }
    }

    /// The squares in reading order; the least row and the least column are 0.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// How many squares it has.
    pub fn area(&self) -> usize {
        self.squares.len()
    }

    /// Rows of the bounding box.
    pub fn height(&self) -> i16 {
        self.squares.iter().map(|s| s.row + 1).max().unwrap_or(0)
    }

    /// Columns of the bounding box.
    pub fn width(&self) -> i16 {
        self.squares.iter().map(|s| s.col + 1).max().unwrap_or(0)
    }

    /// Turned by a quarter, clockwise: (r, c) becomes (c, -r).
    pub fn rotated(&self) -> Self {
        Self::normalised(self.squares.iter().map(|s| Square::new(s.col, -s.row)))
    }

    /// Turned over: (r, c) becomes (r, -c).
    pub fn flipped(&self) -> Self {
        Self::normalised(self.squares.iter().map(|s| Square::new(s.row, -s.col)))
    }

    /// The distinct orientations that `motions` allow, in ascending order of their lists of squares.
    ///
    /// ```
    /// use tiling_almanac::geometry::{Motions, Polyomino};
    /// let l = Polyomino::from_drawing(&["XXX", "X.."])?;
    /// assert_eq!(l.orientations(Motions::ALL).len(), 8);
    /// assert_eq!(l.orientations(Motions { flip: false, ..Motions::ALL }).len(), 4);
    /// # Ok::<(), tiling_almanac::geometry::ShapeError>(())
    /// ```
    pub fn orientations(&self, motions: Motions) -> Vec<Self> {
        let faces = if motions.flip { vec![self.clone(), self.flipped()] } else { vec![self.clone()] };
        let mut orientations = Vec::new();
        for mut shape in faces {
            for _ in 0..if motions.rotate { 4 } else { 1 } {
                let turned = shape.rotated();
                orientations.push(std::mem::replace(&mut shape, turned));
            }
        }
        orientations.sort_unstable();
        orientations.dedup();
        orientations
    }

    /// The drawing, rows joined by `/`: the S tetromino is `XX./.XX`.
    pub fn drawing(&self) -> String {
        let (rows, cols) = (self.height(), self.width());
        let row = |r| {
            (0..cols).map(|c| if self.squares.contains(&Square::new(r, c)) { 'X' } else { '.' }).collect()
        };
        (0..rows).map(row).collect::<Vec<String>>().join("/")
    }
}

/// Which motions a piece may make besides being moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motions {
    /// It may be turned by quarters.
    pub rotate: bool,
    /// It may be turned over.
    pub flip: bool,
}

impl Motions {
    /// Turned and turned over freely: all eight symmetries.
    pub const ALL: Self = Self { rotate: true, flip: true };
}

fn count_parts(squares: &[(usize, usize)]) -> usize {
    let mut unseen: std::collections::BTreeSet<(usize, usize)> = squares.iter().copied().collect();
    let mut parts = 0;
    while let Some(start) = unseen.pop_first() {
        parts += 1;
        let mut open = vec![start];
        while let Some((row, col)) = open.pop() {
            let sides =
                [(row + 1, col), (row, col + 1), (row.wrapping_sub(1), col), (row, col.wrapping_sub(1))];
            open.extend(sides.into_iter().filter(|side| unseen.remove(side)));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(drawing: &str) -> Polyomino {
        Polyomino::from_drawing(&drawing.split('/').collect::<Vec<_>>()).expect("a valid drawing")
    }

    #[test]
    fn eight_symmetries_are_a_group() {
        let f = shape(".XX/XX./.X.");
        assert_eq!(f.rotated().rotated().rotated().rotated(), f);
        assert_eq!(f.flipped().flipped(), f);
        assert_eq!(f.flipped().rotated(), f.rotated().rotated().rotated().flipped());
        assert_eq!(f.orientations(Motions::ALL).len(), 8);
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        assert_eq!(shape("XXX/X..").rotated(), shape("XX/.X/.X"));
        assert_eq!(shape("XXX/X..").flipped(), shape("XXX/..X"));
    }

    #[test]
    fn orientations_of_the_pentominoes() {
        let pieces = [
            (".XX/XX./.X.", 8),
            ("XXXXX", 2),
            ("XXXX/X...", 8),
            ("XXX./..XX", 8),
            ("XXX/XX.", 8),
            ("XXX/.X./.X.", 4),
            ("XXX/X.X", 4),
            ("XXX/X../X..", 4),
            ("XX./.XX/..X", 4),
            (".X./XXX/.X.", 1),
            ("XXXX/.X..", 8),
            ("XX./.X./.XX", 4),
        ];
        for (drawing, count) in pieces {
            assert_eq!(shape(drawing).orientations(Motions::ALL).len(), count, "{drawing}");
            assert_eq!(shape(drawing).drawing(), drawing);
        }
    }

    #[test]
    fn bad_drawings_are_named() {
        let draw = |rows: &[&str]| Polyomino::from_drawing(rows);
        assert_eq!(draw(&[]), Err(ShapeError::Empty));
        assert_eq!(draw(&["..", ""]), Err(ShapeError::Empty));
        assert_eq!(draw(&["X.X"]), Err(ShapeError::Disconnected { parts: 2 }));
        assert_eq!(draw(&["X.", ".X"]), Err(ShapeError::Disconnected { parts: 2 }));
        assert_eq!(draw(&["X", "?"]), Err(ShapeError::Character { row: 2, column: 1, found: '?' }));
        assert_eq!(
            draw(&["X".repeat(65)].map(|s| s)[..].iter().map(String::as_str).collect::<Vec<_>>()[..]),
            Err(ShapeError::TooLarge { squares: 65 })
        );
    }

    #[test]
    fn sets_of_all_sizes() {
        assert_eq!(CellSet::first_cells(64).len(), 64);
        assert_eq!(CellSet::first_cells(0), CellSet::EMPTY);
        let set: CellSet = [3, 63, 0].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 63]);
        assert_eq!(format!("{set:?}"), "{0, 3, 63}");
        assert!(!set.contains(64) && set.contains(63));
        assert_eq!(set.complement(64).len(), 61);
    }
}
