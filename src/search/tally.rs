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
    sorted: Vec<PlacementId>,
    visit: &'t mut Visit<'v>,
}

/// The search must stop.
pub(super) struct Stop;

impl<'t, 'v> Tally<'t, 'v> {
    pub(super) fn new(task: &Task, visit: &'t mut Visit<'v>) -> Self {
        Self {
            nodes: 0,
            limit: task.node_limit.unwrap_or(u64::MAX),
            solutions: 0,
            goal: task.goal,
            outcome: Outcome::Exhausted,
            sorted: Vec::new(),
            visit,
        }
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

    pub(super) fn report(self) -> Report {
        Report { nodes: self.nodes, visited: self.solutions, outcome: self.outcome }
    }
}
