//! `mrv`: cover the cell with the fewest live placements (minimum remaining values), the lowest-numbered on
//! a tie; a cell without any ends the branch.
//!
//! Each node keeps the list of its live placements as bit masks of *items* (cells, then pieces): a child's
//! list is what does not meet the placement chosen. If together they no longer reach every cell, the child
//! is dead and its list is never made. Otherwise all cells are counted at once, one bit plane for each binary
//! digit ([`Counters`]), and the planes yield the lowest of the cells with the least count.

use super::tally::{Effort, Stop, Tally};
use super::{OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};
use multiversion::multiversion;
use std::ops::{BitAnd, BitOr, BitXor, Not};

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    Ok(if cover.item_count() <= 64 {
        Box::new(Mrv::<u64>::new(cover, order))
    } else {
        // At most 64 cells, so at most 64 pieces.
        Box::new(Mrv::<u128>::new(cover, order))
    })
}

/// A set of items, one bit each.
trait Items:
    Copy
    + Send
    + Sync
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    const NONE: Self;
    fn cells(bits: u64) -> Self;
    fn item(number: usize) -> Self;
    fn lowest(self) -> u32;
}

impl Items for u64 {
    const NONE: Self = 0;
    fn cells(bits: u64) -> Self {
        bits
    }
    fn item(number: usize) -> Self {
        1 << number
    }
    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

impl Items for u128 {
    const NONE: Self = 0;
    fn cells(bits: u64) -> Self {
        bits.into()
    }
    fn item(number: usize) -> Self {
        1 << number
    }
    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

/// How many live placements meet each item: bit `i` of plane `k` is binary digit `k` of item `i`'s count.
struct Counters<I> {
    /// Digits of the block of eight that is being filled: ones, twos, fours.
    ones: I,
    twos: I,
    fours: I,
    /// The eights and higher digits; a puzzle has less than 2^16 placements.
    high: [I; 13],
    /// How many of the higher digits are in use.
    used: usize,
}

impl<I: Items> Counters<I> {
    /// Counts `masks`, eight at a time through a tree of full adders (Harley and Seal).
    #[inline(always)]
    fn count(masks: &[I]) -> Self {
        let mut counters =
            Self { ones: I::NONE, twos: I::NONE, fours: I::NONE, high: [I::NONE; 13], used: 0 };
        let (blocks, rest) = masks.as_chunks::<8>();
        for m in blocks {
            let (ones, twos_a) = add(counters.ones, m[0], m[1]);
            let (ones, twos_b) = add(ones, m[2], m[3]);
            let (twos, fours_a) = add(counters.twos, twos_a, twos_b);
            let (ones, twos_a) = add(ones, m[4], m[5]);
            let (ones, twos_b) = add(ones, m[6], m[7]);
            let (twos, fours_b) = add(twos, twos_a, twos_b);
            let (fours, eights) = add(counters.fours, fours_a, fours_b);
            (counters.ones, counters.twos, counters.fours) = (ones, twos, fours);
            counters.carry(eights);
        }
        for &mask in rest {
            let carry = counters.ones & mask;
            counters.ones = counters.ones ^ mask;
            let next = counters.twos & carry;
            counters.twos = counters.twos ^ carry;
            let eights = counters.fours & next;
            counters.fours = counters.fours ^ next;
            if eights != I::NONE {
                counters.carry(eights);
            }
        }
        counters
    }

    #[inline(always)]
    fn carry(&mut self, mut carry: I) {
        for (digit, plane) in self.high.iter_mut().enumerate() {
            if carry == I::NONE {
                break;
            }
            let next = *plane & carry;
            *plane = *plane ^ carry;
            carry = next;
            self.used = self.used.max(digit + 1);
        }
    }

    /// Those of `items` that have the least count.
    #[inline(always)]
    fn least(&self, mut items: I) -> I {
        for &plane in self.high[..self.used].iter().rev().chain([&self.fours, &self.twos, &self.ones]) {
            let lower = items & !plane;
            if lower != I::NONE {
                items = lower;
            }
        }
        items
    }
}

/// A full adder: sum and carry of three digits, for all items at once.
#[inline(always)]
fn add<I: Items>(a: I, b: I, c: I) -> (I, I) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

struct Mrv<I> {
    cell_count: usize,
    tile_count: usize,
    /// How often each piece is to be used.
    copies: Vec<usize>,
    /// The pieces that are to be used more than once.
    several: I,
    /// The items of each placement, in the order in which they are tried.
    masks: Vec<I>,
    /// The placement of each mask, in ascending order of masks.
    by_mask: Vec<(I, PlacementId)>,
}

impl<I: Items> Mrv<I> {
    fn new(cover: &Cover, order: &[PlacementId]) -> Self {
        let mask = |&id: &PlacementId| {
            let placement = &cover.placements()[usize::from(id)];
            I::cells(placement.cells.bits()) | I::item(cover.cell_count() + placement.piece)
        };
        let masks: Vec<I> = order.iter().map(mask).collect();
        let mut by_mask: Vec<(I, PlacementId)> = masks.iter().copied().zip(order.iter().copied()).collect();
        by_mask.sort_unstable();
        let (cell_count, copies) = (cover.cell_count(), cover.copies().to_vec());
        let several = (0..copies.len()).filter(|&piece| copies[piece] > 1);
        let several = several.fold(I::NONE, |items, piece| items | I::item(cell_count + piece));
        Self { cell_count, tile_count: cover.tile_count(), copies, several, masks, by_mask }
    }

    /// What a placement of a piece with copies takes when it is tried last of these levels: its cells, and with the last
    /// copy the piece.
    #[cold]
    fn taken(&self, levels: &[Level<I>], tried: I) -> I {
        let piece = tried & self.several;
        let used = levels.iter().filter(|level| level.tried & piece != I::NONE).count();
        let last = used == self.copies[piece.lowest() as usize - self.cell_count];
        if last { tried } else { tried & !piece }
    }

    /// The placement that covers exactly these items.
    fn placement(&self, mask: I) -> PlacementId {
        let place = self.by_mask.partition_point(|(known, _)| *known < mask);
        self.by_mask[place].1
    }
}

/// A node on the way from the root to the current one; the storage is used again and again.
struct Level<I> {
    /// The live placements, in the order in which they are tried; only the first `live` count.
    masks: Vec<I>,
    live: usize,
    /// The cells still to be covered.
    open: I,
    /// The cell branched on.
    cell: I,
    /// How many of the live placements have been looked at.
    seen: usize,
    /// The placement that is being tried.
    tried: I,
    /// The nodes entered before this one.
    before: u64,
    /// What its children cost.
    effort: Effort,
}

impl<I: Items> Level<I> {
    fn with_room_for(placements: usize) -> Self {
        let masks = vec![I::NONE; placements];
        Self {
            masks,
            live: 0,
            open: I::NONE,
            cell: I::NONE,
            seen: 0,
            tried: I::NONE,
            before: 0,
            effort: Effort::default(),
        }
    }

    /// Fills this level with those placements of `source` that do not meet `taken`.
    #[inline(always)]
    fn fill(&mut self, source: &[I], taken: I) {
        let masks = &mut self.masks[..source.len()];
        let mut live = 0;
        for &mask in source {
            masks[live] = mask;
            live += usize::from(mask & taken == I::NONE);
        }
        self.live = live;
    }

    fn live(&self) -> &[I] {
        &self.masks[..self.live]
    }

    /// The items that live placements can still cover, once those that meet `taken` are gone.
    #[inline(always)]
    fn reached(&self, taken: I) -> I {
        let stays = |&mask: &I| if mask & taken == I::NONE { mask } else { I::NONE };
        self.live().iter().map(stays).fold(I::NONE, |reached, mask| reached | mask)
    }

    /// Chooses the cell to branch on, in the node entered last.
    #[inline(always)]
    fn choose(&mut self, tally: &Tally) {
        (self.before, self.effort) = (tally.nodes() - 1, Effort::default());
        let least = Counters::count(self.live()).least(self.open);
        self.cell = I::item(least.lowest() as usize);
        self.seen = 0;
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn walk<I: Items>(mrv: &Mrv<I>, task: &Task, tally: &mut Tally) -> Result<(), Stop> {
    tally.enter()?;
    if task.target.is_empty() {
        return Ok(());
    }
    let mut levels: Vec<Level<I>> =
        (0..=mrv.tile_count + 1).map(|_| Level::with_room_for(mrv.masks.len())).collect();
    let root = &mut levels[0];
    root.fill(&mrv.masks, I::cells(task.target.complement(mrv.cell_count).bits()));
    root.open = I::cells(task.target.bits());
    if root.open & !root.reached(I::NONE) != I::NONE {
        return Ok(());
    }
    root.choose(tally);
    let mut depth = 0;
    loop {
        let (above, below) = levels.split_at_mut(depth + 1);
        let (level, child) = (&mut above[depth], &mut below[0]);
        let untried = &level.masks[level.seen..level.live];
        let Some(next) = untried.iter().position(|&mask| mask & level.cell != I::NONE) else {
            let (expected, nodes) = (level.effort.expected(), tally.nodes() - level.before);
            if depth == 0 {
                tally.expect(expected);
                return Ok(());
            }
            depth -= 1;
            match expected {
                Some(expected) => above[depth].effort.live(expected),
                None => above[depth].effort.dead(nodes),
            }
            continue;
        };
        level.tried = untried[next];
        level.seen += next + 1;
        tally.enter()?;
        child.open = level.open & !level.tried;
        if child.open == I::NONE {
            if depth + 1 == mrv.tile_count {
                tally.solution(above.iter().map(|level| mrv.placement(level.tried)))?;
                above[depth].effort.live(1.0);
            } else {
                level.effort.dead(1);
            }
            continue;
        }
        let taken = match level.tried & mrv.several == I::NONE {
            true => level.tried,
            false => mrv.taken(above, above[depth].tried),
        };
        let level = &mut above[depth];
        if child.open & !level.reached(taken) == I::NONE {
            child.fill(level.live(), taken);
            child.choose(tally);
            depth += 1;
        } else {
            level.effort.dead(1);
        }
    }
}

impl<I: Items> Solver for Mrv<I> {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut tally = Tally::new(task, visit);
        let _ = walk(self, task, &mut tally);
        tally.report()
    }
}
