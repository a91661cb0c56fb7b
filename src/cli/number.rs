//! Numbers and times as people read them.

use std::time::Duration;
use tiling_almanac::digits;

pub use tiling_almanac::digits::counted;

/// A whole number with commas between thousands.
pub fn grouped(number: u64) -> String {
    digits::grouped(&number.to_string())
}

/// A number with so many decimals, and commas between thousands.
pub fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, fraction) = text.split_once('.').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
    let sign = if number < 0.0 { "-" } else { "" };
    // Longer than 64 bits is no number of ours; it stays as it is.
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    fraction.map_or_else(|| format!("{sign}{whole}"), |fraction| format!("{sign}{whole}.{fraction}"))
}

/// A time with three digits and its unit.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{} µs", three_digits(s * 1e6)),
        s if s < 1.0 => format!("{} ms", three_digits(s * 1e3)),
        s if s < 120.0 => format!("{} s", three_digits(s)),
        s => format!("{:.0} min {:02.0} s", (s / 60.0).floor(), s % 60.0),
    }
}

fn three_digits(number: f64) -> String {
    match number {
        n if n < 10.0 => format!("{n:.2}"),
        n if n < 100.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

/// A size in bytes with its unit.
pub fn size(bytes: u64) -> String {
    match bytes {
        b if b < 1_000 => format!("{b} bytes"),
        b if b < 1_000_000 => format!("{} kB", three_digits(b as f64 / 1e3)),
        b => format!("{} MB", three_digits(b as f64 / 1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 4_937_780].map(grouped), ["0", "999", "1,000", "4,937,780"]);
    }

    #[test]
    fn times_have_three_digits() {
        let text = |ns| time(Duration::from_nanos(ns));
        assert_eq!(text(17), "17 ns");
        assert_eq!(text(1_700), "1.70 µs");
        assert_eq!(text(123_456_789), "123 ms");
        assert_eq!(text(61_000_000_000), "61.0 s");
        assert_eq!(text(601_000_000_000), "10 min 01 s");
    }
}
