//! What the plainest search may expect to cost: the difficulty map without the luck of an order.

use super::date_grid::{by_date, heatmap};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Heatmap, ScaleKind};

pub(super) const FIGURE: Figure = Figure {
    name: "expected-nodes",
    title: "Expected nodes to the first solution of each date",
    deterministic: true,
    draw,
};

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let nodes = by_date(source, "dates", "expected_nodes_first_empty", |_| true)?;
    let (Some(map), true) = (heatmap(source.puzzle, &nodes), nodes.iter().any(Option::is_some)) else {
        return Ok(None);
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: partial covers that first-empty reaches before it finds a solution, mean over all ways of shuffling the candidates of every node",
            source.puzzle.title
        ),
        legend: "Expected nodes".to_owned(),
        scale: ScaleKind::Log10,
        missing: Some("no solution, or not searched".to_owned()),
        ..map
    };
    Ok(Some(figure.render()?))
}
