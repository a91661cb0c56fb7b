//! `first-empty`: cover the lowest-numbered cell that is not yet covered (de Bruijn, 1971); and `last-empty`,
//! the same from the other end of the board. Which candidates fit there is a few look-ups ([`Candidates`]).

use super::candidates::{Candidates, Fits, Layout, Orientations, Sweep};
use super::tally::{Stop, Tally};
use super::{OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(solver(cover, order, Sweep::FromFirst))
}

pub(super) fn prepare_from_last(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(solver(cover, order, Sweep::FromLast))
}

fn solver(cover: &Cover, order: &[PlacementId], sweep: Sweep) -> Box<dyn Solver> {
    let layout = Layout::new(cover, order, sweep);
    match (layout.words(), layout.chunks()) {
        (0..=1, 0..=3) => Box::new(FirstEmpty::<1, 3>::new(cover, layout, sweep)),
        (0..=1, _) => Box::new(FirstEmpty::<1, 8>::new(cover, layout, sweep)),
        _ => Box::new(FirstEmpty::<2, 8>::new(cover, layout, sweep)),
    }
}

struct FirstEmpty<const WORDS: usize, const CHUNKS: usize> {
    sweep: Sweep,
    cell_count: usize,
    piece_count: usize,
    candidates: Candidates<WORDS, CHUNKS>,
    /// For each orientation the orientations of all other pieces.
    others: Vec<Orientations<WORDS>>,
}

impl<const WORDS: usize, const CHUNKS: usize> FirstEmpty<WORDS, CHUNKS> {
    fn new(cover: &Cover, layout: Layout, sweep: Sweep) -> Self {
        let candidates = Candidates::new(cover, layout);
        let others = |&piece: &usize| candidates.orientations_of(|other| other != piece);
        let others = candidates.pieces().iter().map(others).collect();
        Self { sweep, cell_count: cover.cell_count(), piece_count: cover.piece_count(), candidates, others }
    }
}

/// A search under way.
struct Walk<'s, 't, 'v, const WORDS: usize, const CHUNKS: usize> {
    solver: &'s FirstEmpty<WORDS, CHUNKS>,
    tally: Tally<'t, 'v>,
    /// The first position and the orientation of each placement chosen.
    path: [(u8, u16); 64],
}

impl<const WORDS: usize, const CHUNKS: usize> Walk<'_, '_, '_, WORDS, CHUNKS> {
    /// Walks the tree below a node that has been entered: `occupied` are the positions that are covered,
    /// exposed or not on the board, `unused` the orientations of the pieces not yet used.
    fn node(
        &mut self,
        depth: usize,
        occupied: u64,
        unused: Orientations<WORDS>,
        fits: Fits<WORDS>,
    ) -> Result<(), Stop> {
        let solver = self.solver;
        let masks = solver.candidates.masks(fits.position);
        for (word, mut candidates) in fits.candidates.into_iter().enumerate() {
            while candidates != 0 {
                let tried = word * 64 + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                let occupied = occupied | masks[tried] << fits.position;
                self.tally.enter()?;
                if occupied == u64::MAX {
                    self.path[depth % 64] = (fits.position as u8, tried as u16);
                    self.full(depth + 1)?;
                    continue;
                }
                let unused = std::array::from_fn(|word| unused[word] & solver.others[tried][word]);
                let below = solver.candidates.fits(occupied, &unused);
                if below.candidates != [0; WORDS] {
                    self.path[depth % 64] = (fits.position as u8, tried as u16);
                    self.node(depth + 1, occupied, unused, below)?;
                }
            }
        }
        Ok(())
    }

    /// Every cell is covered; it is a solution if every piece is used.
    #[cold]
    fn full(&mut self, depth: usize) -> Result<(), Stop> {
        if depth != self.solver.piece_count {
            return Ok(());
        }
        let candidates = &self.solver.candidates;
        let placement = |&(cell, tried): &(u8, u16)| candidates.placement(cell.into(), tried.into());
        self.tally.solution(self.path[..depth].iter().filter_map(placement))
    }
}

impl<const WORDS: usize, const CHUNKS: usize> Solver for FirstEmpty<WORDS, CHUNKS> {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut walk = Walk { solver: self, tally: Tally::new(task, visit), path: [(0, 0); 64] };
        let occupied = !self.sweep.positions(task.target, self.cell_count);
        let unused = [u64::MAX; WORDS];
        // Whether it ran to the end or was stopped is in the tally.
        let _ = walk.tally.enter().and_then(|()| match occupied {
            u64::MAX => Ok(()),
            _ => walk.node(0, occupied, unused, self.candidates.fits(occupied, &unused)),
        });
        walk.tally.report()
    }
}
