//! The tables written anew.

use super::solutions::Solutions;
use super::{PipelineError, Verification};
use crate::atlas::{Measurement, OrderLuck, Run};
use crate::dataset::{Contents, Fill, Staged, StagedFile, TABLES, TableFile, WriteError, write};

/// The tables that say something of the solutions listed.
const OF_THE_SOLUTIONS: [&str; 5] = ["dates", "solutions", "placement_use", "clues", "placements"];
/// The tables that say something of the searches.
const OF_THE_SEARCHES: [&str; 2] = ["dates", "searches"];

/// A folder for tables that are only to be compared.
pub(super) struct Scratch {
    pub(super) staged: Staged,
    _folder: tempfile::TempDir,
}

impl Scratch {
    pub(super) fn new() -> Result<Self, WriteError> {
        let folder = tempfile::tempdir().map_err(|error| WriteError::at(&std::env::temp_dir(), error))?;
        Ok(Self { staged: Staged::new(folder.path(), &["tables"])?, _folder: folder })
    }
}

impl Verification<'_> {
    /// Writes every table whose bytes are always the same from what was derived, and compares.
    pub(super) fn written_anew(
        &mut self,
        scratch: &Scratch,
        solutions: &Solutions,
        searches: &[(Run, Vec<Measurement>)],
        order_luck: Option<&[OrderLuck]>,
    ) -> Result<(), PipelineError> {
        let streamed = solutions.streamed.as_ref();
        let contents = Contents {
            puzzle: &self.dataset.puzzle,
            cover: &self.cover,
            selection: &self.selection,
            counts: &solutions.counts,
            placement_use: streamed.map(|streamed| streamed.placement_use.as_slice()),
            varieties: streamed.map(|streamed| streamed.varieties.as_slice()),
            classes: streamed.and_then(|streamed| streamed.classes.as_deref()),
            order_luck,
            searches,
        };
        let listed = |table: &str| {
            let path = format!("tables/{table}.parquet");
            self.dataset.manifest.files.iter().any(|file| file.path == path)
        };
        let (mut same, mut wrong, mut passed_over) = (0, Vec::new(), Vec::new());
        let mut compare = |path: String, file: &StagedFile| -> Result<(), PipelineError> {
            let there = self.dataset.folder.join(&path);
            if file.has_contents_of(&there) {
                same += 1;
            } else {
                let difference =
                    TableFile::open(&there)?.first_difference(&TableFile::open(file.place())?)?;
                let difference =
                    difference.unwrap_or_else(|| "the rows are the same, but not the bytes".to_owned());
                wrong.push((path, format!("written anew it is another one: {difference}")));
            }
            Ok(())
        };
        if let Some(streamed) = streamed {
            for (file, _) in &streamed.tables {
                compare(file.path().to_owned(), file)?;
            }
        }
        // What needs a table that is not here cannot be derived.
        let lacks = |table: &str| {
            let lacks =
                |of: &[&str], needed: &str| of.contains(&table) && listed(needed) && !self.has(needed);
            lacks(&OF_THE_SOLUTIONS, "solutions") || lacks(&OF_THE_SEARCHES, "searches")
        };
        for table in TABLES.iter().filter(|table| table.deterministic && matches!(table.fill, Fill::Whole(_)))
        {
            if !self.has(table.name) && !listed(table.name) {
                continue;
            }
            // Wrong solutions are told already.
            let undone =
                OF_THE_SOLUTIONS.contains(&table.name) && self.has("solutions") && streamed.is_none();
            if lacks(table.name) || undone || !self.has(table.name) {
                passed_over.push(table.name);
                continue;
            }
            if let Some((file, _)) = write(table, &contents, scratch.staged.file(&table.path())?)? {
                compare(table.path(), &file)?;
            }
        }
        wrong.into_iter().for_each(|(path, what)| self.differs(&path, what));
        let passed_over = match passed_over.as_slice() {
            [] => String::new(),
            names => format!("; {} not, for want of what they follow from", names.join(", ")),
        };
        self.checked(format!("{same} tables written anew: the same bytes{passed_over}"));
        Ok(())
    }
}
