//! Sets counted together against diagrams of single sets, and against a plain search.

use super::*;
use crate::cover::Cover;
use crate::geometry::{CellSet, Motions};
use crate::puzzle::built_in;
use crate::random::Random;
use crate::search::frontier::{self, InTurn};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Asks to stop after so many steps.
struct StopAfter(AtomicUsize);

impl StopAfter {
    fn never() -> Self {
        Self(AtomicUsize::new(usize::MAX))
    }
}

impl Observer for StopAfter {
    fn stage(&self, _: &str, _: usize) {}

    fn advance(&self) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

const PLAN: Plan = Plan { threads: 1, batch: BATCH, cut: None };

fn puzzle(name: &str) -> Puzzle {
    built_in(name).expect("built in")
}

fn family(areas: &[usize]) -> Family {
    Family::new(areas.iter().flat_map(|&area| free_polyominoes(area)).collect()).expect("all different")
}

fn counts(puzzle: &Puzzle, family: &Family, sets: &[PieceSet], plan: &Plan) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    let receive = |set: PieceSet, counts: &[u64]| {
        assert_eq!(set, sets[all.len()]);
        all.push(counts.to_vec());
        Ok::<(), Infallible>(())
    };
    count_with(puzzle, family, sets, plan, &StopAfter::never(), receive).expect("within reach");
    assert_eq!(all.len(), sets.len());
    all
}

/// All sets of a family that have the area.
fn sets_of_area(family: &Family, area: usize) -> Vec<PieceSet> {
    let mut sets = vec![PieceSet::EMPTY];
    for piece in 0..family.pieces().len() {
        let with: Vec<PieceSet> = sets.iter().map(|set| set.with(piece)).collect();
        sets.extend(with.into_iter().filter(|&set| family.area(set) <= area));
    }
    sets.retain(|&set| family.area(set) == area);
    sets
}

/// The number of ways to lay all of `pieces` on `open`, one after the other.
fn plainly(puzzle: &Puzzle, family: &Family, pieces: &[usize], open: CellSet) -> u64 {
    let Some((&piece, rest)) = pieces.split_first() else { return u64::from(open.is_empty()) };
    let named = &family.pieces()[piece];
    let orientations = named.shape.orientations(named.motions);
    let places = orientations.iter().flat_map(|shape| puzzle.board.fits(shape).map(|(_, cells)| cells));
    places
        .filter(|cells| cells.is_subset(open))
        .map(|cells| plainly(puzzle, family, rest, open - cells))
        .sum()
}

#[test]
fn the_set_of_the_weekday_board_has_its_numbers() {
    let (weekday, family) = (puzzle("weekday"), family(&[5, 4]));
    let set = family.set(&["I4", "L4", "S4", "L", "P", "U", "V", "T", "N", "Z"]).expect("names");
    let found = counts(&weekday, &family, &[set], &PLAN).concat();
    assert_eq!(found.iter().sum::<u64>(), 4_937_780);
    assert_eq!(found[weekday.parse_date("Apr 6 Mon").expect("a date").id], 97);
    assert_eq!(found, count_one(&weekday, &family, set, &InTurn).expect("within reach"));
}

/// Some sets of the weekday board, drawn at random.
fn random_sets(family: &Family, count: usize, seed: u64) -> Vec<PieceSet> {
    let chosen = grammar::read("7 of pentominoes, 3 of tetrominoes", &puzzle("weekday")).expect("valid");
    let mut random = Random::with_seed(seed);
    let mut draw = || chosen.sets[random.below(chosen.sets.len() as u64) as usize];
    (0..count).map(|_| family.set(&chosen.family.names(draw())).expect("the same names")).collect()
}

fn agree_with_diagrams(sets: &[PieceSet], family: &Family) {
    let weekday = puzzle("weekday");
    for (&set, found) in sets.iter().zip(counts(&weekday, family, sets, &Plan { threads: 2, ..PLAN })) {
        let names = family.names(set);
        match count_one(&weekday, family, set, &InTurn) {
            Ok(expected) => assert_eq!(found, expected, "{names:?}"),
            // The diagram of all dates is too large for a few sets; those of single dates are not.
            Err(_) => {
                let own = puzzle_with(&weekday, family, set);
                let cover = Cover::new(&own);
                for date in (0..found.len()).step_by(97).map(|id| own.date(id)) {
                    let expected = frontier::count(&cover, own.target(&date));
                    assert_eq!(Ok(found[date.id]), expected, "{names:?} {}", date.id);
                }
            }
        }
    }
}

#[test]
fn random_sets_agree_with_their_diagrams() {
    let family = family(&[5, 4]);
    agree_with_diagrams(&random_sets(&family, 2, 1), &family);
}

/// `cargo test --release --lib sweep -- --ignored many_random_sets`: a minute.
#[test]
#[ignore = "a minute"]
fn many_random_sets_agree_with_their_diagrams() {
    let family = family(&[5, 4]);
    agree_with_diagrams(&random_sets(&family, 40, 2), &family);
}

#[test]
fn sets_of_all_sizes_agree_with_a_plain_search() {
    let (mini, family) = (puzzle("mini"), family(&[1, 2, 3, 4, 5]));
    let sets: Vec<PieceSet> =
        sets_of_area(&family, area_needed(&mini)).into_iter().filter(|set| set.bits() % 3 > 0).collect();
    let sizes: Vec<usize> = sets.iter().map(|set| set.len()).collect();
    assert_eq!((sizes.iter().min(), sizes.iter().max()), (Some(&2), Some(&4)));
    for (&set, found) in sets.iter().zip(counts(&mini, &family, &sets, &PLAN)) {
        let pieces: Vec<usize> = set.iter().collect();
        for (id, &count) in found.iter().enumerate() {
            let expected = plainly(&mini, &family, &pieces, mini.target(&mini.date(id)));
            assert_eq!(count, expected, "{:?} {id}", family.names(set));
        }
    }
}

#[test]
fn numbers_do_not_depend_on_cut_or_batch_or_threads() {
    let (mini, family) = (puzzle("mini"), family(&[3, 4, 6]));
    let sets = sets_of_area(&family, area_needed(&mini));
    let expected: Vec<Vec<u64>> =
        sets.iter().map(|&set| count_one(&mini, &family, set, &InTurn).expect("within reach")).collect();
    assert_eq!(expected.concat().iter().sum::<u64>(), 304);
    assert_eq!(counts(&mini, &family, &sets, &PLAN), expected);
    for cut in 0..=mini.board.cells.len() {
        assert_eq!(counts(&mini, &family, &sets, &Plan { cut: Some(cut), ..PLAN }), expected, "{cut}");
    }
    for batch in [1, 7] {
        assert_eq!(counts(&mini, &family, &sets, &Plan { batch, threads: 3, ..PLAN }), expected, "{batch}");
    }
}

#[test]
fn boards_with_other_groups_or_none() {
    let pentominoes = family(&[5]);
    for (board, solutions) in [("pentomino-3x20", 8), ("pentomino-5x12", 4_040)] {
        let found = counts(&puzzle(board), &pentominoes, &[pentominoes.all()], &PLAN);
        assert_eq!(found, [vec![solutions]], "{board}");
    }
    let dragonfjord = puzzle("dragonfjord");
    let own = |piece: &crate::puzzle::Piece| NamedPolyomino {
        name: piece.name.clone(),
        shape: piece.shape.clone(),
        motions: piece.motions,
    };
    let own = Family::new(dragonfjord.pieces.iter().map(own).collect()).expect("all different");
    let found = counts(&dragonfjord, &own, &[own.all()], &PLAN).concat();
    assert_eq!((found.len(), found.iter().sum::<u64>()), (372, 25_061));
}

#[test]
fn pieces_of_one_face_are_told_apart() {
    let mini = puzzle("mini");
    let turned = Motions { flip: false, ..Motions::ALL };
    let sides = |piece: NamedPolyomino| {
        let flipped = piece.shape.flipped();
        let orientations = piece.shape.orientations(turned);
        let other = (!orientations.contains(&flipped)).then(|| NamedPolyomino {
            name: format!("{}'", piece.name),
            shape: flipped,
            motions: turned,
        });
        [Some(NamedPolyomino { motions: turned, ..piece }), other].into_iter().flatten()
    };
    let all = [free_polyominoes(4), free_polyominoes(3)].concat();
    let family = Family::new(all.into_iter().flat_map(sides).collect()).expect("all different");
    assert_eq!(family.pieces().len(), 9);
    let sets = sets_of_area(&family, area_needed(&mini));
    for (&set, found) in sets.iter().zip(counts(&mini, &family, &sets, &PLAN)) {
        assert_eq!(found, count_one(&mini, &family, set, &InTurn).expect("within reach"));
    }
}

#[test]
fn what_cannot_be_counted_is_said() {
    let (mini, family) = (puzzle("mini"), family(&[5, 4]));
    let names = |names: &[&str]| family.set(names).expect("names");
    let of = |puzzle: &Puzzle, sets: &[PieceSet]| {
        let ignore = |_: PieceSet, _: &[u64]| Ok::<(), Infallible>(());
        count(puzzle, &family, sets, 1, &StopAfter::never(), ignore).map_err(|error| error.to_string())
    };
    assert_eq!(
        of(&mini, &[names(&["F", "P"]), names(&["F", "I4"])]).expect_err("wrong area"),
        "the pieces F I4 have 9 squares together, and a date of mini leaves 10; leave them out"
    );
    assert!(of(&mini, &[PieceSet::EMPTY.with(40)]).expect_err("no piece").contains("number 1"));
    // Nothing to do, and nothing that fits: the board has three rows and four columns.
    assert_eq!(of(&mini, &[]), Ok(Vec::new()));
    assert_eq!(counts(&mini, &family, &[names(&["F", "I"])], &PLAN), [vec![0; 32]]);
}

#[test]
fn jobs_stop_when_asked_or_when_the_receiver_fails() {
    let (mini, family) = (puzzle("mini"), family(&[5, 4, 3]));
    let sets = sets_of_area(&family, area_needed(&mini));
    let ignore = |_: PieceSet, _: &[u64]| Ok::<(), Infallible>(());
    assert!(sets.len() > TOGETHER);
    // Two steps for each of the twelve cells, then one, then one for each set.
    for steps in [0, 1, 15, 23, 24, 30, 36, 40] {
        let stop = StopAfter(AtomicUsize::new(steps));
        let stopped = count(&mini, &family, &sets, 1, &stop, ignore);
        assert!(matches!(stopped, Err(SweepError::Cancelled)), "{steps}");
    }
    let fail = |_: PieceSet, _: &[u64]| Err(std::io::Error::other("full"));
    let failed = count(&mini, &family, &sets, 1, &StopAfter::never(), fail);
    assert_eq!(failed.expect_err("the receiver fails").to_string(), "full");
}

#[test]
fn polyominoes_of_each_area() {
    let free: Vec<usize> = (0..8).map(|area| free_polyominoes(area).len()).collect();
    assert_eq!(free, [0, 1, 1, 2, 5, 12, 35, 0]);
    let all = family(&[1, 2, 3, 4, 5, 6]);
    assert_eq!((all.pieces().len(), all.area(all.all())), (56, 1 + 2 + 6 + 20 + 60 + 210));
    assert_eq!(free_polyominoes(6)[0].shape.drawing(), "XXXXXX");
    let one = |name: &str, motions| NamedPolyomino {
        name: name.to_owned(),
        shape: crate::geometry::Polyomino::from_drawing(&["XXX", "X.."]).expect("a drawing"),
        motions,
    };
    let same = Family::new(vec![one("J", Motions::ALL), one("L", Motions::ALL)]);
    assert_eq!(
        same.expect_err("the same").to_string(),
        "the pieces J and L are the same; there is no choice between them, leave one out"
    );
    let name = Family::new(vec![one("L", Motions::ALL), one("L", Motions::ALL)]);
    assert_eq!(name.expect_err("the same").to_string(), "two pieces have the name L; give each its own");
}

#[test]
fn subsets_ascend() {
    let set = PieceSet::from_bits(0b1010 | 1 << 63);
    let subsets: Vec<u64> = set.subsets().map(PieceSet::bits).collect();
    let top = 1 << 63;
    assert_eq!(subsets, [0, 0b10, 0b1000, 0b1010, top, top | 0b10, top | 0b1000, top | 0b1010]);
    assert_eq!(PieceSet::EMPTY.subsets().count(), 1);
}
