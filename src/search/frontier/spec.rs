//! States and arcs of the frontier of a puzzle. Knows polyominoes, and nothing of memory.

use super::builder::{Class, OptionId, Spec, State, Step};
use super::pockets::Pockets;
use crate::search::candidates::{Candidates, Orientations};
use multiversion::multiversion;

/// The exact-cover problem of one date, or of many at once: then "leave this cell exposed" is one more option
/// of a cell, and of it and its group.
///
/// A state is the set of positions that are covered, exposed or off the board, which has no gap before its
/// first open position; its class says which tiles and groups are used. The next option fills the first
/// open position.
pub(super) struct Problem<'a, const WORDS: usize, const CHUNKS: usize> {
    pub(super) candidates: &'a Candidates<WORDS, CHUNKS>,
    /// Area of each tile.
    pub(super) areas: &'a [u32],
    /// The positions that are not to be filled.
    pub(super) occupied: u64,
    /// What may be left exposed.
    pub(super) exposable: Exposable,
    /// What tells that a partial cover cannot be completed.
    pub(super) pockets: &'a Pockets,
}

/// Which positions may be left exposed.
#[derive(Clone)]
pub(super) struct Exposable {
    /// For each position the group of its label, if it may be left exposed.
    pub(super) group: [Option<u8>; 64],
    /// How many groups there are; of each one cell is left exposed.
    pub(super) groups: usize,
    /// The number of the option of each position.
    pub(super) option: [OptionId; 64],
}

impl Exposable {
    /// No position is left exposed.
    pub(super) const NOTHING: Self = Self { group: [None; 64], groups: 0, option: [0; 64] };
}

/// The bit of the first group among those of a class.
const FIRST_GROUP: usize = 64;
/// Nothing is open any more.
const FULL: State = State::MAX;

impl<const WORDS: usize, const CHUNKS: usize> Problem<'_, WORDS, CHUNKS> {
    /// The bit of a kind of options: of a tile, or of a group.
    fn bit(&self, kind: usize) -> u128 {
        let tiles = self.areas.len();
        1 << if kind < tiles { kind } else { FIRST_GROUP + kind - tiles }
    }

    /// Whether everything is used.
    fn is_complete(&self, class: Class) -> bool {
        class.used.count_ones() as usize == self.kinds()
    }

    /// Whether an arc leads on from a state, which may be the end, and no pocket is in the way.
    #[inline(always)]
    fn leads_on(&self, state: State, unused: &Orientations<WORDS>, may_expose: u64, complete: bool) -> bool {
        if state == FULL {
            return complete;
        }
        let fits = self.candidates.fits(state, unused);
        (fits.candidates != [0; WORDS] || may_expose >> fits.position & 1 == 1)
            && !self.pockets.any(!state, may_expose)
    }

    /// The positions that may be left exposed in a class.
    fn may_expose(&self, class: Class) -> u64 {
        let groups = (class.used >> FIRST_GROUP) as u64;
        let free = |group: &Option<u8>| group.is_some_and(|group| groups >> group & 1 == 0);
        (0..64).zip(&self.exposable.group).filter(|(_, group)| free(group)).map(|(at, _)| 1 << at).sum()
    }
}

impl<const WORDS: usize, const CHUNKS: usize> Spec for Problem<'_, WORDS, CHUNKS> {
    fn root(&self) -> (Class, State) {
        (Class { rank: 0, used: 0 }, self.occupied)
    }

    fn kinds(&self) -> usize {
        self.areas.len() + self.exposable.groups
    }

    fn after(&self, class: Class, kind: usize) -> Class {
        let cells = self.areas.get(kind).copied().unwrap_or(1);
        Class { rank: class.rank + cells, used: class.used | self.bit(kind) }
    }

    fn is_end(&self, class: Class, state: State) -> bool {
        state == FULL && self.is_complete(class)
    }

    fn expand(
        &self,
        class: Class,
        states: &[State],
        children: &mut Vec<u16>,
        emit: &mut impl FnMut(usize, Step),
    ) {
        expand(self, class, states, children, emit);
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn expand<const WORDS: usize, const CHUNKS: usize, E: FnMut(usize, Step)>(
    problem: &Problem<WORDS, CHUNKS>,
    class: Class,
    states: &[State],
    children: &mut Vec<u16>,
    emit: &mut E,
) {
    let Problem { candidates, areas, exposable, .. } = problem;
    let tiles = candidates.tiles();
    let may_expose = problem.may_expose(class);
    let unused = |class: Class| candidates.unused(|tile| class.used & problem.bit(tile) != 0);
    let all_unused = unused(class);
    // By orientation: what is unused after it, and whether then everything is used.
    let by_tile: Vec<(Orientations<WORDS>, bool, usize)> = (0..areas.len())
        .map(|tile| (problem.after(class, tile), tile))
        .map(|(class, tile)| (unused(class), problem.is_complete(class), tile))
        .collect();
    // By group: what may be exposed after it, and whether then everything is used.
    let by_group: Vec<(u64, bool)> = (areas.len()..problem.kinds())
        .map(|kind| problem.after(class, kind))
        .map(|class| (problem.may_expose(class), problem.is_complete(class)))
        .collect();
    let after: Vec<(Orientations<WORDS>, bool, usize)> = tiles.iter().map(|&tile| by_tile[tile]).collect();
    for (source, &state) in (0..).zip(states) {
        if state == FULL {
            children.push(0);
            continue;
        }
        let fits = candidates.fits(state, &all_unused);
        let masks = candidates.masks(fits.position);
        let mut count = fits.candidates.iter().map(|word| word.count_ones() as u16).sum();
        for (word, mut fitting) in fits.candidates.into_iter().enumerate() {
            while fitting != 0 {
                let orientation = word * 64 + fitting.trailing_zeros() as usize;
                fitting &= fitting - 1;
                let state = state | masks[orientation] << fits.position;
                let (unused, complete, tile) = &after[orientation];
                if problem.leads_on(state, unused, may_expose, *complete) {
                    let option = candidates.placement(fits.position, orientation).unwrap_or_default();
                    emit(*tile, Step { source, option, state });
                }
            }
        }
        if let Some(group) = exposable.group[fits.position].filter(|_| may_expose >> fits.position & 1 == 1) {
            count += 1;
            let kind = areas.len() + usize::from(group);
            let state = state | 1 << fits.position;
            let (may_expose, complete) = by_group[usize::from(group)];
            if problem.leads_on(state, &all_unused, may_expose, complete) {
                emit(kind, Step { source, option: exposable.option[fits.position], state });
            }
        }
        children.push(count);
    }
}
