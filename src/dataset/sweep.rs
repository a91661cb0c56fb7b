//! Tables of a sweep over sets of pieces. They are no part of a puzzle's dataset and stand by themselves.

mod manifest;

pub use manifest::{SWEEP_KIND, SweepManifest, SweepOptions};

use super::write::{Description, ROW_GROUP_ROWS, solutions_number, whole_number};
use super::{Column, ForeignKey, Kind, ReadError, Staged, StagedFile, TableFile, TableWriter, WriteError};
use crate::atlas::gini;
use crate::cover::Cover;
use crate::puzzle::Puzzle;
use crate::sweep::{Family, PieceSet, puzzle_with};
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, Float64Array, Int16Array, Int32Array, Int64Array, PrimitiveArray, RecordBatch,
    StringArray,
};
use std::path::Path;
use std::sync::Arc;

/// The file name of the table of sets.
pub const SETS_NAME: &str = "sets.parquet";
/// The file name of the table of the dates of each set.
pub const SET_DATES_NAME: &str = "set_dates.parquet";

/// What is known of a set of pieces: a row of the table of sets.
#[derive(Clone, Debug, PartialEq)]
pub struct SetRow {
    /// The number of the set among all of the sweep, from 0.
    pub set_id: usize,
    /// Its pieces.
    pub set: PieceSet,
    /// The least number of solutions of a date.
    pub least: u64,
    /// The first date that has it.
    pub least_date_id: usize,
    /// The most solutions of a date.
    pub most: u64,
    /// The first date that has them.
    pub most_date_id: usize,
    /// Dates without a solution.
    pub dates_without_solution: usize,
    /// Solutions of all dates.
    pub solutions: u64,
    /// Solutions of a date in the mean, to nine decimals.
    pub mean: f64,
    /// The Gini coefficient of the numbers of solutions, to nine decimals; `None` if there are no solutions.
    pub gini: Option<f64>,
    /// Placements of its pieces on the board.
    pub placements: usize,
}

impl SetRow {
    /// The row of a set with these numbers of solutions by date, of which there is at least one.
    fn new(set_id: usize, set: PieceSet, counts: &[u64], placements: usize) -> Self {
        // Of equal dates the first.
        let least = counts.iter().enumerate().min_by_key(|(_, count)| **count);
        let most = counts.iter().enumerate().rev().max_by_key(|(_, count)| **count);
        let (least_date_id, least) = least.map_or((0, 0), |(id, &count)| (id, count));
        let (most_date_id, most) = most.map_or((0, 0), |(id, &count)| (id, count));
        let solutions: u64 = counts.iter().sum();
        Self {
            set_id,
            set,
            least,
            least_date_id,
            most,
            most_date_id,
            dates_without_solution: counts.iter().filter(|count| **count == 0).count(),
            solutions,
            mean: nine_decimals(solutions as f64 / counts.len().max(1) as f64),
            gini: gini(counts.iter().map(|&count| count as f64).collect()).map(nine_decimals),
            placements,
        }
    }
}

fn nine_decimals(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// Writes both tables of a sweep set by set. The same sets give the same bytes, whoever counted them.
pub struct SweepWriter<'a> {
    family: &'a Family,
    /// The placements of each piece.
    placements: Vec<usize>,
    rows: Vec<SetRow>,
    sets: TableWriter,
    dates: TableWriter,
    pending: Pending,
}

/// Rows of the table of dates that are not handed over yet.
#[derive(Default)]
struct Pending {
    set_ids: Vec<i32>,
    date_ids: Vec<i16>,
    solutions: Vec<i32>,
}

/// The tables of a sweep, complete.
pub struct SweepTables {
    /// The rows of the table of sets.
    pub rows: Vec<SetRow>,
    /// The table of sets and its number of rows.
    pub sets: (StagedFile, u64),
    /// The table of dates and its number of rows.
    pub dates: (StagedFile, u64),
}

impl<'a> SweepWriter<'a> {
    /// Begins both tables in a folder.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn new(puzzle: &Puzzle, family: &'a Family, staged: &Staged) -> Result<Self, WriteError> {
        let alone = |piece| Cover::new(&puzzle_with(puzzle, family, PieceSet::EMPTY.with(piece)));
        Ok(Self {
            family,
            placements: (0..family.pieces().len()).map(|piece| alone(piece).placements().len()).collect(),
            rows: Vec::new(),
            sets: TableWriter::described(&sets_table(puzzle, family), staged.file(SETS_NAME)?)?,
            dates: TableWriter::described(&dates_table(puzzle, family), staged.file(SET_DATES_NAME)?)?,
            pending: Pending::default(),
        })
    }

    /// Adds the next set, with its number of solutions of each date.
    ///
    /// # Errors
    /// [`WriteError`], also when a number is too large for its column.
    pub fn push(&mut self, set_id: usize, set: PieceSet, counts: &[u64]) -> Result<(), WriteError> {
        let number = i32::try_from(set_id)
            .map_err(|_| WriteError::TooLarge { number: set_id as u128, what: "sets" })?;
        let placements = set.iter().map(|piece| self.placements[piece]).sum();
        self.rows.push(SetRow::new(set_id, set, counts, placements));
        for (date_id, count) in counts.iter().enumerate() {
            self.pending.set_ids.push(number);
            // A puzzle has at most 32,768 dates.
            self.pending.date_ids.push(date_id as i16);
            self.pending.solutions.push(solutions_number(&Some(*count))?.unwrap_or_default());
            // Always as many at once, so that the bytes do not depend on who adds them.
            if self.pending.set_ids.len() == ROW_GROUP_ROWS {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        let Pending { set_ids, date_ids, solutions } = std::mem::take(&mut self.pending);
        if set_ids.is_empty() {
            return Ok(());
        }
        self.dates.write(vec![
            Arc::new(Int32Array::from(set_ids)),
            Arc::new(Int16Array::from(date_ids)),
            Arc::new(Int32Array::from(solutions)),
        ])
    }

    /// Completes both tables.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn finish(mut self) -> Result<SweepTables, WriteError> {
        self.flush()?;
        self.sets.write(sets_columns(&self.rows, self.family)?)?;
        Ok(SweepTables { rows: self.rows, sets: self.sets.finish()?, dates: self.dates.finish()? })
    }
}

/// What the tables are about, for their metadata.
fn of(puzzle: &Puzzle, family: &Family) -> Vec<(&'static str, String)> {
    vec![
        ("puzzle", puzzle.name.clone()),
        ("definition_sha256", puzzle.definition_sha256.clone()),
        ("family", family.names(family.all()).join(" ")),
    ]
}

/// The columns of the table of sets, each with all that is said of it.
pub fn sets_columns_told(puzzle: &Puzzle, family: &Family) -> Vec<Column> {
    let dates = puzzle.date_count();
    let pieces = family.pieces().len();
    let mask = Column::new(
        "mask",
        Kind::Int64,
        "1",
        format!(
            "the pieces as bits: the sum of 2^place, places from 0 in {}",
            family.names(family.all()).join(" ")
        ),
    );
    let solutions = |name, meaning: &str| Column::new(name, Kind::Int32, "1", meaning).at_least(0);
    vec![
        Column::new("set_id", Kind::Int32, "1", "number of the set, from 0, in the order of the choice").at_least(0),
        Column::new("pieces", Kind::Text, "", "names of its pieces with spaces, in the order of the family"),
        if pieces < 63 { mask.within(1, (1 << pieces) - 1) } else { mask },
        solutions("least", "least number of solutions of a date"),
        Column::new("least_date_id", Kind::Int16, "1", "the first date with so few").below(dates),
        solutions("most", "most solutions of a date"),
        Column::new("most_date_id", Kind::Int16, "1", "the first date with so many").below(dates),
        Column::new("dates_without_solution", Kind::Int16, "dates", "dates that have no solution")
            .within(0, dates as i64),
        Column::new("solutions", Kind::Int64, "1", "solutions of all dates together").at_least(0),
        Column::new("mean", Kind::Float64, "1", "solutions of a date in the mean, to nine decimals").real(0.0, None),
        Column::new(
            "gini",
            Kind::Float64,
            "1",
            "Gini coefficient of the solutions of the dates, to nine decimals: 0 if all dates have equally many, towards 1 if \
             few have nearly all",
        )
        .real(0.0, Some(1.0))
        .or_null("no date has a solution"),
        Column::new("placements", Kind::Int32, "1", "placements of its pieces on the board").at_least(0),
    ]
}

/// The columns of the table of dates.
pub fn dates_columns_told(puzzle: &Puzzle) -> Vec<Column> {
    vec![
        Column::new("set_id", Kind::Int32, "1", "the set, a row of sets").at_least(0),
        Column::new("date_id", Kind::Int16, "1", "number of the date, as everywhere")
            .below(puzzle.date_count()),
        Column::new("solutions", Kind::Int32, "1", "exact number of solutions").at_least(0),
    ]
}

fn sets_table(puzzle: &Puzzle, family: &Family) -> Description {
    Description {
        name: "sets",
        grain: "a set of pieces",
        key: &["set_id"],
        foreign_keys: Vec::new(),
        columns: sets_columns_told(puzzle, family),
        of: of(puzzle, family),
    }
}

fn dates_table(puzzle: &Puzzle, family: &Family) -> Description {
    Description {
        name: "set_dates",
        grain: "a date with a set of pieces",
        key: &["set_id", "date_id"],
        foreign_keys: vec![ForeignKey::new("set_id", "sets", "set_id")],
        columns: dates_columns_told(puzzle),
        of: of(puzzle, family),
    }
}

fn sets_columns(rows: &[SetRow], family: &Family) -> Result<Vec<ArrayRef>, WriteError> {
    let small = |number: fn(&SetRow) -> u64| -> Result<Int32Array, WriteError> {
        rows.iter().map(|row| solutions_number(&Some(number(row)))).collect()
    };
    let dates = |number: fn(&SetRow) -> usize| {
        Int16Array::from_iter_values(rows.iter().map(|row| number(row) as i16))
    };
    let solutions: Result<Int64Array, WriteError> =
        rows.iter().map(|row| whole_number(row.solutions, "solutions").map(Some)).collect();
    Ok(vec![
        Arc::new(Int32Array::from_iter_values(rows.iter().map(|row| row.set_id as i32))),
        Arc::new(StringArray::from_iter_values(rows.iter().map(|row| family.names(row.set).join(" ")))),
        Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row.set.bits().cast_signed()))),
        Arc::new(small(|row| row.least)?),
        Arc::new(dates(|row| row.least_date_id)),
        Arc::new(small(|row| row.most)?),
        Arc::new(dates(|row| row.most_date_id)),
        Arc::new(dates(|row| row.dates_without_solution)),
        Arc::new(solutions?),
        Arc::new(Float64Array::from_iter_values(rows.iter().map(|row| row.mean))),
        Arc::new(rows.iter().map(|row| row.gini).collect::<Float64Array>()),
        Arc::new(Int32Array::from_iter_values(rows.iter().map(|row| row.placements as i32))),
    ])
}

/// A column of a batch.
fn column<'a, T: ArrowPrimitiveType>(
    batch: &'a RecordBatch,
    name: &str,
    path: &Path,
) -> Result<&'a PrimitiveArray<T>, ReadError> {
    let column = batch.column_by_name(name).and_then(|column| column.as_primitive_opt::<T>());
    column.ok_or_else(|| damaged(path, format!("it lacks the column {name}")))
}

fn damaged(path: &Path, problem: impl Into<String>) -> ReadError {
    ReadError::Damaged { path: path.to_owned(), problem: problem.into() }
}

/// All rows of a table; what is wrong with it is told without the command that makes a dataset.
fn batches(path: &Path) -> Result<Vec<RecordBatch>, ReadError> {
    let batches = TableFile::open(path).and_then(|file| file.batches());
    batches.map_err(|error| match error {
        ReadError::Open { error, .. } => damaged(path, error.to_string()),
        ReadError::File { problem, .. } => damaged(path, problem),
        other => other,
    })
}

/// The rows of the table of sets in a folder.
///
/// # Errors
/// [`ReadError`].
pub fn read_sets(folder: &Path) -> Result<Vec<SetRow>, ReadError> {
    let path = folder.join(SETS_NAME);
    let mut rows = Vec::new();
    for batch in batches(&path)? {
        let set_id = column::<Int32Type>(&batch, "set_id", &path)?;
        let mask = column::<Int64Type>(&batch, "mask", &path)?;
        let least = column::<Int32Type>(&batch, "least", &path)?;
        let least_date_id = column::<Int16Type>(&batch, "least_date_id", &path)?;
        let most = column::<Int32Type>(&batch, "most", &path)?;
        let most_date_id = column::<Int16Type>(&batch, "most_date_id", &path)?;
        let without = column::<Int16Type>(&batch, "dates_without_solution", &path)?;
        let solutions = column::<Int64Type>(&batch, "solutions", &path)?;
        let mean = column::<Float64Type>(&batch, "mean", &path)?;
        let gini = column::<Float64Type>(&batch, "gini", &path)?;
        let placements = column::<Int32Type>(&batch, "placements", &path)?;
        rows.extend((0..batch.num_rows()).map(|row| SetRow {
            set_id: set_id.value(row) as usize,
            set: PieceSet::from_bits(mask.value(row).cast_unsigned()),
            least: least.value(row) as u64,
            least_date_id: least_date_id.value(row) as usize,
            most: most.value(row) as u64,
            most_date_id: most_date_id.value(row) as usize,
            dates_without_solution: without.value(row) as usize,
            solutions: solutions.value(row) as u64,
            mean: mean.value(row),
            gini: gini.is_valid(row).then(|| gini.value(row)),
            placements: placements.value(row) as usize,
        }));
    }
    Ok(rows)
}

/// Hands to `receive` each set of the table of dates in a folder: its number, and its number of solutions of each of the
/// `dates`.
///
/// # Errors
/// [`ReadError`], also when dates are missing or in another order; that of `receive`.
pub fn read_set_dates<E: From<ReadError>>(
    folder: &Path,
    dates: usize,
    mut receive: impl FnMut(usize, &[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let path = folder.join(SET_DATES_NAME);
    let mut counts: Vec<u64> = Vec::with_capacity(dates);
    let mut current = None;
    for batch in batches(&path)? {
        let set_ids = column::<Int32Type>(&batch, "set_id", &path)?;
        let date_ids = column::<Int16Type>(&batch, "date_id", &path)?;
        let solutions = column::<Int32Type>(&batch, "solutions", &path)?;
        for row in 0..batch.num_rows() {
            let set_id = set_ids.value(row) as usize;
            if date_ids.value(row) as usize != counts.len()
                || current.is_some_and(|current| current != set_id)
            {
                return Err(damaged(&path, "its rows are not all dates of one set after the other").into());
            }
            current = Some(set_id);
            counts.push(solutions.value(row) as u64);
            if counts.len() == dates {
                receive(set_id, &counts)?;
                counts.clear();
                current = None;
            }
        }
    }
    match counts.is_empty() {
        true => Ok(()),
        false => Err(damaged(&path, "it lacks dates of its last set").into()),
    }
}
