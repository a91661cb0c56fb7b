//! The sheet that figures are drawn on.
//!
//! Positions and lengths are in *logical pixels*, from the upper left corner; each is [`DEVICE_SCALE`] pixels of the
//! image wide and high. Rectangles are rounded to whole pixels of the image, so neighbours meet without a seam.

use plotters::backend::{BitMapBackend, DrawingBackend};
use plotters::style::{Color, RGBColor};

use super::colour::{Colour, WHITE};
use super::error::PlotError;
use super::text::{Align, Anchor, Line, TextStyle};

/// Pixels of the image to one logical pixel.
pub const DEVICE_SCALE: u32 = 2;

/// Resolution written into the image, in pixels per inch: one logical pixel measures 1/96 inch.
pub const DOTS_PER_INCH: u32 = 96 * DEVICE_SCALE;

/// Longest side in logical pixels.
const LONGEST_SIDE: f64 = 12_000.0;
/// Largest area in square logical pixels (192 MB of image memory).
const LARGEST_AREA: f64 = 16e6;

/// A white sheet to draw on, RGB with 8 bits a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canvas {
    /// Width and height of the image in its own pixels.
    size: (u32, u32),
    pixels: Vec<u8>,
}

/// A rectangle with sides along the axes, in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left side.
    pub x: f64,
    /// Upper side.
    pub y: f64,
    /// Extent to the right.
    pub width: f64,
    /// Extent downwards.
    pub height: f64,
}

impl Rect {
    /// The rectangle with this upper left corner, width and height.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// This rectangle without a border of this width.
    #[must_use]
    pub fn shrunk(self, border: f64) -> Self {
        Self {
            x: self.x + border,
            y: self.y + border,
            width: (self.width - 2.0 * border).max(0.0),
            height: (self.height - 2.0 * border).max(0.0),
        }
    }

    /// The middle, as (x, y).
    pub fn centre(self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

impl Canvas {
    /// An empty sheet. Width and height are in logical pixels, rounded up.
    ///
    /// # Errors
    /// If the sheet would be larger than 12,000 logical pixels a side or 16 million in all.
    pub fn new(width: f64, height: f64) -> Result<Self, PlotError> {
        let (width, height) = (width.ceil().max(1.0), height.ceil().max(1.0));
        if width.max(height) > LONGEST_SIDE || width * height > LARGEST_AREA {
            return Err(PlotError::TooLarge { width, height });
        }
        let size = (width as u32 * DEVICE_SCALE, height as u32 * DEVICE_SCALE);
        let bytes = size.0 as usize * size.1 as usize * 3;
        Ok(Self { size, pixels: vec![WHITE.red; bytes] })
    }

    /// Width in logical pixels.
    pub fn width(&self) -> u32 {
        self.size.0 / DEVICE_SCALE
    }

    /// Height in logical pixels.
    pub fn height(&self) -> u32 {
        self.size.1 / DEVICE_SCALE
    }

    /// The colour at a place, in pixels of the image; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Colour> {
        if x >= self.size.0 || y >= self.size.1 {
            return None;
        }
        let start = (y as usize * self.size.0 as usize + x as usize) * 3;
        let bytes = self.pixels.get(start..start + 3)?;
        Some(Colour { red: bytes[0], green: bytes[1], blue: bytes[2] })
    }

    /// Paints a rectangle.
    ///
    /// # Errors
    /// If the backend refuses the shape.
    pub fn fill(&mut self, rect: Rect, colour: Colour) -> Result<(), PlotError> {
        let (left, top) = (device(rect.x), device(rect.y));
        let (right, bottom) = (device(rect.x + rect.width), device(rect.y + rect.height));
        let limit = (self.size.0 as i32, self.size.1 as i32);
        let corners = (
            (left.clamp(0, limit.0), top.clamp(0, limit.1)),
            (right.clamp(0, limit.0), bottom.clamp(0, limit.1)),
        );
        if corners.0.0 >= corners.1.0 || corners.0.1 >= corners.1.1 {
            return Ok(());
        }
        let drawn = self.backend().draw_rect(corners.0, corners.1, &rgb(colour), true);
        drawn.map_err(|error| PlotError::Draw(error.to_string()))
    }

    /// Draws the outline of a rectangle, inside its sides.
    ///
    /// # Errors
    /// If the backend refuses the shape.
    pub fn outline(&mut self, rect: Rect, thickness: f64, colour: Colour) -> Result<(), PlotError> {
        let Rect { x, y, width, height } = rect;
        self.fill(Rect::new(x, y, width, thickness), colour)?;
        self.fill(Rect::new(x, y + height - thickness, width, thickness), colour)?;
        self.fill(Rect::new(x, y, thickness, height), colour)?;
        self.fill(Rect::new(x + width - thickness, y, thickness, height), colour)
    }

    /// Draws a smooth straight line with square-cut ends.
    ///
    /// # Errors
    /// If the backend refuses a pixel.
    pub fn line(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        thickness: f64,
        colour: Colour,
    ) -> Result<(), PlotError> {
        let scale = f64::from(DEVICE_SCALE);
        let (x0, y0, x1, y1) = (from.0 * scale, from.1 * scale, to.0 * scale, to.1 * scale);
        let length = (x1 - x0).hypot(y1 - y0);
        if !length.is_finite() || length == 0.0 {
            return Ok(());
        }
        let (along_x, along_y) = ((x1 - x0) / length, (y1 - y0) / length);
        let radius = thickness * scale / 2.0;
        let columns = self.span(x0.min(x1) - radius - 1.0, x0.max(x1) + radius + 1.0, self.size.0);
        let rows = self.span(y0.min(y1) - radius - 1.0, y0.max(y1) + radius + 1.0, self.size.1);
        for y in rows {
            for x in columns.clone() {
                let (dx, dy) = (f64::from(x) + 0.5 - x0, f64::from(y) + 0.5 - y0);
                let along = dx * along_x + dy * along_y;
                let beside = (dx * along_y - dy * along_x).abs();
                let within = (radius + 0.5 - beside).min(along + 0.5).min(length - along + 0.5);
                self.blend((x, y), colour, within.clamp(0.0, 1.0))?;
            }
        }
        Ok(())
    }

    /// Paints the area between a level baseline and a curve above it, with a smooth edge.
    ///
    /// `heights` are logical pixels above `baseline`, one for each pixel of the *image* from `x` to the right.
    ///
    /// # Errors
    /// If the backend refuses a pixel.
    pub fn silhouette(
        &mut self,
        x: f64,
        baseline: f64,
        heights: &[f64],
        colour: Colour,
    ) -> Result<(), PlotError> {
        let (left, bottom) = (device(x), device(baseline));
        for (column, height) in (left..).zip(heights) {
            let height = (height * f64::from(DEVICE_SCALE)).clamp(0.0, f64::from(self.size.1));
            let whole = height.floor() as i32;
            for row in 1..=whole {
                self.blend((column, bottom - row), colour, 1.0)?;
            }
            self.blend((column, bottom - whole - 1), colour, height.fract())?;
        }
        Ok(())
    }

    /// Paints the area between two curves, with smooth edges.
    ///
    /// `edges` are the upper and the lower side in logical pixels from the top of the sheet, one pair for each pixel of
    /// the *image* from `x` to the right.
    ///
    /// # Errors
    /// If the backend refuses a pixel.
    pub fn band(&mut self, x: f64, edges: &[(f64, f64)], colour: Colour) -> Result<(), PlotError> {
        let (scale, limit) = (f64::from(DEVICE_SCALE), f64::from(self.size.1));
        for (column, (upper, lower)) in (device(x)..).zip(edges) {
            let (top, bottom) = ((upper * scale).clamp(0.0, limit), (lower * scale).clamp(0.0, limit));
            for row in self.span(top, bottom, self.size.1) {
                let within = bottom.min(f64::from(row) + 1.0) - top.max(f64::from(row));
                self.blend((column, row), colour, within)?;
            }
        }
        Ok(())
    }

    /// Paints a shape with a smooth edge, more or less opaque (0 to 1).
    ///
    /// `distance` tells how far a place lies outside the edge of the shape, in logical pixels, negative inside. Nothing is
    /// painted outside `area`.
    ///
    /// # Errors
    /// If the backend refuses a pixel.
    pub fn shape(
        &mut self,
        area: Rect,
        colour: Colour,
        opacity: f64,
        distance: impl Fn(f64, f64) -> f64,
    ) -> Result<(), PlotError> {
        let scale = f64::from(DEVICE_SCALE);
        let columns = self.span(area.x * scale, (area.x + area.width) * scale, self.size.0);
        for row in self.span(area.y * scale, (area.y + area.height) * scale, self.size.1) {
            for column in columns.clone() {
                let outside = distance((f64::from(column) + 0.5) / scale, (f64::from(row) + 0.5) / scale);
                let within = (0.5 - outside * scale).clamp(0.0, 1.0);
                self.blend((column, row), colour, within * opacity)?;
            }
        }
        Ok(())
    }

    /// Writes one line of text and returns its width in logical pixels.
    ///
    /// # Errors
    /// If the font has no glyph for a character.
    pub fn text(&mut self, text: &str, at: (f64, f64), style: &TextStyle) -> Result<f64, PlotError> {
        let scale = f64::from(DEVICE_SCALE);
        let line = Line::set(text, style, scale)?;
        let width = f64::from(line.width);
        let back = match style.align {
            Align::Start => 0.0,
            Align::Centre => width / 2.0,
            Align::End => width,
        };
        let down = match style.anchor {
            Anchor::Baseline => 0.0,
            Anchor::CapTop => style.cap_height(),
            Anchor::Middle => style.cap_height() / 2.0,
        };
        // The baseline is set on a whole pixel, so that level strokes stay crisp.
        let mut outcome = Ok(());
        let start = if style.upwards { -back } else { at.0 * scale - back };
        let (column, bottom, row) = (device(at.0 + down), device(at.1), device(at.1 + down));
        let place = |x: i32, y: i32| {
            if style.upwards { (column + y, bottom - 1 - x) } else { (x, row + y) }
        };
        line.rasterise(start.clamp(-1e8, 1e8) as f32, |x, y, coverage| {
            if outcome.is_ok() {
                outcome = self.blend(place(x, y), style.colour, f64::from(coverage));
            }
        });
        outcome.map(|()| width / scale)
    }

    /// The image as a PNG file, with the resolution, a title and the name of the software written into it. The same
    /// canvas gives the same bytes.
    ///
    /// # Errors
    /// If the encoder fails.
    pub fn into_png(self, title: &str, software: &str) -> Result<Vec<u8>, PlotError> {
        super::encode::png(&self.pixels, self.size, title, software)
    }

    fn backend(&mut self) -> BitMapBackend<'_> {
        BitMapBackend::with_buffer(&mut self.pixels, self.size)
    }

    /// The whole pixels from `low` to `high` that exist on an axis of this length.
    fn span(&self, low: f64, high: f64, length: u32) -> std::ops::Range<i32> {
        let limit = f64::from(length);
        low.floor().clamp(0.0, limit) as i32..high.ceil().clamp(0.0, limit) as i32
    }

    fn blend(&mut self, at: (i32, i32), colour: Colour, share: f64) -> Result<(), PlotError> {
        if share <= 0.0 {
            return Ok(());
        }
        let ink = rgb(colour).mix(share.min(1.0)).to_backend_color();
        let drawn = self.backend().draw_pixel(at, ink);
        drawn.map_err(|error| PlotError::Draw(error.to_string()))
    }
}

/// A logical position as a whole pixel of the image. Far places are moved to where sums with them cannot overflow.
fn device(position: f64) -> i32 {
    (position * f64::from(DEVICE_SCALE)).round().clamp(-1e9, 1e9) as i32
}

fn rgb(colour: Colour) -> RGBColor {
    RGBColor(colour.red, colour.green, colour.blue)
}

#[cfg(test)]
mod tests {
    use super::super::colour::INK;
    use super::*;

    fn dark_box(canvas: &Canvas) -> (u32, u32, u32, u32) {
        let mut found = (u32::MAX, u32::MAX, 0, 0);
        for y in 0..canvas.size.1 {
            for x in 0..canvas.size.0 {
                if canvas.pixel(x, y) != Some(WHITE) {
                    found = (found.0.min(x), found.1.min(y), found.2.max(x), found.3.max(y));
                }
            }
        }
        found
    }

    #[test]
    fn rectangles_cover_exactly_their_pixels() {
        let mut canvas = Canvas::new(10.0, 10.0).unwrap();
        canvas.fill(Rect::new(1.0, 2.0, 3.0, 4.0), INK).unwrap();
        assert_eq!(dark_box(&canvas), (2, 4, 7, 11));
    }

    #[test]
    fn shapes_outside_the_sheet_are_cut_off() {
        let mut canvas = Canvas::new(10.0, 10.0).unwrap();
        canvas.fill(Rect::new(-1e9, -5.0, 2e9, 6.0), INK).unwrap();
        canvas.line((-50.0, -50.0), (1e7, 1e7), 2.0, INK).unwrap();
        for far in [500.0, -1e300, f64::INFINITY, f64::NAN] {
            canvas.text("outside", (9.0, far), &TextStyle::new(12.0, INK)).unwrap();
            canvas.text("outside", (far, 9.0), &TextStyle::new(12.0, INK).upwards()).unwrap();
            canvas.text("outside", (far, 90.0), &TextStyle::new(12.0, INK)).unwrap();
        }
        canvas.silhouette(-3.0, 8.0, &[1e9; 40], INK).unwrap();
        canvas.band(-3.0, &[(-1e300, 1e300), (f64::NAN, 1.0), (5.0, 4.0)], INK).unwrap();
        canvas.shape(Rect::new(-1e300, 5.0, f64::INFINITY, 1e9), INK, 1.0, |_, _| f64::NAN).unwrap();
        assert_eq!(canvas.pixel(0, 0), Some(INK));
        assert_eq!(canvas.pixel(20, 0), None);
    }

    #[test]
    fn bands_and_shapes_cover_their_pixels() {
        let mut canvas = Canvas::new(10.0, 10.0).unwrap();
        canvas.band(1.0, &[(2.0, 4.0); 6], INK).unwrap();
        assert_eq!(dark_box(&canvas), (2, 4, 7, 7));
        let mut canvas = Canvas::new(20.0, 20.0).unwrap();
        canvas
            .shape(Rect::new(0.0, 0.0, 20.0, 20.0), INK, 1.0, |x, y| (x - 10.0).hypot(y - 10.0) - 4.0)
            .unwrap();
        assert_eq!(dark_box(&canvas), (12, 12, 27, 27));
        assert_eq!(canvas.pixel(20, 20), Some(INK));
    }

    #[test]
    fn text_stands_where_its_anchor_says() {
        let style = TextStyle::new(20.0, INK);
        let mut end = Canvas::new(100.0, 40.0).unwrap();
        end.text("HH", (90.0, 10.0), &style.align(Align::End).anchor(Anchor::CapTop)).unwrap();
        let (left, top, right, bottom) = dark_box(&end);
        assert!(left > 100 && right <= 180 && right > 170, "{left} {right}");
        assert!(top.abs_diff(20) <= 1 && bottom.abs_diff(20 + 28) <= 1, "{top} {bottom}");

        let mut upwards = Canvas::new(40.0, 100.0).unwrap();
        let turned = style.align(Align::Centre).anchor(Anchor::Middle).upwards();
        upwards.text("HHHH", (20.0, 50.0), &turned).unwrap();
        let (left, top, right, bottom) = dark_box(&upwards);
        assert!((left + right).abs_diff(80) <= 2 && (top + bottom).abs_diff(200) <= 4);
        assert!(bottom - top > 2 * (right - left));
    }

    #[test]
    fn sheets_have_a_largest_size() {
        assert!(matches!(Canvas::new(1e6, 10.0), Err(PlotError::TooLarge { .. })));
        assert!(Canvas::new(f64::INFINITY, 10.0).is_err());
        assert!(Canvas::new(f64::NAN, 0.0).is_ok());
    }
}
