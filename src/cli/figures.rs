//! `almanac figures`: the figures drawn anew.

use super::progress::Progress;
use super::{FromFolder, ThreadCount, output};
use clap::Args;
use std::fmt::Write;
use tiling_almanac::pipeline::redraw;

/// Draw all figures of a dataset anew from its tables, without solving.
///
/// A figure whose tables are not there, such as that of the times in a clone, stays as it is.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac figures\n  \
    almanac figures --from /tmp/mini")]
pub struct Figures {
    #[command(flatten)]
    from: FromFolder,
    #[command(flatten)]
    threads: ThreadCount,
    /// Say nothing unless something goes wrong
    #[arg(long)]
    quiet: bool,
}

impl Figures {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let dataset = self.from.open()?;
        let progress = Progress::new(self.quiet);
        let drawn = redraw(&dataset, self.threads.get(), &progress);
        progress.finish();
        let mut text = String::new();
        for (path, title) in drawn? {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}  {title}", dataset.folder.join(path).display());
        }
        if self.quiet { Ok(()) } else { output::print(&text) }
    }
}
