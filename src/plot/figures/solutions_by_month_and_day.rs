//! Solutions by two of three groups: on the weekday board by month and day.

use super::date_grid::{axis, by_date};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Cell, Heatmap, Panel, ScaleKind};

pub(super) const FIGURE: Figure = Figure {
    name: "solutions-by-month-and-day",
    title: "Solutions by month and day",
    deterministic: true,
    draw,
};

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    means(source, [0, 1, 2])
}

/// The mean of the solutions over the last of three groups: the first goes down, the second across.
pub(super) fn means(source: &Source, order: [usize; 3]) -> Result<Option<Canvas>, FigureError> {
    let puzzle = source.puzzle;
    if puzzle.groups.len() != order.len() || !puzzle.exposes_one_of_each() {
        return Ok(None);
    }
    let [down, across, third] = order.map(|group| &puzzle.groups[group]);
    let solutions = by_date(source, "dates", "solutions", |_| true)?;
    if solutions.iter().all(Option::is_none) {
        return Ok(None);
    }
    let cell = |d: usize, a: usize| {
        let date = |t: usize| {
            let mut picks = [0; 3];
            order.into_iter().zip([d, a, t]).for_each(|(group, pick)| picks[group] = pick);
            puzzle.date_of(&picks)
        };
        let dates: Vec<_> = (0..third.labels.len()).map(date).collect();
        let values: Option<Vec<f64>> = dates.iter().map(|date| solutions[date.id]).collect();
        let mean = values.map(|values| values.iter().sum::<f64>() / values.len() as f64);
        let exists = puzzle.calendar().is_none_or(|c| dates.iter().any(|date| c.exists(date)));
        Cell::of(mean).marked(!exists)
    };
    let rows = 0..down.labels.len();
    let cells = rows.map(|d| (0..across.labels.len()).map(|a| cell(d, a)).collect()).collect();
    let figure = Heatmap {
        title: format!("Solutions by {} and {}", axis(down).name, axis(across).name),
        subtitle: format!(
            "{}: mean over the {} {}s of the exact number of solutions",
            puzzle.title,
            third.labels.len(),
            axis(third).name
        ),
        panels: vec![Panel { cells, ..Panel::default() }],
        columns: axis(across),
        rows: axis(down),
        legend: format!("Mean solutions per {}", axis(third).name),
        scale: ScaleKind::Log10,
        marks: puzzle.calendar().map(|_| "not in the Gregorian calendar".to_owned()),
        missing: Some("not searched".to_owned()),
        write_values: true,
        ..Heatmap::default()
    };
    Ok(Some(figure.render()?))
}
