//! A description in the format Croissant 1.0 of MLCommons.

use super::super::{Column, FileEntry, ForeignKey, Kind, LICENSE_URL, Table};
use super::{Document, Subject, json_text};
use serde_json::{Value, json};

pub(super) const DOCUMENT: Document =
    Document { path: "croissant.json", deterministic: true, write: croissant };

/// All tables as record sets.
fn croissant(subject: &Subject) -> String {
    // What the names in the format mean, as its specification has it.
    let context: Value =
        serde_json::from_str(include_str!("croissant_context.json")).expect("it is tested that this is JSON");
    let distribution: Vec<Value> = subject.tables().map(|(table, file)| resource(table, file)).collect();
    let record_sets: Vec<Value> = subject.tables().map(|(table, _)| record_set(subject, table)).collect();
    json_text(&json!({
        "@context": context,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": subject.name(),
        "alternateName": subject.title(),
        "description": subject.description(),
        "version": env!("CARGO_PKG_VERSION"),
        "license": LICENSE_URL,
        "citeAs": subject.citation(),
        "creator": { "@type": "sc:Organization", "name": "Tiling Almanac" },
        "keywords": subject.keywords(),
        "inLanguage": "en",
        "distribution": distribution,
        "recordSet": record_sets,
    }))
}

/// A table's file. A file must have a checksum, but that of a table that differs from run to run would make this
/// document differ, too: it stands as a set of files, which has none.
fn resource(table: &Table, file: &FileEntry) -> Value {
    let mut resource = json!({
        "@id": table.file_name(),
        "name": table.file_name(),
        "description": format!("The table {}: a row is {}.", table.name, table.grain),
        "encodingFormat": "application/x-parquet",
    });
    if table.deterministic {
        resource["@type"] = json!("cr:FileObject");
        resource["contentUrl"] = json!(table.path());
        resource["contentSize"] = json!(format!("{} B", file.bytes));
        resource["sha256"] = json!(file.sha256);
    } else {
        resource["@type"] = json!("cr:FileSet");
        resource["includes"] = json!(table.path());
    }
    resource
}

fn record_set(subject: &Subject, table: &Table) -> Value {
    let foreign_keys = (table.foreign_keys)(subject.puzzle);
    let fields: Vec<Value> = (table.columns)(subject.puzzle)
        .iter()
        .map(|column| field(table, column, foreign_keys.iter().filter(|key| subject.has(key.table))))
        .collect();
    let key: Vec<Value> = table.key.iter().map(|key| id(table.name, key)).collect();
    json!({
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": format!("A row is {}.", table.grain),
        "key": key,
        "field": fields,
    })
}

fn field<'a>(table: &Table, column: &Column, mut keys: impl Iterator<Item = &'a ForeignKey>) -> Value {
    let resource = if table.deterministic { "fileObject" } else { "fileSet" };
    let mut field = json!({
        "@type": "cr:Field",
        "@id": format!("{}/{}", table.name, column.name),
        "name": format!("{}/{}", table.name, column.name),
        "description": column.description(),
        "dataType": data_type(column.kind),
        "source": {
            resource: { "@id": table.file_name() },
            "extract": { "column": column.name },
        },
    });
    if column.kind.is_list() {
        field["repeated"] = json!(true);
    }
    // The format knows no keys of several columns.
    if let Some(key) = keys.find(|key| key.columns == [column.name.as_str()]) {
        field["references"] = json!({ "field": id(key.table, &key.to[0]) });
    }
    field
}

/// What names a field.
fn id(table: &str, column: &str) -> Value {
    json!({ "@id": format!("{table}/{column}") })
}

/// The type, of a list that of its elements.
fn data_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "sc:Boolean",
        Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Int64 | Kind::Int8List | Kind::Decimal => "sc:Integer",
        Kind::Float64 => "sc:Float",
        Kind::Text => "sc:Text",
    }
}
