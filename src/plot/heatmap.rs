//! Heatmaps: one or more panels of coloured squares on one colour scale.

mod draw;

use super::canvas::Canvas;
use super::cell::{Cell, Ground, Look};
use super::error::PlotError;
use super::number::Unit;
use super::scale::{Scale, ScaleKind};

/// A heatmap with all its texts. Panels share the axes and the colour scale.
///
/// The scale runs from the smallest to the largest value of all panels; the legend states both.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heatmap {
    /// What is shown.
    pub title: String,
    /// How it is to be read, in a sentence or two; may be empty.
    pub subtitle: String,
    /// The panels, in reading order; all have as many rows and columns as the first.
    pub panels: Vec<Panel>,
    /// The axis across.
    pub columns: Axis,
    /// Whether the column labels stand above the panels instead of below.
    pub column_labels_above: bool,
    /// The axis down.
    pub rows: Axis,
    /// Name of the value, with its unit unless [`Heatmap::unit`] writes it.
    pub legend: String,
    /// What the values are, which decides how they are written.
    pub unit: Unit,
    /// How values are spread over the colours. On a logarithmic scale zeros get a colour of their own.
    pub scale: ScaleKind,
    /// How many panels stand side by side; 0 counts as 1.
    pub panels_per_row: usize,
    /// What a marked square means ("not in the Gregorian calendar"), for the legend.
    pub marks: Option<String>,
    /// What a square without a value means, for the legend; "no value" if `None`.
    pub missing: Option<String>,
    /// Whether each square shows its value, below its label if it has one.
    pub write_values: bool,
    /// Width and height of a square in logical pixels; chosen to suit the content if `None`.
    pub cell_size: Option<(u32, u32)>,
    /// A remark below the figure, such as the source of the data.
    pub footnote: Option<String>,
}

/// An axis of a heatmap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Axis {
    /// Name of the axis; may be empty.
    pub name: String,
    /// A label for each row or column, or none at all. Some are left out if there is no room for all.
    pub labels: Vec<String>,
}

/// One grid of squares.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    /// Heading of the panel; may be empty.
    pub title: String,
    /// A small drawing before the heading, such as a piece: its squares as (x to the right, y down); may be empty.
    pub icon: Vec<(i32, i32)>,
    /// The squares, row by row from the top; all rows are equally long.
    pub cells: Vec<Vec<Cell>>,
}

impl Heatmap {
    /// Draws the heatmap. The canvas is as large as the content and the texts need.
    ///
    /// # Errors
    /// If there is nothing to draw, rows or labels do not match, a value is not finite (or negative on a logarithmic
    /// scale), a text cannot be written with the font, or the figure would become too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        let (rows, columns) = self.check_shape()?;
        let scale = self.colour_scale()?;
        draw::draw(self, rows, columns, scale)
    }

    /// Number of rows and columns of each panel.
    fn check_shape(&self) -> Result<(usize, usize), PlotError> {
        let first = self.panels.first().ok_or(PlotError::Empty { what: "the heatmap has no panels" })?;
        let rows = first.cells.len();
        let columns = first.cells.first().map_or(0, Vec::len);
        if rows == 0 || columns == 0 {
            return Err(PlotError::Empty { what: "the first panel has no cells" });
        }
        let same = |place: String, what, found, expected| {
            if found == expected { Ok(()) } else { Err(PlotError::Shape { place, what, found, expected }) }
        };
        for (index, panel) in self.panels.iter().enumerate() {
            let place = || format!("panel {} ({})", index + 1, panel.title);
            same(place(), "rows", panel.cells.len(), rows)?;
            for (row, cells) in panel.cells.iter().enumerate() {
                same(format!("row {} of {}", row + 1, place()), "cells", cells.len(), columns)?;
            }
        }
        for (axis, what, count) in
            [(&self.rows, "row labels", rows), (&self.columns, "column labels", columns)]
        {
            if !axis.labels.is_empty() {
                same("the heatmap".to_owned(), what, axis.labels.len(), count)?;
            }
        }
        Ok((rows, columns))
    }

    /// The scale over all values, or `None` if it has nothing to show. Names the place of a value it cannot show.
    fn colour_scale(&self) -> Result<Option<Scale>, PlotError> {
        for panel in &self.panels {
            for (row, cells) in panel.cells.iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    let Some(value) = cell.square().and_then(|square| square.value) else {
                        continue;
                    };
                    let place = || {
                        format!(
                            "the value in panel {:?}, row {}, column {}",
                            panel.title,
                            row + 1,
                            column + 1
                        )
                    };
                    if !value.is_finite() {
                        return Err(PlotError::NotFinite { place: place(), value });
                    }
                    if self.scale == ScaleKind::Log10 && value < 0.0 {
                        return Err(PlotError::NotLogarithmic { place: place(), value });
                    }
                }
            }
        }
        Scale::covering(self.scale, self.squares().filter_map(|square| square.value))
    }

    fn squares(&self) -> impl Iterator<Item = &super::cell::Square> {
        self.panels.iter().flat_map(|panel| &panel.cells).flatten().filter_map(Cell::square)
    }

    fn look(&self, square: &super::cell::Square, scale: Option<Scale>) -> Look {
        let ground = match (square.value, scale) {
            (None, _) => Ground::Missing,
            (Some(0.0), _) if self.scale == ScaleKind::Log10 => Ground::Zero,
            (Some(value), Some(scale)) => Ground::Scale(scale.position(value)),
            // Not reached: a value that is not a zero gives a scale.
            (Some(_), None) => Ground::Scale(0.5),
        };
        Look { ground, marked: square.marked }
    }
}

#[cfg(test)]
mod tests;
