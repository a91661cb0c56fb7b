//! The dataset in `output/` is what this program makes, as far as that can be told without solving every date
//! again: its files are the listed ones, its figures and its documents follow from its tables, and the tables have
//! the known sums. Without `output/manifest.json` there is nothing to check.

use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use tiling_almanac::atlas::rank_correlation;
use tiling_almanac::checksum;
use tiling_almanac::cover::Cover;
use tiling_almanac::dataset::{
    DEFINITION_NAME, DOCUMENTS, FileEntry, GENERATOR, MANIFEST_NAME, Manifest, RUN_NAME, SCHEMA_VERSION,
    Subject, TABLES, Table, Tables, TestedClaim,
};
use tiling_almanac::digits::grouped;
use tiling_almanac::plot::figures::{FIGURES, Source};
use tiling_almanac::puzzle::{Puzzle, built_in};
use tiling_almanac::search::STRATEGIES;
use tiling_almanac::search::frontier::first_empty_nodes;

/// What to do when a test of this file fails.
const MEND: &str = "the dataset in output/ is not what this program makes; \
     `cargo run --release -- generate --overwrite` mends it";
/// Too large to be kept with the source.
const NOT_COMMITTED: [&str; 2] = ["tables/solutions.parquet", "tables/placement_use.parquet"];
/// Made by commands of their own, `almanac tromino --publish` and `almanac sweep`, and no part of the dataset.
const OTHER_FOLDERS: [&str; 2] = ["tromino", "sweep"];

struct Committed {
    folder: PathBuf,
    manifest: Manifest,
    puzzle: Puzzle,
    tables: Tables,
}

impl Committed {
    /// The dataset; `None` if there is none.
    fn read() -> Option<Self> {
        let folder = PathBuf::from("output");
        let Ok(manifest) = fs::read(folder.join(MANIFEST_NAME)) else {
            println!("left out: {} cannot be read", folder.join(MANIFEST_NAME).display());
            return None;
        };
        let manifest: Manifest = serde_json::from_slice(&manifest).expect("a manifest of this version");
        let puzzle = built_in(&manifest.puzzle.name).expect("a built-in puzzle");
        let tables = Tables::in_folder(&folder);
        Some(Self { folder, manifest, puzzle, tables })
    }

    fn contents(&self, path: &str) -> Vec<u8> {
        fs::read(self.folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}; {MEND}"))
    }

    /// A column of whole numbers; a missing value is `None`.
    fn numbers(&self, table: &str, column: &str) -> Vec<Option<i64>> {
        let values = self.tables.numbers(table, column).expect("a column of numbers");
        // Far below 2^53, so exact in floating point.
        values.into_iter().map(|value| value.map(|value| value as i64)).collect()
    }

    /// A column in which nothing is missing.
    fn all_numbers(&self, table: &str, column: &str) -> Vec<i64> {
        let values = self.numbers(table, column).into_iter().collect::<Option<Vec<_>>>();
        values.unwrap_or_else(|| panic!("{table}.{column}: a value is missing; {MEND}"))
    }

    fn texts(&self, table: &str, column: &str) -> Vec<String> {
        self.tables.texts(table, column).expect("a column of texts")
    }
}

#[test]
fn manifest_is_that_of_all_dates_of_the_weekday_puzzle() {
    let Some(committed) = Committed::read() else { return };
    let Committed { manifest, puzzle, .. } = &committed;
    assert_eq!(committed.contents(DEFINITION_NAME), puzzle.definition.as_bytes(), "{MEND}");
    assert_eq!((manifest.generator.as_str(), manifest.schema_version), (GENERATOR, SCHEMA_VERSION), "{MEND}");
    let said = (&*manifest.puzzle.name, &manifest.puzzle.title, &manifest.puzzle.definition_sha256);
    assert_eq!(said, ("weekday", &puzzle.title, &puzzle.definition_sha256), "{MEND}");
    assert_eq!((manifest.puzzle.dates, manifest.options.dates_solved), (2_604, 2_604), "{MEND}");
    let strategies = STRATEGIES.iter().map(|strategy| strategy.name);
    assert!(strategies.eq(manifest.options.strategies.iter().map(String::as_str)), "{MEND}");
    assert!(!manifest.partial, "{MEND}");
    let mut written = serde_json::to_vec_pretty(manifest).expect("it becomes JSON");
    written.push(b'\n');
    assert!(committed.contents(MANIFEST_NAME) == written, "{MANIFEST_NAME}: other bytes; {MEND}");
}

#[test]
fn files_are_the_listed_ones() {
    let Some(committed) = Committed::read() else { return };
    let listed: Vec<&str> = committed.manifest.files.iter().map(|file| &*file.path).collect();
    let tables = TABLES.iter().map(|table| (table.path(), table.deterministic));
    let figures = FIGURES.iter().map(|figure| (figure.path(), figure.deterministic));
    let definition = (DEFINITION_NAME.to_owned(), true);
    let documents = DOCUMENTS.iter().map(|document| (document.path.to_owned(), document.deterministic));
    let known: BTreeMap<String, bool> = tables.chain(figures).chain(documents).chain([definition]).collect();
    let wanted: BTreeSet<&str> = known.iter().filter(|(_, same)| **same).map(|(path, _)| &**path).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), wanted, "{MEND}");

    for file in &committed.manifest.files {
        let path = committed.folder.join(&file.path);
        if NOT_COMMITTED.contains(&&*file.path) && !path.exists() {
            continue;
        }
        let contents = committed.contents(&file.path);
        let found = (contents.len() as u64, checksum::of_bytes(&contents));
        assert_eq!(found, (file.bytes, file.sha256.clone()), "{}; {MEND}", file.path);
    }

    let mut folders = vec![committed.folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let inside =
                path.strip_prefix(&committed.folder).expect("inside").to_string_lossy().replace('\\', "/");
            if OTHER_FOLDERS.contains(&&*inside) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let expected = known.contains_key(&inside) || [MANIFEST_NAME, RUN_NAME].contains(&&*inside);
                assert!(expected, "output/{inside} is no file of a dataset");
            }
        }
    }
}

#[test]
fn figures_and_documents_follow_from_the_tables() {
    let Some(committed) = Committed::read() else { return };
    let Committed { manifest, puzzle, tables, .. } = &committed;
    let cover = Cover::new(puzzle);
    let source = Source { puzzle, cover: &cover, tables };
    for figure in FIGURES.iter().filter(|figure| figure.deterministic) {
        let drawn = figure.png(&source).expect("it can be drawn").expect("it has something to show");
        assert!(committed.contents(&figure.path()) == drawn, "{}: other bytes; {MEND}", figure.path());
    }

    // The documents tell path and rows of the files that vary; timings, not committed, have the rows of the searches.
    let claims = TestedClaim::read(tables).expect("a table of claims");
    let rows = |table: &Table| match table.name {
        "claims" => claims.len(),
        _ => committed.texts("searches", "strategy").len(),
    };
    let varying = TABLES.iter().filter(|table| !table.deterministic).map(|table| FileEntry {
        path: table.path(),
        rows: Some(rows(table) as u64),
        bytes: 0,
        sha256: String::new(),
    });
    let figures: Vec<(String, String)> =
        FIGURES.iter().map(|figure| (figure.path(), figure.title.to_owned())).collect();
    let varying: Vec<FileEntry> = varying.collect();
    let subject = Subject { puzzle, manifest, varying: &varying, figures: &figures, claims: Some(&claims) };
    for document in DOCUMENTS {
        let written = (document.write)(&subject);
        let contents = committed.contents(document.path);
        assert_eq!(String::from_utf8_lossy(&contents), written, "{}; {MEND}", document.path);
    }
}

#[test]
fn tables_have_the_known_sums() {
    let Some(committed) = Committed::read() else { return };
    let dates = committed.all_numbers("dates", "date_id");
    assert!(dates.iter().copied().eq(0..2_604), "{MEND}");
    let solutions = committed.all_numbers("dates", "solutions");
    let occurrences = committed.all_numbers("dates", "occurrences_400y");
    let existing = solutions.iter().zip(&occurrences).filter(|(_, times)| **times > 0);
    assert_eq!(solutions.iter().sum::<i64>(), 4_937_780);
    assert_eq!(existing.clone().count(), 2_562);
    assert_eq!(existing.map(|(solutions, _)| solutions).sum::<i64>(), 4_864_096);
    assert_eq!((solutions.iter().min(), solutions.iter().max()), (Some(&97), Some(&10_374)));

    for (column, least, most) in [
        ("expected_nodes_first_empty", 705.659, 84_830.256),
        ("expected_nodes_mrv", 163.534_692, 1_203.675_654),
    ] {
        let efforts = committed.tables.numbers("dates", column).expect("a column of numbers");
        let efforts: Vec<f64> =
            efforts.into_iter().collect::<Option<_>>().expect("every date has a solution");
        let range = efforts.iter().fold((f64::MAX, 0.0), |(a, b), &x| (f64::min(a, x), f64::max(b, x)));
        assert!((range.0 - least).abs() < 6e-4 && (range.1 - most).abs() < 6e-4, "{column}: {range:?}");
    }

    let of_searches = |column| committed.texts("searches", column);
    let (strategies, goals, outcomes) =
        (of_searches("strategy"), of_searches("goal"), of_searches("outcome"));
    let nodes = committed.all_numbers("searches", "nodes");
    let searched = committed.all_numbers("searches", "date_id");
    let found = committed.numbers("searches", "solutions");
    // Of each strategy that walks full trees: dates and nodes.
    let mut trees: BTreeMap<&str, (BTreeSet<i64>, i64)> = BTreeMap::new();
    for row in 0..nodes.len() {
        let what = format!("{}, {}, date {}", strategies[row], goals[row], searched[row]);
        let exhausted = outcomes[row] == "exhausted";
        let known = solutions[searched[row] as usize];
        assert_eq!(found[row], exhausted.then_some(known), "{what}");
        assert_eq!(exhausted, goals[row] == "all", "{what}: every date has a solution");
        if exhausted {
            let (dates, sum) = trees.entry(&strategies[row]).or_default();
            assert!(dates.insert(searched[row]), "{what}: twice");
            *sum += nodes[row];
        }
    }
    for strategy in STRATEGIES {
        let dates = trees.get(strategy.name).map_or(0, |(dates, _)| dates.len());
        assert_eq!(dates, if strategy.exhaustive { 2_604 } else { 0 }, "{}", strategy.name);
    }
    for (strategy, known) in [
        ("first-empty", 5_794_693_899),
        ("last-empty", 3_413_887_612),
        ("mrv", 618_040_274),
        ("dlx", 598_995_306),
    ] {
        assert_eq!(trees[strategy].1, known, "{strategy}");
    }
}

/// The nodes of first-empty, as walked, against the ways in the diagram, on every date so far apart.
fn walked_nodes_are_those_of_the_diagram(step: usize) {
    let Some(committed) = Committed::read() else { return };
    let cover = Cover::new(&committed.puzzle);
    let of_searches = |column| committed.texts("searches", column);
    let (strategies, goals) = (of_searches("strategy"), of_searches("goal"));
    let nodes = committed.all_numbers("searches", "nodes");
    let dates = committed.all_numbers("searches", "date_id");
    let walked = (0..nodes.len()).filter(|&row| strategies[row] == "first-empty" && goals[row] == "all");
    let walked: Vec<(usize, u64)> = walked.map(|row| (dates[row] as usize, nodes[row] as u64)).collect();
    assert_eq!(walked.len(), 2_604, "{MEND}");
    walked.par_iter().step_by(step).for_each(|&(date, nodes)| {
        let target = committed.puzzle.target(&committed.puzzle.date(date));
        assert_eq!(first_empty_nodes(&cover, target), Ok(nodes), "date {date}; {MEND}");
    });
}

#[test]
fn walked_nodes_of_some_dates_are_those_of_the_diagram() {
    walked_nodes_are_those_of_the_diagram(31);
}

#[test]
#[ignore = "takes about a minute: cargo test --release --test committed -- --ignored"]
fn walked_nodes_of_all_dates_are_those_of_the_diagram() {
    walked_nodes_are_those_of_the_diagram(1);
}

#[test]
fn readme_tells_what_the_tables_say() {
    let Some(committed) = Committed::read() else { return };
    let whole = |values: Vec<Option<f64>>| -> Vec<f64> { values.into_iter().flatten().collect() };
    let dates = |column: &str| whole(committed.tables.numbers("dates", column).expect(column));
    let commas = |number: f64| grouped(&format!("{number:.0}"));
    let of =
        |values: &[f64], choose: fn(f64, f64) -> f64| values.iter().copied().reduce(choose).expect("dates");
    let correlation = |x: &str, y: &str| {
        let pairs: Vec<(f64, f64)> = dates(x).into_iter().zip(dates(y)).collect();
        rank_correlation(&pairs).expect("they vary")
    };
    let text = |table: &str, column: &str| committed.texts(table, column);
    let (strategy, goal, order) =
        (text("searches", "strategy"), text("searches", "goal"), text("searches", "candidate_order"));
    let outcome = text("searches", "outcome");
    let nodes = whole(committed.tables.numbers("searches", "nodes").expect("nodes"));
    let rows = |name: &str, wanted: &str| -> Vec<usize> {
        let is_row = |&row: &usize| strategy[row] == name && goal[row] == wanted && order[row] == "canonical";
        (0..nodes.len()).filter(is_row).collect()
    };
    let first: Vec<f64> = rows("first-empty", "first").into_iter().map(|row| nodes[row]).collect();
    let expected = dates("expected_nodes_first_empty");
    let luck = rank_correlation(&first.into_iter().zip(expected.iter().copied()).collect::<Vec<_>>());
    let limited =
        rows("piece-order", "first").into_iter().filter(|&row| outcome[row] == "node-limit").count();
    let verdicts = text("claims", "verdict");
    let having = |verdict: &str| verdicts.iter().filter(|found| *found == verdict).count();
    let (solutions, mrv) = (dates("solutions"), dates("expected_nodes_mrv"));

    let mut told = vec![
        format!(
            "fewest ({}), Tuesday 7 June the most ({})",
            of(&solutions, f64::min),
            commas(of(&solutions, f64::max))
        ),
        format!("all {} solutions", commas(solutions.iter().sum())),
        format!("own mean over orders is only {:.2}", luck.expect("they vary")),
        format!("at only {:.2}", correlation("expected_nodes_first_empty", "expected_nodes_mrv")),
        format!("`first-empty` at {:.2}", correlation("solutions", "expected_nodes_first_empty")),
        format!("from {} nodes to {}", commas(of(&expected, f64::min)), commas(of(&expected, f64::max))),
        format!("from {} to {}", commas(of(&mrv, f64::min)), commas(of(&mrv, f64::max))),
        format!(
            "on {} of the {} dates it has found nothing",
            commas(limited as f64),
            commas(solutions.len() as f64)
        ),
        format!(
            "of {} claims {} hold, {} hold in part, {} do not hold, and {} cannot be compared",
            verdicts.len(),
            having("holds"),
            having("holds in part"),
            having("does not hold"),
            having("cannot be compared")
        ),
        format!("a verdict | {} |", verdicts.len()),
    ];
    for name in ["first-empty", "last-empty", "mrv", "dlx", "frontier"] {
        let total: f64 = rows(name, "all").into_iter().map(|row| nodes[row]).sum();
        told.push(format!("{} |", commas(total)));
    }
    let extreme = |rank: f64| -> Vec<String> {
        let ranks = dates("rank_difficulty");
        let labels = text("dates", "label");
        (0..ranks.len()).filter(|&row| ranks[row] == rank).map(|row| labels[row].clone()).collect()
    };
    assert_eq!(extreme(1.0), ["Nov 27 Wed"]);
    assert_eq!(extreme(of(&dates("rank_difficulty"), f64::max)), ["Jun 7 Tue", "Jul 1 Tue"]);
    told.push("is Wednesday 27 November; the easiest are Tuesday 7 June and Tuesday 1 July".to_owned());

    let readme = fs::read_to_string("README.md").expect("README.md");
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in told {
        assert!(readme.contains(&told), "README.md does not say {told:?}");
    }
}
