//! The dataset card: what a folder of tables and figures is, for who finds it.

use super::{Column, FileEntry, Manifest, SCHEMA_VERSION, TABLES, TestedClaim};
use crate::puzzle::Puzzle;
use std::fmt::Write;

/// The card in Markdown, made from the same descriptions as the tables' schemas.
///
/// `varying` are the files that the manifest leaves to the run record, `figures` path and title of each figure,
/// `claims` what was put to the test.
pub fn card(
    puzzle: &Puzzle,
    manifest: &Manifest,
    varying: &[FileEntry],
    figures: &[(String, String)],
    claims: Option<&[TestedClaim]>,
) -> String {
    let mut text = format!("# {}: the almanac\n\n{}\n\n", puzzle.title, puzzle.note);
    let scope = if manifest.partial {
        format!(
            "**This dataset is partial**: {}, strategies {}.",
            manifest.options.dates_told(manifest.puzzle.dates),
            manifest.options.strategies.join(", ")
        )
    } else {
        format!("All {} dates, every strategy.", manifest.puzzle.dates)
    };
    line(&mut text, &scope);
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
    text.push_str("## Figures\n\n");
    for (path, title) in figures {
        let _ = writeln!(text, "- [`{path}`]({path}): {title}");
    }
    text.push_str("\n## Tables\n");
    for table in TABLES {
        let file = manifest.files.iter().chain(varying).find(|file| file.path == table.path());
        let Some(rows) = file.and_then(|file| file.rows) else { continue };
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
        text.push_str("\n\n| column | type | unit | meaning |\n|---|---|---|---|\n");
        for column in (table.columns)(puzzle) {
            let _ = writeln!(text, "{}", row(&column));
        }
    }
    if let Some(claims) = claims {
        text.push_str("\n## Claims put to the test\n\n");
        line(&mut text, "What published articles claim, and what was measured; `almanac claims` tells more.");
        text.push_str("| claim | measured | verdict |\n|---|---|---|\n");
        for claim in claims {
            let _ = writeln!(
                text,
                "| {} | {} | **{}**: {} |",
                claim.claim, claim.measured, claim.verdict, claim.why
            );
        }
    }
    text
}

fn row(column: &Column) -> String {
    let null = column.null_means.map(|null| format!("; null: {null}")).unwrap_or_default();
    let unit = if column.unit.is_empty() { "" } else { column.unit };
    format!("| `{}` | {} | {unit} | {}{null} |", column.name, column.kind.name(), column.meaning)
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push_str("\n\n");
}
