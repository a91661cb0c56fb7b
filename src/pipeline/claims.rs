//! Claims that published articles make about this puzzle and about pentominoes, put to the test.
//!
//! [`CLAIMS`] is the register: each claim says what should be measured, how, and measures it, from the tables of a
//! dataset and a few searches of its own. No result is written down here.

mod evidence;
mod register;

use super::{PipelineError, step};
use crate::atlas::{Observer, Threads};
use crate::cover::Cover;
use crate::dataset::{Tables, TestedClaim};
use crate::puzzle::{BUILT_IN, Puzzle};
use crate::search::frontier::Executor;
use evidence::Evidence;
use register::CLAIMS;

/// What became of a claim, in the order of [`TestedClaim::VERDICTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Holds,
    InPart,
    DoesNotHold,
    CannotBeCompared,
}

impl Verdict {
    fn name(self) -> &'static str {
        TestedClaim::VERDICTS[self as usize]
    }

    /// Of a claim that holds or not, with nothing between.
    fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// Of a claim of which so many parts hold.
    fn of_parts(holding: usize, parts: usize) -> Self {
        match holding {
            0 => Self::DoesNotHold,
            _ if holding == parts => Self::Holds,
            _ => Self::InPart,
        }
    }
}

/// What was measured for a claim.
struct Finding {
    measured: String,
    verdict: Verdict,
    why: String,
}

/// A claim: an entry of [`CLAIMS`].
struct Claim {
    article: &'static str,
    text: &'static str,
    expected: &'static str,
    how: &'static str,
    measure: fn(&Evidence) -> Result<Finding, PipelineError>,
}

/// Tests the claims on the tables of a dataset of all dates and strategies; `None` if they are not about its puzzle.
///
/// # Errors
/// [`PipelineError`]: a table is missing or damaged, a search cannot be made, or the observer asked to stop.
pub fn test_claims(
    puzzle: &Puzzle,
    cover: &Cover,
    tables: &Tables,
    threads: &Threads,
    observer: &dyn Observer,
) -> Result<Option<Vec<TestedClaim>>, PipelineError> {
    // They are about the default puzzle.
    if puzzle.definition != BUILT_IN[0].toml {
        return Ok(None);
    }
    observer.stage("claims", CLAIMS.len());
    let evidence = Evidence { puzzle, cover, tables };
    let test = |claim: &Claim| {
        let Finding { measured, verdict, why } = (claim.measure)(&evidence)?;
        step(observer)?;
        Ok(TestedClaim {
            article: claim.article.to_owned(),
            claim: claim.text.to_owned(),
            expected: claim.expected.to_owned(),
            measured,
            how: claim.how.to_owned(),
            verdict: verdict.name().to_owned(),
            why,
        })
    };
    threads.map(CLAIMS.iter().collect(), test).into_iter().collect::<Result<_, _>>().map(Some)
}
