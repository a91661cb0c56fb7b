//! The strategies: ways to walk the tree of partial covers of one date, all counted alike; and one that walks no
//! tree but merges what is equal ([`frontier`]).
//!
//! A *node* is one entry into the search routine: the root counts, every partial cover reached counts, a
//! solution counts. [`Goal::All`] walks the whole tree; [`Goal::First`] stops on entering the first
//! solution. Candidates are tried in the order of a [`CandidateOrder`].
//!
//! [`STRATEGIES`] describes the strategies that there are. Nothing here reads a file or the clock, starts
//! a thread or draws a random number.
//!
//! ```
//! use tiling_almanac::{cover::Cover, puzzle::built_in, search::{Goal, Task, strategy}};
//! let puzzle = built_in("mini")?;
//! let cover = Cover::new(&puzzle);
//! let date = puzzle.parse_date("Win 3")?;
//! let solver = strategy("first-empty")?.solver(&cover, Default::default())?;
//! let report = solver.search(&Task::new(puzzle.target(&date), Goal::All), &mut |_| {});
//! assert_eq!(report.exact_solutions(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod dlx;
mod first_empty;
pub mod frontier;
mod mrv;
mod order;
mod piece_order;
mod tally;

#[cfg(test)]
mod tests;

pub use order::CandidateOrder;

use crate::cover::{Cover, PlacementId};
use crate::geometry::CellSet;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To the first solution.
    First,
    /// To all solutions.
    All,
}

impl Goal {
    /// The name in tables: `first` or `all`.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::All => "all",
        }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All solutions were found: their number is exact.
    Exhausted,
    /// A solution was found and the search stopped there, as asked.
    Found,
    /// The node limit was reached first: nothing is known of what was not walked.
    NodeLimit,
    /// The search would have taken more memory than it may: nothing is known.
    OutOfMemory,
}

impl Outcome {
    /// All.
    pub const ALL: [Self; 4] = [Self::Exhausted, Self::Found, Self::NodeLimit, Self::OutOfMemory];

    /// The name in tables: `exhausted`, `found`, `node-limit` or `out-of-memory`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::Found => "found",
            Self::NodeLimit => "node-limit",
            Self::OutOfMemory => "out-of-memory",
        }
    }
}

/// What to search: the problem of one date, and how far.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The cells to be covered, all of the board. If their number is not the pieces' area, there is no
    /// solution.
    pub target: CellSet,
    /// How far.
    pub goal: Goal,
    /// The most nodes that may be entered, 1 or more; no limit if `None`.
    pub node_limit: Option<u64>,
    /// Whether solutions are handed out; if not, a strategy that can tell their number without them does so.
    pub visits: bool,
}

impl Task {
    /// A search without a node limit.
    pub fn new(target: CellSet, goal: Goal) -> Self {
        Self { target, goal, node_limit: None, visits: true }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Nodes entered; of `frontier`, which walks no tree, states of the diagram.
    pub nodes: u64,
    /// Solutions visited; the number of all solutions only when the outcome is [`Outcome::Exhausted`].
    pub visited: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The expected effort: the exact mean of the nodes to the first solution over all ways of shuffling the
    /// children of every node. Known when the whole tree was walked and has a solution, to the strategies that
    /// work it out ([`Strategy::tells_effort`]).
    pub expected_nodes: Option<f64>,
}

impl Report {
    /// The exact number of solutions; `None` unless the search was exhausted.
    pub fn exact_solutions(&self) -> Option<u64> {
        (self.outcome == Outcome::Exhausted).then_some(self.visited)
    }
}

/// What a search calls on each solution: the placements in ascending order, so one of each tile in the
/// tiles' order.
pub type Visit<'a> = dyn FnMut(&[PlacementId]) + 'a;

/// A strategy prepared for the puzzle of a [`Cover`]: it searches one date after another, from any thread.
pub trait Solver: Send + Sync {
    /// Searches as `task` says and calls `visit` on each solution.
    fn search(&self, task: &Task, visit: &mut Visit) -> Report;
}

/// The description of a strategy: an entry of [`STRATEGIES`].
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Its name in tables and on the command line.
    pub name: &'static str,
    /// What it branches on, in one line.
    pub about: &'static str,
    /// Whether it is fit to find all solutions of every date; else it is only run to the first solution, under
    /// a node limit.
    pub exhaustive: bool,
    /// Whether it can hold the solutions of all dates at once ([`frontier::AllDates`]).
    pub all_at_once: bool,
    /// What its nodes are called: `nodes` of a tree, or `states` of a diagram.
    pub counts: &'static str,
    /// Whether a walk of its whole tree tells the expected effort.
    pub tells_effort: bool,
    /// The candidate orders that it is measured under; the first is canonical.
    pub orders: &'static [CandidateOrder],
    prepare: Prepare,
}

/// Prepares a strategy for a puzzle, with the placements in the order in which they are to be tried.
type Prepare = fn(&Cover, &[PlacementId]) -> Result<Box<dyn Solver>, OutOfReach>;

impl Strategy {
    /// Prepares the strategy for the puzzle of `cover`.
    ///
    /// # Errors
    /// [`OutOfReach`] when the puzzle is too large for it.
    pub fn solver(&self, cover: &Cover, order: CandidateOrder) -> Result<Box<dyn Solver>, OutOfReach> {
        self.solver_in_order(cover, &order.arrange(cover))
    }

    /// Prepares it for any order of the placements. At a cell each orientation of each piece has one candidate;
    /// strategies that go cell by cell try the orientations in the order in which they first occur.
    ///
    /// # Errors
    /// [`OutOfReach`] when the puzzle is too large for it.
    pub fn solver_in_order(
        &self,
        cover: &Cover,
        order: &[PlacementId],
    ) -> Result<Box<dyn Solver>, OutOfReach> {
        (self.prepare)(cover, order)
    }
}

const CANONICAL_ONLY: &[CandidateOrder] = &[CandidateOrder::Canonical];

/// The register of strategies: commands, tests, benches and documents iterate over it.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "piece-order",
        about: "the next piece in the pieces' order, all its placements",
        exhaustive: false,
        all_at_once: false,
        counts: "nodes",
        tells_effort: false,
        orders: CANONICAL_ONLY,
        prepare: piece_order::prepare,
    },
    Strategy {
        name: "first-empty",
        about: "the lowest-numbered cell not yet covered",
        exhaustive: true,
        all_at_once: false,
        counts: "nodes",
        tells_effort: true,
        orders: CandidateOrder::ALL,
        prepare: first_empty::prepare,
    },
    Strategy {
        name: "last-empty",
        about: "the highest-numbered cell not yet covered",
        exhaustive: true,
        all_at_once: false,
        counts: "nodes",
        tells_effort: true,
        orders: CANONICAL_ONLY,
        prepare: first_empty::prepare_from_last,
    },
    Strategy {
        name: "mrv",
        about: "the cell with the fewest live placements (minimum remaining values), lowest number on a tie",
        exhaustive: true,
        all_at_once: false,
        counts: "nodes",
        tells_effort: true,
        orders: CandidateOrder::ALL,
        prepare: mrv::prepare,
    },
    Strategy {
        name: "dlx",
        about: "dancing links: the cell or piece with the fewest live placements, first on a tie",
        exhaustive: true,
        all_at_once: false,
        counts: "nodes",
        tells_effort: false,
        orders: CANONICAL_ONLY,
        prepare: dlx::prepare,
    },
    Strategy {
        name: "frontier",
        about: "nothing: equal partial covers are one state of a diagram, cell by cell",
        exhaustive: true,
        all_at_once: true,
        counts: "states",
        tells_effort: false,
        orders: CANONICAL_ONLY,
        prepare: frontier::prepare,
    },
];

/// A puzzle that is too large for a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the puzzle is out of reach of {strategy}: {why}")]
pub struct OutOfReach {
    /// The strategy.
    pub strategy: &'static str,
    /// What is too large, and the limit.
    pub why: String,
}

/// A name that no strategy has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no strategy {name:?}; the strategies are {known}")]
pub struct UnknownStrategy {
    /// The name.
    pub name: String,
    /// The names that exist.
    pub known: String,
}

/// The strategy called `name`.
///
/// # Errors
/// [`UnknownStrategy`], which lists the names.
pub fn strategy(name: &str) -> Result<&'static Strategy, UnknownStrategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name).ok_or_else(|| {
        let names: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
        UnknownStrategy { name: name.into(), known: names.join(", ") }
    })
}
