//! Shards become one dataset.

use super::journal::{JOURNAL_NAME, Read, SHARD_NAME};
use super::{PipelineError, Request, Shard};
use crate::atlas::Run;
use crate::dataset::{Dataset, OpenError};
use crate::puzzle::Selection;
use crate::search::STRATEGIES;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The request for the dataset of which the folders hold all shards: it makes the same bytes as a run that was never
/// divided, and makes no search again.
///
/// # Errors
/// [`PipelineError::Shards`], which lists every shard that is missing, there twice, or of something else.
pub fn merge_request(folders: &[PathBuf], out: &Path, threads: usize) -> Result<Request, PipelineError> {
    let mut problems = Vec::new();
    let mut shards: BTreeMap<usize, PathBuf> = BTreeMap::new();
    let mut first: Option<(PathBuf, Dataset, Read, usize)> = None;
    for folder in folders {
        let shown = folder.display();
        let (dataset, read, shard) = match shard(folder) {
            Ok(shard) => shard,
            Err(problem) => {
                problems.push(format!("{shown}: {problem}"));
                continue;
            }
        };
        if let Some((other, _, wanted, of)) = &first {
            let differences = read.header.differences(&wanted.header);
            let differences: Vec<String> =
                differences.into_iter().filter(|what| !what.starts_with("--shard")).collect();
            if shard.of != *of || !differences.is_empty() {
                let parts = format!("shard {shard}, that of {} one of {of}", other.display());
                problems.push(format!(
                    "{shown} is of another run: {}",
                    match differences.is_empty() {
                        true => parts,
                        false => differences.join("; ").replace(" now", &format!(" in {}", other.display())),
                    }
                ));
                continue;
            }
        }
        if let Some(other) = shards.insert(shard.number, folder.join(SHARD_NAME)) {
            let other = other.parent().unwrap_or(&other).display().to_string();
            problems.push(format!("{shown} and {other} are both shard {shard}"));
        }
        let lacking = lacking(&dataset, &read, shard);
        if lacking > 0 {
            problems.push(format!("{shown}: {SHARD_NAME} lacks {lacking} searches; make the shard anew"));
        }
        first.get_or_insert((folder.clone(), dataset, read, shard.of));
    }
    let Some((_, dataset, _, of)) = first else {
        return Err(PipelineError::Shards(problems));
    };
    let missing: Vec<String> = (1..=of)
        .filter(|number| !shards.contains_key(number))
        .map(|number| format!("{number}/{of}"))
        .collect();
    if !missing.is_empty() {
        problems.push(format!("missing: shard {}", missing.join(", ")));
    }
    if !problems.is_empty() {
        return Err(PipelineError::Shards(problems));
    }
    let options = &dataset.manifest.options;
    let selection = selection(&dataset).map_err(|problem| PipelineError::Shards(vec![problem]))?;
    Ok(Request {
        selection,
        filter: options.dates.clone(),
        strategies: STRATEGIES
            .iter()
            .filter(|strategy| options.strategies.iter().any(|name| name == strategy.name))
            .collect(),
        node_limit: options.node_limit,
        threads,
        folder: out.to_owned(),
        overwrite: false,
        draws: true,
        shard: None,
        shards: shards.into_values().collect(),
        restart: false,
        puzzle: dataset.puzzle,
    })
}

/// The dates of the whole of which a dataset is a shard.
fn selection(dataset: &Dataset) -> Result<Selection, String> {
    match dataset.manifest.options.dates.as_str() {
        "all" => Ok(Selection::all(&dataset.puzzle)),
        filter => dataset.puzzle.parse_selection(filter).map_err(|error| error.to_string()),
    }
}

/// The shard in a folder.
fn shard(folder: &Path) -> Result<(Dataset, Read, Shard), String> {
    if !folder.join(crate::dataset::MANIFEST_NAME).exists() && folder.join(JOURNAL_NAME).exists() {
        return Err("it is unfinished; run it again with the same options".to_owned());
    }
    let dataset = Dataset::open(folder).map_err(|error: OpenError| error.to_string())?;
    let Some(shard) = dataset.manifest.options.shard.as_deref().and_then(|shard| shard.parse().ok()) else {
        return Err("it is a dataset, but no shard; `almanac generate --shard` makes one".to_owned());
    };
    let read = Read::from(&folder.join(SHARD_NAME)).map_err(|error| error.to_string())?;
    let read = read.ok_or_else(|| format!("it has no {SHARD_NAME}; make the shard anew"))?;
    if read.header.shard() != dataset.manifest.options.shard.as_deref() {
        return Err(format!("its {SHARD_NAME} is of another shard; make it anew"));
    }
    Ok((dataset, read, shard))
}

/// How many of the searches of a shard its journal has not.
fn lacking(dataset: &Dataset, read: &Read, shard: Shard) -> usize {
    let Ok(selection) = selection(dataset) else { return 0 };
    let wanted = shard.part(&selection.ids);
    let named = |strategy: &&crate::search::Strategy| {
        dataset.manifest.options.strategies.iter().any(|name| name == strategy.name)
    };
    let strategies: Vec<_> = STRATEGIES.iter().filter(named).collect();
    let dates = read.dates();
    let runs = Run::all(&strategies, dataset.puzzle.exposes_one_of_each());
    let lacks = |run: &Run| {
        let title = run.title();
        let has = dates.get(title.as_str());
        wanted.iter().filter(|id| has.is_none_or(|has| !has.contains(id))).count()
    };
    runs.iter().map(lacks).sum()
}
