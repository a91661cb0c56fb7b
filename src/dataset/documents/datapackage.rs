//! A data package in the format of Frictionless Data, version 2.

use super::super::{Column, FileEntry, Kind, LICENSE, LICENSE_URL, Range, Table};
use super::{Document, Subject, json_text};
use serde_json::{Map, Value, json};

pub(super) const DOCUMENT: Document =
    Document { path: "datapackage.json", deterministic: true, write: datapackage };

/// The tables without lists, which the format's reader of Parquet does not know.
fn datapackage(subject: &Subject) -> String {
    let tables: Vec<(&Table, &FileEntry)> =
        subject.tables().filter(|(table, _)| is_flat(table, subject)).collect();
    let known: Vec<&str> = tables.iter().map(|(table, _)| table.name).collect();
    let resources: Vec<Value> =
        tables.iter().map(|(table, file)| resource(subject, table, file, &known)).collect();
    json_text(&json!({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": subject.name(),
        "title": subject.title(),
        "description": subject.description(),
        "version": env!("CARGO_PKG_VERSION"),
        "keywords": subject.keywords(),
        "licenses": [{ "name": LICENSE, "path": LICENSE_URL }],
        "sources": [{ "title": subject.puzzle.source }],
        "resources": resources,
    }))
}

fn is_flat(table: &Table, subject: &Subject) -> bool {
    (table.columns)(subject.puzzle).iter().all(|column| !column.kind.is_list())
}

/// A table. The format can say that a key names rows of `known` tables only.
fn resource(subject: &Subject, table: &Table, file: &FileEntry, known: &[&str]) -> Value {
    let single_key = |column: &Column| table.key == [column.name.as_str()];
    let fields: Vec<Value> =
        (table.columns)(subject.puzzle).iter().map(|column| field(column, single_key(column))).collect();
    let foreign_keys = (table.foreign_keys)(subject.puzzle).into_iter();
    let foreign_keys: Vec<Value> = foreign_keys
        .filter(|key| known.contains(&key.table))
        .map(|key| json!({ "fields": key.columns, "reference": { "resource": key.table, "fields": key.to } }))
        .collect();
    let mut resource = json!({
        "name": table.name,
        "type": "table",
        "path": table.path(),
        "description": format!("A row is {}.", table.grain),
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        "schema": {
            "fields": fields,
            "primaryKey": table.key,
            "foreignKeys": foreign_keys,
            // As which readers by way of pandas see nulls; the files themselves have nulls.
            "missingValues": ["nan"],
        },
    });
    // That of other tables differs from run to run. Sizes are left out: the format's reader does not count the bytes of
    // Parquet, and finds each wrong.
    if table.deterministic {
        resource["hash"] = json!(format!("sha256:{}", file.sha256));
    }
    resource
}

fn field(column: &Column, unique: bool) -> Value {
    let mut constraints = Map::new();
    let mut constrain = |name: &str, value: Option<Value>| {
        constraints.extend(value.map(|value| (name.to_owned(), value)));
    };
    constrain("required", column.null_means.is_none().then_some(Value::Bool(true)));
    constrain("unique", unique.then_some(Value::Bool(true)));
    match &column.range {
        Some(Range::Whole { least, most }) => {
            constrain("minimum", least.map(Value::from));
            constrain("maximum", most.map(Value::from));
        }
        Some(Range::Real { least, most }) => {
            constrain("minimum", least.map(Value::from));
            constrain("maximum", most.map(Value::from));
        }
        Some(Range::Texts(texts)) => constrain("enum", Some(json!(texts))),
        None => {}
    }
    json!({
        "name": column.name,
        "type": data_type(column.kind),
        "description": column.description(),
        "constraints": constraints,
    })
}

fn data_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "boolean",
        Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Int64 => "integer",
        Kind::Float64 | Kind::Decimal => "number",
        Kind::Text => "string",
        Kind::Int8List => "array",
    }
}
