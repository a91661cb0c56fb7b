//! One square of a heatmap.

use super::canvas::{Canvas, Rect};
use super::colour::{self, Colour, GREY_TEXT, LINE, MISSING, WHITE, ZERO};
use super::error::PlotError;
use super::text::{Align, Anchor, TextStyle};

/// A place of a heatmap's grid.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Cell {
    /// No square at all, such as a place outside the board.
    #[default]
    Void,
    /// A coloured square.
    Square(Square),
}

/// What a square shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Square {
    /// The value that gives the colour, in the unit of the heatmap; `None` if it is unknown.
    pub value: Option<f64>,
    /// Whether the square is crossed out, still in its colour.
    pub marked: bool,
    /// A short text in the square, such as its name; empty for none. Left out if the square is too small for it.
    pub label: String,
}

impl Cell {
    /// A square with this value, neither marked nor labelled.
    pub fn of(value: Option<f64>) -> Self {
        Self::Square(Square { value, ..Square::default() })
    }

    /// The same square, crossed out if `marked`. A void stays a void.
    #[must_use]
    pub fn marked(self, marked: bool) -> Self {
        match self {
            Self::Void => Self::Void,
            Self::Square(square) => Self::Square(Square { marked, ..square }),
        }
    }

    /// The same square with a short text in it. A void stays a void.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Self {
        match self {
            Self::Void => Self::Void,
            Self::Square(square) => Self::Square(Square { label: label.into(), ..square }),
        }
    }

    /// The square, unless this is a void.
    pub fn square(&self) -> Option<&Square> {
        match self {
            Self::Void => None,
            Self::Square(square) => Some(square),
        }
    }
}

/// How a square looks, apart from its texts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    pub(super) ground: Ground,
    pub(super) marked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ground {
    /// Position on the colour scale, 0 to 1.
    Scale(f64),
    /// A zero that a logarithmic scale cannot place.
    Zero,
    /// No value.
    Missing,
    /// Nothing but the outline, to show the cross in the legend.
    Blank,
}

impl Ground {
    fn colour(self) -> Colour {
        match self {
            Self::Scale(position) => colour::sequential(position),
            Self::Zero => ZERO,
            Self::Missing => MISSING,
            Self::Blank => WHITE,
        }
    }
}

/// Draws a square with up to two lines of text, which may be empty.
pub(super) fn draw(canvas: &mut Canvas, square: Rect, look: Look, lines: [&str; 2]) -> Result<(), PlotError> {
    canvas.fill(square, look.ground.colour())?;
    if matches!(look.ground, Ground::Missing | Ground::Blank) {
        canvas.outline(square, 0.5, LINE)?;
    }
    let has_text = lines.iter().any(|line| !line.is_empty());
    if look.marked {
        draw_cross(canvas, square, look.ground.colour(), has_text)?;
    } else if look.ground == Ground::Missing && !has_text {
        let (x, y) = square.centre();
        let length = square.width.min(square.height) * 0.4;
        canvas.fill(Rect::new(x - length / 2.0, y - 0.5, length, 1.0), GREY_TEXT)?;
    }
    write(canvas, square, look.ground, lines)
}

/// A small cross: in the middle, or in the upper right corner, where it stays clear of a text.
fn draw_cross(canvas: &mut Canvas, square: Rect, ground: Colour, beside_text: bool) -> Result<(), PlotError> {
    let side = square.width.min(square.height);
    let (x, y, half) = match beside_text {
        true => (square.x + square.width - 4.0, square.y + 4.0, 2.0),
        false => {
            let (x, y) = square.centre();
            (x, y, (side * 0.26).min(6.0))
        }
    };
    let colour = ground.mix(ground.ink(), 0.8);
    let thickness = (side * 0.1).clamp(0.5, 1.25);
    canvas.line((x - half, y - half), (x + half, y + half), thickness, colour)?;
    canvas.line((x - half, y + half), (x + half, y - half), thickness, colour)
}

/// Writes up to two lines into a square, each only as large as fits; texts that would be unreadably small are left
/// out. The first line is the stronger one.
fn write(canvas: &mut Canvas, square: Rect, ground: Ground, lines: [&str; 2]) -> Result<(), PlotError> {
    const SMALLEST: f64 = 6.5;
    let colour = ground.colour().ink();
    let lines: Vec<(usize, &str)> =
        lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty()).collect();
    let row_height = square.height / (lines.len().max(1) as f64 + 0.35);
    let (x, mut y) = square.centre();
    y -= row_height * (lines.len() as f64 - 1.0) / 2.0;
    for (rank, line) in lines {
        let wanted = [11.0_f64, 9.5][rank].min(row_height * 0.85);
        let style = TextStyle::new(wanted, colour).align(Align::Centre).anchor(Anchor::Middle);
        let style = if rank == 0 { style.medium() } else { style };
        let room = (square.width - 3.0) / style.width(line)?.max(1e-9);
        let size = wanted * room.min(1.0);
        if size >= SMALLEST {
            canvas.text(line, (x, y), &TextStyle { size, ..style })?;
        }
        y += row_height;
    }
    Ok(())
}
