//! The calendar of a year, each day coloured by a value.

use super::canvas::Canvas;
use super::cell::Cell;
use super::error::PlotError;
use super::heatmap::{Axis, Heatmap, Panel};
use super::number::Unit;
use super::scale::ScaleKind;
use chrono::{Datelike, Month, NaiveDate, Weekday};

/// The first day of a week, on the left.
const FIRST: Weekday = Weekday::Sun;
const WEEKDAYS: usize = 7;
/// A month may touch this many weeks.
const WEEKS: usize = 6;
const DAY_SIZE: (u32, u32) = (30, 26);

/// A calendar of a year with all its texts: twelve months, the weeks down, the weekdays across.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct YearCalendar {
    /// What is shown.
    pub title: String,
    /// How it is to be read, in a sentence or two; may be empty.
    pub subtitle: String,
    /// The year of the Gregorian calendar.
    pub year: i32,
    /// The value of each day from 1 January, 365 or 366; `None` if it is unknown.
    pub days: Vec<Option<f64>>,
    /// Name of the value, with its unit unless [`YearCalendar::unit`] writes it.
    pub legend: String,
    /// What the values are, which decides how they are written.
    pub unit: Unit,
    /// How values are spread over the colours. On a logarithmic scale zeros get a colour of their own.
    pub scale: ScaleKind,
    /// What a day without a value means, for the legend; "no value" if `None`.
    pub missing: Option<String>,
    /// A remark below the figure, such as the source of the data.
    pub footnote: Option<String>,
}

impl YearCalendar {
    /// Draws the calendar as a [`Heatmap`] with one panel a month.
    ///
    /// # Errors
    /// If the year has another number of days or lies beyond the calendar, and as [`Heatmap::render`].
    pub fn render(&self) -> Result<Canvas, PlotError> {
        let Some(first) = NaiveDate::from_ymd_opt(self.year, 1, 1) else {
            return Err(PlotError::Empty { what: "the year is beyond the calendar" });
        };
        let days = if first.leap_year() { 366 } else { 365 };
        if self.days.len() != days {
            let place = format!("the year {}", self.year);
            return Err(PlotError::Shape { place, what: "values", found: self.days.len(), expected: days });
        }
        let blank = |month: Month| Panel {
            title: month.name().to_owned(),
            cells: vec![vec![Cell::Void; WEEKDAYS]; WEEKS],
            ..Panel::default()
        };
        let mut panels: Vec<Panel> =
            (1..=12).filter_map(|month| Month::try_from(month).ok()).map(blank).collect();
        let weekdays = std::iter::successors(Some(FIRST), |day| Some(day.succ())).take(WEEKDAYS);
        for (day, value) in first.iter_days().zip(&self.days) {
            let column = |day: NaiveDate| day.weekday().days_since(FIRST) as usize;
            // The first of the month stands in the first week.
            let before = day.with_day(1).map_or(0, column);
            let week = (before + day.day0() as usize) / WEEKDAYS;
            let month = &mut panels[day.month0() as usize].cells;
            month[week][column(day)] = Cell::of(*value).labelled(day.day().to_string());
        }
        let heatmap = Heatmap {
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            panels,
            columns: Axis { labels: weekdays.map(|day| day.to_string()).collect(), ..Axis::default() },
            column_labels_above: true,
            legend: self.legend.clone(),
            unit: self.unit,
            scale: self.scale,
            panels_per_row: 3,
            missing: self.missing.clone(),
            cell_size: Some(DAY_SIZE),
            footnote: self.footnote.clone(),
            ..Heatmap::default()
        };
        heatmap.render()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(year: i32, days: usize) -> YearCalendar {
        let days = (0..days).map(|day| (day % 9 > 0).then_some(day as f64)).collect();
        YearCalendar { title: format!("The year {year}"), year, days, ..YearCalendar::default() }
    }

    #[test]
    fn years_of_every_form_can_be_drawn() {
        for start in 2000..2028 {
            let days = if start % 4 == 0 { 366 } else { 365 };
            year(start, days).render().unwrap();
        }
        for days in [365, 366] {
            assert_eq!(year(2100, days).render().is_ok(), days == 365);
        }
    }

    #[test]
    fn equal_calendars_give_equal_bytes() {
        let bytes = || year(2026, 365).render().unwrap().into_png("t", "s").unwrap();
        assert_eq!(bytes(), bytes());
    }

    #[test]
    fn calendars_that_cannot_be_drawn_are_refused() {
        for (start, days) in [(2026, 366), (2028, 365), (2026, 0)] {
            assert!(matches!(year(start, days).render(), Err(PlotError::Shape { .. })));
        }
        assert!(matches!(year(i32::MAX, 365).render(), Err(PlotError::Empty { .. })));
        let mut unknown = year(2026, 365);
        unknown.days = vec![None; 365];
        unknown.render().unwrap();
        unknown.days[6] = Some(f64::NAN);
        assert!(matches!(unknown.render(), Err(PlotError::NotFinite { .. })));
    }
}
