use super::super::number::Unit;
use super::super::scale::ScaleKind;
use super::*;

fn panel(scale: ScaleKind, values: &[&[f64]]) -> BandPanel {
    BandPanel {
        measure: Measure { name: "Nodes".to_owned(), unit: Unit::Number, scale },
        values: values.iter().map(|values| values.to_vec()).collect(),
    }
}

fn figure(panels: Vec<BandPanel>) -> Bands {
    let count = panels.first().map_or(0, |panel| panel.values.len());
    Bands {
        title: "Days".to_owned(),
        categories: Axis { name: "Day".to_owned(), labels: (1..=count).map(|day| day.to_string()).collect() },
        panels,
        panels_per_row: 2,
        ..Bands::default()
    }
}

#[test]
fn equal_figures_give_equal_bytes() {
    let bytes = || {
        let values: &[&[f64]] = &[&[1.0, 2.0], &[3.0, 40.0, 5.0], &[7.0]];
        let figure = figure(vec![panel(ScaleKind::Log10, values), panel(ScaleKind::Linear, values)]);
        figure.render().unwrap().into_png("t", "s").unwrap()
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn categories_without_values_and_single_ones_can_be_drawn() {
    for scale in [ScaleKind::Linear, ScaleKind::Log10] {
        for values in [
            &[&[][..], &[]][..],
            &[&[1.0]],
            &[&[0.0], &[0.0]],
            &[&[], &[2.0, 5.0], &[], &[3.0], &[4.0, 9.0], &[]],
            &[&[1e-300], &[f64::MAX]],
        ] {
            figure(vec![panel(scale, values); 3]).render().unwrap();
        }
    }
    let mut odd = figure(vec![panel(ScaleKind::Log10, &[&[1.0, 3.0][..]; 500])]);
    odd.panels_per_row = 0;
    odd.categories.labels[499] = "a label that is longer than any day".to_owned();
    odd.panels[0].measure.name = "a measure with a name ".repeat(5);
    odd.render().unwrap();
}

#[test]
fn zeros_on_a_logarithmic_axis_are_counted_in_the_note() {
    let zeros = panel(ScaleKind::Log10, &[&[0.0, 8.0], &[0.0]]);
    let shown = Shown::new(&zeros).unwrap();
    assert_eq!(shown.note, "2 values at zero not shown");
    assert_eq!(shown.quartiles[0].unwrap().median, 8.0);
    assert!(shown.quartiles[1].is_none());
}

#[test]
fn figures_that_cannot_be_drawn_are_refused() {
    assert!(matches!(Bands::default().render(), Err(PlotError::Empty { .. })));
    assert!(matches!(figure(vec![panel(ScaleKind::Linear, &[])]).render(), Err(PlotError::Empty { .. })));
    let mut ragged = figure(vec![panel(ScaleKind::Linear, &[&[1.0], &[2.0]])]);
    ragged.categories.labels.pop();
    assert!(matches!(ragged.render(), Err(PlotError::Shape { found: 2, expected: 1, .. })));
    let single = |scale, value| figure(vec![panel(scale, &[&[value]])]).render();
    assert!(matches!(single(ScaleKind::Linear, f64::INFINITY), Err(PlotError::NotFinite { .. })));
    assert!(matches!(single(ScaleKind::Log10, -3.0), Err(PlotError::NotLogarithmic { .. })));
}
