//! A sweep as one page of calls: count, confirm, write, publish; and shards joined.

mod effect;
mod error;
mod figures;
mod merge;
mod report;

pub use error::SweepJobError;
pub use merge::merge_sweeps;
pub use report::{REPORT_NAME, report};

use super::Shard;
use super::record::{Files, StageClock};
use crate::atlas::Observer;
use crate::checksum;
use crate::dataset::sweep::{
    SET_DATES_NAME, SETS_NAME, SetRow, SweepManifest, SweepOptions, SweepTables, SweepWriter,
};
use crate::dataset::{
    DEFINITION_NAME, FileEntry, GENERATOR, MANIFEST_NAME, PuzzleEntry, RUN_NAME, RunRecord, StageCost,
    Staged, TableFile,
};
use crate::puzzle::Puzzle;
use crate::search::frontier::InTurn;
use crate::sweep::grammar::Chosen;
use crate::sweep::{Family, PieceSet, count, count_one};
use cpu_time::ThreadTime;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What is to be swept.
pub struct SweepRequest {
    /// The puzzle whose board and dates these are.
    pub puzzle: Puzzle,
    /// The sets, of all shards together.
    pub chosen: Chosen,
    /// The choice of pieces as given; `None` for sets that were listed.
    pub pieces: Option<String>,
    /// Only one of several parts of the sets.
    pub shard: Option<Shard>,
    /// Threads that count.
    pub threads: usize,
    /// Where the tables go.
    pub folder: PathBuf,
    /// Whether a complete sweep may be replaced.
    pub overwrite: bool,
}

/// A set counted by itself: for an estimate of the time, and to hold the sweep against.
pub struct Sample {
    /// The number of the set among all.
    set_id: usize,
    counts: Vec<u64>,
    /// CPU time that it took.
    pub time: Duration,
}

/// What a sweep has made.
pub struct SweepSummary {
    /// The rows of the table of sets.
    pub rows: Vec<SetRow>,
    /// What each stage cost.
    pub stages: Vec<StageCost>,
    /// The deterministic files.
    pub files: Vec<FileEntry>,
}

/// Times of stages in multiples of that of a set by itself, measured with the 7,920 sets of the weekday board: what is
/// done once by one thread, what is done once by all, and each set.
const ONCE_ALONE: f64 = 10.0;
const ONCE: f64 = 20.0;
const EACH: f64 = 0.015;

impl SweepRequest {
    /// The sets of the shard.
    pub fn sets(&self) -> &[PieceSet] {
        match self.shard {
            Some(shard) => shard.part(&self.chosen.sets),
            None => &self.chosen.sets,
        }
    }

    /// The number of the first of them among all.
    fn first(&self) -> usize {
        self.shard.map_or(0, |shard| self.chosen.sets.len() * (shard.number - 1) / shard.of)
    }

    fn options(&self) -> SweepOptions {
        let Chosen { family, sets, wrong_area } = &self.chosen;
        SweepOptions {
            pieces: self.pieces.clone(),
            family: family.pieces().iter().map(|piece| piece.name.clone()).collect(),
            sets: sets.len(),
            wrong_area: *wrong_area,
            sets_sha256: sets_sha256(family, sets.iter().copied()),
            shard: self.shard.map(|shard| shard.to_string()),
        }
    }

    /// Whether the folder holds just this already, with all files.
    ///
    /// # Errors
    /// [`SweepJobError`], when the folder holds something else.
    pub fn is_done(&self) -> Result<bool, SweepJobError> {
        let there = SweepManifest::read(&self.folder)?;
        Ok(there.is_some_and(|there| {
            there.puzzle == entry(&self.puzzle)
                && there.options == self.options()
                && there.generator == GENERATOR
                && there.is_complete_in(&self.folder)
        }))
    }

    /// Makes sure that nothing is lost when the tables take their place.
    ///
    /// # Errors
    /// [`SweepJobError`], when the folder holds something else.
    pub fn check(&self) -> Result<(), SweepJobError> {
        nothing_is_lost(&self.folder, self.overwrite)
    }

    /// Counts one of the sets by itself; `None` if its diagram is too large.
    pub fn sample(&self) -> Option<Sample> {
        let place = self.sets().len() / 2;
        let began = ThreadTime::now();
        let counts = count_one(&self.puzzle, &self.chosen.family, *self.sets().get(place)?, &InTurn).ok()?;
        Some(Sample { set_id: self.first() + place, counts, time: began.elapsed() })
    }

    /// About how long the sweep takes, in view of the time of a set by itself. It is a guess: the ratio was measured on
    /// one board.
    pub fn estimate(&self, sample: &Sample) -> Duration {
        let sets = self.sets().len() as f64;
        let threads = self.threads.max(1) as f64;
        // A few sets cannot cost more than one after the other, about twice.
        let ratio = (ONCE_ALONE + (ONCE + EACH * sets) / threads).min(2.0 * sets);
        sample.time.mul_f64(ratio)
    }
}

/// Counts the sets and publishes the tables in the folder.
///
/// # Errors
/// [`SweepJobError`]. Until everything is ready, a sweep that is already there stays as it was.
pub fn sweep(
    request: &SweepRequest,
    sample: Option<&Sample>,
    observer: &dyn Observer,
) -> Result<SweepSummary, SweepJobError> {
    let SweepRequest { puzzle, chosen, .. } = request;
    request.check()?;
    let staged = Staged::new(&request.folder, &[])?;
    // Now that no other run is there, nothing changes any more.
    request.check()?;
    let timed = Timed::new(observer);
    let mut writer = SweepWriter::new(puzzle, &chosen.family, &staged)?;
    let mut set_id = request.first();
    let receive = |set: PieceSet, counts: &[u64]| -> Result<(), SweepJobError> {
        if let Some(sample) = sample
            && sample.set_id == set_id
            && sample.counts != counts
        {
            return Err(SweepJobError::Different { set: chosen.family.names(set).join(" ") });
        }
        writer.push(set_id, set, counts)?;
        set_id += 1;
        Ok(())
    };
    count(puzzle, &chosen.family, request.sets(), request.threads, &timed, receive)
        .map_err(SweepJobError::of)?;
    timed.stage("tables", 1);
    let tables = writer.finish()?;
    timed.advance();
    publish(puzzle, request.options(), tables, staged, timed, request.threads)
}

/// Completes a sweep: definition, tables, record and manifest.
fn publish(
    puzzle: &Puzzle,
    options: SweepOptions,
    tables: SweepTables,
    mut staged: Staged,
    timed: Timed,
    threads: usize,
) -> Result<SweepSummary, SweepJobError> {
    let mut files = Files::default();
    let SweepTables { rows, sets, dates } = tables;
    files.add(&mut staged, sets, true)?;
    files.add(&mut staged, dates, true)?;
    let mut definition = staged.file(DEFINITION_NAME)?;
    definition.write_all(puzzle.definition.as_bytes()).map_err(|error| definition.error(error))?;
    files.add_file(&mut staged, definition, None, true)?;
    let cancelled = timed.is_cancelled();
    let stages = timed.finish();
    let record = RunRecord {
        generator: GENERATOR.to_owned(),
        threads,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        stages: stages.clone(),
        files: Vec::new(),
        sha256: String::new(),
    };
    let manifest = SweepManifest::new(entry(puzzle), options, files.deterministic);
    staged.add_bytes(RUN_NAME, &record.sealed().to_json())?;
    staged.add_bytes(MANIFEST_NAME, &manifest.to_json())?;
    if cancelled {
        return Err(SweepJobError::Cancelled);
    }
    // The report of an earlier sweep goes with it.
    let report = figures::names().chain([REPORT_NAME]).map(str::to_owned);
    staged.publish(MANIFEST_NAME, report)?;
    Ok(SweepSummary { rows, stages, files: manifest.files })
}

fn entry(puzzle: &Puzzle) -> PuzzleEntry {
    PuzzleEntry {
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        definition_sha256: puzzle.definition_sha256.clone(),
        dates: puzzle.date_count(),
    }
}

/// What tells lists of sets apart.
fn sets_sha256(family: &Family, sets: impl Iterator<Item = PieceSet>) -> String {
    let lines: Vec<String> = sets.map(|set| family.names(set).join(" ") + "\n").collect();
    checksum::of_bytes(lines.concat().as_bytes())
}

/// Refuses a folder in which something would be replaced that is no sweep of ours, and one with a complete sweep unless
/// `overwrite` allows it.
fn nothing_is_lost(folder: &Path, overwrite: bool) -> Result<(), SweepJobError> {
    match SweepManifest::read(folder)? {
        Some(manifest) if !overwrite && manifest.is_complete_in(folder) => {
            Err(SweepJobError::Exists(folder.to_owned()))
        }
        Some(_) => Ok(()),
        None => {
            // Without a manifest, what a run left that was killed while it gave files their names is ours.
            let foreign = [SETS_NAME, SET_DATES_NAME].map(|name| folder.join(name));
            let foreign = foreign.into_iter().find(|path| path.exists() && !is_own_table(path));
            let report = figures::names().chain([REPORT_NAME, DEFINITION_NAME, RUN_NAME]);
            let beside = || report.map(|name| folder.join(name)).find(|path| path.exists());
            match foreign.or_else(|| if folder.join(SETS_NAME).exists() { None } else { beside() }) {
                Some(path) => Err(SweepJobError::Foreign(path)),
                None => Ok(()),
            }
        }
    }
}

fn is_own_table(path: &Path) -> bool {
    TableFile::open(path)
        .is_ok_and(|file| file.metadata("generator").is_some_and(|by| by.starts_with("tiling-almanac ")))
}

/// Measures the stages that an observer is told of.
struct Timed<'a> {
    observer: &'a dyn Observer,
    clock: Mutex<(StageClock, Option<String>)>,
}

impl<'a> Timed<'a> {
    fn new(observer: &'a dyn Observer) -> Self {
        Self { observer, clock: Mutex::new((StageClock::default(), None)) }
    }

    fn lap(&self, next: Option<&str>) {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let (clock, current) = &mut *clock;
        if let Some(stage) = std::mem::replace(current, next.map(str::to_owned)) {
            clock.lap(&stage, self.observer);
        }
    }

    fn finish(self) -> Vec<StageCost> {
        self.lap(None);
        self.clock.into_inner().unwrap_or_else(PoisonError::into_inner).0.stages
    }
}

impl Observer for Timed<'_> {
    fn stage(&self, name: &str, total: usize) {
        self.lap(Some(name));
        self.observer.stage(name, total);
    }

    fn note(&self, text: &str) {
        self.observer.note(text);
    }

    fn advance(&self) {
        self.observer.advance();
    }

    fn is_cancelled(&self) -> bool {
        self.observer.is_cancelled()
    }
}
