//! Views of the tables for DuckDB, with all that is said of them as comments.

use super::{Document, Subject};
use std::fmt::Write;

pub(super) const DOCUMENT: Document = Document { path: "views.sql", deterministic: true, write: views };

/// For each table a view that names its columns, and comments on it and on each of them.
fn views(subject: &Subject) -> String {
    let mut text = format!(
        "-- {}: a view of each table, for DuckDB.\n\
         -- Run it in the folder of the dataset, since the paths are relative to that: duckdb -init views.sql\n\
         -- A view of a file that is not there cannot be made; the others can.\n",
        subject.title().replace('\n', " ")
    );
    for (table, _) in subject.tables() {
        let columns = (table.columns)(subject.puzzle);
        let names: Vec<String> = columns.iter().map(|column| name(&column.name)).collect();
        let view = name(table.name);
        let _ = write!(
            text,
            "\nCREATE OR REPLACE VIEW {view} AS\nSELECT {}\nFROM read_parquet({});\n",
            names.join(", "),
            literal(&table.path())
        );
        let grain = format!("a row is {}; key and order: {}", table.grain, table.key.join(", "));
        let _ = writeln!(text, "COMMENT ON VIEW {view} IS {};", literal(&grain));
        for (column, name) in columns.iter().zip(&names) {
            let comment = literal(&column.description());
            let _ = writeln!(text, "COMMENT ON COLUMN {view}.{name} IS {comment};");
        }
    }
    text
}

/// A name, which may be a word of the language, such as `row`.
fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
