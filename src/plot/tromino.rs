//! L-trominoes: a tiling as a picture, and the numbers of tilings by the hole.

mod board;
mod counts;

pub use board::{LARGEST_DRAWN_K, TrominoBoard};
pub use counts::TrominoCounts;
