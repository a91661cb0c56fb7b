//! The dataset card: what a folder of tables and figures is, for who finds it.

use super::super::{Column, ForeignKey, LICENSE, LICENSE_URL, Range, SCHEMA_VERSION, TestedClaim};
use super::{Document, Subject};
use crate::digits::grouped;
use serde_json::Value;
use std::fmt::Write;

/// The card's file name.
pub const CARD_NAME: &str = "README.md";

/// Of the claims it tells what was measured, which differs from run to run.
pub(super) const DOCUMENT: Document = Document { path: CARD_NAME, deterministic: false, write: card };

/// From so many rows on a dataset is of the next size.
const SIZES: [(u64, &str); 6] = [
    (0, "n<1K"),
    (1_000, "1K<n<10K"),
    (10_000, "10K<n<100K"),
    (100_000, "100K<n<1M"),
    (1_000_000, "1M<n<10M"),
    (10_000_000, "10M<n<100M"),
];

/// What holds for all datasets and is easily overlooked.
const LIMITS: [&str; 4] = [
    "A date is any combination of labels, whether a calendar has it or not.",
    "Nodes count the work of the strategies as this program implements them; those of frontier are states, not nodes of a tree.",
    "Times are those of one machine, and none of its speed can be told from the tables.",
    "A search with the outcome node-limit or out-of-memory tells nothing of the rest; null means that a value is not known or \
     that there is none, as told with each column.",
];

/// The card in Markdown, with a head for programs.
fn card(subject: &Subject) -> String {
    let Subject { puzzle, manifest, .. } = subject;
    let mut text = head(subject);
    line(&mut text, &format!("# {}", subject.title()));
    line(&mut text, &puzzle.note);
    line(&mut text, &subject.scope());
    line(
        &mut text,
        &format!(
            "Puzzle `{}`, SHA-256 of its definition's text `{}`; made by {}, schema version {SCHEMA_VERSION}. {}",
            puzzle.name, puzzle.definition_sha256, manifest.generator, puzzle.source
        ),
    );
    line(
        &mut text,
        "`manifest.json` lists the files that have the same bytes in every run, with their SHA-256; \
         `run.json` lists those that hold times of one run on one machine.",
    );
    line(
        &mut text,
        "Programs read the same as below in `croissant.json` (Croissant 1.0), in `datapackage.json` (Frictionless Data, \
         tables without lists) and in the metadata of each Parquet file; `views.sql` makes commented views in DuckDB.",
    );
    text.push_str("## Figures\n\n");
    for (path, title) in subject.figures {
        let _ = writeln!(text, "- [`{path}`]({path}): {title}");
    }
    tables(&mut text, subject);
    if let Some(claims) = subject.claims {
        claims_tested(&mut text, claims);
    }
    origin(&mut text, subject);
    text
}

/// The head in YAML, whose quoted texts are written as in JSON.
fn head(subject: &Subject) -> String {
    let mut text =
        format!("---\npretty_name: {}\nlicense: {}\n", quoted(&subject.title()), LICENSE.to_lowercase());
    text.push_str("language:\n- en\ntags:\n");
    for keyword in subject.keywords() {
        let _ = writeln!(text, "- {}", quoted(keyword));
    }
    let rows: u64 = subject.tables().filter_map(|(_, file)| file.rows).sum();
    let size = SIZES.iter().rev().find(|(least, _)| rows >= *least).map_or("", |(_, size)| size);
    let _ = writeln!(text, "size_categories:\n- {}\nconfigs:", quoted(size));
    for (place, (table, _)) in subject.tables().enumerate() {
        let _ = write!(
            text,
            "- config_name: {}\n  data_files:\n  - split: train\n    path: {}\n",
            table.name,
            table.path()
        );
        if place == 0 {
            text.push_str("  default: true\n");
        }
    }
    text.push_str("---\n\n");
    text
}

fn quoted(text: &str) -> Value {
    Value::from(text)
}

fn tables(text: &mut String, subject: &Subject) {
    text.push_str("\n## Tables\n");
    for (table, file) in subject.tables() {
        let Some(rows) = file.rows else { continue };
        let _ = write!(
            text,
            "\n### `{}`\n\nA row is {}; {rows} rows. Key and order of the rows: `{}`.",
            table.path(),
            table.grain,
            table.key.join("`, `")
        );
        if !table.deterministic {
            text.push_str(" Its values differ from run to run.");
        }
        text.push_str("\n\n| column | type | unit | range | meaning |\n|---|---|---|---|---|\n");
        for column in (table.columns)(subject.puzzle) {
            let _ = writeln!(text, "{}", row(&column));
        }
        let foreign_keys = (table.foreign_keys)(subject.puzzle).into_iter();
        let foreign_keys: Vec<String> =
            foreign_keys.filter(|key| subject.has(key.table)).map(|key| told(&key)).collect();
        if !foreign_keys.is_empty() {
            let _ = writeln!(text, "\nForeign keys:\n\n{}", foreign_keys.join("\n"));
        }
    }
}

fn row(column: &Column) -> String {
    let mut said = column.meaning.clone();
    if let Some(from) = &column.from {
        let _ = write!(said, "; from: {from}");
    }
    if let Some(null_means) = column.null_means {
        let _ = write!(said, "; null: {null_means}");
    }
    let range = column.range.as_ref().map(Range::to_string).unwrap_or_default();
    format!("| `{}` | {} | {} | {range} | {said} |", column.name, column.kind.name(), column.unit)
}

fn told(key: &ForeignKey) -> String {
    format!("- `{}`: a row of `{}` by `{}`", key.columns.join("`, `"), key.table, key.to.join("`, `"))
}

fn claims_tested(text: &mut String, claims: &[TestedClaim]) {
    text.push_str("\n## Claims put to the test\n\n");
    line(text, "What published articles claim, and what was measured; `almanac claims` tells more.");
    text.push_str("| claim | measured | verdict |\n|---|---|---|\n");
    for claim in claims {
        let _ =
            writeln!(text, "| {} | {} | **{}**: {} |", claim.claim, claim.measured, claim.verdict, claim.why);
    }
}

/// How the dataset came about, how large it is, what it does not tell, and how it may be used.
fn origin(text: &mut String, subject: &Subject) {
    text.push_str("\n## Origin\n\n");
    line(
        text,
        &format!(
            "`{}` with {}; the definition of the puzzle is in `puzzle.toml`. `almanac verify` derives the dataset anew.",
            subject.command(),
            subject.manifest.generator
        ),
    );
    let same = || subject.tables().filter(|(table, _)| table.deterministic);
    let rows: u64 = same().filter_map(|(_, file)| file.rows).sum();
    let bytes: u64 = same().map(|(_, file)| file.bytes).sum();
    line(
        text,
        &format!(
            "The tables that are the same in every run: {} rows, {} bytes.",
            grouped(&rows.to_string()),
            grouped(&bytes.to_string())
        ),
    );
    text.push_str("## Limits\n\n");
    for limit in LIMITS {
        let _ = writeln!(text, "- {limit}");
    }
    if subject.manifest.partial {
        text.push_str(
            "- Some dates or strategies were left out; ranks and scores that need them are null.\n",
        );
    }
    text.push_str("\n## Licence and citation\n\n");
    line(text, &format!("The data: [{LICENSE}]({LICENSE_URL}), no rights reserved."));
    line(text, &subject.citation());
    // One end of line is enough at the end.
    text.truncate(text.trim_end().len());
    text.push('\n');
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push_str("\n\n");
}
