//! A tiling by L-trominoes, with the quadrants into which divide and conquer cuts the board.

use super::super::canvas::{Canvas, Rect};
use super::super::colour::{Colour, GREY_TEXT, INK, WHITE};
use super::super::error::PlotError;
use super::super::frame::{Frame, MARGIN, widest};
use super::super::text::{Align, Anchor, TextStyle};
use crate::tromino::{COLOURS, Trominoes};

/// The largest k of which a picture can be read.
pub const LARGEST_DRAWN_K: u32 = 7;

/// Light enough for numbers, and of different lightness: those inside blocks in turn, then all others.
const TROMINOES: [Colour; COLOURS] = [
    Colour::from_rgb(0xF6DD8A), // straw
    Colour::from_rgb(0x8CCBEF), // sky blue
    Colour::from_rgb(0xD55E00), // vermilion
];

/// Side of a board in logical pixels, as far as the limits of a cell allow.
const BOARD: f64 = 640.0;
/// Smallest and largest side of a cell, and the smallest with a number on it.
const CELL: (f64, f64) = (12.0, 90.0);
const NUMBERED_CELL: f64 = 20.0;
/// Thickness of the lines, as shares of the side of a cell: around trominoes, and how much those of the quadrants grow
/// with every step of their size.
const OUTLINE: f64 = 0.035;
const STEP: f64 = 0.05;

const NUMBER: f64 = 0.36;
const HOLE_RADIUS: f64 = 0.26;
const LABEL: TextStyle = TextStyle::new(11.5, GREY_TEXT).anchor(Anchor::Middle);
const SWATCH: f64 = 14.0;
const SWATCH_TO_TEXT: f64 = 8.0;
const ENTRY: f64 = 20.0;
const LEGEND_ABOVE: f64 = 18.0;

/// A tiling by L-trominoes as a picture.
pub struct TrominoBoard<'a> {
    /// What is shown; may be empty.
    pub title: String,
    /// More about it; may be empty.
    pub subtitle: String,
    /// The tiling, on a board of 2^k x 2^k cells.
    pub tiling: &'a Trominoes,
}

impl TrominoBoard<'_> {
    /// Whether the cells of this tiling are large enough for numbers.
    pub fn has_numbers(&self) -> bool {
        self.cell_side() >= NUMBERED_CELL
    }

    /// Side of a cell in logical pixels.
    fn cell_side(&self) -> f64 {
        (BOARD / self.tiling.side.max(1) as f64).floor().clamp(CELL.0, CELL.1)
    }

    /// Draws the board in three colours, with the lines between quadrants below the trominoes that lie across them, and
    /// a legend. Where the cells are large enough, each tromino has its number.
    ///
    /// # Errors
    /// If there is no cell, a text cannot be written with the font, or the figure would become too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        let cells = self.tiling.side;
        if cells == 0 {
            return Err(PlotError::Empty { what: "the board has no cells" });
        }
        let side = self.cell_side();
        let lines = Lines { side, across: cells.trailing_zeros() };
        let rim = lines.rim();
        let extent = side * cells as f64 + rim;
        let legend = self.legend();
        let texts = widest(legend.iter().map(|(_, text)| *text), &LABEL)?;
        let content = extent.max(SWATCH + SWATCH_TO_TEXT + texts);
        let frame = Frame::new(&self.title, &self.subtitle, None, content)?;
        let mut canvas = frame.canvas(extent + LEGEND_ABOVE + ENTRY * legend.len() as f64)?;
        let top = frame.content_top();
        let corner = (MARGIN + rim / 2.0, top + rim / 2.0);
        Drawing { tiling: self.tiling, has_numbers: self.has_numbers(), lines, corner }.draw(&mut canvas)?;
        for (entry, (sign, text)) in legend.into_iter().enumerate() {
            let y = top + extent + LEGEND_ABOVE + ENTRY * entry as f64;
            let swatch = Rect::new(MARGIN, y, SWATCH, SWATCH);
            draw_sign(&mut canvas, swatch, sign)?;
            canvas.text(text, (swatch.x + SWATCH + SWATCH_TO_TEXT, swatch.centre().1), &LABEL)?;
        }
        Ok(canvas)
    }

    /// The entries that this board needs.
    fn legend(&self) -> Vec<(Sign, &'static str)> {
        let mut legend = vec![(Sign::Hole, "the hole")];
        match self.tiling.side {
            0 | 1 => {}
            2 => legend.push((Sign::Block, "inside a block of 2 x 2 cells")),
            _ => legend
                .push((Sign::Blocks, "inside a block of 2 x 2 cells; the blocks have two colours in turn")),
        }
        if self.tiling.side > 2 {
            legend.push((
                Sign::Centre,
                "at the centre of a larger square, on a cell of each quadrant without the hole",
            ));
        }
        legend
    }
}

/// What an entry of the legend explains.
#[derive(Clone, Copy)]
enum Sign {
    Hole,
    Block,
    Blocks,
    Centre,
}

fn draw_sign(canvas: &mut Canvas, swatch: Rect, sign: Sign) -> Result<(), PlotError> {
    match sign {
        Sign::Hole => draw_hole(canvas, swatch)?,
        Sign::Block => canvas.fill(swatch, TROMINOES[0])?,
        Sign::Blocks => {
            canvas.fill(swatch, TROMINOES[0])?;
            let half = swatch.width / 2.0;
            canvas.fill(Rect::new(swatch.x + half, swatch.y, half, swatch.height), TROMINOES[1])?;
        }
        Sign::Centre => canvas.fill(swatch, TROMINOES[2])?,
    }
    canvas.outline(swatch, 0.5, INK)
}

fn draw_hole(canvas: &mut Canvas, cell: Rect) -> Result<(), PlotError> {
    canvas.fill(cell, WHITE)?;
    let (x, y) = cell.centre();
    canvas.shape(cell, INK, 1.0, |at_x, at_y| (at_x - x).hypot(at_y - y) - cell.width * HOLE_RADIUS)
}

/// How thick the lines are.
#[derive(Clone, Copy)]
struct Lines {
    /// Side of a cell.
    side: f64,
    /// How often the board can be halved.
    across: u32,
}

impl Lines {
    /// Around trominoes.
    fn outline(self) -> f64 {
        (self.side * OUTLINE).max(1.0)
    }

    /// Between squares of 2^`level` cells a side; the larger, the thicker.
    fn between(self, level: u32) -> f64 {
        self.outline() + self.side * STEP * f64::from(level.saturating_sub(1))
    }

    /// Around the board.
    fn rim(self) -> f64 {
        self.between(self.across.saturating_sub(1)).max(2.0 * self.outline())
    }
}

/// The board and where it lies.
struct Drawing<'a> {
    tiling: &'a Trominoes,
    has_numbers: bool,
    lines: Lines,
    corner: (f64, f64),
}

impl Drawing<'_> {
    fn draw(&self, canvas: &mut Canvas) -> Result<(), PlotError> {
        let (row, col) = self.tiling.hole;
        draw_hole(canvas, self.cell(row, col))?;
        self.cells(canvas, |colour| colour < 2)?;
        self.quadrants(canvas)?;
        self.cells(canvas, |colour| colour == 2)?;
        self.outlines(canvas)?;
        self.rim(canvas)?;
        if self.has_numbers { self.numbers(canvas) } else { Ok(()) }
    }

    fn cell(&self, row: usize, col: usize) -> Rect {
        let side = self.lines.side;
        Rect::new(self.corner.0 + col as f64 * side, self.corner.1 + row as f64 * side, side, side)
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let side = self.tiling.side;
        (0..side).flat_map(move |row| (0..side).map(move |col| (row, col)))
    }

    fn cells(&self, canvas: &mut Canvas, wanted: impl Fn(usize) -> bool) -> Result<(), PlotError> {
        for (row, col) in self.places() {
            if let Some(colour) = self.tiling.colour(row, col).filter(|&colour| wanted(colour)) {
                canvas.fill(self.cell(row, col), TROMINOES[colour])?;
            }
        }
        Ok(())
    }

    /// The lines between the quadrants of every square, the finest first.
    fn quadrants(&self, canvas: &mut Canvas) -> Result<(), PlotError> {
        let extent = self.tiling.side as f64 * self.lines.side;
        for level in 1..self.lines.across {
            let thickness = self.lines.between(level);
            for place in (1_usize << level..self.tiling.side).step_by(2 << level) {
                let ahead = place as f64 * self.lines.side - thickness / 2.0;
                let (x, y) = self.corner;
                canvas.fill(Rect::new(x + ahead, y, thickness, extent), INK)?;
                canvas.fill(Rect::new(x, y + ahead, extent, thickness), INK)?;
            }
        }
        Ok(())
    }

    /// The lines between trominoes.
    fn outlines(&self, canvas: &mut Canvas) -> Result<(), PlotError> {
        let thickness = self.lines.outline();
        let half = thickness / 2.0;
        for (row, col) in self.places() {
            let cell = self.cell(row, col);
            let here = self.tiling.id(row, col);
            if col > 0 && self.tiling.id(row, col - 1) != here {
                canvas
                    .fill(Rect::new(cell.x - half, cell.y - half, thickness, cell.height + thickness), INK)?;
            }
            if row > 0 && self.tiling.id(row - 1, col) != here {
                canvas
                    .fill(Rect::new(cell.x - half, cell.y - half, cell.width + thickness, thickness), INK)?;
            }
        }
        Ok(())
    }

    fn rim(&self, canvas: &mut Canvas) -> Result<(), PlotError> {
        let thickness = self.lines.rim();
        let extent = self.tiling.side as f64 * self.lines.side + thickness;
        let (x, y) = (self.corner.0 - thickness / 2.0, self.corner.1 - thickness / 2.0);
        canvas.outline(Rect::new(x, y, extent, extent), thickness, INK)
    }

    /// The number of each tromino on the middle one of its cells.
    fn numbers(&self, canvas: &mut Canvas) -> Result<(), PlotError> {
        let side = self.lines.side;
        for (row, col) in self.places() {
            let Some(id) = self.tiling.id(row, col).filter(|_| self.is_middle(row, col)) else { continue };
            let colour = self.tiling.colour(row, col).map_or(INK, |colour| TROMINOES[colour].ink());
            let style = TextStyle::new(side * NUMBER, colour).medium();
            let text = id.to_string();
            let share = (side * 0.8 / style.width(&text)?.max(1e-9)).min(1.0);
            let style = TextStyle { size: style.size * share, ..style };
            let style = style.align(Align::Centre).anchor(Anchor::Middle);
            canvas.text(&text, self.cell(row, col).centre(), &style)?;
        }
        Ok(())
    }

    /// Whether a cell shares sides with both other cells of its tromino.
    fn is_middle(&self, row: usize, col: usize) -> bool {
        let side = self.tiling.side;
        let here = self.tiling.id(row, col);
        let beside = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
        let same =
            |&&(row, col): &&(usize, usize)| row < side && col < side && self.tiling.id(row, col) == here;
        beside.iter().filter(same).count() == 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(tiling: &Trominoes) -> TrominoBoard<'_> {
        TrominoBoard { title: "A board".to_owned(), subtitle: "of cells".to_owned(), tiling }
    }

    fn tiling(k: u32, row: usize, col: usize) -> Trominoes {
        Trominoes::new(k, row, col).unwrap()
    }

    #[test]
    fn equal_boards_give_equal_bytes_and_other_holes_do_not() {
        let bytes = |row, col| board(&tiling(3, row, col)).render().unwrap().into_png("t", "s").unwrap();
        assert_eq!(bytes(5, 2), bytes(5, 2));
        assert_ne!(bytes(5, 2), bytes(2, 5));
    }

    #[test]
    fn every_board_up_to_the_largest_can_be_drawn() {
        for k in 0..=LARGEST_DRAWN_K {
            let tiling = tiling(k, (1 << k) - 1, 0);
            let canvas = board(&tiling).render().unwrap();
            assert!(canvas.width() < 1_700 && canvas.height() < 1_800);
        }
        let none = Trominoes { side: 0, hole: (0, 0), ids: Vec::new() };
        assert!(matches!(board(&none).render(), Err(PlotError::Empty { .. })));
    }

    #[test]
    fn cells_have_the_colours_of_their_trominoes() {
        let tiling = tiling(3, 5, 2);
        let untitled = TrominoBoard { title: String::new(), subtitle: String::new(), tiling: &tiling };
        let canvas = untitled.render().unwrap();
        let lines = Lines { side: 80.0, across: 3 };
        for row in 0..8 {
            for col in 0..8 {
                // The lower right part of a cell, clear of lines and numbers.
                let place = |number: usize| {
                    ((MARGIN + lines.rim() / 2.0 + 80.0 * (number as f64 + 0.85)) * 2.0) as u32
                };
                let colour = tiling.colour(row, col).map_or(WHITE, |colour| TROMINOES[colour]);
                assert_eq!(canvas.pixel(place(col), place(row)), Some(colour), "{row} {col}");
            }
        }
    }

    #[test]
    fn small_boards_have_numbers() {
        let numbered = |k| board(&tiling(k, 0, 0)).has_numbers();
        assert_eq!([0, 1, 3, 5, 6, 7].map(numbered), [true, true, true, true, false, false]);
    }

    #[test]
    fn colours_differ_in_grey_and_bear_numbers() {
        for (index, colour) in TROMINOES.iter().enumerate() {
            let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
            let here = colour.luminance();
            assert!(TROMINOES[..index].iter().all(|other| contrast(here, other.luminance()) > 1.2));
            assert!(contrast(here, colour.ink().luminance()) > 4.5);
        }
    }

    #[test]
    fn lines_grow_with_the_squares_they_part() {
        let lines = Lines { side: 12.0, across: 7 };
        let thickness: Vec<f64> = (1..7).map(|level| lines.between(level)).collect();
        assert!(thickness.is_sorted_by(|a, b| a < b) && thickness[5] < 12.0 / 2.0, "{thickness:?}");
    }
}
