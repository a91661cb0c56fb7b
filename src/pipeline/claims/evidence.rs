//! What claims are measured by: the tables, and searches in sampled orders.

use crate::atlas::{random_order, rank_correlation};
use crate::cover::Cover;
use crate::dataset::{ReadError, Tables};
use crate::digits::grouped;
use crate::geometry::{Motions, Polyomino, Square};
use crate::pipeline::PipelineError;
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::search::{CandidateOrder, Goal, Outcome, Task, strategy};
use cpu_time::ThreadTime;
use std::time::Duration;

/// A dataset under test.
pub(super) struct Evidence<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) cover: &'a Cover,
    pub(super) tables: &'a Tables,
}

/// Some searches of the table of the searches.
#[derive(Clone, Copy)]
pub(super) struct Searches<'a> {
    pub(super) strategy: &'a str,
    pub(super) goal: &'a str,
    pub(super) order: &'a str,
}

impl Searches<'_> {
    pub(super) const fn all(strategy: &str) -> Searches<'_> {
        Searches { strategy, goal: "all", order: "canonical" }
    }

    pub(super) const fn first(strategy: &str) -> Searches<'_> {
        Searches { strategy, goal: "first", order: "canonical" }
    }
}

impl Evidence<'_> {
    /// A column of the dates, by number; all values must be there.
    pub(super) fn dates(&self, column: &str) -> Result<Vec<f64>, ReadError> {
        Ok(self.tables.numbers("dates", column)?.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }

    /// The number of a date.
    pub(super) fn date(&self, label: &str) -> usize {
        self.puzzle.parse_date(label).expect("claims name dates of their puzzle").id
    }

    /// The values of the seven weekdays of a day, Sunday first.
    pub(super) fn weekdays(&self, values: &[f64], month: usize, day: usize) -> Vec<f64> {
        (0..7).map(|weekday| values[self.puzzle.date_of(&[month - 1, day - 1, weekday]).id]).collect()
    }

    /// The rows of some searches in the tables of the searches and of the timings, by number of the date.
    fn rows(&self, which: Searches, table: &str) -> Result<Vec<usize>, ReadError> {
        let text = |column: &str| self.tables.texts(table, column);
        let (strategies, goals, orders) = (text("strategy")?, text("goal")?, text("candidate_order")?);
        let wanted = |row: &usize| {
            strategies[*row] == which.strategy && goals[*row] == which.goal && orders[*row] == which.order
        };
        Ok((0..strategies.len()).filter(wanted).collect())
    }

    fn numbers(&self, which: Searches, table: &str, column: &str) -> Result<Vec<f64>, ReadError> {
        let values = self.tables.numbers(table, column)?;
        let rows = self.rows(which, table)?;
        Ok(rows.into_iter().map(|row| values[row].unwrap_or(f64::NAN)).collect())
    }

    /// The outcomes of some searches, by number of the date.
    pub(super) fn outcomes(&self, which: Searches) -> Result<Vec<String>, ReadError> {
        let outcomes = self.tables.texts("searches", "outcome")?;
        Ok(self.rows(which, "searches")?.into_iter().map(|row| outcomes[row].clone()).collect())
    }

    /// The nodes of some searches, by number of the date.
    pub(super) fn nodes(&self, which: Searches) -> Result<Vec<f64>, ReadError> {
        self.numbers(which, "searches", "nodes")
    }

    /// Their CPU time over all dates, in seconds.
    pub(super) fn cpu_seconds(&self, which: Searches) -> Result<f64, ReadError> {
        Ok(self.numbers(which, "timings", "cpu_ns")?.iter().sum::<f64>() / 1e9)
    }

    /// Spearman's rank correlation of two lists of the dates.
    pub(super) fn correlation(&self, x: &[f64], y: &[f64]) -> f64 {
        let pairs: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        rank_correlation(&pairs).unwrap_or(f64::NAN)
    }

    /// The nodes to the first solution of a date in random orders of the pieces, seeds 0 and up; those of a search
    /// that `limit` nodes stop are that limit. In ascending order.
    pub(super) fn random_piece_orders(
        &self,
        name: &str,
        label: &str,
        orders: u64,
        limit: Option<u64>,
    ) -> Result<Vec<u64>, PipelineError> {
        let strategy = strategy(name).expect("in the register");
        let target = self.puzzle.target(&self.puzzle.date(self.date(label)));
        let task = Task { node_limit: limit, ..Task::new(target, Goal::First) };
        let search = |seed: u64| {
            let mut random = Random::with_seed(seed);
            let order =
                random_order(self.cover, &mut random, self.cover.piece_count(), |placed| placed.piece);
            Ok(strategy.solver_in_order(self.cover, &order)?.search(&task, &mut |_| {}).nodes)
        };
        let mut nodes = (0..orders).map(search).collect::<Result<Vec<u64>, PipelineError>>()?;
        nodes.sort_unstable();
        Ok(nodes)
    }

    /// The nodes to the first solution of a puzzle without dates in an order, the CPU time, and whether there was one.
    pub(super) fn first_solution(
        &self,
        puzzle: &Puzzle,
        name: &str,
        order: CandidateOrder,
    ) -> Result<(u64, Duration, bool), PipelineError> {
        let cover = Cover::new(puzzle);
        let solver = strategy(name).expect("in the register").solver(&cover, order)?;
        let clock = ThreadTime::now();
        let report = solver.search(&Task::new(puzzle.board.all(), Goal::First), &mut |_| {});
        Ok((report.nodes, clock.elapsed(), report.outcome == Outcome::Found))
    }

    /// How many of the eight rotations and reflections leave the board, which must be connected, as it is.
    pub(super) fn board_symmetries(&self) -> usize {
        let board = &self.puzzle.board;
        let square = |row: usize, col: usize| {
            let cell = board.cell_at(Square::new(row as i16, col as i16));
            if cell.is_some() { 'X' } else { '.' }
        };
        let row = |row: usize| (0..board.columns).map(|col| square(row, col)).collect::<String>();
        let rows: Vec<String> = (0..board.rows).map(row).collect();
        let shape = Polyomino::from_drawing(&rows).expect("the board of the claims is connected");
        // Of the eight images of a shape, each occurs as often as it has symmetries.
        8 / shape.orientations(Motions::ALL).len()
    }

    /// Pairs of pieces that are the same, turned or turned over.
    pub(super) fn congruent_pairs(&self) -> usize {
        let shapes = |piece: usize| -> Vec<&Polyomino> {
            let orientations = self.cover.orientations().iter().filter(|one| one.piece == piece);
            orientations.map(|orientation| &orientation.shape).collect()
        };
        let pieces = self.cover.piece_count();
        let pairs = (0..pieces).flat_map(|a| (a + 1..pieces).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| shapes(a).iter().any(|shape| shapes(b).contains(shape))).count()
    }
}

/// A number as people read it: with three digits or, from a thousand on, whole with commas.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        v if v >= 1000.0 && value > 0.0 => grouped(&format!("{value:.0}")),
        _ if value.fract() == 0.0 => format!("{value}"),
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

pub(super) fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

pub(super) fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    crate::atlas::quantile(&sorted, 0.5).unwrap_or(f64::NAN)
}
