//! Whether a published dataset is what it says: derived anew as far as that takes less than a minute.
//!
//! Every table that has the same bytes in every run is written anew from what is derived here, and every figure and document
//! from the tables. Taken over, and so vouched for by their checksums alone, are only the nodes and expected nodes of whole
//! trees, and the searches of strategies that do not walk these, but for some dates, and the times.

mod anew;
mod searches;
mod solutions;

use super::{PipelineError, Shard, step};
use crate::atlas::{Observer, Threads};
use crate::checksum;
use crate::cover::Cover;
use crate::dataset::{
    DOCUMENTS, Dataset, MANIFEST_NAME, RUN_NAME, RunRecord, Subject, TABLES, TableFile, TestedClaim,
};
use crate::digits::counted;
use crate::plot::figures::{FIGURES, Source};
use crate::puzzle::Selection;
use anew::Scratch;
use std::fs;

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
    thread_count: usize,
    found: Verified,
}

/// Verifies a dataset: its files against their checksums, tables against their schemas, keys and order; every solution
/// with the checker, and none twice; the counts of all dates by an engine of its own; every search to a first solution,
/// and the trees of some dates; then all tables and documents written and figures drawn anew.
///
/// # Errors
/// [`PipelineError`]: the threads could not be started, or the observer asked to stop. What differs is no error.
pub fn verify(
    dataset: &Dataset,
    allow_missing: bool,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Verified, PipelineError> {
    let thread_count = threads;
    let threads = Threads::new(threads).map_err(crate::atlas::AtlasError::Threads)?;
    let cover = Cover::new(&dataset.puzzle);
    let selection = Selection { ids: Vec::new(), complete: false };
    let mut verification =
        Verification { dataset, cover, selection, threads, thread_count, found: Verified::default() };
    observer.stage("verify", 8);
    verification.files(allow_missing);
    step(observer)?;
    // What has other bytes than it should is not read: readers may stumble over it.
    if verification.found.differences.is_empty() {
        verification.dates()?;
        step(observer)?;
        verification.tables()?;
        step(observer)?;
        let scratch = Scratch::new()?;
        let solutions = verification.solutions(&scratch)?;
        step(observer)?;
        let searches = verification.searches(&solutions)?;
        step(observer)?;
        let order_luck = verification.order_luck(observer)?;
        step(observer)?;
        verification.written_anew(&scratch, &solutions, &searches, order_luck.as_deref())?;
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
        let shard: Option<Shard> = options.shard.as_deref().and_then(|shard| shard.parse().ok());
        let wanted = wanted.map(|whole| match shard {
            None => whole,
            Some(shard) => {
                Selection { ids: shard.part(&whole.ids).to_vec(), complete: whole.complete && shard.of == 1 }
            }
        });
        let ids = self.dataset.tables.numbers("dates", "date_id")?;
        let ids: Vec<usize> = ids.into_iter().flatten().map(|id| id as usize).collect();
        match wanted {
            Ok(wanted) if wanted.ids == ids && options.dates_solved == ids.len() => self.selection = wanted,
            Ok(wanted) => {
                let what = format!(
                    "its {} are not the {} of the options",
                    counted(ids.len() as u64, "date"),
                    wanted.ids.len()
                );
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
