//! What a design is worth: a verdict on a puzzle, from the tables of a dataset of it.

use super::PipelineError;
use crate::atlas::{gini, quantile};
use crate::cover::{Cover, Parity, Symmetries};
use crate::dataset::{Dataset, Tables};
use crate::puzzle::{Puzzle, Tile};
use crate::search::STRATEGIES;

/// The strategy whose expected effort a verdict tells.
pub const EFFORT_OF: &str = "mrv";
/// Labels that a verdict names as the causes of hard dates.
const CAUSES: usize = 5;
/// A label makes dates hard if the median of their solutions is less than this share of the median of all, or if their
/// share without a solution is more than [`OFTEN`] times that of all.
const HARD: f64 = 0.9;
/// See [`HARD`].
const OFTEN: f64 = 1.5;

/// A verdict on a puzzle. Of a calendar's puzzle it is about the dates that exist, but for `unsolved_combinations`.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: String,
    /// SHA-256 of its definition.
    pub definition_sha256: String,
    /// Dates judged.
    pub dates: usize,
    /// Combinations of labels, whether the calendar has them or not.
    pub combinations: usize,
    /// Dates without a solution, in words.
    pub unsolved: Vec<String>,
    /// Combinations without a solution.
    pub unsolved_combinations: usize,
    /// Dates that colours alone rule out.
    pub ruled_out: usize,
    /// Solutions of all dates.
    pub solutions: f64,
    /// Solutions of the dates that have any.
    pub spread: Option<Spread>,
    /// The Gini coefficient of the solutions: 0 if all dates have equally many, towards 1 if few have nearly all.
    pub gini: Option<f64>,
    /// For each threshold asked for, the share of the dates that have fewer solutions.
    pub fewer: Vec<(u64, f64)>,
    /// Expected effort in nodes; dates without a solution have none.
    pub effort: Option<Spread>,
    /// How evenly the solutions are spread over the labels of each group.
    pub groups: Vec<Evenness>,
    /// The labels whose dates have the fewest solutions.
    pub causes: Vec<LabelShare>,
    /// What each piece does.
    pub pieces: Vec<PieceShare>,
    /// Pieces that are alike.
    pub warnings: Vec<String>,
    /// Symmetries of the puzzle, the identity included.
    pub symmetries: usize,
}

/// Values of the dates.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The least, and a date that has it.
    pub least: (f64, String),
    /// The lower quartile.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper: f64,
    /// The most, and a date that has it.
    pub most: (f64, String),
}

/// How evenly solutions are spread over the labels of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Evenness {
    /// The group.
    pub group: String,
    /// The label with the least median, and that median.
    pub least: (String, f64),
    /// The label with the greatest median, and that median.
    pub most: (String, f64),
}

/// The dates of one label.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelShare {
    /// The group.
    pub group: String,
    /// The label.
    pub label: String,
    /// Median of the solutions of its dates.
    pub median: f64,
    /// That median over the median of all dates; `None` if that is 0.
    pub relative: Option<f64>,
    /// Its dates.
    pub dates: usize,
    /// Its dates without a solution.
    pub unsolved: usize,
}

/// What a piece does in the solutions of all combinations.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceShare {
    /// The piece.
    pub piece: String,
    /// Its placements on the empty board.
    pub placements: usize,
    /// Those that some solution uses.
    pub used: usize,
    /// How many of it there are.
    pub copies: usize,
    /// The share of the solutions that use its most frequent placement.
    pub most_frequent: f64,
}

impl Verdict {
    /// The verdict on the puzzle of a dataset with all its dates; with the shares of dates that have fewer solutions than
    /// each of `thresholds`.
    ///
    /// # Errors
    /// [`PipelineError`], when a table is missing or damaged.
    pub fn of(dataset: &Dataset, thresholds: &[u64]) -> Result<Self, PipelineError> {
        let (puzzle, tables) = (&dataset.puzzle, &dataset.tables);
        let cover = Cover::new(puzzle);
        let solutions: Vec<Option<f64>> = tables.numbers("dates", "solutions")?;
        let mut thresholds = thresholds.to_vec();
        thresholds.sort_unstable();
        thresholds.dedup();
        let effort = tables.numbers("dates", &effort_column())?;
        let exists = |id: usize| puzzle.calendar().is_none_or(|calendar| calendar.exists(&puzzle.date(id)));
        let judged: Vec<usize> = (0..solutions.len()).filter(|&id| exists(id)).collect();
        let counts: Vec<(usize, f64)> = judged.iter().filter_map(|&id| Some((id, solutions[id]?))).collect();
        let label = |id: usize| puzzle.date_title(&puzzle.date(id));
        let unsolved = counts.iter().filter(|(_, count)| *count == 0.0).map(|&(id, _)| label(id)).collect();
        let parity = Parity::of(puzzle, &cover);
        let solved: Vec<(usize, f64)> = counts.iter().copied().filter(|(_, count)| *count > 0.0).collect();
        let efforts: Vec<(usize, f64)> = judged.iter().filter_map(|&id| Some((id, effort[id]?))).collect();
        let below = |threshold: u64| {
            let below = counts.iter().filter(|(_, count)| *count < threshold as f64).count();
            (threshold, below as f64 / counts.len().max(1) as f64)
        };
        let labels = labels(puzzle, &counts);
        let mut causes = labels.clone();
        let share = unsolved_share(counts.iter().map(|&(_, count)| count));
        causes.retain(|cause| {
            let often = cause.unsolved as f64 > OFTEN * share * cause.dates as f64;
            often || cause.relative.is_some_and(|relative| relative < HARD)
        });
        causes.sort_by(|a, b| a.median.total_cmp(&b.median).then(b.unsolved.cmp(&a.unsolved)));
        causes.truncate(CAUSES);
        Ok(Self {
            puzzle: puzzle.name.clone(),
            title: puzzle.title.clone(),
            definition_sha256: puzzle.definition_sha256.clone(),
            dates: judged.len(),
            combinations: solutions.len(),
            unsolved,
            unsolved_combinations: solutions.iter().filter(|count| **count == Some(0.0)).count(),
            ruled_out: judged
                .iter()
                .filter(|&&id| !parity.allows(&cover, puzzle.target(&puzzle.date(id))))
                .count(),
            solutions: counts.iter().map(|(_, count)| count).sum(),
            spread: spread(&solved, label),
            gini: gini(counts.iter().map(|&(_, count)| count).collect()),
            fewer: thresholds.into_iter().map(below).collect(),
            effort: spread(&efforts, label),
            groups: evenness(puzzle, &labels),
            causes,
            pieces: pieces(puzzle, &cover, tables)?,
            warnings: puzzle.warnings.iter().map(|warning| warning.problem.to_string()).collect(),
            symmetries: Symmetries::of(puzzle, &cover).iter().len(),
        })
    }
}

fn effort_column() -> String {
    let strategy = STRATEGIES.iter().find(|strategy| strategy.name == EFFORT_OF);
    debug_assert!(strategy.is_some_and(|strategy| strategy.tells_effort));
    format!("expected_nodes_{EFFORT_OF}")
}

fn spread(values: &[(usize, f64)], label: impl Fn(usize) -> String) -> Option<Spread> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let of = |share: f64| quantile(&sorted, share);
    let (first, least) = *sorted.first()?;
    let most = sorted.last()?.1;
    let first_most = sorted.iter().find(|(_, value)| *value == most)?.0;
    Some(Spread {
        least: (least, label(first)),
        lower: of(0.25)?.1,
        median: of(0.5)?.1,
        upper: of(0.75)?.1,
        most: (most, label(first_most)),
    })
}

/// The share of the dates that have no solution.
fn unsolved_share(counts: impl Iterator<Item = f64> + Clone) -> f64 {
    counts.clone().filter(|count| *count == 0.0).count() as f64 / counts.count().max(1) as f64
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

/// The dates of each label that any date has.
fn labels(puzzle: &Puzzle, counts: &[(usize, f64)]) -> Vec<LabelShare> {
    let overall = median(counts.iter().map(|&(_, count)| count).collect()).unwrap_or(0.0);
    let mut shares = Vec::new();
    for (first, group) in puzzle.groups.iter().enumerate().filter(|(_, group)| group.member == 0) {
        for (place, label) in group.labels.iter().enumerate() {
            let picked = |id: usize| puzzle.date(id).picks[first..first + group.exposed].contains(&place);
            let own: Vec<f64> =
                counts.iter().filter(|(id, _)| picked(*id)).map(|&(_, count)| count).collect();
            let (dates, unsolved) = (own.len(), own.iter().filter(|&&count| count == 0.0).count());
            let Some(median) = median(own) else { continue };
            let relative = (overall > 0.0).then(|| median / overall);
            let (group, label) = (group.name.clone(), label.text.clone());
            shares.push(LabelShare { group, label, median, relative, dates, unsolved });
        }
    }
    shares
}

fn evenness(puzzle: &Puzzle, labels: &[LabelShare]) -> Vec<Evenness> {
    let groups = puzzle.groups.iter().filter(|group| group.member == 0);
    let of = |group: &crate::puzzle::Group| {
        let own = || labels.iter().filter(|share| share.group == group.name);
        let value = |share: &LabelShare| (share.label.clone(), share.median);
        Some(Evenness {
            group: group.name.clone(),
            least: value(own().min_by(|a, b| a.median.total_cmp(&b.median))?),
            // Of equal labels the first is named.
            most: value(own().rev().max_by(|a, b| a.median.total_cmp(&b.median))?),
        })
    };
    groups.filter_map(of).collect()
}

fn pieces(puzzle: &Puzzle, cover: &Cover, tables: &Tables) -> Result<Vec<PieceShare>, PipelineError> {
    let uses = tables.numbers("placements", "solutions")?;
    let of_piece = |piece: usize| -> Vec<f64> {
        let own = (0..uses.len()).filter(|&id| cover.placements()[id].piece == piece);
        own.map(|id| uses[id].unwrap_or(0.0)).collect()
    };
    let share = |Tile { piece, .. }: Tile| {
        let (own, described) = (of_piece(piece), &puzzle.pieces[piece]);
        let solutions = own.iter().sum::<f64>() / described.copies as f64;
        let most = own.iter().copied().fold(0.0, f64::max);
        PieceShare {
            piece: described.name.clone(),
            placements: own.len(),
            copies: described.copies,
            used: own.iter().filter(|&&uses| uses > 0.0).count(),
            most_frequent: if solutions > 0.0 { most / solutions } else { 0.0 },
        }
    };
    Ok(puzzle.tiles().filter(|tile| tile.copy == 0).map(share).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_even_or_named_in_their_order() {
        let puzzle = crate::puzzle::built_in("mini").expect("built in");
        let counts: Vec<(usize, f64)> = (0..puzzle.date_count()).map(|id| (id, 0.0)).collect();
        let shares = labels(&puzzle, &counts);
        assert!(shares.iter().all(|share| share.relative.is_none() && share.unsolved == share.dates));
        for even in evenness(&puzzle, &shares) {
            assert_eq!(even.least, even.most, "the first of equal labels is named");
        }
    }

    #[test]
    fn spreads_name_the_first_dates() {
        let values = [(4, 7.0), (2, 1.0), (9, 1.0), (3, 7.0), (5, 2.0)];
        let spread = spread(&values, |id| id.to_string()).expect("there are values");
        assert_eq!((spread.least, spread.most), ((1.0, "2".to_owned()), (7.0, "3".to_owned())));
        assert_eq!((spread.lower, spread.median, spread.upper), (1.0, 2.0, 7.0));
    }
}
