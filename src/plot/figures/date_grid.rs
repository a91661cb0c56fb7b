//! The dates of a puzzle as squares of a heatmap.

use super::{FigureError, Source};
use crate::plot::{Axis, Cell, Heatmap, Panel};
use crate::puzzle::{Group, Puzzle};

/// What a crossed-out date means.
pub(super) const NOT_IN_CALENDAR: &str = "not in the Gregorian calendar";

/// Places the values of dates: one panel for each label of the first of three groups, the second across and
/// the third down; a puzzle of two groups has one panel, with the second group across. `None` for a puzzle
/// of other groups.
///
/// `values` gives the value of each date by number. The heatmap still lacks its texts.
pub(super) fn heatmap(puzzle: &Puzzle, values: &[Option<f64>]) -> Option<Heatmap> {
    if !puzzle.exposes_one_of_each() {
        return None;
    }
    let cell = |picks: &[usize]| {
        let date = puzzle.date_of(picks);
        let exists = puzzle.calendar().is_none_or(|calendar| calendar.exists(&date));
        Cell::of(values[date.id]).marked(!exists)
    };
    let places = |group: &Group| 0..group.labels.len();
    let (panels, across, down) = match puzzle.groups.as_slice() {
        [first, across, down] => {
            let panel = |(pick, title): (usize, String)| Panel {
                title,
                icon: Vec::new(),
                cells: places(down).map(|d| places(across).map(|a| cell(&[pick, a, d])).collect()).collect(),
            };
            (labels(first).into_iter().enumerate().map(panel).collect(), across, down)
        }
        [down, across] => {
            let cells = places(down).map(|d| places(across).map(|a| cell(&[d, a])).collect()).collect();
            (vec![Panel { cells, ..Panel::default() }], across, down)
        }
        _ => return None,
    };
    let marked =
        puzzle.calendar().is_some_and(|c| (0..puzzle.date_count()).any(|id| !c.exists(&puzzle.date(id))));
    Some(Heatmap {
        panels,
        columns: axis(across),
        rows: axis(down),
        panels_per_row: 3,
        marks: marked.then(|| NOT_IN_CALENDAR.to_owned()),
        missing: Some("not searched".to_owned()),
        ..Heatmap::default()
    })
}

/// The axis of a group.
pub(super) fn axis(group: &Group) -> Axis {
    let name = group.name.replace('_', " ");
    Axis { name, labels: labels(group) }
}

fn labels(group: &Group) -> Vec<String> {
    group.labels.iter().map(|label| label.text.clone()).collect()
}

/// The values of a column by number of the date; only the rows that `keep` says. A date without a row has
/// no value.
pub(super) fn by_date(
    source: &Source,
    table: &str,
    column: &str,
    keep: impl Fn(usize) -> bool,
) -> Result<Vec<Option<f64>>, FigureError> {
    let ids = source.tables.numbers(table, "date_id")?;
    let values = source.tables.numbers(table, column)?;
    let mut by_date = vec![None; source.puzzle.date_count()];
    for (row, (id, value)) in ids.into_iter().zip(values).enumerate() {
        if let Some(slot) = id.and_then(|id| by_date.get_mut(id as usize)).filter(|_| keep(row)) {
            *slot = value;
        }
    }
    Ok(by_date)
}

/// A column of the table of dates by number of the date; without values if there is no such column.
pub(super) fn measure(source: &Source, column: &str) -> Result<Vec<Option<f64>>, FigureError> {
    match source.tables.has_column("dates", column)? {
        true => by_date(source, "dates", column, |_| true),
        false => Ok(vec![None; source.puzzle.date_count()]),
    }
}
