//! How the measures of a date go with the day of the month.

use super::date_grid::{axis, measure};
use super::{Figure, FigureError, Source};
use crate::plot::{BandPanel, Bands, Canvas, Measure, ScaleKind, Unit};
use crate::puzzle::CalendarKey;

pub(super) const FIGURE: Figure =
    Figure { name: "day-profile", title: "Measures by day of the month", deterministic: true, draw };

/// Columns of the table of dates, their names here, and how they spread.
const MEASURES: [(&str, &str, ScaleKind); 10] = [
    ("solutions", "Solutions", ScaleKind::Log10),
    ("difficulty", "Difficulty (0 to 100)", ScaleKind::Linear),
    ("expected_nodes_first_empty", "Expected nodes of first-empty", ScaleKind::Log10),
    ("expected_nodes_last_empty", "Expected nodes of last-empty", ScaleKind::Log10),
    ("expected_nodes_mrv", "Expected nodes of mrv", ScaleKind::Log10),
    ("piece_entropy", "Entropy of the placements of a piece (bits)", ScaleKind::Linear),
    ("forced_placements", "Forced placements", ScaleKind::Linear),
    ("distinct_placements", "Placements that some solution has", ScaleKind::Linear),
    ("unique_placements", "Placements that only one solution has", ScaleKind::Linear),
    ("clue_pieces", "Pieces of the least clue", ScaleKind::Linear),
];

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let puzzle = source.puzzle;
    let is_day = |key| key == Some(CalendarKey::Day);
    let (Some(calendar), Some(place)) =
        (puzzle.calendar(), puzzle.groups.iter().position(|group| is_day(group.calendar)))
    else {
        return Ok(None);
    };
    let days = &puzzle.groups[place];
    let (mut panels, mut constant) = (Vec::new(), Vec::new());
    for (column, name, scale) in MEASURES {
        let found = measure(source, column)?;
        let mut values = vec![Vec::new(); days.labels.len()];
        for (id, value) in found.into_iter().enumerate() {
            let date = puzzle.date(id);
            if calendar.exists(&date) {
                values[date.picks[place]].extend(value);
            }
        }
        let mut all = values.iter().flatten().copied();
        let Some(first) = all.next() else { continue };
        if all.all(|value| value == first) {
            constant.push(format!("{name}: {first}"));
        } else {
            let measure = Measure { name: name.to_owned(), unit: Unit::Number, scale };
            panels.push(BandPanel { measure, values });
        }
    }
    if panels.is_empty() {
        return Ok(None);
    }
    let figure = Bands {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: each measure over the dates of the Gregorian calendar with the same day",
            puzzle.title
        ),
        categories: axis(days),
        panels,
        panels_per_row: 2,
        footnote: (!constant.is_empty()).then(|| format!("The same on every date: {}.", constant.join("; "))),
    };
    Ok(Some(figure.render()?))
}
