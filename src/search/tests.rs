//! Golden figures and laws of the strategies on the built-in boards.

use super::*;
use crate::cover::check;
use crate::puzzle::{Puzzle, built_in};
use std::collections::BTreeSet;

struct Board {
    puzzle: Puzzle,
    cover: Cover,
}

impl Board {
    fn new(name: &str) -> Self {
        let puzzle = built_in(name).expect("built in");
        Self { cover: Cover::new(&puzzle), puzzle }
    }

    fn solver(&self, name: &str) -> Box<dyn Solver> {
        self.solver_in(name, CandidateOrder::Canonical)
    }

    fn solver_in(&self, name: &str, order: CandidateOrder) -> Box<dyn Solver> {
        strategy(name).expect("in the register").solver(&self.cover, order).expect("within reach")
    }

    fn target(&self, date: &str) -> CellSet {
        self.puzzle.target(&self.puzzle.parse_date(date).expect("a date"))
    }

    fn run(&self, name: &str, date: &str, goal: Goal) -> Report {
        self.solver(name).search(&Task::new(self.target(date), goal), &mut |_| {})
    }
}

fn full_tree_strategies() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES.iter().filter(|strategy| strategy.exhaustive)
}

/// Date, solutions, and nodes of the full trees of first-empty, mrv and dlx.
const FULL_TREES: [(&str, u64, [u64; 3]); 4] = [
    ("Oct 27 Tue", 2_391, [1_920_996, 292_769, 284_432]),
    ("Oct 27 Mon", 129, [1_541_258, 20_151, 19_774]),
    ("Apr 6 Mon", 97, [213_128, 12_761, 12_507]),
    ("Jun 7 Tue", 10_374, [5_790_108, 1_058_513, 1_024_396]),
];

#[test]
fn full_trees_have_the_golden_nodes_and_solutions() {
    let board = Board::new("weekday");
    for (date, solutions, nodes) in FULL_TREES {
        for (name, nodes) in ["first-empty", "mrv", "dlx"].into_iter().zip(nodes) {
            let report = board.run(name, date, Goal::All);
            assert_eq!((report.nodes, report.exact_solutions()), (nodes, Some(solutions)), "{name}, {date}");
        }
    }
}

#[test]
fn first_solutions_come_after_the_golden_nodes() {
    let board = Board::new("weekday");
    for (name, date, nodes) in [
        ("piece-order", "Oct 27 Tue", 351_440),
        ("first-empty", "Oct 27 Tue", 4_924),
        ("mrv", "Oct 27 Tue", 227),
        ("dlx", "Oct 27 Tue", 227),
        ("mrv", "Oct 27 Mon", 163),
        ("dlx", "Oct 27 Mon", 163),
        ("mrv", "Apr 6 Mon", 515),
        ("dlx", "Apr 6 Mon", 513),
        ("mrv", "Jun 7 Tue", 534),
        ("dlx", "Jun 7 Tue", 530),
    ] {
        let report = board.run(name, date, Goal::First);
        assert_eq!((report.nodes, report.outcome), (nodes, Outcome::Found), "{name}, {date}");
    }
}

/// The plainest possible statement of each tree: which items may be branched on, and the rule of choice.
/// Slow, and written without a thought of speed; it knows the strategies' trees by definition only.
fn nodes_by_definition(board: &Board, target: CellSet, strategy: &str) -> u64 {
    let pieces: Vec<usize> = (0..board.cover.piece_count()).collect();
    let placements: Vec<(usize, CellSet)> = board
        .cover
        .placements_within(target)
        .map(|(_, placement)| (placement.piece, placement.cells))
        .collect();
    fn walk(strategy: &str, open: CellSet, pieces: &[usize], live: &[(usize, CellSet)]) -> u64 {
        let count = |test: &dyn Fn(&(usize, CellSet)) -> bool| live.iter().filter(|p| test(p)).count();
        let cells: Vec<(usize, usize)> =
            open.iter().map(|cell| (count(&|(_, cells)| cells.contains(cell)), cell)).collect();
        let by_piece: Vec<(usize, usize)> =
            pieces.iter().map(|&piece| (count(&|(other, _)| *other == piece), 64 + piece)).collect();
        let chosen = match strategy {
            "piece-order" => pieces.first().map(|piece| 64 + piece),
            "first-empty" => open.first(),
            "last-empty" => open.iter().last(),
            "mrv" => cells.iter().min().map(|&(_, cell)| cell),
            "dlx" => cells.iter().chain(&by_piece).min().map(|&(_, item)| item),
            _ => unreachable!("no such strategy"),
        };
        let Some(item) = chosen else { return 1 };
        let candidates = live
            .iter()
            .filter(|(piece, cells)| if item < 64 { cells.contains(item) } else { *piece == item - 64 });
        let child = |&(piece, cells): &(usize, CellSet)| {
            let rest: Vec<usize> = pieces.iter().copied().filter(|&other| other != piece).collect();
            let live: Vec<_> =
                live.iter().copied().filter(|(p, c)| *p != piece && c.is_disjoint(cells)).collect();
            walk(strategy, open - cells, &rest, &live)
        };
        1 + candidates.map(child).sum::<u64>()
    }
    walk(strategy, target, &pieces, &placements)
}

/// The distinct partial covers of the tree that begins at one end of the board, of those that an option
/// continues, and the full cover: as plain a statement of the frontier's states.
fn states_by_definition(board: &Board, target: CellSet, from_last: bool) -> u64 {
    let placements: Vec<(usize, CellSet)> = board
        .cover
        .placements_within(target)
        .map(|(_, placement)| (placement.piece, placement.cells))
        .collect();
    let mut states: BTreeSet<(CellSet, u64)> = BTreeSet::new();
    let mut due = vec![(target, 0_u64)];
    while let Some((open, used)) = due.pop() {
        let end = if from_last { open.iter().last() } else { open.first() };
        let fits = |&&(piece, cells): &&(usize, CellSet)| {
            used >> piece & 1 == 0 && cells.is_subset(open) && end.is_some_and(|cell| cells.contains(cell))
        };
        let next: Vec<_> =
            placements.iter().filter(fits).map(|&(piece, cells)| (open - cells, used | 1 << piece)).collect();
        let full = open.is_empty() && used.count_ones() as usize == board.cover.piece_count();
        if (full || !next.is_empty() || open == target) && states.insert((open, used)) {
            due.extend(next);
        }
    }
    states.len() as u64
}

/// Whether fewer placements begin in the last half of the board than in the first.
fn begins_from_last(board: &Board) -> bool {
    let cells = board.cover.cell_count();
    let count = |early: &dyn Fn(CellSet) -> bool| {
        board.cover.placements().iter().filter(|placement| early(placement.cells)).count()
    };
    let first = count(&|cells_of| cells_of.iter().any(|cell| 2 * cell < cells));
    let last = count(&|cells_of| cells_of.iter().any(|cell| 2 * (cells - 1 - cell) < cells));
    last < first
}

#[test]
fn states_are_those_of_the_definition() {
    for (name, dates) in [("mini", 0..usize::MAX), ("weekday", 1_300..1_301)] {
        let board = Board::new(name);
        for id in dates.start..dates.end.min(board.puzzle.date_count()) {
            let target = board.puzzle.target(&board.puzzle.date(id));
            let report = board.solver("frontier").search(&Task::new(target, Goal::All), &mut |_| {});
            let states = states_by_definition(&board, target, begins_from_last(&board));
            assert_eq!(report.nodes, states, "{name}, date {id}");
        }
    }
}

#[test]
fn trees_are_those_of_the_definitions() {
    let mini = Board::new("mini");
    for id in 0..mini.puzzle.date_count() {
        let date = mini.puzzle.date(id);
        let target = mini.puzzle.target(&date);
        for strategy in STRATEGIES.iter().filter(|strategy| strategy.name != "frontier") {
            let report = mini.solver(strategy.name).search(&Task::new(target, Goal::All), &mut |_| {});
            let label = mini.puzzle.date_label(&date);
            assert_eq!(
                report.nodes,
                nodes_by_definition(&mini, target, strategy.name),
                "{}, {label}",
                strategy.name
            );
        }
    }
}

#[test]
fn strategies_agree_on_a_sample_of_the_real_board() {
    let board = Board::new("weekday");
    for id in (0..board.puzzle.date_count()).step_by(131) {
        let date = board.puzzle.date(id);
        let task = Task::new(board.puzzle.target(&date), Goal::All);
        let mut sets: Vec<BTreeSet<Vec<PlacementId>>> = Vec::new();
        for strategy in full_tree_strategies() {
            let mut found = BTreeSet::new();
            board.solver(strategy.name).search(&task, &mut |solution| {
                assert_eq!(check(&board.puzzle, &board.cover, &date, solution), Ok(()));
                assert!(found.insert(solution.to_vec()), "{}: found twice", strategy.name);
            });
            sets.push(found);
        }
        assert!(sets.windows(2).all(|pair| pair[0] == pair[1]), "{}", board.puzzle.date_label(&date));
    }
}

#[test]
fn a_search_stops_at_its_node_limit_and_claims_nothing() {
    let board = Board::new("weekday");
    for strategy in STRATEGIES {
        let solver = board.solver(strategy.name);
        let target = board.target("Oct 27 Tue");
        let first = solver.search(&Task::new(target, Goal::First), &mut |_| {}).nodes;
        for (limit, outcome) in
            [(1, Outcome::NodeLimit), (first - 1, Outcome::NodeLimit), (first, Outcome::Found)]
        {
            let mut visited = 0;
            let task = Task { node_limit: Some(limit), ..Task::new(target, Goal::First) };
            let report = solver.search(&task, &mut |_| visited += 1);
            assert_eq!((report.nodes, report.outcome), (limit, outcome), "{}", strategy.name);
            assert_eq!(report.exact_solutions(), None);
            assert_eq!(report.visited, visited);
        }
    }
}

#[test]
fn a_limit_that_is_just_enough_changes_nothing() {
    let board = Board::new("mini");
    for strategy in STRATEGIES {
        let solver = board.solver(strategy.name);
        let task = Task::new(board.target("Win 7"), Goal::All);
        let whole = solver.search(&task, &mut |_| {});
        assert_eq!(whole.exact_solutions(), Some(4), "{}", strategy.name);
        let exact = Task { node_limit: Some(whole.nodes), ..task };
        assert_eq!(solver.search(&exact, &mut |_| {}), whole, "{}", strategy.name);
    }
}

#[test]
fn candidate_orders_change_the_path_but_not_the_tree() {
    let board = Board::new("weekday");
    let target = board.target("Apr 6 Mon");
    for strategy in STRATEGIES.iter().filter(|strategy| strategy.orders.len() > 1) {
        let run =
            |order, goal| board.solver_in(strategy.name, order).search(&Task::new(target, goal), &mut |_| {});
        let canonical = run(CandidateOrder::Canonical, Goal::All);
        for &order in &strategy.orders[1..] {
            assert_eq!(run(order, Goal::All), canonical, "{}, {}", strategy.name, order.name());
            let firsts = [CandidateOrder::Canonical, order].map(|order| run(order, Goal::First).nodes);
            assert_ne!(firsts[0], firsts[1], "{}, {}", strategy.name, order.name());
        }
    }
}

#[test]
fn orders_sort_pieces_as_they_say() {
    let board = Board::new("weekday");
    let names = |order: CandidateOrder| {
        let mut names: Vec<&str> = Vec::new();
        for id in order.arrange(&board.cover) {
            let piece = &board.puzzle.pieces[board.cover.placements()[usize::from(id)].piece];
            if names.last() != Some(&piece.name.as_str()) {
                names.push(&piece.name);
            }
        }
        names.join(" ")
    };
    assert_eq!(names(CandidateOrder::Canonical), "I4 L4 S4 L5 P5 U5 V5 T5 N5 Z5");
    assert_eq!(names(CandidateOrder::FewestOrientations), "I4 S4 U5 V5 T5 Z5 L4 L5 P5 N5");
    assert_eq!(names(CandidateOrder::LargestFirst), "L5 P5 U5 V5 T5 N5 Z5 I4 L4 S4");
}

#[test]
fn a_solver_searches_alike_again_and_again() {
    let board = Board::new("weekday");
    for strategy in full_tree_strategies() {
        let solver = board.solver(strategy.name);
        let search = |date| solver.search(&Task::new(board.target(date), Goal::All), &mut |_| {});
        let first = search("Apr 6 Mon");
        search("Oct 27 Mon");
        assert_eq!(search("Apr 6 Mon"), first, "{}", strategy.name);
    }
}

#[test]
fn names_in_the_register_are_distinct() {
    let names: BTreeSet<&str> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
    assert_eq!(names.len(), STRATEGIES.len());
    assert!(
        strategy("bogus")
            .expect_err("no such strategy")
            .to_string()
            .contains("piece-order, first-empty, last-empty, mrv, dlx, frontier")
    );
}
