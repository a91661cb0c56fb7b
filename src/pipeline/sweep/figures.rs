//! The figures of a sweep: each is a function and a line of [`FIGURES`].

use super::effect::{Share, effects};
use super::report::Data;
use crate::dataset::sweep::SetRow;
use crate::digits::{counted, grouped};
use crate::plot::{
    Axis, Canvas, Cell, Cloud, Distributions, Facet, Heatmap, Measure, Panel, PlotError, Point, ScaleKind,
    Scatter, Series,
};

/// A figure of a sweep.
pub(super) struct Figure {
    /// The file's name.
    pub(super) name: &'static str,
    /// What is shown.
    pub(super) title: &'static str,
    /// Draws it; `None` if there is nothing to show.
    pub(super) draw: fn(&Data, &str) -> Result<Option<Canvas>, PlotError>,
}

/// The register of figures.
pub(super) const FIGURES: &[Figure] = &[
    Figure { name: "sets.png", title: "How sets of pieces differ", draw: sets },
    Figure { name: "total-and-gini.png", title: "Solutions and evenness of each set", draw: total_and_gini },
    Figure { name: "pieces.png", title: "Solutions of the sets with each piece", draw: pieces },
    Figure { name: "pairs.png", title: "Solutions of the sets with two pieces", draw: pairs },
];

/// The names of their files.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FIGURES.iter().map(|figure| figure.name)
}

fn sets(data: &Data, title: &str) -> Result<Option<Canvas>, PlotError> {
    let facet = |title: &str, axis: &str, scale, value: fn(&SetRow) -> Option<f64>| {
        let own = data.own.and_then(|own| value(&data.rows[own]));
        let note = own.map(|own| format!("set of {}: {}", data.puzzle.name, data.number(own)));
        let values = data.rows.iter().filter_map(value).collect();
        let label = "all sets".to_owned();
        Facet {
            title: title.to_owned(),
            axis: axis.to_owned(),
            scale,
            series: vec![Series { label, values, note }],
            ..Facet::default()
        }
    };
    let figure = Distributions {
        title: title.to_owned(),
        subtitle: format!("{}: {}", data.puzzle.title, data.scope()),
        facets: vec![
            facet("Least solutions of a date", "Solutions", ScaleKind::Log10, |row| Some(row.least as f64)),
            facet("Most solutions of a date", "Solutions", ScaleKind::Log10, |row| Some(row.most as f64)),
            facet("Solutions of all dates", "Solutions", ScaleKind::Log10, |row| Some(row.solutions as f64)),
            facet("Dates without a solution", "Dates", ScaleKind::Linear, |row| {
                Some(row.dates_without_solution as f64)
            }),
            facet(
                "Gini coefficient of the solutions of the dates",
                "Gini coefficient",
                ScaleKind::Linear,
                |row| row.gini,
            ),
            facet("Placements of the pieces", "Placements", ScaleKind::Linear, |row| {
                Some(row.placements as f64)
            }),
        ],
        facets_per_row: 2,
        ..Distributions::default()
    };
    Ok(Some(figure.render()?))
}

fn total_and_gini(data: &Data, title: &str) -> Result<Option<Canvas>, PlotError> {
    let point = |(place, row): (usize, &SetRow)| {
        Some(Point { x: row.solutions as f64, y: row.gini?, marked: data.own == Some(place) })
    };
    let points: Vec<Point> = data.rows.iter().enumerate().filter_map(point).collect();
    if points.len() < 2 {
        return Ok(None);
    }
    let figure = Scatter {
        title: title.to_owned(),
        subtitle: format!(
            "{}: {}. A Gini coefficient of 0 means that all dates have equally many solutions",
            data.puzzle.title,
            data.scope()
        ),
        facets: vec![Cloud {
            x: Measure {
                name: "Solutions of all dates".to_owned(),
                scale: ScaleKind::Log10,
                ..Measure::default()
            },
            y: Measure { name: "Gini coefficient".to_owned(), ..Measure::default() },
            points,
            ..Cloud::default()
        }],
        points: "set of pieces".to_owned(),
        marks: format!("the set of {}", data.puzzle.name),
        ..Scatter::default()
    };
    Ok(Some(figure.render()?))
}

fn pieces(data: &Data, title: &str) -> Result<Option<Canvas>, PlotError> {
    let effects = effects(&data.rows, data.family.pieces().len());
    let series = |piece: usize| {
        let rows = || data.rows.iter().filter(move |row| row.set.contains(piece));
        Series {
            label: data.family.pieces()[piece].name.clone(),
            values: rows().map(|row| row.solutions as f64).collect(),
            note: Some(counted(rows().count() as u64, "set")),
        }
    };
    if effects.is_empty() {
        return Ok(None);
    }
    let figure = Distributions {
        title: title.to_owned(),
        subtitle: format!(
            "{}: {}. The piece whose sets have the fewest solutions, by the geometric mean, stands first",
            data.puzzle.title,
            data.scope()
        ),
        facets: vec![Facet {
            axis: "Solutions of all dates".to_owned(),
            scale: ScaleKind::Log10,
            series: effects.iter().map(|effect| series(effect.piece)).collect(),
            ..Facet::default()
        }],
        ..Distributions::default()
    };
    Ok(Some(figure.render()?))
}

fn pairs(data: &Data, title: &str) -> Result<Option<Canvas>, PlotError> {
    let order: Vec<usize> =
        effects(&data.rows, data.family.pieces().len()).iter().map(|effect| effect.piece).collect();
    if order.len() < 2 {
        return Ok(None);
    }
    let cell = |a: usize, b: usize| {
        let both = data.rows.iter().filter(|row| row.set.contains(a) && row.set.contains(b));
        Cell::of(Share::of(both).map(|share| share.median))
    };
    let labels: Vec<String> = order.iter().map(|&piece| data.family.pieces()[piece].name.clone()).collect();
    let figure = Heatmap {
        title: title.to_owned(),
        subtitle: format!(
            "{}: the median of the solutions of all dates over the sets with both pieces; on the diagonal, over those with \
             the piece. {}",
            data.puzzle.title,
            data.scope()
        ),
        panels: vec![Panel {
            cells: order.iter().map(|&a| order.iter().map(|&b| cell(a, b)).collect()).collect(),
            ..Panel::default()
        }],
        columns: Axis { labels: labels.clone(), ..Axis::default() },
        column_labels_above: true,
        rows: Axis { labels, ..Axis::default() },
        legend: "Median of the solutions of all dates".to_owned(),
        scale: ScaleKind::Log10,
        missing: Some("no set has both".to_owned()),
        ..Heatmap::default()
    };
    Ok(Some(figure.render()?))
}

impl Data<'_> {
    /// How many sets and dates, in words.
    fn scope(&self) -> String {
        let dates = grouped(&self.puzzle.date_count().to_string());
        format!("{} with {dates} dates each", counted(self.rows.len() as u64, "set"))
    }

    /// A value as text.
    fn number(&self, value: f64) -> String {
        crate::plot::Unit::Number.text(value)
    }
}
