//! What the canonical order of candidates makes of the expected effort: luck.

use super::date_grid::measure;
use super::first_nodes::first_nodes;
use super::scatter::{cloud, correlation, figure};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Scatter};

pub(super) const FIGURE: Figure = Figure {
    name: "order-luck",
    title: "Nodes to the first solution: expected and in canonical order",
    deterministic: true,
    draw,
};

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let Some(nodes) = first_nodes(source)? else {
        return Ok(None);
    };
    let mut cloud = cloud(source, &measure(source, "expected_nodes_first_empty")?, &nodes);
    if cloud.points.len() < 2 {
        return Ok(None);
    }
    cloud.x.name = "Expected nodes, mean over all orders of candidates".to_owned();
    cloud.y.name = "Nodes in canonical order".to_owned();
    let figure = Scatter {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}, strategy first-empty: nodes in the one canonical order against the mean over all orders; \
             Spearman's rank correlation is {}",
            source.puzzle.title,
            correlation(&cloud)
        ),
        facets: vec![cloud],
        diagonal: Some("as many nodes as expected".to_owned()),
        ..figure(source)
    };
    Ok(Some(figure.render()?))
}
