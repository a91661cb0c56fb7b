//! Whether a published dataset is what it says: derived anew as far as that takes less than a minute, and trusted in
//! nothing.

use super::{PipelineError, step};
use crate::atlas::{Observer, Threads, Variety};
use crate::checksum;
use crate::cover::{Cover, PlacementId, check};
use crate::dataset::{
    Contents, DOCUMENTS, Dataset, MANIFEST_NAME, RUN_NAME, RunRecord, Staged, Subject, TABLES, Table,
    TableFile, TestedClaim, write,
};
use crate::plot::figures::{FIGURES, Source};
use crate::puzzle::{Date, Selection};
use crate::random::Random;
use crate::search::frontier::{self, AllDates, Executor};
use crate::search::{CandidateOrder, Goal, STRATEGIES, Task};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;

/// Dates whose trees are walked again.
const WALKED: usize = 16;
/// The tables that say nothing but what the puzzle is: they are written anew, and must have the same bytes.
const OF_THE_PUZZLE: [&str; 3] = ["orientations", "pieces", "cells"];

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// What was checked, in words.
    pub checked: Vec<String>,
    /// What is not as it should be, and where.
    pub differences: Vec<String>,
    /// Files that are listed but not there, if that was allowed.
    pub missing: Vec<String>,
}

/// What is verified, and what was found so far.
struct Verification<'a> {
    dataset: &'a Dataset,
    cover: Cover,
    selection: Selection,
    threads: Threads,
    found: Verified,
}

/// Verifies a dataset: its files against their checksums, tables against their schemas, keys and order; every solution
/// with the checker, and none twice; the counts of all dates by an engine of its own; the trees of some dates; what the
/// solutions say in other tables; figures drawn and documents written anew.
///
/// # Errors
/// [`PipelineError`]: the threads could not be started, or the observer asked to stop. What differs is no error.
pub fn verify(
    dataset: &Dataset,
    allow_missing: bool,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Verified, PipelineError> {
    let threads = Threads::new(threads).map_err(crate::atlas::AtlasError::Threads)?;
    let cover = Cover::new(&dataset.puzzle);
    let selection = Selection { ids: Vec::new(), complete: false };
    let mut verification = Verification { dataset, cover, selection, threads, found: Verified::default() };
    observer.stage("verify", 8);
    verification.files(allow_missing);
    step(observer)?;
    // What has other bytes than it should is not read: readers may stumble over it.
    if verification.found.differences.is_empty() {
        verification.dates()?;
        step(observer)?;
        verification.tables()?;
        step(observer)?;
        verification.tables_of_the_puzzle()?;
        step(observer)?;
        verification.solutions()?;
        step(observer)?;
        verification.trees()?;
        step(observer)?;
        verification.figures()?;
        step(observer)?;
        verification.documents()?;
        step(observer)?;
    }
    Ok(verification.found)
}

impl Verification<'_> {
    fn differs(&mut self, place: &str, what: impl std::fmt::Display) {
        self.found.differences.push(format!("{place}: {what}"));
    }

    fn checked(&mut self, what: String) {
        self.found.checked.push(what);
    }

    fn has(&self, table: &str) -> bool {
        self.dataset.tables.has(table)
    }

    /// Manifest and files against their checksums.
    fn files(&mut self, allow_missing: bool) {
        let manifest = &self.dataset.manifest;
        let path = self.dataset.folder.join(MANIFEST_NAME);
        if fs::read(&path).ok() != Some(manifest.to_json()) {
            self.differs(MANIFEST_NAME, "it is not written as this program writes it");
        }
        if manifest.checksum() != manifest.sha256 {
            self.differs(MANIFEST_NAME, "its own checksum is another one");
        }
        let varying = match RunRecord::read(&self.dataset.folder) {
            Ok(Some(record)) => record.files,
            Ok(None) if allow_missing => {
                self.found.missing.push(RUN_NAME.to_owned());
                Vec::new()
            }
            Ok(None) => {
                self.differs(RUN_NAME, "it is not there");
                Vec::new()
            }
            Err(error) => {
                self.differs(RUN_NAME, error.problem);
                Vec::new()
            }
        };
        let (mut files, mut bytes) = (0, 0);
        for file in manifest.files.iter().chain(&varying) {
            let path = self.dataset.folder.join(&file.path);
            let read = || Ok((fs::metadata(&path)?.len(), checksum::of_reader(fs::File::open(&path)?)?));
            let read: std::io::Result<(u64, String)> = read();
            match read {
                Ok((length, sha256)) if length == file.bytes && sha256 == file.sha256 => {
                    files += 1;
                    bytes += length;
                }
                Ok((length, _)) if length != file.bytes => {
                    self.differs(&file.path, format!("it has {length} bytes instead of {}", file.bytes));
                }
                Ok(_) => self.differs(&file.path, "its SHA-256 is another one than listed"),
                Err(error) if allow_missing && error.kind() == std::io::ErrorKind::NotFound => {
                    self.found.missing.push(file.path.clone());
                }
                Err(error) => self.differs(&file.path, error),
            }
        }
        self.checked(format!("{files} files, {bytes} bytes, against their SHA-256"));
    }

    /// Which dates there are, and that they are those of the options.
    fn dates(&mut self) -> Result<(), PipelineError> {
        let (puzzle, options) = (&self.dataset.puzzle, &self.dataset.manifest.options);
        let wanted = match options.dates.as_str() {
            "all" => Ok(Selection::all(puzzle)),
            filter => puzzle.parse_selection(filter),
        };
        let ids = self.dataset.tables.numbers("dates", "date_id")?;
        let ids: Vec<usize> = ids.into_iter().flatten().map(|id| id as usize).collect();
        match wanted {
            Ok(wanted) if wanted.ids == ids && options.dates_solved == ids.len() => self.selection = wanted,
            Ok(wanted) => {
                let what = format!("{} dates, not the {} of the option dates", ids.len(), wanted.ids.len());
                self.differs("tables/dates.parquet", what);
            }
            Err(error) => self.differs(MANIFEST_NAME, error),
        }
        Ok(())
    }

    /// Schemas, numbers of rows, keys and order.
    fn tables(&mut self) -> Result<(), PipelineError> {
        let mut tables = 0;
        for table in TABLES.iter().filter(|table| self.dataset.tables.has(table.name)) {
            let path = self.dataset.folder.join(table.path());
            let file = TableFile::open(&path)?;
            for difference in file.differences(table, &self.dataset.puzzle)? {
                self.differs(&table.path(), difference);
            }
            let listed = self.dataset.manifest.files.iter().find(|file| file.path == table.path());
            if let Some(rows) = listed.and_then(|listed| listed.rows)
                && rows != file.rows()
            {
                self.differs(&table.path(), format!("it has {} rows instead of {rows}", file.rows()));
            }
            tables += 1;
        }
        self.checked(format!("{tables} tables: schema, rows, keys in ascending order, none twice"));
        Ok(())
    }

    fn tables_of_the_puzzle(&mut self) -> Result<(), PipelineError> {
        let of_puzzle = |table: &&Table| OF_THE_PUZZLE.contains(&table.name);
        let contents = Contents {
            puzzle: &self.dataset.puzzle,
            cover: &self.cover,
            selection: &self.selection,
            counts: &[],
            placement_use: None,
            varieties: None,
            classes: None,
            order_luck: None,
            searches: &[],
        };
        let mut wrong = Vec::new();
        let scratch = tempfile::tempdir()
            .map_err(|error| crate::dataset::WriteError::at(&std::env::temp_dir(), error))?;
        for table in TABLES.iter().filter(of_puzzle) {
            let staged = Staged::new(scratch.path(), &["tables"])?;
            if let Some((file, _)) = write(table, &contents, staged.file(&table.path())?)? {
                let same = file.has_contents_of(&self.dataset.folder.join(table.path()));
                wrong.extend((!same).then(|| table.path()));
            }
        }
        wrong.iter().for_each(|path| self.differs(path, "it is not what the puzzle says"));
        self.checked(format!("{} tables written anew: the same bytes", OF_THE_PUZZLE.len()));
        Ok(())
    }

    /// Every solution with the checker; how many there are by an engine of its own; what follows from them.
    fn solutions(&mut self) -> Result<(), PipelineError> {
        let (puzzle, cover) = (&self.dataset.puzzle, &self.cover);
        let told = self.dataset.tables.numbers("dates", "solutions")?;
        // Without such a strategy only dates that turn out to have no solution are counted.
        let counting =
            |name: &String| STRATEGIES.iter().any(|strategy| strategy.name == *name && strategy.exhaustive);
        let all_counted = self.dataset.manifest.options.strategies.iter().any(counting);
        let dates: Vec<Date> = self.selection.ids.iter().map(|&id| puzzle.date(id)).collect();
        let counted: Vec<u64> = if puzzle.exposes_one_of_each() {
            let all = AllDates::new(puzzle, cover, &dates, &self.threads)?;
            dates.iter().map(|date| all.counts()[date.id]).collect()
        } else {
            let targets = dates.iter().map(|date| puzzle.target(date)).collect();
            let counts = self.threads.map(targets, |target| frontier::count(cover, target));
            counts.into_iter().collect::<Result<_, _>>()?
        };
        let mut wrong = Vec::new();
        for ((date, told), &counted) in dates.iter().zip(&told).zip(&counted) {
            if *told != Some(counted as f64) && (all_counted || told.is_some()) {
                let told = told.map_or("none".to_owned(), |told| told.to_string());
                wrong.push((
                    "tables/dates.parquet",
                    format!("{}: {told} solutions, counted {counted}", puzzle.date_title(date)),
                ));
            }
        }
        let total: u64 = counted.iter().sum();
        let mut checked = vec![format!("{total} solutions of {} dates, counted in a diagram", dates.len())];
        if self.has("solutions") {
            let listed = self.dataset.solutions()?;
            let empty: Vec<PlacementId> = Vec::new();
            let jobs: Vec<(&Date, &Vec<PlacementId>)> =
                dates.iter().map(|date| (date, listed.get(&date.id).unwrap_or(&empty))).collect();
            let tiles = puzzle.tile_count();
            let results = self.threads.map(jobs, |(date, rows)| {
                let defect =
                    rows.chunks(tiles).find_map(|solution| check(puzzle, cover, date, solution).err());
                let ascending = rows.chunks(tiles).zip(rows.chunks(tiles).skip(1)).all(|(a, b)| a < b);
                let variety = if defect.is_none() { Variety::of(cover, rows) } else { None };
                (rows.len() / tiles, defect, ascending, variety)
            });
            let mut uses = vec![0_u64; cover.placements().len()];
            listed.values().flatten().for_each(|&id| uses[usize::from(id)] += 1);
            let place = "tables/solutions.parquet";
            for ((date, &counted), (rows, defect, ascending, _)) in dates.iter().zip(&counted).zip(&results) {
                let label = puzzle.date_title(date);
                if let Some(defect) = defect {
                    wrong.push((place, format!("{label}: {defect}")));
                }
                if !ascending {
                    wrong.push((
                        place,
                        format!("{label}: solutions are not in ascending order, or one is there twice"),
                    ));
                }
                if *rows as u64 != counted {
                    wrong.push((place, format!("{label}: {rows} solutions, counted {counted}")));
                }
            }
            let told = self.dataset.tables.numbers("placements", "solutions")?;
            if told.iter().zip(&uses).any(|(told, &uses)| *told != Some(uses as f64)) {
                wrong.push((
                    "tables/placements.parquet",
                    "the solutions that use a placement are others".to_owned(),
                ));
            }
            type Of = fn(&Variety) -> Option<f64>;
            let columns: [(&str, Of); 5] = [
                ("forced_placements", |variety| Some(variety.forced_placements as f64)),
                ("distinct_placements", |variety| Some(variety.distinct_placements as f64)),
                ("unique_placements", |variety| Some(variety.unique_placements as f64)),
                ("piece_entropy", |variety| Some(variety.piece_entropy)),
                ("clue_pieces", |variety| Some(variety.clue.as_ref()?.len() as f64)),
            ];
            for (column, of) in columns {
                let told = self.dataset.tables.numbers("dates", column)?;
                let derived = results.iter().map(|(.., variety)| variety.as_ref().and_then(of));
                if !derived.eq(told.iter().copied()) {
                    wrong.push((
                        "tables/dates.parquet",
                        format!("{column}: the solutions say something else"),
                    ));
                }
            }
            checked.push(
                "every one of them a tiling of its date, none twice, and what they say in other tables"
                    .to_owned(),
            );
        }
        wrong.into_iter().for_each(|(place, what)| self.differs(place, what));
        checked.into_iter().for_each(|what| self.checked(what));
        Ok(())
    }

    /// Walks whole trees of some dates again, chosen by a fixed seed.
    fn trees(&mut self) -> Result<(), PipelineError> {
        if !self.has("searches") {
            return Ok(());
        }
        let tables = &self.dataset.tables;
        let dates = tables.numbers("searches", "date_id")?;
        let nodes = tables.numbers("searches", "nodes")?;
        let [strategies, goals, orders] =
            ["strategy", "goal", "candidate_order"].map(|column| tables.texts("searches", column));
        let (strategies, goals, orders) = (strategies?, goals?, orders?);
        let outcomes = tables.texts("searches", "outcome")?;
        let mut chosen = self.selection.ids.clone();
        Random::with_seed(0).shuffle(&mut chosen);
        chosen.truncate(WALKED);
        let mut solvers = BTreeMap::new();
        let mut jobs = Vec::new();
        for row in 0..nodes.len() {
            let (Some(date), Some(nodes)) = (dates[row].map(|id| id as usize), nodes[row]) else { continue };
            let strategy = STRATEGIES.iter().find(|strategy| strategy.name == strategies[row]);
            let order = CandidateOrder::ALL.iter().find(|order| order.name() == orders[row]);
            let (Some(strategy), Some(order)) = (strategy, order) else { continue };
            if chosen.contains(&date) {
                let solver = (strategy.name, order.name());
                if let Entry::Vacant(place) = solvers.entry(solver) {
                    place.insert(strategy.solver(&self.cover, *order)?);
                }
                jobs.push((
                    date,
                    solver,
                    goals[row] == Goal::All.name(),
                    nodes as u64,
                    outcomes[row].clone(),
                ));
            }
        }
        let (puzzle, limit) = (&self.dataset.puzzle, self.dataset.manifest.options.node_limit);
        let count = jobs.len();
        let wrong: Vec<Option<String>> = self.threads.map(jobs, |(date, solver, all, told, outcome)| {
            let date = puzzle.date(date);
            let goal = if all { Goal::All } else { Goal::First };
            let exhaustive =
                STRATEGIES.iter().any(|strategy| strategy.name == solver.0 && strategy.exhaustive);
            let node_limit = if exhaustive { None } else { Some(limit) };
            let task = Task { node_limit, visits: false, ..Task::new(puzzle.target(&date), goal) };
            let report = solvers.get(&solver)?.search(&task, &mut |_| {});
            let same = report.nodes == told && report.outcome.name() == outcome;
            (!same).then(|| {
                format!(
                    "{}, {}, {}, {}: {told} nodes, {outcome}; walked again {}, {}",
                    puzzle.date_title(&date),
                    solver.0,
                    goal.name(),
                    solver.1,
                    report.nodes,
                    report.outcome.name()
                )
            })
        });
        wrong.into_iter().flatten().for_each(|what| self.differs("tables/searches.parquet", what));
        self.checked(format!("{count} searches of {} dates made again: the same nodes", chosen.len()));
        Ok(())
    }

    /// Draws the figures again.
    fn figures(&mut self) -> Result<(), PipelineError> {
        let source =
            Source { puzzle: &self.dataset.puzzle, cover: &self.cover, tables: &self.dataset.tables };
        let (mut drawn, mut wrong) = (0, Vec::new());
        for figure in FIGURES {
            let path = self.dataset.folder.join(figure.path());
            let listed = self.dataset.manifest.files.iter().any(|file| file.path == figure.path());
            if !listed || self.found.missing.contains(&figure.path()) {
                continue;
            }
            if figure.png(&source)? != fs::read(&path).ok() {
                wrong.push(figure.path());
            }
            drawn += 1;
        }
        wrong.iter().for_each(|path| self.differs(path, "drawn again from the tables it has other bytes"));
        self.checked(format!("{drawn} figures drawn again: the same bytes"));
        Ok(())
    }

    /// Writes the documents again, where all that they say is there.
    fn documents(&mut self) -> Result<(), PipelineError> {
        let Some(record) = RunRecord::read(&self.dataset.folder)? else {
            self.checked(format!("no documents: without {RUN_NAME} they cannot be written again"));
            return Ok(());
        };
        let claims = match self.has(TestedClaim::TABLE.name) {
            true => Some(TestedClaim::read(&self.dataset.tables)?),
            false => None,
        };
        let manifest = &self.dataset.manifest;
        let listed = |path: &str| manifest.files.iter().chain(&record.files).any(|file| file.path == path);
        let figures: Vec<(String, String)> = FIGURES
            .iter()
            .filter(|figure| listed(&figure.path()))
            .map(|figure| (figure.path(), figure.title.to_owned()))
            .collect();
        let subject = Subject {
            puzzle: &self.dataset.puzzle,
            manifest,
            varying: &record.files,
            figures: &figures,
            claims: claims.as_deref(),
        };
        let mut wrong = Vec::new();
        for document in
            DOCUMENTS.iter().filter(|document| !self.found.missing.contains(&document.path.to_owned()))
        {
            let text = (document.write)(&subject);
            if fs::read(self.dataset.folder.join(document.path)).ok() != Some(text.into_bytes()) {
                wrong.push((document.path, "written again it has other bytes"));
            }
            if document.deterministic && !listed(document.path) {
                wrong.push((document.path, "the manifest does not list it"));
            }
        }
        wrong.into_iter().for_each(|(path, what)| self.differs(path, what));
        self.checked(format!("{} documents written again: the same bytes", DOCUMENTS.len()));
        Ok(())
    }
}
