//! Text: the embedded font, its measures, and its outlines at sub-pixel positions.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};

use super::colour::Colour;
use super::error::PlotError;

static REGULAR: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(include_bytes!("../../assets/fonts/Roboto-Regular.ttf")).ok());
static MEDIUM: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(include_bytes!("../../assets/fonts/Roboto-Medium.ttf")).ok());

/// How strong the letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weight {
    /// For labels and notes.
    #[default]
    Regular,
    /// For titles and values that matter.
    Medium,
}

/// Which part of a text, along its line, stands at the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// The text begins at the anchor.
    #[default]
    Start,
    /// The text is centred on the anchor.
    Centre,
    /// The text ends at the anchor.
    End,
}

/// Which height of a text stands at the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anchor {
    /// The line the letters stand on.
    #[default]
    Baseline,
    /// The top of the capitals.
    CapTop,
    /// Half the height of the capitals.
    Middle,
}

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// Size of the font (the em) in logical pixels.
    pub size: f64,
    /// Strength of the letters.
    pub weight: Weight,
    /// Colour of the letters.
    pub colour: Colour,
    /// Place of the anchor along the line.
    pub align: Align,
    /// Place of the anchor across the line.
    pub anchor: Anchor,
    /// Whether the line runs upwards, turned by 90 degrees, as names of vertical axes do.
    pub upwards: bool,
}

impl TextStyle {
    /// Regular text of this size (logical pixels) and colour that begins at the anchor and stands on it.
    pub const fn new(size: f64, colour: Colour) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            colour,
            align: Align::Start,
            anchor: Anchor::Baseline,
            upwards: false,
        }
    }

    /// The same with stronger letters.
    #[must_use]
    pub const fn medium(self) -> Self {
        Self { weight: Weight::Medium, ..self }
    }

    /// The same with another alignment along the line.
    #[must_use]
    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// The same with another anchor across the line.
    #[must_use]
    pub const fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same, running upwards.
    #[must_use]
    pub const fn upwards(self) -> Self {
        Self { upwards: true, ..self }
    }

    /// The width of one line of text in logical pixels.
    ///
    /// # Errors
    /// If the font has no glyph for a character.
    pub fn width(&self, text: &str) -> Result<f64, PlotError> {
        Ok(f64::from(Line::set(text, self, 1.0)?.width))
    }

    /// The height of the capitals in logical pixels.
    pub fn cap_height(&self) -> f64 {
        self.size * CAP_HEIGHT
    }

    /// `text` broken at spaces into lines no wider than `limit`; a single word may still be wider. Line breaks in the
    /// text are kept. An empty text gives no line.
    ///
    /// # Errors
    /// If the font has no glyph for a character.
    pub fn wrap(&self, text: &str, limit: f64) -> Result<Vec<String>, PlotError> {
        let mut lines = Vec::new();
        let space = self.width(" ")?;
        for paragraph in text.lines() {
            let mut line = String::new();
            let mut used = 0.0;
            for word in paragraph.split_whitespace() {
                let width = self.width(word)?;
                if line.is_empty() {
                    used = width;
                } else if used + space + width <= limit {
                    line.push(' ');
                    used += space + width;
                } else {
                    lines.push(std::mem::take(&mut line));
                    used = width;
                }
                line.push_str(word);
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        Ok(lines)
    }
}

/// Checks that the font can draw every character of `text`.
///
/// # Errors
/// [`PlotError::MissingGlyph`] names the first character it cannot draw.
pub fn check_glyphs(text: &str) -> Result<(), PlotError> {
    for weight in [Weight::Regular, Weight::Medium] {
        let font = font(weight)?;
        for character in text.chars() {
            glyph_of(font, character, text)?;
        }
    }
    Ok(())
}

/// Height of Roboto's capitals as a share of its size (1456 of 2048 units).
const CAP_HEIGHT: f64 = 1456.0 / 2048.0;

fn font(weight: Weight) -> Result<&'static FontRef<'static>, PlotError> {
    let (font, name) = match weight {
        Weight::Regular => (&REGULAR, "Roboto Regular"),
        Weight::Medium => (&MEDIUM, "Roboto Medium"),
    };
    font.as_ref().ok_or(PlotError::Font { name })
}

fn glyph_of(font: &FontRef<'_>, character: char, text: &str) -> Result<ab_glyph::GlyphId, PlotError> {
    let id = font.glyph_id(character);
    if id.0 == 0 {
        return Err(PlotError::MissingGlyph { character, text: text.chars().take(60).collect() });
    }
    Ok(id)
}

/// One line of text set in glyphs along the x axis, its baseline at y = 0.
pub(super) struct Line {
    font: &'static FontRef<'static>,
    glyphs: Vec<Glyph>,
    /// Length in device pixels.
    pub(super) width: f32,
}

impl Line {
    /// Sets `text` at `device_scale` device pixels to a logical pixel.
    pub(super) fn set(text: &str, style: &TextStyle, device_scale: f64) -> Result<Self, PlotError> {
        let font = font(style.weight)?;
        // ab_glyph's scale is the height from descender to ascender; ours is the em.
        let height_in_ems = font.height_unscaled() / font.units_per_em().unwrap_or(2048.0);
        let scale = PxScale::from((style.size * device_scale) as f32 * height_in_ems);
        let scaled = font.as_scaled(scale);
        let mut width = 0.0;
        let mut glyphs = Vec::with_capacity(text.len());
        for character in text.chars() {
            let id = glyph_of(font, character, text)?;
            glyphs.push(id.with_scale_and_position(scale, point(width, 0.0)));
            width += scaled.h_advance(id);
        }
        Ok(Self { font, glyphs, width })
    }

    /// Calls `pixel` with the place and the coverage (0 to 1) of each pixel touched when the line starts at x = `start`.
    pub(super) fn rasterise(self, start: f32, mut pixel: impl FnMut(i32, i32, f32)) {
        for mut glyph in self.glyphs {
            glyph.position.x = snapped(glyph.position.x + start, PEN_STEPS);
            let Some(outline) = self.font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, coverage| {
                let coverage = snapped(coverage.min(1.0), COVERAGE_STEPS);
                if coverage > 0.0 {
                    pixel(corner.x as i32 + x as i32, corner.y as i32 + y as i32, coverage);
                }
            });
        }
    }
}

/// Pen positions to a pixel of the image, and shades of a letter's edge. The eye asks for no more, and equal letters
/// become equal pixels, which makes the files a quarter smaller.
const PEN_STEPS: f32 = 4.0;
const COVERAGE_STEPS: f32 = 15.0;

fn snapped(value: f32, steps: f32) -> f32 {
    (value * steps).round() / steps
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: TextStyle = TextStyle::new(10.0, Colour::from_rgb(0));

    #[test]
    fn every_sign_used_in_figures_has_a_glyph() {
        check_glyphs("ABCXYZ abcxyz 0123456789 .,:;!?()[]/%+-=&#'\"").unwrap();
        check_glyphs("– — × ≤ ≥ ≈ ≠ µ μ · … − ⁰¹²³⁴⁵⁶⁷⁸⁹⁻ äöüßéñ °±½").unwrap();
    }

    #[test]
    fn missing_glyphs_are_named() {
        let error = check_glyphs("a 中 b").unwrap_err();
        assert!(matches!(error, PlotError::MissingGlyph { character: '中', .. }));
        assert!(error.to_string().contains('中'));
        assert!(STYLE.width("tab\t").is_err());
    }

    #[test]
    fn widths_add_up_and_grow_with_the_size() {
        let [a, b, ab] = ["Jan", "uary", "January"].map(|text| STYLE.width(text).unwrap());
        assert!((a + b - ab).abs() < 1e-3);
        let double = TextStyle::new(20.0, STYLE.colour).width("January").unwrap();
        assert!((double - 2.0 * ab).abs() < 1e-3);
        assert_eq!(STYLE.width("").unwrap(), 0.0);
    }

    #[test]
    fn capitals_have_the_height_the_layout_reckons_with() {
        let mut rows = Vec::new();
        let style = TextStyle::new(100.0, STYLE.colour);
        Line::set("H", &style, 1.0).unwrap().rasterise(0.0, |_, y, _| rows.push(y));
        let height = rows.iter().max().unwrap() - rows.iter().min().unwrap() + 1;
        assert!((f64::from(height) - style.cap_height()).abs() <= 1.0, "{height}");
    }

    #[test]
    fn wrapped_lines_keep_all_words_and_the_limit() {
        let text = "Number of ways to place ten pieces\nso that a date stays uncovered";
        let lines = STYLE.wrap(text, 80.0).unwrap();
        assert_eq!(lines.join(" "), text.replace('\n', " "));
        assert!(lines.iter().all(|line| STYLE.width(line).unwrap() <= 80.0));
        assert!(STYLE.wrap("", 80.0).unwrap().is_empty());
    }
}
