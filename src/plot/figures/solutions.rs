//! How many solutions each date has.

use super::date_grid::{by_date, heatmap};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Heatmap, ScaleKind};

pub(super) const FIGURE: Figure =
    Figure { name: "solutions", title: "Solutions of each date", deterministic: true, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let solutions = by_date(source, "dates", "solutions", |_| true)?;
    let (Some(map), true) = (heatmap(source.puzzle, &solutions), solutions.iter().any(Option::is_some))
    else {
        return Ok(None);
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: exact number of solutions, each a way to leave just this date exposed",
            source.puzzle.title
        ),
        legend: "Solutions".to_owned(),
        scale: ScaleKind::Log10,
        ..map
    };
    Ok(Some(figure.render()?))
}
