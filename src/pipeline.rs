//! The main job as one page of calls: solve, confirm, write, draw, publish.

mod claims;
mod error;
mod guard;
mod journal;
mod merge;
mod ranking;
mod record;
mod reference;
mod request;
mod shard;
pub mod sweep;
mod verdict;
mod verify;

pub use error::{PipelineError, ReceiveError};
pub use guard::drawable;
pub use journal::{JOURNAL_NAME, SHARD_NAME};
pub use merge::merge_request;
pub use ranking::{By, ByError, Ranked, Ranking, rank, year_calendar};
pub use request::{Request, RunSummary, Summary};
pub use shard::{Shard, ShardError};
pub use verdict::{EFFORT_OF, Evenness, LabelShare, PieceShare, Spread, Verdict};
pub use verify::{Verified, verify};

use crate::atlas::{
    AtlasError, Confirmation, Measurement, ORDER_LUCK_OF, Observer, OrderLuck, Run, Settings, Threads,
    Variety, fingerprint_of, listable_dates, measure, order_luck,
};
use crate::cover::{Cover, PlacementId};
use crate::dataset::{
    Contents, DEFINITION_NAME, DOCUMENTS, Dataset, FileEntry, Fill, MANIFEST_NAME, RUN_NAME, RunRecord,
    Staged, Subject, TABLES, Tables, TestedClaim, write,
};
use crate::digits::counted;
use crate::plot::figures::{FIGURES, Figure, Source};
use crate::puzzle::Puzzle;
use crate::search::frontier::{Executor, OneDate};
use crate::search::{Goal, OutOfReach, Solver, Strategy, Task};
use claims::test_claims;
use guard::{known_paths, nothing_is_lost};
use journal::Journal;
use record::{Files, StageClock, manifest, run_record};
use reference::{Reference, Streamed, all_at_once};
use std::io::Write;
use std::path::PathBuf;

/// Solves the dates under every strategy, writes the tables, draws the figures and publishes it all in the
/// folder.
///
/// # Errors
/// [`PipelineError`]. Until everything is ready, a dataset that is already there stays as it was.
pub fn generate(request: &Request, observer: &dyn Observer) -> Result<Summary, PipelineError> {
    let folder = &request.folder;
    let refuse = || nothing_is_lost(folder, &request.puzzle, request.overwrite, request.is_partial());
    refuse()?;
    if request.draws {
        drawable(&request.puzzle)?;
    }
    let mut staged = Staged::new(folder, &["tables", "figures"])?;
    // Now that no other run is there, nothing changes any more.
    refuse()?;
    let mut journal = Journal::open(folder, request)?;
    if journal.searches > 0 {
        observer.note(&format!("goes on from {} made before", counted(journal.searches as u64, "search")));
    }
    let mut files = Files::default();
    let mut clock = StageClock::default();
    let cover = Cover::new(&request.puzzle);

    let Found { searches, counts, streamed, order_luck } =
        search(request, &cover, &staged, observer, &mut clock, &mut journal)?;
    let placement_use = streamed.as_ref().map(|streamed| streamed.placement_use.clone());
    let (mut varieties, mut classes) = (None, None);
    if let Some(streamed) = streamed {
        for written in streamed.tables {
            files.add(&mut staged, written, true)?;
        }
        (varieties, classes) = (Some(streamed.varieties), streamed.classes);
    }

    let whole = || TABLES.iter().filter(|table| matches!(table.fill, Fill::Whole(_)));
    observer.stage("tables", whole().count());
    let contents = Contents {
        puzzle: &request.puzzle,
        cover: &cover,
        selection: &request.selection,
        counts: &counts,
        placement_use: placement_use.as_deref(),
        varieties: varieties.as_deref(),
        classes: classes.as_deref(),
        order_luck: order_luck.as_deref(),
        searches: &searches,
    };
    for table in whole() {
        if let Some(written) = write(table, &contents, staged.file(&table.path())?)? {
            files.add(&mut staged, written, table.deterministic)?;
        }
        step(observer)?;
    }
    clock.lap("tables", observer);

    let threads = Threads::new(request.threads).map_err(AtlasError::Threads)?;
    let tables = ready_tables(&staged);
    let source = Source { puzzle: &request.puzzle, cover: &cover, tables: &tables };
    let claims = if request.is_partial() {
        None
    } else {
        test_claims(&request.puzzle, &cover, &tables, &threads, observer)?
    };
    if let Some(claims) = &claims {
        let file = staged.file(&TestedClaim::TABLE.path())?;
        files.add(&mut staged, TestedClaim::write(claims, &request.puzzle, file)?, false)?;
    }
    clock.lap("claims", observer);

    let drawn = match request.draws {
        true => draw(&source, &mut staged, &mut files, &threads, observer)?,
        false => Vec::new(),
    };
    clock.lap("figures", observer);

    let mut definition = staged.file(DEFINITION_NAME)?;
    definition.write_all(request.puzzle.definition.as_bytes()).map_err(|error| definition.error(error))?;
    files.add_file(&mut staged, definition, None, true)?;
    if request.shard.is_some() {
        let mut file = staged.file(SHARD_NAME)?;
        file.write_all(&journal.text()?).map_err(|error| file.error(error))?;
        files.add_file(&mut staged, file, None, false)?;
    }
    document(request, &drawn, claims.as_deref(), &mut staged, &mut files)?;
    let manifest = manifest(request, &files);
    staged.add_bytes(RUN_NAME, &run_record(request, &clock, &files).to_json())?;
    staged.add_bytes(MANIFEST_NAME, &manifest.to_json())?;
    if observer.is_cancelled() {
        return Err(PipelineError::Cancelled);
    }
    staged.publish(MANIFEST_NAME, known_paths())?;
    journal.remove()?;
    for file in files.deterministic.iter().chain(&files.varying) {
        observer.detail(&|| format!("{}: {} bytes, SHA-256 {}", file.path, file.bytes, file.sha256));
    }

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

/// What was found.
struct Found {
    /// The measurements of each run.
    searches: Vec<(Run, Vec<Measurement>)>,
    /// The exact count of each date, if known.
    counts: Vec<Option<u64>>,
    /// What was written meanwhile, if solutions were found.
    streamed: Option<Streamed>,
    /// How far each date depends on the order of the candidates, if that strategy was asked for.
    order_luck: Option<Vec<OrderLuck>>,
}

/// Finds all solutions at once, where a strategy can, and makes every run. What finds all solutions first fills
/// the tables of them and is what the others are held against.
fn search(
    request: &Request,
    cover: &Cover,
    staged: &Staged,
    observer: &dyn Observer,
    clock: &mut StageClock,
    journal: &mut Journal,
) -> Result<Found, PipelineError> {
    let puzzle = &request.puzzle;
    let mut confirmation = Confirmation::new(puzzle);
    // All are prepared first: a puzzle that is out of reach of one is to be known before the long work.
    let prepare = |run: Run| Ok((run, run.strategy.solver(cover, run.order)?));
    let prepared: Vec<_> = Run::all(&request.strategies, puzzle.exposes_one_of_each())
        .into_iter()
        .map(prepare)
        .collect::<Result<_, OutOfReach>>()?;
    let mut reference: Option<Reference> = None;
    let at_once = |strategy: &&&Strategy| strategy.all_at_once && puzzle.exposes_one_of_each();
    if let Some(strategy) = request.strategies.iter().find(at_once) {
        reference = Some(all_at_once(strategy, request, cover, staged, observer, &mut confirmation)?);
        clock.lap("all dates at once", observer);
    }
    let mut searches = Vec::new();
    for (run, solver) in prepared {
        let mut filling = match (run.goal, &reference) {
            (Goal::All, None) => {
                listable_dates(puzzle, cover, &request.selection.ids, request.threads, observer)?;
                clock.lap("counting", observer);
                Some(Reference::new(staged, puzzle, cover)?)
            }
            _ => None,
        };
        let settings = Settings {
            threads: request.threads,
            node_limit: request.node_limit,
            keep_solutions: filling.is_some(),
        };
        let mut measurements = Vec::with_capacity(request.selection.ids.len());
        let mut kept = journal.take(&run);
        let missing = |id: &&usize| !kept.contains_key(id);
        let missing: Vec<usize> = request.selection.ids.iter().filter(missing).copied().collect();
        let mut take_in = |mut found: Measurement| -> Result<(), ReceiveError> {
            confirmation.add(puzzle, &run, &found)?;
            if let Some(filling) = &mut filling {
                let solutions = match found.solutions.is_empty() && found.report.visited > 0 {
                    true => listed_again(puzzle, cover, solver.as_ref(), &found)?,
                    false => std::mem::take(&mut found.solutions),
                };
                filling.check(puzzle, cover, run.strategy, found.date_id, &solutions)?;
                filling.add(puzzle, found.date_id, &solutions, Variety::of(cover, &solutions))?;
            }
            measurements.push(found);
            Ok(())
        };
        let receive = |found: Measurement| -> Result<(), ReceiveError> {
            journal.add(&run, &found)?;
            // Those of earlier dates that are known.
            while let Some(earlier) = kept.first_entry().filter(|entry| *entry.key() < found.date_id) {
                take_in(earlier.remove())?;
            }
            take_in(found)
        };
        if !missing.is_empty() {
            measure(puzzle, &run, solver.as_ref(), &missing, settings, observer, receive)?;
        }
        kept.into_values().try_for_each(take_in).map_err(AtlasError::Receiver)?;
        reference = filling.or(reference);
        clock.lap(&run.title(), observer);
        searches.push((run, measurements));
    }
    let mut luck = None;
    if let Some(strategy) = request.strategies.iter().find(|strategy| strategy.name == ORDER_LUCK_OF) {
        let mut found = journal.take_luck();
        let missing = |id: &&usize| !found.contains_key(id);
        let missing: Vec<usize> = request.selection.ids.iter().filter(missing).copied().collect();
        let mut due = missing.iter();
        let receive = |luck| -> Result<(), ReceiveError> {
            if let Some(&date) = due.next() {
                journal.add_luck(date, luck)?;
                found.insert(date, luck);
            }
            Ok(())
        };
        if !missing.is_empty() {
            order_luck(puzzle, cover, strategy, &missing, request.threads, observer, receive)?;
        }
        clock.lap("random orders", observer);
        luck = Some(found.into_values().collect());
    }
    let counts = request.selection.ids.iter().map(|&id| confirmation.solutions(id)).collect();
    let streamed = reference.map(Reference::finish).transpose()?;
    Ok(Found { searches, counts, streamed, order_luck: luck })
}

/// The solutions of a date that were found before, but not kept.
fn listed_again(
    puzzle: &Puzzle,
    cover: &Cover,
    solver: &dyn Solver,
    found: &Measurement,
) -> Result<Vec<PlacementId>, ReceiveError> {
    let target = puzzle.target(&puzzle.date(found.date_id));
    let by_diagram = OneDate::new(cover, target).ok().and_then(|one| one.solutions().ok());
    let solutions = by_diagram.unwrap_or_else(|| {
        let mut rows = Vec::new();
        solver.search(&Task::new(target, Goal::All), &mut |solution| rows.push(solution.to_vec()));
        rows.sort_unstable();
        rows.concat()
    });
    let fingerprint = solutions.chunks(puzzle.tile_count()).map(fingerprint_of).fold(0, u64::wrapping_add);
    match fingerprint == found.fingerprint {
        true => Ok(solutions),
        false => Err(ReceiveError::Kept { date: puzzle.date_title(&puzzle.date(found.date_id)) }),
    }
}

/// The tables just written, which are still under temporary names.
fn ready_tables(staged: &Staged) -> Tables {
    let table = |path: &str| TABLES.iter().find(|table| table.path() == path);
    let ready: Vec<(String, PathBuf)> = staged
        .ready()
        .filter_map(|(path, place)| Some((table(path)?.name.to_owned(), place.to_owned())))
        .collect();
    Tables::at(ready)
}

/// Draws the figures from the tables; returns path and title of each.
fn draw(
    source: &Source,
    staged: &mut Staged,
    files: &mut Files,
    threads: &Threads,
    observer: &dyn Observer,
) -> Result<Vec<(String, String)>, PipelineError> {
    observer.stage("figures", FIGURES.len());
    type Drawn = Result<Option<(&'static Figure, Vec<u8>)>, PipelineError>;
    let figures = threads.map(FIGURES.iter().collect(), |figure| -> Drawn {
        let png = figure.png(source)?;
        step(observer)?;
        Ok(png.map(|png| (figure, png)))
    });
    let mut drawn = Vec::new();
    for figure in figures {
        if let Some((figure, png)) = figure? {
            let mut file = staged.file(&figure.path())?;
            file.write_all(&png).map_err(|error| file.error(error))?;
            files.add_file(staged, file, None, figure.deterministic)?;
            drawn.push((figure.path(), figure.title.to_owned()));
        }
    }
    Ok(drawn)
}

/// Writes the documents that tell of all the other files.
fn document(
    request: &Request,
    figures: &[(String, String)],
    claims: Option<&[TestedClaim]>,
    staged: &mut Staged,
    files: &mut Files,
) -> Result<(), PipelineError> {
    let (manifest, varying) = (manifest(request, files), files.varying.clone());
    let subject =
        Subject { puzzle: &request.puzzle, manifest: &manifest, varying: &varying, figures, claims };
    for document in DOCUMENTS {
        let text = (document.write)(&subject);
        if document.deterministic {
            let mut file = staged.file(document.path)?;
            file.write_all(text.as_bytes()).map_err(|error| file.error(error))?;
            files.add_file(staged, file, None, true)?;
        } else {
            staged.add_bytes(document.path, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Draws the figures of a dataset anew from its tables, without searching, and returns path and title of each. A
/// figure whose tables are not there stays as it is.
///
/// # Errors
/// [`PipelineError`]. Until all are ready, everything stays as it was.
pub fn redraw(
    dataset: &Dataset,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<(String, String)>, PipelineError> {
    let cover = Cover::new(&dataset.puzzle);
    let mut staged = Staged::new(&dataset.folder, &["figures"])?;
    let mut files = Files::default();
    let source = Source { puzzle: &dataset.puzzle, cover: &cover, tables: &dataset.tables };
    let threads = Threads::new(threads).map_err(AtlasError::Threads)?;
    let drawn = draw(&source, &mut staged, &mut files, &threads, observer)?;
    let mut manifest = dataset.manifest.clone();
    replace(&mut manifest.files, files.deterministic);
    let manifest = manifest.sealed();
    // A clone has no record of the run; then there is none to be kept true.
    if let Some(mut record) = RunRecord::read(&dataset.folder)? {
        replace(&mut record.files, files.varying);
        staged.add_bytes(RUN_NAME, &record.sealed().to_json())?;
    }
    staged.add_bytes(MANIFEST_NAME, &manifest.to_json())?;
    staged.publish(MANIFEST_NAME, std::iter::empty())?;
    Ok(drawn)
}

/// Puts new entries in the place of those of the same path, or at the end.
fn replace(entries: &mut Vec<FileEntry>, new: Vec<FileEntry>) {
    for entry in new {
        match entries.iter_mut().find(|old| old.path == entry.path) {
            Some(old) => *old = entry,
            None => entries.push(entry),
        }
    }
}
