//! The main job as one page of calls: solve, confirm, write, draw, publish.

mod error;
mod guard;
mod record;
mod request;

pub use error::{PipelineError, ReceiveError};
pub use request::{Request, RunSummary, Summary};

use crate::atlas::{Confirmation, Measurement, Observer, Run, Settings, measure};
use crate::cover::{Cover, check};
use crate::dataset::{
    Contents, Fill, MANIFEST_NAME, RUN_NAME, SolutionsWriter, Staged, StagedFile, TABLES, Table, Tables,
    card, write,
};
use crate::plot::figures::{FIGURES, Source};
use crate::puzzle::Puzzle;
use crate::search::{Goal, OutOfReach};
use guard::{drawable, known_paths, nothing_is_lost};
use record::{Files, StageClock, json, manifest, run_record};
use std::io::Write;
use std::path::PathBuf;

/// Solves the dates under every strategy, writes the tables, draws the figures and publishes it all in the
/// folder.
///
/// # Errors
/// [`PipelineError`]. Until everything is ready, a dataset that is already there stays as it was.
pub fn generate(request: &Request, observer: &dyn Observer) -> Result<Summary, PipelineError> {
    let folder = &request.folder;
    nothing_is_lost(folder, request.overwrite)?;
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
        runs: searches.iter().map(|(run, found)| RunSummary::of(run, found)).collect(),
        stages: clock.stages,
        partial: manifest.partial,
        files: all.collect(),
    })
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
            file.write_all(&png).map_err(|error| file.error(error))?;
            files.add_file(staged, file, None, figure.deterministic)?;
            drawn.push((figure.path(), figure.title.to_owned()));
        }
        step(observer)?;
    }
    Ok(drawn)
}
