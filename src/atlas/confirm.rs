//! Holds the strategies against each other.

use super::{Measurement, Run};
use crate::puzzle::Puzzle;
use crate::search::Outcome;

/// Two strategies that do not agree on a date: at least one of them is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the strategies disagree on {date} (date {date_id}): {first} says {said_first}, {second} says {said_second}; \
     this is a fault of the program, so please report it"
)]
pub struct Disagreement {
    /// The date in words.
    pub date: String,
    /// Its number.
    pub date_id: usize,
    /// The run that counted first.
    pub first: String,
    /// What it says.
    pub said_first: String,
    /// The other run.
    pub second: String,
    /// What that says.
    pub said_second: String,
}

/// The number of solutions of each date as far as it is known, with the run that found it.
#[derive(Clone, Debug)]
pub struct Confirmation {
    known: Vec<Option<Known>>,
}

#[derive(Clone, Debug)]
struct Known {
    solutions: u64,
    fingerprint: u64,
    by: String,
}

impl Confirmation {
    /// Nothing is known yet.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { known: vec![None; puzzle.date_count()] }
    }

    /// The exact number of solutions of a date, once an exhausted search has told it.
    pub fn solutions(&self, date_id: usize) -> Option<u64> {
        self.known[date_id].as_ref().map(|known| known.solutions)
    }

    /// Takes in what `run` found, and compares it with what is known.
    ///
    /// # Errors
    /// [`Disagreement`], when an exact count or the set of solutions differs from the known one, or when a
    /// search found a solution where there is none or none where there is one.
    pub fn add(&mut self, puzzle: &Puzzle, run: &Run, found: &Measurement) -> Result<(), Box<Disagreement>> {
        let known = &mut self.known[found.date_id];
        let said = match found.report.outcome {
            Outcome::Exhausted => format!("{} (set {:016x})", found.report.visited, found.fingerprint),
            Outcome::Found => "at least one".to_owned(),
            Outcome::NodeLimit => return Ok(()),
        };
        let Some(first) = known else {
            if let Some(solutions) = found.report.exact_solutions() {
                *known = Some(Known { solutions, fingerprint: found.fingerprint, by: run.title() });
            }
            return Ok(());
        };
        let agrees = match found.report.exact_solutions() {
            Some(solutions) => solutions == first.solutions && found.fingerprint == first.fingerprint,
            None => first.solutions > 0,
        };
        if agrees {
            return Ok(());
        }
        Err(Box::new(Disagreement {
            date: puzzle.date_label(&puzzle.date(found.date_id)),
            date_id: found.date_id,
            first: first.by.clone(),
            said_first: format!("{} (set {:016x})", first.solutions, first.fingerprint),
            second: run.title(),
            said_second: said,
        }))
    }
}
