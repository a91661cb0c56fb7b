//! The symmetries of a puzzle, and numbers of solutions up to them.
//!
//! A symmetry is one of the eight motions of the square that lays the board on itself and the pieces on pieces: each
//! placement becomes one of the same piece, or of a piece that is the other one turned or turned over and has as many
//! copies. Labels do not matter to it. Solutions of one date that it turns into each other fall into a *class*; only the
//! symmetries that leave the exposed cells where they are (their *stabiliser*) turn solutions of a date into such.
//!
//! How many classes there are follows from Burnside's lemma: the mean, over those symmetries, of the number of solutions
//! that each leaves as they are.

use super::{Cover, PlacementId};
use crate::geometry::{CellSet, Polyomino, Square};
use crate::puzzle::Puzzle;
use std::collections::{BTreeMap, HashMap};

/// A symmetry of a puzzle.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Which one.
    pub motion: Motion,
    /// The cell to which each cell goes.
    cells: Vec<u8>,
    /// The placement to which each placement goes.
    placements: Vec<PlacementId>,
}

/// One of the eight motions of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Whether it turns over, left to right, before it turns.
    pub flip: bool,
    /// Quarter turns, clockwise.
    pub turns: u8,
}

impl Motion {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { flip: false, turns: 0 }; 8];
        let mut place = 0;
        while place < 8 {
            all[place] = Self { flip: place >= 4, turns: place as u8 % 4 };
            place += 1;
        }
        all
    };

    /// What it does, in words.
    pub fn name(self) -> &'static str {
        match (self.flip, self.turns) {
            (false, 0) => "identity",
            (false, 1) => "quarter turn",
            (false, 2) => "half turn",
            (false, _) => "three quarter turns",
            (true, 0) => "reflection left to right",
            (true, 1) => "reflection in a diagonal",
            (true, 2) => "reflection top to bottom",
            (true, _) => "reflection in the other diagonal",
        }
    }

    fn shape(self, shape: &Polyomino) -> Polyomino {
        let mut shape = if self.flip { shape.flipped() } else { shape.clone() };
        for _ in 0..self.turns {
            shape = shape.rotated();
        }
        shape
    }

    /// Squares moved, and then laid back so that the least row and the least column are 0.
    fn squares(self, squares: &[Square]) -> Vec<Square> {
        let moved: Vec<Square> = squares
            .iter()
            .map(|square| {
                let mut at = if self.flip { Square::new(square.row, -square.col) } else { *square };
                for _ in 0..self.turns {
                    at = Square::new(at.col, -at.row);
                }
                at
            })
            .collect();
        let top = moved.iter().map(|square| square.row).min().unwrap_or(0);
        let left = moved.iter().map(|square| square.col).min().unwrap_or(0);
        moved.into_iter().map(|square| square.offset(-top, -left)).collect()
    }
}

/// The symmetries of a puzzle, or those of them that leave some cells where they are; the identity is the first.
#[derive(Clone, Debug)]
pub struct Symmetries(Vec<Symmetry>);

/// Solutions up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The class of each solution; classes are numbered in the order of their first solutions.
    pub of: Vec<u32>,
    /// How many classes there are.
    pub count: usize,
}

impl Symmetries {
    /// The symmetries of `puzzle`.
    pub fn of(puzzle: &Puzzle, cover: &Cover) -> Self {
        // A drawing may leave empty rows and columns at its edges; what matters is where the cells lie.
        let motion = Motion { flip: false, turns: 0 };
        let squares = motion.squares(cover.squares());
        let symmetries =
            Motion::ALL.into_iter().filter_map(|motion| symmetry(puzzle, cover, &squares, motion));
        Self(symmetries.collect())
    }

    /// Those that leave `exposed` where it is.
    pub fn stabiliser(&self, exposed: CellSet) -> Self {
        Self(self.0.iter().filter(|symmetry| symmetry.moved(exposed) == exposed).cloned().collect())
    }

    /// Whether there is only the identity.
    pub fn is_trivial(&self) -> bool {
        self.0.len() == 1
    }

    /// The symmetries.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Symmetry> {
        self.0.iter()
    }

    /// Whether on some date of `puzzle` one of them, besides the identity, leaves the exposed cells where they are.
    pub fn sort_solutions(&self, puzzle: &Puzzle) -> bool {
        let stays = |id| {
            self.iter().skip(1).any(|symmetry| {
                let exposed = puzzle.exposed(&puzzle.date(id));
                symmetry.moved(exposed) == exposed
            })
        };
        !self.is_trivial() && (0..puzzle.date_count()).any(stays)
    }

    /// The classes of all solutions of a date, whose symmetries these are; the solutions stand one after the other, each
    /// with `tiles` placements in ascending order.
    pub fn classes(&self, tiles: usize, solutions: &[PlacementId]) -> Classes {
        let mut known: HashMap<Vec<PlacementId>, u32> = HashMap::new();
        let mut of = Vec::with_capacity(solutions.len() / tiles.max(1));
        for solution in solutions.chunks(tiles.max(1)) {
            let least = self.0.iter().map(|symmetry| symmetry.solution(solution)).min().unwrap_or_default();
            let next = known.len() as u32;
            of.push(*known.entry(least).or_insert(next));
        }
        Classes { of, count: known.len() }
    }

    /// How many of all solutions of a date each symmetry leaves as they are.
    pub fn fixed(&self, tiles: usize, solutions: &[PlacementId]) -> Vec<u64> {
        let fixed = |symmetry: &Symmetry| {
            let same = |solution: &&[PlacementId]| symmetry.solution(solution) == *solution;
            solutions.chunks(tiles.max(1)).filter(same).count() as u64
        };
        self.0.iter().map(fixed).collect()
    }

    /// The number of classes after Burnside, from how many solutions each symmetry leaves as they are; `None` if these
    /// numbers cannot be right.
    pub fn burnside(&self, fixed: &[u64]) -> Option<u64> {
        let (sum, order) = (fixed.iter().sum::<u64>(), self.0.len() as u64);
        (fixed.len() == self.0.len() && sum.is_multiple_of(order)).then_some(sum / order)
    }
}

impl Symmetry {
    /// Where some cells go.
    pub fn moved(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| usize::from(self.cells[cell])).collect()
    }

    /// What a solution becomes, its placements in ascending order.
    fn solution(&self, solution: &[PlacementId]) -> Vec<PlacementId> {
        let mut moved: Vec<PlacementId> =
            solution.iter().map(|&id| self.placements[usize::from(id)]).collect();
        moved.sort_unstable();
        moved
    }
}

/// The symmetry of a motion, if it is one; `squares` are those of the cells, the least row and column being 0.
fn symmetry(puzzle: &Puzzle, cover: &Cover, squares: &[Square], motion: Motion) -> Option<Symmetry> {
    let cell_on: BTreeMap<Square, u8> = squares.iter().copied().zip(0..).collect();
    let cells: Vec<u8> =
        motion.squares(squares).iter().map(|square| cell_on.get(square).copied()).collect::<Option<_>>()?;
    let becomes = pieces(puzzle, motion)?;
    let place: HashMap<(usize, CellSet), PlacementId> =
        (0..).zip(cover.placements()).map(|(id, placed)| ((placed.piece, placed.cells), id)).collect();
    let placements = cover.placements().iter().map(|placed| {
        let moved = placed.cells.iter().map(|cell| usize::from(cells[cell])).collect();
        place.get(&(becomes[placed.piece], moved)).copied()
    });
    Some(Symmetry { motion, placements: placements.collect::<Option<_>>()?, cells })
}

/// The piece that each piece becomes: itself if that is possible.
fn pieces(puzzle: &Puzzle, motion: Motion) -> Option<Vec<usize>> {
    let shapes: Vec<Vec<Polyomino>> =
        puzzle.pieces.iter().map(|piece| piece.shape.orientations(piece.motions)).collect();
    let mut taken = vec![false; shapes.len()];
    let mut becomes = vec![0; shapes.len()];
    for (piece, own) in shapes.iter().enumerate() {
        let mut moved: Vec<Polyomino> = own.iter().map(|shape| motion.shape(shape)).collect();
        moved.sort_unstable();
        let alike = |&other: &usize| {
            shapes[other] == moved
                && puzzle.pieces[other].copies == puzzle.pieces[piece].copies
                && !taken[other]
        };
        let target = Some(piece).filter(alike).or_else(|| (0..shapes.len()).find(alike))?;
        taken[target] = true;
        becomes[piece] = target;
    }
    Some(becomes)
}
