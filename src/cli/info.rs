//! `almanac info`: what a dataset is.

use super::number::{counted, size};
use super::output;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
use tiling_almanac::dataset::{Dataset, RunRecord};

/// Tell what a dataset is, how it was made, and whether it is complete.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac info\n  \
    almanac info /tmp/mini")]
pub struct Info {
    /// Folder of the dataset
    #[arg(value_name = "DIR", default_value = "output")]
    folder: PathBuf,
}

impl Info {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let dataset = Dataset::open(&self.folder)?;
        let (manifest, puzzle) = (&dataset.manifest, &dataset.puzzle);
        let record = RunRecord::read(&self.folder)?;
        let mut text = String::new();
        let mut row = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<12}{value}");
        };
        row("puzzle", &format!("{}: {}", puzzle.name, puzzle.title));
        row("definition", &format!("SHA-256 {}", puzzle.definition_sha256));
        row("made by", &format!("{}, schema version {}", manifest.generator, manifest.schema_version));
        let options = &manifest.options;
        let mut how = format!(
            "almanac generate --puzzle {} --dates {} --strategies {} --node-limit {}",
            puzzle.name,
            options.dates,
            options.strategies.join(","),
            options.node_limit
        );
        if options.dates == "all" {
            how = how.replace(" --dates all", "");
        }
        if let Some(shard) = &options.shard {
            how += &format!(" --shard {shard}");
        }
        row("options", &how);
        if let Some(record) = &record {
            let seconds: f64 = record.stages.iter().map(|stage| stage.wall_seconds).sum();
            let threads = counted(record.threads as u64, "thread");
            row("run", &format!("{seconds:.0} s on {threads}, {}", record.platform));
        }
        let all = manifest.files.iter().chain(record.iter().flat_map(|record| &record.files));
        let (mut bytes, mut missing, mut files) = (0, Vec::new(), 0);
        for file in all {
            files += 1;
            bytes += file.bytes;
            let there = std::fs::metadata(self.folder.join(&file.path));
            if there.map_or(true, |there| there.len() != file.bytes) {
                missing.push(file.path.as_str());
            }
        }
        row("files", &format!("{}, {}", counted(files, "file"), size(bytes)));
        for file in manifest.files.iter().filter(|file| file.rows.is_some()) {
            row("", &format!("{}: {}", file.path, counted(file.rows.unwrap_or(0), "row")));
        }
        row(
            "scope",
            &match dataset.omissions() {
                None => "all dates, every strategy".to_owned(),
                Some(omissions) => format!("PARTIAL: {omissions}"),
            },
        );
        row(
            "here",
            &match missing.as_slice() {
                [] => "every file, with its size; `almanac verify` looks into them".to_owned(),
                missing => format!("not here, or of another size: {}", missing.join(", ")),
            },
        );
        output::print(&text)
    }
}
