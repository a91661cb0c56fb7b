//! The numbers of ways to the cut and from it, arranged for the sums of products.
//!
//! The shapes at the cut fall into segments. In a segment each subset of pieces has a row of bits, one for each shape to
//! which there are ways with it; so the shapes at which two subsets meet are the AND of two rows.

use super::subsets::NONE;

/// How many ways there are with one subset of pieces and one choice of labels, as one number: from the highest bits down
/// the number of the subset, the key of the labels, and how many ways. So tables are sorted as numbers.
pub(super) type Ways = u64;

/// The numbers of ways of a shape, ascending.
pub(super) type Table = Vec<Ways>;

/// Where the parts of [`Ways`] stand.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// Bits of how many ways there are, at most 32, so that a product of two fits.
    pub(super) ways: u32,
    /// Bits of the key of the labels.
    pub(super) labels: u32,
}

impl Parts {
    pub(super) fn new(subsets: usize, keys: usize) -> Self {
        let bits = |count: usize| usize::BITS - (count - 1).leading_zeros();
        Self { ways: (u64::BITS - bits(subsets) - bits(keys)).min(32), labels: bits(keys) }
    }

    pub(super) fn subset(self, ways: Ways) -> usize {
        (ways >> self.ways >> self.labels) as usize
    }

    pub(super) fn labels(self, ways: Ways) -> usize {
        (ways >> self.ways & ((1 << self.labels) - 1)) as usize
    }

    /// How many ways there are.
    pub(super) fn count(self, ways: Ways) -> u64 {
        ways & ((1 << self.ways) - 1)
    }

    /// Whether both have the same subset and labels.
    pub(super) fn same(self, one: Ways, other: Ways) -> bool {
        (one ^ other) >> self.ways == 0
    }

    /// The ways with another subset.
    pub(super) fn with_subset(self, ways: Ways, subset: u32) -> Ways {
        let rest = self.ways + self.labels;
        u64::from(subset) << rest | ways & ((1 << rest) - 1)
    }

    pub(super) fn with_label(self, ways: Ways, label: u32) -> Ways {
        ways + (u64::from(label) << self.ways)
    }
}

/// Both halves at some of the shapes at the cut, all of one area.
pub(super) struct Segment {
    /// How many cells its shapes cover.
    pub(super) area: u8,
    pub(super) to: Half,
    pub(super) from: Half,
}

impl Segment {
    /// Adds the numbers of solutions that pass through its shapes with these splits, by key of the labels; whether a
    /// sum does not fit.
    pub(super) fn add(&self, parts: Parts, splits: &[(usize, usize)], sums: &mut [u64]) -> bool {
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
pub(super) struct Half {
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
    pub(super) ways: Vec<Ways>,
}

impl Half {
    pub(super) fn new<'a>(
        parts: Parts,
        subsets: usize,
        tables: impl Iterator<Item = &'a Table> + Clone,
    ) -> Self {
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
