//! Scales that carry values to 0..1, and their ticks.

use super::error::PlotError;
use super::number::{Decimal, Unit};

/// How values are spread over a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScaleKind {
    /// Equal differences take equal room.
    #[default]
    Linear,
    /// Equal ratios take equal room; for positive values only.
    Log10,
}

/// A scale from a smallest to a largest value. The two may be equal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    kind: ScaleKind,
    min: f64,
    max: f64,
}

/// A labelled place on a scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The value, exactly what the label says.
    pub value: f64,
    /// The value as text, with its unit if it is a time.
    pub label: String,
}

impl Scale {
    /// A scale between two values, in either order.
    ///
    /// # Errors
    /// If a value is not finite, or not positive on a logarithmic scale.
    pub fn new(kind: ScaleKind, a: f64, b: f64) -> Result<Self, PlotError> {
        for value in [a, b] {
            let place = || "an end of the scale".to_owned();
            if !value.is_finite() {
                return Err(PlotError::NotFinite { place: place(), value });
            }
            if kind == ScaleKind::Log10 && value <= 0.0 {
                return Err(PlotError::NotLogarithmic { place: place(), value });
            }
        }
        Ok(Self { kind, min: a.min(b), max: a.max(b) })
    }

    /// The smallest scale that covers all `values`, or `None` if there are none.
    ///
    /// Zeros are left out of a logarithmic scale: figures show them apart.
    ///
    /// # Errors
    /// If a value is not finite, or negative on a logarithmic scale.
    pub fn covering(
        kind: ScaleKind,
        values: impl IntoIterator<Item = f64>,
    ) -> Result<Option<Self>, PlotError> {
        let mut covered: Option<Self> = None;
        for value in values {
            if kind == ScaleKind::Log10 && value == 0.0 {
                continue;
            }
            let single = Self::new(kind, value, value)?;
            covered = Some(covered.map_or(single, |scale| Self {
                kind,
                min: scale.min.min(value),
                max: scale.max.max(value),
            }));
        }
        Ok(covered)
    }

    /// How values are spread.
    pub fn kind(&self) -> ScaleKind {
        self.kind
    }

    /// The smallest value.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// The largest value.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Where `value` lies, 0 at the smallest and 1 at the largest value, clamped to that range.
    ///
    /// Everything lies at 0.5 if the scale has only one value.
    pub fn position(&self, value: f64) -> f64 {
        if self.min == self.max {
            return 0.5;
        }
        let share = match self.kind {
            // Halves, so that the widest ranges do not overflow.
            ScaleKind::Linear => (value / 2.0 - self.min / 2.0) / (self.max / 2.0 - self.min / 2.0),
            ScaleKind::Log10 if value <= 0.0 => 0.0,
            ScaleKind::Log10 => (value.ln() - self.min.ln()) / (self.max.ln() - self.min.ln()),
        };
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// This scale widened at both ends by `share` of its length, so that marks do not touch the frame.
    #[must_use]
    pub fn widened(&self, share: f64) -> Self {
        let (min, max) = match self.kind {
            ScaleKind::Linear if self.min == self.max => {
                let room = if self.min == 0.0 { 1.0 } else { self.min.abs() * 0.5 };
                (self.min - room, self.max + room)
            }
            ScaleKind::Linear => {
                let room = (self.max / 2.0 - self.min / 2.0) * 2.0 * share;
                (self.min - room, self.max + room)
            }
            ScaleKind::Log10 if self.min == self.max => (self.min / 2.0, self.max * 2.0),
            ScaleKind::Log10 => {
                let room = (self.max.ln() - self.min.ln()) * share;
                ((self.min.ln() - room).exp(), (self.max.ln() + room).exp())
            }
        };
        let fits = min.is_finite() && max.is_finite() && (self.kind == ScaleKind::Linear || min > 0.0);
        if fits { Self { min, max, ..*self } } else { *self }
    }

    /// At most `limit` (but at least one) round values on the scale, in rising order, with labels in `unit`.
    ///
    /// Linear ticks go in steps of 1, 2 or 5 times a power of ten. Logarithmic ticks stand at 1, 2 and 5 times each
    /// power of ten if that is not too many, else at powers of ten only; a range too short for either gets linear ticks.
    pub fn ticks(&self, limit: usize, unit: Unit) -> Vec<Tick> {
        let limit = limit.max(1);
        let decimals = match self.kind {
            _ if self.min == self.max => Vec::new(),
            ScaleKind::Linear => self.linear_ticks(limit),
            ScaleKind::Log10 => self.log_ticks(limit),
        };
        if decimals.is_empty() {
            return vec![Tick { value: self.min, label: unit.text(self.min) }];
        }
        let labels = unit.tick_labels(&decimals);
        let values = decimals.iter().map(|decimal| decimal.value());
        values.zip(labels).map(|(value, label)| Tick { value, label }).collect()
    }

    fn linear_ticks(&self, limit: usize) -> Vec<Decimal> {
        let span = self.max - self.min;
        if !span.is_finite() || span < f64::MIN_POSITIVE {
            return Vec::new();
        }
        let coarsest = span.log10().ceil() as i32 + 1;
        let mut best = Vec::new();
        // From coarse to fine, until the next step would give too many.
        for exponent in (coarsest - 6..=coarsest).rev() {
            for digit in [5_i64, 2, 1] {
                let step = Decimal::new(digit, exponent).value();
                // With room for rounding in the division; what lies outside is dropped below.
                let (first, last) = ((self.min / step - 1e-9).ceil(), (self.max / step + 1e-9).floor());
                // Beyond this, neighbouring multiples of the step are no longer different numbers.
                if step == 0.0 || first.abs().max(last.abs()) > 1e14 || last - first + 1.0 > limit as f64 {
                    return best;
                }
                best = (first as i64..=last as i64)
                    .map(|multiple| Decimal::new(multiple * digit, exponent))
                    .filter(|tick| (self.min..=self.max).contains(&tick.value()))
                    .collect();
            }
        }
        best
    }

    fn log_ticks(&self, limit: usize) -> Vec<Decimal> {
        let decades = (self.min.log10().floor() as i32, self.max.log10().ceil() as i32);
        let inside = |decimal: &Decimal| {
            let value = decimal.value();
            value >= self.min * (1.0 - 1e-12) && value <= self.max * (1.0 + 1e-12)
        };
        let every = |digits: &[i64], stride: i32| -> Vec<Decimal> {
            (decades.0..=decades.1)
                .filter(|decade| decade.rem_euclid(stride) == 0)
                .flat_map(|decade| digits.iter().map(move |digit| Decimal::new(*digit, decade)))
                .filter(inside)
                .collect()
        };
        let fine = every(&[1, 2, 5], 1);
        if fine.len() < 3 {
            let linear = self.linear_ticks(limit);
            if linear.len() > fine.len() || fine.len() > limit {
                return linear;
            }
        }
        if fine.len() <= limit {
            return fine;
        }
        let mut sparse = fine;
        for stride in 1..=700 {
            let ticks = every(&[1], stride);
            if ticks.len() >= 2 || sparse.len() > limit {
                sparse = ticks;
            }
            if sparse.len() <= limit {
                break;
            }
        }
        sparse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(kind: ScaleKind, min: f64, max: f64, limit: usize) -> Vec<String> {
        let scale = Scale::new(kind, min, max).unwrap();
        let ticks = scale.ticks(limit, Unit::Number);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn few_decades_have_ticks_at_one_two_five() {
        assert_eq!(
            labels(ScaleKind::Log10, 97.0, 10_374.0, 9),
            ["100", "200", "500", "1,000", "2,000", "5,000", "10,000"]
        );
    }

    #[test]
    fn many_decades_have_ticks_at_powers_of_ten() {
        assert_eq!(
            labels(ScaleKind::Log10, 1.0, 2e7, 9),
            ["1", "10", "100", "1k", "10k", "100k", "1M", "10M"]
        );
        let wide = labels(ScaleKind::Log10, 1e-300, 1e300, 7);
        assert!((2..=7).contains(&wide.len()), "{wide:?}");
    }

    #[test]
    fn short_logarithmic_ranges_have_linear_ticks() {
        assert_eq!(labels(ScaleKind::Log10, 310.0, 340.0, 5), ["310", "320", "330", "340"]);
    }

    #[test]
    fn linear_ticks_are_round_and_exact() {
        assert_eq!(labels(ScaleKind::Linear, 0.0, 1.0, 6), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(labels(ScaleKind::Linear, -12.0, 11.0, 6), ["−10", "−5", "0", "5", "10"]);
        for tick in Scale::new(ScaleKind::Linear, 0.0, 0.7).unwrap().ticks(8, Unit::Number) {
            assert_eq!(tick.label.parse::<f64>().unwrap(), tick.value);
        }
    }

    #[test]
    fn ticks_lie_on_the_scale_and_keep_to_the_limit() {
        for (min, max) in [(1.0, 3.0), (0.004, 9000.0), (97.0, 10_374.0), (1e14, 1e14 + 1.0), (5e-324, 1e308)]
        {
            for kind in [ScaleKind::Linear, ScaleKind::Log10] {
                let scale = Scale::new(kind, min, max).unwrap();
                for limit in 1..12 {
                    let ticks = scale.ticks(limit, Unit::Number);
                    assert!((1..=limit).contains(&ticks.len()), "{kind:?} {min} {max}: {ticks:?}");
                    assert!(ticks.iter().all(|tick| tick.value >= min * 0.999 && tick.value <= max * 1.001));
                    assert!(ticks.is_sorted_by(|a, b| a.value < b.value));
                }
            }
        }
    }

    #[test]
    fn one_value_lies_in_the_middle() {
        for kind in [ScaleKind::Linear, ScaleKind::Log10] {
            let scale = Scale::covering(kind, [42.0, 42.0]).unwrap().unwrap();
            assert_eq!(scale.position(42.0), 0.5);
            assert_eq!(scale.ticks(5, Unit::Number).len(), 1);
            assert!(scale.widened(0.1).max() > scale.widened(0.1).min());
        }
        assert!(Scale::covering(ScaleKind::Linear, []).unwrap().is_none());
    }

    #[test]
    fn zeros_stand_apart_from_a_logarithmic_scale() {
        let scale = Scale::covering(ScaleKind::Log10, [0.0, 10.0, 1000.0]).unwrap().unwrap();
        assert_eq!((scale.min(), scale.max()), (10.0, 1000.0));
        assert!((scale.position(100.0) - 0.5).abs() < 1e-12);
        assert!(Scale::covering(ScaleKind::Log10, [0.0]).unwrap().is_none());
    }

    #[test]
    fn values_without_a_place_are_refused() {
        assert!(matches!(Scale::covering(ScaleKind::Log10, [-1.0]), Err(PlotError::NotLogarithmic { .. })));
        assert!(matches!(Scale::covering(ScaleKind::Linear, [f64::NAN]), Err(PlotError::NotFinite { .. })));
    }
}
