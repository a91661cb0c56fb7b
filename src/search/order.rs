//! The orders in which candidates are tried.

use crate::cover::{Cover, PlacementId};
use std::cmp::Reverse;

/// The order in which the candidates of a node are tried. It changes what a search to the first solution
/// costs, never how many nodes the whole tree of a strategy has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CandidateOrder {
    /// Ascending placement numbers.
    #[default]
    Canonical,
    /// Pieces with fewer orientations first; ties canonical.
    FewestOrientations,
    /// Larger pieces first; ties canonical.
    LargestFirst,
}

impl CandidateOrder {
    /// All orders.
    pub const ALL: &'static [Self] = &[Self::Canonical, Self::FewestOrientations, Self::LargestFirst];

    /// The name in tables and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::FewestOrientations => "fewest-orientations",
            Self::LargestFirst => "largest-first",
        }
    }

    /// The placements of `cover` in this order.
    pub fn arrange(self, cover: &Cover) -> Vec<PlacementId> {
        let mut orientations = vec![0; cover.piece_count()];
        let mut area = vec![0; cover.piece_count()];
        for orientation in cover.orientations() {
            orientations[orientation.piece] += 1;
            area[orientation.piece] = orientation.shape.area();
        }
        let piece = |id: &PlacementId| cover.placements()[usize::from(*id)].piece;
        let mut ids: Vec<PlacementId> = (0..).take(cover.placements().len()).collect();
        match self {
            Self::Canonical => {}
            Self::FewestOrientations => ids.sort_by_key(|id| orientations[piece(id)]),
            Self::LargestFirst => ids.sort_by_key(|id| Reverse(area[piece(id)])),
        }
        ids
    }
}
