//! The diagram against the trees, against plain statements of what it should hold, and its sizes.

use super::*;
use crate::puzzle::built_in;
use crate::search::{Goal, Outcome, strategy};
use std::collections::BTreeMap;

fn board(name: &str) -> (Puzzle, Cover) {
    let puzzle = built_in(name).expect("built in");
    let cover = Cover::new(&puzzle);
    (puzzle, cover)
}

fn all_dates(puzzle: &Puzzle) -> Vec<Date> {
    (0..puzzle.date_count()).map(|id| puzzle.date(id)).collect()
}

/// The solutions of a date as a tree finds them, in ascending order.
fn by_tree(puzzle: &Puzzle, cover: &Cover, date: &Date) -> Vec<Vec<PlacementId>> {
    let solver = strategy("mrv").expect("there").solver(cover, Default::default()).expect("within reach");
    let mut found = Vec::new();
    solver.search(&Task::new(puzzle.target(date), Goal::All), &mut |solution| found.push(solution.to_vec()));
    found.sort();
    found
}

fn uses(cover: &Cover, solutions: &[Vec<PlacementId>]) -> Vec<u64> {
    let mut uses = vec![0; cover.placements().len()];
    solutions.iter().flatten().for_each(|&placement| uses[usize::from(placement)] += 1);
    uses
}

#[test]
fn one_diagram_holds_all_dates_of_the_weekday_board() {
    let (puzzle, cover) = board("weekday");
    let dates = all_dates(&puzzle);
    let all = AllDates::new(&puzzle, &cover, &dates, &InTurn).expect("within reach");
    // A lost merge changes these, though the counts stay right.
    let size = all.size();
    assert_eq!((size.reached_states, size.reached_arcs), (6_630_430, 13_488_086));
    assert_eq!((size.states, size.arcs), (793_538, 1_682_907));

    let counts = all.counts();
    assert_eq!((counts.len(), all.total()), (2_604, Ok(4_937_780)));
    assert_eq!(counts.iter().sum::<u64>(), 4_937_780);
    let of = |date: &str| counts[puzzle.parse_date(date).expect("a date").id];
    assert_eq!(["Oct 27 Tue", "Oct 27 Mon", "Apr 6 Mon", "Jun 7 Tue"].map(of), [2_391, 129, 97, 10_374]);
    assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&97), Some(&10_374)));

    // Every solution uses ten placements.
    let uses_of_all = all.placement_use().expect("fits");
    assert_eq!(uses_of_all.iter().sum::<u64>(), 49_377_800);

    let date = puzzle.parse_date("Apr 6 Mon").expect("a date");
    let expected = by_tree(&puzzle, &cover, &date);
    assert_eq!(all.solutions(date.id..date.id + 1, &InTurn), [expected.concat()]);
    let one = OneDate::new(&cover, puzzle.target(&date)).expect("within reach");
    assert_eq!((one.count(), one.solutions()), (Ok(97), Ok(expected.concat())));
    assert_eq!(count(&cover, puzzle.target(&date)), Ok(97));
    assert_eq!(one.placement_use(), Ok(uses(&cover, &expected)));
}

#[test]
fn one_diagram_holds_all_dates_of_the_toy_board() {
    let (puzzle, cover) = board("mini");
    let dates = all_dates(&puzzle);
    let all = AllDates::new(&puzzle, &cover, &dates, &InTurn).expect("within reach");
    let solutions = all.solutions(0..dates.len(), &InTurn);
    let mut uses_of_all = vec![0; cover.placements().len()];
    for date in &dates {
        let expected = by_tree(&puzzle, &cover, date);
        assert_eq!(all.counts()[date.id], expected.len() as u64);
        assert_eq!(solutions[date.id], expected.concat());
        let some = all.solutions(date.id / 2..date.id + 1, &InTurn);
        assert_eq!(some, solutions[date.id / 2..=date.id]);
        for (sum, uses) in uses_of_all.iter_mut().zip(uses(&cover, &expected)) {
            *sum += uses;
        }
    }
    assert_eq!(all.placement_use(), Ok(uses_of_all));
}

#[test]
fn a_diagram_of_some_dates_holds_those() {
    let (puzzle, cover) = board("weekday");
    let october: Vec<Date> = (0..7).map(|weekday| puzzle.date_of(&[9, 26, weekday])).collect();
    let some = AllDates::new(&puzzle, &cover, &october, &InTurn).expect("within reach");
    let counts: Vec<u64> = october.iter().map(|date| some.counts()[date.id]).collect();
    assert_eq!((counts[1], counts[2]), (129, 2_391));
    assert_eq!(some.total(), Ok(counts.iter().sum()));
    let solutions = some.solutions(october[0].id..october[6].id + 1, &InTurn);
    let rows: Vec<usize> = solutions.iter().map(|rows| rows.len() / puzzle.tile_count()).collect();
    assert_eq!(rows, counts.iter().map(|&count| count as usize).collect::<Vec<_>>());
}

#[test]
fn first_empty_nodes_are_counted_without_walking() {
    let (puzzle, cover) = board("weekday");
    for (date, nodes) in [
        ("Oct 27 Tue", 1_920_996),
        ("Oct 27 Mon", 1_541_258),
        ("Apr 6 Mon", 213_128),
        ("Jun 7 Tue", 5_790_108),
    ] {
        let target = puzzle.target(&puzzle.parse_date(date).expect("a date"));
        assert_eq!(first_empty_nodes(&cover, target), Ok(nodes), "{date}");
    }
    assert_eq!(first_empty_nodes(&cover, CellSet::EMPTY), Ok(1));
}

#[test]
fn random_solutions_are_uniform() {
    let (puzzle, cover) = board("mini");
    let date = puzzle.parse_date("Win 7").expect("a date");
    let one = OneDate::new(&cover, puzzle.target(&date)).expect("within reach");
    let mut random = crate::random::Random::with_seed(1);
    let mut drawn: BTreeMap<Vec<PlacementId>, u32> = BTreeMap::new();
    for _ in 0..4_000 {
        let solution = one.random(|below| random.below(below)).expect("fits").expect("there are solutions");
        *drawn.entry(solution).or_default() += 1;
    }
    let known: Vec<Vec<PlacementId>> = drawn.keys().cloned().collect();
    assert_eq!(Ok(known.concat()), one.solutions());
    // Four solutions, 1,000 draws each: the standard deviation is 27.
    assert!(drawn.values().all(|count| (860..1_140).contains(count)), "{drawn:?}");
}

#[test]
fn without_solutions_there_is_nothing_to_draw() {
    let (puzzle, cover) = board("mini");
    for target in [CellSet::EMPTY, puzzle.board.all(), CellSet::of(0)] {
        let one = OneDate::new(&cover, target).expect("within reach");
        assert_eq!((one.count(), one.random(|_| 0)), (Ok(0), Ok(None)));
        assert_eq!(one.solutions(), Ok(Vec::new()));
        assert_eq!(one.placement_use(), Ok(vec![0; cover.placements().len()]));
    }
}

#[test]
fn a_graph_beyond_its_limits_is_given_up() {
    let (puzzle, cover) = board("weekday");
    let target = puzzle.target(&puzzle.date(0));
    let order: Vec<PlacementId> = (0..).take(cover.placements().len()).collect();
    let sweep = Sweep::from_first(&cover);
    let candidates = Candidates::<1, 3>::new(&cover, Layout::new(&cover, &order, &sweep));
    let problem = Problem {
        candidates: &candidates,
        areas: &areas(&cover),
        occupied: !sweep.positions(target),
        exposable: Exposable::NOTHING,
        pockets: &Pockets::ignored(),
    };
    let build = |limits| Graph::build(&problem, limits, &InTurn).map(|graph| graph.states());
    let states = build(LIMITS).expect("within the limits");
    assert_eq!(build(Limits { states, ..LIMITS }), Ok(states));
    assert_eq!(build(Limits { states: states - 1, ..LIMITS }), Err(TooLarge::States));
    // The least number of bytes with which it can be built is the same for any executor.
    let enough = |bytes| {
        let limits = Limits { bytes, ..LIMITS };
        let in_turn = build(limits).is_ok();
        assert_eq!(Graph::build(&problem, limits, &Backwards).is_ok(), in_turn);
        in_turn
    };
    let sizes: Vec<usize> = (10..31).map(|power| 1 << power).collect();
    let least = sizes.partition_point(|&bytes| !enough(bytes));
    assert!((1 << 22..1 << 27).contains(&sizes[least]), "{}", sizes[least]);
    assert!(
        OutOfReach::from(TooLarge::Bytes)
            .to_string()
            .contains("frontier: its diagram would take more than 1024 MiB")
    );
}

/// Works on the last item first.
struct Backwards;

impl Executor for Backwards {
    fn map<T: Send, R: Send>(&self, items: Vec<T>, job: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
        let mut done: Vec<R> = items.into_iter().rev().map(job).collect();
        done.reverse();
        done
    }
}

#[test]
fn the_order_of_work_changes_nothing() {
    let (puzzle, cover) = board("weekday");
    let dates: Vec<Date> = (0..31).map(|day| puzzle.date_of(&[1, day, 3])).collect();
    let of = |all: AllDates| (all.size(), all.counts().to_vec(), all.placement_use());
    let in_turn = AllDates::new(&puzzle, &cover, &dates, &InTurn).expect("within reach");
    let range = dates[0].id..dates[30].id + 1;
    let backwards = AllDates::new(&puzzle, &cover, &dates, &Backwards).expect("within reach");
    assert_eq!(in_turn.solutions(range.clone(), &Backwards), backwards.solutions(range, &InTurn));
    assert_eq!(of(in_turn), of(backwards));
}

#[test]
fn a_board_and_its_transpose_are_alike() {
    let source = |board: &str| {
        format!(
            "name = \"tiny\"\ntitle = \"Tiny\"\nboard = \"\"\"\n{board}\"\"\"\n\
             [[groups]]\nname = \"one\"\nlabels = [\"a\", \"b\", \"c\"]\n\
             [[pieces]]\nname = \"L5\"\nshape = \"XXXX/X...\"\n\
             [[pieces]]\nname = \"P5\"\nshape = \"XXX/XX.\"\n\
             [[pieces]]\nname = \"Y5\"\nshape = \"XXXX/.X..\"\n\
             [[pieces]]\nname = \"U5\"\nshape = \"XXX/X.X\"\n"
        )
    };
    let board = |drawing: &str| {
        let definition = crate::puzzle::Definition::from_toml(&source(drawing)).expect("it parses");
        let puzzle = definition.validate().expect("it is valid");
        (Cover::new(&puzzle), puzzle)
    };
    let size = |(cover, puzzle): (Cover, Puzzle)| {
        let all = AllDates::new(&puzzle, &cover, &all_dates(&puzzle), &InTurn).expect("within reach");
        (all.size().states, all.counts().to_vec())
    };
    let wide = size(board("a * * * * * *\n* * * * b * *\n* * * c * * *\n"));
    let tall = size(board("a * *\n* * *\n* * *\n* * c\n* b *\n* * *\n* * *\n"));
    assert!(wide.1.iter().sum::<u64>() > 0);
    assert_eq!(wide, tall);
}

/// A puzzle of one group with the labels a, b and so on, drawn here, and pieces of these shapes.
fn made_up(board: &str, labels: &str, shapes: &[&str]) -> (Cover, Puzzle) {
    let labels: Vec<String> = labels.chars().map(|label| format!("\"{label}\"")).collect();
    let pieces: Vec<String> = (0..)
        .zip(shapes)
        .map(|(place, shape)| format!("[[pieces]]\nname = \"P{place}\"\nshape = \"{shape}\"\n"))
        .collect();
    let source = format!(
        "name = \"tiny\"\ntitle = \"Tiny\"\nboard = \"\"\"\n{board}\"\"\"\n[[groups]]\nname = \"one\"\nlabels = [{}]\n{}",
        labels.join(", "),
        pieces.concat()
    );
    let definition = crate::puzzle::Definition::from_toml(&source).expect("it parses");
    let puzzle = definition.validate().unwrap_or_else(|error| panic!("{error}"));
    (Cover::new(&puzzle), puzzle)
}

#[test]
fn small_pieces_wide_boards_and_boards_in_parts_lose_no_solution() {
    let apart = |rows: [&str; 3]| -> String {
        rows.iter().map(|row| row.replace('|', &(" .".repeat(22) + " ")) + "\n").collect()
    };
    for (board, labels, shapes) in [
        // Pieces of one square and of two: nothing is a pocket, or only a single cell.
        ("a * b\n* c *\n".to_owned(), "abc", &["X", "XXX/X.."][..]),
        ("a * * b\n* c * *\n* * * *\n".to_owned(), "abc", &["XX", "XXX/X..", "XXX/XX."]),
        ("a * * b\n* c * *\n* * d *\n".to_owned(), "abcd", &["XXX", "XXX/X..", "XXX/.X."]),
        // In two parts, far apart: the bounding box has more than 64 squares.
        (
            apart(["a * *|* * *", "* b *|* * *", "* * *|* * c"]),
            "abc",
            &["XX", "XXX", "XX/XX", "XXX/X..", "XX./.XX"],
        ),
    ] {
        let (cover, puzzle) = made_up(&board, labels, shapes);
        let dates = all_dates(&puzzle);
        let all = AllDates::new(&puzzle, &cover, &dates, &InTurn).expect("within reach");
        let first_empty =
            strategy("first-empty").expect("there").solver(&cover, Default::default()).expect("within reach");
        for date in &dates {
            let target = puzzle.target(date);
            let expected = by_tree(&puzzle, &cover, date);
            let one = OneDate::new(&cover, target).expect("within reach");
            assert_eq!(one.solutions(), Ok(expected.concat()), "{board}");
            assert_eq!(count(&cover, target), Ok(expected.len() as u64), "{board}");
            assert_eq!(all.solutions(date.id..date.id + 1, &InTurn), [expected.concat()], "{board}");
            let walked = first_empty.search(&Task::new(target, Goal::All), &mut |_| {});
            assert_eq!(first_empty_nodes(&cover, target), Ok(walked.nodes), "{board}");
        }
        assert!(all.total().expect("few") > 0, "{board}");
    }
}

#[test]
fn a_node_limit_bounds_the_states() {
    let (puzzle, cover) = board("weekday");
    let solver = strategy(NAME).expect("there").solver(&cover, Default::default()).expect("within reach");
    let task = Task::new(puzzle.target(&puzzle.date(0)), Goal::All);
    let whole = solver.search(&task, &mut |_| {});
    let bounded = |limit| solver.search(&Task { node_limit: Some(limit), ..task }, &mut |_| {});
    assert_eq!(bounded(whole.nodes), whole);
    let stopped = bounded(whole.nodes - 1);
    assert_eq!((stopped.outcome, stopped.nodes, stopped.visited), (Outcome::NodeLimit, whole.nodes - 1, 0));
}
