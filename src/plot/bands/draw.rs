//! The layout of bands: sizes first, then a canvas of the right size, then the drawing.

use super::super::axes::{
    AXIS_LABEL, AXIS_NAME, HEADING, LABEL_GAP, LABEL_ROOM, NAME_ROOM, draw_across, draw_frame, draw_rising,
};
use super::super::canvas::{Canvas, DEVICE_SCALE, Rect};
use super::super::colour::{Colour, GREY_TEXT, INK, PALETTE, WHITE};
use super::super::density::Quartiles;
use super::super::error::PlotError;
use super::super::frame::{Frame, MARGIN, stride, widest};
use super::super::scale::{Scale, ScaleKind, Tick};
use super::super::text::{Align, Anchor, TextStyle};
use super::{Bands, Shown};

const NOTE: TextStyle = TextStyle::new(10.0, GREY_TEXT);
const LEGEND: TextStyle = TextStyle::new(11.0, GREY_TEXT);
const MEDIAN: &str = "median";
const MIDDLE_HALF: &str = "middle half of the values, from the lower to the upper quartile";
const LOGARITHMIC: &str = "logarithmic axis";

const PLOT: (f64, f64) = (370.0, 150.0);
const HEADING_ROOM: f64 = 24.0;
const LEGEND_ROOM: f64 = 34.0;
const SWATCH: f64 = 26.0;
const PANEL_GAP: (f64, f64) = (34.0, 24.0);
const NOTE_GAP: f64 = 16.0;
const DOT: f64 = 2.25;
const STEP: f64 = 1.0 / DEVICE_SCALE as f64;

/// What is written at the right above a panel.
fn note(shown: &Shown<'_>) -> String {
    let logarithmic = shown.scale.is_some() && shown.measure.scale == ScaleKind::Log10;
    match (logarithmic, shown.note.is_empty()) {
        (false, _) => shown.note.clone(),
        (true, true) => LOGARITHMIC.to_owned(),
        (true, false) => format!("{LOGARITHMIC}; {}", shown.note),
    }
}

pub(super) fn draw(figure: &Bands, panels: &[Shown<'_>]) -> Result<Canvas, PlotError> {
    let ticks = |shown: &Shown<'_>| {
        shown.scale.map(|scale| shown.measure.ticks_rising(&scale, PLOT.1)).unwrap_or_default()
    };
    let ticks: Vec<Vec<Tick>> = panels.iter().map(ticks).collect();
    let labels = ticks.iter().flatten().map(|tick| tick.label.as_str());
    let left = widest(labels, &AXIS_LABEL)?.ceil() + LABEL_GAP;
    let mut right = widest(figure.categories.labels.last().map(String::as_str), &AXIS_LABEL)? / 2.0;
    right = right.max(AXIS_NAME.width(&figure.categories.name)? - PLOT.0);
    for shown in panels {
        let heading = HEADING.width(&shown.measure.name)? + NOTE_GAP + NOTE.width(&note(shown))?;
        right = right.max(heading - PLOT.0);
    }
    let across = figure.panels_per_row.clamp(1, panels.len());
    let down = panels.len().div_ceil(across);
    let height = HEADING_ROOM + PLOT.1 + LABEL_ROOM;
    let pitch = (left + PLOT.0 + right.ceil() + PANEL_GAP.0, height + PANEL_GAP.1);
    let texts = LEGEND.width(MEDIAN)? + LEGEND.width(MIDDLE_HALF)?;
    let content = (across as f64 * pitch.0 - PANEL_GAP.0).max(texts + 4.0 * SWATCH);

    let frame = Frame::new(&figure.title, &figure.subtitle, figure.footnote.as_deref(), content)?;
    let name_room = if figure.categories.name.is_empty() { 0.0 } else { NAME_ROOM };
    let mut canvas = frame.canvas(LEGEND_ROOM + down as f64 * pitch.1 - PANEL_GAP.1 + name_room)?;
    let top = frame.content_top();
    draw_legend(&mut canvas, (MARGIN, top + 6.0))?;
    for (index, (shown, ticks)) in panels.iter().zip(&ticks).enumerate() {
        let (column, row) = (index % across, index / across);
        let plot = Rect::new(
            MARGIN + column as f64 * pitch.0 + left,
            top + LEGEND_ROOM + row as f64 * pitch.1 + HEADING_ROOM,
            PLOT.0,
            PLOT.1,
        );
        draw_panel(&mut canvas, figure, shown, ticks, plot)?;
        // Once below each column of panels.
        if index + across >= panels.len() {
            let at = plot.centre().0.max(plot.x + AXIS_NAME.width(&figure.categories.name)? / 2.0);
            let baseline = plot.y + plot.height + LABEL_ROOM + 15.0;
            canvas.text(&figure.categories.name, (at, baseline), &AXIS_NAME.align(Align::Centre))?;
        }
    }
    Ok(canvas)
}

fn draw_legend(canvas: &mut Canvas, at: (f64, f64)) -> Result<(), PlotError> {
    let (mut x, y) = at;
    canvas.line((x, y), (x + SWATCH, y), 1.75, PALETTE[0])?;
    draw_dot(canvas, (x + SWATCH / 2.0, y))?;
    let style = LEGEND.anchor(Anchor::Middle);
    x += SWATCH + 6.0;
    x += canvas.text(MEDIAN, (x, y), &style)? + SWATCH;
    canvas.fill(Rect::new(x, y - 6.0, SWATCH, 12.0), band_colour())?;
    canvas.text(MIDDLE_HALF, (x + SWATCH + 6.0, y), &style)?;
    Ok(())
}

fn band_colour() -> Colour {
    PALETTE[0].mix(WHITE, 0.7)
}

fn draw_panel(
    canvas: &mut Canvas,
    figure: &Bands,
    shown: &Shown<'_>,
    ticks: &[Tick],
    plot: Rect,
) -> Result<(), PlotError> {
    let heading_base = plot.y - 10.0;
    canvas.text(&shown.measure.name, (plot.x, heading_base), &HEADING)?;
    let note = note(shown);
    let heading = HEADING.width(&shown.measure.name)? + NOTE_GAP + NOTE.width(&note)?;
    let note_right = plot.x + plot.width.max(heading);
    canvas.text(&note, (note_right, heading_base), &NOTE.align(Align::End))?;

    let labels = &figure.categories.labels;
    let step = plot.width / labels.len() as f64;
    let middle = |category: usize| plot.x + (category as f64 + 0.5) * step;
    let room = widest(labels.iter().map(String::as_str), &AXIS_LABEL)? + 12.0;
    let shown_labels = labels.iter().enumerate().step_by(stride(step, room));
    draw_across(canvas, plot, shown_labels.map(|(category, label)| (middle(category), label)))?;
    let Some(scale) = &shown.scale else {
        draw_frame(canvas, plot)?;
        return canvas.text("no values", plot.centre(), &NOTE.align(Align::Centre)).map(drop);
    };
    draw_rising(canvas, plot, scale, ticks)?;
    draw_frame(canvas, plot)?;
    let places: Vec<Option<Places>> = shown
        .quartiles
        .iter()
        .enumerate()
        .map(|(category, quartiles)| quartiles.map(|found| Places::new(plot, scale, middle(category), found)))
        .collect();
    // Each run of categories with values.
    for run in places.split(Option::is_none) {
        let run: Vec<Places> = run.iter().copied().flatten().collect();
        draw_run(canvas, &run, step)?;
    }
    Ok(())
}

/// Where the quartiles of a category lie, in logical pixels.
#[derive(Clone, Copy)]
struct Places {
    x: f64,
    upper: f64,
    median: f64,
    lower: f64,
}

impl Places {
    fn new(plot: Rect, scale: &Scale, x: f64, quartiles: Quartiles) -> Self {
        let y = |value: f64| plot.y + (1.0 - scale.position(value)) * plot.height;
        Self { x, upper: y(quartiles.upper), median: y(quartiles.median), lower: y(quartiles.lower) }
    }
}

fn draw_run(canvas: &mut Canvas, run: &[Places], step: f64) -> Result<(), PlotError> {
    if let [single] = run {
        let width = (step / 2.0).clamp(1.0, 8.0);
        let edges = vec![(single.upper, single.lower); (width / STEP).round() as usize];
        canvas.band(single.x - width / 2.0, &edges, band_colour())?;
    }
    if let (Some(first), Some(last)) = (run.first(), run.last()) {
        let columns = ((last.x - first.x) / STEP).round() as usize;
        let edges: Vec<(f64, f64)> = (0..columns).map(|column| edges_at(run, column)).collect();
        canvas.band(first.x, &edges, band_colour())?;
    }
    for pair in run.windows(2) {
        canvas.line((pair[0].x, pair[0].median), (pair[1].x, pair[1].median), 1.75, PALETTE[0])?;
    }
    run.iter().try_for_each(|places| draw_dot(canvas, (places.x, places.median)))
}

/// Upper and lower side of the band at a pixel of the image, counted from the first category of the run.
fn edges_at(run: &[Places], column: usize) -> (f64, f64) {
    let x = run[0].x + (column as f64 + 0.5) * STEP;
    let next = run.partition_point(|places| places.x <= x).clamp(1, run.len() - 1);
    let (a, b) = (run[next - 1], run[next]);
    let share = ((x - a.x) / (b.x - a.x)).clamp(0.0, 1.0);
    let between = |a: f64, b: f64| a + (b - a) * share;
    (between(a.upper, b.upper), between(a.lower, b.lower))
}

fn draw_dot(canvas: &mut Canvas, at: (f64, f64)) -> Result<(), PlotError> {
    let reach = DOT + 1.0;
    let area = Rect::new(at.0 - reach, at.1 - reach, 2.0 * reach, 2.0 * reach);
    canvas.shape(area, PALETTE[0].mix(INK, 0.2), 1.0, |x, y| (x - at.0).hypot(y - at.1) - DOT)
}
