//! `dlx`: Knuth's dancing links (Dancing Links, 2000; The Art of Computer Programming, 7.2.2.1, Algorithm X
//! with links), branching on the item, cell or piece, with the fewest live options, the first on a tie.
//!
//! The tree is Knuth's, node for node. Three things make the walk cheaper. Options that touch an exposed
//! cell are dropped before the search and links are 16-bit numbers, so the whole structure stays in the
//! processor's caches. The counts stand in one row and are compared all at once instead of along a list of
//! items. And covering stops as soon as an item is left without options: such a child is a node without
//! children, so it is counted and undone on the spot.

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
    let dlx = Dlx { cell_count: cover.cell_count(), piece_count: cover.piece_count(), options };
    // Options are padded to one length, so that covering runs without a branch for each node.
    match dlx.options.iter().map(|option| option.items.len()).max().unwrap_or(0) {
        0..=6 => dlx.padded::<6>(),
        7..=8 => dlx.padded::<8>(),
        9..=16 => dlx.padded::<16>(),
        _ => dlx.padded::<65>(),
    }
}

struct Dlx {
    cell_count: usize,
    piece_count: usize,
    options: Vec<Choice>,
}

/// An option: a placement and its items.
struct Choice {
    id: PlacementId,
    cells: u64,
    items: Vec<usize>,
}

impl Dlx {
    fn padded<const WIDTH: usize>(self) -> Result<Box<dyn Solver>, OutOfReach> {
        let nodes = first_node::<WIDTH>() + self.options.len() * WIDTH;
        if nodes > NODES {
            return Err(OutOfReach { strategy: "dlx", count: nodes, what: "links", most: NODES });
        }
        Ok(Box::new(Padded::<WIDTH>(self)))
    }
}

/// The solver for options of at most `WIDTH` items.
struct Padded<const WIDTH: usize>(Dlx);

/// The first node of the first option; the headers lie below. Options begin at multiples of the width, so
/// that a node tells its option.
const fn first_node<const WIDTH: usize>() -> usize {
    ITEMS.next_multiple_of(WIDTH)
}

/// A node of an option, linked into the list of its item; or an item's header. Eight bytes, so that a
/// node's place is its number shifted; plain numbers, so that fresh memory, which is zero, is ready for use.
type Node = [Link; 4];
/// The node above in the item's list.
const UP: usize = 0;
/// The node below in the item's list.
const DOWN: usize = 1;
/// The item, whose header has the same number.
const ITEM: usize = 2;

/// Stands for no item and no node. The padding of short options leads here and nowhere else, so hiding it
/// changes nothing that is read.
const NOTHING: Link = 0;

/// The structure of one search.
struct Links<const WIDTH: usize> {
    nodes: Box<[Node; NODES]>,
    /// Of each item the count of its live options and its number, as `count * COUNT + number`: the least
    /// key is that of the first item with the least count.
    keys: [u32; ITEMS],
    /// How many keys are in use, rounded up to whole vectors.
    used_keys: usize,
    /// The placement of each option.
    placements: Vec<PlacementId>,
}

/// Keys that are compared at once.
const LANES: usize = 16;

impl<const WIDTH: usize> Links<WIDTH> {
    /// Links the options that stay within the target.
    fn new(dlx: &Dlx, task: &Task) -> Self {
        let nodes = vec![[0; 4]; NODES].into_boxed_slice();
        let mut nodes: Box<[Node; NODES]> = nodes.try_into().unwrap_or_else(|_| unreachable!("NODES long"));
        let mut keys = [u32::MAX / 2; ITEMS];
        let mut number = [NOTHING; ITEMS];
        let mut items: Link = NOTHING + 1;
        for item in task.target.iter().chain(dlx.cell_count..dlx.cell_count + dlx.piece_count) {
            number[item] = items;
            keys[usize::from(items)] = items.into();
            nodes[usize::from(items)] = [items, items, items, 0];
            items += 1;
        }
        let mut placements = Vec::with_capacity(dlx.options.len());
        let mut first = first_node::<WIDTH>();
        for option in dlx.options.iter().filter(|option| option.cells & !task.target.bits() == 0) {
            placements.push(option.id);
            for (node, &item) in (first..).zip(&option.items) {
                let item = number[item];
                let header = &mut nodes[usize::from(item)];
                let last = std::mem::replace(&mut header[UP], node as Link);
                nodes[usize::from(last)][DOWN] = node as Link;
                nodes[node] = [last, item, item, 0];
                keys[usize::from(item)] += COUNT;
            }
            first += WIDTH;
        }
        Self { nodes, keys, used_keys: usize::from(items).next_multiple_of(LANES).min(ITEMS), placements }
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

    /// The nodes of the option of `node`, [`NOTHING`] in its own place.
    #[inline(always)]
    fn others(node: Link) -> [Link; WIDTH] {
        let first = node - node % WIDTH as Link;
        std::array::from_fn(|place| {
            let other = first.wrapping_add(place as Link);
            if other == node { NOTHING } else { other }
        })
    }

    /// Unlinks the other nodes of the option of `node`; says whether an item is left without options.
    #[inline(always)]
    fn hide(&mut self, node: Link) -> bool {
        let mut starved = false;
        for other in Self::others(node) {
            let [up, down, item, _] = self.nodes[usize::from(other)];
            self.nodes[usize::from(up)][DOWN] = down;
            self.nodes[usize::from(down)][UP] = up;
            let key = &mut self.keys[usize::from(item) % ITEMS];
            *key -= COUNT;
            starved |= *key < COUNT;
        }
        starved
    }

    /// Undoes [`Links::hide`].
    #[inline(always)]
    fn unhide(&mut self, node: Link) {
        for other in Self::others(node) {
            let [up, down, item, _] = self.nodes[usize::from(other)];
            self.nodes[usize::from(up)][DOWN] = other;
            self.nodes[usize::from(down)][UP] = other;
            self.keys[usize::from(item) % ITEMS] += COUNT;
        }
    }

    /// Hides the options of an item. Where `until_starved`, stops as soon as some item is left without
    /// options, and returns the last node dealt with.
    #[inline(always)]
    fn cover(&mut self, item: Link, until_starved: bool) -> Option<Link> {
        if item == NOTHING {
            return None;
        }
        let mut node = self.nodes[usize::from(item)][DOWN];
        while node != item {
            if self.hide(node) && until_starved {
                return Some(node);
            }
            node = self.nodes[usize::from(node)][DOWN];
        }
        None
    }

    /// Undoes [`Links::cover`], from the last node dealt with.
    #[inline(always)]
    fn uncover(&mut self, item: Link, last: Link) {
        let mut node = last;
        while node != item {
            self.unhide(node);
            node = self.nodes[usize::from(node)][UP];
        }
    }

    /// Covers the other items of the option of `node`. If an item is left without options on the way,
    /// undoes it all and returns `false`.
    #[inline(always)]
    fn choose(&mut self, node: Link) -> bool {
        let others = self.items_of_others(node);
        for item in others {
            self.keys[usize::from(item) % ITEMS] += CHOSEN;
        }
        for (place, &item) in others.iter().enumerate() {
            if let Some(last) = self.cover(item, true) {
                self.uncover(item, last);
                self.uncover_all(&others[..place]);
                self.unmark(others);
                return false;
            }
        }
        true
    }

    /// Undoes [`Links::choose`].
    #[inline(always)]
    fn unchoose(&mut self, node: Link) {
        let others = self.items_of_others(node);
        self.uncover_all(&others);
        self.unmark(others);
    }

    /// The items of the option of `node`, [`NOTHING`] in its own place.
    #[inline(always)]
    fn items_of_others(&self, node: Link) -> [Link; WIDTH] {
        Self::others(node).map(|other| self.nodes[usize::from(other)][ITEM])
    }

    #[inline(always)]
    fn uncover_all(&mut self, items: &[Link]) {
        for &item in items.iter().rev().filter(|&&item| item != NOTHING) {
            self.uncover(item, self.nodes[usize::from(item)][UP]);
        }
    }

    #[inline(always)]
    fn unmark(&mut self, items: [Link; WIDTH]) {
        for item in items {
            self.keys[usize::from(item) % ITEMS] -= CHOSEN;
        }
    }

    /// The placement of the option of `node`.
    fn placement(&self, node: Link) -> PlacementId {
        self.placements[(usize::from(node) - first_node::<WIDTH>()) / WIDTH]
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn walk<const WIDTH: usize>(links: &mut Links<WIDTH>, tally: &mut Tally) -> Result<(), Stop> {
    // The node chosen at each level of the tree.
    let mut path: Vec<Link> = Vec::new();
    tally.enter()?;
    'node: loop {
        let key = links.least_key();
        // The next node to choose at this level, if any.
        let mut next = None;
        if key >= CHOSEN {
            tally.solution(path.iter().map(|&node| links.placement(node)))?;
        } else if key >= COUNT {
            let item = (key % COUNT) as Link;
            links.keys[usize::from(item) % ITEMS] += CHOSEN;
            // Items that lose their last option here may still be covered by one of this item's options.
            links.cover(item, false);
            next = Some(links.nodes[usize::from(item)][DOWN]);
        }
        loop {
            let mut node = match next.take() {
                Some(node) => node,
                None => {
                    let Some(done) = path.pop() else { return Ok(()) };
                    links.unchoose(done);
                    links.nodes[usize::from(done)][DOWN]
                }
            };
            let item = links.nodes[usize::from(node)][ITEM];
            while node != item {
                tally.enter()?;
                if links.choose(node) {
                    path.push(node);
                    continue 'node;
                }
                node = links.nodes[usize::from(node)][DOWN];
            }
            links.uncover(item, links.nodes[usize::from(item)][UP]);
            links.keys[usize::from(item) % ITEMS] -= CHOSEN;
        }
    }
}

impl<const WIDTH: usize> Solver for Padded<WIDTH> {
    fn search(&self, task: &Task, visit: &mut Visit) -> Report {
        let mut tally = Tally::new(task, visit);
        let _ = walk(&mut Links::<WIDTH>::new(&self.0, task), &mut tally);
        tally.report()
    }
}
