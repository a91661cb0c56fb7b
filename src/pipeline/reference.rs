//! The solutions that the dataset shows, and that every strategy is held against.

use super::{PipelineError, ReceiveError, Request};
use crate::atlas::{Confirmation, DateSolutions, Observer, Variety, all_dates};
use crate::cover::{Cover, PlacementId, Symmetries, check};
use crate::dataset::{PlacementUseWriter, SolutionsWriter, Staged, StagedFile, WriteError};
use crate::puzzle::Puzzle;
use crate::search::Strategy;

/// What was written while solutions were found.
pub(super) struct Streamed {
    /// The tables with their rows.
    pub(super) tables: Vec<(StagedFile, u64)>,
    /// How many solutions use each placement.
    pub(super) placement_use: Vec<u64>,
    /// How the solutions of each date vary.
    pub(super) varieties: Vec<Option<Variety>>,
    /// The solutions of each date up to symmetry, if there are symmetries.
    pub(super) classes: Option<Vec<u64>>,
}

/// The tables that are written while solutions are found.
pub(super) struct Reference {
    solutions: SolutionsWriter,
    uses: PlacementUseWriter,
    varieties: Vec<Option<Variety>>,
    /// The symmetries of the puzzle, if they sort solutions of some date, and the numbers of classes.
    classes: Option<(Symmetries, Vec<u64>)>,
    /// What the tables must hold, if something has counted it without listing solutions.
    expected: Option<Expected>,
}

struct Expected {
    solutions: u64,
    placement_use: Vec<u64>,
}

impl Reference {
    pub(super) fn new(staged: &Staged, puzzle: &Puzzle, cover: &Cover) -> Result<Self, WriteError> {
        let solutions = staged.file(&SolutionsWriter::TABLE.path())?;
        let uses = staged.file(&PlacementUseWriter::TABLE.path())?;
        let symmetries = Symmetries::of(puzzle, cover);
        Ok(Self {
            classes: symmetries.sort_solutions(puzzle).then(|| (symmetries, Vec::new())),
            solutions: SolutionsWriter::new(solutions, puzzle)?,
            uses: PlacementUseWriter::new(uses, puzzle, cover)?,
            varieties: Vec::new(),
            expected: None,
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
        match solutions.chunks(puzzle.tile_count()).find_map(defect) {
            None => Ok(()),
            Some(defect) => Err(ReceiveError::wrong(puzzle, date_id, strategy, defect)),
        }
    }

    /// Adds the solutions of a date and how they vary. Dates must come in ascending order.
    pub(super) fn add(
        &mut self,
        puzzle: &Puzzle,
        date_id: usize,
        solutions: &[PlacementId],
        variety: Option<Variety>,
    ) -> Result<(), ReceiveError> {
        self.varieties.push(variety);
        let mut classes = None;
        if let Some((symmetries, counts)) = &mut self.classes {
            let (date, tiles) = (puzzle.date(date_id), puzzle.tile_count());
            let symmetries = symmetries.stabiliser(puzzle.exposed(&date));
            let sorted = symmetries.classes(tiles, solutions);
            // Two ways to count them: what is equal up to symmetry, and what each symmetry leaves as it is.
            if symmetries.burnside(&symmetries.fixed(tiles, solutions)) != Some(sorted.count as u64) {
                return Err(ReceiveError::Classes { date: puzzle.date_title(&date), classes: sorted.count });
            }
            counts.push(sorted.count as u64);
            classes = Some(sorted);
        }
        self.solutions.add(date_id, solutions, classes.as_ref())?;
        Ok(self.uses.add(date_id, solutions)?)
    }

    /// Completes the tables.
    pub(super) fn finish(self) -> Result<Streamed, PipelineError> {
        let (uses, placement_use) = self.uses.finish()?;
        let solutions = self.solutions.finish()?;
        if let Some(expected) = self.expected {
            conserved("rows of solutions", expected.solutions, solutions.1)?;
            for (id, (&counted, &listed)) in expected.placement_use.iter().zip(&placement_use).enumerate() {
                conserved(&format!("solutions that use placement {id}"), counted, listed)?;
            }
        }
        let classes = self.classes.map(|(_, counts)| counts);
        Ok(Streamed { tables: vec![solutions, uses], placement_use, varieties: self.varieties, classes })
    }
}

/// Two ways to count must agree.
fn conserved(what: &str, counted: u64, listed: u64) -> Result<(), PipelineError> {
    if counted == listed {
        return Ok(());
    }
    Err(PipelineError::Conservation { what: format!("{what}: {counted} are counted and {listed} listed") })
}

/// Finds the solutions of all dates at once, and holds the ways to count them against each other: the ways
/// through the diagram, the sum over the dates, the rows of the table, and the uses of each placement.
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
        let solutions = (date.solutions.len() / puzzle.tile_count()) as u64;
        confirmation.exact(puzzle, date.date_id, solutions, date.fingerprint, &by)?;
        rows[date.date_id] = solutions;
        reference.add(puzzle, date.date_id, &date.solutions, date.variety)
    };
    let all = all_dates(puzzle, cover, &request.selection.ids, request.threads, observer, receive)?;
    let counted = |id: &usize| all.counts()[*id];
    for id in &request.selection.ids {
        let date = puzzle.date_label(&puzzle.date(*id));
        conserved(&format!("solutions of {date}"), counted(id), rows[*id])?;
    }
    let total = all.total()?;
    conserved("solutions of all dates", total, all.counts().iter().sum())?;
    // Of a selection the diagram may hold more dates than are listed.
    let solutions = request.selection.ids.iter().map(counted).sum();
    if solutions == total {
        reference.expected = Some(Expected { solutions, placement_use: all.placement_use()? });
    }
    Ok(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_must_be_listed() {
        assert!(conserved("solutions of Feb 30 Sun", 7, 7).is_ok());
        let error = conserved("solutions of Feb 30 Sun", 7, 6).expect_err("they differ");
        assert!(error.is_difference());
        assert!(error.to_string().contains("solutions of Feb 30 Sun: 7 are counted and 6 listed"), "{error}");
    }
}
