//! How far the nodes to the first solution depend on the order in which orientations are tried.

use super::in_order::in_order;
use super::statistics::quantile;
use super::{AtlasError, Observer};
use crate::cover::{Cover, Placement, PlacementId};
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::search::{CandidateOrder, Goal, OutOfReach, Outcome, Strategy, Task};

/// How many orders are tried.
pub const ORDERS: usize = 200;
/// The quantiles that are kept, in percent.
pub const QUANTILES: [u8; 3] = [10, 50, 90];

/// The name of the strategy of which the almanac tells it.
pub const ORDER_LUCK_OF: &str = "first-empty";

/// The nodes to the first solution of a date at each of [`QUANTILES`], over [`ORDERS`] random orders; `None` if there
/// is no solution.
pub type OrderLuck = Option<[u64; QUANTILES.len()]>;

/// The placements in a random order of their kinds, of which there are so many; those of a kind in ascending order.
pub fn random_order(
    cover: &Cover,
    random: &mut Random,
    kinds: usize,
    kind: impl Fn(&Placement) -> usize,
) -> Vec<PlacementId> {
    let mut ranks: Vec<usize> = (0..kinds).collect();
    random.shuffle(&mut ranks);
    let mut order = CandidateOrder::Canonical.arrange(cover);
    order.sort_by_key(|&id| ranks[kind(&cover.placements()[usize::from(id)])]);
    order
}

/// Searches each date for a first solution in [`ORDERS`] random orders, the same ones for each date, by `strategy`, and
/// hands the quantiles to `receive`, in the order of the dates.
///
/// # Errors
/// [`AtlasError`]: the threads could not be started, the puzzle is out of reach, the job was cancelled, or
/// `receive` failed.
pub fn order_luck<E: std::error::Error + 'static>(
    puzzle: &Puzzle,
    cover: &Cover,
    strategy: &Strategy,
    date_ids: &[usize],
    threads: usize,
    observer: &dyn Observer,
    mut receive: impl FnMut(OrderLuck) -> Result<(), E>,
) -> Result<(), AtlasError<E>> {
    let order = |seed| {
        let mut random = Random::with_seed(seed);
        random_order(cover, &mut random, cover.orientations().len(), |placed| placed.orientation)
    };
    let solvers: Result<Vec<_>, OutOfReach> =
        (0..ORDERS as u64).map(|seed| strategy.solver_in_order(cover, &order(seed))).collect();
    let solvers = solvers?;
    observer.stage(&format!("{}, first solution, {ORDERS} random orders", strategy.name), date_ids.len());
    let job = |&date_id: &usize| {
        let task = Task::new(puzzle.target(&puzzle.date(date_id)), Goal::First);
        let mut nodes = Vec::with_capacity(ORDERS);
        for solver in &solvers {
            let report = solver.search(&task, &mut |_| {});
            // Without a solution in one order there is none in the others.
            if report.outcome != Outcome::Found {
                break;
            }
            nodes.push(report.nodes);
        }
        observer.advance();
        nodes.sort_unstable();
        let quantile = |percent: u8| quantile(&nodes, f64::from(percent) / 100.0);
        let all: Option<Vec<u64>> = QUANTILES.into_iter().map(quantile).collect();
        all.and_then(|all| all.try_into().ok())
    };
    in_order(threads, date_ids, observer, job, &mut receive)
}
