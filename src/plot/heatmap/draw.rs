//! The layout of a heatmap: sizes first, then a canvas of the right size, then the drawing.

use super::super::canvas::{Canvas, Rect};
use super::super::cell::{self, Cell, Ground, Look};
use super::super::colour::{GREY_TEXT, INK, LINE};
use super::super::error::PlotError;
use super::super::frame::{Frame, MARGIN, stride, widest};
use super::super::legend::{Legend, Sign, Values};
use super::super::scale::Scale;
use super::super::text::{Align, Anchor, TextStyle};
use super::{Heatmap, Panel};

const PANEL_TITLE: TextStyle = TextStyle::new(12.5, INK).medium();
const AXIS_NAME: TextStyle = TextStyle::new(11.5, INK);
const AXIS_LABEL: TextStyle = TextStyle::new(10.0, GREY_TEXT);

const LEGEND_TO_PANELS: f64 = 24.0;
const PANEL_GAP: (f64, f64) = (26.0, 20.0);
const ROW_LABEL_GAP: f64 = 6.0;
const COLUMN_LABELS: f64 = 17.0;
const NAME_ROOM: f64 = 20.0;

/// All lengths are in logical pixels.
struct Layout {
    cell: (f64, f64),
    grid: (f64, f64),
    panels_across: usize,
    panels_down: usize,
    /// Room above the grid for the panel headings, and for the column labels if they stand there.
    heading: f64,
    /// Room for column labels above and below the grid.
    labels: (f64, f64),
    /// Room left of the panels for the row labels and the axis name.
    left: f64,
    /// Side of a square of an icon.
    icon: f64,
    column_stride: usize,
    row_stride: usize,
    /// How far column labels stand out beyond the left and the right side of the grid.
    overhang: (f64, f64),
}

impl Layout {
    fn new(map: &Heatmap, rows: usize, columns: usize) -> Result<Self, PlotError> {
        let cell = match map.cell_size {
            Some((width, height)) => (f64::from(width.max(1)), f64::from(height.max(1))),
            None => cell_size(map, columns)?,
        };
        let across = map.panels_per_row.clamp(1, map.panels.len());
        let icon = 6.0;
        let icon_height = map.panels.iter().map(|panel| icon_extent(panel).1).max().unwrap_or(0);
        let has_titles = map.panels.iter().any(|panel| !panel.title.is_empty());
        let heading = match (has_titles, icon_height) {
            (false, 0) => 0.0,
            (_, squares) => (squares as f64 * icon).max(PANEL_TITLE.cap_height()) + 8.0,
        };
        let labels = match (map.columns.labels.is_empty(), map.column_labels_above) {
            (true, _) => (0.0, 0.0),
            (false, true) => (COLUMN_LABELS, 0.0),
            (false, false) => (0.0, COLUMN_LABELS),
        };
        let texts = |labels: &[String]| widest(labels.iter().map(String::as_str), &AXIS_LABEL);
        let row_labels = texts(&map.rows.labels)?;
        let mut left = if row_labels > 0.0 { row_labels.ceil() + ROW_LABEL_GAP } else { 0.0 };
        if !map.rows.name.is_empty() {
            left += NAME_ROOM;
        }
        let grid = (cell.0 * columns as f64, cell.1 * rows as f64);
        let column_stride = stride(cell.0, texts(&map.columns.labels)? + 3.0);
        let mut overhang = (0.0_f64, 0.0_f64);
        for (column, label) in map.columns.labels.iter().enumerate().step_by(column_stride) {
            let (middle, half) = ((column as f64 + 0.5) * cell.0, AXIS_LABEL.width(label)? / 2.0);
            overhang = (overhang.0.max(half - middle), overhang.1.max(middle + half - grid.0));
        }
        Ok(Self {
            cell,
            grid,
            panels_across: across,
            panels_down: map.panels.len().div_ceil(across),
            heading: heading + labels.0,
            labels,
            left: left.max(overhang.0.ceil()),
            icon,
            column_stride,
            row_stride: stride(cell.1, AXIS_LABEL.size),
            overhang,
        })
    }

    /// Height of a panel with its heading and column labels.
    fn panel_height(&self) -> f64 {
        self.heading + self.grid.1 + self.labels.1
    }

    /// Widths of panels, gaps and headings: a heading may be wider than its grid.
    fn panel_width(&self, map: &Heatmap) -> Result<f64, PlotError> {
        let headings = map.panels.iter().map(|panel| self.heading_width(panel));
        let grid = (self.overhang.0 + self.grid.0 + self.overhang.1).ceil();
        headings.into_iter().try_fold(grid, |width, heading| Ok(width.max(heading?.ceil())))
    }

    fn heading_width(&self, panel: &Panel) -> Result<f64, PlotError> {
        Ok(self.icon_room(panel) + PANEL_TITLE.width(&panel.title)?)
    }

    /// Room for the icon before the heading.
    fn icon_room(&self, panel: &Panel) -> f64 {
        match icon_extent(panel).0 {
            0 => 0.0,
            squares => squares as f64 * self.icon + 8.0,
        }
    }
}

pub(super) fn draw(
    map: &Heatmap,
    rows: usize,
    columns: usize,
    scale: Option<Scale>,
) -> Result<Canvas, PlotError> {
    let layout = Layout::new(map, rows, columns)?;
    let pitch = (layout.panel_width(map)? + PANEL_GAP.0, layout.panel_height() + PANEL_GAP.1);
    let (across, down) = (layout.panels_across as f64, layout.panels_down as f64);
    let panels_width = across * pitch.0 - PANEL_GAP.0;
    let panels_height = (down * pitch.1 - PANEL_GAP.1).max(AXIS_NAME.width(&map.rows.name)?);
    let name_below = if map.columns.name.is_empty() { 0.0 } else { NAME_ROOM };
    let content = layout.left + panels_width.max(AXIS_NAME.width(&map.columns.name)?);

    let frame = Frame::new(&map.title, &map.subtitle, map.footnote.as_deref(), content)?;
    let whole = map.squares().filter_map(|square| square.value).all(|value| value.fract() == 0.0);
    let values = Values { unit: map.unit, whole };
    let legend = Legend::new(&map.legend, scale, values, signs(map, scale), frame.width)?;
    // Once more, as the legend may be wider than the panels.
    let frame = Frame::new(&map.title, &map.subtitle, map.footnote.as_deref(), content.max(legend.width))?;
    let legend_room = if legend.height > 0.0 { legend.height + LEGEND_TO_PANELS } else { 0.0 };
    let mut canvas = frame.canvas(legend_room + panels_height + name_below)?;

    let legend_top = frame.content_top();
    legend.draw(&mut canvas, MARGIN, legend_top)?;
    let (left, top) = (MARGIN + layout.left, (legend_top + legend_room).round());
    for (index, panel) in map.panels.iter().enumerate() {
        let (column, row) = (index % layout.panels_across, index / layout.panels_across);
        let corner = (left + column as f64 * pitch.0, top + row as f64 * pitch.1);
        draw_panel(&mut canvas, map, &layout, panel, corner, scale)?;
        if column == 0 {
            draw_row_labels(&mut canvas, map, &layout, corner)?;
        }
    }
    let name = AXIS_NAME.align(Align::Centre);
    // Each name is centred on the grids, but moved so that it stays within the room for the panels.
    let grids_bottom = top + (down - 1.0) * pitch.1 + layout.heading + layout.grid.1;
    let rows_middle = (top + layout.heading).midpoint(grids_bottom);
    let rows_name_at = rows_middle.max(top + AXIS_NAME.width(&map.rows.name)? / 2.0);
    let rows_style = name.anchor(Anchor::CapTop).upwards();
    canvas.text(&map.rows.name, (MARGIN, rows_name_at), &rows_style)?;
    let columns_middle = left + ((across - 1.0) * pitch.0 + layout.grid.0) / 2.0;
    let columns_name_at = columns_middle.max(left + AXIS_NAME.width(&map.columns.name)? / 2.0);
    canvas.text(&map.columns.name, (columns_name_at, top + panels_height + name_below - 3.0), &name)?;
    Ok(canvas)
}

fn draw_panel(
    canvas: &mut Canvas,
    map: &Heatmap,
    layout: &Layout,
    panel: &Panel,
    corner: (f64, f64),
    scale: Option<Scale>,
) -> Result<(), PlotError> {
    let title_base = corner.1 + layout.heading - layout.labels.0 - 8.0;
    draw_icon(canvas, layout, panel, (corner.0, title_base))?;
    canvas.text(&panel.title, (corner.0 + layout.icon_room(panel), title_base), &PANEL_TITLE)?;

    let top = corner.1 + layout.heading;
    let gap = if layout.cell.0.min(layout.cell.1) >= 8.0 { 0.5 } else { 0.0 };
    for (row, cells) in panel.cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Cell::Square(square) = cell else { continue };
            let place = Rect::new(
                corner.0 + column as f64 * layout.cell.0,
                top + row as f64 * layout.cell.1,
                layout.cell.0,
                layout.cell.1,
            )
            .shrunk(gap);
            let look = map.look(square, scale);
            let value = match square.value {
                Some(value) if map.write_values => map.unit.text(value),
                // Told apart in grey too.
                Some(_) if look.ground == Ground::Zero => "0".to_owned(),
                _ => String::new(),
            };
            let lines = if square.label.is_empty() { [&value, ""] } else { [square.label.as_str(), &value] };
            cell::draw(canvas, place, look, lines)?;
        }
    }
    let baseline = match map.column_labels_above {
        true => top - 5.0,
        false => top + layout.grid.1 + 4.0 + AXIS_LABEL.cap_height(),
    };
    for (column, label) in map.columns.labels.iter().enumerate().step_by(layout.column_stride) {
        let x = corner.0 + (column as f64 + 0.5) * layout.cell.0;
        canvas.text(label, (x, baseline), &AXIS_LABEL.align(Align::Centre))?;
    }
    Ok(())
}

fn draw_row_labels(
    canvas: &mut Canvas,
    map: &Heatmap,
    layout: &Layout,
    corner: (f64, f64),
) -> Result<(), PlotError> {
    let style = AXIS_LABEL.align(Align::End).anchor(Anchor::Middle);
    for (row, label) in map.rows.labels.iter().enumerate().step_by(layout.row_stride) {
        let y = corner.1 + layout.heading + (row as f64 + 0.5) * layout.cell.1;
        canvas.text(label, (corner.0 - ROW_LABEL_GAP, y), &style)?;
    }
    Ok(())
}

fn draw_icon(
    canvas: &mut Canvas,
    layout: &Layout,
    panel: &Panel,
    bottom_left: (f64, f64),
) -> Result<(), PlotError> {
    let (width, height) = icon_extent(panel);
    if width == 0 {
        return Ok(());
    }
    let left = panel.icon.iter().map(|square| square.0).min().unwrap_or(0);
    let top = panel.icon.iter().map(|square| square.1).min().unwrap_or(0);
    for (x, y) in &panel.icon {
        let (column, row) = (i64::from(*x) - i64::from(left), i64::from(*y) - i64::from(top));
        let place = Rect::new(
            bottom_left.0 + column as f64 * layout.icon,
            bottom_left.1 - (height as i64 - row) as f64 * layout.icon,
            layout.icon,
            layout.icon,
        );
        canvas.fill(place, GREY_TEXT)?;
        canvas.outline(place, 0.5, LINE.mix(GREY_TEXT, 0.2))?;
    }
    Ok(())
}

/// Columns and rows of the icon; none if there is no icon or it is too large to be one.
fn icon_extent(panel: &Panel) -> (u32, u32) {
    let extent = |numbers: &mut dyn Iterator<Item = i32>| {
        let bounds = numbers.fold(None, |bounds: Option<(i32, i32)>, number| {
            Some(bounds.map_or((number, number), |(low, high)| (low.min(number), high.max(number))))
        });
        bounds.map_or(0, |(low, high)| high.abs_diff(low).saturating_add(1))
    };
    let width = extent(&mut panel.icon.iter().map(|square| square.0));
    let height = extent(&mut panel.icon.iter().map(|square| square.1));
    if width.max(height) <= 16 { (width, height) } else { (0, 0) }
}

/// A size for squares at which their texts can be read.
fn cell_size(map: &Heatmap, columns: usize) -> Result<(f64, f64), PlotError> {
    const TEXT: TextStyle = TextStyle::new(11.0, INK).medium();
    let labels = widest(map.squares().map(|square| square.label.as_str()), &TEXT)?;
    let mut values = 0.0_f64;
    if map.write_values {
        for square in map.squares() {
            let text = square.value.map(|value| map.unit.text(value)).unwrap_or_default();
            values = values.max(TEXT.width(&text)?);
        }
    }
    let axis = widest(map.columns.labels.iter().map(String::as_str), &AXIS_LABEL)?;
    let lines = u32::from(labels > 0.0) + u32::from(values > 0.0);
    let text = labels.max(values);
    let mut plain = (440.0 / columns as f64).floor().clamp(14.0, 30.0);
    if columns <= 16 {
        // Room for names of columns such as months.
        plain = plain.max((axis + 6.0).ceil().min(56.0));
    }
    Ok(match lines {
        0 => (plain, plain.clamp(16.0, 30.0)),
        1 => ((text + 10.0).ceil().clamp(22.0, 64.0), 24.0),
        _ => ((text + 10.0).ceil().clamp(32.0, 64.0), 32.0),
    })
}

/// The legend entries for squares that the colour bar does not explain.
fn signs(map: &Heatmap, scale: Option<Scale>) -> Vec<Sign> {
    let looks: Vec<Look> = map.squares().map(|square| map.look(square, scale)).collect();
    let mut signs = Vec::new();
    let mut add = |ground, marked, text: String| {
        signs.push(Sign { look: Look { ground, marked }, text });
    };
    if looks.iter().any(|look| look.ground == Ground::Zero) {
        add(Ground::Zero, false, map.unit.text(0.0));
    }
    if looks.iter().any(|look| look.ground == Ground::Missing) {
        add(Ground::Missing, false, map.missing.clone().unwrap_or_else(|| "no value".to_owned()));
    }
    if looks.iter().any(|look| look.marked)
        && let Some(meaning) = &map.marks
    {
        add(Ground::Blank, true, meaning.clone());
    }
    signs
}
