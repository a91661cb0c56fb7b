//! Ranks and quantiles: plain statistics of a column.

/// Competition ranks (1, 2, 2, 4) of the values that are there; the greatest has rank 1. Values must not be
/// NaN.
pub fn competition_ranks(values: &[Option<f64>]) -> Vec<Option<usize>> {
    let mut sorted: Vec<f64> = values.iter().copied().flatten().collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    values.iter().map(|value| value.map(|value| 1 + sorted.partition_point(|&other| other > value))).collect()
}

/// For each value the share of the others that are less, equal ones counting half: from 0 for the least to 1 for
/// the greatest. `None` where there is no value, and if there are no others. Values must not be NaN.
pub fn percentiles(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut sorted: Vec<f64> = values.iter().copied().flatten().collect();
    sorted.sort_by(f64::total_cmp);
    let others = sorted.len().saturating_sub(1);
    let percentile = |value: f64| {
        let less = sorted.partition_point(|&other| other < value);
        let equal = sorted.partition_point(|&other| other <= value) - less - 1;
        (less as f64 + equal as f64 / 2.0) / others as f64
    };
    values.iter().map(|value| value.filter(|_| others > 0).map(percentile)).collect()
}

/// Spearman's rank correlation of pairs, ties sharing their mean rank; `None` when one side does not vary.
/// Values must not be NaN.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = |side: fn(&(f64, f64)) -> f64| {
        let values: Vec<Option<f64>> = pairs.iter().map(|pair| Some(side(pair))).collect();
        percentiles(&values).into_iter().map(|rank| rank.map(|rank| rank - 0.5)).collect::<Option<Vec<f64>>>()
    };
    let (x, y) = (ranks(|pair| pair.0)?, ranks(|pair| pair.1)?);
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let spread = (product(&x, &x) * product(&y, &y)).sqrt();
    (spread > 0.0).then(|| product(&x, &y) / spread)
}

/// The `share`-quantile (0 to 1) by nearest rank: the least value that at least this share of the values do not
/// exceed; `None` if there are none. Values must be sorted.
pub fn quantile<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len().max(1)) - 1).copied()
}

/// The Gini coefficient: 0 if all values are alike, towards 1 if few of them are nearly all of the sum; `None` if there is
/// nothing to share. Values must be neither negative nor NaN.
pub fn gini(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (count, sum) = (values.len() as f64, values.iter().sum::<f64>());
    let weighted: f64 = (1..).zip(&values).map(|(rank, value)| f64::from(rank) * value).sum();
    (sum > 0.0).then(|| 2.0 * weighted / (count * sum) - (count + 1.0) / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_rank_and_the_next_one_is_left_out() {
        let values = [Some(3.0), Some(9.0), None, Some(3.0), Some(1.0)];
        assert_eq!(competition_ranks(&values), [Some(2), Some(1), None, Some(2), Some(4)]);
        assert_eq!(percentiles(&values), [Some(0.5), Some(1.0), None, Some(0.5), Some(0.0)]);
        assert_eq!(percentiles(&[Some(1.0), None]), [None, None]);
    }

    #[test]
    fn correlations_are_those_of_the_ranks() {
        let of =
            |y: &[f64]| rank_correlation(&(0..).map(f64::from).zip(y.iter().copied()).collect::<Vec<_>>());
        assert_eq!(of(&[1.0, 10.0, 100.0]), Some(1.0));
        assert_eq!(of(&[3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(of(&[2.0, 2.0, 2.0]), None);
        // By hand: ranks 1 2 3 4 against 2 1 4 3: 1 - 6 * 4 / (4 * 15).
        assert!((of(&[2.0, 1.0, 9.0, 8.0]).expect("varies") - 0.6).abs() < 1e-12);
    }

    #[test]
    fn quantiles_are_values_of_the_sample() {
        let values: Vec<u64> = (1..=200).collect();
        assert_eq!([0.1, 0.5, 0.9].map(|share| quantile(&values, share)), [Some(20), Some(100), Some(180)]);
        assert_eq!([0.0, 1.0].map(|share| quantile(&[7, 8], share)), [Some(7), Some(8)]);
        assert_eq!(quantile::<u64>(&[], 0.5), None);
    }

    #[test]
    fn gini_tells_how_unequal_shares_are() {
        assert_eq!(gini(vec![3.0, 3.0, 3.0]), Some(0.0));
        assert_eq!(gini(vec![0.0, 0.0, 0.0, 8.0]), Some(0.75));
        assert_eq!(gini(vec![0.0, 0.0]), None);
        assert_eq!(gini(Vec::new()), None);
    }
}
