//! The table of the claims that the dataset puts to the test.

use super::{Column, Fill, Kind, StagedFile, Table, TableWriter, WriteError, no_foreign_keys};
use crate::puzzle::Puzzle;
use arrow_array::{ArrayRef, Int8Array, StringArray};
use std::sync::Arc;

pub(super) const TABLE: Table = Table {
    name: "claims",
    grain: "a claim of a published article, put to the test",
    // Some are about CPU time.
    deterministic: false,
    key: &["claim_id"],
    columns,
    foreign_keys: no_foreign_keys,
    fill: Fill::Streamed,
};

fn columns(_: &Puzzle) -> Vec<Column> {
    let text = |name: &str, meaning: &str| Column::new(name, Kind::Text, "", meaning);
    vec![
        Column::new("claim_id", Kind::Int8, "1", "number of the claim, from 1").at_least(1),
        text("article", "what the article is about").one_of(TestedClaim::ARTICLES),
        text("claim", "the claim, in other words"),
        text("expected", "what should be measured if it holds"),
        text("measured", "what was measured"),
        text("how", "how it was measured"),
        text("verdict", "what became of the claim").one_of(TestedClaim::VERDICTS),
        text("why", "the verdict in a sentence"),
    ]
}

/// A claim with what was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestedClaim {
    /// What the article is about.
    pub article: String,
    /// The claim.
    pub claim: String,
    /// What should be measured if it holds.
    pub expected: String,
    /// What was measured.
    pub measured: String,
    /// How.
    pub how: String,
    /// The verdict's name.
    pub verdict: String,
    /// The verdict in a sentence.
    pub why: String,
}

impl TestedClaim {
    /// The table of claims.
    pub const TABLE: &'static Table = &TABLE;
    /// What articles are about.
    pub const ARTICLES: [&'static str; 2] = ["calendar", "pentominoes"];
    /// The names of the verdicts.
    pub const VERDICTS: [&'static str; 4] = ["holds", "holds in part", "does not hold", "cannot be compared"];

    /// Writes the table; returns it with the number of rows.
    ///
    /// # Errors
    /// [`WriteError`], when the file cannot be written.
    pub fn write(
        claims: &[Self],
        puzzle: &Puzzle,
        file: StagedFile,
    ) -> Result<(StagedFile, u64), WriteError> {
        let texts = |of: fn(&Self) -> &String| -> ArrayRef {
            Arc::new(StringArray::from_iter_values(claims.iter().map(of)))
        };
        let mut writer = TableWriter::new(&TABLE, puzzle, file)?;
        writer.write(vec![
            Arc::new(Int8Array::from_iter_values((1..).take(claims.len()))),
            texts(|claim| &claim.article),
            texts(|claim| &claim.claim),
            texts(|claim| &claim.expected),
            texts(|claim| &claim.measured),
            texts(|claim| &claim.how),
            texts(|claim| &claim.verdict),
            texts(|claim| &claim.why),
        ])?;
        writer.finish()
    }

    /// Reads the table of a dataset.
    ///
    /// # Errors
    /// [`super::ReadError`], when it is missing or damaged.
    pub fn read(tables: &super::Tables) -> Result<Vec<Self>, super::ReadError> {
        let column = |name: &str| tables.texts(TABLE.name, name);
        let [mut article, mut claim, mut expected, mut measured, mut how, mut verdict, mut why] = [
            column("article")?.into_iter(),
            column("claim")?.into_iter(),
            column("expected")?.into_iter(),
            column("measured")?.into_iter(),
            column("how")?.into_iter(),
            column("verdict")?.into_iter(),
            column("why")?.into_iter(),
        ];
        let next = || {
            Some(Self {
                article: article.next()?,
                claim: claim.next()?,
                expected: expected.next()?,
                measured: measured.next()?,
                how: how.next()?,
                verdict: verdict.next()?,
                why: why.next()?,
            })
        };
        Ok(std::iter::from_fn(next).collect())
    }
}
