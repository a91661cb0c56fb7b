//! The axes of plots in which both directions are values or in which values rise from the bottom.

use super::canvas::{Canvas, Rect};
use super::colour::{GREY_TEXT, GRID, INK, LINE};
use super::error::PlotError;
use super::legend::spaced_ticks;
use super::number::Unit;
use super::scale::{Scale, ScaleKind, Tick};
use super::text::{Align, Anchor, TextStyle};

/// What an axis shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measure {
    /// Name of the values, with the unit unless [`Measure::unit`] writes it.
    pub name: String,
    /// What the values are, which decides how they are written.
    pub unit: Unit,
    /// How values are spread along the axis; zeros have no place on a logarithmic one.
    pub scale: ScaleKind,
}

pub(super) const HEADING: TextStyle = TextStyle::new(13.0, INK).medium();
pub(super) const AXIS_NAME: TextStyle = TextStyle::new(11.5, INK);
pub(super) const AXIS_LABEL: TextStyle = TextStyle::new(10.0, GREY_TEXT);
/// Beside or below a plot for the name of an axis.
pub(super) const NAME_ROOM: f64 = 20.0;
/// Below a plot for the labels of the axis.
pub(super) const LABEL_ROOM: f64 = 19.0;
/// Between a plot and the labels at its left.
pub(super) const LABEL_GAP: f64 = 7.0;
/// Smallest distance between labels one above the other.
const STACKED: f64 = 18.0;

impl Measure {
    /// The smallest scale that covers `values`, widened a little; `None` without values.
    pub(super) fn covering(&self, values: impl IntoIterator<Item = f64>) -> Result<Option<Scale>, PlotError> {
        Ok(Scale::covering(self.scale, values)?.map(|scale| scale.widened(0.04)))
    }

    /// Whether the axis has a place for `value`.
    pub(super) fn shows(&self, value: f64) -> bool {
        self.scale == ScaleKind::Linear || value > 0.0
    }

    /// Refuses a value that no axis of this kind can show.
    pub(super) fn check(&self, value: f64, place: impl Fn() -> String) -> Result<(), PlotError> {
        if !value.is_finite() {
            return Err(PlotError::NotFinite { place: place(), value });
        }
        if self.scale == ScaleKind::Log10 && value < 0.0 {
            return Err(PlotError::NotLogarithmic { place: place(), value });
        }
        Ok(())
    }

    /// The ticks of an axis across.
    pub(super) fn ticks_across(&self, scale: &Scale, length: f64) -> Result<Vec<Tick>, PlotError> {
        spaced_ticks(scale, self.unit, length, 9, &AXIS_LABEL)
    }

    /// The ticks of an axis that rises.
    pub(super) fn ticks_rising(&self, scale: &Scale, length: f64) -> Vec<Tick> {
        for count in (2..=9).rev() {
            let ticks = scale.ticks(count, self.unit);
            let places: Vec<f64> = ticks.iter().map(|tick| scale.position(tick.value) * length).collect();
            if places.windows(2).all(|pair| pair[1] - pair[0] >= STACKED) {
                return ticks;
            }
        }
        scale.ticks(1, self.unit)
    }
}

/// The text that tells how many of `what` (a singular) an axis has no place for; empty if none.
pub(super) fn left_out(count: usize, what: &str) -> String {
    match count {
        0 => String::new(),
        1 => format!("1 {what} at zero not shown"),
        _ => format!("{} {what}s at zero not shown", Unit::Number.text(count as f64)),
    }
}

/// Lines and labels of an axis that rises at the left of `plot`.
pub(super) fn draw_rising(
    canvas: &mut Canvas,
    plot: Rect,
    scale: &Scale,
    ticks: &[Tick],
) -> Result<(), PlotError> {
    let style = AXIS_LABEL.align(Align::End).anchor(Anchor::Middle);
    for tick in ticks {
        let y = plot.y + (1.0 - scale.position(tick.value)) * plot.height;
        canvas.fill(Rect::new(plot.x, y - 0.25, plot.width, 0.5), GRID)?;
        canvas.text(&tick.label, (plot.x - LABEL_GAP, y), &style)?;
    }
    Ok(())
}

/// Lines and labels of an axis across, below `plot`.
pub(super) fn draw_across(
    canvas: &mut Canvas,
    plot: Rect,
    places: impl IntoIterator<Item = (f64, impl AsRef<str>)>,
) -> Result<(), PlotError> {
    let bottom = plot.y + plot.height;
    for (x, label) in places {
        canvas.fill(Rect::new(x - 0.25, plot.y, 0.5, plot.height), GRID)?;
        canvas.fill(Rect::new(x - 0.25, bottom, 0.5, 4.0), LINE)?;
        canvas.text(label.as_ref(), (x, bottom + 15.0), &AXIS_LABEL.align(Align::Centre))?;
    }
    Ok(())
}

/// The lines at the left and at the bottom of `plot`.
pub(super) fn draw_frame(canvas: &mut Canvas, plot: Rect) -> Result<(), PlotError> {
    canvas.fill(Rect::new(plot.x - 0.5, plot.y, 0.5, plot.height + 0.5), LINE)?;
    canvas.fill(Rect::new(plot.x - 0.5, plot.y + plot.height, plot.width + 0.5, 0.5), LINE)
}
