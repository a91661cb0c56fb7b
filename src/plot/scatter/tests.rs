use super::super::number::Unit;
use super::super::scale::ScaleKind;
use super::*;

fn measure(name: &str, scale: ScaleKind) -> Measure {
    Measure { name: name.to_owned(), unit: Unit::Number, scale }
}

fn cloud(scale: ScaleKind, points: &[(f64, f64)]) -> Cloud {
    Cloud {
        title: "Solutions and nodes".to_owned(),
        x: measure("Solutions", scale),
        y: measure("Nodes", scale),
        points: points.iter().map(|&(x, y)| Point { x, y, marked: false }).collect(),
    }
}

fn figure(facets: Vec<Cloud>) -> Scatter {
    Scatter {
        title: "Points".to_owned(),
        facets,
        facets_per_row: 2,
        points: "date".to_owned(),
        marks: "no date".to_owned(),
        diagonal: Some("as many".to_owned()),
        ..Scatter::default()
    }
}

#[test]
fn equal_figures_give_equal_bytes() {
    let bytes = || {
        let figure = figure(vec![cloud(ScaleKind::Log10, &[(1.0, 20.0), (300.0, 4.0)]); 3]);
        figure.render().unwrap().into_png("t", "s").unwrap()
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn marked_points_differ_in_shape_and_colour_and_have_a_legend() {
    let mut plain = figure(vec![cloud(ScaleKind::Linear, &[(1.0, 2.0), (3.0, 4.0)])]);
    plain.diagonal = None;
    let mut marked = plain.clone();
    marked.facets[0].points[1].marked = true;
    let (plain, marked) = (plain.render().unwrap(), marked.render().unwrap());
    assert!(marked.height() > plain.height());
    let reddish = |canvas: &Canvas| {
        let place = |y: u32| (0..canvas.width() * 2).filter_map(move |x| canvas.pixel(x, y));
        (0..canvas.height() * 2).flat_map(place).any(|colour| colour.red > 200 && colour.blue < 50)
    };
    assert!(reddish(&marked) && !reddish(&plain));
}

#[test]
fn points_at_zero_are_left_out_of_logarithmic_axes_and_counted() {
    let zeros = cloud(ScaleKind::Log10, &[(0.0, 1.0), (5.0, 0.0), (2.0, 3.0)]);
    let shown = Shown::new(&zeros).unwrap();
    assert_eq!((shown.points.len(), shown.note.as_str()), (1, "2 points at zero not shown"));
    let zeros = cloud(ScaleKind::Linear, &[(0.0, 1.0), (5.0, 0.0)]);
    assert_eq!(Shown::new(&zeros).unwrap().points.len(), 2);
}

#[test]
fn few_equal_and_extreme_points_can_be_drawn() {
    for scale in [ScaleKind::Linear, ScaleKind::Log10] {
        for points in
            [&[][..], &[(3.0, 3.0)], &[(0.0, 0.0)], &[(7.0, 1.0); 3], &[(f64::MAX, 1e-300), (1.0, 1e300)]]
        {
            figure(vec![cloud(scale, points)]).render().unwrap();
        }
    }
    let mut odd = figure(vec![cloud(ScaleKind::Log10, &[(1.0, 5.0), (100.0, 9.0)])]);
    odd.facets_per_row = 0;
    odd.plot_size = Some((0, 1));
    odd.facets[0].title = "a title that is wider than the plot".to_owned();
    odd.facets[0].y.name = "a name longer than the plot is high".to_owned();
    odd.facets[0].x.scale = ScaleKind::Linear;
    odd.render().unwrap();
}

#[test]
fn figures_that_cannot_be_drawn_are_refused() {
    assert!(matches!(figure(vec![]).render(), Err(PlotError::Empty { .. })));
    let single = |scale, point| figure(vec![cloud(scale, &[point])]).render();
    assert!(matches!(single(ScaleKind::Linear, (1.0, f64::NAN)), Err(PlotError::NotFinite { .. })));
    assert!(matches!(single(ScaleKind::Log10, (-1.0, 1.0)), Err(PlotError::NotLogarithmic { .. })));
    let mut large = figure(vec![cloud(ScaleKind::Linear, &[(1.0, 1.0)])]);
    large.plot_size = Some((u32::MAX, 100));
    assert!(matches!(large.render(), Err(PlotError::TooLarge { .. })));
}
