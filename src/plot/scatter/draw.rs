//! The layout of scatter plots: sizes first, then a canvas of the right size, then the drawing.

use super::super::axes::{
    AXIS_LABEL, AXIS_NAME, HEADING, LABEL_GAP, LABEL_ROOM, NAME_ROOM, draw_across, draw_frame, draw_rising,
};
use super::super::canvas::{Canvas, DEVICE_SCALE, Rect};
use super::super::colour::{GREY_TEXT, INK, PALETTE, WHITE};
use super::super::error::PlotError;
use super::super::frame::{Frame, MARGIN, widest};
use super::super::scale::{Scale, Tick};
use super::super::text::{Align, Anchor, TextStyle};
use super::{Scatter, Shown};

const NOTE: TextStyle = TextStyle::new(10.0, GREY_TEXT);
const LEGEND: TextStyle = TextStyle::new(11.0, GREY_TEXT);

/// Size of the plot of a single facet, and of one of several.
const ONE_PLOT: (f64, f64) = (560.0, 440.0);
const SEVERAL_PLOTS: (f64, f64) = (400.0, 360.0);
const HEADING_ROOM: f64 = 24.0;
const LEGEND_ROOM: f64 = 30.0;
const LEGEND_GAP: f64 = 26.0;
const FACET_GAP: (f64, f64) = (38.0, 30.0);
const NOTE_GAP: f64 = 16.0;

const RADIUS: f64 = 2.25;
const OPACITY: f64 = 0.35;
/// From the middle of a marked point to its corners.
const MARK_REACH: f64 = 5.0;
const MARK_LINE: f64 = 1.5;

/// All lengths are in logical pixels.
struct Layout {
    plot: (f64, f64),
    /// Room above, left of and right of the plot.
    above: f64,
    left: f64,
    right: f64,
}

impl Layout {
    fn new(figure: &Scatter, facets: &[Shown<'_>], ticks: &[Ticks]) -> Result<Self, PlotError> {
        let plot = plot_size(figure);
        let has_heading = facets.iter().any(|shown| !(shown.facet.title.is_empty() && shown.note.is_empty()));
        let labels = ticks.iter().flat_map(|ticks| &ticks.y).map(|tick| tick.label.as_str());
        let left = NAME_ROOM + widest(labels, &AXIS_LABEL)?.ceil() + LABEL_GAP;
        let last = ticks.iter().filter_map(|ticks| ticks.x.last()).map(|tick| tick.label.as_str());
        let mut right = (widest(last, &AXIS_LABEL)? / 2.0).ceil();
        for shown in facets {
            let gap = if shown.note.is_empty() { 0.0 } else { NOTE_GAP + NOTE.width(&shown.note)? };
            let heading = HEADING.width(&shown.facet.title)? + gap;
            let name = AXIS_NAME.width(&shown.facet.x.name)?;
            right = right.max((heading.max(name) - plot.0).ceil());
        }
        Ok(Self { plot, above: if has_heading { HEADING_ROOM } else { 0.0 }, left, right })
    }

    fn width(&self) -> f64 {
        self.left + self.plot.0 + self.right
    }

    /// Height of a row of facets, the longest of whose upright names is this long.
    fn height(&self, name: f64) -> f64 {
        self.above + self.plot.1.max(name) + LABEL_ROOM + NAME_ROOM
    }
}

/// The ticks of a facet.
#[derive(Default)]
struct Ticks {
    x: Vec<Tick>,
    y: Vec<Tick>,
}

fn plot_size(figure: &Scatter) -> (f64, f64) {
    match figure.plot_size {
        Some((width, height)) => (f64::from(width.max(40)), f64::from(height.max(40))),
        None if figure.facets.len() == 1 => ONE_PLOT,
        None => SEVERAL_PLOTS,
    }
}

pub(super) fn draw(figure: &Scatter, facets: &[Shown<'_>]) -> Result<Canvas, PlotError> {
    let size = plot_size(figure);
    let ticks = facets.iter().map(|shown| match &shown.scales {
        None => Ok(Ticks::default()),
        Some((x, y)) => {
            Ok(Ticks { x: shown.facet.x.ticks_across(x, size.0)?, y: shown.facet.y.ticks_rising(y, size.1) })
        }
    });
    let ticks: Vec<Ticks> = ticks.collect::<Result<_, PlotError>>()?;
    let layout = Layout::new(figure, facets, &ticks)?;
    let across = figure.facets_per_row.clamp(1, facets.len());
    let down = facets.len().div_ceil(across);
    let name = widest(facets.iter().map(|shown| shown.facet.y.name.as_str()), &AXIS_NAME)?;
    let pitch = (layout.width() + FACET_GAP.0, layout.height(name) + FACET_GAP.1);
    let has_legend = facets.iter().any(|shown| shown.points.iter().any(|point| point.marked));
    let entries = [(false, figure.points.as_str()), (true, figure.marks.as_str())];
    let entries: Vec<_> = entries.into_iter().filter(|(_, text)| has_legend && !text.is_empty()).collect();
    let legend_width = entries.iter().try_fold(0.0, |width, (_, text)| {
        Ok::<_, PlotError>(width + 12.0 + LEGEND_GAP + LEGEND.width(text)?)
    })?;
    let content = (across as f64 * pitch.0 - FACET_GAP.0).max(legend_width - LEGEND_GAP);

    let frame = Frame::new(&figure.title, &figure.subtitle, figure.footnote.as_deref(), content)?;
    let legend_room = if entries.is_empty() { 0.0 } else { LEGEND_ROOM };
    let mut canvas = frame.canvas(legend_room + down as f64 * pitch.1 - FACET_GAP.1)?;
    let (mut x, top) = (MARGIN, frame.content_top());
    for (marked, text) in entries {
        draw_point(&mut canvas, (x + 5.0, top + 6.0), marked, 0.8)?;
        x += 14.0;
        x += canvas.text(text, (x, top + 6.0), &LEGEND.anchor(Anchor::Middle))? + LEGEND_GAP;
    }
    for (index, (shown, ticks)) in facets.iter().zip(&ticks).enumerate() {
        let (column, row) = (index % across, index / across);
        let corner = (MARGIN + column as f64 * pitch.0, top + legend_room + row as f64 * pitch.1);
        draw_facet(&mut canvas, &layout, shown, ticks, corner)?;
    }
    Ok(canvas)
}

fn draw_facet(
    canvas: &mut Canvas,
    layout: &Layout,
    shown: &Shown<'_>,
    ticks: &Ticks,
    corner: (f64, f64),
) -> Result<(), PlotError> {
    let facet = shown.facet;
    let plot = Rect::new(corner.0 + layout.left, corner.1 + layout.above, layout.plot.0, layout.plot.1);
    let (right, bottom) = (plot.x + plot.width, plot.y + plot.height);
    canvas.text(&facet.title, (plot.x, plot.y - 10.0), &HEADING)?;
    let note_right = right.max(plot.x + HEADING.width(&facet.title)? + NOTE_GAP + NOTE.width(&shown.note)?);
    canvas.text(&shown.note, (note_right, plot.y - 10.0), &NOTE.align(Align::End))?;
    if let Some((x, y)) = &shown.scales {
        draw_rising(canvas, plot, y, &ticks.y)?;
        let places = ticks.x.iter().map(|tick| (plot.x + x.position(tick.value) * plot.width, &tick.label));
        draw_across(canvas, plot, places)?;
    }
    draw_frame(canvas, plot)?;
    // Centred on the plot, but never beyond its left or its top.
    let name_at = plot.centre().0.max(plot.x + AXIS_NAME.width(&facet.x.name)? / 2.0);
    let centred = AXIS_NAME.align(Align::Centre);
    canvas.text(&facet.x.name, (name_at, bottom + LABEL_ROOM + 15.0), &centred)?;
    let name_at = plot.centre().1.max(plot.y + AXIS_NAME.width(&facet.y.name)? / 2.0);
    canvas.text(&facet.y.name, (corner.0, name_at), &centred.anchor(Anchor::CapTop).upwards())?;

    let Some((x, y)) = &shown.scales else {
        return canvas.text("no values", plot.centre(), &NOTE.align(Align::Centre)).map(drop);
    };
    for marked in [false, true] {
        for point in shown.points.iter().filter(|point| point.marked == marked) {
            let at = (
                plot.x + x.position(point.x) * plot.width,
                plot.y + (1.0 - y.position(point.y)) * plot.height,
            );
            draw_point(canvas, at, marked, OPACITY)?;
        }
    }
    match &facet.diagonal {
        Some(label) if x.kind() == y.kind() => draw_diagonal(canvas, plot, (x, y), label),
        _ => Ok(()),
    }
}

/// A disc, or an open diamond if it is marked, which is told apart without its colour too.
fn draw_point(canvas: &mut Canvas, at: (f64, f64), marked: bool, opacity: f64) -> Result<(), PlotError> {
    // On whole pixels of the image, so that equal points become equal pixels and the files smaller.
    let snapped = |place: f64| (place * f64::from(DEVICE_SCALE)).round() / f64::from(DEVICE_SCALE);
    let (x, y) = (snapped(at.0), snapped(at.1));
    let reach = MARK_REACH + 1.0;
    let area = Rect::new(x - reach, y - reach, 2.0 * reach, 2.0 * reach);
    if marked {
        canvas.shape(area, PALETTE[1], 0.9, |px, py| {
            let outside = ((px - x).abs() + (py - y).abs() - MARK_REACH) / std::f64::consts::SQRT_2;
            (outside + MARK_LINE / 2.0).abs() - MARK_LINE / 2.0
        })
    } else {
        canvas.shape(area, PALETTE[0], opacity, |px, py| (px - x).hypot(py - y) - RADIUS)
    }
}

/// The line of equal values, as far as both scales show it, with its label beside the upper end.
fn draw_diagonal(
    canvas: &mut Canvas,
    plot: Rect,
    (x, y): (&Scale, &Scale),
    label: &str,
) -> Result<(), PlotError> {
    let (low, high) = (x.min().max(y.min()), x.max().min(y.max()));
    if low >= high {
        return Ok(());
    }
    let place = |value: f64| {
        (plot.x + x.position(value) * plot.width, plot.y + (1.0 - y.position(value)) * plot.height)
    };
    let (from, to) = (place(low), place(high));
    canvas.line(from, to, 1.25, INK)?;
    // A little below the end, at the side with more room.
    let share = (14.0 / (from.1 - to.1).max(1.0)).min(1.0);
    let at = (to.0 + (from.0 - to.0) * share, to.1 + (from.1 - to.1) * share);
    let width = NOTE.width(label)?;
    let x_start = if at.0 - plot.x > width + 12.0 { at.0 - 10.0 - width } else { at.0 + 10.0 };
    let height = NOTE.cap_height();
    canvas.fill(Rect::new(x_start - 3.0, at.1 - height / 2.0 - 3.0, width + 6.0, height + 6.0), WHITE)?;
    canvas.text(label, (x_start, at.1), &TextStyle { colour: INK, ..NOTE }.anchor(Anchor::Middle)).map(drop)
}
