//! Searches made again.

use super::solutions::Solutions;
use super::{PipelineError, Verification};
use crate::atlas::{AtlasError, Measurement, ORDER_LUCK_OF, Observer, OrderLuck, Run, order_luck};
use crate::digits::counted;
use crate::pipeline::ReceiveError;
use crate::random::Random;
use crate::search::frontier::Executor;
use crate::search::{Goal, Outcome, Report, STRATEGIES, Strategy, Task};
use std::collections::BTreeMap;
use std::time::Duration;

/// Dates whose trees are walked again, to the end.
const WALKED: usize = 16;
/// The most nodes of a search to a first solution that is made again on every date.
const SHORT: u64 = 1_000_000;

/// What names a search: date, strategy, goal and candidate order.
type Key = (usize, &'static str, &'static str, &'static str);

/// A row of the table of searches.
struct Told {
    nodes: u64,
    outcome: Outcome,
}

impl Verification<'_> {
    /// The searches of every run: made again where they are short, and on some dates, chosen by a fixed seed, whatever they
    /// take; of the others the nodes that the dataset tells.
    pub(super) fn searches(
        &mut self,
        solutions: &Solutions,
    ) -> Result<Vec<(Run, Vec<Measurement>)>, PipelineError> {
        if !self.has("searches") {
            return Ok(Vec::new());
        }
        let (puzzle, options) = (&self.dataset.puzzle, &self.dataset.manifest.options);
        let told = self.told()?;
        let mut chosen = self.selection.ids.clone();
        Random::with_seed(0).shuffle(&mut chosen);
        chosen.truncate(WALKED);
        let named = |strategy: &&Strategy| options.strategies.iter().any(|name| name == strategy.name);
        let strategies: Vec<&'static Strategy> = STRATEGIES.iter().filter(named).collect();
        let (mut searches, mut wrong, mut again) = (Vec::new(), Vec::new(), 0);
        for run in Run::all(&strategies, puzzle.exposes_one_of_each()) {
            let solver = run.strategy.solver(&self.cover, run.order)?;
            let effort = self.effort(&run)?;
            let jobs: Vec<(usize, usize, Option<&Told>)> = self
                .selection
                .ids
                .iter()
                .enumerate()
                .map(|(place, &id)| {
                    (place, id, told.get(&(id, run.strategy.name, run.goal.name(), run.order.name())))
                })
                .collect();
            let found = self.threads.map(jobs, |(place, date_id, told)| {
                let date = puzzle.date(date_id);
                let short = run.goal == Goal::First
                    && run.strategy.exhaustive
                    && told.is_some_and(|told| told.nodes <= SHORT);
                let searched = short || chosen.contains(&date_id) || told.is_none();
                let report = match told.filter(|_| !searched) {
                    Some(told) => Report {
                        nodes: told.nodes,
                        visited: match told.outcome {
                            Outcome::Exhausted => solutions.counts[place].unwrap_or(0),
                            Outcome::Found => 1,
                            _ => 0,
                        },
                        outcome: told.outcome,
                        expected_nodes: effort.as_ref().and_then(|effort| effort[place]),
                    },
                    None => {
                        let node_limit = run.node_limit(options.node_limit);
                        let task =
                            Task { node_limit, visits: false, ..Task::new(puzzle.target(&date), run.goal) };
                        solver.search(&task, &mut |_| {})
                    }
                };
                let differs =
                    told.is_none_or(|told| told.nodes != report.nodes || told.outcome != report.outcome);
                let difference = differs.then(|| {
                    let said = told.map_or("no such row".to_owned(), |told| {
                        format!("{}, {}", counted(told.nodes, "node"), told.outcome.name())
                    });
                    format!(
                        "{}, {}: {said}; searched again {}, {}",
                        puzzle.date_title(&date),
                        run.title(),
                        counted(report.nodes, "node"),
                        report.outcome.name()
                    )
                });
                let none = Duration::ZERO;
                let found = Measurement {
                    date_id,
                    report,
                    fingerprint: 0,
                    solutions: Vec::new(),
                    cpu: none,
                    wall: none,
                    repeats: 0,
                };
                (found, searched, difference)
            });
            let mut measurements = Vec::with_capacity(found.len());
            for (measurement, searched, difference) in found {
                again += usize::from(searched);
                wrong.extend(difference);
                measurements.push(measurement);
            }
            searches.push((run, measurements));
        }
        wrong.into_iter().for_each(|what| self.differs("tables/searches.parquet", what));
        let again = counted(again as u64, "search");
        self.checked(format!("{again} made again, the whole trees of {} dates among them", chosen.len()));
        Ok(searches)
    }

    /// The table of searches, by its key.
    fn told(&self) -> Result<BTreeMap<Key, Told>, PipelineError> {
        let tables = &self.dataset.tables;
        let dates = tables.numbers("searches", "date_id")?;
        let nodes = tables.numbers("searches", "nodes")?;
        let texts = |column| tables.texts("searches", column);
        let (strategies, goals) = (texts("strategy")?, texts("goal")?);
        let (orders, outcomes) = (texts("candidate_order")?, texts("outcome")?);
        let mut told = BTreeMap::new();
        for row in 0..nodes.len() {
            let (Some(date), Some(nodes)) = (dates[row], nodes[row]) else { continue };
            let strategy = STRATEGIES.iter().find(|strategy| strategy.name == strategies[row]);
            let goal = [Goal::First, Goal::All].into_iter().find(|goal| goal.name() == goals[row]);
            let order = crate::search::CandidateOrder::ALL.iter().find(|order| order.name() == orders[row]);
            let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == outcomes[row]);
            if let (Some(strategy), Some(goal), Some(order), Some(outcome)) = (strategy, goal, order, outcome)
            {
                let key = (date as usize, strategy.name, goal.name(), order.name());
                told.insert(key, Told { nodes: nodes as u64, outcome });
            }
        }
        Ok(told)
    }

    /// The expected effort of each date that the dataset tells of a run.
    fn effort(&self, run: &Run) -> Result<Option<Vec<Option<f64>>>, PipelineError> {
        if run.goal == Goal::First || !run.strategy.tells_effort {
            return Ok(None);
        }
        let column = crate::dataset::effort_column(run.strategy);
        Ok(Some(self.dataset.tables.numbers("dates", &column)?))
    }

    /// The searches in random orders made again, if the dataset has them.
    pub(super) fn order_luck(
        &mut self,
        observer: &dyn Observer,
    ) -> Result<Option<Vec<OrderLuck>>, PipelineError> {
        let strategies = &self.dataset.manifest.options.strategies;
        if strategies.iter().all(|name| name != ORDER_LUCK_OF) {
            return Ok(None);
        }
        let mut found = Vec::with_capacity(self.selection.ids.len());
        let receive = |luck| -> Result<(), ReceiveError> {
            found.push(luck);
            Ok(())
        };
        let (puzzle, ids) = (&self.dataset.puzzle, &self.selection.ids);
        let strategy = crate::search::strategy(ORDER_LUCK_OF).expect("in the register");
        order_luck(puzzle, &self.cover, strategy, ids, self.thread_count, &Quiet(observer), receive)
            .map_err(|error: AtlasError<ReceiveError>| error)?;
        self.checked("the searches in random orders made again".to_owned());
        Ok(Some(found))
    }
}

/// An observer that is told of no stages.
struct Quiet<'a>(&'a dyn Observer);

impl Observer for Quiet<'_> {
    fn stage(&self, _: &str, _: usize) {}
    fn advance(&self) {}
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
