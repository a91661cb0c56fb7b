//! What a sweep shows: figures and a page of text, all made from the table of sets.

use super::SweepJobError;
use super::effect::{Effect, effects, median};
use super::figures::{FIGURES, names};
use super::merge::opened;
use crate::atlas::{percentiles, rank_correlation};
use crate::checksum;
use crate::dataset::sweep::{
    SET_DATES_NAME, SETS_NAME, SetRow, SweepManifest, dates_columns_told, read_sets, sets_columns_told,
};
use crate::dataset::{Column, GENERATOR, Staged};
use crate::digits::{counted, grouped};
use crate::puzzle::Puzzle;
use crate::sweep::{Family, PieceSet};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;

/// The file name of the page.
pub const REPORT_NAME: &str = "README.md";
/// How every page begins.
const HEADING: &str = "# Sweep over sets of pieces";
/// Rows of a ranked table.
const TOP: usize = 10;
/// What counts as the best or the worst of all sets.
const TENTH: f64 = 0.1;

/// What figures and text are made from.
pub(super) struct Data<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) family: &'a Family,
    pub(super) manifest: &'a SweepManifest,
    pub(super) rows: Vec<SetRow>,
    /// The place of the set of the puzzle's own pieces among the rows.
    pub(super) own: Option<usize>,
}

/// Draws the figures of the sweep in `folder` and writes the page, both into the folder; returns the names of the files.
///
/// # Errors
/// [`SweepJobError`], when there is no sweep, it is damaged, or the files cannot be written.
pub fn report(folder: &Path) -> Result<Vec<String>, SweepJobError> {
    let manifest = SweepManifest::read(folder)?.ok_or_else(|| SweepJobError::Missing(folder.to_owned()))?;
    let page = folder.join(REPORT_NAME);
    if page.exists() && !fs::read(&page).is_ok_and(|text| text.starts_with(HEADING.as_bytes())) {
        return Err(SweepJobError::Foreign(page));
    }
    // Of the table of dates a clone may have nothing, and nothing is read of it.
    for file in manifest.files.iter().filter(|file| file.path != SET_DATES_NAME) {
        let found = File::open(folder.join(&file.path)).and_then(checksum::of_reader);
        if !found.is_ok_and(|found| found == file.sha256) {
            let problem = format!("{} is missing or another one than the manifest lists", file.path);
            return Err(SweepJobError::Damaged { folder: folder.to_owned(), problem });
        }
    }
    let (puzzle, family) = opened(folder, &manifest.options)?;
    let rows = read_sets(folder)?;
    if rows.is_empty() || rows.iter().any(|row| !row.set.is_subset(family.all())) {
        let problem = format!("{SETS_NAME} has no sets, or some with pieces that the manifest does not name");
        return Err(SweepJobError::Damaged { folder: folder.to_owned(), problem });
    }
    let own = own_set(&puzzle, &family).and_then(|set| rows.iter().position(|row| row.set == set));
    let data = Data { puzzle: &puzzle, family: &family, manifest: &manifest, rows, own };
    let mut staged = Staged::new(folder, &[])?;
    let mut drawn = Vec::new();
    for figure in FIGURES {
        if let Some(canvas) = (figure.draw)(&data, figure.title)? {
            staged.add_bytes(figure.name, &canvas.into_png(figure.title, GENERATOR)?)?;
            drawn.push((figure.name, figure.title));
        }
    }
    staged.add_bytes(REPORT_NAME, page_text(&data, &drawn).as_bytes())?;
    staged.publish(REPORT_NAME, names().map(str::to_owned))?;
    Ok(drawn.into_iter().map(|(name, _)| name).chain([REPORT_NAME]).map(str::to_owned).collect())
}

/// The puzzle's own pieces as a set of the family; `None` if it has others, or one of them several times.
fn own_set(puzzle: &Puzzle, family: &Family) -> Option<PieceSet> {
    let place = |piece: &crate::puzzle::Piece| {
        let own = piece.shape.orientations(piece.motions);
        let same = family.pieces().iter().position(|other| other.shape.orientations(other.motions) == own);
        same.filter(|_| piece.copies == 1)
    };
    let set: PieceSet = puzzle.pieces.iter().map(place).collect::<Option<_>>()?;
    (set.len() == puzzle.pieces.len()).then_some(set)
}

/// A measure of sets, and which of its ends is the better one for who plays.
struct Ranked {
    /// What it is called in a table.
    name: &'static str,
    /// What a set excels in, in a sentence.
    praised: &'static str,
    value: fn(&SetRow) -> Option<f64>,
    /// Whether more is better.
    more: bool,
    decimals: usize,
}

const MEASURES: [Ranked; 5] = [
    Ranked {
        name: "least solutions of a date",
        praised: "the solutions of its hardest date",
        value: |row| Some(row.least as f64),
        more: true,
        decimals: 0,
    },
    Ranked {
        name: "most solutions of a date",
        praised: "the solutions of its easiest date",
        value: |row| Some(row.most as f64),
        more: true,
        decimals: 0,
    },
    Ranked {
        name: "solutions of all dates",
        praised: "solutions of all dates",
        value: |row| Some(row.solutions as f64),
        more: true,
        decimals: 0,
    },
    Ranked { name: "Gini coefficient", praised: "evenness", value: |row| row.gini, more: false, decimals: 3 },
    Ranked {
        name: "dates without a solution",
        praised: "dates that have a solution",
        value: |row| Some(row.dates_without_solution as f64),
        more: false,
        decimals: 0,
    },
];

impl Data<'_> {
    fn names(&self, row: &SetRow) -> String {
        self.family.names(row.set).join(" ")
    }

    fn date(&self, id: usize) -> String {
        self.puzzle.date_title(&self.puzzle.date(id))
    }

    /// The rows in ascending order of a key, equal ones as they come.
    fn sorted<K: PartialOrd>(
        &self,
        wanted: impl Fn(&SetRow) -> bool,
        key: impl Fn(&SetRow) -> K,
    ) -> Vec<&SetRow> {
        let mut rows: Vec<&SetRow> = self.rows.iter().filter(|row| wanted(row)).collect();
        rows.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
        rows
    }
}

fn solvable(row: &SetRow) -> bool {
    row.dates_without_solution == 0
}

fn whole(number: impl ToString) -> String {
    grouped(&number.to_string())
}

fn decimals(value: f64, decimals: usize) -> String {
    match decimals {
        0 => whole(value.round() as u64),
        _ => format!("{value:.decimals$}"),
    }
}

fn percent(part: usize, all: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

// Writing to a string cannot fail, so below the results of doing so are dropped.

fn page_text(data: &Data, drawn: &[(&str, &str)]) -> String {
    let Data { puzzle, manifest, rows, .. } = data;
    let options = &manifest.options;
    let solutions: u128 = rows.iter().map(|row| u128::from(row.solutions)).sum();
    let mut text = format!("{HEADING}: {}\n\n", puzzle.title);
    let _ = writeln!(
        text,
        "{} ({}) on the board of the puzzle `{}`, with {} each: {} solutions in all, each number exact.{}\n",
        counted(rows.len() as u64, "set"),
        options.told(),
        puzzle.name,
        counted(puzzle.date_count() as u64, "date"),
        whole(solutions),
        match (&options.shard, options.wrong_area) {
            (Some(shard), _) =>
                format!(" This is only the part {shard} of {}.", counted(options.sets as u64, "set")),
            (None, 0) => String::new(),
            (None, wrong) => format!(
                " {} more {} another area than the board leaves to be covered.",
                whole(wrong),
                if wrong == 1 { "has" } else { "have" }
            ),
        }
    );
    text += "All numbers of this page are computed from `sets.parquet` by `almanac sweep report`.\n\n";
    text += "## What it shows\n\n";
    all_sets(&mut text, data);
    own(&mut text, data);
    let effects = effects(rows, data.family.pieces().len());
    hard_pieces(&mut text, data, &effects);
    text += "## Figures\n\n";
    for (name, title) in drawn {
        let _ = writeln!(text, "![{title}]({name})\n");
    }
    own_table(&mut text, data);
    effect_table(&mut text, data, &effects);
    text += "## Sets in order\n\n";
    let total = |row: &SetRow| row.solutions;
    ranked(
        &mut text,
        data,
        "The hardest: every date has a solution, and the fewest in all",
        &data.sorted(solvable, total),
    );
    let least = |row: &SetRow| std::cmp::Reverse((row.least, row.solutions));
    ranked(
        &mut text,
        data,
        "The kindest: the hardest date has the most solutions",
        &data.sorted(solvable, least),
    );
    let gini = |row: &SetRow| row.gini.unwrap_or(1.0);
    ranked(
        &mut text,
        data,
        "The most even: every date has a solution, and the Gini coefficient is the least",
        &data.sorted(solvable, gini),
    );
    let unsolvable = |row: &SetRow| std::cmp::Reverse(row.dates_without_solution);
    ranked(
        &mut text,
        data,
        "The most dates without a solution",
        &data.sorted(|row| !solvable(row), unsolvable),
    );
    tables(&mut text, data);
    text
}

/// How many sets are puzzles at all.
fn all_sets(text: &mut String, data: &Data) {
    let rows = &data.rows;
    let good = rows.iter().filter(|row| solvable(row)).count();
    let hopeless = rows.iter().filter(|row| row.solutions == 0).count();
    let mut totals: Vec<u64> = rows.iter().map(|row| row.solutions).collect();
    totals.sort_unstable();
    let _ = write!(
        text,
        "**All sets.** {} of {} ({}) solve every date; {} no date at all. ",
        whole(good),
        counted(rows.len() as u64, "set"),
        percent(good, rows.len()),
        match hopeless {
            0 => "none solves".to_owned(),
            1 => "1 solves".to_owned(),
            _ => format!("{} solve", whole(hopeless)),
        }
    );
    if let (Some(least), Some(median), Some(most)) = (totals.first(), median(&totals), totals.last()) {
        let half = match median.round() as u64 {
            0 => "Half of the sets or more have no solution".to_owned(),
            median => format!("Half of the sets have {} solutions or fewer over all dates", whole(median)),
        };
        let _ = write!(text, "{half}; the numbers go from {} to {}. ", whole(least), whole(most));
    }
    let correlation = |value: fn(&SetRow) -> f64| {
        let pairs: Vec<(f64, f64)> = rows.iter().map(|row| (row.placements as f64, value(row))).collect();
        rank_correlation(&pairs)
    };
    if let (Some(total), Some(gini)) =
        (correlation(|row| row.solutions as f64), correlation(|row| row.gini.unwrap_or(1.0)))
    {
        let _ = write!(
            text,
            "The more placements the pieces have, the more solutions there are and the more evenly they are spread: Spearman's \
             rank correlation of placements is {total:.2} with the solutions and {gini:.2} with the Gini coefficient."
        );
        if total <= 0.0 || gini >= 0.0 {
            // The sentence does not hold here.
            let from = text.rfind("The more placements").unwrap_or(text.len());
            text.truncate(from);
            let _ = write!(
                text,
                "Spearman's rank correlation of the placements of the pieces is {total:.2} with the solutions and {gini:.2} with \
                 the Gini coefficient."
            );
        }
    }
    text.truncate(text.trim_end().len());
    text.push_str("\n\n");
}

/// The place of the puzzle's own set by a measure: how many sets are better, and how many there are.
fn place(data: &Data, own: usize, measure: &Ranked) -> Option<(usize, usize)> {
    let value = (measure.value)(&data.rows[own])?;
    let values: Vec<f64> = data.rows.iter().filter_map(measure.value).collect();
    let better =
        values.iter().filter(|&&other| if measure.more { other > value } else { other < value }).count();
    Some((better, values.len()))
}

/// Whether the set of the puzzle itself is special.
fn own(text: &mut String, data: &Data) {
    let name = &data.puzzle.name;
    let Some(own) = data.own else {
        let _ = writeln!(text, "**The set of {name}** is not among these.\n");
        return;
    };
    let row = &data.rows[own];
    let mut best = Vec::new();
    let mut worst = Vec::new();
    for measure in &MEASURES {
        // Measures by which half of the sets are alike tell nothing.
        let Some((better, all)) = place(data, own, measure) else { continue };
        let same = data.rows.iter().filter(|other| (measure.value)(other) == (measure.value)(row)).count();
        let others = all.saturating_sub(same);
        if others > 0 && (better as f64) < TENTH * all as f64 && same * 10 < all {
            best.push(measure.praised);
        }
        if others > 0 && (all - better - same) as f64 <= TENTH * all as f64 && same * 10 < all {
            worst.push(measure.praised);
        }
    }
    let _ = write!(
        text,
        "**The set of {name}**, {}, has {} solutions over all dates: {} on its hardest date ({}), {} on its easiest ({}), {}. ",
        data.names(row),
        whole(row.solutions),
        whole(row.least),
        data.date(row.least_date_id),
        whole(row.most),
        data.date(row.most_date_id),
        match row.dates_without_solution {
            0 => "none without".to_owned(),
            dates => format!("{} without", counted(dates as u64, "date")),
        }
    );
    text.push_str(&match (best.is_empty(), worst.is_empty()) {
        (true, true) => "By none of the measures below is it in the best or the worst tenth of the sets: it is not special. ".to_owned(),
        (false, true) => format!("It is special: in the best tenth of the sets by {}. ", list(&best)),
        (true, false) => format!("It is special: in the worst tenth of the sets by {}. ", list(&worst)),
        (false, false) => {
            format!("It is special: in the best tenth of the sets by {}, and in the worst by {}. ", list(&best), list(&worst))
        }
    });
    let Some(gini) = row.gini else {
        text.push('\n');
        return;
    };
    let more_even = |other: &&SetRow| other.gini.is_some_and(|other| other < gini);
    let even = data.rows.iter().filter(more_even).count();
    let and_solvable = || data.rows.iter().filter(more_even).filter(|row| solvable(row));
    let fewer = and_solvable().filter(|other| other.solutions < row.solutions).count();
    let kinder = and_solvable().filter(|other| other.least > row.least).count();
    let _ = write!(
        text,
        "{} more even than it (Gini coefficient {gini:.3}), {} of them with a solution of every date",
        match even {
            0 => "No set is".to_owned(),
            1 => "1 set is".to_owned(),
            _ => format!("{} sets are", whole(even)),
        },
        whole(and_solvable().count())
    );
    let top: Vec<String> = data
        .sorted(
            |other| solvable(other) && other.gini.is_some_and(|other| other < gini),
            |row| row.gini.unwrap_or(1.0),
        )
        .iter()
        .take(3)
        .map(|row| format!("{} ({:.3})", data.names(row), row.gini.unwrap_or_default()))
        .collect();
    if !top.is_empty() {
        let _ = write!(
            text,
            ", first of all {}. {} of these have fewer solutions in all, so that plenty is not what makes them even; {} have more \
             solutions on their hardest date than it, and so are better by both",
            list(&top),
            whole(fewer),
            whole(kinder)
        );
    }
    text.push_str(".\n\n");
}

/// Which pieces make puzzles hard.
fn hard_pieces(text: &mut String, data: &Data, effects: &[Effect]) {
    let name = |effect: &Effect| data.family.pieces()[effect.piece].name.clone();
    let told = |effect: &Effect| Some(format!("{} ({:.2})", name(effect), effect.factor()?));
    let hopeless: Vec<String> =
        effects.iter().filter(|effect| effect.with.mean_log.is_none()).map(name).collect();
    let known = || effects.iter().filter(|effect| effect.factor().is_some());
    let (Some(first), Some(last)) = (known().next(), known().next_back()) else { return };
    let factor = first.factor().unwrap_or_default();
    let hard: Vec<String> = known().take(3).filter_map(told).collect();
    let easy: Vec<String> = known().rev().take(3).filter_map(told).collect();
    let none = match hopeless.is_empty() {
        true => String::new(),
        false => format!("No set with {} has a solution. Of the others: the", list(&hopeless)),
    };
    let _ = writeln!(
        text,
        "**Which piece makes puzzles hard?** {} {}: by the geometric mean, sets with it have {factor:.2} times as many solutions \
         as sets without it, and {:.1} dates without a solution instead of {:.1}. The hardest pieces by this factor are {}; \
         the {} makes puzzles easiest, and the easiest are {}.\n",
        if none.is_empty() { "The" } else { &none },
        name(first),
        first.with.unsolvable,
        first.without.unsolvable,
        list(&hard),
        name(last),
        list(&easy)
    );
}

/// `a, b and c`.
fn list<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Where the set of the puzzle itself stands.
fn own_table(text: &mut String, data: &Data) {
    let Some(own) = data.own else { return };
    let _ = writeln!(
        text,
        "## Where the set of {} stands\n\nThe percentile is the share of the other sets that have less, equal ones counting \
         half. \"Better\" are more solutions, a smaller Gini coefficient, fewer dates without a solution.\n\n\
         | measure | its value | percentile | sets that are better |\n|---|---:|---:|---:|",
        data.puzzle.name
    );
    for measure in &MEASURES {
        let values: Vec<Option<f64>> = data.rows.iter().map(measure.value).collect();
        let (Some(value), Some((better, _))) = (values[own], place(data, own, measure)) else { continue };
        let percentile =
            percentiles(&values)[own].map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share));
        let (name, value) = (measure.name, decimals(value, measure.decimals));
        let _ = writeln!(text, "| {name} | {value} | {percentile} | {} |", whole(better));
    }
    text.push('\n');
}

fn effect_table(text: &mut String, data: &Data, effects: &[Effect]) {
    if effects.is_empty() {
        return;
    }
    text.push_str(
        "## What each piece does\n\nThe sets with a piece against those without it. The factor is the ratio of the geometric means of \
         the solutions of all dates, over sets that have any; below 1 the piece makes puzzles harder.\n\n\
         | piece | sets with | factor | median of the solutions with | without | dates without a solution, mean with | without |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for effect in effects {
        let Effect { with, without, .. } = effect;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {:.1} | {:.1} |",
            data.family.pieces()[effect.piece].name,
            whole(with.sets),
            effect.factor().map_or_else(String::new, |factor| format!("{factor:.2}")),
            decimals(with.median, 0),
            decimals(without.median, 0),
            with.unsolvable,
            without.unsolvable
        );
    }
    text.push('\n');
}

fn ranked(text: &mut String, data: &Data, title: &str, rows: &[&SetRow]) {
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "### {title}\n\n| | pieces | solutions | least | most | Gini coefficient | dates without a solution |\n\
         |---:|---|---:|---:|---:|---:|---:|"
    );
    let line = |place: usize, row: &SetRow| {
        format!(
            "| {} | {} | {} | {} ({}) | {} ({}) | {} | {} |\n",
            whole(place),
            data.names(row),
            whole(row.solutions),
            whole(row.least),
            data.date(row.least_date_id),
            whole(row.most),
            data.date(row.most_date_id),
            row.gini.map_or_else(String::new, |gini| format!("{gini:.3}")),
            whole(row.dates_without_solution)
        )
    };
    for (place, row) in (1..).zip(rows).take(TOP) {
        text.push_str(&line(place, row));
    }
    // The puzzle's own set, wherever it stands.
    let own = data.own.map(|own| data.rows[own].set_id);
    if let Some(place) = rows.iter().position(|row| Some(row.set_id) == own).filter(|place| *place >= TOP) {
        text.push_str(&line(place + 1, rows[place]));
    }
    text.push('\n');
}

/// What the columns of the tables mean.
fn tables(text: &mut String, data: &Data) {
    let Data { puzzle, family, manifest, .. } = data;
    let _ = writeln!(
        text,
        "## Tables\n\n`manifest.json` lists the files that have the same bytes in every run, with their SHA-256; `run.json` has the \
         times of one run on one machine. Made by {}; SHA-256 of the definition of the puzzle: `{}`.\n",
        manifest.generator, manifest.puzzle.definition_sha256
    );
    let table = |name: &str, grain: &str, columns: &[Column]| {
        let rows =
            manifest.files.iter().find(|file| file.path == name).and_then(|file| file.rows).unwrap_or(0);
        let mut told = format!(
            "### `{name}`\n\nA row is {grain}; {} rows.\n\n| column | type | meaning |\n|---|---|---|\n",
            whole(rows)
        );
        for column in columns {
            let _ =
                writeln!(told, "| `{}` | {} | {} |", column.name, column.kind.name(), column.description());
        }
        told
    };
    text.push_str(&table(SETS_NAME, "a set of pieces", &sets_columns_told(puzzle, family)));
    text.push('\n');
    text.push_str(&table(SET_DATES_NAME, "a date with a set of pieces", &dates_columns_told(puzzle)));
}
