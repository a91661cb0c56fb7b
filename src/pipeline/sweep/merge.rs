//! Shards of a sweep become one.

use super::{Shard, SweepJobError, SweepSummary, Timed, nothing_is_lost, publish, sets_sha256};
use crate::atlas::Observer;
use crate::checksum;
use crate::dataset::sweep::{SweepManifest, SweepOptions, SweepWriter, read_set_dates, read_sets};
use crate::dataset::{DEFINITION_NAME, Staged};
use crate::puzzle::{Definition, Puzzle};
use crate::sweep::{Family, PieceSet};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Joins the shards in `folders` into the sweep that an undivided run makes, with the same bytes.
///
/// # Errors
/// [`SweepJobError::Shards`], which lists every shard that is missing, there twice, or of something else; others, see there.
pub fn merge_sweeps(
    folders: &[PathBuf],
    out: &Path,
    overwrite: bool,
    observer: &dyn Observer,
) -> Result<SweepSummary, SweepJobError> {
    let (shards, whole) = all_shards(folders)?;
    nothing_is_lost(out, overwrite)?;
    let staged = Staged::new(out, &[])?;
    nothing_is_lost(out, overwrite)?;
    let timed = Timed::new(observer);
    timed.stage("shards", shards.len());
    let (puzzle, family) = opened(&shards[0], &whole)?;
    let mut writer = SweepWriter::new(&puzzle, &family, &staged)?;
    let mut all: Vec<PieceSet> = Vec::new();
    for folder in &shards {
        if observer.is_cancelled() {
            return Err(SweepJobError::Cancelled);
        }
        let damaged =
            |problem: &str| SweepJobError::Damaged { folder: folder.clone(), problem: problem.to_owned() };
        let rows = read_sets(folder)?;
        let mut next = rows.iter();
        read_set_dates(folder, puzzle.date_count(), |set_id, counts| {
            let row = next.next().filter(|row| row.set_id == set_id && set_id == all.len());
            let row = row
                .filter(|row| row.set.is_subset(family.all()) && row.solutions == counts.iter().sum::<u64>());
            let row = row.ok_or_else(|| damaged("its tables do not fit each other"))?;
            all.push(row.set);
            Ok::<(), SweepJobError>(writer.push(set_id, row.set, counts)?)
        })?;
        if next.next().is_some() {
            return Err(damaged("it lacks dates"));
        }
        timed.advance();
    }
    if all.len() != whole.sets || sets_sha256(&family, all.into_iter()) != whole.sets_sha256 {
        return Err(SweepJobError::Shards(vec![
            "together they have other sets than their manifests say".to_owned(),
        ]));
    }
    timed.stage("tables", 1);
    let tables = writer.finish()?;
    timed.advance();
    publish(&puzzle, whole, tables, staged, timed, 1)
}

/// The folders of all shards in their order, and what the whole was asked for.
fn all_shards(folders: &[PathBuf]) -> Result<(Vec<PathBuf>, SweepOptions), SweepJobError> {
    let mut problems = Vec::new();
    let mut shards: BTreeMap<usize, PathBuf> = BTreeMap::new();
    let mut first: Option<(PathBuf, SweepManifest, usize)> = None;
    for folder in folders {
        let shown = folder.display();
        let (manifest, shard) = match shard(folder) {
            Ok(found) => found,
            Err(problem) => {
                problems.push(format!("{shown}: {problem}"));
                continue;
            }
        };
        if let Some((other, wanted, of)) = &first {
            let differences = differences(&manifest, wanted, shard, *of);
            if !differences.is_empty() {
                problems.push(format!(
                    "{shown} is of another sweep than {}: {}",
                    other.display(),
                    differences.join("; ")
                ));
                continue;
            }
        }
        if let Some(other) = shards.insert(shard.number, folder.clone()) {
            problems.push(format!("{shown} and {} are both shard {shard}", other.display()));
        }
        first.get_or_insert((folder.clone(), manifest, shard.of));
    }
    let Some((_, manifest, of)) = first else { return Err(SweepJobError::Shards(problems)) };
    let missing = (1..=of).filter(|number| !shards.contains_key(number));
    let missing: Vec<String> = missing.map(|number| format!("{number}/{of}")).collect();
    if !missing.is_empty() {
        problems.push(format!("missing: shard {}", missing.join(", ")));
    }
    match problems.is_empty() {
        true => Ok((shards.into_values().collect(), SweepOptions { shard: None, ..manifest.options })),
        false => Err(SweepJobError::Shards(problems)),
    }
}

/// The shard in a folder, whose files must be those of its manifest.
fn shard(folder: &Path) -> Result<(SweepManifest, Shard), String> {
    if folder.is_file() {
        return Err("it is a file, and a shard is a folder".to_owned());
    }
    let manifest = SweepManifest::read(folder).map_err(|error| error.to_string())?;
    let manifest = manifest.ok_or("there is no complete shard in it; run it again")?;
    let Some(shard) = manifest.options.shard.as_deref().and_then(|shard| shard.parse().ok()) else {
        return Err("it is a sweep, but no shard; `almanac sweep --shard` makes one".to_owned());
    };
    for file in &manifest.files {
        let found = File::open(folder.join(&file.path)).and_then(checksum::of_reader);
        if !found.is_ok_and(|found| found == file.sha256) {
            return Err(format!(
                "{} is missing or another one than its manifest lists; run it again",
                file.path
            ));
        }
    }
    Ok((manifest, shard))
}

fn differences(one: &SweepManifest, other: &SweepManifest, shard: Shard, of: usize) -> Vec<String> {
    let (a, b) = (&one.options, &other.options);
    [
        (one.generator != other.generator, format!("made by {}, not {}", one.generator, other.generator)),
        (one.puzzle != other.puzzle, format!("the puzzle {}, not {}", one.puzzle.name, other.puzzle.name)),
        (a.told() != b.told(), format!("the pieces {}, not {}", a.told(), b.told())),
        (
            a.told() == b.told()
                && (a.family != b.family || a.sets_sha256 != b.sets_sha256 || a.wrong_area != b.wrong_area),
            "other sets".to_owned(),
        ),
        (shard.of != of, format!("shard {shard}, not one of {of}")),
    ]
    .into_iter()
    .filter_map(|(differs, what)| differs.then_some(what))
    .collect()
}

/// The puzzle and the family of a sweep in a folder.
pub(super) fn opened(folder: &Path, options: &SweepOptions) -> Result<(Puzzle, Family), SweepJobError> {
    let damaged = |problem: String| SweepJobError::Damaged { folder: folder.to_owned(), problem };
    let text = std::fs::read_to_string(folder.join(DEFINITION_NAME));
    let text = text.map_err(|error| damaged(format!("{DEFINITION_NAME} cannot be read: {error}")))?;
    let puzzle = Definition::from_toml(&text).and_then(|definition| definition.validate());
    let puzzle = puzzle.map_err(|error| damaged(format!("{DEFINITION_NAME}: {error}")))?;
    let family =
        options.family().ok_or_else(|| damaged("its manifest names pieces that there are not".to_owned()))?;
    Ok((puzzle, family))
}
