//! `almanac rank`: the hardest and the easiest dates.

use super::number::{decimal, grouped};
use super::{FromFolder, Usage, output};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, Table, TableStyle, presets};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tiling_almanac::dataset::{Dataset, anew};
use tiling_almanac::pipeline::{By, Ranked, Ranking, rank};
use tiling_almanac::puzzle::{Puzzle, Selection};

/// Rank the dates of a dataset by difficulty or another measure.
///
/// Reads the tables that `almanac generate` made, and searches nothing. Rank 1 is the hardest date, or with
/// --easiest the easiest; equal dates share a rank.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac rank                               the ten hardest dates\n  \
    almanac rank --year 2027 --easiest         the ten easiest days of 2027\n  \
    almanac rank --month 10 --by solutions     October by number of solutions, the fewest first\n  \
    almanac rank --by solutions=2,piece-entropy=1 --top 3\n  \
    almanac rank --existing --top 0 --format csv > dates.csv      all that the calendar has")]
pub struct Rank {
    /// A measure: difficulty, solutions, expected-nodes (of first-empty), expected-nodes-last-empty,
    /// expected-nodes-mrv, piece-entropy; or weights, such as solutions=2,piece-entropy=1, for a score of several
    #[arg(long, value_name = "MEASURE", default_value = "difficulty", value_parser = By::parse)]
    by: By,
    #[command(flatten)]
    chosen: Chosen,
    /// Only dates that the calendar has: without 30 February
    #[arg(long)]
    existing: bool,
    /// The hardest first (this is the default)
    #[arg(long, conflicts_with = "easiest")]
    hardest: bool,
    /// The easiest first
    #[arg(long)]
    easiest: bool,
    /// How many to show; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// How to write them
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    from: FromFolder,
}

#[derive(Args)]
#[group(multiple = false)]
struct Chosen {
    /// Only the days of a year, such as 2027
    #[arg(long, value_name = "YEAR")]
    year: Option<i32>,
    /// Only a month, such as 10 or Oct
    #[arg(long, value_name = "MONTH")]
    month: Option<String>,
    /// Only these dates, as for generate: 10-27-tue, 10-27, 10, 2027, or a list with commas
    #[arg(long, value_name = "FILTER")]
    dates: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For the terminal
    Table,
    /// Comma-separated values, with a header
    Csv,
    /// An array of objects
    Json,
    /// A Markdown table
    Markdown,
}

impl Rank {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let dataset = self.from.open()?;
        let puzzle = &dataset.puzzle;
        let mut selection = self.chosen.selection(puzzle)?;
        if let (true, Some(calendar)) = (self.existing, puzzle.calendar()) {
            selection.ids.retain(|&id| calendar.exists(&puzzle.date(id)));
        }
        let ranking = rank(&dataset, &self.by, &selection.ids, !self.easiest)?;
        if ranking.dates.is_empty() {
            return Err(self.nothing(&dataset, &ranking));
        }
        let shown = if self.top == 0 { ranking.dates.len() } else { self.top.min(ranking.dates.len()) };
        let names = Names::new(puzzle, self.chosen.year)?;
        let rows = &ranking.dates[..shown];
        let remarks = self.remarks(&dataset, &ranking, shown);
        let text = match self.format {
            Format::Table => self.table(&names, rows, presets::NOTHING) + "\n" + &remarks,
            Format::Markdown => self.table(&names, rows, presets::ASCII_MARKDOWN),
            Format::Csv => self.csv(&names, rows)?,
            Format::Json => self.json(&names, rows),
        };
        output::print(&text)?;
        // What is missing must be seen, whoever reads the result.
        let incomplete = dataset.omissions().is_some() || ranking.without_value + ranking.missing > 0;
        if incomplete && !matches!(self.format, Format::Table) {
            output::note(&remarks);
        }
        Ok(())
    }

    /// Why there is nothing to rank.
    fn nothing(&self, dataset: &Dataset, ranking: &Ranking) -> anyhow::Error {
        let folder = dataset.folder.display();
        if ranking.without_value == 0 && ranking.missing == 0 {
            return anyhow!("no date is left: none of those asked for is in the calendar");
        }
        let Some(omissions) = dataset.omissions() else {
            return anyhow!(
                "the dataset in {folder} has no {} of these dates, though it is complete: dates without a solution have none, and a single date has no score",
                self.by
            );
        };
        let has = if ranking.without_value == 0 { "none".to_owned() } else { format!("no {}", self.by) };
        anyhow!(
            "the dataset in {folder} has {has} of these dates: it is partial ({omissions}), and a score or rank needs all \
             dates. {} makes a whole one; --by solutions needs the least",
            anew(&dataset.folder)
        )
    }

    /// The other measures that some row has.
    fn others<'a>(&self, rows: &'a [Ranked]) -> impl Iterator<Item = (usize, &'static str)> + use<'a> {
        let others = rows.first().map_or(&[][..], |row| &row.others);
        let names: Vec<(usize, &str)> =
            others.iter().enumerate().map(|(place, (measure, _))| (place, measure.name)).collect();
        names.into_iter().filter(|(place, _)| rows.iter().any(|row| row.others[*place].1.is_some()))
    }

    fn table(&self, names: &Names, rows: &[Ranked], preset: TableStyle) -> String {
        let mut table = Table::new();
        let title = |name: &str| name.replace('_', " ");
        let header = ["rank".to_owned(), "date".to_owned(), title(self.by.column())];
        table
            .load_style(preset)
            .set_header(header.into_iter().chain(self.others(rows).map(|(_, name)| title(name))));
        for row in rows {
            let others = self.others(rows).map(|(place, _)| {
                let (measure, value) = row.others[place];
                value.map_or("-".to_owned(), |value| decimal(value, measure.decimals))
            });
            let own = [row.rank.to_string(), names.of(row), decimal(row.value, self.by.decimals())];
            table.add_row(own.into_iter().chain(others));
        }
        for column in
            table.column_iter_mut().enumerate().filter(|(place, _)| *place != 1).map(|(_, column)| column)
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let text: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
        text.join("\n") + "\n"
    }

    fn remarks(&self, dataset: &Dataset, ranking: &Ranking, shown: usize) -> String {
        let order = if self.easiest { "easiest" } else { "hardest" };
        let ranked = grouped(ranking.dates.len() as u64);
        let mut text = if shown == ranking.dates.len() {
            let dates = if shown == 1 { "The one date".to_owned() } else { format!("All {ranked} dates") };
            format!("{dates} by {}, the {order} first.\n", self.by)
        } else {
            let which = if shown == 1 { order.to_owned() } else { format!("{shown} {order}") };
            format!("The {which} of {ranked} dates by {}; --top 0 shows all.\n", self.by)
        };
        if ranking.without_value > 0 {
            text += &format!("{} more have no value.\n", grouped(ranking.without_value as u64));
        }
        if ranking.missing > 0 {
            text += &format!("{} more are not in the dataset.\n", grouped(ranking.missing as u64));
        }
        if let Some(omissions) = dataset.omissions() {
            text += &format!("The dataset is PARTIAL: {omissions}.\n");
        }
        text
    }

    fn csv(&self, names: &Names, rows: &[Ranked]) -> anyhow::Result<String> {
        let mut out = csv::Writer::from_writer(Vec::new());
        let header = ["rank", "date_id", "date", self.by.column()];
        out.write_record(header.into_iter().chain(self.others(rows).map(|(_, name)| name)))?;
        for row in rows {
            let own = [row.rank.to_string(), row.date.id.to_string(), names.of(row), row.value.to_string()];
            let others = self
                .others(rows)
                .map(|(place, _)| row.others[place].1.map(|value| value.to_string()).unwrap_or_default());
            out.write_record(own.into_iter().chain(others))?;
        }
        Ok(String::from_utf8(out.into_inner()?)?)
    }

    fn json(&self, names: &Names, rows: &[Ranked]) -> String {
        let object = |row: &Ranked| {
            let mut object = Map::new();
            object.insert("rank".to_owned(), row.rank.into());
            object.insert("date_id".to_owned(), row.date.id.into());
            object.insert("date".to_owned(), names.of(row).into());
            object.insert(self.by.column().to_owned(), number(row.value));
            for (place, name) in self.others(rows) {
                object.insert(name.to_owned(), row.others[place].1.map_or(Value::Null, number));
            }
            Value::Object(object)
        };
        format!("{:#}\n", Value::Array(rows.iter().map(object).collect()))
    }
}

/// A number, a whole one without a fraction.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// What the dates are called: days of the year, if one was asked for.
struct Names<'a> {
    puzzle: &'a Puzzle,
    days: BTreeMap<usize, String>,
}

impl<'a> Names<'a> {
    fn new(puzzle: &'a Puzzle, year: Option<i32>) -> anyhow::Result<Self> {
        let days = year.map(|year| puzzle.days_of_year(year)).transpose().map_err(Usage::of)?;
        let name = |(day, date): (_, tiling_almanac::puzzle::Date)| {
            let label = puzzle.date_label(&date);
            (date.id, format!("{day} {}", label.rsplit(' ').next().unwrap_or_default()))
        };
        Ok(Self { puzzle, days: days.into_iter().flatten().map(name).collect() })
    }

    fn of(&self, ranked: &Ranked) -> String {
        let day = self.days.get(&ranked.date.id).cloned();
        day.unwrap_or_else(|| self.puzzle.date_title(&ranked.date))
    }
}

impl Chosen {
    fn selection(&self, puzzle: &Puzzle) -> anyhow::Result<Selection> {
        if let Some(year) = self.year {
            let days = puzzle.days_of_year(year).map_err(|error| Usage::of(anyhow!("--year: {error}")))?;
            let ids: BTreeSet<usize> = days.into_iter().map(|(_, date)| date.id).collect();
            return Ok(Selection { ids: ids.into_iter().collect(), complete: false });
        }
        let (option, text) = match (&self.month, &self.dates) {
            (Some(month), _) => {
                let one = month.chars().all(char::is_alphanumeric)
                    && month.parse().is_ok_and(|n: u32| n < 100)
                    || month.chars().all(char::is_alphabetic);
                if !one {
                    return Err(Usage::of(anyhow!("--month {month}: write one month, such as 10 or Oct")));
                }
                ("--month", month.clone())
            }
            (_, Some(filter)) => ("--dates", filter.clone()),
            _ => return Ok(Selection::all(puzzle)),
        };
        puzzle.parse_selection(&text).map_err(|error| Usage::of(anyhow!("{option} {text}: {error}")))
    }
}
