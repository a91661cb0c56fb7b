//! `almanac puzzle list`: the built-in puzzles.

use crate::cli::number::grouped;
use crate::cli::output;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use tiling_almanac::puzzle::BUILT_IN;

/// List the built-in puzzles.
#[derive(Args)]
#[command(after_help = "Examples:\n  almanac puzzle list")]
pub struct List;

impl List {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(["name", "cells", "pieces", "dates", "title"]);
        for entry in BUILT_IN {
            let puzzle = entry.puzzle();
            table.add_row([
                entry.name.to_owned(),
                puzzle.board.cells.len().to_string(),
                puzzle.tile_count().to_string(),
                grouped(puzzle.date_count() as u64),
                puzzle.title,
            ]);
        }
        for column in 1..=3 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        output::print(&format!(
            "{table}\n\nThe first is the default. --puzzle takes any of them, or a file with a definition.\n"
        ))
    }
}
