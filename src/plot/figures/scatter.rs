//! The dates of a puzzle as points of a scatter plot.

use super::Source;
use super::date_grid::NOT_IN_CALENDAR;
use crate::atlas::rank_correlation;
use crate::plot::{Cloud, Measure, Point, ScaleKind, Scatter};

/// Two values of each date that has both, on logarithmic axes; dates that are not in the calendar are marked. The texts
/// are still lacking.
pub(super) fn cloud(source: &Source, x: &[Option<f64>], y: &[Option<f64>]) -> Cloud {
    let point = |(id, (x, y)): (usize, (&Option<f64>, &Option<f64>))| {
        let date = source.puzzle.date(id);
        let marked = source.puzzle.calendar().is_some_and(|calendar| !calendar.exists(&date));
        x.zip(*y).map(|(x, y)| Point { x, y, marked })
    };
    let axis = || Measure { scale: ScaleKind::Log10, ..Measure::default() };
    let points = x.iter().zip(y).enumerate().filter_map(point).collect();
    Cloud { x: axis(), y: axis(), points, ..Cloud::default() }
}

/// Spearman's rank correlation of all points, to two decimals.
pub(super) fn correlation(cloud: &Cloud) -> String {
    let pairs: Vec<(f64, f64)> = cloud.points.iter().map(|point| (point.x, point.y)).collect();
    match rank_correlation(&pairs) {
        Some(correlation) => format!("{correlation:.2}").replace('-', "−"),
        None => "undefined".to_owned(),
    }
}

/// A figure whose points are dates; title, subtitle and facets are still lacking.
pub(super) fn figure(source: &Source) -> Scatter {
    Scatter {
        facets_per_row: 2,
        points: if source.puzzle.calendar().is_some() { "date of the Gregorian calendar" } else { "date" }
            .to_owned(),
        marks: format!("date {NOT_IN_CALENDAR}"),
        ..Scatter::default()
    }
}
