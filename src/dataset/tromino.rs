//! Tables about L-trominoes. They are no part of a puzzle's dataset and stand by themselves.

use super::write::Description;
use super::{Column, Kind, StagedFile, TableWriter, WriteError};
use crate::tromino::Trominoes;
use crate::tromino::counts::Counts;
use arrow_array::types::Decimal128Type;
use arrow_array::{ArrayRef, Decimal128Array, Int8Array, Int16Array, Int32Array, PrimitiveArray};
use std::sync::Arc;

/// The largest number that 38 decimal digits can write.
const LARGEST_DECIMAL: i128 = 10_i128.pow(38) - 1;

/// About how many rows are handed to the writer at once.
const BATCH_ROWS: usize = 1 << 16;

/// Writes the table of a tiling's cells into `file`; returns it complete.
///
/// # Errors
/// [`WriteError`].
pub fn write_tiling(tiling: &Trominoes, file: StagedFile) -> Result<StagedFile, WriteError> {
    let side = tiling.side;
    i16::try_from(side.saturating_sub(1)).map_err(|_| too_large(side - 1, "rows"))?;
    let table = Description {
        name: "tromino_tiling",
        grain: "a cell of the board",
        key: &["row", "col"],
        foreign_keys: Vec::new(),
        columns: vec![
            Column::new("row", Kind::Int16, "1", "row of the cell, downwards").below(side),
            Column::new("col", Kind::Int16, "1", "column of the cell, to the right").below(side),
            Column::new(
                "tromino_id",
                Kind::Int32,
                "1",
                "number of the tromino on the cell, from 0 in the order in which divide and conquer lays them: that at the \
                 centre of a board before those of its quadrants, which follow from north-west to south-east",
            )
            .at_least(0)
            .or_null("the hole"),
        ],
        of: vec![
            ("board", format!("{side} x {side}")),
            ("hole", format!("row {}, column {}", tiling.hole.0, tiling.hole.1)),
        ],
    };
    let mut writer = TableWriter::described(&table, file)?;
    let rows_at_once = (BATCH_ROWS / side.max(1)).max(1);
    for first in (0..side).step_by(rows_at_once) {
        let rows = first..(first + rows_at_once).min(side);
        let cells = || rows.clone().flat_map(|row| (0..side).map(move |col| (row, col)));
        // All below 2^15, as the last of them is.
        let id = |(row, col)| tiling.id(row, col).map(|id| id as i32);
        writer.write(vec![
            Arc::new(Int16Array::from_iter_values(cells().map(|(row, _)| row as i16))),
            Arc::new(Int16Array::from_iter_values(cells().map(|(_, col)| col as i16))),
            Arc::new(cells().map(id).collect::<Int32Array>()),
        ])?;
    }
    Ok(writer.finish()?.0)
}

/// Writes the table of the numbers of tilings into `file`; returns it complete.
///
/// # Errors
/// [`WriteError`], also when a number has more than 38 digits.
pub fn write_counts(counts: &[Counts], file: StagedFile) -> Result<StagedFile, WriteError> {
    let table = Description {
        name: "tromino_counts",
        grain: "a board with a hole",
        key: &["k", "hole_row", "hole_col"],
        foreign_keys: Vec::new(),
        columns: vec![
            Column::new("k", Kind::Int8, "1", "the board has 2^k x 2^k cells").at_least(0),
            Column::new("hole_row", Kind::Int16, "1", "row of the hole, from 0, downwards").at_least(0),
            Column::new("hole_col", Kind::Int16, "1", "column of the hole, from 0, to the right").at_least(0),
            Column::new(
                "tilings",
                Kind::Decimal,
                "1",
                "in how many ways L-trominoes cover all cells but the hole; turned or reflected tilings count by themselves",
            )
            .at_least(0),
        ],
        of: Vec::new(),
    };
    let mut writer = TableWriter::described(&table, file)?;
    for counts in counts {
        writer.write(columns(counts)?)?;
    }
    Ok(writer.finish()?.0)
}

fn columns(counts: &Counts) -> Result<Vec<ArrayRef>, WriteError> {
    let k = i8::try_from(counts.k).map_err(|_| too_large(counts.k as usize, "steps of k"))?;
    i16::try_from(counts.side()).map_err(|_| too_large(counts.side(), "rows"))?;
    let tilings: Vec<i128> =
        counts.tilings.iter().map(|&tilings| decimal(tilings)).collect::<Result<_, _>>()?;
    // The types of the decimals' array and of the column have the same digits.
    let tilings: Decimal128Array = PrimitiveArray::<Decimal128Type>::from_iter_values(tilings);
    let tilings = tilings.with_data_type(Kind::Decimal.data_type());
    Ok(vec![
        Arc::new(Int8Array::from_value(k, counts.tilings.len())),
        Arc::new(Int16Array::from_iter_values(counts.holes().map(|(row, _, _)| row as i16))),
        Arc::new(Int16Array::from_iter_values(counts.holes().map(|(_, col, _)| col as i16))),
        Arc::new(tilings),
    ])
}

/// A number of tilings as a value of a column of decimals.
fn decimal(number: u128) -> Result<i128, WriteError> {
    let small = i128::try_from(number).ok().filter(|&number| number <= LARGEST_DECIMAL);
    small.ok_or(WriteError::TooLarge { number, what: "tilings" })
}

fn too_large(number: usize, what: &'static str) -> WriteError {
    WriteError::TooLarge { number: number as u128, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        let most = 10_u128.pow(38) - 1;
        assert_eq!(decimal(most).ok(), Some(LARGEST_DECIMAL));
        for number in [most + 1, u128::MAX] {
            let refused = decimal(number).expect_err("it has 39 digits").to_string();
            assert!(
                refused.contains(&number.to_string()) && refused.contains("more than the column"),
                "{refused}"
            );
        }
    }
}
