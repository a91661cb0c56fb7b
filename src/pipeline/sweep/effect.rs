//! What a single piece does: the sets with it held against those without it.

use crate::dataset::sweep::SetRow;

/// The sets with a piece and those without it.
pub(super) struct Effect {
    /// The number of the piece in the family.
    pub(super) piece: usize,
    pub(super) with: Share,
    pub(super) without: Share,
}

/// What some sets have in common.
pub(super) struct Share {
    /// How many there are.
    pub(super) sets: usize,
    /// The median of their solutions of all dates.
    pub(super) median: f64,
    /// The mean of the decimal logarithms of their solutions of all dates, where there are any.
    pub(super) mean_log: Option<f64>,
    /// The mean of their dates without a solution.
    pub(super) unsolvable: f64,
}

impl Effect {
    /// How many times as many solutions the sets with the piece have, by the geometric mean.
    pub(super) fn factor(&self) -> Option<f64> {
        Some(10_f64.powf(self.with.mean_log? - self.without.mean_log?))
    }
}

impl Share {
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a SetRow>) -> Option<Self> {
        let rows: Vec<&SetRow> = rows.collect();
        let mut totals: Vec<u64> = rows.iter().map(|row| row.solutions).collect();
        totals.sort_unstable();
        let logs: Vec<f64> =
            totals.iter().filter(|total| **total > 0).map(|&total| (total as f64).log10()).collect();
        let unsolvable: usize = rows.iter().map(|row| row.dates_without_solution).sum();
        Some(Self {
            sets: rows.len(),
            median: median(&totals)?,
            mean_log: (!logs.is_empty()).then(|| logs.iter().sum::<f64>() / logs.len() as f64),
            unsolvable: unsolvable as f64 / rows.len() as f64,
        })
    }
}

/// The median: of an even number of values the mean of the two in the middle, as figures have it. Values must be sorted.
pub(super) fn median(sorted: &[u64]) -> Option<f64> {
    let middle = [sorted.get(sorted.len().checked_sub(1)? / 2)?, sorted.get(sorted.len() / 2)?];
    Some(middle.into_iter().map(|&value| value as f64).sum::<f64>() / 2.0)
}

/// The effects of the pieces that some sets have and others have not, those of the fewest solutions first.
pub(super) fn effects(rows: &[SetRow], pieces: usize) -> Vec<Effect> {
    let effect = |piece: usize| {
        let share = |has: bool| Share::of(rows.iter().filter(|row| row.set.contains(piece) == has));
        Some(Effect { piece, with: share(true)?, without: share(false)? })
    };
    let mut effects: Vec<Effect> = (0..pieces).filter_map(effect).collect();
    let key = |effect: &Effect| effect.factor().unwrap_or(0.0);
    effects.sort_by(|a, b| key(a).total_cmp(&key(b)));
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::PieceSet;

    #[test]
    fn sets_with_a_piece_are_held_against_those_without() {
        let row = |bits, solutions, dates_without_solution| SetRow {
            set_id: 0,
            set: PieceSet::from_bits(bits),
            least: 0,
            least_date_id: 0,
            most: 0,
            most_date_id: 0,
            dates_without_solution,
            solutions,
            mean: 0.0,
            gini: None,
            placements: 0,
        };
        // The last piece is in every set, so there is nothing to hold it against.
        let rows = [row(0b101, 10, 4), row(0b101, 1_000, 0), row(0b110, 1, 9), row(0b110, 0, 10)];
        let effects = effects(&rows, 3);
        assert_eq!(effects.iter().map(|effect| effect.piece).collect::<Vec<_>>(), [1, 0]);
        let effect = &effects[1];
        assert_eq!((effect.with.sets, effect.with.median, effect.with.unsolvable), (2, 505.0, 2.0));
        assert_eq!((effect.without.median, effect.without.unsolvable), (0.5, 9.5));
        assert!((effect.factor().expect("both have solutions") - 100.0).abs() < 1e-9);
    }
}
