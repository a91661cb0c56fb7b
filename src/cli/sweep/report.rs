//! `almanac sweep report`: what a sweep shows.

use crate::cli::output;
use clap::Args;
use std::path::PathBuf;
use tiling_almanac::pipeline::sweep::report;

/// Draw figures of a sweep and write a page about it, README.md, both into its folder.
///
/// Everything is made from sets.parquet alone, and nothing is counted again: how the sets differ, where the set of the puzzle
/// itself stands, what each piece does, and the hardest, kindest and most even sets.
#[derive(Args)]
pub struct Report {
    /// The folder of the sweep
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Report {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let files = report(&self.folder)?;
        let lines: Vec<String> =
            files.iter().map(|name| format!("{}\n", self.folder.join(name).display())).collect();
        output::print(&lines.concat())
    }
}
