//! Solves, counts, measures and ranks every date of a wooden calendar puzzle.
pub mod checksum;
pub mod cover;
pub mod geometry;
pub mod plot;
pub mod puzzle;
pub mod search;
