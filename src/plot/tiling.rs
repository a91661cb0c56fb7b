//! Tilings: a board with pieces on it, as a picture for a page.

use super::canvas::{Canvas, Rect};
use super::colour::{Colour, GREY_TEXT, INK, LINE, WHITE};
use super::error::PlotError;
use super::frame::{Frame, MARGIN};
use super::text::{Align, Anchor, TextStyle};
use crate::cover::{Cover, PlacementId, Shown, layout};
use crate::puzzle::{Date, Puzzle};

/// Colours of the pieces, after the palette of Okabe and Ito, no two of the same lightness; repeated if there are more
/// pieces.
const PIECES: [Colour; 12] = [
    Colour::from_rgb(0xE69F00), // orange
    Colour::from_rgb(0x0072B2), // blue
    Colour::from_rgb(0xF0E442), // yellow
    Colour::from_rgb(0x009970), // bluish green
    Colour::from_rgb(0xEEBD96), // peach
    Colour::from_rgb(0xC85800), // vermilion
    Colour::from_rgb(0x74C2ED), // sky blue
    Colour::from_rgb(0xCC79A7), // reddish purple
    Colour::from_rgb(0xABDFD1), // mint
    Colour::from_rgb(0x9E9E9E), // grey
    Colour::from_rgb(0x4B3F72), // indigo
    Colour::from_rgb(0xE8F0F8), // pale blue
];

const CELL_SIZE: u32 = 90;
/// As shares of the side of a cell: the lines between pieces, the lines inside a piece, the size of labels.
const THICK: f64 = 0.06;
const THIN: f64 = 0.012;
const LABEL: f64 = 0.34;

/// A board with pieces on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tiling {
    /// What is shown; may be empty.
    pub title: String,
    /// More about it; may be empty.
    pub subtitle: String,
    /// The squares row by row, all rows equally long; `None` where the board has no cell.
    pub rows: Vec<Vec<Option<Tile>>>,
    /// Side of a cell in logical pixels; 90 if `None`.
    pub cell_size: Option<u32>,
}

/// What shows on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tile {
    /// The piece with this number, which gives its colour.
    Piece(usize),
    /// A cell that stays exposed, with its label.
    Exposed(String),
    /// A cell that is still to be covered, with its label, which may be empty.
    Open(String),
}

impl Tiling {
    /// The board with some pieces of a solution of `date`, or all; cells that they leave uncovered are open, but those
    /// of the date exposed. A piece has the same colour whichever others are there.
    pub fn of(puzzle: &Puzzle, cover: &Cover, placements: &[PlacementId], date: &Date) -> Self {
        let exposed = puzzle.exposed(date);
        let tile = |shown| match shown {
            Shown::Nothing => None,
            Shown::Tile(tile) => Some(Tile::Piece(tile)),
            Shown::Exposed(cell) => {
                let label = puzzle.board.cells[cell].label.clone().unwrap_or_default();
                Some(if exposed.contains(cell) { Tile::Exposed(label) } else { Tile::Open(label) })
            }
        };
        let rows = layout(puzzle, cover, placements);
        let rows = rows.into_iter().map(|row| row.into_iter().map(tile).collect()).collect();
        Self { rows, ..Self::default() }
    }

    /// Draws the board: pieces in colours with thick outlines, which tell them apart in grey, too.
    ///
    /// # Errors
    /// If there is no cell, rows are not equally long, a text cannot be written with the font, or the figure would become
    /// too large.
    pub fn render(&self) -> Result<Canvas, PlotError> {
        let columns = self.rows.first().map_or(0, Vec::len);
        if !self.rows.iter().flatten().any(Option::is_some) {
            return Err(PlotError::Empty { what: "the board has no cells" });
        }
        for (row, tiles) in self.rows.iter().enumerate() {
            let (place, found) = (format!("row {} of the board", row + 1), tiles.len());
            if found != columns {
                return Err(PlotError::Shape { place, what: "squares", found, expected: columns });
            }
        }
        let side = f64::from(self.cell_size.unwrap_or(CELL_SIZE).max(1));
        let thick = (side * THICK).max(1.0);
        // Half of the outline lies outside the cells.
        let (width, height) = (side * columns as f64 + thick, side * self.rows.len() as f64 + thick);
        let frame = Frame::new(&self.title, &self.subtitle, None, width)?;
        let mut canvas = frame.canvas(height)?;
        let board = Board {
            rows: &self.rows,
            side,
            corner: (MARGIN + thick / 2.0, frame.content_top() + thick / 2.0),
        };
        board.draw_cells(&mut canvas)?;
        board.draw_lines(&mut canvas, (side * THIN).max(0.5), false)?;
        board.draw_lines(&mut canvas, thick, true)?;
        Ok(canvas)
    }
}

/// Where the board lies.
struct Board<'a> {
    rows: &'a [Vec<Option<Tile>>],
    side: f64,
    corner: (f64, f64),
}

impl Board<'_> {
    /// The tile at a place; `None` also outside the drawing.
    fn tile(&self, row: isize, column: isize) -> Option<&Tile> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?)?.as_ref()
    }

    fn draw_cells(&self, canvas: &mut Canvas) -> Result<(), PlotError> {
        for (row, tiles) in self.rows.iter().enumerate() {
            for (column, tile) in tiles.iter().enumerate() {
                let (x, y) = (column as f64 * self.side, row as f64 * self.side);
                let square = Rect::new(self.corner.0 + x, self.corner.1 + y, self.side, self.side);
                match tile {
                    None => {}
                    Some(Tile::Piece(piece)) => canvas.fill(square, PIECES[piece % PIECES.len()])?,
                    Some(Tile::Exposed(label)) => {
                        write(canvas, square, label, TextStyle::new(self.side * LABEL, INK).medium())?;
                    }
                    Some(Tile::Open(label)) => {
                        write(canvas, square, label, TextStyle::new(self.side * LABEL * 0.8, GREY_TEXT))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The lines between unlike neighbours (`between`), or those inside pieces and between uncovered cells.
    fn draw_lines(&self, canvas: &mut Canvas, thickness: f64, between: bool) -> Result<(), PlotError> {
        let (down, across) = (self.rows.len() as isize, self.rows.first().map_or(0, Vec::len) as isize);
        let half = thickness / 2.0;
        for row in 0..=down {
            for column in 0..=across {
                let corner =
                    (self.corner.0 + column as f64 * self.side, self.corner.1 + row as f64 * self.side);
                let here = self.tile(row, column);
                for (other, width, height) in [
                    (self.tile(row - 1, column), self.side, 0.0),
                    (self.tile(row, column - 1), 0.0, self.side),
                ] {
                    if let Some(colour) = line_colour(here, other, between) {
                        let line = Rect::new(
                            corner.0 - half,
                            corner.1 - half,
                            width + thickness,
                            height + thickness,
                        );
                        canvas.fill(line, colour)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The colour of the line between two neighbours, if they have one of this kind.
fn line_colour(a: Option<&Tile>, b: Option<&Tile>, between: bool) -> Option<Colour> {
    let inside = match (a, b) {
        (None, None) => return None,
        (Some(Tile::Piece(one)), Some(Tile::Piece(other))) if one == other => {
            let colour = PIECES[one % PIECES.len()];
            Some(colour.mix(colour.ink(), 0.35))
        }
        (Some(Tile::Exposed(_) | Tile::Open(_)), Some(Tile::Exposed(_) | Tile::Open(_))) => Some(LINE),
        _ => None,
    };
    if between { inside.is_none().then_some(INK) } else { inside }
}

/// Writes a label into the middle of a square, smaller if it would not fit.
fn write(canvas: &mut Canvas, square: Rect, label: &str, style: TextStyle) -> Result<(), PlotError> {
    canvas.fill(square, WHITE)?;
    let share = (square.width * 0.84 / style.width(label)?.max(1e-9)).min(1.0);
    let style = TextStyle { size: style.size * share, ..style };
    canvas.text(label, square.centre(), &style.align(Align::Centre).anchor(Anchor::Middle))?;
    Ok(())
}

#[cfg(test)]
mod tests;
