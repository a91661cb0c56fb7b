//! How difficult each date is, all measures taken together.

use super::date_grid::{heatmap, measure};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Heatmap, ScaleKind};

pub(super) const FIGURE: Figure =
    Figure { name: "difficulty", title: "Difficulty of each date", deterministic: true, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let difficulty = measure(source, "difficulty")?;
    let (Some(map), true) = (heatmap(source.puzzle, &difficulty), difficulty.iter().any(Option::is_some))
    else {
        return Ok(None);
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!("{}: from 0, the easiest, to 100, the hardest", source.puzzle.title),
        legend: "Difficulty".to_owned(),
        scale: ScaleKind::Linear,
        missing: Some("no solution, or not searched".to_owned()),
        ..map
    };
    Ok(Some(figure.render()?))
}
