//! The legend of a heatmap: the colour bar and the signs of cells that the bar does not explain.

use super::canvas::{Canvas, Rect};
use super::cell::{self, Look};
use super::colour::{self, GREY_TEXT, INK, LINE};
use super::error::PlotError;
use super::frame::{TextBlock, widest};
use super::number::Unit;
use super::scale::{Scale, Tick};
use super::text::{Align, Anchor, TextStyle};

const NAME: TextStyle = TextStyle::new(11.5, INK).medium();
const LABEL: TextStyle = TextStyle::new(10.5, GREY_TEXT);

const BAR_WIDTH: f64 = 300.0;
const BAR_HEIGHT: f64 = 12.0;
const SWATCH: f64 = 14.0;
const SWATCH_TO_TEXT: f64 = 6.0;
const BETWEEN_ITEMS: f64 = 24.0;
const LINE_HEIGHT: f64 = 20.0;
/// From the bar's lower side to the baseline of the tick labels.
const TICK_LABELS_BELOW: f64 = 16.0;

/// What the values of the colour bar are.
#[derive(Clone, Copy)]
pub(super) struct Values {
    pub(super) unit: Unit,
    /// Whether all are whole numbers, so that a tick between them would be odd.
    pub(super) whole: bool,
}

/// An entry beside the colour bar.
pub(super) struct Sign {
    pub(super) look: Look,
    pub(super) text: String,
}

/// A legend laid out for a given width.
pub(super) struct Legend {
    name: TextBlock,
    bar: Option<(Scale, Vec<Tick>)>,
    /// Each sign with its place relative to the legend's upper left corner.
    signs: Vec<(Sign, f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Legend {
    /// Lays the legend out in `limit` logical pixels; it may need more if a single entry is longer.
    pub(super) fn new(
        name: &str,
        scale: Option<Scale>,
        values: Values,
        signs: Vec<Sign>,
        limit: f64,
    ) -> Result<Self, PlotError> {
        let limit = limit.max(BAR_WIDTH);
        let range = match scale {
            Some(scale) if scale.min() < scale.max() => {
                format!("{name} ({} to {})", values.unit.text(scale.min()), values.unit.text(scale.max()))
            }
            _ => name.to_owned(),
        };
        let name = TextBlock::new(&range, NAME, limit)?;
        let mut width = name.width()?;
        let bar_top = if name.height() > 0.0 { name.height() + 9.0 } else { 0.0 };
        let mut height = name.height();
        let bar = match scale {
            Some(scale) => Some((scale, fitting_ticks(&scale, values)?)),
            None => None,
        };
        let (mut x, mut y) = (0.0, bar_top);
        if bar.is_some() {
            width = width.max(BAR_WIDTH);
            height = bar_top + BAR_HEIGHT + TICK_LABELS_BELOW;
            x = BAR_WIDTH + 2.0 * BETWEEN_ITEMS;
        }
        let mut placed = Vec::with_capacity(signs.len());
        for sign in signs {
            let length = SWATCH + SWATCH_TO_TEXT + LABEL.width(&sign.text)?;
            if x > 0.0 && x + length > limit {
                x = 0.0;
                y = if y == bar_top && bar.is_some() { height + 12.0 } else { y + LINE_HEIGHT };
            }
            placed.push((sign, x, y));
            width = width.max(x + length);
            height = height.max(y + SWATCH);
            x += length + BETWEEN_ITEMS;
        }
        Ok(Self { name, bar, signs: placed, width, height })
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, x: f64, top: f64) -> Result<(), PlotError> {
        self.name.draw(canvas, x, top)?;
        let bar_top = if self.name.height() > 0.0 { top + self.name.height() + 9.0 } else { top };
        if let Some((scale, ticks)) = &self.bar {
            let bar = Rect::new(x, bar_top, BAR_WIDTH, BAR_HEIGHT);
            draw_bar(canvas, bar, scale, ticks)?;
        }
        for (sign, dx, dy) in &self.signs {
            let swatch = Rect::new(x + dx, top + dy - (SWATCH - BAR_HEIGHT) / 2.0, SWATCH, SWATCH);
            cell::draw(canvas, swatch, sign.look, ["", ""])?;
            let at = (swatch.x + SWATCH + SWATCH_TO_TEXT, swatch.centre().1);
            canvas.text(&sign.text, at, &LABEL.anchor(Anchor::Middle))?;
        }
        Ok(())
    }
}

fn draw_bar(canvas: &mut Canvas, bar: Rect, scale: &Scale, ticks: &[Tick]) -> Result<(), PlotError> {
    let single = scale.min() == scale.max();
    // One strip for each pixel of the image.
    let strips = (BAR_WIDTH * 2.0) as u32;
    for strip in 0..strips {
        let share = if single { 0.5 } else { f64::from(strip) / f64::from(strips - 1) };
        let part = Rect::new(bar.x + f64::from(strip) / 2.0, bar.y, 0.5, bar.height);
        canvas.fill(part, colour::sequential(share))?;
    }
    for tick in ticks {
        let x = bar.x + scale.position(tick.value) * (bar.width - 0.5);
        canvas.fill(Rect::new(x, bar.y + bar.height, 0.5, 4.0), LINE)?;
        let at = (x + 0.25, bar.y + bar.height + TICK_LABELS_BELOW);
        canvas.text(&tick.label, at, &LABEL.align(Align::Centre))?;
    }
    Ok(())
}

/// As many ticks as stand on the bar without touching.
fn fitting_ticks(scale: &Scale, values: Values) -> Result<Vec<Tick>, PlotError> {
    let mut ticks = spaced_ticks(scale, values.unit, BAR_WIDTH, 9, &LABEL)?;
    if values.unit == Unit::Number && values.whole {
        ticks.retain(|tick| tick.value.fract() == 0.0);
    }
    Ok(ticks)
}

/// Ticks whose labels keep apart on an axis of this length, `limit` at the most.
pub(super) fn spaced_ticks(
    scale: &Scale,
    unit: Unit,
    length: f64,
    limit: usize,
    style: &TextStyle,
) -> Result<Vec<Tick>, PlotError> {
    for count in (2..=limit).rev() {
        let ticks = scale.ticks(count, unit);
        let room = 14.0 + widest(ticks.iter().map(|tick| tick.label.as_str()), style)?;
        let places = ticks.iter().map(|tick| scale.position(tick.value) * length);
        let places: Vec<f64> = places.collect();
        if places.windows(2).all(|pair| pair[1] - pair[0] >= room) {
            return Ok(ticks);
        }
    }
    Ok(scale.ticks(1, unit))
}
