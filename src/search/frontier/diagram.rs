//! A diagram: a graph whose ways from the root to the end are the solutions; and what can be read off it
//! without walking them one by one. Nothing here knows what a state or an option means.

use super::builder::OptionId;
use std::ops::Range;

/// The states and arcs of all solutions, and no others: every state lies on a way from the root, which is
/// state 0, to the end, which is the last one; arcs lead to higher numbers. Without solutions there are no
/// states.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    /// The place of each state's first arc, and the number of arcs.
    first_arc: Vec<u32>,
    arcs: Vec<Arc>,
}

/// An arc to a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) target: u32,
    pub(super) option: OptionId,
}

/// A number of solutions that does not fit into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

impl Diagram {
    pub(super) fn new(first_arc: Vec<u32>, arcs: Vec<Arc>) -> Self {
        Self { first_arc, arcs }
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.first_arc.len() - 1
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        std::mem::size_of_val(&self.first_arc[..]) + std::mem::size_of_val(&self.arcs[..])
    }

    /// The arcs of all states.
    pub(super) fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The arcs that lead from a state.
    fn arcs_from(&self, state: usize) -> &[Arc] {
        &self.arcs[self.first_arc[state] as usize..self.first_arc[state + 1] as usize]
    }

    /// The number of ways from each state to the end.
    fn ways_on(&self) -> Result<Vec<u64>, Overflow> {
        let mut ways = vec![0_u64; self.states()];
        if let Some(end) = ways.last_mut() {
            *end = 1;
        }
        for state in (0..self.states().saturating_sub(1)).rev() {
            let add = |sum: u64, arc: &Arc| sum.checked_add(ways[arc.target as usize]);
            ways[state] = self.arcs_from(state).iter().try_fold(0, add).ok_or(Overflow)?;
        }
        Ok(ways)
    }

    /// The number of solutions.
    pub(super) fn count(&self) -> Result<u64, Overflow> {
        Ok(self.ways_on()?.first().copied().unwrap_or(0))
    }

    /// Sorts the ways on from each state by a key below `keys`: the sum of what `part` gives for their
    /// options.
    pub(super) fn by_key(&self, keys: usize, part: impl Fn(OptionId) -> u32) -> Result<ByKey, Overflow> {
        let mut table = ByKey { first: vec![0; self.states()], keys: Vec::new(), counts: vec![0; keys] };
        let mut ways: Vec<u64> = Vec::new();
        // Of the state at hand: the number of ways of each key, and the keys that there are, as bits.
        let mut sums = vec![0_u64; keys];
        let mut present = vec![0_u64; keys.div_ceil(64)];
        for state in (0..self.states()).rev() {
            table.first[state] = table.keys.len() as u32;
            if state + 1 == self.states() {
                (table.keys, ways) = (vec![0], vec![1]);
                continue;
            }
            for arc in self.arcs_from(state) {
                let part = part(arc.option);
                let range = table.range(arc.target as usize);
                for (key, ways) in table.keys[range.clone()].iter().zip(&ways[range]) {
                    let key = (key + part) as usize;
                    sums[key] = sums[key].checked_add(*ways).ok_or(Overflow)?;
                    present[key / 64] |= 1 << (key % 64);
                }
            }
            for (word, bits) in present.iter_mut().enumerate() {
                while *bits != 0 {
                    let key = word * 64 + bits.trailing_zeros() as usize;
                    *bits &= *bits - 1;
                    table.keys.push(key as u32);
                    ways.push(std::mem::take(&mut sums[key]));
                }
            }
        }
        if self.states() > 0 {
            let root = table.range(0);
            for (&key, &ways) in table.keys[root.clone()].iter().zip(&ways[root]) {
                table.counts[key as usize] = ways;
            }
        }
        Ok(table)
    }

    /// Calls `visit` with the key and the options of each solution whose key lies in `keys`, in the order of
    /// the ways; `by_key` and `part` as in [`Diagram::by_key`].
    pub(super) fn solutions_by_key(
        &self,
        by_key: &ByKey,
        keys: Range<u32>,
        part: impl Fn(OptionId) -> u32,
        mut visit: impl FnMut(u32, &[OptionId]),
    ) {
        let all = keys.start == 0 && keys.end as usize >= by_key.counts.len();
        if self.states() == 0 || !by_key.any(0, &keys, 0) {
            return;
        }
        // The options of the way so far; and of each state on it the key and the arcs still to be followed.
        let mut path: Vec<OptionId> = Vec::new();
        let mut open = vec![(0, self.arcs_from(0))];
        while let Some((key, arcs)) = open.last_mut() {
            let Some((arc, rest)) = arcs.split_first() else {
                open.pop();
                path.pop();
                continue;
            };
            *arcs = rest;
            let (target, key) = (arc.target as usize, *key + part(arc.option));
            if all || by_key.any(target, &keys, key) {
                path.push(arc.option);
                if target + 1 == self.states() {
                    visit(key, &path);
                    path.pop();
                } else {
                    open.push((key, self.arcs_from(target)));
                }
            }
        }
    }

    /// Calls `visit` with the options of each solution in the order of the ways, until it returns `false`.
    pub(super) fn solutions(&self, mut visit: impl FnMut(&[OptionId]) -> bool) {
        let Some(end) = self.states().checked_sub(1) else { return };
        let mut path: Vec<OptionId> = Vec::new();
        // The arcs still to be followed, of each state on the way.
        let mut open = vec![self.arcs_from(0)];
        if end == 0 {
            visit(&path);
            return;
        }
        while let Some(arcs) = open.last_mut() {
            let Some((arc, rest)) = arcs.split_first() else {
                open.pop();
                path.pop();
                continue;
            };
            *arcs = rest;
            path.push(arc.option);
            if arc.target as usize == end {
                if !visit(&path) {
                    return;
                }
                path.pop();
            } else {
                open.push(self.arcs_from(arc.target as usize));
            }
        }
    }

    /// How many solutions use each option below `options`.
    pub(super) fn use_of_options(&self, options: usize) -> Result<Vec<u64>, Overflow> {
        let ways_on = self.ways_on()?;
        let mut ways_here = vec![0_u64; self.states()];
        if let Some(root) = ways_here.first_mut() {
            *root = 1;
        }
        let mut uses = vec![0_u64; options];
        for state in 0..self.states() {
            for arc in self.arcs_from(state) {
                let (target, option) = (arc.target as usize, usize::from(arc.option));
                // No more than the number of solutions, which is known to fit.
                ways_here[target] += ways_here[state];
                if option < options {
                    uses[option] += ways_here[state] * ways_on[target];
                }
            }
        }
        Ok(uses)
    }

    /// The options of one solution, each with the same chance, if `draw` gives each number below its argument
    /// with the same chance; `None` if there is no solution.
    pub(super) fn random(&self, mut draw: impl FnMut(u64) -> u64) -> Result<Option<Vec<OptionId>>, Overflow> {
        let ways_on = self.ways_on()?;
        let Some(end) = self.states().checked_sub(1) else { return Ok(None) };
        let mut options = Vec::new();
        let mut state = 0;
        while state != end {
            let mut rest = draw(ways_on[state]);
            let chosen = self.arcs_from(state).iter().find(|arc| {
                let ways = ways_on[arc.target as usize];
                let here = rest < ways;
                if !here {
                    rest -= ways;
                }
                here
            });
            let arc = chosen.expect("what is drawn is below the number of ways on");
            options.push(arc.option);
            state = arc.target as usize;
        }
        Ok(Some(options))
    }
}

/// The keys of the ways on from each state.
#[derive(Clone, Debug)]
pub(super) struct ByKey {
    /// Where the keys of each state begin. Those of the last state come first.
    first: Vec<u32>,
    /// Ascending for each state.
    keys: Vec<u32>,
    /// How many solutions have each key.
    counts: Vec<u64>,
}

impl ByKey {
    /// How many solutions have each key.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        std::mem::size_of_val(&self.first[..]) + std::mem::size_of_val(&self.keys[..])
    }

    fn range(&self, state: usize) -> Range<usize> {
        let stop = if state == 0 { self.keys.len() } else { self.first[state - 1] as usize };
        self.first[state] as usize..stop
    }

    /// Whether a way on from `state` brings `key` into `wanted`.
    fn any(&self, state: usize, wanted: &Range<u32>, key: u32) -> bool {
        let keys = &self.keys[self.range(state)];
        let place = keys.partition_point(|&rest| key + rest < wanted.start);
        keys.get(place).is_some_and(|&rest| key + rest < wanted.end)
    }
}
