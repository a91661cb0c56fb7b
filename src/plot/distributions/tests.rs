use super::*;

fn series(label: &str, values: &[f64]) -> Series {
    Series { label: label.to_owned(), values: values.to_vec(), note: None }
}

fn figure(scale: ScaleKind, series: Vec<Series>) -> Distributions {
    let facet = Facet {
        title: "Nodes to the first solution".to_owned(),
        axis: "Search nodes".to_owned(),
        unit: Unit::Number,
        scale,
        series,
    };
    Distributions {
        title: "Work of each strategy".to_owned(),
        facets: vec![facet.clone(), Facet { unit: Unit::Seconds, ..facet }],
        facets_per_row: 2,
        ..Distributions::default()
    }
}

#[test]
fn equal_figures_give_equal_bytes() {
    let bytes = || {
        let figure = figure(ScaleKind::Log10, vec![series("a", &[1.0, 20.0, 30.0]), series("b", &[5.0; 9])]);
        figure.render().unwrap().into_png("t", "s").unwrap()
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn series_of_one_value_none_or_zeros_can_be_drawn() {
    for scale in [ScaleKind::Linear, ScaleKind::Log10] {
        for values in [&[][..], &[3.0], &[0.0], &[0.0, 0.0, 5.0], &[f64::MAX], &[1e-300, 1e300]] {
            figure(scale, vec![series("a", values)]).render().unwrap();
        }
    }
}

#[test]
fn zeros_on_a_logarithmic_axis_are_counted_in_the_note() {
    let figure = figure(ScaleKind::Log10, vec![series("a", &[0.0, 0.0, 5.0])]);
    let shown = Shown::new(&figure.facets[0]).unwrap();
    assert_eq!(shown.rows[0].note, "2 zeros not shown");
    assert_eq!(shown.rows[0].values, [5.0]);
}

#[test]
fn a_series_has_one_colour_in_all_facets() {
    let mut figure = figure(ScaleKind::Linear, vec![series("a", &[1.0]), series("b", &[2.0])]);
    figure.facets[1].series.reverse();
    assert_eq!(figure.labels(), ["a", "b"]);
}

#[test]
fn figures_that_cannot_be_drawn_are_refused() {
    assert!(matches!(Distributions::default().render(), Err(PlotError::Empty { .. })));
    assert!(matches!(figure(ScaleKind::Linear, vec![]).render(), Err(PlotError::Empty { .. })));
    let single = |scale, value| figure(scale, vec![series("a", &[value])]).render();
    assert!(matches!(single(ScaleKind::Linear, f64::NAN), Err(PlotError::NotFinite { .. })));
    assert!(matches!(single(ScaleKind::Log10, -2.0), Err(PlotError::NotLogarithmic { .. })));
    let label = "x".repeat(100_000);
    assert!(matches!(
        figure(ScaleKind::Linear, vec![series(&label, &[1.0])]).render(),
        Err(PlotError::TooLarge { .. })
    ));
}
