//! `dlx`: Knuth's dancing links (Dancing Links, 2000; The Art of Computer Programming, 7.2.2.1, Algorithm X
//! with links), branching on the item, cell or piece, with the fewest live options, the first on a tie.
//!
//! The tree is Knuth's, node for node. Three things make the walk cheaper. Options that touch an exposed
//! cell are dropped before the search, links are 16-bit numbers and an option's links stand together, so the
//! whole structure stays in the processor's nearest caches. The counts stand in one row and are compared all
//! at once instead of along a list of items. And most dead children are known beforehand: a placement that
//! cuts off a pocket of the board does so again and again, so each option remembers the items that it left
//! without options of late, and if one of them would be left so again, the child is a node without children
//! and nothing need be covered for it.
//!
//! A piece with several copies is no item to branch on. It bounds how often its options are chosen: with the last copy it
//! is covered as other items are.

use super::tally::{Stop, Tally};
use super::{OutOfReach, Report, Solver, Task, Visit};
use crate::cover::{Cover, PlacementId};
use multiversion::multiversion;

/// The number of a node: an item's header or a node of an option.
type Link = u16;

/// Nodes that a [`Link`] can name.
const NODES: usize = Link::MAX as usize + 1;
/// Places for items: at most 64 cells, 64 pieces and [`NOTHING`].
const ITEMS: usize = 256;
/// One option, in an item's key.
const COUNT: u32 = ITEMS as u32;
/// Added to the key of an item while it is chosen or covered.
const CHOSEN: u32 = 1 << 30;

pub(super) fn prepare(cover: &Cover, order: &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach> {
    let mut options = Vec::with_capacity(order.len());
    for &id in order {
        let placement = &cover.placements()[usize::from(id)];
        let items = placement.cells.iter().chain([cover.cell_count() + placement.piece]);
        options.push(Choice { id, cells: placement.cells.bits(), items: items.collect() });
    }
    let copies = cover.copies().iter().map(|&copies| copies as u8).collect();
    let dlx = Dlx { cell_count: cover.cell_count(), copies, tile_count: cover.tile_count(), options };
    // Options are padded to one length, so that covering runs without a branch for each node.
    match dlx.options.iter().map(|option| option.items.len()).max().unwrap_or(0) {
        0..=6 => dlx.padded::<6, 8>(),
        7..=8 => dlx.padded::<8, 8>(),
        9..=16 => dlx.padded::<16, 16>(),
        17..=32 => dlx.padded::<32, 32>(),
        _ => dlx.padded::<65, 65>(),
    }
}

struct Dlx {
    cell_count: usize,
    /// How often each piece is to be used.
    copies: Vec<u8>,
    tile_count: usize,
    options: Vec<Choice>,
}

/// An option: a placement and its items.
struct Choice {
    id: PlacementId,
    cells: u64,
    items: Vec<usize>,
}

impl Dlx {
    fn padded<const WIDTH: usize, const STRIDE: usize>(self) -> Result<Box<dyn Solver>, OutOfReach> {
        let nodes = ITEMS + self.options.len() * STRIDE;
        if nodes > NODES {
            let why = format!("it has {nodes} links, and at most {NODES} are possible");
            return Err(OutOfReach { strategy: "dlx", why });
        }
        Ok(Box::new(Padded::<WIDTH, STRIDE>(self)))
    }
}

/// The solver for options of at most `WIDTH` items, whose nodes begin `STRIDE` apart.
struct Padded<const WIDTH: usize, const STRIDE: usize>(Dlx);

/// A node of an option, linked into the list of its item; or an item's header. Plain numbers, so that fresh
/// memory, which is zero, is ready for use.
type Node = [Link; 2];
/// The node above in the item's list.
const UP: usize = 0;
/// The node below in the item's list.
const DOWN: usize = 1;

/// Stands for no item and no node. The padding of short options leads here and nowhere else, so hiding it
/// changes nothing that is ever read.
const NOTHING: Link = 0;

/// What marks `item` as chosen; no item needs no mark.
#[inline(always)]
fn mark(item: Link) -> u32 {
    if item == NOTHING { 0 } else { CHOSEN }
}

/// The structure of one search.
struct Links<const WIDTH: usize, const STRIDE: usize> {
    nodes: Box<[Node; NODES]>,
    /// The item of each node; a header has its item's number.
    items: Box<[u8; NODES]>,
    /// Of each item the count of its live options and its number, as `count * COUNT + number`: the least
    /// key is that of the first item with the least count.
    keys: [u32; ITEMS],
    /// How many keys are in use, rounded up to whole vectors.
    used_keys: usize,
    /// The options hidden, one node of each, in the order in which that happened.
    trail: Vec<Link>,
    /// The options.
    options: Vec<Live>,
    /// How many copies of a piece are left, of pieces that have several; else 0.
    copies: [u8; ITEMS],
    /// Whether any piece has several.
    has_copies: bool,
}

/// An option that stays within the target.
struct Live {
    placement: PlacementId,
    /// The items that its choice left without options of late, the last one first; [`NOTHING`] fills up.
    starved: [Link; MEMORY],
    /// Its items as bits; without a piece that has several copies.
    items: u128,
}

/// Stands for no copy left of a piece that had several, of which there are at most 64.
const LAST: u8 = u8::MAX;
/// Keys that are compared at once.
const LANES: usize = 16;
/// Items that an option remembers: one foresees three dead children of four, four foresee nine of ten.
const MEMORY: usize = 4;

/// A fresh array with a place for each node.
fn for_each_node<T: Copy + std::fmt::Debug>(value: T) -> Box<[T; NODES]> {
    vec![value; NODES].into_boxed_slice().try_into().expect("it has that length")
}

impl<const WIDTH: usize, const STRIDE: usize> Links<WIDTH, STRIDE> {
    /// Links the options that stay within the target.
    fn new(dlx: &Dlx, task: &Task) -> Self {
        let mut nodes = for_each_node([NOTHING; 2]);
        let mut items = for_each_node(NOTHING as u8);
        let mut keys = [u32::MAX / 2; ITEMS];
        let mut number = [NOTHING; ITEMS];
        let mut next: Link = NOTHING + 1;
        let mut copies = [0; ITEMS];
        let mut single = u128::MAX;
        for item in task.target.iter().chain(dlx.cell_count..dlx.cell_count + dlx.copies.len()) {
            number[item] = next;
            keys[usize::from(next)] = next.into();
            if let Some(&several) = item.checked_sub(dlx.cell_count).map(|piece| &dlx.copies[piece])
                && several > 1
            {
                copies[usize::from(next)] = several;
                keys[usize::from(next)] += CHOSEN;
                single &= !(1 << item);
            }
            nodes[usize::from(next)] = [next, next];
            items[usize::from(next)] = next as u8;
            next += 1;
        }
        let mut options = Vec::with_capacity(dlx.options.len());
        let mut first = ITEMS;
        for option in dlx.options.iter().filter(|option| option.cells & !task.target.bits() == 0) {
            let bits = option.items.iter().fold(0, |bits, &item| bits | 1 << item);
            options.push(Live { placement: option.id, starved: [NOTHING; MEMORY], items: bits & single });
            for (node, &item) in (first..).zip(&option.items) {
                let item = number[item];
                let header = &mut nodes[usize::from(item)];
                let last = std::mem::replace(&mut header[UP], node as Link);
                nodes[usize::from(last)][DOWN] = node as Link;
                nodes[node] = [last, item];
                items[node] = item as u8;
                keys[usize::from(item)] += COUNT;
            }
            first += STRIDE;
        }
        let used_keys = usize::from(next).next_multiple_of(LANES).min(ITEMS);
        let has_copies = single != u128::MAX;
        let trail = Vec::with_capacity(options.len());
        Self { nodes, items, keys, used_keys, trail, options, copies, has_copies }
    }

    /// The key of the first item with the least count; at least [`CHOSEN`] if all are chosen.
    #[inline(always)]
    fn least_key(&self) -> u32 {
        let mut least = [u32::MAX; LANES];
        for keys in self.keys[..self.used_keys].as_chunks::<LANES>().0 {
            for (least, key) in least.iter_mut().zip(keys) {
                *least = (*least).min(*key);
            }
        }
        least.into_iter().fold(u32::MAX, u32::min)
    }

    /// Unlinks all nodes of the option of `node`.
    #[inline(always)]
    fn hide(&mut self, node: Link) {
        let first = Self::first(node);
        for place in 0..WIDTH as Link {
            let node = usize::from(first.wrapping_add(place));
            let [up, down] = self.nodes[node];
            self.nodes[usize::from(up)][DOWN] = down;
            self.nodes[usize::from(down)][UP] = up;
            self.keys[usize::from(self.items[node])] -= COUNT;
        }
    }

    /// Undoes [`Links::hide`].
    #[inline(always)]
    fn unhide(&mut self, node: Link) {
        let first = Self::first(node);
        for place in (0..WIDTH as Link).rev() {
            let node = first.wrapping_add(place);
            let [up, down] = self.nodes[usize::from(node)];
            self.nodes[usize::from(up)][DOWN] = node;
            self.nodes[usize::from(down)][UP] = node;
            self.keys[usize::from(self.items[usize::from(node)])] += COUNT;
        }
    }

    /// The first node of the option of `node`.
    #[inline(always)]
    fn first(node: Link) -> Link {
        node - (node - ITEMS as Link) % STRIDE as Link
    }

    /// Hides the options of an item, which must be marked as chosen, and puts them on the trail.
    #[inline(always)]
    fn cover(&mut self, item: Link) {
        // A node's own links stay as they are when it is unlinked, so the list can be walked on.
        // What stands in the header of no item is of no meaning.
        if item == NOTHING {
            return;
        }
        let mut node = self.nodes[usize::from(item)][DOWN];
        while node != item {
            let next = self.nodes[usize::from(node)][DOWN];
            self.trail.push(node);
            self.hide(node);
            node = next;
        }
    }

    /// Unhides the options at the end of the trail, until `length` are left.
    #[inline(always)]
    fn uncover(&mut self, length: usize) {
        while self.trail.len() > length {
            if let Some(node) = self.trail.pop() {
                self.unhide(node);
            }
        }
    }

    /// Marks the items of the option of `node` as chosen and covers them.
    #[inline(always)]
    fn choose(&mut self, node: Link) {
        let mut items = self.items(node);
        if self.has_copies {
            items = self.take_copy(items);
        }
        for item in items {
            self.keys[usize::from(item) % ITEMS] += mark(item);
        }
        for item in items {
            self.cover(item);
        }
    }

    /// Undoes [`Links::choose`], before which the trail had `length` nodes.
    #[inline(always)]
    fn unchoose(&mut self, node: Link, length: usize) {
        self.uncover(length);
        let mut items = self.items(node);
        if self.has_copies {
            items = self.put_copy_back(items);
        }
        for item in items {
            self.keys[usize::from(item) % ITEMS] -= mark(item);
        }
    }

    /// Takes a copy of a piece that has several; the items of its option to be covered, with the piece if that was the
    /// last copy.
    fn take_copy(&mut self, mut items: [Link; WIDTH]) -> [Link; WIDTH] {
        for item in &mut items {
            let left = &mut self.copies[usize::from(*item) % ITEMS];
            if *left > 0 {
                *left -= 1;
                if *left == 0 {
                    *left = LAST;
                } else {
                    *item = NOTHING;
                }
            }
        }
        items
    }

    /// Undoes [`Links::take_copy`].
    fn put_copy_back(&mut self, mut items: [Link; WIDTH]) -> [Link; WIDTH] {
        for item in &mut items {
            let left = &mut self.copies[usize::from(*item) % ITEMS];
            if *left == LAST {
                *left = 1;
            } else if *left > 0 {
                *left += 1;
                *item = NOTHING;
            }
        }
        items
    }

    /// The items of the option of `node`; [`NOTHING`] where it has fewer than `WIDTH`.
    #[inline(always)]
    fn items(&self, node: Link) -> [Link; WIDTH] {
        let first = Self::first(node);
        std::array::from_fn(|place| self.items[usize::from(first.wrapping_add(place as Link))].into())
    }

    /// The option of `node` is chosen and `item` is left without options: remembers that.
    fn remember(&mut self, node: Link, item: Link) {
        let option = Self::option(node);
        let starved = &mut self.options[option].starved;
        starved.rotate_right(1);
        starved[0] = item;
    }

    /// The option of `node`.
    #[inline(always)]
    fn option(node: Link) -> usize {
        (usize::from(node) - ITEMS) / STRIDE
    }

    /// Whether choosing the option of `node` would leave an item that it remembers without options.
    #[inline(always)]
    fn would_starve(&self, node: Link) -> bool {
        let chosen = &self.options[Self::option(node)];
        chosen.starved.iter().any(|&item| {
            let open = item != NOTHING && self.keys[usize::from(item) % ITEMS] < CHOSEN;
            let mut other = if open { self.nodes[usize::from(item)][DOWN] } else { return false };
            while other != item && self.options[Self::option(other)].items & chosen.items != 0 {
                other = self.nodes[usize::from(other)][DOWN];
            }
            other == item
        })
    }

    /// The placement of the option of `node`.
    fn placement(&self, node: Link) -> PlacementId {
        self.options[Self::option(node)].placement
    }
}

/// A level of the tree: the item branched on, and its options, which lie on the trail.
struct Level {
    item: Link,
    /// Where the options begin.
    start: usize,
    /// The next one to be tried.
    next: usize,
    /// Where they end.
    end: usize,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn walk<const WIDTH: usize, const STRIDE: usize>(
    links: &mut Links<WIDTH, STRIDE>,
    tile_count: usize,
    tally: &mut Tally,
) -> Result<(), Stop> {
    let mut path: Vec<Level> = Vec::new();
    tally.enter()?;
    'node: loop {
        let key = links.least_key();
        let item = (key % COUNT) as Link;
        let mut level = if key >= CHOSEN {
            // Of pieces with copies some may be left if the areas do not add up.
            if path.len() == tile_count {
                tally.solution(path.iter().map(|level| links.placement(links.trail[level.next - 1])))?;
            }
            None
        } else if key < COUNT {
            if let Some(level) = path.last() {
                links.remember(links.trail[level.next - 1], item);
            }
            None
        } else {
            links.keys[usize::from(item) % ITEMS] += CHOSEN;
            let start = links.trail.len();
            links.cover(item);
            Some(Level { item, start, next: start, end: links.trail.len() })
        };
        loop {
            let mut here = match level.take() {
                Some(new) => new,
                None => {
                    let Some(above) = path.pop() else { return Ok(()) };
                    links.unchoose(links.trail[above.next - 1], above.end);
                    above
                }
            };
            while here.next < here.end {
                let node = links.trail[here.next];
                here.next += 1;
                tally.enter()?;
                if !links.would_starve(node) {
                    links.choose(node);
                    path.push(here);
                    continue 'node;
                }
            }
            links.uncover(here.start);
            links.keys[usize::from(here.item) % ITEMS] -= CHOSEN;
        }
    }
}

impl<const WIDTH: usize, const STRIDE: usize> Solver for Padded<WIDTH, STRIDE> {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut tally = Tally::new(task, visit);
        let _ = walk(&mut Links::<WIDTH, STRIDE>::new(&self.0, task), self.0.tile_count, &mut tally);
        tally.report()
    }
}
