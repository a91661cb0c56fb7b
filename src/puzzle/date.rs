//! Dates of a puzzle, and reading them from text.

use super::calendar::date_on;
use super::{CalendarKey, Group, Puzzle};
use chrono::{Datelike, NaiveDate};

/// The first whole year of the Gregorian calendar.
const FIRST_YEAR: i32 = 1583;
/// The last year with four digits.
const LAST_YEAR: i32 = 9999;

/// One label of each group, to be left exposed: on the weekday board any combination of month, day and
/// weekday, 30 February included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Date {
    /// Number of the date: 0 to [`Puzzle::date_count`] - 1, the first group counting slowest.
    pub id: usize,
    /// The place of the picked label in each group, from 0.
    pub picks: Vec<usize>,
}

/// Why a text names no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// Nothing to read.
    #[error("the date is empty; write for example {examples}")]
    Empty {
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// A word that is no label of the group that is due.
    #[error("{word:?} in {text:?} is no {group} of this puzzle ({labels}); write for example {examples}")]
    UnknownLabel {
        /// The word.
        word: String,
        /// The whole text.
        text: String,
        /// The group that was expected at that place.
        group: String,
        /// The labels that the group has.
        labels: String,
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// A label given twice where several cells of its group are exposed.
    #[error("{text:?} names {label} twice; write for example {examples}")]
    RepeatedLabel {
        /// The whole text.
        text: String,
        /// The label.
        label: String,
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// A date of a puzzle that exposes nothing.
    #[error("{text:?}: the puzzle {puzzle} exposes nothing, so it has no dates; leave the date out")]
    NothingExposed {
        /// The whole text.
        text: String,
        /// The puzzle's name.
        puzzle: String,
    },
    /// More words than the puzzle has groups.
    #[error("{text:?} has more parts than a date of this puzzle ({groups}); write for example {examples}")]
    TooManyParts {
        /// The whole text.
        text: String,
        /// The groups' names.
        groups: String,
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// Too few words for one date.
    #[error("{text:?} leaves {missing} open; write for example {examples}")]
    Incomplete {
        /// The whole text.
        text: String,
        /// The first group without a label.
        missing: String,
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// A year given to a puzzle without months and days.
    #[error("{text:?} names a year, but the puzzle {puzzle} has no calendar; write for example {examples}")]
    NoCalendar {
        /// The whole text.
        text: String,
        /// The puzzle's name.
        puzzle: String,
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// A filter to which no date belongs.
    #[error("{text:?} selects no date of this puzzle; write for example {examples}")]
    SelectsNothing {
        /// The whole text.
        text: String,
        /// Texts that this puzzle understands.
        examples: String,
    },
    /// A day that the calendar does not have.
    #[error(
        "{text:?} is no day of the Gregorian calendar (from {FIRST_YEAR} on), such as 2026-10-27; \
         without a year any combination is a date, 02-30-sun too"
    )]
    NoSuchDay {
        /// The whole text.
        text: String,
    },
    /// A year that the calendar does not have, or with more than four digits.
    #[error("{text:?} is no year from {FIRST_YEAR} to {LAST_YEAR}")]
    NoSuchYear {
        /// The whole text.
        text: String,
    },
    /// A weekday that is not that day's.
    #[error(
        "{text:?} contradicts itself: that day is a {right}; write it without the weekday, or without the year"
    )]
    WrongWeekday {
        /// The whole text.
        text: String,
        /// The weekday of that day.
        right: String,
    },
}

/// The dates that a filter selects, in ascending order without repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Numbers of the dates.
    pub ids: Vec<usize>,
    /// Whether these are all dates of the puzzle.
    pub complete: bool,
}

impl Selection {
    /// All dates of `puzzle`.
    pub fn all(puzzle: &Puzzle) -> Self {
        Self { ids: (0..puzzle.date_count()).collect(), complete: true }
    }
}

impl Puzzle {
    /// Reads one date: `10-27-tue`, `Oct 27 Tue` or, for a calendar, `2026-10-27`.
    ///
    /// # Errors
    /// [`DateError`], with examples.
    pub fn parse_date(&self, text: &str) -> Result<Date, DateError> {
        let pattern = self.parse_pattern(text)?;
        if let Some(open) = pattern.iter().position(Option::is_none) {
            return Err(DateError::Incomplete {
                text: text.into(),
                missing: match self.groups[open].exposed {
                    1 => format!("the {}", self.groups[open].name),
                    several => format!("some of {several} labels of {}", self.groups[open].name),
                },
                examples: self.date_examples(),
            });
        }
        let picks: Vec<usize> = pattern.into_iter().flatten().collect();
        Ok(self.date_of(&picks))
    }

    /// Reads a filter: dates, leading parts of dates (`10` is a month, `10-27` its seven weekdays) and
    /// years (`2027` is its 365 days), separated by commas.
    ///
    /// # Errors
    /// [`DateError`], with examples.
    pub fn parse_selection(&self, text: &str) -> Result<Selection, DateError> {
        let mut selected = vec![false; self.date_count()];
        for part in text.split(',').map(str::trim) {
            if let Some(year) = self.as_year(part) {
                for (_, date) in self.days_of(year, part)? {
                    selected[date.id] = true;
                }
                continue;
            }
            let pattern = self.parse_pattern(part)?;
            for (id, chosen) in selected.iter_mut().enumerate() {
                *chosen |= self.matches(&self.date(id).picks, &pattern);
            }
        }
        let ids: Vec<usize> = (0..selected.len()).filter(|&id| selected[id]).collect();
        if ids.is_empty() {
            return Err(DateError::SelectsNothing { text: text.into(), examples: self.date_examples() });
        }
        let complete = ids.len() == selected.len();
        Ok(Selection { ids, complete })
    }

    /// Whether each label of the pattern is one of those picked of its group.
    fn matches(&self, picks: &[usize], pattern: &[Option<usize>]) -> bool {
        let mut starts = (0..self.groups.len()).filter(|&first| self.groups[first].member == 0);
        starts.all(|first| {
            let members = first..first + self.groups[first].exposed;
            pattern[members.clone()].iter().flatten().all(|want| picks[members.clone()].contains(want))
        })
    }

    /// A word of four digits is a year, unless it is a label of the first group of a puzzle without a calendar.
    fn as_year(&self, word: &str) -> Option<i32> {
        let four_digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_label = || self.groups.first().is_some_and(|group| group.find(word).is_some());
        let year = four_digits && (self.calendar().is_some() || !is_label());
        year.then(|| word.parse().ok()).flatten()
    }

    /// The names of the groups, each once, with how many labels of it a date has.
    fn group_names(&self) -> String {
        let groups = self.groups.iter().filter(|group| group.member == 0);
        let name = |group: &Group| match group.exposed {
            1 => group.name.clone(),
            several => format!("{several} of {}", group.name),
        };
        groups.map(name).collect::<Vec<_>>().join(", ")
    }

    /// Texts that name dates of this puzzle, for messages.
    pub fn date_examples(&self) -> String {
        let example = NaiveDate::from_ymd_opt(2026, 10, 27).filter(|_| self.calendar().is_some());
        let example = example.and_then(|day| date_on(self, day));
        let date = example.clone().unwrap_or_else(|| self.date(self.date_count() / 2));
        let plain = format!("{:?}", self.date_label(&date));
        if example.is_none() {
            return plain;
        }
        let dashed: Vec<String> = self
            .groups
            .iter()
            .zip(self.labels(&date))
            .map(|(group, label)| match group.calendar {
                Some(CalendarKey::Month) => label.value.to_string(),
                _ => label.text.to_lowercase(),
            })
            .collect();
        format!("2026-10-27, {} or {plain}", dashed.join("-"))
    }

    /// The days of a year of the Gregorian calendar with their dates, in order; days that the puzzle cannot show
    /// are left out.
    ///
    /// # Errors
    /// [`DateError`]: the puzzle has no calendar, or the year is not from 1583 to 9999.
    pub fn days_of_year(&self, year: i32) -> Result<Vec<(NaiveDate, Date)>, DateError> {
        self.days_of(year, &year.to_string())
    }

    fn days_of(&self, year: i32, text: &str) -> Result<Vec<(NaiveDate, Date)>, DateError> {
        self.require_calendar(text)?;
        let start = NaiveDate::from_yo_opt(year, 1).filter(|_| year >= FIRST_YEAR);
        let start = start.filter(|_| year <= LAST_YEAR);
        let start = start.ok_or_else(|| DateError::NoSuchYear { text: text.into() })?;
        let days = start.iter_days().take_while(|day| day.year() == year);
        Ok(days.filter_map(|day| Some((day, date_on(self, day)?))).collect())
    }

    fn require_calendar(&self, text: &str) -> Result<(), DateError> {
        match self.calendar() {
            Some(_) => Ok(()),
            None => Err(DateError::NoCalendar {
                text: text.into(),
                puzzle: self.name.clone(),
                examples: self.date_examples(),
            }),
        }
    }

    /// The wanted label of each group, `None` where the text leaves it open.
    fn parse_pattern(&self, text: &str) -> Result<Vec<Option<usize>>, DateError> {
        let is_gap = |c: char| c.is_whitespace() || "-/._".contains(c);
        let words: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            // Where nothing is exposed there is one date, without labels.
            [] if self.groups.is_empty() => Ok(Vec::new()),
            [] => Err(DateError::Empty { examples: self.date_examples() }),
            [first, rest @ ..] if !rest.is_empty() => match self.as_year(first) {
                Some(year) => {
                    self.require_calendar(text)?;
                    self.parse_full_date(year, rest, text)
                }
                None => self.parse_labels(&words, text),
            },
            _ => self.parse_labels(&words, text),
        }
    }

    fn parse_labels(&self, words: &[&str], text: &str) -> Result<Vec<Option<usize>>, DateError> {
        if self.groups.is_empty() {
            return Err(DateError::NothingExposed { text: text.into(), puzzle: self.name.clone() });
        }
        if words.len() > self.groups.len() {
            return Err(DateError::TooManyParts {
                text: text.into(),
                groups: self.group_names(),
                examples: self.date_examples(),
            });
        }
        let mut pattern: Vec<Option<usize>> = vec![None; self.groups.len()];
        for ((pick, group), word) in pattern.iter_mut().zip(&self.groups).zip(words) {
            let found = group.find(word).ok_or_else(|| DateError::UnknownLabel {
                word: (*word).into(),
                text: text.into(),
                group: group.name.clone(),
                labels: group.summary(),
                examples: self.date_examples(),
            })?;
            *pick = Some(found);
        }
        // Labels of one group may be given in any order.
        let mut rest = pattern.as_mut_slice();
        for group in self.groups.iter().filter(|group| group.member == 0) {
            let (members, others) = rest.split_at_mut(group.exposed);
            let given = members.iter().filter(|member| member.is_some()).count();
            members[..given].sort_unstable();
            if let Some(twice) = members[..given].windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(DateError::RepeatedLabel {
                    text: text.into(),
                    label: twice[0].map_or_else(String::new, |place| group.labels[place].text.clone()),
                    examples: self.date_examples(),
                });
            }
            rest = others;
        }
        Ok(pattern)
    }

    /// Reads what follows a year: month, day and perhaps the weekday, which must be that day's.
    fn parse_full_date(&self, year: i32, rest: &[&str], text: &str) -> Result<Vec<Option<usize>>, DateError> {
        let key_order = [CalendarKey::Month, CalendarKey::Day, CalendarKey::Weekday];
        if rest.len() > key_order.len() {
            return Err(DateError::TooManyParts {
                text: text.into(),
                groups: "year, month, day, weekday".into(),
                examples: self.date_examples(),
            });
        }
        let mut values = [None; 3];
        for ((value, key), word) in values.iter_mut().zip(key_order).zip(rest) {
            // A board without weekdays still understands (and checks) one.
            let read = match self.groups.iter().find(|group| group.calendar == Some(key)) {
                Some(group) => group.find(word).map(|place| group.labels[place].value),
                None => key.value(word),
            };
            *value = Some(read.ok_or_else(|| DateError::NoSuchDay { text: text.into() })?);
        }
        let [Some(month), Some(day), weekday] = values else {
            return Err(DateError::Incomplete {
                text: text.into(),
                missing: "the day".into(),
                examples: self.date_examples(),
            });
        };
        let no_such_day = || DateError::NoSuchDay { text: text.into() };
        let found = NaiveDate::from_ymd_opt(year, month as u32, day as u32).filter(|_| year >= FIRST_YEAR);
        let found = found.ok_or_else(no_such_day)?;
        if weekday.is_some_and(|weekday| weekday != found.weekday().num_days_from_sunday() as i8) {
            return Err(DateError::WrongWeekday { text: text.into(), right: found.weekday().to_string() });
        }
        let date = date_on(self, found).ok_or_else(no_such_day)?;
        Ok(date.picks.into_iter().map(Some).collect())
    }
}

impl Group {
    /// The place of the label that `word` means: the label itself, the number of a month or day, or the
    /// English name of a month or weekday, whole or its first three letters. Upper and lower case are the same.
    fn find(&self, word: &str) -> Option<usize> {
        let word = word.to_lowercase();
        let by_label = self.labels.iter().position(|label| label.text.to_lowercase() == word);
        let by_meaning = || {
            let value = self.calendar?.value(&word)?;
            self.labels.iter().position(|label| label.value == value)
        };
        by_label.or_else(by_meaning)
    }

    /// The labels in short: all of a few, else the first and the last.
    fn summary(&self) -> String {
        let texts: Vec<&str> = self.labels.iter().map(|label| label.text.as_str()).collect();
        match texts.as_slice() {
            [first, .., last] if texts.len() > 12 => format!("{first} to {last}"),
            _ => texts.join(" "),
        }
    }
}
