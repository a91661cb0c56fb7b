//! `almanac merge`: the shards of a dataset joined.

use super::{ThreadCount, generate};
use clap::Args;
use std::path::PathBuf;
use tiling_almanac::pipeline::merge_request;

/// Join shards that `almanac generate --shard` made, on one machine or many, into the dataset that an undivided run makes,
/// with the same bytes.
///
/// No search is made again; the solutions are listed anew, and must be those that the shards found. Shards that are missing,
/// there twice, or of another run are refused.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac merge /tmp/part1 /tmp/part2 /tmp/part3 /tmp/part4 --out /tmp/whole")]
pub struct Merge {
    /// The folders of all shards
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,
    /// Folder of the dataset
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    threads: ThreadCount,
    /// Replace a complete dataset
    #[arg(long)]
    overwrite: bool,
    /// Say nothing unless something goes wrong
    #[arg(long)]
    quiet: bool,
}

impl Merge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let mut request = merge_request(&self.shards, &self.out, self.threads.get())?;
        request.overwrite = self.overwrite;
        // What an earlier try left is in the shards, too.
        request.restart = true;
        generate::make(&request, self.quiet)
    }
}
