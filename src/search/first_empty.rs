//! `first-empty`: cover the lowest-numbered cell that is not yet covered (de Bruijn, 1971).
//!
//! The candidates of a cell are the placements whose lowest cell it is: at most one for each orientation.
//! Which of them still fit depends only on the occupancy of the next few cells (on the weekday board 22).
//! That window is cut into bytes, and for each byte a table holds the set of orientations that it leaves
//! possible, so "which candidates fit" is the AND of a few words. Orientations laid from different cells
//! cover the same cells relative to the lowest one wherever the rows around have the same width: such cells
//! share one table, which keeps the tables in the processor's nearest cache.

use super::tally::{Stop, Tally};
use super::{OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};

/// Bits of the window that one look-up takes.
const CHUNK_BITS: usize = 8;
const CHUNK_VALUES: usize = 1 << CHUNK_BITS;

/// A set of orientations, numbered in the order in which they are tried.
type Orientations<const WORDS: usize> = [u64; WORDS];

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    let layout = Layout::new(cover, order);
    let chunks = layout.window.div_ceil(CHUNK_BITS);
    Ok(match (layout.orientations.len().div_ceil(64), chunks) {
        (0..=1, 0..=3) => Box::new(FirstEmpty::<1, 3>::new(cover, layout)),
        (0..=1, _) => Box::new(FirstEmpty::<1, 8>::new(cover, layout)),
        // A piece has at most two orientations for each of its cells, and there are at most 64 cells.
        _ => Box::new(FirstEmpty::<2, 8>::new(cover, layout)),
    })
}

/// What can be laid where, by lowest cell.
struct Layout {
    /// The orientations, in the order in which they are tried.
    orientations: Vec<usize>,
    /// For each cell the placement of each orientation that has its lowest cell there.
    placements: Vec<Vec<Option<PlacementId>>>,
    /// For each cell the table that serves it.
    table: Vec<usize>,
    /// For each table the cells that each orientation covers, relative to the lowest one, which is bit 0; 0
    /// where unknown.
    masks: Vec<Vec<u64>>,
    /// Bits above the lowest cell within which all orientations lie.
    window: usize,
}

impl Layout {
    fn new(cover: &Cover, order: &[PlacementId]) -> Self {
        let placement = |id: PlacementId| &cover.placements()[usize::from(id)];
        let mut orientations = Vec::new();
        for &id in order {
            if !orientations.contains(&placement(id).orientation) {
                orientations.push(placement(id).orientation);
            }
        }
        let rank = |id| orientations.iter().position(|&ranked| ranked == placement(id).orientation);
        let mut placements = vec![vec![None; orientations.len()]; cover.cell_count()];
        for &id in order {
            if let (Some(lowest), Some(rank)) = (placement(id).cells.first(), rank(id)) {
                placements[lowest][rank] = Some(id);
            }
        }
        let mut table = Vec::new();
        let mut masks: Vec<Vec<u64>> = Vec::new();
        for (lowest, placements) in placements.iter().enumerate() {
            let mask = |id: &Option<PlacementId>| id.map_or(0, |id| placement(id).cells.bits() >> lowest);
            let new: Vec<u64> = placements.iter().map(mask).collect();
            let agree = |known: &Vec<u64>| known.iter().zip(&new).all(|(a, b)| a == b || *a == 0 || *b == 0);
            let shared = masks.iter().position(agree).unwrap_or(masks.len());
            if shared == masks.len() {
                masks.push(new);
            } else {
                masks[shared].iter_mut().zip(&new).for_each(|(known, new)| *known |= new);
            }
            table.push(shared);
        }
        let highest = masks.iter().flatten().map(|mask| 64 - mask.leading_zeros() as usize).max();
        Self { orientations, placements, table, masks, window: highest.unwrap_or(1).max(1) - 1 }
    }
}

struct FirstEmpty<const WORDS: usize, const CHUNKS: usize> {
    piece_count: usize,
    cells: [Cell<WORDS>; 64],
    /// The orientations that a chunk's occupancy leaves possible: `CHUNKS` tables of `CHUNK_VALUES` sets for
    /// each neighbourhood.
    fitting: Vec<[[Orientations<WORDS>; CHUNK_VALUES]; CHUNKS]>,
    /// The cells of each orientation relative to the lowest one, for each neighbourhood.
    masks: Vec<Vec<u64>>,
    /// For each orientation the orientations of all other pieces.
    others: Vec<Orientations<WORDS>>,
    placements: Vec<Vec<Option<PlacementId>>>,
}

/// What can be laid with its lowest cell here.
#[derive(Clone, Copy)]
struct Cell<const WORDS: usize> {
    /// The orientations that stay on the board.
    on_board: Orientations<WORDS>,
    /// The neighbourhood.
    table: usize,
}

impl<const WORDS: usize, const CHUNKS: usize> FirstEmpty<WORDS, CHUNKS> {
    fn new(cover: &Cover, layout: Layout) -> Self {
        let mut cells = [Cell { on_board: [0; WORDS], table: 0 }; 64];
        for (lowest, cell) in cells.iter_mut().enumerate().take(cover.cell_count()) {
            cell.table = layout.table[lowest];
            cell.on_board = set(layout.placements[lowest].iter().map(Option::is_some));
        }
        let fitting = |masks: &Vec<u64>| {
            let chunk = |chunk: usize| {
                std::array::from_fn(|occupancy| {
                    let blocked = (occupancy as u64) << (chunk * CHUNK_BITS);
                    set(masks.iter().map(|mask| mask >> 1 & blocked == 0))
                })
            };
            std::array::from_fn(chunk)
        };
        let piece = |orientation: &usize| cover.orientations()[*orientation].piece;
        let others = |a| set(layout.orientations.iter().map(move |b| piece(a) != piece(b)));
        Self {
            piece_count: cover.piece_count(),
            cells,
            fitting: layout.masks.iter().map(fitting).collect(),
            others: layout.orientations.iter().map(others).collect(),
            masks: layout.masks,
            placements: layout.placements,
        }
    }
}

/// The set of the places that hold `true`.
fn set<const WORDS: usize>(members: impl Iterator<Item = bool>) -> Orientations<WORDS> {
    let mut set = [0; WORDS];
    for (place, member) in members.enumerate() {
        set[place / 64] |= u64::from(member) << (place % 64);
    }
    set
}

/// A search under way.
struct Walk<'s, 't, 'v, const WORDS: usize, const CHUNKS: usize> {
    solver: &'s FirstEmpty<WORDS, CHUNKS>,
    tally: Tally<'t, 'v>,
    /// The lowest cell and the orientation of each placement chosen.
    path: [(u8, u16); 64],
}

/// What fits at the lowest cell that is not occupied.
struct Fits<const WORDS: usize> {
    cell: usize,
    candidates: Orientations<WORDS>,
}

impl<const WORDS: usize, const CHUNKS: usize> Walk<'_, '_, '_, WORDS, CHUNKS> {
    #[inline(always)]
    fn fits(&self, occupied: u64, unused: &Orientations<WORDS>) -> Fits<WORDS> {
        let cell = occupied.trailing_ones() as usize % 64;
        let here = &self.solver.cells[cell];
        let mut window = occupied >> cell >> 1;
        let mut candidates = here.on_board;
        for chunk in &self.solver.fitting[here.table] {
            let fitting = &chunk[window as usize % CHUNK_VALUES];
            for (candidates, fitting) in candidates.iter_mut().zip(fitting) {
                *candidates &= fitting;
            }
            window >>= CHUNK_BITS;
        }
        for (candidates, unused) in candidates.iter_mut().zip(unused) {
            *candidates &= unused;
        }
        Fits { cell, candidates }
    }

    /// Walks the tree below a node that has been entered: `occupied` are the cells that are covered, exposed
    /// or not on the board, `unused` the orientations of the pieces not yet used.
    fn node(
        &mut self,
        depth: usize,
        occupied: u64,
        unused: Orientations<WORDS>,
        fits: Fits<WORDS>,
    ) -> Result<(), Stop> {
        let solver = self.solver;
        let masks = &solver.masks[solver.cells[fits.cell].table];
        for (word, mut candidates) in fits.candidates.into_iter().enumerate() {
            while candidates != 0 {
                let tried = word * 64 + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                let occupied = occupied | masks[tried] << fits.cell;
                self.tally.enter()?;
                if occupied == u64::MAX {
                    self.path[depth % 64] = (fits.cell as u8, tried as u16);
                    self.full(depth + 1)?;
                    continue;
                }
                let unused = std::array::from_fn(|word| unused[word] & solver.others[tried][word]);
                let below = self.fits(occupied, &unused);
                if below.candidates != [0; WORDS] {
                    self.path[depth % 64] = (fits.cell as u8, tried as u16);
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
        let placement =
            |&(cell, tried): &(u8, u16)| self.solver.placements[usize::from(cell)][usize::from(tried)];
        self.tally.solution(self.path[..depth].iter().filter_map(placement))
    }
}

impl<const WORDS: usize, const CHUNKS: usize> Solver for FirstEmpty<WORDS, CHUNKS> {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut walk = Walk { solver: self, tally: Tally::new(task, visit), path: [(0, 0); 64] };
        let occupied = !task.target.bits();
        let unused = [u64::MAX; WORDS];
        // Whether it ran to the end or was stopped is in the tally.
        let _ = walk.tally.enter().and_then(|()| match occupied {
            u64::MAX => Ok(()),
            _ => walk.node(0, occupied, unused, walk.fits(occupied, &unused)),
        });
        walk.tally.report()
    }
}
