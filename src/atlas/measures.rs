//! Measures of difficulty: what tells how hard a date is, and the one score made of them.

use super::statistics::percentiles;

/// A measure of a date.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Its name, and that of its column in the table of the dates.
    pub name: &'static str,
    /// The unit: `1` for a plain number.
    pub unit: &'static str,
    /// Whether dates with more of it are the harder ones.
    pub more_is_harder: bool,
    /// Its share in the score.
    pub weight: f64,
    /// Decimals with which people read it.
    pub decimals: usize,
    /// Whether its values span decades, so that it is drawn on a logarithmic scale.
    pub spans_decades: bool,
}

/// The name of the score.
pub const DIFFICULTY: &str = "difficulty";

/// A whole number that may be large, and more of it harder.
const COUNT: Measure =
    Measure { name: "", unit: "1", more_is_harder: true, weight: 0.0, decimals: 0, spans_decades: true };

/// The register of measures by which dates are ranked. The score takes a third from how few solutions there are,
/// a third from the effort that a search must expect, and a third from how little the solutions vary.
pub const MEASURES: &[Measure] = &[
    Measure { name: DIFFICULTY, decimals: 1, spans_decades: false, ..COUNT },
    Measure { name: "solutions", more_is_harder: false, weight: 1.0 / 3.0, ..COUNT },
    Measure { name: "expected_nodes_first_empty", unit: "nodes", weight: 1.0 / 6.0, ..COUNT },
    Measure { name: "expected_nodes_last_empty", unit: "nodes", ..COUNT },
    Measure { name: "expected_nodes_mrv", unit: "nodes", weight: 1.0 / 6.0, ..COUNT },
    Measure {
        name: "piece_entropy",
        unit: "bits",
        more_is_harder: false,
        weight: 1.0 / 3.0,
        decimals: 3,
        spans_decades: false,
    },
];

impl Measure {
    /// How hard this measure says that dates are: greater is harder. To nine decimals, so that rounding errors part
    /// no dates that are equally hard.
    pub fn hardness(&self, values: &[Option<f64>]) -> Vec<Option<f64>> {
        let sign = if self.more_is_harder { 1.0 } else { -1.0 };
        values.iter().map(|value| value.map(|value| sign * nine_decimals(value))).collect()
    }
}

fn nine_decimals(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// The weights of the almanac's own score.
pub fn own_weights() -> Vec<(&'static Measure, f64)> {
    MEASURES.iter().filter(|measure| measure.weight > 0.0).map(|measure| (measure, measure.weight)).collect()
}

/// The score of each date, 0 to 100, to nine decimals: the mean, with these weights, of the shares of dates that are
/// easier by each measure, equally hard ones counting half. Weights are positive and count in proportion to their
/// sum. `values` gives those of each measure; `None` where one is missing.
pub fn difficulty(
    weights: &[(&'static Measure, f64)],
    values: impl Fn(&Measure) -> Vec<Option<f64>>,
) -> Vec<Option<f64>> {
    // In proportion to the greatest, so that their sum is finite.
    let greatest = weights.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let sum: f64 = weights.iter().map(|(_, weight)| weight / greatest).sum();
    let shares: Vec<(f64, Vec<Option<f64>>)> = weights
        .iter()
        .map(|(measure, weight)| (weight / greatest / sum, percentiles(&measure.hardness(&values(measure)))))
        .collect();
    let dates = shares.first().map_or(0, |(_, shares)| shares.len());
    let score = |date: usize| {
        let terms = shares.iter().map(|(weight, shares)| Some(weight * shares[date]?));
        Some(nine_decimals(100.0 * terms.sum::<Option<f64>>()?))
    };
    (0..dates).map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_one() {
        let sum: f64 = MEASURES.iter().map(|measure| measure.weight).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }

    #[test]
    fn the_score_is_a_mean_of_shares() {
        // Of three dates the first is the hardest by every measure, the others change places by one.
        let values = |measure: &Measure| match measure.name {
            "solutions" => vec![Some(1.0), Some(50.0), Some(9.0)],
            "piece_entropy" => vec![Some(0.5), Some(0.7), Some(0.9)],
            _ => vec![Some(900.0), Some(10.0), Some(10.0)],
        };
        let scores: Vec<f64> = difficulty(&own_weights(), values).into_iter().flatten().collect();
        let expected = [100.0, 100.0 * (0.5 + 0.25) / 3.0, 100.0 * (0.5 + 0.25) / 3.0];
        assert!(
            scores.iter().zip(expected).all(|(score, wanted)| (score - wanted).abs() < 1e-9),
            "{scores:?}"
        );
        let missing = |measure: &Measure| vec![(measure.name != "piece_entropy").then_some(1.0); 2];
        assert_eq!(difficulty(&own_weights(), missing), [None, None]);
        // Huge weights are as good as others.
        let huge: Vec<(&Measure, f64)> =
            own_weights().iter().map(|(m, weight)| (*m, weight * f64::MAX)).collect();
        assert_eq!(difficulty(&huge, values), difficulty(&own_weights(), values));
    }
}
