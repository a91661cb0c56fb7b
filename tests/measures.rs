//! The measures of a date against plain counts of its solutions, which a tree search lists.

use std::collections::{BTreeMap, BTreeSet};
use tiling_almanac::atlas::{Variety, least_helpful_first};
use tiling_almanac::cover::{Cover, PlacementId};
use tiling_almanac::puzzle::built_in;
use tiling_almanac::search::{Goal, Task, strategy};

/// How many rows have all these placements.
fn having(rows: &[Vec<PlacementId>], shown: &[PlacementId]) -> usize {
    rows.iter().filter(|row| shown.iter().all(|placement| row.contains(placement))).count()
}

/// Whether some set of `size` placements is in one row only.
fn can_be_told_by(rows: &[Vec<PlacementId>], size: usize) -> bool {
    let pieces = rows[0].len();
    let sets = (0_u32..1 << pieces).filter(|set| set.count_ones() as usize == size);
    sets.into_iter().any(|set| {
        let mut seen: BTreeMap<Vec<PlacementId>, usize> = BTreeMap::new();
        for row in rows {
            let shown = (0..pieces).filter(|piece| set >> piece & 1 == 1).map(|piece| row[piece]).collect();
            *seen.entry(shown).or_default() += 1;
        }
        seen.values().any(|&count| count == 1)
    })
}

/// Checks the measures of a date and returns the size of its least clue.
fn check(cover: &Cover, rows: &[Vec<PlacementId>]) -> usize {
    let pieces = cover.tile_count();
    let variety = Variety::of(cover, &rows.concat()).expect("there are solutions");
    let used: BTreeSet<PlacementId> = rows.iter().flatten().copied().collect();
    assert_eq!(variety.distinct_placements, used.len());
    let everywhere = used.iter().filter(|&&placement| having(rows, &[placement]) == rows.len());
    assert_eq!(variety.forced_placements, everywhere.count());
    let once = used.iter().filter(|&&placement| having(rows, &[placement]) == 1);
    assert_eq!(variety.unique_placements, once.count());
    let entropy: f64 = used
        .iter()
        .map(|&placement| having(rows, &[placement]) as f64 / rows.len() as f64)
        .map(|share| -share * share.log2() / pieces as f64)
        .sum();
    assert!((variety.piece_entropy - entropy).abs() < 1e-8, "{} {entropy}", variety.piece_entropy);

    let clue = variety.clue.expect("there are few solutions");
    assert_eq!(having(rows, &clue), 1);
    for place in 0..clue.len() {
        let mut fewer = clue.clone();
        fewer.remove(place);
        assert!(having(rows, &fewer) > 1, "{clue:?} without {}", clue[place]);
    }
    assert!(clue.is_empty() || !can_be_told_by(rows, clue.len() - 1), "{clue:?}");

    let hints = least_helpful_first(&rows[0], &rows.concat());
    let mut shown = Vec::new();
    for hint in &hints {
        let best = rows[0].iter().filter(|placement| !shown.contains(*placement)).map(|&placement| {
            let mut with = shown.clone();
            with.push(placement);
            having(rows, &with)
        });
        assert_eq!(Some(hint.left), best.max());
        shown.push(hint.placement);
        assert_eq!(hint.left, having(rows, &shown));
    }
    assert_eq!(hints.len(), pieces);
    clue.len()
}

#[test]
fn measures_and_least_clues_are_those_of_plain_counts() {
    let mut sizes = BTreeSet::new();
    for (name, dates, search) in [("mini", 32, "dlx"), ("weekday", 50, "last-empty")] {
        let puzzle = built_in(name).expect("built in");
        let cover = Cover::new(&puzzle);
        let solver =
            strategy(search).expect("known").solver(&cover, Default::default()).expect("within reach");
        let mut checked = 0;
        for place in 0..dates {
            let date = puzzle.date(place * puzzle.date_count() / dates);
            let mut rows: Vec<Vec<PlacementId>> = Vec::new();
            let task = Task::new(puzzle.target(&date), Goal::All);
            solver.search(&task, &mut |solution| {
                let mut row = solution.to_vec();
                row.sort_unstable();
                rows.push(row);
            });
            rows.sort_unstable();
            if !rows.is_empty() {
                sizes.insert(check(&cover, &rows));
                checked += 1;
            }
        }
        assert!(checked >= dates / 2, "{name}: {checked}");
    }
    assert!(sizes.contains(&1), "{sizes:?}");
}
