//! Builds the graph of the states that a [`Spec`] describes, merging equal ones, and prunes it to the
//! [`Diagram`] of its solutions. Nothing here knows what a state means.
//!
//! States fall into *classes* such that an arc leads from a class to a later one. Only states of one class
//! can be equal, so each class is merged for itself, in a hash table that fits into the processor's caches;
//! states are compared whole, never by their hashes alone. Classes of one rank do not depend on each other:
//! an [`Executor`] may work on them side by side. The order of states and arcs depends on the spec only.

use super::diagram::{Arc, Diagram};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a state is: one of a class.
pub(super) type State = u64;

/// What all states of a class share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class {
    /// Rises along every arc.
    pub(super) rank: u32,
    /// What is used up, as bits.
    pub(super) used: u128,
}

/// The number of an option, which an arc bears.
pub(super) type OptionId = u16;

/// An arc to a state that may not be known yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The state from which it leads, as a place among the states expanded together.
    pub(super) source: u32,
    /// Its option.
    pub(super) option: OptionId,
    /// The state to which it leads.
    pub(super) state: State,
}

/// States and the arcs between them.
pub(super) trait Spec: Sync {
    /// The state in which everything begins.
    fn root(&self) -> (Class, State);
    /// How many kinds of options there are; options of one kind lead from one class to one class.
    fn kinds(&self) -> usize;
    /// The class to which options of `kind` lead from `class`.
    fn after(&self, class: Class, kind: usize) -> Class;
    /// Whether the state is the one at which solutions end; there is only one.
    fn is_end(&self, class: Class, state: State) -> bool;
    /// Calls `emit` with the kind of the option and the step, for each arc from one of `states` that leads to
    /// the end or to a state from which an arc leads on; adds to `children` how many arcs each state has,
    /// those that lead nowhere included.
    fn expand(
        &self,
        class: Class,
        states: &[State],
        children: &mut Vec<u16>,
        emit: &mut impl FnMut(usize, Step),
    );
}

/// Works on independent items.
pub trait Executor: Sync {
    /// The results of `job` for the items, in their order.
    fn map<T: Send, R: Send>(&self, items: Vec<T>, job: impl Fn(T) -> R + Send + Sync) -> Vec<R>;
}

/// Works on one item after the other.
pub struct InTurn;

impl Executor for InTurn {
    fn map<T: Send, R: Send>(&self, items: Vec<T>, job: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
        items.into_iter().map(job).collect()
    }
}

/// How large a graph may become.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) states: usize,
    /// Bytes that states and arcs may take, with what it costs to hold them.
    pub(super) bytes: usize,
}

/// What grew beyond its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooLarge {
    States,
    Bytes,
    /// The number of solutions does not fit into 64 bits.
    Solutions,
}

/// Bytes of a list of steps apart from the steps: its own, its block's and its place among the pending ones.
const LIST_BYTES: usize = 192;
/// Bytes of a step and of the arc that it becomes.
const STEP_BYTES: usize = size_of::<Step>() + size_of::<GraphArc>();
/// Bytes of a state in all the arrays that have a place for it.
const STATE_BYTES: usize = 16;

/// All states that can be reached and from which an arc leads on, with the arcs between them.
pub(super) struct Graph {
    /// By class, in ascending order.
    buckets: Vec<Bucket>,
    states: usize,
    end: Option<u32>,
}

/// The states of a class.
struct Bucket {
    rank: u32,
    /// The number of its first state.
    base: u32,
    states: usize,
    /// How many children each state has, those that lead nowhere included.
    children: Vec<u16>,
    /// The arcs that lead here.
    arcs: Vec<GraphArc>,
}

struct GraphArc {
    /// The number of the state from which it leads.
    source: u32,
    /// The state to which it leads, as a place in its bucket.
    target: u32,
    option: OptionId,
}

/// Steps that lead from one class to another.
struct Incoming {
    /// The number of the first state of the class from which they lead.
    base: u32,
    steps: Vec<Step>,
}

/// What became of a class.
struct Expanded {
    class: Class,
    bucket: Bucket,
    end: Option<usize>,
    /// The steps that lead on, by kind.
    steps: Vec<Vec<Step>>,
}

impl Expanded {
    fn bytes(&self) -> usize {
        let lists = self.steps.iter().filter(|steps| !steps.is_empty());
        let lists: usize = lists.map(|steps| LIST_BYTES + steps.len() * STEP_BYTES).sum();
        lists + LIST_BYTES + self.bucket.states * STATE_BYTES
    }
}

impl Graph {
    /// Builds the graph of `spec`.
    pub(super) fn build(
        spec: &impl Spec,
        limits: Limits,
        executor: &impl Executor,
    ) -> Result<Self, TooLarge> {
        let (class, root) = spec.root();
        let begin = Incoming { base: 0, steps: vec![Step { source: ROOT, option: 0, state: root }] };
        let mut pending = BTreeMap::from([(class, vec![begin])]);
        let mut graph = Self { buckets: Vec::new(), states: 0, end: None };
        // Never above what it is after the rank, so whether the limit is passed does not depend on threads.
        let bytes = AtomicUsize::new(0);
        while let Some(rank) = pending.first_key_value().map(|(class, _)| class.rank) {
            let later = pending.split_off(&Class { rank: rank + 1, used: 0 });
            let now: Vec<(Class, Vec<Incoming>)> =
                std::mem::replace(&mut pending, later).into_iter().collect();
            let expand = |(class, incoming)| {
                (bytes.load(Ordering::Relaxed) <= limits.bytes).then(|| {
                    let expanded = expand(spec, class, incoming);
                    bytes.fetch_add(expanded.bytes(), Ordering::Relaxed);
                    expanded
                })
            };
            for expanded in executor.map(now, expand) {
                let Some(Expanded { class, mut bucket, end, steps }) = expanded else {
                    return Err(TooLarge::Bytes);
                };
                bucket.base = graph.states as u32;
                graph.end = end.map(|end| bucket.base + end as u32).or(graph.end);
                for (kind, steps) in steps.into_iter().enumerate().filter(|(_, steps)| !steps.is_empty()) {
                    let incoming = Incoming { base: bucket.base, steps };
                    pending.entry(spec.after(class, kind)).or_default().push(incoming);
                }
                graph.states += bucket.states;
                if graph.states > limits.states {
                    return Err(TooLarge::States);
                }
                graph.buckets.push(bucket);
            }
            if bytes.load(Ordering::Relaxed) > limits.bytes {
                return Err(TooLarge::Bytes);
            }
        }
        Ok(graph)
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// How many arcs there are.
    pub(super) fn arcs(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.arcs.len()).sum()
    }

    /// The ways from the root to the end; `None` if they are 2^64 or more.
    pub(super) fn ways(&self) -> Option<u64> {
        let mut ways = vec![0_u64; self.states];
        ways[0] = 1;
        for bucket in &self.buckets {
            for arc in &bucket.arcs {
                let target = (bucket.base + arc.target) as usize;
                ways[target] = ways[target].checked_add(ways[arc.source as usize])?;
            }
        }
        Some(self.end.map_or(0, |end| ways[end as usize]))
    }

    /// The nodes of the tree in which no states are merged: paths from the root, those that lead nowhere
    /// included; `None` if they are 2^64 or more.
    pub(super) fn tree_nodes(&self) -> Option<u64> {
        let mut paths = vec![0_u64; self.states];
        paths[0] = 1;
        let mut nodes = 1_u64;
        for bucket in &self.buckets {
            let base = bucket.base as usize;
            for arc in &bucket.arcs {
                let target = base + arc.target as usize;
                paths[target] = paths[target].checked_add(paths[arc.source as usize])?;
            }
            for (paths, &children) in paths[base..].iter().zip(&bucket.children) {
                nodes = nodes.checked_add(paths.checked_mul(children.into())?)?;
            }
        }
        Some(nodes)
    }

    /// The states and arcs that lie on a way from the root to the end.
    pub(super) fn prune(self) -> Diagram {
        let mut live = vec![false; self.states];
        if let Some(end) = self.end {
            live[end as usize] = true;
        }
        // Where each rank begins.
        let mut ranks: Vec<(u32, usize)> = Vec::new();
        for bucket in &self.buckets {
            if ranks.last().is_none_or(|&(rank, _)| rank != bucket.rank) {
                ranks.push((bucket.rank, bucket.base as usize));
            }
        }
        // The arcs that lead to live states, by whole states' numbers: source, target, option.
        let mut arcs: Vec<(u32, u32, OptionId)> = Vec::new();
        for bucket in self.buckets.into_iter().rev() {
            for GraphArc { source, target, option } in bucket.arcs {
                let target = bucket.base + target;
                if live[target as usize] {
                    live[source as usize] = true;
                    arcs.push((source, target, option));
                }
            }
        }
        // Numbers the live states; then gives each a range of arcs.
        let mut number = vec![0_u32; self.states];
        let mut states = 0;
        let mut levels = Vec::with_capacity(ranks.len() + 1);
        let stops = ranks.iter().skip(1).map(|&(_, base)| base).chain([self.states]);
        let mut start = 0;
        for stop in stops {
            levels.push(states);
            for (number, _) in
                number[start..stop].iter_mut().zip(&live[start..stop]).filter(|(_, live)| **live)
            {
                *number = states;
                states += 1;
            }
            start = stop;
        }
        levels.push(states);
        let mut first_arc = vec![0_u32; states as usize + 1];
        for &(source, ..) in &arcs {
            first_arc[number[source as usize] as usize + 1] += 1;
        }
        for state in 0..states as usize {
            first_arc[state + 1] += first_arc[state];
        }
        let mut place = first_arc.clone();
        let mut filled = vec![Arc::default(); arcs.len()];
        for &(source, target, option) in arcs.iter().rev() {
            let place = &mut place[number[source as usize] as usize];
            filled[*place as usize] = Arc { target: number[target as usize], option };
            *place += 1;
        }
        Diagram::new(first_arc, filled, levels)
    }
}

/// Stands for no state, from which the root is reached.
const ROOT: u32 = u32::MAX;

/// Merges the states of a class and expands them.
fn expand(spec: &impl Spec, class: Class, incoming: Vec<Incoming>) -> Expanded {
    let (states, arcs) = merge(&incoming);
    drop(incoming);
    let mut steps = vec![Vec::new(); spec.kinds()];
    let mut children = Vec::with_capacity(states.len());
    spec.expand(class, &states, &mut children, &mut |kind: usize, step| steps[kind].push(step));
    let end = states.iter().position(|&state| spec.is_end(class, state));
    Expanded {
        class,
        bucket: Bucket { rank: class.rank, base: 0, states: states.len(), children, arcs },
        end,
        steps,
    }
}

/// The distinct states, in the order in which they first come, and the arcs that lead to them.
fn merge(incoming: &[Incoming]) -> (Vec<State>, Vec<GraphArc>) {
    const EMPTY: u32 = u32::MAX;
    let count: usize = incoming.iter().map(|incoming| incoming.steps.len()).sum();
    let bits = (2 * count).next_power_of_two().trailing_zeros().max(1);
    let mut slots = vec![EMPTY; 1 << bits];
    let mut states: Vec<State> = Vec::new();
    let mut arcs = Vec::with_capacity(count);
    for &Incoming { base, ref steps } in incoming {
        for &Step { source, option, state } in steps {
            // Fibonacci hashing; at least half of the slots stay empty.
            let mut slot = (state.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize;
            let target = loop {
                match slots[slot] {
                    EMPTY => {
                        slots[slot] = states.len() as u32;
                        states.push(state);
                        break states.len() as u32 - 1;
                    }
                    known if states[known as usize] == state => break known,
                    _ => slot = (slot + 1) & (slots.len() - 1),
                }
            };
            if source != ROOT {
                arcs.push(GraphArc { source: base + source, target, option });
            }
        }
    }
    (states, arcs)
}
