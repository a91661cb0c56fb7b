//! A diagram: a graph whose ways from the root to the end are the solutions; and what can be read off it
//! without walking them one by one. Nothing here knows what a state or an option means.

use super::builder::{Executor, OptionId, TooLarge};
use std::ops::Range;

/// The states and arcs of all solutions, and no others: every state lies on a way from the root, which is
/// state 0, to the end, which is the last one; arcs lead to higher numbers. Without solutions there are no
/// states.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    /// The place of each state's first arc, and the number of arcs.
    first_arc: Vec<u32>,
    arcs: Vec<Arc>,
    /// Where levels of states begin, and the number of states: no arc stays in a level.
    levels: Vec<u32>,
}

/// An arc to a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) target: u32,
    pub(super) option: OptionId,
}

/// The most keys of all states together that [`Diagram::by_key`] may hold: while it works, 12 bytes each.
const MOST_KEYS: usize = 60_000_000;

impl Diagram {
    pub(super) fn new(first_arc: Vec<u32>, arcs: Vec<Arc>, levels: Vec<u32>) -> Self {
        Self { first_arc, arcs, levels }
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
    fn ways_on(&self) -> Result<Vec<u64>, TooLarge> {
        let mut ways = vec![0_u64; self.states()];
        if let Some(end) = ways.last_mut() {
            *end = 1;
        }
        for state in (0..self.states().saturating_sub(1)).rev() {
            let add = |sum: u64, arc: &Arc| sum.checked_add(ways[arc.target as usize]);
            ways[state] = self.arcs_from(state).iter().try_fold(0, add).ok_or(TooLarge::Solutions)?;
        }
        Ok(ways)
    }

    /// The number of solutions.
    pub(super) fn count(&self) -> Result<u64, TooLarge> {
        Ok(self.ways_on()?.first().copied().unwrap_or(0))
    }

    /// Sorts the ways on from each state by a key below `keys`: the sum of what `part` gives for their
    /// options.
    pub(super) fn by_key(
        &self,
        keys: usize,
        part: impl Fn(OptionId) -> u32 + Sync,
        executor: &impl Executor,
    ) -> Result<ByKey, TooLarge> {
        let mut table =
            ByKey { ranges: vec![(0, 0); self.states()], keys: Vec::new(), counts: vec![0; keys] };
        let mut ways: Vec<u64> = Vec::new();
        for level in self.levels.windows(2).rev() {
            let chunks = (level[0]..level[1]).step_by(KEYED_TOGETHER as usize);
            let chunks = chunks.map(|start| start..(start + KEYED_TOGETHER).min(level[1]));
            let keyed = executor.map(chunks.collect(), |states: Range<u32>| {
                let mut keyed =
                    Keyed { states: Vec::with_capacity(states.len()), keys: Vec::new(), ways: Vec::new() };
                let mut sums = Sums { of_key: vec![0; keys], present: vec![0; keys.div_ceil(64)] };
                for state in states.map(|state| state as usize) {
                    let range = match self.arcs_from(state) {
                        // Only the end has none.
                        [] => keyed.add([(0, 1)].into_iter()),
                        [arc] if part(arc.option) == 0 => KeysOf::State(arc.target),
                        arcs => {
                            for arc in arcs {
                                let range = table.range(arc.target as usize);
                                let ways_on = table.keys[range.clone()].iter().zip(&ways[range]);
                                sums.add(part(arc.option), ways_on)?;
                            }
                            keyed.add(sums.take())
                        }
                    };
                    keyed.states.push(range);
                }
                Ok(keyed)
            });
            let mut state = level[0] as usize;
            for keyed in keyed {
                let Keyed { states, keys, ways: ways_on } = keyed?;
                let start = table.keys.len() as u32;
                for keys in states {
                    table.ranges[state] = match keys {
                        KeysOf::State(other) => table.ranges[other as usize],
                        KeysOf::Own(from, to) => (start + from, start + to),
                    };
                    state += 1;
                }
                table.keys.extend(keys);
                ways.extend(ways_on);
                if table.keys.len() > MOST_KEYS {
                    return Err(TooLarge::Bytes);
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
    pub(super) fn use_of_options(&self, options: usize) -> Result<Vec<u64>, TooLarge> {
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
    pub(super) fn random(&self, mut draw: impl FnMut(u64) -> u64) -> Result<Option<Vec<OptionId>>, TooLarge> {
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

/// States of a level whose keys are found together.
const KEYED_TOGETHER: u32 = 4_096;

/// The keys of some states.
struct Keyed {
    states: Vec<KeysOf>,
    keys: Vec<u32>,
    ways: Vec<u64>,
}

/// Where the keys of a state stand.
enum KeysOf {
    /// They are those of another state.
    State(u32),
    /// From one place among the new keys to another.
    Own(u32, u32),
}

impl Keyed {
    fn add(&mut self, keys: impl Iterator<Item = (u32, u64)>) -> KeysOf {
        let start = self.keys.len() as u32;
        for (key, ways) in keys {
            self.keys.push(key);
            self.ways.push(ways);
        }
        KeysOf::Own(start, self.keys.len() as u32)
    }
}

/// The number of ways of each key, and as bits the keys that there are.
struct Sums {
    of_key: Vec<u64>,
    present: Vec<u64>,
}

impl Sums {
    fn add<'a>(&mut self, part: u32, ways: impl Iterator<Item = (&'a u32, &'a u64)>) -> Result<(), TooLarge> {
        for (key, ways) in ways {
            let key = (key + part) as usize;
            self.of_key[key] = self.of_key[key].checked_add(*ways).ok_or(TooLarge::Solutions)?;
            self.present[key / 64] |= 1 << (key % 64);
        }
        Ok(())
    }

    /// The keys in ascending order with their numbers, which are then 0 again.
    fn take(&mut self) -> impl Iterator<Item = (u32, u64)> {
        let Self { of_key, present } = self;
        let words = present.iter_mut().enumerate().filter(|(_, bits)| **bits != 0);
        let keys = words.flat_map(|(word, bits)| {
            std::iter::from_fn(move || {
                let key = word * 64 + bits.trailing_zeros() as usize;
                let found = (*bits != 0).then_some(key);
                *bits &= bits.wrapping_sub(1);
                found
            })
        });
        keys.map(|key| (key as u32, std::mem::take(&mut of_key[key])))
    }
}

/// The keys of the ways on from each state.
#[derive(Clone, Debug)]
pub(super) struct ByKey {
    /// Where the keys of each state begin and stop; states may share them.
    ranges: Vec<(u32, u32)>,
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
        std::mem::size_of_val(&self.ranges[..]) + std::mem::size_of_val(&self.keys[..])
    }

    fn range(&self, state: usize) -> Range<usize> {
        let (start, stop) = self.ranges[state];
        start as usize..stop as usize
    }

    /// Whether a way on from `state` brings `key` into `wanted`.
    fn any(&self, state: usize, wanted: &Range<u32>, key: u32) -> bool {
        let keys = &self.keys[self.range(state)];
        let place = keys.partition_point(|&rest| key + rest < wanted.start);
        keys.get(place).is_some_and(|&rest| key + rest < wanted.end)
    }
}
