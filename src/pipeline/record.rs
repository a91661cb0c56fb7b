//! What a run has made so far, what it cost, and the manifest and run record made from that.

use super::Request;
use crate::atlas::Observer;
use crate::checksum;
use crate::dataset::{
    FileEntry, GENERATOR, Manifest, Options, PuzzleEntry, RunRecord, StageCost, Staged, StagedFile,
    WriteError,
};
use cpu_time::ProcessTime;
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

/// The files made so far.
#[derive(Default)]
pub(super) struct Files {
    pub(super) deterministic: Vec<FileEntry>,
    pub(super) varying: Vec<FileEntry>,
}

impl Files {
    pub(super) fn add(
        &mut self,
        staged: &mut Staged,
        (file, rows): (StagedFile, u64),
        same: bool,
    ) -> Result<(), WriteError> {
        self.add_file(staged, file, Some(rows), same)
    }

    pub(super) fn add_file(
        &mut self,
        staged: &mut Staged,
        file: StagedFile,
        rows: Option<u64>,
        deterministic: bool,
    ) -> Result<(), WriteError> {
        staged.add(file)?;
        let (path, place) = staged.ready().last().expect("a file was just added");
        let entry = entry(path, place, rows).map_err(|error| WriteError::at(place, error))?;
        if deterministic {
            self.deterministic.push(entry)
        } else {
            self.varying.push(entry)
        }
        Ok(())
    }
}

fn entry(path: &str, place: &Path, rows: Option<u64>) -> std::io::Result<FileEntry> {
    let file = File::open(place)?;
    let bytes = file.metadata()?.len();
    Ok(FileEntry { path: path.to_owned(), rows, bytes, sha256: checksum::of_reader(file)? })
}

pub(super) fn manifest(request: &Request, files: &Files) -> Manifest {
    let puzzle = &request.puzzle;
    let entry = PuzzleEntry {
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        definition_sha256: puzzle.definition_sha256.clone(),
        dates: puzzle.date_count(),
    };
    Manifest::new(entry, Options::from(request), request.is_partial(), files.deterministic.clone())
}

pub(super) fn run_record(request: &Request, clock: &StageClock, files: &Files) -> RunRecord {
    RunRecord {
        generator: GENERATOR.to_owned(),
        threads: request.threads,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        stages: clock.stages.clone(),
        files: files.varying.clone(),
        sha256: String::new(),
    }
    .sealed()
}

/// Measures the stages of a run.
pub(super) struct StageClock {
    pub(super) stages: Vec<StageCost>,
    cpu: ProcessTime,
    wall: Instant,
}

impl Default for StageClock {
    fn default() -> Self {
        Self { stages: Vec::new(), cpu: ProcessTime::now(), wall: Instant::now() }
    }
}

impl StageClock {
    /// The stage that began at the last lap is done.
    pub(super) fn lap(&mut self, stage: &str, observer: &dyn Observer) {
        let seconds = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
        self.stages.push(StageCost {
            stage: stage.to_owned(),
            cpu_seconds: seconds(self.cpu.elapsed()),
            wall_seconds: seconds(self.wall.elapsed()),
        });
        observer.detail(&|| {
            let last = self.stages.last().map_or((0.0, 0.0), |cost| (cost.cpu_seconds, cost.wall_seconds));
            format!("{stage}: {} s of CPU time, {} s on the clock", last.0, last.1)
        });
        (self.cpu, self.wall) = (ProcessTime::now(), Instant::now());
    }
}
