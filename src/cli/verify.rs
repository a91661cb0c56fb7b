//! `almanac verify`: whether a dataset is what it says.

use super::progress::Progress;
use super::{Interrupted, ThreadCount, output};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
use tiling_almanac::dataset::Dataset;
use tiling_almanac::pipeline::verify;

/// Verify a dataset: derive anew what it says.
///
/// Files are held against their checksums, tables against their schemas; every solution is checked and none may be there
/// twice; all dates are counted again in a diagram; the searches to a first solution are made again, and the whole trees of
/// some dates walked; then all tables and documents are written, and figures drawn again. What differs is listed, and the
/// exit code is 3. Only checksums vouch for the nodes of the other dates' whole trees, and for times.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac verify\n  \
    almanac verify /tmp/mini\n  \
    almanac verify output --allow-missing      as it is in a clone, without the largest tables")]
pub struct Verify {
    /// Folder of the dataset
    #[arg(value_name = "DIR", default_value = "output")]
    folder: PathBuf,
    /// Pass over files that are listed but not there
    #[arg(long)]
    allow_missing: bool,
    #[command(flatten)]
    threads: ThreadCount,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// The dataset is not what it says.
#[derive(Debug, thiserror::Error)]
#[error("{folder} is not what it says; {differences} difference{} listed above", if *.differences == 1 { " is" } else { "s are" })]
pub struct Differs {
    folder: String,
    differences: usize,
}

impl Verify {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let dataset = Dataset::open(&self.folder)?;
        let progress = Progress::new(self.quiet);
        progress.stop_on_signals(Interrupted::StartsAnew)?;
        let verified = verify(&dataset, self.allow_missing, self.threads.get(), &progress);
        progress.finish();
        let verified = match verified {
            Err(error) if error.is_cancelled() => return Err(Interrupted::StartsAnew.into()),
            verified => verified?,
        };
        let mut text = String::new();
        // Writing to a string cannot fail.
        for what in &verified.checked {
            let _ = writeln!(text, "checked: {what}");
        }
        for path in &verified.missing {
            let _ = writeln!(text, "not there: {path}");
        }
        for what in &verified.differences {
            let _ = writeln!(text, "DIFFERS: {what}");
        }
        if let Some(omissions) = dataset.omissions() {
            let _ = writeln!(text, "This dataset is PARTIAL: {omissions}.");
        }
        output::print(&text)?;
        match verified.differences.len() {
            0 => output::print(&format!("{} is what it says.\n", self.folder.display())),
            differences => Err(Differs { folder: self.folder.display().to_string(), differences }.into()),
        }
    }
}
