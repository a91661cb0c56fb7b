//! Solves, counts, measures and ranks every date of a wooden calendar puzzle.
//!
//! A board of 50 cells shows the months, the days and the weekdays; ten polyominoes cover 47 of them and
//! leave today's exposed. This crate solves the puzzle for all 2,604 combinations, at once and date by
//! date under several search strategies that are counted alike, and publishes the result as Parquet tables and figures.
//!
//! Imports go one way, from the top of this list to its end:
//!
//! | module | owns |
//! |---|---|
//! | [`pipeline`] | the main job, as one page of calls; verdicts on designs; datasets verified |
//! | [`plot`] | figures and their register |
//! | [`dataset`] | tables and their register, Parquet, manifest |
//! | [`sweep`] | many sets of pieces on one board: the number of solutions of every date of each |
//! | [`atlas`] | the parallel run over dates, in order; strategies held against each other |
//! | [`search`] | the strategies and their register |
//! | [`cover`] | placements, the exact-cover problem, the checker of solutions; colours, symmetries, export |
//! | [`puzzle`] | board, pieces and their copies, dates; from a definition to a valid puzzle; the built-in ones |
//! | [`tromino`] | L-tromino tilings of boards with a hole, and how many there are |
//! | [`geometry`] | cells, polyominoes, symmetries |
//! | [`checksum`], [`digits`], [`random`] | SHA-256, thousands with commas, seeded random numbers, for all |
//!
//! The binary `almanac` stands on top: `main.rs` and `cli`, one file a command.

pub mod atlas;
pub mod checksum;
pub mod cover;
pub mod dataset;
pub mod digits;
pub mod geometry;
pub mod pipeline;
pub mod plot;
pub mod puzzle;
pub mod random;
pub mod search;
pub mod sweep;
pub mod tromino;
