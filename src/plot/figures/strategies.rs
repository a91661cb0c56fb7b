//! What the strategies cost: nodes and CPU time over the dates.

use super::{Figure, FigureError, Source};
use crate::digits::grouped;
use crate::plot::{Canvas, Distributions, Facet, ScaleKind, Series, Unit};
use crate::search::STRATEGIES;

pub(super) const FIGURE: Figure =
    Figure { name: "strategies", title: "What the strategies cost", deterministic: false, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    if !(source.tables.has("searches") && source.tables.has("timings")) {
        return Ok(None);
    }
    // Both tables have the same rows in the same order.
    let text = |column| source.tables.texts("searches", column);
    let (strategy, goal, order) = (text("strategy")?, text("goal")?, text("candidate_order")?);
    let outcome = text("outcome")?;
    let nodes = source.tables.numbers("searches", "nodes")?;
    let seconds = source.tables.numbers("timings", "cpu_ns")?;
    let seconds: Vec<_> = seconds.into_iter().map(|time| time.map(|ns| ns / 1e9)).collect();
    let count = |number: usize| grouped(&number.to_string());
    let facet = |title: &str, wanted: &str, axis: &str, unit, values: &[Option<f64>]| {
        let series = STRATEGIES.iter().filter_map(|described| {
            let is_row = |row: &usize| {
                strategy[*row] == described.name && goal[*row] == wanted && order[*row] == "canonical"
            };
            let rows: Vec<usize> = (0..strategy.len()).filter(is_row).collect();
            let limited = rows.iter().filter(|&&row| outcome[row] == "node-limit").count();
            let note = (limited > 0).then(|| {
                format!("{} of {} dates stopped at the node limit", count(limited), count(rows.len()))
            });
            let values: Vec<f64> =
                rows.iter().filter_map(|&row| values.get(row).copied().flatten()).collect();
            (!values.is_empty()).then(|| Series { label: described.name.to_owned(), values, note })
        });
        Facet {
            title: title.to_owned(),
            axis: axis.to_owned(),
            unit,
            scale: ScaleKind::Log10,
            series: series.collect(),
        }
    };
    let facets = [
        facet("First solution: nodes", "first", "Nodes", Unit::Number, &nodes),
        facet("First solution: CPU time", "first", "CPU time of a date", Unit::Seconds, &seconds),
        facet("All solutions: nodes", "all", "Nodes (of frontier: states)", Unit::Number, &nodes),
        facet("All solutions: CPU time", "all", "CPU time of a date", Unit::Seconds, &seconds),
    ];
    let facets: Vec<Facet> = facets.into_iter().filter(|facet| !facet.series.is_empty()).collect();
    if facets.is_empty() {
        return Ok(None);
    }
    let dates: std::collections::BTreeSet<_> =
        source.tables.numbers("searches", "date_id")?.into_iter().flatten().map(|id| id as i64).collect();
    let figure = Distributions {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: {} dates, candidates in canonical order",
            source.puzzle.title,
            Unit::Number.text(dates.len() as f64)
        ),
        facets,
        facets_per_row: 2,
        footnote: Some("Times are of one machine; only their ratios carry over.".to_owned()),
    };
    Ok(Some(figure.render()?))
}
