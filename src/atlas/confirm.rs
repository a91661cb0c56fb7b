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

    /// Takes in the exact number of solutions of a date, and the fingerprint of their set, as `by` found them.
    ///
    /// # Errors
    /// [`Disagreement`], when another has found something else.
    pub fn exact(
        &mut self,
        puzzle: &Puzzle,
        date_id: usize,
        solutions: u64,
        fingerprint: u64,
        by: &str,
    ) -> Result<(), Box<Disagreement>> {
        match &self.known[date_id] {
            None => {
                self.known[date_id] = Some(Known { solutions, fingerprint, by: by.to_owned() });
                Ok(())
            }
            Some(known) if known.solutions == solutions && known.fingerprint == fingerprint => Ok(()),
            Some(known) => Err(known.against(puzzle, date_id, by, &said(solutions, fingerprint))),
        }
    }

    /// Takes in what `run` found, and compares it with what is known.
    ///
    /// # Errors
    /// [`Disagreement`], when an exact count or the set of solutions differs from the known one, or when a
    /// search found a solution where there is none.
    pub fn add(&mut self, puzzle: &Puzzle, run: &Run, found: &Measurement) -> Result<(), Box<Disagreement>> {
        let by = run.title();
        match (found.report.outcome, &self.known[found.date_id]) {
            (Outcome::Exhausted, _) => {
                self.exact(puzzle, found.date_id, found.report.visited, found.fingerprint, &by)
            }
            (Outcome::Found, Some(known)) if known.solutions == 0 => {
                Err(known.against(puzzle, found.date_id, &by, "at least one"))
            }
            _ => Ok(()),
        }
    }
}

fn said(solutions: u64, fingerprint: u64) -> String {
    format!("{solutions} (set {fingerprint:016x})")
}

impl Known {
    fn against(&self, puzzle: &Puzzle, date_id: usize, by: &str, said_second: &str) -> Box<Disagreement> {
        Box::new(Disagreement {
            date: puzzle.date_label(&puzzle.date(date_id)),
            date_id,
            first: self.by.clone(),
            said_first: said(self.solutions, self.fingerprint),
            second: by.to_owned(),
            said_second: said_second.to_owned(),
        })
    }
}
