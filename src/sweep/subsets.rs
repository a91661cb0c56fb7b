//! All subsets of some sets of pieces, numbered.

use super::{Obstacle, PieceSet};
use std::collections::BTreeSet;

/// The most subsets that are held.
const MOST_SUBSETS: usize = 1 << 22;
/// Stands for no subset.
pub(super) const NONE: u32 = u32::MAX;

/// The subsets in ascending order of their bits: number 0 is the empty one.
pub(super) struct Subsets {
    sets: Vec<PieceSet>,
    /// For each piece and subset the number of the subset with that piece too; [`NONE`] if it has it already, or if no
    /// set has both.
    with: Vec<Vec<u32>>,
}

impl Subsets {
    pub(super) fn new(of: &[PieceSet]) -> Result<Self, Obstacle> {
        let mut known: BTreeSet<PieceSet> = of.iter().copied().collect();
        let mut open: Vec<PieceSet> = known.iter().copied().collect();
        while let Some(set) = open.pop() {
            for piece in set.iter() {
                let smaller = set.without(piece);
                if known.insert(smaller) {
                    open.push(smaller);
                }
            }
            if known.len() > MOST_SUBSETS {
                return Err(Obstacle::Sets);
            }
        }
        let sets: Vec<PieceSet> = known.into_iter().collect();
        let pieces = of.iter().fold(PieceSet::EMPTY, |all, &set| all | set);
        let mut with = vec![Vec::new(); PieceSet::CAPACITY];
        for piece in pieces.iter() {
            let bigger = |set: &PieceSet| if set.contains(piece) { None } else { Some(set.with(piece)) };
            let number = |set: PieceSet| sets.binary_search(&set).map_or(NONE, |place| place as u32);
            with[piece] = sets.iter().map(|set| bigger(set).map_or(NONE, number)).collect();
        }
        Ok(Self { sets, with })
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The subsets by number.
    pub(super) fn sets(&self) -> &[PieceSet] {
        &self.sets
    }

    /// For each subset the number of the one with that piece too, or [`NONE`]. Ascends where it is not.
    pub(super) fn with(&self, piece: u8) -> &[u32] {
        &self.with[usize::from(piece)]
    }

    /// The ways to split a set in two, as numbers of both parts.
    pub(super) fn splits(&self, set: PieceSet) -> impl Iterator<Item = (usize, usize)> {
        let number = |set: PieceSet| self.sets.binary_search(&set).ok();
        set.subsets().filter_map(move |part| Some((number(part)?, number(set - part)?)))
    }
}
