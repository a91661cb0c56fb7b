//! Ranks the dates of a dataset by a measure, from its tables alone.

use super::PipelineError;
use crate::atlas::{DIFFICULTY, MEASURES, Measure, competition_ranks, difficulty};
use crate::dataset::{Dataset, GENERATOR, ReadError};
use crate::plot::figures::FigureError;
use crate::plot::{ScaleKind, YearCalendar};
use crate::puzzle::Date;
use chrono::{Datelike, NaiveDate};
use std::fmt;

/// What dates are ranked by.
#[derive(Clone, Debug, PartialEq)]
pub enum By {
    /// A measure.
    Measure(&'static Measure),
    /// A score as the difficulty is one, with these weights.
    Weights(Vec<(&'static Measure, f64)>),
}

/// A text that names no measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ByError {
    /// There is no such measure.
    #[error(
        "there is no measure {name:?}; the measures are {known}; weights make a score of several, such as solutions=2,piece-entropy=1"
    )]
    Unknown {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A measure with two weights.
    #[error("{name} has two weights; give each measure one")]
    Twice {
        /// The measure.
        name: String,
    },
    /// A weight that is none.
    #[error("{text:?} is no weight; write a positive number, such as solutions=2,piece-entropy=1")]
    Weight {
        /// What was given.
        text: String,
    },
}

/// The name of a measure as it is typed.
fn typed(measure: &Measure) -> String {
    measure.name.replace('_', "-")
}

impl By {
    /// Reads the name of a measure, or weights such as `solutions=2,piece-entropy=1`.
    ///
    /// # Errors
    /// [`ByError`], with the names.
    pub fn parse(text: &str) -> Result<Self, ByError> {
        let measure = |name: &str| {
            let wanted = name.trim().to_lowercase().replace('-', "_");
            // The plainest strategy's effort is what is mostly meant.
            let wanted = if wanted == "expected_nodes" { "expected_nodes_first_empty" } else { &wanted };
            MEASURES.iter().find(|measure| measure.name == wanted).ok_or_else(|| ByError::Unknown {
                name: name.trim().to_owned(),
                known: MEASURES.iter().map(typed).collect::<Vec<_>>().join(", "),
            })
        };
        if !text.contains('=') {
            return Ok(Self::Measure(measure(text)?));
        }
        let weights = text.split(',').map(|part| {
            let (name, weight) = part.split_once('=').unwrap_or((part, ""));
            let weight =
                weight.trim().parse().ok().filter(|weight: &f64| *weight > 0.0 && weight.is_finite());
            Ok((measure(name)?, weight.ok_or_else(|| ByError::Weight { text: part.trim().to_owned() })?))
        });
        let weights: Vec<(&'static Measure, f64)> = weights.collect::<Result<_, ByError>>()?;
        let twice =
            |place: usize| weights[..place].iter().any(|(other, _)| other.name == weights[place].0.name);
        match (0..weights.len()).find(|&place| twice(place)) {
            Some(place) => Err(ByError::Twice { name: typed(weights[place].0) }),
            None => Ok(Self::Weights(weights)),
        }
    }

    /// The name of the column.
    pub fn column(&self) -> &'static str {
        match self {
            Self::Measure(measure) => measure.name,
            Self::Weights(_) => "score",
        }
    }

    /// Decimals with which people read it.
    pub fn decimals(&self) -> usize {
        match self {
            Self::Measure(measure) => measure.decimals,
            Self::Weights(_) => 1,
        }
    }

    /// The values of the rows of the table of the dates, and how hard they are: greater is harder.
    fn values(&self, dataset: &Dataset) -> Result<[Vec<Option<f64>>; 2], ReadError> {
        let of = |measure: &Measure| dataset.tables.numbers("dates", measure.name);
        match self {
            Self::Measure(measure) => {
                let values = of(measure)?;
                let hardness = measure.hardness(&values);
                Ok([values, hardness])
            }
            Self::Weights(weights) => {
                let columns: Vec<Vec<Option<f64>>> =
                    weights.iter().map(|(measure, _)| of(measure)).collect::<Result<_, ReadError>>()?;
                let column = |measure: &Measure| {
                    let place = weights.iter().position(|(weighted, _)| weighted.name == measure.name);
                    columns[place.unwrap_or_default()].clone()
                };
                let scores = difficulty(weights, column);
                Ok([scores.clone(), scores])
            }
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Measure(measure) => f.write_str(&typed(measure)),
            Self::Weights(weights) => {
                let part = |(measure, weight): &(&Measure, f64)| format!("{}={weight}", typed(measure));
                f.write_str(&weights.iter().map(part).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// The calendar of a year, each day coloured by its value, as a PNG file; `None` if no day has a value.
///
/// # Errors
/// [`PipelineError`]: the table of the dates is missing or damaged, or nothing can be drawn.
pub fn year_calendar(
    dataset: &Dataset,
    by: &By,
    year: i32,
    days: &[(NaiveDate, Date)],
) -> Result<Option<Vec<u8>>, PipelineError> {
    let ids = dataset.tables.numbers("dates", "date_id")?;
    let [values, _] = by.values(dataset)?;
    let mut by_date = vec![None; dataset.puzzle.date_count()];
    for (id, value) in ids.into_iter().zip(values) {
        if let Some(slot) = id.and_then(|id| by_date.get_mut(id as usize)) {
            *slot = value;
        }
    }
    let leap = NaiveDate::from_yo_opt(year, 366).is_some();
    let mut of_day = vec![None; if leap { 366 } else { 365 }];
    for (day, date) in days {
        of_day[day.ordinal0() as usize] = by_date[date.id];
    }
    if of_day.iter().all(Option::is_none) {
        return Ok(None);
    }
    let (unit, scale) = match by {
        By::Measure(measure) if measure.spans_decades => (measure.unit, ScaleKind::Log10),
        By::Measure(measure) => (measure.unit, ScaleKind::Linear),
        By::Weights(_) => ("1", ScaleKind::Linear),
    };
    let name = match by {
        By::Measure(_) => by.to_string().replace('-', " "),
        By::Weights(_) => format!("score of {by}"),
    };
    let legend = if unit == "1" { name.clone() } else { format!("{name} ({unit})") };
    let calendar = YearCalendar {
        title: format!("The puzzle's year {year}"),
        subtitle: format!("{}: each day by {name}", dataset.puzzle.title),
        year,
        days: of_day,
        legend: legend[..1].to_uppercase() + &legend[1..],
        scale,
        missing: Some("no value".to_owned()),
        ..YearCalendar::default()
    };
    let drawn = calendar.render().and_then(|canvas| canvas.into_png(&calendar.title, GENERATOR));
    Ok(Some(drawn.map_err(FigureError::from)?))
}

/// A date in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// From 1; equal dates share a rank, and the next ones are left out.
    pub rank: usize,
    /// The date.
    pub date: Date,
    /// What it is ranked by.
    pub value: f64,
    /// Its values by the other measures.
    pub others: Vec<(&'static Measure, Option<f64>)>,
}

/// Dates in order of difficulty.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The dates, the hardest or the easiest first.
    pub dates: Vec<Ranked>,
    /// Dates asked for that the dataset has, but without a value.
    pub without_value: usize,
    /// Dates asked for that the dataset does not have.
    pub missing: usize,
}

/// Ranks those of the dates `wanted`, which ascend, that the dataset has.
///
/// # Errors
/// [`ReadError`], when the table of the dates is missing or damaged.
pub fn rank(dataset: &Dataset, by: &By, wanted: &[usize], hardest_first: bool) -> Result<Ranking, ReadError> {
    let ids = dataset.tables.numbers("dates", "date_id")?;
    let [values, hardness] = by.values(dataset)?;
    // The score and what it is made of; all others are a matter of `by`.
    let shown = |measure: &&Measure| {
        let chosen = matches!(by, By::Measure(by) if by.name == measure.name);
        !chosen && (measure.weight > 0.0 || measure.name == DIFFICULTY)
    };
    let others: Vec<(&'static Measure, Vec<Option<f64>>)> = MEASURES
        .iter()
        .filter(shown)
        .map(|measure| Ok((measure, dataset.tables.numbers("dates", measure.name)?)))
        .collect::<Result<_, ReadError>>()?;
    let chosen = |id: &Option<f64>| id.filter(|&id| wanted.binary_search(&(id as usize)).is_ok());
    let mut rows: Vec<(usize, usize)> =
        ids.iter().enumerate().filter_map(|(row, id)| Some((row, chosen(id)? as usize))).collect();
    let missing = wanted.len() - rows.len();
    let asked = rows.len();
    rows.retain(|&(row, _)| hardness[row].is_some());
    let sign = if hardest_first { 1.0 } else { -1.0 };
    let ranks: Vec<Option<f64>> =
        rows.iter().map(|&(row, _)| hardness[row].map(|hardness| sign * hardness)).collect();
    let ranks = competition_ranks(&ranks);
    let mut dates: Vec<Ranked> = rows
        .iter()
        .zip(ranks)
        .filter_map(|(&(row, id), rank)| {
            let others = others.iter().map(|(measure, values)| (*measure, values[row])).collect();
            Some(Ranked { rank: rank?, date: dataset.puzzle.date(id), value: values[row]?, others })
        })
        .collect();
    dates.sort_by_key(|ranked| (ranked.rank, ranked.date.id));
    Ok(Ranking { without_value: asked - dates.len(), missing, dates })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_named_as_they_are_typed() {
        let by = |text| By::parse(text).map(|by| by.to_string());
        assert_eq!(by("difficulty").as_deref(), Ok("difficulty"));
        assert_eq!(by("Expected-Nodes").as_deref(), Ok("expected-nodes-first-empty"));
        assert_eq!(by("piece_entropy").as_deref(), Ok("piece-entropy"));
        assert_eq!(by("solutions=2, piece-entropy=0.5").as_deref(), Ok("solutions=2,piece-entropy=0.5"));
        let error = by("beauty").expect_err("there is none").to_string();
        assert!(error.contains("no measure \"beauty\"; the measures are difficulty, solutions,"), "{error}");
        for text in
            ["solutions=", "solutions=-1", "solutions=NaN", "solutions=1,piece-entropy", "solutions=inf"]
        {
            assert!(by(text).expect_err("no weight").to_string().contains("is no weight"), "{text}");
        }
        let twice = by("solutions=1,Solutions=2").expect_err("twice").to_string();
        assert!(twice.contains("solutions has two weights"), "{twice}");
    }
}
