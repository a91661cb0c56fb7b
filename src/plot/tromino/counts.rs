//! The numbers of tilings by the hole: a heatmap for each board, each with a colour scale of its own.

use super::super::canvas::{Canvas, Rect};
use super::super::cell::{self, Ground, Look};
use super::super::colour::{GREY_TEXT, INK};
use super::super::error::PlotError;
use super::super::frame::{Frame, MARGIN};
use super::super::legend::{Legend, Values};
use super::super::number::Unit;
use super::super::scale::{Scale, ScaleKind};
use super::super::text::{Align, Anchor, TextStyle};
use crate::tromino::counts::Counts;

const HEADING: TextStyle = TextStyle::new(13.5, INK).medium().anchor(Anchor::CapTop);
const AXIS_LABEL: TextStyle = TextStyle::new(10.0, GREY_TEXT).anchor(Anchor::Middle);

/// Side of a grid and of a square at the most, in logical pixels; room for labels; and gaps.
const GRID: f64 = 480.0;
const SQUARE: f64 = 60.0;
const ROW_LABELS: f64 = 20.0;
const COLUMN_LABELS: f64 = 16.0;
const HEADING_ROOM: f64 = 26.0;
const LEGEND_TO_GRID: f64 = 16.0;
const BETWEEN: (f64, f64) = (36.0, 34.0);

/// Numbers up to this are written in full, larger ones in units of a power of ten.
const WRITTEN_IN_FULL: f64 = 1e6;

/// The numbers of tilings by the hole, as heatmaps.
pub struct TrominoCounts<'a> {
    /// What is shown; may be empty.
    pub title: String,
    /// How it is to be read; may be empty.
    pub subtitle: String,
    /// The boards, in reading order.
    pub boards: &'a [Counts],
}

impl TrominoCounts<'_> {
    /// Draws a heatmap for each board, two side by side, each with its scale, on which equal ratios are equal steps of
    /// colour.
    ///
    /// # Errors
    /// If there is no board or a board without holes, a text cannot be written with the font, or the figure would become
    /// too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        if self.boards.is_empty() {
            return Err(PlotError::Empty { what: "there is no board" });
        }
        let panels = self.boards.iter().map(Panel::new).collect::<Result<Vec<_>, _>>()?;
        let most = |sizes: &mut dyn Iterator<Item = f64>| sizes.fold(0.0, f64::max);
        let width = ROW_LABELS + most(&mut panels.iter().map(Panel::width));
        let rows: Vec<(&[Panel], f64)> =
            panels.chunks(2).map(|row| (row, most(&mut row.iter().map(Panel::height)))).collect();
        let across = panels.len().min(2) as f64 * (width + BETWEEN.0) - BETWEEN.0;
        let down = rows.iter().map(|(_, height)| height + BETWEEN.1).sum::<f64>() - BETWEEN.1;
        let frame = Frame::new(&self.title, &self.subtitle, None, across)?;
        let mut canvas = frame.canvas(down)?;
        let mut y = frame.content_top();
        for (row, height) in rows {
            for (place, panel) in row.iter().enumerate() {
                panel.draw(&mut canvas, (MARGIN + ROW_LABELS + place as f64 * (width + BETWEEN.0), y))?;
            }
            y += height + BETWEEN.1;
        }
        Ok(canvas)
    }
}

/// A board with what is written about it.
struct Panel<'a> {
    counts: &'a Counts,
    heading: String,
    scale: Option<Scale>,
    legend: Legend,
    /// What the numbers in the squares are multiples of.
    unit: f64,
}

impl<'a> Panel<'a> {
    fn new(counts: &'a Counts) -> Result<Self, PlotError> {
        let side = counts.side();
        if counts.tilings.len() != side * side {
            let (place, found) = (format!("the board with k = {}", counts.k), counts.tilings.len());
            return Err(PlotError::Shape { place, what: "holes", found, expected: side * side });
        }
        let values = || counts.tilings.iter().map(|&tilings| tilings as f64);
        let most = values().fold(0.0, f64::max);
        let unit = if most < WRITTEN_IN_FULL { 1.0 } else { 10_f64.powf(most.log10().floor()) };
        let scale = Scale::covering(ScaleKind::Log10, values())?;
        let name = match (counts.least(), unit) {
            (Some(least), 1.0) if least.2 as f64 == most => format!("Tilings: {most} with every hole"),
            (_, 1.0) => "Tilings".to_owned(),
            _ => format!("Tilings, in the squares in units of {}", Unit::Number.text(unit)),
        };
        let whole = Values { unit: Unit::Number, whole: true };
        let heading = format!("k = {}: {side} x {side} cells", counts.k);
        // A bar of one colour would say nothing.
        let bar = scale.filter(|scale| scale.min() < scale.max());
        let legend = Legend::new(&name, bar, whole, Vec::new(), GRID)?;
        Ok(Self { counts, heading, scale, legend, unit })
    }

    /// Side of a square.
    fn square(&self) -> f64 {
        (GRID / self.counts.side() as f64).min(SQUARE)
    }

    fn width(&self) -> f64 {
        (self.square() * self.counts.side() as f64).max(self.legend.width)
    }

    fn height(&self) -> f64 {
        self.above() + self.square() * self.counts.side() as f64
    }

    /// What stands above the grid.
    fn above(&self) -> f64 {
        HEADING_ROOM + self.legend.height + LEGEND_TO_GRID + COLUMN_LABELS
    }

    fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64)) -> Result<(), PlotError> {
        canvas.text(&self.heading, (x, y), &HEADING)?;
        self.legend.draw(canvas, x, y + HEADING_ROOM)?;
        self.draw_grid(canvas, (x, y + self.above()))
    }

    fn draw_grid(&self, canvas: &mut Canvas, corner: (f64, f64)) -> Result<(), PlotError> {
        let side = self.square();
        for (row, col, tilings) in self.counts.holes() {
            let place = Rect::new(corner.0 + col as f64 * side, corner.1 + row as f64 * side, side, side);
            let value = tilings as f64;
            let ground = match self.scale {
                Some(scale) if tilings > 0 => Ground::Scale(scale.position(value)),
                _ => Ground::Zero,
            };
            let text = match self.unit {
                1.0 => Unit::Number.text(value),
                unit => format!("{:.2}", value / unit),
            };
            cell::draw(canvas, place.shrunk(0.5), Look { ground, marked: false }, [&text, ""])?;
        }
        for number in 0..self.counts.side() {
            let (text, ahead) = (number.to_string(), (number as f64 + 0.5) * side);
            let (x, y) = (corner.0 + ahead, corner.1 - COLUMN_LABELS / 2.0);
            canvas.text(&text, (x, y), &AXIS_LABEL.align(Align::Centre))?;
            canvas.text(&text, (corner.0 - 6.0, corner.1 + ahead), &AXIS_LABEL.align(Align::End))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::colour;
    use super::*;

    fn figure(boards: &[Counts]) -> Result<Canvas, PlotError> {
        let (title, subtitle) = ("Tilings".to_owned(), "by the hole".to_owned());
        TrominoCounts { title, subtitle, boards }.render()
    }

    fn counts(tilings: [u128; 4]) -> Counts {
        Counts { k: 1, tilings: tilings.into() }
    }

    #[test]
    fn equal_figures_give_equal_bytes() {
        let bytes = |number| figure(&[counts([1, 2, 3, number])]).unwrap().into_png("t", "s").unwrap();
        assert_eq!(bytes(9), bytes(9));
        assert_ne!(bytes(9), bytes(8));
    }

    #[test]
    fn each_board_has_a_scale_of_its_own() {
        let canvas = figure(&[counts([1, 10, 10, 100]), counts([5, 50, 50, 500])]).unwrap();
        let found = |wanted| {
            let pixels = (0..canvas.height() * 2).flat_map(|y| (0..canvas.width() * 2).map(move |x| (x, y)));
            pixels.filter(|(x, y)| canvas.pixel(*x, *y) == Some(wanted)).count()
        };
        // Squares of 118 x 118 pixels: two in the colours of both ends, four in that of the middle. A text covers less
        // than a tenth, and the bars have less than a square of any colour.
        let square = 118 * 118;
        for (position, squares) in [(0.0, 2), (1.0, 2), (0.5, 4)] {
            let pixels = found(colour::sequential(position));
            assert!(
                pixels > squares * square * 9 / 10 && pixels < (squares + 1) * square,
                "{position}: {pixels}"
            );
        }
    }

    #[test]
    fn odd_boards_are_borne_or_refused() {
        for odd in [[0; 4], [7; 4], [0, 1, u128::MAX, 10_u128.pow(24)]] {
            figure(&[counts(odd)]).unwrap();
        }
        assert!(matches!(figure(&[]), Err(PlotError::Empty { .. })));
        let short = Counts { k: 1, tilings: vec![1; 3] };
        assert!(matches!(figure(&[short]), Err(PlotError::Shape { found: 3, expected: 4, .. })));
    }
}
