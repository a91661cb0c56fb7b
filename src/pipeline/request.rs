//! What is asked for, and what was done.

use super::Shard;
use crate::atlas::{Measurement, Run};
use crate::dataset::{FileEntry, GENERATOR, Manifest, ManifestError, Options, StageCost};
use crate::puzzle::{Puzzle, Selection};
use crate::search::{Outcome, STRATEGIES, Strategy};
use std::path::PathBuf;
use std::time::Duration;

/// What [`super::generate`] is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The dates.
    pub selection: Selection,
    /// The date filter as it was given, for the manifest; `all` without one.
    pub filter: String,
    /// The strategies.
    pub strategies: Vec<&'static Strategy>,
    /// The node limit of strategies that are not exhaustive, 1 or more.
    pub node_limit: u64,
    /// Threads that search, 1 or more.
    pub threads: usize,
    /// The dataset's folder.
    pub folder: PathBuf,
    /// Whether a complete dataset there may be replaced.
    pub overwrite: bool,
    /// Whether figures are drawn.
    pub draws: bool,
    /// The shard whose dates these are, if they are one of many.
    pub shard: Option<Shard>,
    /// Journals of shards whose searches need not be made again.
    pub shards: Vec<PathBuf>,
    /// Whether to begin anew instead of going on from what an interrupted run left.
    pub restart: bool,
}

impl Request {
    /// Whether the folder holds the dataset asked for already.
    ///
    /// # Errors
    /// [`ManifestError`], when its manifest cannot be read.
    pub fn is_done(&self) -> Result<bool, ManifestError> {
        let there = Manifest::read(&self.folder)?.filter(|there| there.is_complete_in(&self.folder));
        let is_this = |there: Manifest| {
            there.options == Options::from(self)
                && there.puzzle.definition_sha256 == self.puzzle.definition_sha256
                && there.generator == GENERATOR
        };
        Ok(there.is_some_and(is_this))
    }

    /// Whether dates or strategies are left out.
    pub fn is_partial(&self) -> bool {
        let left_out = |strategy: &Strategy| self.strategies.iter().all(|run| run.name != strategy.name);
        !self.selection.complete || STRATEGIES.iter().any(left_out)
    }
}

impl From<&Request> for Options {
    fn from(request: &Request) -> Self {
        Self {
            dates: request.filter.clone(),
            dates_solved: request.selection.ids.len(),
            strategies: request.strategies.iter().map(|strategy| strategy.name.to_owned()).collect(),
            node_limit: request.node_limit,
            shard: request.shard.map(|shard| shard.to_string()),
        }
    }
}

/// What [`super::generate`] did.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The dates solved, with their exact number of solutions if known.
    pub solutions: Vec<(usize, Option<u64>)>,
    /// What each run cost.
    pub runs: Vec<RunSummary>,
    /// What each stage cost.
    pub stages: Vec<StageCost>,
    /// Whether dates or strategies were left out.
    pub partial: bool,
    /// Every file, with its path inside the folder.
    pub files: Vec<FileEntry>,
}

/// What a run cost over all dates.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// The run.
    pub run: Run,
    /// Nodes of all dates.
    pub nodes: u64,
    /// Dates that stopped at the node limit.
    pub limited: usize,
    /// CPU time of all dates, each the least of its repeats.
    pub cpu: Duration,
}

impl RunSummary {
    pub(super) fn of(run: &Run, found: &[Measurement]) -> Self {
        let limited = |found: &&Measurement| found.report.outcome == Outcome::NodeLimit;
        Self {
            run: *run,
            nodes: found.iter().map(|found| found.report.nodes).sum(),
            limited: found.iter().filter(limited).count(),
            cpu: found.iter().map(|found| found.cpu).sum(),
        }
    }
}
