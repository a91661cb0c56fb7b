//! The main job as one page of calls: solve, confirm, write, draw, publish.

use crate::atlas::{AtlasError, Confirmation, Disagreement, Measurement, Observer, Run, Settings, measure};
use crate::checksum;
use crate::cover::{Cover, SolutionDefect, check};
use crate::dataset::{
    Contents, FileEntry, Fill, GENERATOR, MANIFEST_NAME, Manifest, ManifestError, Options, PuzzleEntry,
    RUN_NAME, RunRecord, SolutionsWriter, StageCost, Staged, StagedFile, TABLES, Table, Tables, WriteError,
    card, write,
};
use crate::plot::figures::{FIGURES, FigureError, Source};
use crate::plot::text::check_glyphs;
use crate::puzzle::{Puzzle, Selection};
use crate::search::{Goal, OutOfReach, STRATEGIES, Strategy};
use cpu_time::ProcessTime;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What [`generate`] is asked for.
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
    /// The node limit of strategies that do not walk full trees, 1 or more.
    pub node_limit: u64,
    /// Threads that search, 1 or more.
    pub threads: usize,
    /// The dataset's folder.
    pub folder: PathBuf,
    /// Whether a complete dataset there may be replaced.
    pub overwrite: bool,
}

impl Request {
    /// Whether dates or strategies are left out.
    pub fn is_partial(&self) -> bool {
        let left_out = |strategy: &Strategy| self.strategies.iter().all(|run| run.name != strategy.name);
        !self.selection.complete || STRATEGIES.iter().any(left_out)
    }
}

/// What [`generate`] did.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The dates solved, with their exact number of solutions if a full tree was walked.
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

/// Why a dataset was not made. Only complete files stand under final names, and if renaming them failed
/// half-way, there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// The folder holds a complete dataset.
    #[error("{} holds a complete dataset; give --overwrite to replace it, or another folder with --out", .0.display())]
    Exists(PathBuf),
    /// The folder holds files that are no dataset of ours.
    #[error("{} would be replaced, and there is no {MANIFEST_NAME} beside it to say that it belongs to a dataset; choose another folder with --out, or give --overwrite", .0.display())]
    Foreign(PathBuf),
    /// The folder's manifest cannot be understood, so it is unknown what would be replaced.
    #[error("{0}; choose another folder with --out, or give --overwrite to replace what is there")]
    Manifest(#[from] ManifestError),
    /// The puzzle is too large for a strategy.
    #[error("{0}; leave it out with --strategies")]
    OutOfReach(#[from] OutOfReach),
    /// The observer asked to stop.
    #[error("stopped before the end, as asked")]
    Cancelled,
    /// A search could not be made.
    #[error(transparent)]
    Atlas(Box<AtlasError<ReceiveError>>),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A figure could not be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
}

impl PipelineError {
    /// Whether it was stopped as asked.
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Cancelled => true,
            Self::Atlas(error) => matches!(**error, AtlasError::Cancelled),
            _ => false,
        }
    }

    /// Whether results contradict each other.
    pub fn is_difference(&self) -> bool {
        let Self::Atlas(error) = self else { return false };
        matches!(**error, AtlasError::Receiver(ReceiveError::Disagreement(_) | ReceiveError::Solution { .. }))
    }
}

/// What is wrong with a measurement.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// Two strategies disagree.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
    /// A search handed out what is no solution.
    #[error(
        "a solution of {date} by {strategy} is wrong: {defect}; this is a fault of the program, so please report it"
    )]
    Solution {
        /// The date in words.
        date: String,
        /// The strategy.
        strategy: &'static str,
        /// What is wrong.
        defect: SolutionDefect,
    },
    /// The table of solutions could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Solves the dates under every strategy, writes the tables, draws the figures and publishes it all in the
/// folder.
///
/// # Errors
/// [`PipelineError`]. Until everything is ready, a dataset that is already there stays as it was.
pub fn generate(request: &Request, observer: &dyn Observer) -> Result<Summary, PipelineError> {
    let folder = &request.folder;
    if !request.overwrite {
        nothing_is_lost(folder)?;
    }
    drawable(&request.puzzle)?;
    let mut staged = Staged::new(folder, &["tables", "figures"])?;
    let mut files = Files::default();
    let mut clock = StageClock::default();
    let cover = Cover::new(&request.puzzle);

    let (searches, counts, solutions) = search(request, &cover, &staged, observer, &mut clock)?;
    if let Some(solutions) = solutions {
        files.add(&mut staged, solutions, true)?;
    }

    observer.stage("tables", TABLES.len() - 1);
    let contents = Contents {
        puzzle: &request.puzzle,
        cover: &cover,
        selection: &request.selection,
        counts: &counts,
        searches: &searches,
    };
    for table in TABLES.iter().filter(|table| matches!(table.fill, Fill::Whole(_))) {
        if let Some(written) = write(table, &contents, staged.file(&table.path())?)? {
            files.add(&mut staged, written, table.deterministic)?;
        }
        step(observer)?;
    }
    clock.lap("tables");

    let drawn = draw(request, &cover, &mut staged, &mut files, observer)?;
    clock.lap("figures");

    let manifest = manifest(request, &files);
    staged.add_bytes("README.md", card(&request.puzzle, &manifest, &files.varying, &drawn).as_bytes())?;
    staged.add_bytes(RUN_NAME, &json(&run_record(request, &clock, &files)))?;
    staged.add_bytes(MANIFEST_NAME, &json(&manifest))?;
    if observer.is_cancelled() {
        return Err(PipelineError::Cancelled);
    }
    staged.publish(MANIFEST_NAME, known_paths())?;

    let all = files.deterministic.into_iter().chain(files.varying);
    Ok(Summary {
        solutions: request.selection.ids.iter().copied().zip(counts).collect(),
        runs: searches.iter().map(|(run, found)| summarise(run, found)).collect(),
        stages: clock.stages,
        partial: manifest.partial,
        files: all.collect(),
    })
}

/// The tables and figures that a dataset may have.
fn known_paths() -> impl Iterator<Item = String> {
    TABLES.iter().map(|table| table.path()).chain(FIGURES.iter().map(|figure| figure.path()))
}

/// Refuses a folder in which something would be replaced that is not an incomplete dataset of ours, such as
/// a clone's, which lacks the large tables.
fn nothing_is_lost(folder: &Path) -> Result<(), PipelineError> {
    match Manifest::read(folder)? {
        Some(manifest) if manifest.is_complete_in(folder) => Err(PipelineError::Exists(folder.to_owned())),
        Some(_) => Ok(()),
        None => {
            let fixed = ["README.md", RUN_NAME].map(str::to_owned);
            match known_paths().chain(fixed).map(|path| folder.join(path)).find(|path| path.exists()) {
                Some(path) => Err(PipelineError::Foreign(path)),
                None => Ok(()),
            }
        }
    }
}

/// Refuses texts that the figures' font lacks, before hours are spent.
fn drawable(puzzle: &Puzzle) -> Result<(), FigureError> {
    let labels = puzzle.groups.iter().flat_map(|group| group.labels.iter().map(|label| label.text.as_str()));
    for text in [puzzle.title.as_str()].into_iter().chain(labels) {
        check_glyphs(text)?;
    }
    Ok(())
}

/// A step is done; goes on unless the observer asks to stop.
fn step(observer: &dyn Observer) -> Result<(), PipelineError> {
    observer.advance();
    if observer.is_cancelled() { Err(PipelineError::Cancelled) } else { Ok(()) }
}

/// The measurements of each run, the exact count of each date if known, and the table of solutions if a full
/// tree was walked.
type Found = (Vec<(Run, Vec<Measurement>)>, Vec<Option<u64>>, Option<Written>);
type Written = (StagedFile, u64);

/// Makes every run; the first that walks full trees fills the table of solutions and is what the others are
/// held against.
fn search(
    request: &Request,
    cover: &Cover,
    staged: &Staged,
    observer: &dyn Observer,
    clock: &mut StageClock,
) -> Result<Found, PipelineError> {
    let puzzle = &request.puzzle;
    let mut confirmation = Confirmation::new(puzzle);
    let streamed = |table: &&Table| matches!(table.fill, Fill::Streamed);
    let table = TABLES.iter().find(streamed).expect("the register has a table of solutions");
    // All are prepared first: a puzzle that is out of reach of one is to be known before the long work.
    let prepare = |run: Run| Ok((run, run.strategy.solver(cover, run.order)?));
    let prepared: Result<Vec<_>, OutOfReach> =
        Run::all(&request.strategies).into_iter().map(prepare).collect();
    let mut solutions: Option<Written> = None;
    let mut searches = Vec::new();
    for (run, solver) in prepared? {
        let mut writer = match run.goal {
            Goal::All if solutions.is_none() => {
                Some(SolutionsWriter::new(staged.file(&table.path())?, puzzle)?)
            }
            _ => None,
        };
        let settings = Settings {
            threads: request.threads,
            node_limit: request.node_limit,
            keep_solutions: writer.is_some(),
        };
        let mut measurements = Vec::with_capacity(request.selection.ids.len());
        let receive = |mut found: Measurement| -> Result<(), ReceiveError> {
            confirmation.add(puzzle, &run, &found)?;
            if let Some(writer) = &mut writer {
                check_all(puzzle, cover, &run, &found)?;
                writer.add(found.date_id, &std::mem::take(&mut found.solutions))?;
            }
            measurements.push(found);
            Ok(())
        };
        measure(puzzle, &run, solver.as_ref(), &request.selection.ids, settings, observer, receive)
            .map_err(|error| PipelineError::Atlas(Box::new(error)))?;
        if let Some(writer) = writer {
            solutions = Some(writer.finish()?);
        }
        clock.lap(&run.title());
        searches.push((run, measurements));
    }
    let counts = request.selection.ids.iter().map(|&id| confirmation.solutions(id)).collect();
    Ok((searches, counts, solutions))
}

/// Checks each solution with code that the search does not share.
fn check_all(puzzle: &Puzzle, cover: &Cover, run: &Run, found: &Measurement) -> Result<(), ReceiveError> {
    let date = puzzle.date(found.date_id);
    for solution in found.solutions.chunks(puzzle.pieces.len()) {
        check(puzzle, cover, &date, solution).map_err(|defect| ReceiveError::Solution {
            date: puzzle.date_label(&date),
            strategy: run.strategy.name,
            defect,
        })?;
    }
    Ok(())
}

/// Draws the figures from the tables just written; returns path and title of each.
fn draw(
    request: &Request,
    cover: &Cover,
    staged: &mut Staged,
    files: &mut Files,
    observer: &dyn Observer,
) -> Result<Vec<(String, String)>, PipelineError> {
    observer.stage("figures", FIGURES.len());
    let table = |path: &str| TABLES.iter().find(|table| table.path() == path);
    let ready: Vec<(String, PathBuf)> = staged
        .ready()
        .filter_map(|(path, place)| Some((table(path)?.name.to_owned(), place.to_owned())))
        .collect();
    let tables = Tables::at(ready);
    let source = Source { puzzle: &request.puzzle, cover, tables: &tables };
    let mut drawn = Vec::new();
    for figure in FIGURES {
        if let Some(png) = figure.png(&source)? {
            let mut file = staged.file(&figure.path())?;
            std::io::Write::write_all(&mut file, &png).map_err(|error| file.error(error))?;
            files.add_file(staged, file, None, figure.deterministic)?;
            drawn.push((figure.path(), figure.title.to_owned()));
        }
        step(observer)?;
    }
    Ok(drawn)
}

/// The files made so far.
#[derive(Default)]
struct Files {
    deterministic: Vec<FileEntry>,
    varying: Vec<FileEntry>,
}

impl Files {
    fn add(&mut self, staged: &mut Staged, (file, rows): Written, same: bool) -> Result<(), WriteError> {
        self.add_file(staged, file, Some(rows), same)
    }

    fn add_file(
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

fn manifest(request: &Request, files: &Files) -> Manifest {
    let puzzle = &request.puzzle;
    let options = Options {
        dates: request.filter.clone(),
        dates_solved: request.selection.ids.len(),
        strategies: request.strategies.iter().map(|strategy| strategy.name.to_owned()).collect(),
        node_limit: request.node_limit,
    };
    let entry = PuzzleEntry {
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        definition_sha256: puzzle.definition_sha256.clone(),
        dates: puzzle.date_count(),
    };
    Manifest::new(entry, options, request.is_partial(), files.deterministic.clone())
}

fn run_record(request: &Request, clock: &StageClock, files: &Files) -> RunRecord {
    RunRecord {
        generator: GENERATOR.to_owned(),
        threads: request.threads,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        stages: clock.stages.clone(),
        files: files.varying.clone(),
    }
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("plain structs become JSON");
    text.push(b'\n');
    text
}

fn summarise(run: &Run, found: &[Measurement]) -> RunSummary {
    let limited = |found: &&Measurement| found.report.outcome == crate::search::Outcome::NodeLimit;
    RunSummary {
        run: *run,
        nodes: found.iter().map(|found| found.report.nodes).sum(),
        limited: found.iter().filter(limited).count(),
        cpu: found.iter().map(|found| found.cpu).sum(),
    }
}

/// Measures the stages of a run.
struct StageClock {
    stages: Vec<StageCost>,
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
    fn lap(&mut self, stage: &str) {
        let seconds = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
        self.stages.push(StageCost {
            stage: stage.to_owned(),
            cpu_seconds: seconds(self.cpu.elapsed()),
            wall_seconds: seconds(self.wall.elapsed()),
        });
        (self.cpu, self.wall) = (ProcessTime::now(), Instant::now());
    }
}
