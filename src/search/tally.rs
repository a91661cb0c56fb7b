//! What all strategies count alike.

use super::{Goal, Outcome, Report, Task, Visit};
use crate::cover::PlacementId;

/// Counts nodes and solutions, hands solutions on, and says when to stop.
pub(super) struct Tally<'t, 'v> {
    nodes: u64,
    limit: u64,
    solutions: u64,
    goal: Goal,
    outcome: Outcome,
    expected: Option<f64>,
    sorted: Vec<PlacementId>,
    visit: &'t mut Visit<'v>,
}

/// The search must stop.
pub(super) struct Stop;

/// What the children of a node cost, for its expected effort: the mean of the nodes entered up to the first
/// solution below it, over all ways of shuffling the children of every node.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    /// Nodes below the children without a solution, these included.
    dead: u64,
    /// Children with a solution.
    live: u32,
    /// The sum of their expected efforts.
    sum: f64,
}

impl Effort {
    /// A child without a solution, with the nodes of its whole tree.
    #[inline(always)]
    pub(super) fn dead(&mut self, nodes: u64) {
        self.dead += nodes;
    }

    /// A child with a solution, by its own expected effort; that of a solution is 1.
    #[inline(always)]
    pub(super) fn live(&mut self, expected: f64) {
        self.live += 1;
        self.sum += expected;
    }

    /// The expected effort of the node; `None` without a solution.
    ///
    /// Before the first live child that comes up, each dead one comes with a chance of 1 in live + 1; and each
    /// live one is as likely to be that child as any other.
    #[inline(always)]
    pub(super) fn expected(&self) -> Option<f64> {
        let live = f64::from(self.live);
        (self.live > 0).then(|| 1.0 + self.dead as f64 / (live + 1.0) + self.sum / live)
    }
}

impl<'t, 'v> Tally<'t, 'v> {
    pub(super) fn new(task: &Task, visit: &'t mut Visit<'v>) -> Self {
        Self {
            nodes: 0,
            limit: task.node_limit.unwrap_or(u64::MAX),
            solutions: 0,
            goal: task.goal,
            outcome: Outcome::Exhausted,
            expected: None,
            sorted: Vec::new(),
            visit,
        }
    }

    /// The nodes entered so far.
    #[inline(always)]
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nothing is known for want of memory.
    pub(super) fn out_of_memory(&mut self) {
        self.outcome = Outcome::OutOfMemory;
    }

    /// The whole tree was walked, and this is the root's expected effort.
    pub(super) fn expect(&mut self, expected: Option<f64>) {
        self.expected = expected;
    }

    /// Enters a node, unless the limit forbids it.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<(), Stop> {
        self.enter_all(1)
    }

    /// Enters so many nodes one after the other, as far as the limit allows.
    #[inline(always)]
    pub(super) fn enter_all(&mut self, nodes: u64) -> Result<(), Stop> {
        if nodes > self.limit - self.nodes {
            self.nodes = self.limit;
            self.outcome = Outcome::NodeLimit;
            return Err(Stop);
        }
        self.nodes += nodes;
        Ok(())
    }

    /// The node just entered is a solution: the placements chosen on the way to it, in any order.
    pub(super) fn solution(&mut self, chosen: impl Iterator<Item = PlacementId>) -> Result<(), Stop> {
        self.solutions += 1;
        self.sorted.clear();
        self.sorted.extend(chosen);
        self.sorted.sort_unstable();
        (self.visit)(&self.sorted);
        if self.goal == Goal::First {
            self.outcome = Outcome::Found;
            return Err(Stop);
        }
        Ok(())
    }

    /// All solutions at once, none of which is handed out; `None` if they do not fit into 64 bits.
    pub(super) fn all_solutions(&mut self, count: Option<u64>) {
        match count {
            Some(count) => self.solutions = count,
            None => self.out_of_memory(),
        }
    }

    pub(super) fn report(self) -> Report {
        Report {
            nodes: self.nodes,
            visited: self.solutions,
            outcome: self.outcome,
            expected_nodes: self.expected,
        }
    }
}
