//! `piece-order`: lay the next piece in the pieces' order, wherever it fits; copies of a piece one after the other, in
//! ascending order.
//!
//! The placements of a piece are a row of bits. Each node keeps, for the pieces still to come, which of
//! their placements meet nothing laid so far: the parent's bits AND the bits compatible with the placement
//! chosen. The bits of the very next piece are made first; a node without any is done with.

use super::tally::{Stop, Tally};
use super::{OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};
use std::ops::Range;

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(Box::new(PieceOrder::new(cover, order)))
}

struct PieceOrder {
    /// The words of each tile's placements, in the order in which tiles are laid.
    tiles: Vec<Range<usize>>,
    /// How many words there are in all.
    words: usize,
    /// The placement of each bit and its cells; `None` for the bits that fill up a piece's last word.
    bits: Vec<Option<(PlacementId, u64)>>,
    /// For each bit, the words of the tiles laid later: the placements that share no cell with its own, and of a copy of
    /// its own piece only later ones.
    compatible: Vec<Vec<u64>>,
}

impl PieceOrder {
    fn new(cover: &Cover, order: &[PlacementId]) -> Self {
        let placement = |id: PlacementId| &cover.placements()[usize::from(id)];
        let mut laid: Vec<usize> = Vec::new();
        for &id in order {
            if !laid.contains(&placement(id).piece) {
                laid.push(placement(id).piece);
            }
        }
        let mut tiles = Vec::new();
        let mut bits = Vec::new();
        // How many copies of its piece are laid after each tile.
        let mut copies_after = Vec::new();
        for &piece in &laid {
            for copy in 0..cover.copies()[piece] {
                let start = bits.len() / 64;
                let of_piece = order.iter().filter(|&&id| placement(id).piece == piece);
                bits.extend(of_piece.map(|&id| Some((id, placement(id).cells.bits()))));
                bits.resize(bits.len().next_multiple_of(64), None);
                tiles.push(start..bits.len() / 64);
                copies_after.push(cover.copies()[piece] - copy - 1);
            }
        }
        let mut solver = Self { tiles, words: bits.len() / 64, bits, compatible: Vec::new() };
        for (tile, copies_after) in solver.tiles.clone().into_iter().zip(copies_after) {
            for bit in tile.start * 64..tile.end * 64 {
                let taken = solver.bits[bit].map_or(u64::MAX, |(_, cells)| cells);
                let mut compatible = solver.not_meeting(taken, tile.end);
                // The same placements once more for each copy: those up to this one are out.
                let place = bit - tile.start * 64;
                for copy in compatible.chunks_mut(tile.len()).take(copies_after) {
                    copy[..place / 64].fill(0);
                    copy[place / 64] &= u64::MAX << (place % 64) << 1;
                }
                solver.compatible.push(compatible);
            }
        }
        solver
    }

    /// The placements that cover none of `cells`, from the word `first` on.
    fn not_meeting(&self, cells: u64, first: usize) -> Vec<u64> {
        let fits = |bit: &Option<(PlacementId, u64)>| bit.is_some_and(|(_, mask)| mask & cells == 0);
        let word =
            |bits: &[_]| (0..).zip(bits).fold(0, |word, (place, bit)| word | u64::from(fits(bit)) << place);
        self.bits[first * 64..].chunks(64).map(word).collect()
    }
}

/// Puts `a AND b` into `to`; says whether any bit is set.
#[inline(always)]
fn and(to: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    let mut any = 0;
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        *to = a & b;
        any |= *to;
    }
    any != 0
}

fn walk(solver: &PieceOrder, task: &Task, tally: &mut Tally) -> Result<(), Stop> {
    tally.enter()?;
    let last = solver.tiles.len() - 1;
    // For each depth, which placements meet nothing laid above; those of the tile laid at this depth are
    // taken out as they are tried.
    let mut levels = vec![vec![0; solver.words]; last + 1];
    levels[0] = solver.not_meeting(!task.target.bits(), 0);
    let mut tried = vec![0_usize; last + 1];
    let mut depth = 0;
    'node: loop {
        let (above, below) = levels.split_at_mut(depth + 1);
        let live = &mut above[depth][..];
        let tile = solver.tiles[depth].clone();
        if depth == last {
            solutions(solver, task, &tried, &live[tile.clone()], tile.start, tally)?;
        } else {
            let next = solver.tiles[depth + 1].clone();
            let child = &mut below[0][tile.end..];
            for word in tile.clone() {
                while live[word] != 0 {
                    let bit = word * 64 + live[word].trailing_zeros() as usize;
                    live[word] &= live[word] - 1;
                    tally.enter()?;
                    let (live, compatible) = (&live[tile.end..], &solver.compatible[bit][..]);
                    let ahead = next.len();
                    if and(&mut child[..ahead], &live[..ahead], &compatible[..ahead]) {
                        and(&mut child[ahead..], &live[ahead..], &compatible[ahead..]);
                        tried[depth] = bit;
                        depth += 1;
                        continue 'node;
                    }
                }
            }
        }
        if depth == 0 {
            return Ok(());
        }
        depth -= 1;
    }
}

/// Enters the children of a node at which only the last tile is to be laid: the tiles cover the target if
/// they have its area.
#[cold]
fn solutions(
    solver: &PieceOrder,
    task: &Task,
    tried: &[usize],
    words: &[u64],
    first_word: usize,
    tally: &mut Tally,
) -> Result<(), Stop> {
    let above = &tried[..tried.len() - 1];
    for (word, &bits) in words.iter().enumerate() {
        for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
            let last = (first_word + word) * 64 + bit;
            let laid = || above.iter().chain([&last]).filter_map(|&bit| solver.bits[bit]);
            tally.enter()?;
            if laid().fold(0, |cells, (_, mask)| cells | mask) == task.target.bits() {
                tally.solution(laid().map(|(id, _)| id))?;
            }
        }
    }
    Ok(())
}

impl Solver for PieceOrder {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut tally = Tally::new(task, visit);
        let _ = walk(self, task, &mut tally);
        tally.report()
    }
}
