//! Numbers and times as text.

use crate::digits::grouped;

/// What the values of a figure are, which decides how they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unit {
    /// A plain number: `10,374`, `0.25`, `2M` (on axes that reach a million).
    #[default]
    Number,
    /// A time given in seconds, written in the unit that suits it: `20 µs`, `1.5 ms`, `3 s`.
    Seconds,
}

/// A decimal number `digits` × 10^`exponent`, so that labels of ticks are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i64,
    exponent: i32,
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

impl Unit {
    /// `value` as text: whole numbers in full with thousands separators, others rounded to three significant digits
    /// (or to a whole number from 100 up); times to three significant digits.
    pub fn text(self, value: f64) -> String {
        if !value.is_finite() {
            return value.to_string();
        }
        match self {
            Self::Number if value.fract() == 0.0 && value.abs() < 1e15 => {
                Decimal::new(value as i64, 0).full()
            }
            Self::Number if (100.0..1e15).contains(&value.abs()) => {
                Decimal::new(value.round() as i64, 0).full()
            }
            Self::Number => Decimal::rounded(value).full(),
            Self::Seconds => Decimal::rounded(value).duration(),
        }
    }

    /// `value` as text like [`Unit::text`], but from a million up to three significant digits: `24.3M`.
    pub fn short_text(self, value: f64) -> String {
        if self == Self::Number && value.is_finite() && value.abs() >= 1e6 {
            return Decimal::rounded(value).short();
        }
        self.text(value)
    }

    /// Labels for the ticks of one axis, in one style.
    pub(super) fn tick_labels(self, ticks: &[Decimal]) -> Vec<String> {
        let reaches_a_million = ticks.iter().any(|tick| tick.digits != 0 && tick.magnitude() >= 6);
        let label = |tick: &Decimal| match self {
            Self::Seconds => tick.duration(),
            Self::Number if reaches_a_million => tick.short(),
            Self::Number => tick.full(),
        };
        ticks.iter().map(label).collect()
    }
}

impl Decimal {
    pub(super) fn new(digits: i64, exponent: i32) -> Self {
        Self { digits, exponent }
    }

    /// `value` to three significant digits. It must be finite.
    fn rounded(value: f64) -> Self {
        let text = format!("{value:.2e}");
        let parsed = text.split_once('e').and_then(|(mantissa, exponent)| {
            let digits = mantissa.replace('.', "").parse().ok()?;
            Some(Self::new(digits, exponent.parse::<i32>().ok()? - 2))
        });
        parsed.expect("a finite number is written as mantissa, e, exponent")
    }

    /// The nearest number a computer holds.
    pub(super) fn value(self) -> f64 {
        let text = format!("{}e{}", self.digits, self.exponent);
        text.parse().expect("digits, e and an exponent are a number")
    }

    /// The power of ten of the first digit; zero counts as 0.
    fn magnitude(self) -> i32 {
        match self.digits.unsigned_abs().checked_ilog10() {
            Some(places) => places as i32 + self.exponent,
            None => 0,
        }
    }

    /// All digits with thousands separators, or a power of ten if that would be too long.
    fn full(self) -> String {
        if !(-6..15).contains(&self.magnitude()) {
            return self.with_power_of_ten();
        }
        let sign = if self.digits < 0 { "−" } else { "" };
        let digits = self.digits.unsigned_abs().to_string();
        if self.digits == 0 {
            return digits;
        }
        let (whole, fraction) = if self.exponent >= 0 {
            (digits + &"0".repeat(self.exponent as usize), String::new())
        } else {
            let places = self.exponent.unsigned_abs() as usize;
            let padded = format!("{digits:0>width$}", width = places + 1);
            let (whole, fraction) = padded.split_at(padded.len() - places);
            (whole.to_owned(), fraction.trim_end_matches('0').to_owned())
        };
        let mut text = sign.to_owned() + &grouped(&whole);
        if !fraction.is_empty() {
            text.push('.');
            text.push_str(&fraction);
        }
        text
    }

    /// From a thousand up with the letters k, M, G, T.
    fn short(self) -> String {
        let (power, letter) = match self.magnitude() {
            3..6 => (3, "k"),
            6..9 => (6, "M"),
            9..12 => (9, "G"),
            12..15 => (12, "T"),
            _ => return self.full(),
        };
        Self::new(self.digits, self.exponent - power).full() + letter
    }

    /// A number of seconds in the unit that suits it.
    fn duration(self) -> String {
        let (power, unit) = match self.magnitude() {
            _ if self.digits == 0 => (0, "s"),
            ..-6 => (-9, "ns"),
            -6..-3 => (-6, "µs"),
            -3..0 => (-3, "ms"),
            _ => (0, "s"),
        };
        format!("{} {unit}", Self::new(self.digits, self.exponent - power).full())
    }

    fn with_power_of_ten(self) -> String {
        let power = self.magnitude();
        let mantissa = Self::new(self.digits, self.exponent - power).full();
        let mut text = if mantissa == "1" { "10".to_owned() } else { format!("{mantissa}×10") };
        for character in power.to_string().chars() {
            text.push(match character.to_digit(10) {
                Some(digit) => SUPERSCRIPTS[digit as usize],
                None => '⁻',
            });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        for (value, text) in [
            (0.0, "0"),
            (7.0, "7"),
            (10_374.0, "10,374"),
            (-1_234_567.0, "−1,234,567"),
            (1234.56, "1,235"),
            (12.345, "12.3"),
            (0.25, "0.25"),
            (0.000_001_234, "0.00000123"),
            (2.5e-9, "2.5×10⁻⁹"),
            (1e20, "10²⁰"),
        ] {
            assert_eq!(Unit::Number.text(value), text);
        }
    }

    #[test]
    fn short_texts_abbreviate_from_a_million() {
        for (value, text) in
            [(999_999.0, "999,999"), (24_268_967.0, "24.3M"), (-2e9, "−2G"), (3e16, "3×10¹⁶")]
        {
            assert_eq!(Unit::Number.short_text(value), text);
        }
    }

    #[test]
    fn times_are_written_in_the_unit_that_suits_them() {
        for (seconds, text) in [
            (0.0, "0 s"),
            (25e-9, "25 ns"),
            (1.5e-6, "1.5 µs"),
            (123.4e-6, "123 µs"),
            (0.020, "20 ms"),
            (0.9996, "1 s"),
            (42.0, "42 s"),
            (3600.0, "3,600 s"),
        ] {
            assert_eq!(Unit::Seconds.text(seconds), text);
        }
    }

    #[test]
    fn axes_that_reach_a_million_are_abbreviated() {
        let ticks = [Decimal::new(5, 2), Decimal::new(10, 3), Decimal::new(25, 5)];
        assert_eq!(Unit::Number.tick_labels(&ticks), ["500", "10k", "2.5M"]);
        assert_eq!(Unit::Number.tick_labels(&ticks[..2]), ["500", "10,000"]);
    }
}
