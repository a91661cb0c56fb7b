//! What is run: strategy, goal and candidate order.

use crate::search::{CandidateOrder, Goal, Strategy};

/// The node limit of a search by a strategy that is not exhaustive, unless another is asked for.
pub const DEFAULT_NODE_LIMIT: u64 = 1_000_000;

/// One strategy with one goal and one candidate order.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The strategy.
    pub strategy: &'static Strategy,
    /// How far each search goes.
    pub goal: Goal,
    /// The order of the candidates.
    pub order: CandidateOrder,
}

impl Run {
    /// All runs of `strategies`: all solutions first, so that the first run that counts is known early; then
    /// the searches to the first solution under each candidate order. A strategy that holds all dates at once
    /// is run date by date only to be compared with others, unless the puzzle's dates cannot be held `at_once`, and
    /// never to a first solution.
    pub fn all(strategies: &[&'static Strategy], at_once: bool) -> Vec<Self> {
        if at_once && strategies.iter().all(|strategy| strategy.all_at_once) {
            return Vec::new();
        }
        let full = strategies.iter().filter(|strategy| strategy.exhaustive);
        let full = full.map(|&strategy| Self { strategy, goal: Goal::All, order: CandidateOrder::Canonical });
        let one_by_one = strategies.iter().filter(|strategy| !strategy.all_at_once);
        let first = one_by_one.flat_map(|&strategy| {
            strategy.orders.iter().map(move |&order| Self { strategy, goal: Goal::First, order })
        });
        full.chain(first).collect()
    }

    /// The node limit of each search: `limit` for a strategy that is not exhaustive.
    pub fn node_limit(&self, limit: u64) -> Option<u64> {
        (!self.strategy.exhaustive).then_some(limit)
    }

    /// How often each search is made at most to measure its time: those to the first solution are mostly short.
    pub fn repeats(&self) -> u16 {
        match self.goal {
            Goal::First => 5,
            Goal::All => 1,
        }
    }

    /// The run in words, such as `first-empty, first solution, largest-first`.
    pub fn title(&self) -> String {
        let goal = match self.goal {
            Goal::First => "first solution",
            Goal::All => "all solutions",
        };
        let order = match self.order {
            CandidateOrder::Canonical => String::new(),
            order => format!(", {}", order.name()),
        };
        format!("{}, {goal}{order}", self.strategy.name)
    }
}
