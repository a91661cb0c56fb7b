use super::super::canvas::DEVICE_SCALE;
use super::super::colour::{self, Colour};
use super::*;

/// One panel without texts, its squares 20 pixels wide, from the rows of its cells.
fn bare(scale: ScaleKind, cells: Vec<Vec<Cell>>) -> Heatmap {
    Heatmap {
        panels: vec![Panel { cells, ..Panel::default() }],
        scale,
        cell_size: Some((20, 20)),
        ..Heatmap::default()
    }
}

/// A figure with every text and every kind of square.
fn full() -> Heatmap {
    let row = |start: f64| {
        let values = [0.0, 1.0, 10.0, 500.0].map(|value| Cell::of(Some(value * start)).labelled("Sat"));
        let mut cells = Vec::from(values);
        cells.extend([Cell::of(None), Cell::Void, Cell::of(Some(start)).marked(true)]);
        cells
    };
    let panel = |title: &str| Panel {
        title: title.to_owned(),
        icon: vec![(-1, 0), (0, 0), (0, 1)],
        cells: vec![row(1.0), row(3.0)],
    };
    Heatmap {
        title: "Solutions of every date".to_owned(),
        subtitle: "Each square is one date".to_owned(),
        panels: vec![panel("January"), panel("February"), panel("")],
        columns: Axis { name: "Day".to_owned(), labels: (1..=7).map(|day| day.to_string()).collect() },
        rows: Axis { name: "Weekday".to_owned(), labels: vec!["Sun".to_owned(), "Mon".to_owned()] },
        legend: "Solutions".to_owned(),
        scale: ScaleKind::Log10,
        panels_per_row: 2,
        marks: Some("not in the calendar".to_owned()),
        write_values: true,
        footnote: Some("Counted by exhaustive search".to_owned()),
        ..Heatmap::default()
    }
}

/// How many pixels of the image have this colour.
fn count(canvas: &Canvas, wanted: Colour) -> usize {
    let (width, height) = (canvas.width() * DEVICE_SCALE, canvas.height() * DEVICE_SCALE);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    pixels.filter(|(x, y)| canvas.pixel(*x, *y) == Some(wanted)).count()
}

#[test]
fn equal_figures_give_equal_bytes() {
    let bytes = || full().render().unwrap().into_png("t", "s").unwrap();
    assert_eq!(bytes(), bytes());
}

#[test]
fn marked_squares_keep_their_colour_and_look_different() {
    let draw =
        |marked| bare(ScaleKind::Linear, vec![vec![Cell::of(Some(1.0)).marked(marked)]]).render().unwrap();
    let (plain, marked) = (draw(false), draw(true));
    assert_ne!(plain, marked);
    let ground = colour::sequential(0.5);
    let lost = count(&plain, ground) - count(&marked, ground);
    assert!(lost > 0 && lost < 38 * 38 / 2, "{lost}");
}

#[test]
fn void_missing_zero_and_value_look_different() {
    let draw = |cell| bare(ScaleKind::Log10, vec![vec![cell, Cell::of(Some(5.0))]]).render().unwrap();
    let canvases = [Cell::Void, Cell::of(None), Cell::of(Some(0.0)), Cell::of(Some(5.0))].map(draw);
    for (index, canvas) in canvases.iter().enumerate() {
        assert!(canvases[..index].iter().all(|other| other != canvas));
    }
    assert_eq!(count(&canvases[0], colour::ZERO), 0);
    // The square and its entry in the legend.
    assert!(count(&canvases[2], colour::ZERO) > 38 * 38);
    assert!(count(&canvases[1], colour::MISSING) > 38 * 38);
}

#[test]
fn figures_of_one_value_or_none_can_be_drawn() {
    for scale in [ScaleKind::Linear, ScaleKind::Log10] {
        for value in [None, Some(0.0), Some(7.0)] {
            bare(scale, vec![vec![Cell::of(value); 3]; 2]).render().unwrap();
        }
        bare(scale, vec![vec![Cell::Void]]).render().unwrap();
    }
}

#[test]
fn small_figures_have_room_for_their_texts() {
    let mut map = bare(ScaleKind::Linear, vec![vec![Cell::of(Some(1.0))]]);
    let narrow = map.render().unwrap().width();
    map.title = "A title that is much wider than a single square".to_owned();
    let titled = map.render().unwrap().width();
    assert!(titled > narrow);
    map.title = "many words ".repeat(200);
    assert!(map.render().unwrap().width() < 2 * titled, "long titles are broken into lines");
    map.columns.labels = vec!["a label as wide as many squares, which must not be cut off".to_owned()];
    map.rows.name = "a name longer than the only row is high".to_owned();
    map.render().unwrap();
}

#[test]
fn figures_that_do_not_fit_together_are_refused() {
    assert!(matches!(Heatmap::default().render(), Err(PlotError::Empty { .. })));
    assert!(matches!(bare(ScaleKind::Linear, vec![vec![]]).render(), Err(PlotError::Empty { .. })));
    let ragged = bare(ScaleKind::Linear, vec![vec![Cell::Void; 2], vec![Cell::Void; 3]]);
    assert!(matches!(ragged.render(), Err(PlotError::Shape { found: 3, expected: 2, .. })));
    let mut labels = full();
    labels.columns.labels.pop();
    assert!(matches!(labels.render(), Err(PlotError::Shape { what: "column labels", .. })));
}

#[test]
fn values_and_texts_that_cannot_be_drawn_are_refused() {
    let single = |scale, value| bare(scale, vec![vec![Cell::of(Some(value))]]).render();
    assert!(matches!(single(ScaleKind::Linear, f64::NAN), Err(PlotError::NotFinite { .. })));
    assert!(matches!(single(ScaleKind::Linear, f64::INFINITY), Err(PlotError::NotFinite { .. })));
    assert!(matches!(single(ScaleKind::Log10, -1.0), Err(PlotError::NotLogarithmic { .. })));
    single(ScaleKind::Linear, f64::MAX).unwrap();
    let mut map = full();
    map.panels[1].title = "二月".to_owned();
    assert!(matches!(map.render(), Err(PlotError::MissingGlyph { character: '二', .. })));
    map.panels[1].title = "x".repeat(100_000);
    assert!(matches!(map.render(), Err(PlotError::TooLarge { .. })));
}

#[test]
fn odd_settings_are_borne() {
    let mut map = full();
    map.panels_per_row = 0;
    map.panels[0].icon = vec![(i32::MIN, i32::MAX), (i32::MAX, i32::MIN)];
    map.render().unwrap();
    map.panels_per_row = usize::MAX;
    map.cell_size = Some((0, 1));
    map.render().unwrap();
    map.cell_size = Some((u32::MAX, u32::MAX));
    assert!(matches!(map.render(), Err(PlotError::TooLarge { .. })));
}
