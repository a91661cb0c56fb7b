//! The solutions, each checked, and counted by an engine of its own.

use super::anew::Scratch;
use super::{PipelineError, Verification};
use crate::atlas::Variety;
use crate::cover::{PlacementId, check};
use crate::pipeline::reference::{Reference, Streamed};
use crate::puzzle::Date;
use crate::search::STRATEGIES;
use crate::search::frontier::{self, AllDates, Executor};

/// What the solutions say.
pub(super) struct Solutions {
    /// The exact number of each date of the selection, as far as the dataset tells it.
    pub(super) counts: Vec<Option<u64>>,
    /// What was written from the solutions that are listed.
    pub(super) streamed: Option<Streamed>,
}

impl Verification<'_> {
    /// Every solution with the checker; how many there are by an engine of its own; the tables of them written anew.
    pub(super) fn solutions(&mut self, scratch: &Scratch) -> Result<Solutions, PipelineError> {
        let (puzzle, cover) = (&self.dataset.puzzle, &self.cover);
        let told = self.dataset.tables.numbers("dates", "solutions")?;
        // Without such a strategy only dates that turn out to have no solution are counted.
        let counting =
            |name: &String| STRATEGIES.iter().any(|strategy| strategy.name == *name && strategy.exhaustive);
        let all_counted = self.dataset.manifest.options.strategies.iter().any(counting);
        let dates: Vec<Date> = self.selection.ids.iter().map(|&id| puzzle.date(id)).collect();
        let counted: Vec<u64> = if puzzle.exposes_one_of_each() {
            let all = AllDates::new(puzzle, cover, &dates, &self.threads)?;
            dates.iter().map(|date| all.counts()[date.id]).collect()
        } else {
            let targets = dates.iter().map(|date| puzzle.target(date)).collect();
            let counts = self.threads.map(targets, |target| frontier::count(cover, target));
            counts.into_iter().collect::<Result<_, _>>()?
        };
        let mut wrong = Vec::new();
        for ((date, told), &counted) in dates.iter().zip(&told).zip(&counted) {
            if *told != Some(counted as f64) && (all_counted || told.is_some()) {
                let told = told.map_or("none".to_owned(), |told| told.to_string());
                let date = puzzle.date_title(date);
                wrong.push(("tables/dates.parquet", format!("{date}: {told} solutions, counted {counted}")));
            }
        }
        let total: u64 = counted.iter().sum();
        let mut checked = vec![format!("{total} solutions of {} dates, counted in a diagram", dates.len())];
        let counts =
            told.iter().zip(&counted).map(|(told, &count)| (all_counted || told.is_some()).then_some(count));
        let mut solutions = Solutions { counts: counts.collect(), streamed: None };
        if self.has("solutions") {
            let listed = self.dataset.solutions()?;
            let empty: Vec<PlacementId> = Vec::new();
            let jobs: Vec<(&Date, &Vec<PlacementId>)> =
                dates.iter().map(|date| (date, listed.get(&date.id).unwrap_or(&empty))).collect();
            let tiles = puzzle.tile_count();
            let results = self.threads.map(jobs, |(date, rows)| {
                let defect =
                    rows.chunks(tiles).find_map(|solution| check(puzzle, cover, date, solution).err());
                let ascending = rows.chunks(tiles).zip(rows.chunks(tiles).skip(1)).all(|(a, b)| a < b);
                let variety = if defect.is_none() { Variety::of(cover, rows) } else { None };
                (rows.len() / tiles, defect, ascending, variety)
            });
            let place = "tables/solutions.parquet";
            for ((date, &counted), (rows, defect, ascending, _)) in dates.iter().zip(&counted).zip(&results) {
                let label = puzzle.date_title(date);
                if let Some(defect) = defect {
                    wrong.push((place, format!("{label}: {defect}")));
                }
                if !ascending {
                    let what = "solutions are not in ascending order, or one is there twice";
                    wrong.push((place, format!("{label}: {what}")));
                }
                if *rows as u64 != counted {
                    wrong.push((place, format!("{label}: {rows} solutions, counted {counted}")));
                }
            }
            checked.push("every one of them a tiling of its date, none twice".to_owned());
            if wrong.is_empty() {
                let mut reference = Reference::new(&scratch.staged, puzzle, cover)?;
                for (date, (.., variety)) in dates.iter().zip(results) {
                    let rows = listed.get(&date.id).unwrap_or(&empty);
                    let added = reference.add(puzzle, date.id, rows, variety);
                    added.map_err(crate::atlas::AtlasError::Receiver)?;
                }
                solutions.streamed = Some(reference.finish()?);
            }
        }
        wrong.into_iter().for_each(|(place, what)| self.differs(place, what));
        checked.into_iter().for_each(|what| self.checked(what));
        Ok(solutions)
    }
}
