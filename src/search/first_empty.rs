//! `first-empty`: cover the lowest-numbered cell that is not yet covered (de Bruijn, 1971); and `last-empty`,
//! the same from the other end of the board. Which candidates fit there is a few look-ups ([`Candidates`]).

use super::candidates::{After, Candidates, Fits, Layout, Orientations, Sweep, with_candidates};
use super::tally::{Effort, Stop, Tally};
use super::{OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(solver(cover, order, Sweep::from_first(cover)))
}

pub(super) fn prepare_from_last(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(solver(cover, order, Sweep::from_last(cover)))
}

fn solver(cover: &Cover, order: &[PlacementId], sweep: Sweep) -> Box<dyn Solver> {
    let layout = Layout::new(cover, order, &sweep);
    with_candidates!(cover, layout, |candidates| Box::new(FirstEmpty::new(cover, candidates, sweep)))
}

struct FirstEmpty<const WORDS: usize, const CHUNKS: usize> {
    sweep: Sweep,
    tile_count: usize,
    candidates: Candidates<WORDS, CHUNKS>,
    /// For each orientation what may be laid after it.
    after: Vec<After<WORDS>>,
}

impl<const WORDS: usize, const CHUNKS: usize> FirstEmpty<WORDS, CHUNKS> {
    fn new(cover: &Cover, candidates: Candidates<WORDS, CHUNKS>, sweep: Sweep) -> Self {
        Self { sweep, tile_count: cover.tile_count(), after: candidates.after(), candidates }
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
    /// Walks the tree below a node that has been entered, and returns its expected effort: `occupied` are the positions that are covered,
    /// exposed or not on the board, `unused` the orientations that may be laid.
    fn node(
        &mut self,
        depth: usize,
        occupied: u64,
        unused: Orientations<WORDS>,
        fits: Fits<WORDS>,
    ) -> Result<Option<f64>, Stop> {
        let mut effort = Effort::default();
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
                    if self.full(depth + 1)? {
                        effort.live(1.0);
                    } else {
                        effort.dead(1);
                    }
                    continue;
                }
                let unused = solver.after[tried].of(&unused);
                let below = solver.candidates.fits(occupied, &unused);
                if below.candidates == [0; WORDS] {
                    effort.dead(1);
                    continue;
                }
                self.path[depth % 64] = (fits.position as u8, tried as u16);
                let before = self.tally.nodes() - 1;
                match self.node(depth + 1, occupied, unused, below)? {
                    Some(expected) => effort.live(expected),
                    None => effort.dead(self.tally.nodes() - before),
                }
            }
        }
        Ok(effort.expected())
    }

    /// Every cell is covered; it is a solution if every tile is used.
    #[cold]
    fn full(&mut self, depth: usize) -> Result<bool, Stop> {
        if depth != self.solver.tile_count {
            return Ok(false);
        }
        let candidates = &self.solver.candidates;
        let placement = |&(cell, tried): &(u8, u16)| candidates.placement(cell.into(), tried.into());
        self.tally.solution(self.path[..depth].iter().filter_map(placement))?;
        Ok(true)
    }
}

impl<const WORDS: usize, const CHUNKS: usize> Solver for FirstEmpty<WORDS, CHUNKS> {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut walk = Walk { solver: self, tally: Tally::new(task, visit), path: [(0, 0); 64] };
        let occupied = !self.sweep.positions(task.target);
        let unused = self.candidates.unused(|_| false);
        let walked = walk.tally.enter().and_then(|()| match occupied {
            u64::MAX => Ok(None),
            _ => walk.node(0, occupied, unused, self.candidates.fits(occupied, &unused)),
        });
        // If it was stopped, that is in the tally.
        walk.tally.expect(walked.unwrap_or(None));
        walk.tally.report()
    }
}
