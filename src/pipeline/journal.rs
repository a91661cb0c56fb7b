//! What an interrupted run leaves: the searches that it made, from which the next one goes on.
//!
//! A journal is a file of lines. The first tells of what run it is, each of the others what one search found. Every line
//! begins with a checksum of the rest, so a line that was cut off, when the program was killed or the disk was full, is
//! told from the others; it is the last one, and goes.

use super::{PipelineError, Request};
use crate::atlas::{Measurement, OrderLuck, Run};
use crate::checksum;
use crate::dataset::{GENERATOR, SCHEMA_VERSION, WriteError};
use crate::search::{Outcome, Report};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The journal's name in the dataset's folder, while the dataset is unfinished.
pub const JOURNAL_NAME: &str = "unfinished.jsonl";
/// The name of the journal that a shard keeps, for it to be merged with the others.
pub const SHARD_NAME: &str = "shard.jsonl";
/// Hexadecimal digits of a line's checksum.
const CHECK: usize = 16;
/// How often the journal is brought to the disk.
const SYNC: Duration = Duration::from_secs(2);
/// The run of the random orders, in the journal.
const LUCK: &str = "random orders";

/// Of what run a journal is: what its searches depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    generator: String,
    schema_version: u32,
    puzzle: String,
    definition_sha256: String,
    dates: String,
    shard: Option<String>,
    strategies: Vec<String>,
    node_limit: u64,
}

impl Header {
    pub(super) fn of(request: &Request) -> Self {
        Self {
            generator: GENERATOR.to_owned(),
            schema_version: SCHEMA_VERSION,
            puzzle: request.puzzle.name.clone(),
            definition_sha256: request.puzzle.definition_sha256.clone(),
            dates: request.filter.clone(),
            shard: request.shard.map(|shard| shard.to_string()),
            strategies: request.strategies.iter().map(|strategy| strategy.name.to_owned()).collect(),
            node_limit: request.node_limit,
        }
    }

    /// The shard of which it is.
    pub(super) fn shard(&self) -> Option<&str> {
        self.shard.as_deref()
    }

    /// What differs, in words: there, and here.
    pub(super) fn differences(&self, wanted: &Self) -> Vec<String> {
        let shard = |header: &Self| header.shard.clone().unwrap_or_else(|| "none".to_owned());
        [
            ("program", self.generator.clone(), wanted.generator.clone()),
            ("schema version", self.schema_version.to_string(), wanted.schema_version.to_string()),
            ("puzzle", self.puzzle.clone(), wanted.puzzle.clone()),
            ("definition", self.definition_sha256.clone(), wanted.definition_sha256.clone()),
            ("--dates", self.dates.clone(), wanted.dates.clone()),
            ("--shard", shard(self), shard(wanted)),
            ("--strategies", self.strategies.join(","), wanted.strategies.join(",")),
            ("--node-limit", self.node_limit.to_string(), wanted.node_limit.to_string()),
        ]
        .into_iter()
        .filter(|(_, there, here)| there != here)
        .map(|(what, there, here)| format!("{what} {there} there, {here} now"))
        .collect()
    }
}

/// What a search found.
#[derive(Serialize, Deserialize)]
struct Line {
    run: String,
    date: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<Kept>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<OrderLuck>,
}

/// A measurement but for its solutions.
#[derive(Serialize, Deserialize)]
struct Kept {
    nodes: u64,
    visited: u64,
    outcome: String,
    /// The bits of the number, which so stays what it is.
    expected_nodes: Option<u64>,
    fingerprint: u64,
    cpu_ns: u64,
    wall_ns: u64,
    repeats: u16,
}

impl Kept {
    fn of(found: &Measurement) -> Self {
        // 2^64 ns are 584 years.
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self {
            nodes: found.report.nodes,
            visited: found.report.visited,
            outcome: found.report.outcome.name().to_owned(),
            expected_nodes: found.report.expected_nodes.map(f64::to_bits),
            fingerprint: found.fingerprint,
            cpu_ns: nanoseconds(found.cpu),
            wall_ns: nanoseconds(found.wall),
            repeats: found.repeats,
        }
    }

    fn measurement(&self, date_id: usize) -> Option<Measurement> {
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == self.outcome)?;
        Some(Measurement {
            date_id,
            report: Report {
                nodes: self.nodes,
                visited: self.visited,
                outcome,
                expected_nodes: self.expected_nodes.map(f64::from_bits),
            },
            fingerprint: self.fingerprint,
            solutions: Vec::new(),
            cpu: Duration::from_nanos(self.cpu_ns),
            wall: Duration::from_nanos(self.wall_ns),
            repeats: self.repeats,
        })
    }
}

/// A journal that was read.
pub(super) struct Read {
    pub(super) header: Header,
    lines: Vec<Line>,
    /// The bytes up to the last line that is whole.
    sound: u64,
}

impl Read {
    /// The journal at `path`; `None` if there is none, or a run was killed before it began.
    pub(super) fn from(path: &Path) -> Result<Option<Self>, PipelineError> {
        let bytes = match std::fs::read(path) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            read => read.map_err(|error| WriteError::at(path, error))?,
        };
        let mut sound = 0;
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let header = match lines.next() {
            None => return Ok(None),
            Some(line) => match checked(line).and_then(|text| serde_json::from_slice(text).ok()) {
                Some(header) => {
                    sound += line.len();
                    header
                }
                // Nothing but the start of a first line.
                None if !line.ends_with(b"\n") && line.len() < 4096 => return Ok(None),
                None => return Err(PipelineError::Foreign(path.to_owned())),
            },
        };
        let mut read = Vec::new();
        for line in lines {
            let Some(text) = checked(line).and_then(|text| serde_json::from_slice(text).ok()) else { break };
            sound += line.len();
            read.push(text);
        }
        Ok(Some(Self { header, lines: read, sound: sound as u64 }))
    }

    /// How many dates it has of each run.
    pub(super) fn dates(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut dates: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for line in &self.lines {
            dates.entry(&line.run).or_default().push(line.date);
        }
        dates
    }
}

/// A line without its checksum, if that is right.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (check, text) = line.strip_suffix(b"\n")?.split_at_checked(CHECK)?;
    let text = text.strip_prefix(b" ")?;
    (check == &checksum::of_bytes(text).as_bytes()[..CHECK]).then_some(text)
}

fn line(value: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec(value).expect("plain structs become JSON");
    let check = &checksum::of_bytes(&text)[..CHECK];
    [check.as_bytes(), b" ", &text, b"\n"].concat()
}

/// The journal of the run at hand.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
    kept: BTreeMap<String, BTreeMap<usize, Measurement>>,
    luck: BTreeMap<usize, OrderLuck>,
    /// Searches that need not be made again.
    pub(super) searches: usize,
}

impl Journal {
    /// Opens the journal in `folder`, with what an interrupted run of the same options left there and what the journals
    /// at `shards` say; or begins one.
    pub(super) fn open(folder: &Path, request: &Request) -> Result<Self, PipelineError> {
        let (path, header) = (folder.join(JOURNAL_NAME), Header::of(request));
        // What is no journal is refused, whatever is to become of one.
        let left = Read::from(&path)?.filter(|_| !request.restart);
        if let Some(left) = &left {
            let differences = left.header.differences(&header);
            if !differences.is_empty() {
                return Err(PipelineError::Unfinished { folder: folder.to_owned(), differences });
            }
        }
        let at = |error| WriteError::at(&path, error);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(at)?;
        file.set_len(left.as_ref().map_or(0, |left| left.sound)).map_err(at)?;
        let mut journal = Self {
            path,
            file,
            synced: Instant::now(),
            kept: BTreeMap::new(),
            luck: BTreeMap::new(),
            searches: 0,
        };
        std::io::Seek::seek(&mut journal.file, std::io::SeekFrom::End(0))
            .map_err(|error| WriteError::at(&journal.path, error))?;
        match left {
            Some(left) => journal.take_in(left),
            None => {
                journal.write(&line(&header))?;
                journal.sync()?;
            }
        }
        for path in &request.shards {
            if let Some(shard) = Read::from(path)? {
                for read in &shard.lines {
                    journal.write(&line(read))?;
                }
                journal.take_in(shard);
            }
        }
        Ok(journal)
    }

    fn take_in(&mut self, read: Read) {
        for line in read.lines {
            if let Some(found) = line.found.and_then(|kept| kept.measurement(line.date)) {
                self.kept.entry(line.run).or_default().insert(line.date, found);
            } else if let Some(luck) = line.luck {
                self.luck.insert(line.date, luck);
            }
            self.searches += 1;
        }
    }

    /// What is kept of a run, by date; asked for once.
    pub(super) fn take(&mut self, run: &Run) -> BTreeMap<usize, Measurement> {
        self.kept.remove(&run.title()).unwrap_or_default()
    }

    /// What is kept of the random orders, by date; asked for once.
    pub(super) fn take_luck(&mut self) -> BTreeMap<usize, OrderLuck> {
        std::mem::take(&mut self.luck)
    }

    pub(super) fn add(&mut self, run: &Run, found: &Measurement) -> Result<(), WriteError> {
        let (run, date) = (run.title(), found.date_id);
        self.write(&line(&Line { run, date, found: Some(Kept::of(found)), luck: None }))
    }

    pub(super) fn add_luck(&mut self, date: usize, luck: OrderLuck) -> Result<(), WriteError> {
        self.write(&line(&Line { run: LUCK.to_owned(), date, found: None, luck: Some(luck) }))
    }

    fn write(&mut self, line: &[u8]) -> Result<(), WriteError> {
        self.file.write_all(line).map_err(|error| WriteError::at(&self.path, error))?;
        if self.synced.elapsed() > SYNC { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> Result<(), WriteError> {
        self.file.sync_data().map_err(|error| WriteError::at(&self.path, error))?;
        self.synced = Instant::now();
        Ok(())
    }

    /// All its lines.
    pub(super) fn text(&self) -> Result<Vec<u8>, WriteError> {
        std::fs::read(&self.path).map_err(|error| WriteError::at(&self.path, error))
    }

    /// The dataset is complete, and the journal of no use.
    pub(super) fn remove(self) -> Result<(), WriteError> {
        drop(self.file);
        std::fs::remove_file(&self.path).map_err(|error| WriteError::at(&self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_cut_off_or_changed_are_told_from_others() {
        let whole = line(&Line { run: "mrv".into(), date: 3, found: None, luck: Some(None) });
        assert!(checked(&whole).is_some());
        for length in 0..whole.len() {
            assert!(checked(&whole[..length]).is_none(), "{length}");
            let mut changed = whole.clone();
            changed[length] ^= 1;
            assert!(checked(&changed).is_none(), "{length}");
        }
    }

    #[test]
    fn measurements_stay_what_they_are() {
        let report = Report {
            nodes: u64::MAX,
            visited: 7,
            outcome: Outcome::NodeLimit,
            expected_nodes: Some(0.1 + 0.2),
        };
        let found = Measurement {
            date_id: 5,
            report,
            fingerprint: u64::MAX - 1,
            solutions: vec![1, 2],
            cpu: Duration::from_nanos(17),
            wall: Duration::from_secs(3),
            repeats: 5,
        };
        let text = serde_json::to_vec(&Kept::of(&found)).expect("JSON");
        let again: Kept = serde_json::from_slice(&text).expect("JSON");
        let again = again.measurement(5).expect("an outcome");
        assert_eq!(again.report, found.report);
        assert_eq!((again.fingerprint, again.cpu, again.wall), (found.fingerprint, found.cpu, found.wall));
        assert_eq!((again.date_id, again.repeats, again.solutions.len()), (5, 5, 0));
    }
}
