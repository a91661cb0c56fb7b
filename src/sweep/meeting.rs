//! The numbers of ways from the empty board to a cut and from there to the full one, for all subsets of pieces and
//! all labels at once; and the numbers of solutions of a set of pieces, from both.
//!
//! The cut is a position. Pieces with their first cell before it are laid on the way to it, the others on the way
//! from it; the shapes at the cut are those that a step from before it makes and whose first open cell is not
//! before it. For each such shape the ways to it are counted by the subset of pieces laid and the labels exposed,
//! likewise the ways on. A solution of a set splits it in two subsets, and the labels of its date in two parts: so
//! the number of solutions is a sum of products over shapes and splits.

use super::halves::{Half, Parts, Segment, Table};
use super::shapes::{Arc, Shapes, Step};
use super::subsets::{NONE, Subsets};
use super::{Family, Obstacle, PieceSet};
use crate::atlas::Observer;
use crate::geometry::CellSet;
use crate::search::frontier::Executor;

/// The most numbers of ways that are held at a time, on each side of the cut.
const MOST_WAYS: usize = 80_000_000;
/// Shapes that are worked on together.
const TOGETHER: usize = 256;
/// About so many numbers of ways from the cut are in one segment: some megabytes, which fit into a processor's cache.
const SEGMENT: usize = 500_000;

/// Both halves of all solutions of some sets of pieces.
pub(super) struct Meeting {
    subsets: Subsets,
    /// The number of squares of each subset.
    areas: Vec<u8>,
    parts: Parts,
    /// How many keys of labels there are.
    keys: usize,
    segments: Vec<Segment>,
    /// How large it is.
    pub(super) size: Size,
}

/// How large the halves are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Shapes from which the full board can be reached.
    pub shapes: usize,
    /// Subsets of the sets.
    pub subsets: usize,
    /// The position of the cut.
    pub cut: usize,
    /// Shapes at the cut.
    pub shapes_at_cut: usize,
    /// Numbers of ways to the cut.
    pub ways_to: usize,
    /// Numbers of ways from the cut.
    pub ways_from: usize,
}

/// Builds the halves.
struct Builder<'a, X> {
    shapes: &'a Shapes,
    subsets: &'a Subsets,
    parts: Parts,
    executor: &'a X,
    observer: &'a dyn Observer,
}

/// Tables by shape; empty where not known yet, or no longer needed.
type Tables = Vec<Table>;

impl<X: Executor> Builder<'_, X> {
    /// Adds up the ways that come along arcs.
    fn table(&self, arcs: impl Iterator<Item = Arc>, tables: &Tables) -> Result<Table, Obstacle> {
        let parts = self.parts;
        let mut all: Table = Vec::new();
        for arc in arcs {
            let table = &tables[arc.shape as usize];
            match self.shapes.step(&arc) {
                Step::Piece(piece) => {
                    let with = self.subsets.with(piece);
                    let laid = table.iter().map(|&ways| (ways, with[parts.subset(ways)]));
                    let laid = laid.filter(|&(_, subset)| subset != NONE);
                    all.extend(laid.map(|(ways, subset)| parts.with_subset(ways, subset)));
                }
                Step::Expose(label) => all.extend(table.iter().map(|&ways| parts.with_label(ways, label))),
            }
        }
        all.sort_unstable();
        let mut overflow = false;
        all.dedup_by(|ways, kept| {
            let same = parts.same(*ways, *kept);
            if same {
                let more = parts.count(*ways);
                match (parts.count(*kept) + more) >> parts.ways {
                    0 => *kept += more,
                    _ => overflow = true,
                }
            }
            same
        });
        if overflow {
            return Err(Obstacle::Ways);
        }
        all.shrink_to_fit();
        Ok(all)
    }

    /// The tables of some shapes, each made from its number.
    fn tables(
        &self,
        shapes: &[u32],
        table: impl Fn(u32) -> Result<Table, Obstacle> + Sync + Send,
    ) -> Result<Tables, Obstacle> {
        if self.observer.is_cancelled() {
            return Err(Obstacle::Cancelled);
        }
        let chunks: Vec<&[u32]> = shapes.chunks(TOGETHER).collect();
        let chunks = self.executor.map(chunks, |chunk| {
            chunk.iter().map(|&shape| table(shape)).collect::<Result<Tables, Obstacle>>()
        });
        let mut all = Vec::with_capacity(shapes.len());
        for chunk in chunks {
            all.extend(chunk?);
        }
        Ok(all)
    }
}

fn numbers(tables: &[Table]) -> usize {
    tables.iter().map(Vec::len).sum()
}

impl Meeting {
    /// The halves of the solutions of `sets`; `cut` is the position of the cut, or else it is where both halves are
    /// about equally large.
    pub(super) fn new(
        shapes: &Shapes,
        family: &Family,
        sets: &[PieceSet],
        keys: usize,
        cut: Option<usize>,
        executor: &impl Executor,
        observer: &dyn Observer,
    ) -> Result<Self, Obstacle> {
        let subsets = Subsets::new(sets)?;
        let parts = Parts::new(subsets.len(), keys);
        // At most those of a whole board.
        let areas = subsets.sets().iter().map(|&set| family.area(set) as u8).collect();
        let mut size = Size { shapes: shapes.len(), subsets: subsets.len(), ..Size::default() };
        if shapes.len() == 0 {
            return Ok(Self { subsets, areas, parts, keys, segments: Vec::new(), size });
        }
        let builder = Builder { shapes, subsets: &subsets, parts, executor, observer };
        let levels = shapes.levels();
        let level_of: Vec<u8> =
            (0_u8..).zip(levels).flat_map(|(level, shapes)| shapes.clone().map(move |_| level)).collect();
        let level = |shape: u32| level_of[shape as usize];
        // The level of the last shape to which an arc leads, and of the first from which one does.
        let last: Vec<u8> = (0..shapes.len() as u32)
            .map(|shape| shapes.from(shape).iter().map(|arc| level(arc.shape)).max().unwrap_or(u8::MAX))
            .collect();
        let first: Vec<u8> = (0..shapes.len() as u32)
            .map(|shape| shapes.to(shape).iter().map(|arc| level(arc.shape)).min().unwrap_or(0))
            .collect();
        let one = || vec![1];
        let mut to: Tables = vec![Vec::new(); shapes.len()];
        let mut from: Tables = vec![Vec::new(); shapes.len()];
        // Known are the ways to the shapes of levels before `low`, and from those of `high` and later ones.
        let (mut low, mut high) = (0, levels.len() - 1);
        from[shapes.len() - 1] = one();
        observer.stage("ways to the middle of the board", high);
        while low < high {
            let lower = match cut {
                Some(cut) => low < cut,
                None => {
                    // Before equal ones are added up, the ways to the cut; and the ways from it.
                    let crossing = |shape: u32| {
                        shapes.from(shape).iter().filter(|arc| usize::from(level(arc.shape)) >= low).count()
                    };
                    let before = 0..levels[low].start;
                    let ways_to: usize =
                        before.map(|shape| to[shape as usize].len().max(1) * crossing(shape)).sum();
                    let behind = levels[high].start..shapes.len() as u32;
                    let behind = behind.filter(|&shape| usize::from(first[shape as usize]) < high);
                    let ways_from: usize = behind.map(|shape| from[shape as usize].len()).sum();
                    ways_to <= 2 * ways_from
                }
            };
            if lower {
                let here: Vec<u32> = levels[low].clone().collect();
                let tables = builder.tables(&here, |shape| match shape {
                    0 => Ok(one()),
                    _ => builder.table(shapes.to(shape).iter().copied(), &to),
                })?;
                here.iter().zip(tables).for_each(|(&shape, table)| to[shape as usize] = table);
                for shape in (0..levels[low].start).filter(|&shape| usize::from(last[shape as usize]) <= low)
                {
                    to[shape as usize] = Vec::new();
                }
                low += 1;
            } else {
                high -= 1;
                let here: Vec<u32> = levels[high].clone().collect();
                let tables = builder
                    .tables(&here, |shape| builder.table(shapes.from(shape).iter().copied(), &from))?;
                here.iter().zip(tables).for_each(|(&shape, table)| from[shape as usize] = table);
                let behind = levels[high].end..shapes.len() as u32;
                for shape in behind.filter(|&shape| usize::from(first[shape as usize]) >= high) {
                    from[shape as usize] = Vec::new();
                }
            }
            observer.advance();
            if numbers(&to).max(numbers(&from)) > MOST_WAYS {
                return Err(Obstacle::Bytes);
            }
        }
        let cut = low;
        size.cut = cut;
        // With the cut at the very beginning it is the empty board alone.
        let behind = if cut == 0 { 0..1 } else { levels[cut].start..shapes.len() as u32 };
        let mut at_cut: Vec<u32> =
            behind.filter(|&shape| cut == 0 || usize::from(first[shape as usize]) < cut).collect();
        at_cut.sort_by_key(|&shape| shapes.area(shape));
        let mut segments = Vec::new();
        let mut rest = &at_cut[..];
        while !rest.is_empty() {
            // As many of one area as have about so many ways from them.
            let mut sum = 0;
            let count = rest.iter().take_while(|&&shape| {
                let before = sum;
                sum += from[shape as usize].len();
                before < SEGMENT && shapes.area(shape) == shapes.area(rest[0])
            });
            let (here, others) = rest.split_at(count.count());
            rest = others;
            let tables_to = builder.tables(here, |shape| match (cut, from[shape as usize].is_empty()) {
                (_, true) => Ok(Vec::new()),
                (0, _) => Ok(one()),
                _ => {
                    let arcs = shapes.to(shape).iter().filter(|arc| usize::from(level(arc.shape)) < cut);
                    builder.table(arcs.copied(), &to)
                }
            })?;
            // A shape to which there are no ways needs none from it.
            let both = || here.iter().zip(&tables_to).filter(|(_, table)| !table.is_empty());
            let half_to = Half::new(parts, subsets.len(), both().map(|(_, table)| table));
            let half_from = Half::new(parts, subsets.len(), both().map(|(&shape, _)| &from[shape as usize]));
            size.shapes_at_cut += both().count();
            size.ways_to += half_to.ways.len();
            size.ways_from += half_from.ways.len();
            here.iter().for_each(|&shape| from[shape as usize] = Vec::new());
            if size.ways_to.max(size.ways_from) > MOST_WAYS {
                return Err(Obstacle::Bytes);
            }
            segments.push(Segment { area: shapes.area(here[0]), to: half_to, from: half_from });
        }
        Ok(Self { subsets, areas, parts, keys, segments, size })
    }

    /// The number of solutions of each of some sets of pieces for each key of labels. It takes the least time if the
    /// sets share pieces: then what one of them reads is at hand for the next.
    pub(super) fn solutions(&self, sets: &[PieceSet]) -> Result<Vec<Vec<u64>>, Obstacle> {
        let mut sums = vec![vec![0_u64; self.keys]; sets.len()];
        let mut splits = Vec::new();
        for &set in sets {
            let mut by_area = vec![Vec::new(); CellSet::CAPACITY + 1];
            for (one, other) in self.subsets.splits(set) {
                by_area[usize::from(self.areas[one])].push((one, other));
            }
            splits.push(by_area);
        }
        let mut overflow = false;
        for segment in &self.segments {
            for (sums, splits) in sums.iter_mut().zip(&splits) {
                overflow |= segment.add(self.parts, &splits[usize::from(segment.area)], sums);
            }
        }
        if overflow { Err(Obstacle::Ways) } else { Ok(sums) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::built_in;
    use crate::search::frontier::InTurn;
    use crate::sweep::free_polyominoes;

    struct Silent;

    impl Observer for Silent {
        fn stage(&self, _: &str, _: usize) {}
        fn advance(&self) {}
    }

    #[test]
    fn ways_are_packed_and_their_sums_checked() {
        let parts = Parts::new(1_000, 45);
        assert_eq!((parts.ways, parts.labels), (32, 6));
        let ways = parts.with_label(parts.with_subset(7, 999), 44);
        assert_eq!((parts.subset(ways), parts.labels(ways), parts.count(ways)), (999, 44, 7));
        let tight = Parts::new(1 << 22, 1 << 22);
        assert_eq!((tight.ways, tight.labels), (20, 22));
        assert_eq!(tight.subset(tight.with_subset(u64::MAX, (1 << 22) - 1)), (1 << 22) - 1);

        let mini = built_in("mini").expect("built in");
        let family = Family::new(free_polyominoes(5)).expect("all different");
        let sets: Vec<PieceSet> = family.all().subsets().filter(|set| set.len() == 2).collect();
        let shapes = Shapes::new(&mini, &family, family.all(), &[1, 5], &Silent).expect("few shapes");
        let subsets = Subsets::new(&sets).expect("few subsets");
        let mut tables: Tables = vec![Vec::new(); shapes.len()];
        tables[0] = vec![1];
        let twice = [shapes.to(shapes.from(0)[0].shape)[0]; 2];
        for (ways, enough) in [(1, false), (2, true)] {
            let parts = Parts { ways, labels: 6 };
            let builder =
                Builder { shapes: &shapes, subsets: &subsets, parts, executor: &InTurn, observer: &Silent };
            let counts = builder.table(twice.into_iter(), &tables);
            let counts = counts.map(|table| table.iter().map(|&ways| parts.count(ways)).collect());
            assert_eq!(counts, if enough { Ok(vec![2]) } else { Err(Obstacle::Ways) });
        }
    }
}
