//! The solutions that the dataset shows, and that every strategy is held against.

use super::{PipelineError, ReceiveError, Request};
use crate::atlas::{Confirmation, DateSolutions, Observer, all_dates};
use crate::cover::{Cover, PlacementId, check};
use crate::dataset::{PlacementUseWriter, SolutionsWriter, Staged, StagedFile, WriteError};
use crate::puzzle::Puzzle;
use crate::search::Strategy;

/// What was written while solutions were found.
pub(super) struct Streamed {
    /// The tables with their rows.
    pub(super) tables: Vec<(StagedFile, u64)>,
    /// How many solutions use each placement.
    pub(super) placement_use: Vec<u64>,
}

/// The tables that are written while solutions are found.
pub(super) struct Reference {
    solutions: SolutionsWriter,
    uses: PlacementUseWriter,
}

impl Reference {
    pub(super) fn new(staged: &Staged, puzzle: &Puzzle, cover: &Cover) -> Result<Self, WriteError> {
        let solutions = staged.file(&SolutionsWriter::TABLE.path())?;
        let uses = staged.file(&PlacementUseWriter::TABLE.path())?;
        Ok(Self {
            solutions: SolutionsWriter::new(solutions, puzzle)?,
            uses: PlacementUseWriter::new(uses, puzzle, cover)?,
        })
    }

    /// Checks each solution with code that the search does not share.
    pub(super) fn check(
        &self,
        puzzle: &Puzzle,
        cover: &Cover,
        strategy: &Strategy,
        date_id: usize,
        solutions: &[PlacementId],
    ) -> Result<(), ReceiveError> {
        let date = puzzle.date(date_id);
        let defect = |solution: &[PlacementId]| check(puzzle, cover, &date, solution).err();
        match solutions.chunks(puzzle.pieces.len()).find_map(defect) {
            None => Ok(()),
            Some(defect) => Err(ReceiveError::wrong(puzzle, date_id, strategy, defect)),
        }
    }

    /// Adds the solutions of a date. Dates must come in ascending order.
    pub(super) fn add(&mut self, date_id: usize, solutions: &[PlacementId]) -> Result<(), WriteError> {
        self.solutions.add(date_id, solutions)?;
        self.uses.add(date_id, solutions)
    }

    pub(super) fn finish(self) -> Result<Streamed, WriteError> {
        let (uses, placement_use) = self.uses.finish()?;
        Ok(Streamed { tables: vec![self.solutions.finish()?, uses], placement_use })
    }
}

/// Finds the solutions of all dates at once, and holds the ways to count them against each other: the ways
/// through the diagram, the sum over the dates, the rows of the table, and the uses of placements.
pub(super) fn all_at_once(
    strategy: &Strategy,
    request: &Request,
    cover: &Cover,
    staged: &Staged,
    observer: &dyn Observer,
    confirmation: &mut Confirmation,
) -> Result<Reference, PipelineError> {
    let puzzle = &request.puzzle;
    let by = format!("{}, all dates at once", strategy.name);
    let mut reference = Reference::new(staged, puzzle, cover)?;
    let mut rows = vec![0; puzzle.date_count()];
    let receive = |date: DateSolutions| -> Result<(), ReceiveError> {
        if let Some(defect) = date.defect {
            return Err(ReceiveError::wrong(puzzle, date.date_id, strategy, defect));
        }
        let solutions = (date.solutions.len() / puzzle.pieces.len()) as u64;
        confirmation.exact(puzzle, date.date_id, solutions, date.fingerprint, &by)?;
        rows[date.date_id] = solutions;
        Ok(reference.add(date.date_id, &date.solutions)?)
    };
    let all = all_dates(puzzle, cover, &request.selection.ids, request.threads, observer, receive)?;
    for &id in &request.selection.ids {
        if rows[id] != all.counts()[id] {
            let date = puzzle.date_label(&puzzle.date(id));
            return Err(PipelineError::Conservation {
                what: format!("{date} has {} solutions by count and {} by row", all.counts()[id], rows[id]),
            });
        }
    }
    let (total, by_date) = (all.total()?, all.counts().iter().sum::<u64>());
    let by_use = all.placement_use()?.iter().sum::<u64>();
    if total != by_date || by_use != total * puzzle.pieces.len() as u64 {
        return Err(PipelineError::Conservation {
            what: format!(
                "there are {total} solutions in all, {by_date} by date, and {by_use} uses of placements by {} pieces",
                puzzle.pieces.len()
            ),
        });
    }
    Ok(reference)
}
