//! What is run: strategy, goal and candidate order.

use crate::search::{CandidateOrder, Goal, Strategy};

/// The node limit of a search by a strategy that does not walk full trees, unless another is asked for.
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
    /// All runs of `strategies`: the full trees first, so that the first run that counts is known early;
    /// then the searches to the first solution under each candidate order.
    pub fn all(strategies: &[&'static Strategy]) -> Vec<Self> {
        let full = strategies.iter().filter(|strategy| strategy.walks_full_tree);
        let full = full.map(|&strategy| Self { strategy, goal: Goal::All, order: CandidateOrder::Canonical });
        let first = strategies.iter().flat_map(|&strategy| {
            strategy.orders.iter().map(move |&order| Self { strategy, goal: Goal::First, order })
        });
        full.chain(first).collect()
    }

    /// The node limit of each search: `limit` for a strategy that does not walk full trees.
    pub fn node_limit(&self, limit: u64) -> Option<u64> {
        (!self.strategy.walks_full_tree).then_some(limit)
    }

    /// How often each search is repeated to measure its time: searches to the first solution are short.
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
