use super::*;
use crate::dataset::{GENERATOR, Options, PuzzleEntry, Range};
use serde_json::Value;
use std::collections::BTreeSet;

/// The documents of a dataset of the puzzle with all tables, by path.
fn written(puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let entry = |table: &Table| FileEntry {
        path: table.path(),
        rows: Some(7),
        bytes: 1_234,
        sha256: format!("sum-of-{}", table.name),
    };
    let (same, varying): (Vec<&Table>, Vec<&Table>) = TABLES.iter().partition(|table| table.deterministic);
    let manifest = Manifest::new(
        PuzzleEntry {
            name: puzzle.name.clone(),
            title: puzzle.title.clone(),
            definition_sha256: puzzle.definition_sha256.clone(),
            dates: puzzle.date_count(),
        },
        Options {
            dates: "all".to_owned(),
            dates_solved: 1,
            strategies: Vec::new(),
            node_limit: 5,
            shard: None,
        },
        true,
        same.into_iter().map(entry).collect(),
    );
    let varying: Vec<FileEntry> = varying.into_iter().map(entry).collect();
    let subject = Subject { puzzle, manifest: &manifest, varying: &varying, figures: &[], claims: None };
    DOCUMENTS.iter().map(|document| (document.path, (document.write)(&subject))).collect()
}

fn puzzles() -> Vec<Puzzle> {
    let everything = include_str!("../../../tests/puzzles/everything.toml");
    let everything =
        crate::puzzle::Definition::from_toml(everything).expect("a definition").validate().expect("valid");
    BUILT_IN.iter().map(|entry| entry.puzzle()).chain([everything]).collect()
}

fn document(documents: &[(&'static str, String)], path: &str) -> String {
    documents.iter().find(|(found, _)| *found == path).expect(path).1.clone()
}

fn json(documents: &[(&'static str, String)], path: &str) -> Value {
    serde_json::from_str(&document(documents, path)).expect(path)
}

/// The names in a list of objects, in order.
fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|entry| entry["name"].as_str().expect("a name")).collect()
}

#[test]
fn every_table_and_column_is_in_every_document() {
    for puzzle in puzzles() {
        let documents = written(&puzzle);
        let (card, views) = (document(&documents, "README.md"), document(&documents, "views.sql"));
        let (croissant, package) = (json(&documents, "croissant.json"), json(&documents, "datapackage.json"));
        assert!(names(&croissant["recordSet"]).into_iter().eq(TABLES.iter().map(|table| table.name)));
        for (place, table) in TABLES.iter().enumerate() {
            let columns = (table.columns)(&puzzle);
            let section = card.split(&format!("### `{}`\n", table.path())).nth(1).expect(table.name);
            let section = section.split("\n##").next().expect("text");
            let view = views.split(&format!("VIEW \"{}\" AS\n", table.name)).nth(1).expect(table.name);
            let select = view.lines().next().expect("a line");
            let wanted: Vec<String> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
            assert_eq!(select, format!("SELECT {}", wanted.join(", ")));
            for column in &columns {
                assert!(section.contains(&format!("| `{}` | {} |", column.name, column.kind.name())));
                assert!(
                    view.contains(&format!("COMMENT ON COLUMN \"{}\".\"{}\" IS '", table.name, column.name))
                );
            }
            let fields = names(&croissant["recordSet"][place]["field"]);
            let wanted = columns.iter().map(|column| format!("{}/{}", table.name, column.name));
            assert!(fields.into_iter().eq(wanted), "{}", table.name);
            let resources = package["resources"].as_array().expect("a list");
            let resource = resources.iter().find(|resource| resource["name"] == table.name);
            let lists = columns.iter().any(|column| column.kind.is_list());
            assert_eq!(resource.is_none(), lists, "{}", table.name);
            if let Some(resource) = resource {
                let fields = names(&resource["schema"]["fields"]);
                assert!(fields.into_iter().eq(columns.iter().map(|column| column.name.as_str())));
            }
        }
    }
}

#[test]
fn what_differs_from_run_to_run_is_in_no_deterministic_document() {
    for (path, text) in written(&crate::puzzle::built_in("mini").expect("built in")) {
        for table in TABLES.iter().filter(|table| !table.deterministic) {
            assert!(!text.contains(&format!("sum-of-{}", table.name)), "{path} tells of {}", table.name);
        }
    }
}

#[test]
fn foreign_keys_are_columns_and_keys() {
    for puzzle in puzzles() {
        for table in TABLES {
            let columns = (table.columns)(&puzzle);
            let own: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            for key in (table.foreign_keys)(&puzzle) {
                assert!(key.columns.iter().all(|column| own.contains(column.as_str())), "{key:?}");
                let other = TABLES.iter().find(|other| other.name == key.table).expect(key.table);
                // The only other columns without equal values are the names of the pieces.
                let is_key = other.key.iter().eq(key.to.iter())
                    || (key.table, key.to == ["piece"]) == ("pieces", true);
                assert!(is_key, "{key:?}");
                assert_eq!(key.columns.len(), key.to.len());
            }
        }
    }
}

#[test]
fn ranges_are_of_their_columns_and_not_empty() {
    for puzzle in puzzles() {
        for column in TABLES.iter().flat_map(|table| (table.columns)(&puzzle)) {
            let fits = match (&column.range, column.kind.name()) {
                (Some(Range::Whole { least, most }), kind) => {
                    kind.contains("int") && least.is_none_or(|least| most.is_none_or(|most| least <= most))
                }
                (Some(Range::Real { .. }), kind) => kind == "float64",
                (Some(Range::Texts(_)), kind) => kind == "string",
                (None, _) => true,
            };
            assert!(fits, "{}: {column:?}", puzzle.name);
        }
    }
}

#[test]
fn texts_keep_their_quotes() {
    let mut puzzle = crate::puzzle::built_in("mini").expect("built in");
    puzzle.title = "Anna's \"mini\"".to_owned();
    let documents = written(&puzzle);
    assert!(
        document(&documents, "README.md")
            .starts_with("---\npretty_name: \"Anna's \\\"mini\\\": the almanac\"\n")
    );
    assert_eq!(json(&documents, "datapackage.json")["title"], "Anna's \"mini\": the almanac");
    assert!(document(&documents, "views.sql").contains("-- Anna's \"mini\": the almanac"));
    assert!(json(&documents, "croissant.json")["citeAs"].as_str().expect("text").contains(GENERATOR));
}
