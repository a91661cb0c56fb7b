//! The layout of distributions: sizes first, then a canvas of the right size, then the drawing.

use super::super::canvas::{Canvas, DEVICE_SCALE, Rect};
use super::super::colour::{self, Colour, GREY_TEXT, GRID, INK, LINE, WHITE};
use super::super::density::{Quartiles, density};
use super::super::error::PlotError;
use super::super::frame::{Frame, MARGIN, TextBlock, widest};
use super::super::legend::spaced_ticks;
use super::super::scale::Scale;
use super::super::text::{Align, Anchor, TextStyle};
use super::{Distributions, Row, Shown};

const HEADING: TextStyle = TextStyle::new(13.5, INK).medium();
const LABEL: TextStyle = TextStyle::new(11.5, INK);
const SMALL: TextStyle = TextStyle::new(10.0, GREY_TEXT);
const VALUE: TextStyle = TextStyle::new(11.5, INK).medium();
const AXIS_NAME: TextStyle = TextStyle::new(11.5, INK);

const PLOT_WIDTH: f64 = 330.0;
const ROW_HEIGHT: f64 = 48.0;
/// Height of the highest point of each curve above its baseline.
const CURVE_HEIGHT: f64 = 32.0;
/// From the top of a row to the baseline of its curve.
const BASELINE: f64 = 38.0;
const BAR_HEIGHT: f64 = 4.0;
/// How far the line at the median reaches into the curve.
const MEDIAN_ABOVE: f64 = 6.0;
/// Room above the rows for the heading and the names of the columns of text.
const HEADING_ROOM: f64 = 26.0;
const AXIS_ROOM: f64 = 42.0;
const TEXT_GAP: f64 = 12.0;
const FACET_GAP: (f64, f64) = (40.0, 26.0);

const KEY: &str = "Curve: share of the values by size, smoothed, each drawn to the same height. \
                   Bar: middle half, from the lower to the upper quartile. Line: median.";
const MEDIAN: &str = "median";
const MIDDLE_HALF: &str = "middle half";

/// What is written beside a curve.
struct Texts {
    median: String,
    middle_half: String,
}

/// Widths of the parts of a facet, in logical pixels.
struct Widths {
    labels: f64,
    values: f64,
}

impl Widths {
    fn facet(&self) -> f64 {
        self.labels + TEXT_GAP + PLOT_WIDTH + TEXT_GAP + self.values
    }
}

pub(super) fn draw(figure: &Distributions, facets: &[Shown<'_>]) -> Result<Canvas, PlotError> {
    let widths = widths(facets)?;
    let across = figure.facets_per_row.clamp(1, facets.len());
    let heights: Vec<f64> = facets
        .chunks(across)
        .map(|line| {
            let rows = line.iter().map(|facet| facet.rows.len()).max().unwrap_or(0);
            HEADING_ROOM + rows as f64 * ROW_HEIGHT + AXIS_ROOM
        })
        .collect();
    let pitch = widths.facet() + FACET_GAP.0;
    let content = across as f64 * pitch - FACET_GAP.0;

    let frame = Frame::new(&figure.title, &figure.subtitle, figure.footnote.as_deref(), content)?;
    let key = TextBlock::new(KEY, SMALL.anchor(Anchor::CapTop), frame.width)?;
    let key_room = key.height() + 22.0;
    let gaps = (heights.len() as f64 - 1.0) * FACET_GAP.1;
    let mut canvas = frame.canvas(key_room + heights.iter().sum::<f64>() + gaps)?;

    let labels = figure.labels();
    let mut top = frame.content_top();
    key.draw(&mut canvas, MARGIN, top)?;
    top += key_room;
    for (line, height) in facets.chunks(across).zip(heights) {
        for (column, facet) in line.iter().enumerate() {
            let corner = (MARGIN + column as f64 * pitch, top);
            draw_facet(&mut canvas, facet, &widths, corner, &labels)?;
        }
        top += height + FACET_GAP.1;
    }
    Ok(canvas)
}

fn widths(facets: &[Shown<'_>]) -> Result<Widths, PlotError> {
    let mut widths = Widths { labels: 0.0, values: SMALL.width(MIDDLE_HALF)? };
    for facet in facets {
        for row in &facet.rows {
            let texts = texts(facet, row);
            let label = LABEL.width(&row.series.label)?.max(SMALL.width(&row.note)?);
            widths.labels = widths.labels.max(label.ceil());
            let value = VALUE.width(&texts.median)?.max(SMALL.width(&texts.middle_half)?);
            widths.values = widths.values.max(value.ceil());
        }
    }
    // A heading may be wider than the facet; the room is given to the last column.
    let headings = widest(facets.iter().map(|facet| facet.facet.title.as_str()), &HEADING)?;
    let names = widest(facets.iter().map(|facet| facet.facet.axis.as_str()), &AXIS_NAME)?;
    let heading_end = headings + TEXT_GAP + SMALL.width(MIDDLE_HALF)?;
    let name_end = widths.labels + TEXT_GAP + names;
    widths.values += (heading_end.max(name_end) - widths.facet()).max(0.0).ceil();
    Ok(widths)
}

fn texts(facet: &Shown<'_>, row: &Row<'_>) -> Texts {
    let unit = facet.facet.unit;
    match Quartiles::of(&row.values) {
        Some(quartiles) => Texts {
            median: unit.short_text(quartiles.median),
            middle_half: format!(
                "{} – {}",
                unit.short_text(quartiles.lower),
                unit.short_text(quartiles.upper)
            ),
        },
        None => Texts { median: "–".to_owned(), middle_half: "no values".to_owned() },
    }
}

fn draw_facet(
    canvas: &mut Canvas,
    facet: &Shown<'_>,
    widths: &Widths,
    corner: (f64, f64),
    labels: &[&str],
) -> Result<(), PlotError> {
    let heading_base = corner.1 + HEADING.cap_height().ceil();
    canvas.text(&facet.facet.title, (corner.0, heading_base), &HEADING)?;
    let right = corner.0 + widths.facet();
    let plot = Rect::new(
        corner.0 + widths.labels + TEXT_GAP,
        corner.1 + HEADING_ROOM,
        PLOT_WIDTH,
        facet.rows.len() as f64 * ROW_HEIGHT,
    );
    let end = SMALL.align(Align::End);
    canvas.text(MEDIAN, (right, heading_base), &end.medium())?;
    canvas.text(MIDDLE_HALF, (right, heading_base + 13.0), &end)?;
    draw_axis(canvas, facet, plot)?;

    for (index, row) in facet.rows.iter().enumerate() {
        let top = plot.y + index as f64 * ROW_HEIGHT;
        let baseline = top + BASELINE;
        let place = labels.iter().position(|label| *label == row.series.label).unwrap_or(index);
        let colour = colour::series(place);
        let label_base = if row.note.is_empty() { baseline - 7.0 } else { baseline - 13.0 };
        let label_right = plot.x - TEXT_GAP;
        canvas.text(&row.series.label, (label_right, label_base), &LABEL.align(Align::End))?;
        canvas.text(&row.note, (label_right, label_base + 14.0), &end)?;
        let texts = texts(facet, row);
        canvas.text(&texts.median, (right, baseline - 13.0), &VALUE.align(Align::End))?;
        canvas.text(&texts.middle_half, (right, baseline + 1.0), &end)?;
        canvas.fill(Rect::new(plot.x, baseline, plot.width, 0.5), LINE)?;
        if let (Some(scale), Some(quartiles)) = (&facet.scale, Quartiles::of(&row.values)) {
            draw_curve(canvas, (plot.x, baseline), scale, &row.values, colour)?;
            draw_bar(canvas, (plot.x, baseline), scale, &quartiles, colour)?;
        }
    }
    Ok(())
}

fn draw_axis(canvas: &mut Canvas, facet: &Shown<'_>, plot: Rect) -> Result<(), PlotError> {
    let bottom = plot.y + plot.height;
    if let Some(scale) = &facet.scale {
        for tick in spaced_ticks(scale, facet.facet.unit, plot.width, 9, &SMALL)? {
            let x = plot.x + scale.position(tick.value) * plot.width;
            canvas.fill(Rect::new(x - 0.25, plot.y, 0.5, plot.height + 4.0), GRID)?;
            canvas.text(&tick.label, (x, bottom + 15.0), &SMALL.align(Align::Centre))?;
        }
    }
    // Centred under the plot, but never beyond the left of it: the widths give room to the right only.
    let width = AXIS_NAME.width(&facet.facet.axis)?;
    let x = (plot.x + plot.width / 2.0).max(plot.x + width / 2.0);
    canvas.text(&facet.facet.axis, (x, bottom + 34.0), &AXIS_NAME.align(Align::Centre))?;
    Ok(())
}

fn draw_curve(
    canvas: &mut Canvas,
    origin: (f64, f64),
    scale: &Scale,
    values: &[f64],
    colour: Colour,
) -> Result<(), PlotError> {
    let points = PLOT_WIDTH as usize * DEVICE_SCALE as usize;
    let heights = density(values, scale, points);
    let heights: Vec<f64> = heights.into_iter().map(|height| height * CURVE_HEIGHT).collect();
    canvas.silhouette(origin.0, origin.1, &heights, colour.mix(WHITE, 0.55))?;
    let step = 1.0 / f64::from(DEVICE_SCALE);
    // A little darker than the series, so that the lightest colours stand out from the ground too.
    let outline = colour.mix(INK, 0.2);
    for (index, pair) in heights.windows(2).enumerate() {
        // Also the first and the last step, where the curve rises from nothing, but not the level outside.
        if pair.iter().any(|height| *height > 0.0) {
            let x = origin.0 + (index as f64 + 0.5) * step;
            let (from, to) = ((x, origin.1 - pair[0]), (x + step, origin.1 - pair[1]));
            canvas.line(from, to, 1.0, outline)?;
        }
    }
    Ok(())
}

fn draw_bar(
    canvas: &mut Canvas,
    origin: (f64, f64),
    scale: &Scale,
    quartiles: &Quartiles,
    colour: Colour,
) -> Result<(), PlotError> {
    let at = |value: f64| origin.0 + scale.position(value) * PLOT_WIDTH;
    let top = origin.1 + 2.5;
    let (low, high) = (at(quartiles.lower), at(quartiles.upper));
    let bar = Rect::new(low.min(high - 1.0), top, (high - low).max(1.0), BAR_HEIGHT);
    canvas.fill(bar, colour)?;
    let median = at(quartiles.median);
    let line_top = origin.1 - MEDIAN_ABOVE;
    let line_bottom = top + BAR_HEIGHT + 2.0;
    canvas.fill(Rect::new(median - 0.75, line_top, 1.5, line_bottom - line_top), INK)
}
