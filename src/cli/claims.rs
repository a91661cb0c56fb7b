//! `almanac claims`: what articles claim, and what was measured.

use super::{FromFolder, output};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::{Value, json};
use std::fmt::Write;
use tiling_almanac::dataset::TestedClaim;

/// Print the claims of published articles with what was measured, and a verdict on each.
///
/// Reads the table that `almanac generate` made.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac claims\n  \
    almanac claims --format json")]
pub struct Claims {
    /// How to write them
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    from: FromFolder,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A table for the terminal
    Table,
    /// Paragraphs, with how each was measured
    Text,
    /// An array of objects
    Json,
    /// A Markdown table
    Markdown,
}

impl Claims {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let dataset = self.from.open()?;
        let folder = dataset.folder.display();
        if !dataset.tables.has(TestedClaim::TABLE.name) {
            if dataset.omissions().is_none() && dataset.puzzle.name == "weekday" {
                return Err(anyhow!(
                    "{folder}/{} is missing; `almanac generate --out {folder} --overwrite` makes it",
                    TestedClaim::TABLE.path()
                ));
            }
            return Err(anyhow!(
                "the dataset in {folder} has no claims: they are about the puzzle weekday, and need all dates and \
                 strategies; `almanac generate` tests them"
            ));
        }
        let claims = TestedClaim::read(&dataset.tables)?;
        output::print(&match self.format {
            Format::Table => table(&claims),
            Format::Text => text(&claims),
            Format::Json => format!("{:#}\n", Value::Array(claims.iter().map(object).collect())),
            Format::Markdown => markdown(&claims),
        })
    }
}

/// The width of the table where the terminal's is not known.
const WIDTH: u16 = 120;

fn table(claims: &[TestedClaim]) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::ASCII_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(std::env::var("COLUMNS").ok().and_then(|width| width.parse().ok()).unwrap_or(WIDTH))
        .set_header(["", "claim", "expected", "measured", "verdict"]);
    for (number, claim) in (1..).zip(claims) {
        let verdict = format!("{}: {}", claim.verdict.to_uppercase(), claim.why);
        table.add_row([
            number.to_string(),
            claim.claim.clone(),
            claim.expected.clone(),
            claim.measured.clone(),
            verdict,
        ]);
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    format!("{}\n\n{}\n", lines.join("\n"), verdicts(claims))
}

fn text(claims: &[TestedClaim]) -> String {
    let mut text = String::new();
    for (number, claim) in (1..).zip(claims) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{number}. {}\n   expected: {}\n   measured: {}\n   how:      {}\n   {}. {}\n",
            claim.claim,
            claim.expected,
            claim.measured,
            claim.how,
            claim.verdict.to_uppercase(),
            claim.why
        );
    }
    text + &verdicts(claims) + "\n"
}

/// How many claims have each verdict.
fn verdicts(claims: &[TestedClaim]) -> String {
    let mut verdicts: Vec<(&str, usize)> = Vec::new();
    for claim in claims {
        match verdicts.iter_mut().find(|(verdict, _)| *verdict == claim.verdict) {
            Some((_, count)) => *count += 1,
            None => verdicts.push((&claim.verdict, 1)),
        }
    }
    let verdicts: Vec<String> =
        verdicts.iter().map(|(verdict, count)| format!("{verdict}: {count}")).collect();
    format!("{} claims. {}.", claims.len(), verdicts.join(", "))
}

fn object(claim: &TestedClaim) -> Value {
    json!({
        "article": claim.article,
        "claim": claim.claim,
        "expected": claim.expected,
        "measured": claim.measured,
        "how": claim.how,
        "verdict": claim.verdict,
        "why": claim.why,
    })
}

fn markdown(claims: &[TestedClaim]) -> String {
    let mut text = "| claim | expected | measured | verdict | why |\n|---|---|---|---|---|\n".to_owned();
    for claim in claims {
        let cells = [&claim.claim, &claim.expected, &claim.measured, &claim.verdict, &claim.why];
        let cells: Vec<&str> = cells.iter().map(|cell| cell.as_str()).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}
