//! How far the plainest search goes to its first solution: the classic difficulty map.

use super::date_grid::{by_date, heatmap};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Heatmap, ScaleKind};

pub(super) const FIGURE: Figure = Figure {
    name: "first-nodes",
    title: "Nodes to the first solution of each date",
    deterministic: true,
    draw,
};

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let Some(nodes) = first_nodes(source)? else {
        return Ok(None);
    };
    let (Some(map), true) = (heatmap(source.puzzle, &nodes), nodes.iter().any(Option::is_some)) else {
        return Ok(None);
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: partial covers that the strategy first-empty reaches before it finds a solution, candidates in canonical order",
            source.puzzle.title
        ),
        legend: "Nodes".to_owned(),
        scale: ScaleKind::Log10,
        ..map
    };
    Ok(Some(figure.render()?))
}

/// The nodes of first-empty to the first solution of each date, candidates in canonical order; `None` if nothing was
/// searched date by date.
pub(super) fn first_nodes(source: &Source) -> Result<Option<Vec<Option<f64>>>, FigureError> {
    if !source.tables.has("searches") {
        return Ok(None);
    }
    let text = |column| source.tables.texts("searches", column);
    let (strategy, goal, order) = (text("strategy")?, text("goal")?, text("candidate_order")?);
    let keep =
        |row: usize| strategy[row] == "first-empty" && goal[row] == "first" && order[row] == "canonical";
    Ok(Some(by_date(source, "searches", "nodes", keep)?))
}
