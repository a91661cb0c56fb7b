//! The plain baseline: the textbook bit-mask recursion. At the first empty cell it tests each candidate of
//! each unused piece with one AND. It shares no code with the strategies that are measured against it.

use tiling_almanac::cover::Cover;
use tiling_almanac::geometry::CellSet;

/// The masks of all candidates, by lowest cell and piece.
pub struct Baseline {
    masks: Vec<u64>,
    /// For each cell and piece the range of its candidates among the masks.
    candidates: Vec<Vec<(u32, u32)>>,
}

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
        let mut masks = Vec::new();
        let mut candidates = vec![Vec::new(); cover.cell_count()];
        for (cell, candidates) in candidates.iter_mut().enumerate() {
            for piece in 0..cover.piece_count() {
                let start = masks.len() as u32;
                let of_piece = cover.placements().iter().filter(|placement| placement.piece == piece);
                let here =
                    of_piece.map(|placement| placement.cells).filter(|cells| cells.first() == Some(cell));
                masks.extend(here.map(CellSet::bits));
                candidates.push((start, masks.len() as u32));
            }
        }
        Self { masks, candidates }
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
        for (piece, &(start, end)) in self.candidates[cell].iter().enumerate() {
            if used >> piece & 1 == 0 {
                for &mask in &self.masks[start as usize..end as usize] {
                    if occupied & mask == 0 {
                        self.cover(occupied | mask, used | 1 << piece, counts);
                    }
                }
            }
        }
    }
}
