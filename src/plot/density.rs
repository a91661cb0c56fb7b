//! Statistics of one series: quartiles and a smoothed density.

use super::scale::Scale;

/// The smallest and largest value and the quartiles, in the unit of the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quartiles {
    /// The smallest value.
    pub min: f64,
    /// A quarter of the values lie below.
    pub lower: f64,
    /// Half of the values lie below.
    pub median: f64,
    /// Three quarters of the values lie below.
    pub upper: f64,
    /// The largest value.
    pub max: f64,
}

impl Quartiles {
    /// The quartiles of `values`, interpolated linearly between neighbours (type 7 of Hyndman and Fan); `None` if there
    /// are no values. All must be finite.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let (low, part) = (place.floor() as usize, place.fract());
            let (a, b) = (sorted[low], sorted[(low + 1).min(last)]);
            if a == b { a } else { a * (1.0 - part) + b * part }
        };
        Some(Self { min: at(0.0), lower: at(0.25), median: at(0.5), upper: at(0.75), max: at(1.0) })
    }
}

/// The density of `values` along the scale at `points` equally spaced places, its peak at 1.
///
/// It is smoothed with a Gaussian kernel whose width follows Silverman's rule, and cut off at the smallest and the
/// largest value: it never shows values that do not occur. Empty if there are no values.
pub(super) fn density(values: &[f64], scale: &Scale, points: usize) -> Vec<f64> {
    if values.is_empty() || points < 2 {
        return Vec::new();
    }
    let positions: Vec<f64> = values.iter().map(|value| scale.position(*value)).collect();
    let last = (points - 1) as f64;
    // Each value is shared between the two places beside it.
    let mut weights = vec![0.0; points];
    for position in &positions {
        let place = position * last;
        let (low, part) = ((place.floor() as usize).min(points - 2), place - place.floor());
        weights[low] += if place >= last { 0.0 } else { 1.0 - part };
        weights[low + 1] += if place >= last { 1.0 } else { part };
    }
    let bandwidth = bandwidth(&positions) * last;
    let reach = (4.0 * bandwidth).ceil() as usize;
    let kernel: Vec<f64> =
        (0..=reach).map(|distance| (-0.5 * (distance as f64 / bandwidth).powi(2)).exp()).collect();
    let (first_used, last_used) = positions.iter().fold((f64::MAX, f64::MIN), |(low, high), position| {
        (low.min(position * last), high.max(position * last))
    });
    // A single place still gets a bar that can be seen.
    let (first_used, last_used) = (first_used.round() - 1.0, last_used.round() + 1.0);
    let mut curve = vec![0.0; points];
    for (place, height) in curve.iter_mut().enumerate() {
        if (first_used..=last_used).contains(&(place as f64)) {
            let (low, high) = (place.saturating_sub(reach), (place + reach).min(points - 1));
            *height = (low..=high).map(|other| weights[other] * kernel[other.abs_diff(place)]).sum();
        }
    }
    let peak = curve.iter().copied().fold(0.0, f64::max);
    if peak > 0.0 {
        curve.iter_mut().for_each(|height| *height /= peak);
    }
    curve
}

/// Width of the kernel as a share of the scale.
fn bandwidth(positions: &[f64]) -> f64 {
    let count = positions.len() as f64;
    let mean = positions.iter().sum::<f64>() / count;
    let deviation = (positions.iter().map(|position| (position - mean).powi(2)).sum::<f64>() / count).sqrt();
    let middle_half = Quartiles::of(positions).map_or(0.0, |quartiles| quartiles.upper - quartiles.lower);
    let spread = if middle_half > 0.0 { deviation.min(middle_half / 1.34) } else { deviation };
    (0.9 * spread * count.powf(-0.2)).clamp(0.006, 0.08)
}

#[cfg(test)]
mod tests {
    use super::super::scale::ScaleKind;
    use super::*;

    #[test]
    fn quartiles_of_small_sets() {
        let quartiles = Quartiles::of(&[4.0, 1.0, 3.0, 2.0, 5.0]).unwrap();
        assert_eq!((quartiles.lower, quartiles.median, quartiles.upper), (2.0, 3.0, 4.0));
        assert_eq!(Quartiles::of(&[1.0, 2.0]).unwrap().median, 1.5);
        assert_eq!(Quartiles::of(&[7.0]).unwrap().upper, 7.0);
        assert_eq!(Quartiles::of(&[]), None);
    }

    #[test]
    fn density_peaks_where_the_values_are_and_ends_with_them() {
        let scale = Scale::new(ScaleKind::Linear, 0.0, 100.0).unwrap();
        let values = [20.0, 29.0, 30.0, 31.0, 60.0];
        let curve = density(&values, &scale, 101);
        let peak = curve.iter().position(|height| *height == 1.0).unwrap();
        assert!(peak.abs_diff(30) <= 2, "{peak}");
        assert!(curve[..19].iter().chain(&curve[62..]).all(|height| *height == 0.0));
    }

    #[test]
    fn density_of_one_value_is_a_narrow_peak() {
        for value in [0.0, 50.0, 100.0] {
            let scale = Scale::new(ScaleKind::Linear, 0.0, 100.0).unwrap();
            let curve = density(&[value; 3], &scale, 101);
            assert_eq!(curve[value as usize], 1.0);
            assert!(curve.iter().filter(|height| **height > 0.0).count() <= 3);
        }
        let single = Scale::new(ScaleKind::Linear, 5.0, 5.0).unwrap();
        assert!(density(&[5.0], &single, 10).iter().all(|height| height.is_finite()));
    }
}
