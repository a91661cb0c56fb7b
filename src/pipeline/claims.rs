//! Claims that published articles make about this puzzle and about pentominoes, put to the test.
//!
//! [`CLAIMS`] is the register: each claim says what should be measured, how, and measures it, from the tables of a
//! dataset and a few searches of its own. No result is written down here.

mod evidence;
mod register;

use super::PipelineError;
use crate::cover::Cover;
use crate::dataset::{Tables, TestedClaim};
use crate::puzzle::Puzzle;
use evidence::Evidence;
use register::CLAIMS;

/// The puzzle that the claims are about.
const PUZZLE: &str = "weekday";

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Holds,
    InPart,
    DoesNotHold,
    CannotBeCompared,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::InPart => "holds in part",
            Self::DoesNotHold => "does not hold",
            Self::CannotBeCompared => "cannot be compared",
        }
    }

    /// `Holds` if it does, else the other one.
    fn if_not(holds: bool, otherwise: Self) -> Self {
        if holds { Self::Holds } else { otherwise }
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
/// [`PipelineError`]: a table is missing or damaged, or a search cannot be made.
pub fn test_claims(
    puzzle: &Puzzle,
    cover: &Cover,
    tables: &Tables,
) -> Result<Option<Vec<TestedClaim>>, PipelineError> {
    if puzzle.name != PUZZLE {
        return Ok(None);
    }
    let evidence = Evidence { puzzle, cover, tables };
    let test = |claim: &Claim| {
        let Finding { measured, verdict, why } = (claim.measure)(&evidence)?;
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
    CLAIMS.iter().map(test).collect::<Result<_, _>>().map(Some)
}
