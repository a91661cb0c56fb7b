//! Distributions: how several series of values spread, one curve above the other on a shared axis.

mod draw;

use super::canvas::Canvas;
use super::error::PlotError;
use super::number::Unit;
use super::scale::{Scale, ScaleKind};

/// Distributions with all their texts, in one or more facets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Distributions {
    /// What is shown.
    pub title: String,
    /// How it is to be read, in a sentence or two; may be empty.
    pub subtitle: String,
    /// The facets, in reading order.
    pub facets: Vec<Facet>,
    /// How many facets stand side by side; 0 counts as 1.
    pub facets_per_row: usize,
    /// A remark below the figure, such as the source of the data.
    pub footnote: Option<String>,
}

/// One axis and the series on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facet {
    /// Heading of the facet; may be empty.
    pub title: String,
    /// Name of the axis, with the unit unless [`Facet::unit`] writes it.
    pub axis: String,
    /// What the values are, which decides how they are written.
    pub unit: Unit,
    /// How values are spread along the axis.
    pub scale: ScaleKind,
    /// The series, from the top; each has the same colour wherever its label occurs in the figure.
    pub series: Vec<Series>,
}

/// One named set of values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Name of the series.
    pub label: String,
    /// The values, in any order. On a logarithmic axis zeros are left out and counted in the note.
    pub values: Vec<f64>,
    /// A remark below the name ("12 dates over the limit").
    pub note: Option<String>,
}

impl Distributions {
    /// Draws the distributions: for each series a smoothed curve, a bar from the lower to the upper quartile, and the
    /// median as text. The canvas is as large as the content and the texts need.
    ///
    /// # Errors
    /// If there is nothing to draw, a value is not finite (or negative on a logarithmic axis), a text cannot be written
    /// with the font, or the figure would become too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        if self.facets.is_empty() {
            return Err(PlotError::Empty { what: "the figure has no facets" });
        }
        let facets: Vec<Shown> = self.facets.iter().map(Shown::new).collect::<Result<_, _>>()?;
        draw::draw(self, &facets)
    }

    /// The labels of all series in the order in which they first occur, which is the order of their colours.
    fn labels(&self) -> Vec<&str> {
        let mut labels = Vec::new();
        for series in self.facets.iter().flat_map(|facet| &facet.series) {
            if !labels.contains(&series.label.as_str()) {
                labels.push(series.label.as_str());
            }
        }
        labels
    }
}

/// A facet with its checked values.
struct Shown<'a> {
    facet: &'a Facet,
    /// `None` if no series has a value to show.
    scale: Option<Scale>,
    rows: Vec<Row<'a>>,
}

/// A series with the values that the axis can show.
struct Row<'a> {
    series: &'a Series,
    values: Vec<f64>,
    note: String,
}

impl<'a> Shown<'a> {
    fn new(facet: &'a Facet) -> Result<Self, PlotError> {
        if facet.series.is_empty() {
            return Err(PlotError::Empty { what: "a facet has no series" });
        }
        let mut rows = Vec::with_capacity(facet.series.len());
        for series in &facet.series {
            rows.push(Row::new(facet, series)?);
        }
        let values = rows.iter().flat_map(|row| row.values.iter().copied());
        let scale = Scale::covering(facet.scale, values)?;
        Ok(Self { facet, scale: scale.map(|scale| scale.widened(0.03)), rows })
    }
}

impl<'a> Row<'a> {
    fn new(facet: &Facet, series: &'a Series) -> Result<Self, PlotError> {
        let place = || format!("a value of {:?} in {:?}", series.label, facet.title);
        for value in series.values.iter().copied() {
            if !value.is_finite() {
                return Err(PlotError::NotFinite { place: place(), value });
            }
            if facet.scale == ScaleKind::Log10 && value < 0.0 {
                return Err(PlotError::NotLogarithmic { place: place(), value });
            }
        }
        let fits = |value: &f64| facet.scale == ScaleKind::Linear || *value > 0.0;
        let values: Vec<f64> = series.values.iter().copied().filter(fits).collect();
        let mut note = series.note.clone().unwrap_or_default();
        let zeros = series.values.len() - values.len();
        if zeros > 0 {
            let separator = if note.is_empty() { "" } else { "; " };
            let noun = if zeros == 1 { "zero" } else { "zeros" };
            note = format!("{note}{separator}{} {noun} not shown", Unit::Number.text(zeros as f64));
        }
        Ok(Self { series, values, note })
    }
}

#[cfg(test)]
mod tests;
