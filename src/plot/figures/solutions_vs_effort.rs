//! Whether dates with many solutions are found sooner.

use super::date_grid::{by_date, measure};
use super::scatter::{cloud, correlation, figure};
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Scatter};

pub(super) const FIGURE: Figure = Figure {
    name: "solutions-vs-effort",
    title: "Solutions and expected nodes of each date",
    deterministic: true,
    draw,
};

/// Columns of the table of dates and the strategies they tell of.
const EFFORTS: [(&str, &str); 2] =
    [("expected_nodes_first_empty", "first-empty"), ("expected_nodes_mrv", "mrv")];

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let solutions = by_date(source, "dates", "solutions", |_| true)?;
    let (mut facets, mut correlations) = (Vec::new(), Vec::new());
    for (column, strategy) in EFFORTS {
        let mut cloud = cloud(source, &solutions, &measure(source, column)?);
        if cloud.points.len() < 2 {
            continue;
        }
        cloud.title = format!("Strategy {strategy}");
        cloud.x.name = "Solutions".to_owned();
        cloud.y.name = "Expected nodes to the first solution".to_owned();
        correlations.push(format!("{} for {strategy}", correlation(&cloud)));
        facets.push(cloud);
    }
    if facets.is_empty() {
        return Ok(None);
    }
    let figure = Scatter {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: Spearman's rank correlation of solutions and expected nodes is {}",
            source.puzzle.title,
            correlations.join(" and ")
        ),
        facets,
        ..figure(source)
    };
    Ok(Some(figure.render()?))
}
