//! Colours: the sequential scale of the heatmaps, the palette of series, and the greys of text and lines.
//!
//! The sequential scale is *viridis*: its lightness rises steadily, so it reads in grey and for colour-blind readers.
//! The palette is that of Okabe and Ito.

/// A colour in sRGB, 8 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

const BLACK: Colour = Colour::from_rgb(0x000000);
/// The ground of every figure.
pub const WHITE: Colour = Colour::from_rgb(0xFFFFFF);
/// Titles and values.
pub const INK: Colour = Colour::from_rgb(0x1F2328);
/// Subtitles, axis labels and notes.
pub const GREY_TEXT: Colour = Colour::from_rgb(0x5B6167);
/// Outlines and axis lines.
pub const LINE: Colour = Colour::from_rgb(0x9AA0A6);
/// Grid lines.
pub const GRID: Colour = Colour::from_rgb(0xE3E5E8);
/// A cell without a value.
pub const MISSING: Colour = Colour::from_rgb(0xEDEEF0);
/// A zero on a logarithmic scale, which has no place for it.
pub const ZERO: Colour = Colour::from_rgb(0xB5123E);

/// Eight colours that colour-blind readers can tell apart (Okabe and Ito 2008), the strongest first.
pub const PALETTE: [Colour; 8] = [
    Colour::from_rgb(0x0072B2), // blue
    Colour::from_rgb(0xD55E00), // vermilion
    Colour::from_rgb(0x009E73), // bluish green
    Colour::from_rgb(0xE69F00), // orange
    Colour::from_rgb(0x56B4E9), // sky blue
    Colour::from_rgb(0xCC79A7), // reddish purple
    Colour::from_rgb(0x000000), // black
    Colour::from_rgb(0xF0E442), // yellow
];

impl Colour {
    /// The colour with the code `0xRRGGBB`; higher bits are ignored.
    pub const fn from_rgb(code: u32) -> Self {
        Self { red: (code >> 16) as u8, green: (code >> 8) as u8, blue: code as u8 }
    }

    /// This colour with `share` (0 to 1) of `other` mixed in.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self {
            red: channel(self.red, other.red),
            green: channel(self.green, other.green),
            blue: channel(self.blue, other.blue),
        }
    }

    /// Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Black or white: the colour in which text on this colour reads best.
    pub fn ink(self) -> Self {
        let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
        let here = self.luminance();
        if contrast(here, 0.0) >= contrast(here, 1.0) { BLACK } else { WHITE }
    }
}

/// The colour at `position` of the sequential scale: 0 is dark violet, 1 is yellow. Positions outside are clamped.
pub fn sequential(position: f64) -> Colour {
    let position = if position.is_finite() { position.clamp(0.0, 1.0) } else { 0.0 };
    let colour = colorous::VIRIDIS.eval_continuous(position);
    Colour { red: colour.r, green: colour.g, blue: colour.b }
}

/// The colour of the series with this index; colours repeat after eight.
pub fn series(index: usize) -> Colour {
    PALETTE[index % PALETTE.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequential_scale_has_the_ends_of_viridis() {
        assert_eq!(sequential(0.0), Colour::from_rgb(0x440154));
        assert_eq!(sequential(1.0), Colour::from_rgb(0xFDE725));
        assert_eq!(sequential(f64::NAN), sequential(0.0));
        assert_eq!(sequential(7.0), sequential(1.0));
    }

    #[test]
    fn sequential_scale_grows_steadily_lighter() {
        let lightness: Vec<f64> = (0..=64).map(|i| sequential(f64::from(i) / 64.0).luminance()).collect();
        assert!(lightness.is_sorted());
    }

    #[test]
    fn text_on_any_colour_of_the_scale_has_enough_contrast() {
        for step in 0..=100 {
            let ground = sequential(f64::from(step) / 100.0);
            let (a, b) = (ground.luminance(), ground.ink().luminance());
            assert!((a.max(b) + 0.05) / (a.min(b) + 0.05) > 4.0, "at {step} %");
        }
    }

    #[test]
    fn palette_colours_differ() {
        for (index, colour) in PALETTE.iter().enumerate() {
            assert!(!PALETTE[..index].contains(colour));
            assert_eq!(series(index + PALETTE.len()), *colour);
        }
    }
}
