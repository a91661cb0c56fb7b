//! `almanac sweep merge`: the shards of a sweep joined.

use super::{Progress, finish};
use crate::cli::Interrupted;
use clap::Args;
use std::path::PathBuf;
use tiling_almanac::pipeline::sweep::merge_sweeps;

/// Join shards that `almanac sweep --shard` made, on one machine or many, into the sweep that an undivided run makes, with
/// the same bytes.
///
/// Shards that are missing, there twice, damaged or of another sweep are listed, and nothing is made.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac sweep merge /tmp/part1 /tmp/part2 --out /tmp/whole")]
pub struct Merge {
    /// The folders of all shards
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,
    /// Folder of the tables
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace a complete sweep
    #[arg(long)]
    overwrite: bool,
    /// Say nothing unless something goes wrong
    #[arg(long)]
    quiet: bool,
}

impl Merge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let progress = Progress::new(self.quiet);
        progress.stop_on_signals(Interrupted::StartsAnew)?;
        let done = merge_sweeps(&self.shards, &self.out, self.overwrite, &progress);
        finish(done, &progress, self.quiet, &self.out)
    }
}
