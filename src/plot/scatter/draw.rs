//! The layout of scatter plots: sizes first, then a canvas of the right size, then the drawing.

use super::super::axes::{
    AXIS_LABEL, AXIS_NAME, HEADING, LABEL_GAP, LABEL_ROOM, NAME_ROOM, draw_across, draw_frame, draw_rising,
};
use super::super::canvas::{Canvas, DEVICE_SCALE, Rect};
use super::super::colour::{GREY_TEXT, INK, PALETTE};
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

/// From the middle of a marked point to its corners.
const MARK_REACH: f64 = 5.0;
const MARK_LINE: f64 = 1.5;
const DIAGONAL: f64 = 1.25;

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

    /// The plot of the facet with this upper left corner.
    fn plot_at(&self, corner: (f64, f64)) -> Rect {
        Rect::new(corner.0 + self.left, corner.1 + self.above, self.plot.0, self.plot.1)
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

/// How strong the plain points are.
#[derive(Clone, Copy)]
struct Ink {
    radius: f64,
    opacity: f64,
}

impl Ink {
    const LEGEND: Self = Self { radius: 2.75, opacity: 0.8 };

    /// Few points are drawn larger and more opaque.
    fn of(points: usize) -> Self {
        let (radius, opacity) = match points {
            0..100 => (3.5, 0.8),
            100..800 => (2.75, 0.55),
            _ => (2.25, 0.35),
        };
        Self { radius, opacity }
    }
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
    let entries = legend(figure, facets);
    let mut legend_width = 0.0;
    for (sign, text) in &entries {
        legend_width += sign.width() + LEGEND_GAP + LEGEND.width(text)?;
    }
    let content = (across as f64 * pitch.0 - FACET_GAP.0).max(legend_width - LEGEND_GAP);

    let frame = Frame::new(&figure.title, &figure.subtitle, figure.footnote.as_deref(), content)?;
    let legend_room = if entries.is_empty() { 0.0 } else { LEGEND_ROOM };
    let mut canvas = frame.canvas(legend_room + down as f64 * pitch.1 - FACET_GAP.1)?;
    let (mut x, top) = (MARGIN, frame.content_top());
    for (sign, text) in entries {
        sign.draw(&mut canvas, (x, top + 6.0))?;
        x += sign.width();
        x += canvas.text(text, (x, top + 6.0), &LEGEND.anchor(Anchor::Middle))? + LEGEND_GAP;
    }
    for (index, (shown, ticks)) in facets.iter().zip(&ticks).enumerate() {
        let (column, row) = (index % across, index / across);
        let corner = (MARGIN + column as f64 * pitch.0, top + legend_room + row as f64 * pitch.1);
        draw_facet(&mut canvas, &layout, shown, ticks, corner)?;
        let plot = layout.plot_at(corner);
        match &shown.scales {
            Some((x, y)) if figure.diagonal.is_some() && x.kind() == y.kind() => {
                draw_diagonal(&mut canvas, plot, x, y)?;
            }
            _ => {}
        }
    }
    Ok(canvas)
}

/// What an entry of the legend explains.
#[derive(Clone, Copy)]
enum Sign {
    Point { marked: bool },
    Diagonal,
}

impl Sign {
    /// Width with the gap before the text.
    fn width(self) -> f64 {
        match self {
            Self::Point { .. } => 15.0,
            Self::Diagonal => 30.0,
        }
    }

    fn draw(self, canvas: &mut Canvas, (x, y): (f64, f64)) -> Result<(), PlotError> {
        match self {
            Self::Point { marked } => draw_point(canvas, (x + 5.0, y), marked, Ink::LEGEND),
            Self::Diagonal => canvas.line((x, y + 4.0), (x + 24.0, y - 4.0), DIAGONAL, INK),
        }
    }
}

/// The entries that the figure needs, with their texts.
fn legend<'a>(figure: &'a Scatter, facets: &[Shown<'_>]) -> Vec<(Sign, &'a str)> {
    let any_marked = facets.iter().any(|shown| shown.points.iter().any(|point| point.marked));
    let mut entries = Vec::new();
    if any_marked {
        entries.push((Sign::Point { marked: false }, figure.points.as_str()));
        entries.push((Sign::Point { marked: true }, figure.marks.as_str()));
    }
    entries.extend(figure.diagonal.as_deref().map(|text| (Sign::Diagonal, text)));
    entries.retain(|(_, text)| !text.is_empty());
    entries
}

fn draw_facet(
    canvas: &mut Canvas,
    layout: &Layout,
    shown: &Shown<'_>,
    ticks: &Ticks,
    corner: (f64, f64),
) -> Result<(), PlotError> {
    let facet = shown.facet;
    let plot = layout.plot_at(corner);
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
    let ink = Ink::of(shown.points.len());
    for marked in [false, true] {
        for point in shown.points.iter().filter(|point| point.marked == marked) {
            draw_point(canvas, place(plot, x, y, (point.x, point.y)), marked, ink)?;
        }
    }
    Ok(())
}

/// Where a point lies, in logical pixels.
fn place(plot: Rect, x: &Scale, y: &Scale, point: (f64, f64)) -> (f64, f64) {
    (plot.x + x.position(point.0) * plot.width, plot.y + (1.0 - y.position(point.1)) * plot.height)
}

/// A disc, or an open diamond if it is marked, which is told apart without its colour too.
fn draw_point(canvas: &mut Canvas, at: (f64, f64), marked: bool, ink: Ink) -> Result<(), PlotError> {
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
        canvas.shape(area, PALETTE[0], ink.opacity, |px, py| (px - x).hypot(py - y) - ink.radius)
    }
}

/// The line of equal values, as far as both scales show it.
fn draw_diagonal(canvas: &mut Canvas, plot: Rect, x: &Scale, y: &Scale) -> Result<(), PlotError> {
    let (low, high) = (x.min().max(y.min()), x.max().min(y.max()));
    if low >= high {
        return Ok(());
    }
    canvas.line(place(plot, x, y, (low, low)), place(plot, x, y, (high, high)), DIAGONAL, INK)
}
