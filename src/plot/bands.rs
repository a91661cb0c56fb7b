//! Bands: how several measures vary from category to category, one small plot a measure.

mod draw;

use super::axes::{Measure, left_out};
use super::canvas::Canvas;
use super::density::Quartiles;
use super::error::PlotError;
use super::heatmap::Axis;
use super::scale::Scale;

/// Small plots side by side, each with the median and the middle half of one measure by category.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bands {
    /// What is shown.
    pub title: String,
    /// How it is to be read, in a sentence or two; may be empty.
    pub subtitle: String,
    /// The categories in their order, shared by all panels. Some labels are left out if there is no room for all.
    pub categories: Axis,
    /// The panels, in reading order.
    pub panels: Vec<BandPanel>,
    /// How many panels stand side by side; 0 counts as 1.
    pub panels_per_row: usize,
    /// A remark below the figure, such as the source of the data.
    pub footnote: Option<String>,
}

/// One measure and its values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BandPanel {
    /// The axis that rises; its name is the heading of the panel.
    pub measure: Measure,
    /// The values of each category, in any order. Zeros that a logarithmic axis cannot place are left out and counted in
    /// a note; a category without values interrupts the line.
    pub values: Vec<Vec<f64>>,
}

impl Bands {
    /// Draws for each panel a line through the medians and a band from the lower to the upper quartile. The canvas is as
    /// large as the content and the texts need.
    ///
    /// # Errors
    /// If there is no panel or category, labels and values do not match, a value is not finite (or negative on a
    /// logarithmic axis), a text cannot be written with the font, or the figure would become too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        if self.panels.is_empty() {
            return Err(PlotError::Empty { what: "the figure has no panels" });
        }
        let expected = self.categories.labels.len();
        if expected == 0 {
            return Err(PlotError::Empty { what: "the figure has no categories" });
        }
        for panel in &self.panels {
            let found = panel.values.len();
            if found != expected {
                let place = format!("the panel {:?}", panel.measure.name);
                return Err(PlotError::Shape { place, what: "categories", found, expected });
            }
        }
        let panels: Vec<Shown> = self.panels.iter().map(Shown::new).collect::<Result<_, _>>()?;
        draw::draw(self, &panels)
    }
}

/// A panel with what is drawn of each category.
struct Shown<'a> {
    measure: &'a Measure,
    /// `None` without values to show.
    scale: Option<Scale>,
    quartiles: Vec<Option<Quartiles>>,
    /// How many values are left out, in words.
    note: String,
}

impl<'a> Shown<'a> {
    fn new(panel: &'a BandPanel) -> Result<Self, PlotError> {
        let measure = &panel.measure;
        let mut zeros = 0;
        let mut quartiles = Vec::with_capacity(panel.values.len());
        for values in &panel.values {
            for value in values {
                measure.check(*value, || format!("a value in {:?}", measure.name))?;
            }
            let shown: Vec<f64> = values.iter().copied().filter(|value| measure.shows(*value)).collect();
            zeros += values.len() - shown.len();
            quartiles.push(Quartiles::of(&shown));
        }
        let ends = quartiles.iter().flatten().flat_map(|quartiles| [quartiles.lower, quartiles.upper]);
        let scale = measure.covering(ends)?;
        Ok(Self { measure, scale, quartiles, note: left_out(zeros, "value") })
    }
}

#[cfg(test)]
mod tests;
