//! Golden figures and laws of the strategies on the built-in boards.

use super::*;
use crate::cover::check;
use crate::puzzle::{Puzzle, built_in};
use crate::random::Random;
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

fn exhaustive_strategies() -> impl Iterator<Item = &'static Strategy> {
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
/// Slow, and written without a thought of speed; it knows the strategies' trees by definition only. Returns the
/// nodes, and the expected effort if there is a solution.
fn tree_by_definition(board: &Board, target: CellSet, strategy: &str) -> (u64, Option<f64>) {
    let pieces: Vec<usize> = (0..board.cover.piece_count()).collect();
    let placements: Vec<(usize, CellSet)> = board
        .cover
        .placements_within(target)
        .map(|(_, placement)| (placement.piece, placement.cells))
        .collect();
    fn walk(
        strategy: &str,
        open: CellSet,
        pieces: &[usize],
        live: &[(usize, CellSet)],
    ) -> (u64, Option<f64>) {
        if open.is_empty() && pieces.is_empty() {
            return (1, Some(1.0));
        }
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
        let Some(item) = chosen else { return (1, None) };
        let candidates = live
            .iter()
            .filter(|(piece, cells)| if item < 64 { cells.contains(item) } else { *piece == item - 64 });
        let child = |&(piece, cells): &(usize, CellSet)| {
            let rest: Vec<usize> = pieces.iter().copied().filter(|&other| other != piece).collect();
            let live: Vec<_> =
                live.iter().copied().filter(|(p, c)| *p != piece && c.is_disjoint(cells)).collect();
            walk(strategy, open - cells, &rest, &live)
        };
        let children: Vec<(u64, Option<f64>)> = candidates.map(child).collect();
        let nodes = |dead: bool| -> u64 {
            children.iter().filter(|(_, effort)| !dead || effort.is_none()).map(|(nodes, _)| nodes).sum()
        };
        let efforts: Vec<f64> = children.iter().filter_map(|&(_, effort)| effort).collect();
        let count = efforts.len() as f64;
        let effort = (count > 0.0)
            .then(|| 1.0 + nodes(true) as f64 / (count + 1.0) + efforts.iter().sum::<f64>() / count);
        (1 + nodes(false), effort)
    }
    walk(strategy, target, &pieces, &placements)
}

/// The distinct partial covers of the tree that fills the cells in an order, of those that an option continues
/// and that leave no one or two cells alone which no piece fits into, and the full cover: as plain a statement
/// of the frontier's states.
fn states_by_definition(board: &Board, target: CellSet, order: &[usize]) -> u64 {
    let placements: Vec<(usize, CellSet)> = board
        .cover
        .placements_within(target)
        .map(|(_, placement)| (placement.piece, placement.cells))
        .collect();
    let smallest = board.puzzle.pieces.iter().map(|piece| piece.shape.area()).min().expect("pieces");
    let is_pocket = |area: usize| area < smallest.min(3);
    let mut states: BTreeSet<(CellSet, u64)> = BTreeSet::new();
    let mut due = vec![(target, 0_u64)];
    while let Some((open, used)) = due.pop() {
        let first = order.iter().find(|&&cell| open.contains(cell));
        let fits = |&&(piece, cells): &&(usize, CellSet)| {
            used >> piece & 1 == 0 && cells.is_subset(open) && first.is_some_and(|&cell| cells.contains(cell))
        };
        let next: Vec<_> =
            placements.iter().filter(fits).map(|&(piece, cells)| (open - cells, used | 1 << piece)).collect();
        let full = open.is_empty() && used.count_ones() as usize == board.cover.piece_count();
        let leads_on = !next.is_empty() && !regions(board, open).into_iter().any(is_pocket);
        if (full || leads_on || open == target) && states.insert((open, used)) {
            due.extend(next);
        }
    }
    states.len() as u64
}

/// The areas of the connected regions of these cells.
fn regions(board: &Board, cells: CellSet) -> Vec<usize> {
    let squares = board.cover.squares();
    let mut left: Vec<usize> = cells.iter().collect();
    let mut areas = Vec::new();
    while let Some(cell) = left.pop() {
        let mut region = vec![cell];
        let mut place = 0;
        while let Some(&cell) = region.get(place) {
            let beside = |&other: &usize| {
                let (one, other) = (squares[cell], squares[other]);
                one.row.abs_diff(other.row) + one.col.abs_diff(other.col) == 1
            };
            let found: Vec<usize> = left.iter().copied().filter(beside).collect();
            left.retain(|cell| !found.contains(cell));
            region.extend(found);
            place += 1;
        }
        areas.push(region.len());
    }
    areas
}

/// The orders in which the frontier may fill the cells: by rows or by columns, from either end.
fn orders_by_definition(board: &Board) -> [Vec<usize>; 4] {
    let rows: Vec<usize> = (0..board.cover.cell_count()).collect();
    let mut columns = rows.clone();
    columns.sort_by_key(|&cell| {
        let square = board.cover.squares()[cell];
        (square.col, square.row)
    });
    let backward = |order: &[usize]| order.iter().rev().copied().collect();
    [backward(&rows), backward(&columns), rows, columns]
}

#[test]
fn states_are_those_of_the_definition_from_a_well_chosen_side() {
    for (name, step) in [("mini", 1), ("weekday", 600)] {
        let board = Board::new(name);
        let orders = orders_by_definition(&board);
        let (mut chosen, mut least, mut most) = (0, 0, 0);
        for id in (0..board.puzzle.date_count()).step_by(step) {
            let target = board.puzzle.target(&board.puzzle.date(id));
            let report = board.solver("frontier").search(&Task::new(target, Goal::All), &mut |_| {});
            let states = orders.each_ref().map(|order| states_by_definition(&board, target, order));
            assert!(states.contains(&report.nodes), "{name}, date {id}: {} of {states:?}", report.nodes);
            chosen += report.nodes;
            least += states.iter().min().expect("sides");
            most += states.iter().max().expect("sides");
        }
        // The choice is by an estimate; a random one would be near the middle.
        assert!(4 * (chosen - least) < most - least, "{name}: {chosen} in {least} to {most}");
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
            let (nodes, effort) = tree_by_definition(&mini, target, strategy.name);
            assert_eq!(report.nodes, nodes, "{}, {label}", strategy.name);
            let effort = effort.filter(|_| strategy.tells_effort);
            assert_eq!(report.expected_nodes, effort, "{}, {label}", strategy.name);
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
        for strategy in exhaustive_strategies() {
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
            let whole = run(order, Goal::All);
            let effort = |report: Report| report.expected_nodes.expect("it has solutions");
            // The sums are the same but for the order of their terms.
            assert!((effort(whole) / effort(canonical) - 1.0).abs() < 1e-12);
            let whole = Report { expected_nodes: canonical.expected_nodes, ..whole };
            assert_eq!(whole, canonical, "{}, {}", strategy.name, order.name());
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
    for strategy in exhaustive_strategies() {
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

#[test]
fn expected_efforts_are_the_golden_ones() {
    let board = Board::new("weekday");
    for (name, golden) in [("first-empty", 1_542.209), ("mrv", 208.263_839)] {
        let effort = board.run(name, "Oct 27 Tue", Goal::All).expected_nodes.expect("it has solutions");
        assert!((effort - golden).abs() < 5e-4, "{name}: {effort}");
    }
    assert_eq!(board.run("mrv", "Oct 27 Tue", Goal::First).expected_nodes, None);
}

/// The nodes to the first solution when the children of each node are tried in a random order.
fn shuffled_nodes(
    strategy: &str,
    open: CellSet,
    live: &[(usize, CellSet)],
    random: &mut Random,
) -> (u64, bool) {
    let count = |cell: &usize| live.iter().filter(|(_, cells)| cells.contains(*cell)).count();
    let cell = if strategy == "mrv" { open.iter().min_by_key(count) } else { open.first() };
    let Some(cell) = cell else { return (1, true) };
    let mut children: Vec<_> = live.iter().filter(|(_, cells)| cells.contains(cell)).collect();
    random.shuffle(&mut children);
    let mut nodes = 1;
    for &&(piece, cells) in &children {
        let rest: Vec<_> =
            live.iter().copied().filter(|(p, c)| *p != piece && c.is_disjoint(cells)).collect();
        let (below, found) = shuffled_nodes(strategy, open - cells, &rest, random);
        nodes += below;
        if found {
            return (nodes, true);
        }
    }
    (nodes, false)
}

#[test]
fn shuffled_searches_cost_the_expected_effort_on_average() {
    let board = Board::new("mini");
    let mut random = Random::with_seed(4);
    let target = board.target("Win 7");
    let live: Vec<_> = board
        .cover
        .placements_within(target)
        .map(|(_, placement)| (placement.piece, placement.cells))
        .collect();
    for strategy in ["first-empty", "mrv"] {
        let expected = board.run(strategy, "Win 7", Goal::All).expected_nodes.expect("it has solutions");
        let draws: Vec<f64> =
            (0..20_000).map(|_| shuffled_nodes(strategy, target, &live, &mut random).0 as f64).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|nodes| (nodes - mean).powi(2)).sum::<f64>() / draws.len() as f64;
        let error = (variance / draws.len() as f64).sqrt();
        assert!(
            error > 0.0 && (mean - expected).abs() < 4.0 * error,
            "{strategy}: {mean} +- {error}, {expected}"
        );
    }
}
