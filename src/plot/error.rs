//! What can go wrong while a figure is drawn.

use thiserror::Error;

/// A figure could not be drawn. Each message says where and, if it helps, how to mend it.
#[derive(Debug, Error)]
pub enum PlotError {
    /// There is no panel, row, column or facet to draw.
    #[error("there is nothing to draw: {what}")]
    Empty {
        /// What is missing, as a clause ("the heatmap has no panels").
        what: &'static str,
    },

    /// The parts of a figure do not fit together: a ragged row, or labels that do not match the cells.
    #[error("{place} has {found} {what}, but {expected} were expected")]
    Shape {
        /// Where the mismatch is.
        place: String,
        /// What was counted, in the plural.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },

    /// A value is not a number or is infinite.
    #[error(
        "{place} is {value}; only finite numbers can be drawn (leave a cell without a value if it is unknown)"
    )]
    NotFinite {
        /// Where the value stands.
        place: String,
        /// The value.
        value: f64,
    },

    /// A logarithmic scale met a number it has no place for.
    #[error("{place} is {value}; a logarithmic scale cannot show it")]
    NotLogarithmic {
        /// Where the value stands.
        place: String,
        /// The value.
        value: f64,
    },

    /// A text contains a character that the embedded font cannot draw.
    #[error("the font has no glyph for {character:?} in {text:?}; reword the text")]
    MissingGlyph {
        /// The first character without a glyph.
        character: char,
        /// The text it stands in, cut after 60 characters.
        text: String,
    },

    /// The figure would be larger than anything that can sensibly be looked at.
    #[error(
        "the figure would measure {width:.0} x {height:.0} units, more than can be drawn; shorten its texts or draw fewer cells"
    )]
    TooLarge {
        /// Width in logical pixels.
        width: f64,
        /// Height in logical pixels.
        height: f64,
    },

    /// The font compiled into the program cannot be read.
    #[error("the embedded font {name} cannot be read")]
    Font {
        /// The font's name.
        name: &'static str,
    },

    /// The drawing backend refused a shape.
    #[error("a shape could not be drawn: {0}")]
    Draw(String),

    /// The pixels could not be written as PNG.
    #[error("the figure could not be encoded as PNG: {0}")]
    Encode(#[from] png::EncodingError),
}
