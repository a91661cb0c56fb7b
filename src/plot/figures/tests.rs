use super::*;
use crate::puzzle::built_in;
use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use parquet::arrow::ArrowWriter;
use std::fs::File;
use std::sync::Arc;

/// Name of a column and its values by number of the date.
type MadeUp = (&'static str, fn(usize) -> Option<f64>);

/// What the figure called `name` shows of a table of dates with these columns.
fn drawn(puzzle: &str, name: &str, columns: &[MadeUp]) -> Option<Canvas> {
    let puzzle = built_in(puzzle).expect("built in");
    let ids = 0..puzzle.date_count();
    let column = |value: &dyn Fn(usize) -> Option<f64>| -> ArrayRef {
        Arc::new(ids.clone().map(value).collect::<Float64Array>())
    };
    let mut arrays = vec![("date_id", column(&|id| Some(id as f64)), false)];
    arrays.extend(columns.iter().map(|(name, value)| (*name, column(value), true)));
    let batch = RecordBatch::try_from_iter_with_nullable(arrays).expect("columns of one length");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dates.parquet");
    let file = File::create(&path).expect("a file");
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("it is written");
    writer.close().expect("it is complete");

    let tables = Tables::at([("dates".to_owned(), path)]);
    let source = Source { puzzle: &puzzle, cover: &Cover::new(&puzzle), tables: &tables };
    let figure = FIGURES.iter().find(|figure| figure.name == name).expect("a figure");
    (figure.draw)(&source).expect("it can be drawn")
}

fn some(id: usize) -> Option<f64> {
    (!id.is_multiple_of(5)).then_some((id % 100) as f64)
}

#[test]
fn difficulty_is_drawn_if_there_is_any() {
    assert!(drawn("weekday", "difficulty", &[("difficulty", some)]).is_some());
    assert!(drawn("mini", "difficulty", &[("difficulty", some)]).is_some());
    assert!(drawn("weekday", "difficulty", &[("difficulty", |_| None)]).is_none());
    assert!(drawn("weekday", "difficulty", &[("solutions", some)]).is_none());
}

#[test]
fn profile_of_days_has_a_panel_for_each_measure_with_values() {
    let height = |columns: &[MadeUp]| drawn("weekday", "day-profile", columns).map(|canvas| canvas.height());
    let two = height(&[("solutions", some), ("unique_placements", some), ("piece_entropy", |_| None)]);
    let three = height(&[("solutions", some), ("unique_placements", some), ("piece_entropy", some)]);
    assert!(two.is_some() && two < three);
    assert_eq!(height(&[("solutions", |_| None)]), None);
    assert!(drawn("mini", "day-profile", &[("solutions", some)]).is_none());
}

#[test]
fn effort_is_drawn_of_the_strategies_that_tell_it() {
    let width =
        |columns: &[MadeUp]| drawn("mini", "solutions-vs-effort", columns).map(|canvas| canvas.width());
    let one = width(&[("solutions", some), ("expected_nodes_mrv", some)]);
    let both = width(&[
        ("solutions", some),
        ("expected_nodes_mrv", some),
        ("expected_nodes_first_empty", |id| Some(id as f64 + 1.0)),
    ]);
    assert!(one.is_some() && one < both);
    assert_eq!(width(&[("solutions", some)]), None);
    assert!(drawn("mini", "order-luck", &[("solutions", some)]).is_none());
}
