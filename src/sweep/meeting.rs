//! The numbers of ways from the empty board to a cut and from there to the full one, for all subsets of pieces and
//! all labels at once; and the numbers of solutions of a set of pieces, from both.
//!
//! The cut is a position. Pieces with their first cell before it are laid on the way to it, the others on the way
//! from it; the shapes at the cut are those that a step from before it makes and whose first open cell is not
//! before it. For each such shape the ways to it are counted by the subset of pieces laid and the labels exposed,
//! likewise the ways on. A solution of a set splits it in two subsets, and the labels of its date in two parts: so
//! the number of solutions is a sum of products over shapes and splits.

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

/// How many ways there are with one subset of pieces and one choice of labels, as one number: from the highest bits down
/// the number of the subset, the key of the labels, and how many ways. So tables are sorted as numbers.
type Ways = u64;

/// The numbers of ways of a shape, ascending.
type Table = Vec<Ways>;

/// Where the parts of [`Ways`] stand.
#[derive(Clone, Copy)]
struct Parts {
    /// Bits of how many ways there are, at most 32, so that a product of two fits.
    ways: u32,
    /// Bits of the key of the labels.
    labels: u32,
}

impl Parts {
    fn new(subsets: usize, keys: usize) -> Self {
        let bits = |count: usize| usize::BITS - (count - 1).leading_zeros();
        Self { ways: (u64::BITS - bits(subsets) - bits(keys)).min(32), labels: bits(keys) }
    }

    fn subset(self, ways: Ways) -> usize {
        (ways >> self.ways >> self.labels) as usize
    }

    fn labels(self, ways: Ways) -> usize {
        (ways >> self.ways & ((1 << self.labels) - 1)) as usize
    }

    /// How many ways there are.
    fn count(self, ways: Ways) -> u64 {
        ways & ((1 << self.ways) - 1)
    }

    /// Whether both have the same subset and labels.
    fn same(self, one: Ways, other: Ways) -> bool {
        (one ^ other) >> self.ways == 0
    }

    /// The ways with another subset.
    fn with_subset(self, ways: Ways, subset: u32) -> Ways {
        let rest = self.ways + self.labels;
        u64::from(subset) << rest | ways & ((1 << rest) - 1)
    }

    fn with_label(self, ways: Ways, label: u32) -> Ways {
        ways + (u64::from(label) << self.ways)
    }
}

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

/// Both halves at some of the shapes at the cut, all of one area.
struct Segment {
    area: u8,
    to: Half,
    from: Half,
}

impl Segment {
    /// Adds the numbers of solutions that pass through its shapes with these splits, by key of the labels; whether a
    /// sum does not fit.
    fn add(&self, parts: Parts, splits: &[(usize, usize)], sums: &mut [u64]) -> bool {
        let Self { to, from, .. } = self;
        let mut overflow = false;
        let rows = splits.iter().filter_map(|&(one, other)| Some((to.shapes(one)?, from.shapes(other)?)));
        for (&word_to, &word_from) in rows.flat_map(|(to, from)| to.iter().zip(from)) {
            let mut both = word_to.0 & word_from.0;
            while both != 0 {
                let shape = both.trailing_zeros() as usize;
                both &= both - 1;
                let ways_from = from.ways(from.group(word_from, shape));
                for &ways in to.ways(to.group(word_to, shape)) {
                    let sums = &mut sums[parts.labels(ways)..];
                    let count = parts.count(ways);
                    for &ways_on in ways_from {
                        let sum = &mut sums[parts.labels(ways_on)];
                        let (new, over) = sum.overflowing_add(count * parts.count(ways_on));
                        *sum = new;
                        overflow |= over;
                    }
                }
            }
        }
        overflow
    }
}

/// The numbers of ways on one side of the cut, by subset.
struct Half {
    /// For each subset the number of its row; [`NONE`] if there are no ways with it.
    row: Vec<u32>,
    /// Words of a row, one bit for each shape.
    words: usize,
    /// For each row which shapes have ways with its subset, and before each word how many groups there are: those of a
    /// row, one for each such shape, stand together.
    shapes: Vec<(u64, u32)>,
    /// The place of each group's first ways, and the number of ways.
    first: Vec<u32>,
    /// By group, then labels.
    ways: Vec<Ways>,
}

impl Half {
    fn new<'a>(parts: Parts, subsets: usize, tables: impl Iterator<Item = &'a Table> + Clone) -> Self {
        let groups = |table: &'a Table| {
            let groups = table.chunk_by(move |&one, &other| parts.subset(one) == parts.subset(other));
            groups.map(move |ways| (parts.subset(ways[0]), ways))
        };
        let words = tables.clone().count().div_ceil(64);
        // How many ways there are with each subset, and then where they begin.
        let mut place = vec![0_u32; subsets];
        for (subset, ways) in tables.clone().flat_map(groups) {
            place[subset] += ways.len() as u32;
        }
        let mut row = vec![NONE; subsets];
        let (mut rows, mut sum) = (0, 0);
        for (row, place) in row.iter_mut().zip(&mut place).filter(|(_, count)| **count > 0) {
            *row = rows;
            rows += 1;
            sum += std::mem::replace(place, sum);
        }
        let mut shapes = vec![(0_u64, 0_u32); rows as usize * words];
        for (shape, table) in tables.clone().enumerate() {
            for (subset, _) in groups(table) {
                shapes[row[subset] as usize * words + shape / 64].0 |= 1 << (shape % 64);
            }
        }
        let mut count = 0;
        for (shapes, before) in &mut shapes {
            *before = count;
            count += shapes.count_ones();
        }
        let mut half =
            Self { row, words, shapes, first: vec![sum; count as usize + 1], ways: vec![0; sum as usize] };
        for (shape, table) in tables.enumerate() {
            for (subset, ways) in groups(table) {
                let start = place[subset];
                place[subset] += ways.len() as u32;
                let word = half.row[subset] as usize * words + shape / 64;
                let group = half.group(half.shapes[word], shape % 64);
                half.first[group] = start;
                half.ways[start as usize..place[subset] as usize].copy_from_slice(ways);
            }
        }
        half
    }

    /// The shapes that have ways with a subset.
    fn shapes(&self, subset: usize) -> Option<&[(u64, u32)]> {
        let row = self.row[subset];
        (row != NONE).then(|| &self.shapes[row as usize * self.words..][..self.words])
    }

    /// The group of a shape of a word.
    fn group(&self, (shapes, before): (u64, u32), shape: usize) -> usize {
        (before + (shapes & ((1 << shape) - 1)).count_ones()) as usize
    }

    fn ways(&self, group: usize) -> &[Ways] {
        &self.ways[self.first[group] as usize..self.first[group + 1] as usize]
    }
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
