//! Figures: heatmaps, distributions, scatter plots, bands, calendars and tilings, drawn without any font or library of
//! the system.
//!
//! A figure is a plain struct that holds its texts and values. `render` lays it out and draws it on a [`Canvas`] of
//! the size it needs; [`Canvas::into_png`] turns that into the bytes of a file. The same figure always gives the same
//! bytes. [`figures::FIGURES`] is the register of the dataset's figures: each takes its values from the tables.
//!
//! ```text
//! Heatmap | Distributions | Scatter | Bands | YearCalendar | Tiling | TrominoBoard | TrominoCounts
//!      |
//!      +--render-->  Canvas  --into_png-->  PNG
//!      |                |
//!      |                |  text (embedded Roboto), encode
//!      |
//!      |  frame, legend, axes, cell, density, scale, number, colour
//! ```

mod axes;
pub mod bands;
pub mod calendar;
pub mod canvas;
pub mod cell;
pub mod colour;
pub mod density;
pub mod distributions;
mod encode;
pub mod error;
pub mod figures;
mod frame;
pub mod heatmap;
mod legend;
pub mod number;
pub mod scale;
pub mod scatter;
pub mod text;
pub mod tiling;
pub mod tromino;

pub use axes::Measure;
pub use bands::{BandPanel, Bands};
pub use calendar::YearCalendar;
pub use canvas::Canvas;
pub use cell::{Cell, Square};
pub use distributions::{Distributions, Facet, Series};
pub use error::PlotError;
pub use heatmap::{Axis, Heatmap, Panel};
pub use number::Unit;
pub use scale::{Scale, ScaleKind};
pub use scatter::{Cloud, Point, Scatter};
pub use tiling::{Tile, Tiling};
pub use tromino::{LARGEST_DRAWN_K, TrominoBoard, TrominoCounts};
