//! What the dates of a puzzle mean in the Gregorian calendar.

use super::{Date, Group, Puzzle};
use chrono::{Datelike, Month, NaiveDate};

/// The first day of the 400-year cycle that is counted; 400 Gregorian years are exactly 20,871 weeks,
/// so every cycle gives the same counts.
const CYCLE_START: (i32, u32, u32) = (2000, 1, 1);
const CYCLE_DAYS: usize = 146_097;

/// The calendar meaning of a group of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalendarKey {
    /// Months by their English names or numbers; or twelve labels in the order of the months.
    Month,
    /// Days of the month, labelled `1` to `31`.
    Day,
    /// Seven weekdays in any order, labelled by the first three letters of their English names.
    Weekday,
}

impl CalendarKey {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Month, Self::Day, Self::Weekday];

    /// The name in definitions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Month => "month",
            Self::Day => "day",
            Self::Weekday => "weekday",
        }
    }

    /// What a label should be.
    pub(super) fn wanted(self) -> &'static str {
        match self {
            Self::Month => {
                "month: an English name, a number from 1 to 12, or one of twelve labels from January to December"
            }
            Self::Day => "day from 1 to 31",
            Self::Weekday => "weekday such as Sun or Mon",
        }
    }

    /// The value that a text says: month 1-12, day 1-31, weekday 0-6 from Sunday; `None` when it says no such thing.
    pub(super) fn value(self, text: &str) -> Option<i8> {
        match self {
            Self::Month => {
                let by_number = || text.parse().ok().filter(|month| (1..=12).contains(month));
                let by_name = || Some(text.parse::<Month>().ok()?.number_from_month() as i8);
                by_number().or_else(by_name)
            }
            Self::Day => text.parse().ok().filter(|day| (1..=31).contains(day)),
            Self::Weekday => {
                let weekday: chrono::Weekday = text.parse().ok()?;
                Some(weekday.num_days_from_sunday() as i8)
            }
        }
    }
}

/// The values of the labels of a group. Twelve labels of months are those from January to December, whatever the language,
/// if none of them says another month than its place.
pub(super) fn values(key: CalendarKey, labels: &[&str]) -> Vec<Option<i8>> {
    let said: Vec<Option<i8>> = labels.iter().map(|label| key.value(label)).collect();
    let mut in_order = (1..).zip(&said);
    if key == CalendarKey::Month
        && said.len() == 12
        && in_order.all(|(month, said)| said.is_none_or(|said| said == month))
    {
        return (1..=12).map(Some).collect();
    }
    said
}

/// How often each date of a puzzle occurs, and which date a day of the calendar is.
///
/// Only puzzles that have a group of months and one of days have a calendar; the weekdays may be missing.
#[derive(Clone, Debug)]
pub struct Calendar {
    occurrences: Vec<i16>,
}

impl Calendar {
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let has = |key| puzzle.groups.iter().any(|group| group.calendar == Some(key));
        let only_calendar = puzzle.groups.iter().all(|group| group.calendar.is_some());
        if !(only_calendar && has(CalendarKey::Month) && has(CalendarKey::Day)) {
            return None;
        }
        let (year, month, day) = CYCLE_START;
        let start = NaiveDate::from_ymd_opt(year, month, day).expect("1 January 2000 is a day");
        // Each combination of month, day and weekday once, with how often it occurs.
        let mut combinations: [[[(NaiveDate, i16); 7]; 31]; 12] = [[[(start, 0); 7]; 31]; 12];
        for day in start.iter_days().take(CYCLE_DAYS) {
            let weekday = day.weekday().num_days_from_sunday() as usize;
            let entry = &mut combinations[day.month0() as usize][day.day0() as usize][weekday];
            *entry = (day, entry.1 + 1);
        }
        let mut occurrences = vec![0; puzzle.date_count()];
        for (day, times) in combinations.into_iter().flatten().flatten().filter(|&(_, times)| times > 0) {
            if let Some(date) = date_on(puzzle, day) {
                occurrences[date.id] += times;
            }
        }
        Some(Self { occurrences })
    }

    /// How often `date` occurs in the 400 years of the Gregorian cycle; 0 for 30 February.
    pub fn occurrences_400y(&self, date: &Date) -> i16 {
        self.occurrences[date.id]
    }

    /// Whether `date` ever occurs in the Gregorian calendar.
    pub fn exists(&self, date: &Date) -> bool {
        self.occurrences[date.id] > 0
    }
}

/// The date of the puzzle that shows `day`; `None` when the board lacks one of its labels.
pub(super) fn date_on(puzzle: &Puzzle, day: NaiveDate) -> Option<Date> {
    let pick = |group: &Group| {
        let value = match group.calendar? {
            CalendarKey::Month => day.month() as i8,
            CalendarKey::Day => day.day() as i8,
            CalendarKey::Weekday => day.weekday().num_days_from_sunday() as i8,
        };
        group.labels.iter().position(|label| label.value == value)
    };
    let picks: Option<Vec<usize>> = puzzle.groups.iter().map(pick).collect();
    Some(puzzle.date_of(&picks?))
}
