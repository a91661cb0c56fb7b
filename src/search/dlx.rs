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
        17..=32 => dlx.padded::<32>(),
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
        let nodes = ITEMS + self.options.len() * WIDTH;
        if nodes > NODES {
            return Err(OutOfReach { strategy: "dlx", count: nodes, what: "links", most: NODES });
        }
        Ok(Box::new(Padded::<WIDTH>(self)))
    }
}

/// The solver for options of at most `WIDTH` items.
struct Padded<const WIDTH: usize>(Dlx);

/// A node of an option, linked into the list of its item; or an item's header. Eight bytes, so that a
/// node's place is its number shifted; plain numbers, so that fresh memory, which is zero, is ready for use.
type Node = [Link; 4];
/// The node above in the item's list.
const UP: usize = 0;
/// The node below in the item's list.
const DOWN: usize = 1;
/// The item, whose header has the same number.
const ITEM: usize = 2;
/// The first node of its option.
const FIRST: usize = 3;

/// Stands for no item and no node. The padding of short options leads here and nowhere else, so hiding it
/// changes nothing that is read.
const NOTHING: Link = 0;

/// What marks `item` as chosen; no item needs no mark.
#[inline(always)]
fn mark(item: Link) -> u32 {
    if item == NOTHING { 0 } else { CHOSEN }
}

/// The structure of one search.
struct Links<const WIDTH: usize> {
    nodes: Box<[Node; NODES]>,
    /// Of each item the count of its live options and its number, as `count * COUNT + number`: the least
    /// key is that of the first item with the least count.
    keys: [u32; ITEMS],
    /// How many keys are in use, rounded up to whole vectors.
    used_keys: usize,
    /// The options hidden, one node of each, in the order in which that happened.
    trail: Vec<Link>,
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
        let mut first = ITEMS;
        for option in dlx.options.iter().filter(|option| option.cells & !task.target.bits() == 0) {
            placements.push(option.id);
            for (node, &item) in (first..).zip(&option.items) {
                let item = number[item];
                let header = &mut nodes[usize::from(item)];
                let last = std::mem::replace(&mut header[UP], node as Link);
                nodes[usize::from(last)][DOWN] = node as Link;
                nodes[node] = [last, item, item, first as Link];
                keys[usize::from(item)] += COUNT;
            }
            first += WIDTH;
        }
        let used_keys = usize::from(items).next_multiple_of(LANES).min(ITEMS);
        Self { nodes, keys, used_keys, trail: Vec::with_capacity(placements.len()), placements }
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

    /// Unlinks all nodes of the option of `node`; says whether an item that may still be chosen is left
    /// without options.
    #[inline(always)]
    fn hide(&mut self, node: Link) -> bool {
        let first = self.nodes[usize::from(node)][FIRST];
        let mut starved = false;
        for place in 0..WIDTH as Link {
            let [up, down, item, _] = self.nodes[usize::from(first.wrapping_add(place))];
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
        let first = self.nodes[usize::from(node)][FIRST];
        for place in (0..WIDTH as Link).rev() {
            let node = first.wrapping_add(place);
            let [up, down, item, _] = self.nodes[usize::from(node)];
            self.nodes[usize::from(up)][DOWN] = node;
            self.nodes[usize::from(down)][UP] = node;
            self.keys[usize::from(item) % ITEMS] += COUNT;
        }
    }

    /// Hides the options of an item, which must be marked as chosen, and puts them on the trail. Where
    /// `until_starved`, stops as soon as some item is left without options and returns `false`.
    #[inline(always)]
    fn cover(&mut self, item: Link, until_starved: bool) -> bool {
        // A node's own links stay as they are when it is unlinked, so the list can be walked on.
        let mut node = self.nodes[usize::from(item)][DOWN];
        while node != item && node != NOTHING {
            let next = self.nodes[usize::from(node)][DOWN];
            self.trail.push(node);
            if self.hide(node) && until_starved {
                return false;
            }
            node = next;
        }
        true
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

    /// Marks the other items of the option of `node` as chosen and covers them. If an item is left without
    /// options on the way, undoes it all and returns `false`.
    #[inline(always)]
    fn choose(&mut self, node: Link) -> bool {
        let length = self.trail.len();
        let items = self.items(node);
        for item in items {
            self.keys[usize::from(item) % ITEMS] += mark(item);
        }
        for item in items {
            if !self.cover(item, true) {
                self.unchoose(node, length);
                return false;
            }
        }
        true
    }

    /// Undoes [`Links::choose`], before which the trail had `length` nodes.
    #[inline(always)]
    fn unchoose(&mut self, node: Link, length: usize) {
        self.uncover(length);
        for item in self.items(node) {
            self.keys[usize::from(item) % ITEMS] -= mark(item);
        }
    }

    /// The items of the option of `node`; [`NOTHING`] where it has fewer than `WIDTH`.
    #[inline(always)]
    fn items(&self, node: Link) -> [Link; WIDTH] {
        let first = self.nodes[usize::from(node)][FIRST];
        std::array::from_fn(|place| self.nodes[usize::from(first.wrapping_add(place as Link))][ITEM])
    }

    /// The placement of the option of `node`.
    fn placement(&self, node: Link) -> PlacementId {
        self.placements[(usize::from(node) - ITEMS) / WIDTH]
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
fn walk<const WIDTH: usize>(links: &mut Links<WIDTH>, tally: &mut Tally) -> Result<(), Stop> {
    let mut path: Vec<Level> = Vec::new();
    tally.enter()?;
    'node: loop {
        let key = links.least_key();
        let mut level = if key >= CHOSEN {
            tally.solution(path.iter().map(|level| links.placement(links.trail[level.next - 1])))?;
            None
        } else if key < COUNT {
            None
        } else {
            let item = (key % COUNT) as Link;
            links.keys[usize::from(item) % ITEMS] += CHOSEN;
            // Items that lose their last option here may still be covered by one of this item's options.
            let start = links.trail.len();
            links.cover(item, false);
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
                if links.choose(node) {
                    path.push(here);
                    continue 'node;
                }
            }
            links.uncover(here.start);
            links.keys[usize::from(here.item) % ITEMS] -= CHOSEN;
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
