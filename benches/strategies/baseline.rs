//! The plain baseline: the textbook bit-mask recursion. At the first empty cell it tests each candidate of
//! each unused piece with one AND. It shares no code with the strategies that are measured against it.

use tiling_almanac::cover::Cover;
use tiling_almanac::geometry::CellSet;

/// The masks of all candidates, by lowest cell and piece.
pub struct Baseline {
    masks: Vec<[Vec<u64>; PIECES]>,
}

const PIECES: usize = 10;

/// Nodes and solutions of a full tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub nodes: u64,
    pub solutions: u64,
}

impl Counts {
    pub fn add(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, solutions: self.solutions + other.solutions }
    }
}

impl Baseline {
    pub fn new(cover: &Cover) -> Self {
        assert_eq!(cover.piece_count(), PIECES);
        let mut masks = vec![[const { Vec::new() }; PIECES]; cover.cell_count()];
        for placement in cover.placements() {
            let lowest = placement.cells.first().expect("a placement has cells");
            masks[lowest][placement.piece].push(placement.cells.bits());
        }
        Self { masks }
    }

    pub fn count(&self, target: CellSet) -> Counts {
        let mut counts = Counts::default();
        self.cover(!target.bits(), 0, &mut counts);
        counts
    }

    fn cover(&self, occupied: u64, used: u64, counts: &mut Counts) {
        counts.nodes += 1;
        if occupied == u64::MAX {
            counts.solutions += 1;
            return;
        }
        let cell = occupied.trailing_ones() as usize;
        for (piece, masks) in self.masks[cell].iter().enumerate() {
            if used >> piece & 1 == 0 {
                for &mask in masks {
                    if occupied & mask == 0 {
                        self.cover(occupied | mask, used | 1 << piece, counts);
                    }
                }
            }
        }
    }
}
