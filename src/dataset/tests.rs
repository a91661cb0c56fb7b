use super::*;
use crate::puzzle::BUILT_IN;
use std::collections::BTreeSet;

#[test]
fn names_of_tables_and_columns_are_distinct_and_plain() {
    let plain = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    let tables: BTreeSet<&str> = TABLES.iter().map(|table| table.name).collect();
    assert_eq!(tables.len(), TABLES.len());
    for puzzle in BUILT_IN.iter().map(|entry| entry.puzzle()) {
        for table in TABLES {
            let columns = (table.columns)(&puzzle);
            let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            assert_eq!(names.len(), columns.len(), "{}", table.name);
            assert!(names.iter().all(|name| plain(name)), "{names:?}");
            assert!(table.key.iter().all(|key| names.contains(key)), "{}", table.name);
            assert!(columns.iter().all(|column| !column.meaning.is_empty()));
        }
    }
}

#[test]
fn reserved_names_are_those_of_the_tables() {
    let puzzle = crate::puzzle::built_in("weekday").expect("built in");
    let named: Vec<String> = puzzle
        .groups
        .iter()
        .map(|group| &group.name)
        .chain(puzzle.pieces.iter().map(|piece| &piece.name))
        .map(|name| column_name(name))
        .collect();
    // The tables whose columns are named after groups or pieces.
    for table in TABLES.iter().filter(|table| ["dates", "solutions"].contains(&table.name)) {
        for column in (table.columns)(&puzzle).into_iter().filter(|column| !named.contains(&column.name)) {
            assert!(crate::puzzle::RESERVED_NAMES.contains(&column.name.as_str()), "{}", column.name);
        }
    }
}

#[test]
fn schemas_are_as_published() {
    let puzzle = crate::puzzle::built_in("weekday").expect("built in");
    let mut text = String::new();
    for table in TABLES {
        text += &format!("{} ({}), key {}\n", table.name, table.grain, table.key.join(" "));
        for column in (table.columns)(&puzzle) {
            let null = if column.null_means.is_some() { ", may be null" } else { "" };
            let range = column.range.map(|range| format!(", {range}")).unwrap_or_default();
            text += &format!("    {} {} [{}]{range}{null}\n", column.name, column.kind.name(), column.unit);
        }
        for key in (table.foreign_keys)(&puzzle) {
            text += &format!("  {} of {} {}\n", key.columns.join(" "), key.table, key.to.join(" "));
        }
    }
    // A change here is a change for everyone who reads the tables: see SCHEMA_VERSION.
    assert_eq!(text, include_str!("schemas.txt"), "\n{text}");
}
