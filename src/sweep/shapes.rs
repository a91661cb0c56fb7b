//! The partial covers of a board as shapes: which cells are taken, whichever pieces took them.
//!
//! Cell by cell, always the first open one is filled or left exposed. A shape is the set of the cells that are
//! taken, and of the groups of which one is exposed; here every piece may be laid any number of times, so the
//! shapes serve all sets of pieces at once. Kept are the shapes from which the full board can be reached.

use super::{Family, Obstacle, PieceSet};
use crate::atlas::Observer;
use crate::puzzle::Puzzle;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The most shapes that are looked at, those that lead nowhere included: about a gibibyte.
const MOST_SHAPES: usize = 30_000_000;

/// What an arc does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Lays a piece.
    Piece(u8),
    /// Leaves a cell exposed: what that adds to the key of the labels.
    Expose(u32),
}

/// An arc between two shapes, as seen from one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    /// The shape at its other end.
    pub(super) shape: u32,
    /// A place in [`Shapes::steps`].
    step: u16,
}

/// The shapes, numbered such that arcs lead to higher levels, and the arcs between them.
pub(super) struct Shapes {
    /// The shapes whose first open cell is each of the positions; behind them the full board.
    levels: Vec<Range<u32>>,
    /// How many cells of each shape are covered by pieces.
    areas: Vec<u8>,
    steps: Vec<Step>,
    from: Arcs,
    to: Arcs,
}

/// Arcs by the shape at one end.
struct Arcs {
    /// The place of each shape's first arc, and the number of arcs.
    first: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Arcs {
    /// From pairs of an end and an arc, those of an end in the order given.
    fn new(shapes: usize, pairs: impl Iterator<Item = (u32, Arc)> + Clone) -> Self {
        let mut first = vec![0_u32; shapes + 1];
        pairs.clone().for_each(|(end, _)| first[end as usize + 1] += 1);
        for shape in 0..shapes {
            first[shape + 1] += first[shape];
        }
        let mut place = first.clone();
        let mut arcs = vec![Arc { shape: 0, step: 0 }; first[shapes] as usize];
        for (end, arc) in pairs {
            let place = &mut place[end as usize];
            arcs[*place as usize] = arc;
            *place += 1;
        }
        Self { first, arcs }
    }

    fn of(&self, shape: u32) -> &[Arc] {
        let shape = shape as usize;
        &self.arcs[self.first[shape] as usize..self.first[shape + 1] as usize]
    }
}

/// The cells taken, and as bits the groups of which one is exposed.
type Shape = (u64, u16);

/// Numbers of shapes, by level.
type Level = HashMap<Shape, u32, BuildHasherDefault<Mixer>>;

/// A quick hash of whole numbers.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// What can be done at a position, given which cells it takes.
struct Options {
    /// For each position the cells that each step takes, and the step.
    at: Vec<Vec<(u64, u16)>>,
    /// For each position the group of its label and the step that leaves it exposed.
    expose: Vec<Option<(u16, u16)>>,
    steps: Vec<Step>,
}

impl Options {
    fn new(puzzle: &Puzzle, family: &Family, pieces: PieceSet, weights: &[u32]) -> Self {
        let cells = &puzzle.board.cells;
        // Along the shorter side, so that few cells lie between the first open one and the last taken one.
        let upright = puzzle.board.columns <= puzzle.board.rows;
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_by_key(|&cell| {
            let square = cells[cell].square;
            if upright { (square.row, square.col) } else { (square.col, square.row) }
        });
        let mut position = vec![0; cells.len()];
        order.iter().enumerate().for_each(|(place, &cell)| position[cell] = place);
        let mut steps = Vec::new();
        let mut at = vec![Vec::new(); cells.len()];
        for piece in pieces.iter() {
            let named = &family.pieces()[piece];
            for shape in named.shape.orientations(named.motions) {
                for (_, covered) in puzzle.board.fits(&shape) {
                    let taken = covered.iter().fold(0_u64, |taken, cell| taken | 1 << position[cell]);
                    at[taken.trailing_zeros() as usize].push((taken, steps.len() as u16));
                }
            }
            steps.push(Step::Piece(piece as u8));
        }
        let mut expose = vec![None; cells.len()];
        for (group, (described, &weight)) in puzzle.groups.iter().zip(weights).enumerate() {
            for (place, label) in (1_u32..).zip(&described.labels) {
                expose[position[label.cell]] = Some((group as u16, steps.len() as u16));
                steps.push(Step::Expose(place * weight));
            }
        }
        Self { at, expose, steps }
    }

    /// Calls `visit` with each shape to which a step leads from `shape`, and the step.
    #[inline]
    fn each(&self, (taken, groups): Shape, position: usize, mut visit: impl FnMut(Shape, u16)) {
        for &(cells, step) in &self.at[position] {
            if taken & cells == 0 {
                visit((taken | cells, groups), step);
            }
        }
        if let Some((group, step)) = self.expose[position]
            && groups >> group & 1 == 0
        {
            visit((taken | 1 << position, groups | 1 << group), step);
        }
    }
}

impl Shapes {
    /// The shapes of a board whose labels have these weights in a key, if `pieces` may be laid.
    pub(super) fn new(
        puzzle: &Puzzle,
        family: &Family,
        pieces: PieceSet,
        weights: &[u32],
        observer: &dyn Observer,
    ) -> Result<Self, Obstacle> {
        let options = Options::new(puzzle, family, pieces, weights);
        let positions = options.at.len();
        observer.stage("partial covers of the board", 2 * positions);
        let step = || {
            observer.advance();
            if observer.is_cancelled() { Err(Obstacle::Cancelled) } else { Ok(()) }
        };
        let first_open = |shape: Shape| (shape.0.trailing_ones() as usize).min(positions);
        let mut reached = vec![Level::default(); positions + 1];
        reached[0].insert((0, 0), 0);
        let mut sorted: Vec<Vec<Shape>> = Vec::with_capacity(positions);
        let mut count = 0;
        for position in 0..positions {
            // What was reached is read once more below, in a fixed order.
            let mut shapes: Vec<Shape> = std::mem::take(&mut reached[position]).into_keys().collect();
            shapes.sort_unstable();
            for &shape in &shapes {
                options.each(shape, position, |after, _| {
                    reached[first_open(after)].insert(after, 0);
                });
            }
            count += shapes.len();
            if count + reached.iter().map(Level::len).sum::<usize>() > MOST_SHAPES {
                return Err(Obstacle::Shapes);
            }
            sorted.push(shapes);
            step()?;
        }
        let full = (reached.swap_remove(positions)).into_keys().find(|shape| {
            // All groups are exposed.
            shape.1.count_ones() as usize == weights.len()
        });
        // Numbered from the end for the time being.
        let mut live = vec![Level::default(); positions + 1];
        let mut lengths = vec![0_u32; positions + 1];
        let mut shapes = 0_u32;
        if let Some(full) = full {
            live[positions].insert(full, 0);
            lengths[positions] = 1;
            shapes = 1;
        }
        let mut areas = Vec::new();
        let area = |shape: Shape| (shape.0.count_ones() - shape.1.count_ones()) as u8;
        areas.extend(full.map(area));
        let mut arcs: Vec<(u32, u32, u16)> = Vec::new();
        for position in (0..positions).rev() {
            let mut here = Level::default();
            for shape in std::mem::take(&mut sorted[position]).into_iter().rev() {
                let before = arcs.len();
                options.each(shape, position, |after, step| {
                    if let Some(&number) = live[first_open(after)].get(&after) {
                        arcs.push((shapes, number, step));
                    }
                });
                if arcs.len() > before {
                    here.insert(shape, shapes);
                    areas.push(area(shape));
                    shapes += 1;
                }
            }
            lengths[position] = here.len() as u32;
            live[position] = here;
            step()?;
        }
        drop(live);
        areas.reverse();
        let number = |from_end: u32| shapes - 1 - from_end;
        let mut start = 0;
        let level = |length: &u32| {
            start += length;
            start - length..start
        };
        let levels = lengths.iter().map(level).collect();
        // By target: in the order of their sources. By source: in the order of the steps.
        let from = arcs.iter().map(|&(from, to, step)| (number(from), Arc { shape: number(to), step }));
        let to = arcs.iter().rev().map(|&(from, to, step)| (number(to), Arc { shape: number(from), step }));
        let (from, to) = (Arcs::new(shapes as usize, from), Arcs::new(shapes as usize, to));
        Ok(Self { levels, areas, steps: options.steps, from, to })
    }

    /// How many shapes there are.
    pub(super) fn len(&self) -> usize {
        self.levels.last().map_or(0, |end| end.end as usize)
    }

    /// The shapes with their first open cell at each position; the last level is the full board. There are no
    /// shapes if the board cannot be covered.
    pub(super) fn levels(&self) -> &[Range<u32>] {
        &self.levels
    }

    /// How many cells of a shape are covered by pieces.
    pub(super) fn area(&self, shape: u32) -> u8 {
        self.areas[shape as usize]
    }

    /// The arcs that lead from a shape.
    pub(super) fn from(&self, shape: u32) -> &[Arc] {
        self.from.of(shape)
    }

    /// The arcs that lead to a shape.
    pub(super) fn to(&self, shape: u32) -> &[Arc] {
        self.to.of(shape)
    }

    /// What an arc does.
    pub(super) fn step(&self, arc: &Arc) -> Step {
        self.steps[usize::from(arc.step)]
    }
}
