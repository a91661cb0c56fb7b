//! Partial covers that leave open positions cut off, too few together for any piece.

use crate::cover::Cover;
use crate::search::candidates::Sweep;

/// Looks for single open positions and pairs of them without an open neighbour.
///
/// Whole sets of positions are shifted at once, so a look takes a few dozen instructions.
#[derive(Clone, Debug)]
pub(super) struct Pockets {
    /// Neighbours, by how far apart their positions are: the lower one of each pair.
    neighbours: [(u32, u64); 2],
    /// The area of the smallest piece.
    smallest: u32,
}

impl Pockets {
    pub(super) fn new(cover: &Cover, sweep: &Sweep, areas: &[u32]) -> Self {
        let mut neighbours: Vec<(u32, u64)> = Vec::new();
        for (cell, one) in cover.squares().iter().enumerate() {
            for (beside, other) in cover.squares().iter().enumerate() {
                let (from, to) = (sweep.position(cell), sweep.position(beside));
                if from < to && one.row.abs_diff(other.row) + one.col.abs_diff(other.col) == 1 {
                    let distance = (to - from) as u32;
                    match neighbours.iter_mut().find(|known| known.0 == distance) {
                        Some((_, positions)) => *positions |= 1 << from,
                        None => neighbours.push((distance, 1 << from)),
                    }
                }
            }
        }
        if neighbours.len() > 2 {
            return Self::ignored();
        }
        neighbours.resize(2, (0, 0));
        Self {
            neighbours: [neighbours[0], neighbours[1]],
            smallest: areas.iter().copied().min().unwrap_or(0),
        }
    }

    /// Finds none.
    pub(super) fn ignored() -> Self {
        Self { neighbours: [(0, 0); 2], smallest: 0 }
    }

    /// Whether a pocket of `open` positions is too small for any piece; those that `may_stay` open are not
    /// in any.
    #[inline(always)]
    pub(super) fn any(&self, open: u64, may_stay: u64) -> bool {
        if self.smallest < 2 {
            return false;
        }
        // Positions with at least one open neighbour, and with more than one.
        let (mut some, mut more) = (0, 0);
        for (distance, from) in self.neighbours {
            let before = (open & from) << distance;
            more |= some & before;
            some |= before;
            let after = open >> distance & from;
            more |= some & after;
            some |= after;
        }
        let mut pockets = open & !some & !may_stay;
        if self.smallest > 2 {
            let ends = open & some & !more & !may_stay;
            for (distance, from) in self.neighbours {
                pockets |= ends & ends >> distance & from;
            }
        }
        pockets != 0
    }
}
