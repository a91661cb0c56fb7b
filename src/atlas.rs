//! From dates to measurements: runs the strategies over many dates in parallel and hands the results on in
//! the order of the dates, however many threads there are.
//!
//! One diagram finds the solutions of all dates at once ([`all_dates`]).
//! A [`Run`] is one strategy with one goal and one candidate order, over all dates selected. Measured are
//! nodes and solutions (exact, the same everywhere) and times (of this machine, this time). What
//! counts all solutions is held against what did so first: the same number and the same set of them, date by
//! date, or the [`Confirmation`] fails.

mod all_dates;
mod confirm;
mod hints;
mod in_order;
mod measure;
mod measures;
mod order_luck;
mod run;
mod statistics;
mod variety;

pub use all_dates::{DateSolutions, Threads, all_dates, listable_dates};
pub use confirm::{Confirmation, Disagreement};
pub use hints::{Hint, least_helpful_first};
pub use measure::{Measurement, Settings, fingerprint_of, measure};
pub use measures::{DIFFICULTY, MEASURES, Measure, difficulty, own_weights};
pub use order_luck::{ORDER_LUCK_OF, ORDERS, OrderLuck, QUANTILES, order_luck, random_order};
pub use run::{DEFAULT_NODE_LIMIT, Run};
pub use statistics::{competition_ranks, gini, percentiles, quantile, rank_correlation};
pub use variety::Variety;

use crate::search::OutOfReach;
use crate::search::frontier::TooMany;

/// Watches a long job; told from several threads at once.
pub trait Observer: Sync {
    /// A stage of `total` steps begins; the one before, if any, is done.
    fn stage(&self, name: &str, total: usize);
    /// Something to be told beside the stages.
    fn note(&self, _text: &str) {}
    /// Something that only who asks for it wants to know.
    fn detail(&self, _text: &dyn Fn() -> String) {}
    /// A step of the stage is done.
    fn advance(&self);
    /// Whether the job should stop as soon as it can.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Why a parallel run did not come to its end; `E` is what the receiver of the results may fail with.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError<E: std::error::Error + 'static> {
    /// The threads could not be started.
    #[error("the worker threads cannot be started: {0}; try fewer with --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The puzzle is too large.
    #[error("{0}; leave it out with --strategies")]
    OutOfReach(#[from] OutOfReach),
    /// A date has more solutions than can be listed.
    #[error("{date} has {too_many}; `almanac solve --count` counts those of a date without a list")]
    TooMany {
        /// The date in words.
        date: String,
        /// How many.
        too_many: TooMany,
    },
    /// The observer asked to stop.
    #[error("stopped before the end, as asked")]
    Cancelled,
    /// The receiver of the results failed.
    #[error(transparent)]
    Receiver(E),
}
