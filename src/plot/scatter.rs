//! Scatter plots: two values of each of many things, one point a thing.

mod draw;

use super::axes::{Measure, left_out};
use super::canvas::Canvas;
use super::error::PlotError;
use super::scale::Scale;

/// A scatter plot with all its texts, in one or more facets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scatter {
    /// What is shown.
    pub title: String,
    /// How it is to be read, in a sentence or two; may be empty.
    pub subtitle: String,
    /// The facets, in reading order.
    pub facets: Vec<Cloud>,
    /// How many facets stand side by side; 0 counts as 1.
    pub facets_per_row: usize,
    /// What a point is ("date of the Gregorian calendar"), for the legend; may be empty.
    pub points: String,
    /// What a marked point is ("date not in the Gregorian calendar"), for the legend, which is drawn only if some point
    /// is marked.
    pub marks: String,
    /// What a point on the line of equal x and y is ("as expected"), for the legend; the line is drawn only if there is a
    /// text, and where both axes are spread alike.
    pub diagonal: Option<String>,
    /// Width and height of a plot in logical pixels, without axes; chosen to suit the number of facets if `None`.
    pub plot_size: Option<(u32, u32)>,
    /// A remark below the figure, such as the source of the data.
    pub footnote: Option<String>,
}

/// Two axes and the points between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cloud {
    /// Heading of the facet; may be empty.
    pub title: String,
    /// The axis across.
    pub x: Measure,
    /// The axis that rises.
    pub y: Measure,
    /// The points. Those at a zero that a logarithmic axis cannot place are left out and counted in a note.
    pub points: Vec<Point>,
}

/// A point of a scatter plot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// The value across.
    pub x: f64,
    /// The value upwards.
    pub y: f64,
    /// Whether it is drawn in the second colour and shape.
    pub marked: bool,
}

impl Scatter {
    /// Draws the points half transparent, so that places with many become darker; marked ones lie on top. The canvas is
    /// as large as the content and the texts need.
    ///
    /// # Errors
    /// If there is no facet, a value is not finite (or negative on a logarithmic axis), a text cannot be written with the
    /// font, or the figure would become too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        if self.facets.is_empty() {
            return Err(PlotError::Empty { what: "the figure has no facets" });
        }
        let facets: Vec<Shown> = self.facets.iter().map(Shown::new).collect::<Result<_, _>>()?;
        draw::draw(self, &facets)
    }
}

/// A facet with its checked points.
struct Shown<'a> {
    facet: &'a Cloud,
    /// Of x and y; `None` without points to show.
    scales: Option<(Scale, Scale)>,
    points: Vec<Point>,
    /// How many points are left out, in words.
    note: String,
}

impl<'a> Shown<'a> {
    fn new(facet: &'a Cloud) -> Result<Self, PlotError> {
        for point in &facet.points {
            facet.x.check(point.x, || format!("the x of a point in {:?}", facet.title))?;
            facet.y.check(point.y, || format!("the y of a point in {:?}", facet.title))?;
        }
        let shown = |point: &&Point| facet.x.shows(point.x) && facet.y.shows(point.y);
        let points: Vec<Point> = facet.points.iter().filter(shown).copied().collect();
        let x = facet.x.covering(points.iter().map(|point| point.x))?;
        let y = facet.y.covering(points.iter().map(|point| point.y))?;
        let note = left_out(facet.points.len() - points.len(), "point");
        Ok(Self { facet, scales: x.zip(y), points, note })
    }
}

#[cfg(test)]
mod tests;
