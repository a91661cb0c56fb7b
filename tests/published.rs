//! The strategies on other puzzles than the built-in ones.
//!
//! The first half holds them against figures that others have published or that programs of another make have
//! found; the second takes puzzles that need the rarer paths of the search (large pieces, many orientations,
//! full and wide boards) and holds every report and every solution against a plain recount.

use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tiling_almanac::cover::{Cover, PlacementId};
use tiling_almanac::geometry::CellSet;
use tiling_almanac::puzzle::{Date, Definition, Puzzle};
use tiling_almanac::search::frontier::{AllDates, InTurn, OneDate};
use tiling_almanac::search::{CandidateOrder, Goal, Outcome, Report, STRATEGIES, Solver, Strategy, Task};

struct Board {
    puzzle: Puzzle,
    cover: Cover,
}

impl Board {
    fn of(definition: &Definition) -> Self {
        let puzzle = definition.validate().expect("a valid puzzle");
        Self { cover: Cover::new(&puzzle), puzzle }
    }

    fn read(name: &str) -> Self {
        Self::of(&definition(name))
    }

    fn solver(&self, strategy: &Strategy) -> Box<dyn Solver> {
        strategy.solver(&self.cover, CandidateOrder::Canonical).expect("within reach")
    }

    fn targets(&self) -> Vec<CellSet> {
        (0..self.puzzle.date_count()).map(|id| self.puzzle.target(&self.puzzle.date(id))).collect()
    }

    fn target(&self, date: &str) -> CellSet {
        self.puzzle.target(&self.puzzle.parse_date(date).expect("a date"))
    }

    /// The number of solutions of each target.
    fn counts(&self, strategy: &Strategy, targets: &[CellSet]) -> Vec<u64> {
        let solver = self.solver(strategy);
        targets.par_iter().map(|&target| count(&*solver, target)).collect()
    }
}

fn definition(name: &str) -> Definition {
    // Tests run in the package's folder.
    let path = format!("tests/puzzles/{name}.toml");
    Definition::from_toml(&std::fs::read_to_string(path).expect(name)).expect(name)
}

fn count(solver: &dyn Solver, target: CellSet) -> u64 {
    let report = solver.search(&Task::new(target, Goal::All), &mut |_| {});
    report.exact_solutions().expect("nothing stops it")
}

fn exhaustive_strategies() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES.iter().filter(|strategy| strategy.exhaustive)
}

fn first_empty() -> &'static Strategy {
    tiling_almanac::search::strategy("first-empty").expect("in the register")
}

// --- Published figures

#[test]
fn one_sided_play_has_its_published_figures() {
    let board = Board::read("one-sided");
    for strategy in exhaustive_strategies() {
        for (date, solutions) in [("Mar 27 Mon", 1), ("Jan 1 Sat", 54)] {
            let found = count(&*board.solver(strategy), board.target(date));
            assert_eq!(found, solutions, "{}, {date}", strategy.name);
        }
    }
    // Published as 54,391 pieces laid; the root is one node more.
    let hardest = Task::new(board.target("Mar 27 Mon"), Goal::All);
    assert_eq!(board.solver(first_empty()).search(&hardest, &mut |_| {}).nodes, 54_392);

    let counts = board.counts(first_empty(), &board.targets());
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (2_604, 85_637));
    assert_eq!(counts.iter().filter(|&&count| count == 0).count(), 19);
}

#[test]
fn month_day_puzzle_has_its_published_figures() {
    let board = Board::read("month-day");
    let mut placements = vec![0; board.cover.piece_count()];
    board.cover.placements().iter().for_each(|placement| placements[placement.piece] += 1);
    placements.sort_unstable();
    assert_eq!(placements, [48, 80, 82, 96, 151, 154, 154, 196]);

    let targets = board.targets();
    let counts = board.counts(first_empty(), &targets);
    let of = |date: &str| counts[board.puzzle.parse_date(date).expect("a date").id];
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (372, 25_061));
    let never = ["Feb 30", "Feb 31", "Apr 31", "Jun 31", "Sep 31", "Nov 31"];
    assert_eq!(25_061 - never.map(of).iter().sum::<u64>(), 24_405);
    assert_eq!((counts.iter().min(), of("Oct 6")), (Some(&7), 7));
    assert_eq!((counts.iter().max(), of("Jan 25")), (Some(&216), 216));
    assert_eq!((of("Feb 29"), of("Feb 30")), (64, 34));

    for strategy in exhaustive_strategies() {
        let solver = board.solver(strategy);
        for date in (0..targets.len()).step_by(23) {
            assert_eq!(count(&*solver, targets[date]), counts[date], "{}, {date}", strategy.name);
        }
    }
}

#[test]
fn month_day_puzzle_with_any_two_cells_exposed_has_its_published_total() {
    let board = Board::read("month-day");
    let cells = board.cover.cell_count();
    let pairs = (0..cells).flat_map(|a| (0..a).map(move |b| CellSet::of(a) | CellSet::of(b)));
    let targets: Vec<CellSet> = pairs.map(|exposed| exposed.complement(cells)).collect();
    assert_eq!((targets.len(), board.counts(first_empty(), &targets).iter().sum::<u64>()), (903, 59_787));
}

/// A rectangle of plain cells in which `holes` squares are no cells.
fn drawing(rows: usize, columns: usize, holes: &[(usize, usize)]) -> String {
    let square = |row, column| if holes.contains(&(row, column)) { " ." } else { " *" };
    (0..rows).map(|row| (0..columns).map(|column| square(row, column)).collect::<String>() + "\n").collect()
}

/// The twelve pentominoes on a board of 60 cells; all of a solution's rotations and reflections count.
/// Rectangles stand upright: the trees of first-empty are small on short rows and vast on long ones.
fn pentominoes(board: String, solutions: u64) {
    let mut definition = definition("pentominoes");
    definition.board = board;
    let board = Board::of(&definition);
    assert_eq!((board.cover.item_count(), board.cover.orientations().len()), (72, 63));
    for strategy in exhaustive_strategies() {
        let found = count(&*board.solver(strategy), board.puzzle.board.all());
        assert_eq!(found, solutions, "{}", strategy.name);
    }
    // The frontier runs along the shorter side, however the board is drawn.
    definition.board = transposed(&definition.board);
    let board = Board::of(&definition);
    let one = OneDate::new(&board.cover, board.puzzle.board.all()).expect("within reach");
    assert_eq!(one.count(), Ok(solutions));
    let date = [board.puzzle.date(0)];
    let all = AllDates::new(&board.puzzle, &board.cover, &date, &InTurn).expect("within reach");
    assert_eq!((all.counts(), all.total()), (&[solutions][..], Ok(solutions)));
}

fn transposed(drawing: &str) -> String {
    let rows: Vec<Vec<&str>> = drawing.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |column: usize| rows.iter().map(|row| row[column]).collect::<Vec<_>>().join(" ");
    (0..rows[0].len()).map(|column| row(column) + "\n").collect()
}

#[test]
fn pentominoes_fill_3_by_20_in_8_ways() {
    pentominoes(drawing(20, 3, &[]), 8);
}

#[test]
fn pentominoes_fill_4_by_15_in_1472_ways() {
    pentominoes(drawing(15, 4, &[]), 1_472);
}

#[test]
fn pentominoes_fill_5_by_12_in_4040_ways() {
    pentominoes(drawing(12, 5, &[]), 4_040);
}

#[test]
fn pentominoes_fill_6_by_10_in_9356_ways() {
    pentominoes(drawing(10, 6, &[]), 9_356);
}

#[test]
fn pentominoes_fill_a_chessboard_without_its_middle_in_520_ways() {
    pentominoes(drawing(8, 8, &[(3, 3), (3, 4), (4, 3), (4, 4)]), 520);
}

#[test]
fn pentominoes_fill_a_chessboard_without_its_corners_in_17360_ways() {
    pentominoes(drawing(8, 8, &[(0, 0), (0, 7), (7, 0), (7, 7)]), 17_360);
}

// --- Rarer paths, against a plain recount

/// The plainest statement of a search: which items may be branched on, the rule of choice, and when to stop.
/// It knows the strategies by definition only and is written without a thought of speed.
struct Recount<'a> {
    strategy: &'a str,
    task: Task,
    report: Report,
    /// The solutions in the order in which they were found.
    solutions: Vec<Vec<PlacementId>>,
    chosen: Vec<PlacementId>,
}

/// A placement that may still be chosen: number, piece, cells.
type Live = (PlacementId, usize, CellSet);

/// What a node branches on.
enum Item {
    Cell(usize),
    Piece(usize),
}

impl Item {
    fn is_covered_by(&self, (_, piece, cells): &Live) -> bool {
        match *self {
            Self::Cell(cell) => cells.contains(cell),
            Self::Piece(item) => *piece == item,
        }
    }
}

impl Recount<'_> {
    fn of(
        strategy: &str,
        order: CandidateOrder,
        cover: &Cover,
        task: Task,
    ) -> (Report, Vec<Vec<PlacementId>>) {
        let placement = |id: PlacementId| &cover.placements()[usize::from(id)];
        let live = order.arrange(cover).into_iter().map(|id| (id, placement(id).piece, placement(id).cells));
        let live: Vec<Live> = live.filter(|(_, _, cells)| cells.is_subset(task.target)).collect();
        let report = Report { nodes: 0, visited: 0, outcome: Outcome::Exhausted, expected_nodes: None };
        let mut recount = Recount { strategy, task, report, solutions: Vec::new(), chosen: Vec::new() };
        let pieces: Vec<usize> = (0..cover.piece_count()).collect();
        let _ = recount.node(task.target, &pieces, &live);
        (recount.report, recount.solutions)
    }

    fn node(&mut self, open: CellSet, pieces: &[usize], live: &[Live]) -> ControlFlow<()> {
        if Some(self.report.nodes) == self.task.node_limit {
            self.report.outcome = Outcome::NodeLimit;
            return ControlFlow::Break(());
        }
        self.report.nodes += 1;
        if open.is_empty() && pieces.is_empty() {
            let mut solution = self.chosen.clone();
            solution.sort_unstable();
            self.solutions.push(solution);
            self.report.visited += 1;
            if self.task.goal == Goal::First {
                self.report.outcome = Outcome::Found;
                return ControlFlow::Break(());
            }
        }
        let candidates = |item: &Item| live.iter().filter(|&live| item.is_covered_by(live)).count();
        let mut cells = open.iter().map(Item::Cell);
        let mut of_pieces = pieces.iter().copied().map(Item::Piece);
        // Of several with the least count, `min_by_key` returns the first.
        let item = match self.strategy {
            "piece-order" => of_pieces.next(),
            "first-empty" => cells.next(),
            "last-empty" => cells.last(),
            "mrv" => cells.min_by_key(candidates),
            "dlx" => cells.chain(of_pieces).min_by_key(candidates),
            _ => unreachable!("no such strategy"),
        };
        let Some(item) = item else { return ControlFlow::Continue(()) };
        for &(id, piece, cells) in live.iter().filter(|&live| item.is_covered_by(live)) {
            let pieces: Vec<usize> = pieces.iter().copied().filter(|&other| other != piece).collect();
            let fits = |(_, other, others): &&Live| *other != piece && others.is_disjoint(cells);
            let live: Vec<Live> = live.iter().filter(fits).copied().collect();
            self.chosen.push(id);
            self.node(open - cells, &pieces, &live)?;
            self.chosen.pop();
        }
        ControlFlow::Continue(())
    }
}

/// Holds the diagram of all dates against dancing links, and against the diagrams of single dates.
fn all_dates_at_once(board: &Board) {
    let Board { puzzle, cover } = board;
    let dates: Vec<Date> = (0..puzzle.date_count()).map(|id| puzzle.date(id)).collect();
    let all = AllDates::new(puzzle, cover, &dates, &InTurn).expect("within reach");
    let solutions = all.solutions(0..dates.len(), &InTurn);
    let dlx = board.solver(tiling_almanac::search::strategy("dlx").expect("in the register"));
    let mut uses = vec![0; cover.placements().len()];
    for (date, solutions) in dates.iter().zip(solutions) {
        let mut by_dlx: Vec<Vec<PlacementId>> = Vec::new();
        dlx.search(&Task::new(puzzle.target(date), Goal::All), &mut |solution| {
            by_dlx.push(solution.to_vec())
        });
        by_dlx.sort_unstable();
        assert_eq!(solutions, by_dlx.concat(), "{}, {}", puzzle.name, date.id);
        let one = OneDate::new(cover, puzzle.target(date)).expect("within reach");
        assert_eq!((one.count(), one.solutions()), (Ok(all.counts()[date.id]), solutions), "{}", puzzle.name);
        let of_date = one.placement_use().expect("fits");
        uses.iter_mut().zip(of_date).for_each(|(sum, uses)| *sum += uses);
    }
    assert_eq!(
        (all.total(), all.placement_use()),
        (Ok(all.counts().iter().sum()), Ok(uses)),
        "{}",
        puzzle.name
    );
}

/// Where a search and its recount stop if they come so far.
const LIMIT: u64 = 30_000;

/// Holds every strategy in every order against the recount, on the dates of a puzzle and on targets that no
/// date has: empty, too small, too large.
fn recounted(board: &Board) {
    let mut seen = BTreeSet::new();
    let dates = board.targets();
    let all = board.puzzle.board.all();
    let without = |cells: usize| -> CellSet { dates[0].iter().skip(cells).collect() };
    let mut hopeless = vec![CellSet::EMPTY, without(1), without(dates[0].len() / 2), CellSet::of(0)];
    // On a board without groups, nothing is larger than the target.
    hopeless.extend((all != dates[0]).then_some(all));
    let tasks =
        dates.iter().map(|&target| (target, true)).chain(hopeless.iter().map(|&target| (target, false)));
    for (target, may_be_solved) in tasks {
        for strategy in STRATEGIES {
            for &order in strategy.orders {
                let solver = strategy.solver(&board.cover, order).expect("within reach");
                for goal in [Goal::All, Goal::First] {
                    let what = format!(
                        "{}, {}, {}, {}, {target:?}",
                        board.puzzle.name,
                        strategy.name,
                        order.name(),
                        goal.name()
                    );
                    let task = Task { node_limit: Some(LIMIT), ..Task::new(target, goal) };
                    let mut found = Vec::new();
                    let report = solver.search(&task, &mut |solution| found.push(solution.to_vec()));
                    if strategy.all_at_once {
                        // It walks no tree: its nodes are states.
                        let (expected, mut wanted) = Recount::of("first-empty", order, &board.cover, task);
                        if [expected.outcome, report.outcome] == [Outcome::Exhausted; 2] {
                            found.sort_unstable();
                            wanted.sort_unstable();
                            assert_eq!(found, wanted, "{what}");
                        }
                    } else {
                        let (expected, wanted) = Recount::of(strategy.name, order, &board.cover, task);
                        assert_eq!(Report { expected_nodes: None, ..report }, expected, "{what}");
                        assert_eq!(found, wanted, "{what}");
                    }
                    assert!(may_be_solved || found.is_empty(), "{what}");
                    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "{what}");
                    seen.insert(report.outcome.name());
                }
            }
        }
    }
    assert!(seen.contains("exhausted") && seen.contains("found"), "only {seen:?}");
}

fn largest_piece(board: &Board) -> usize {
    board.puzzle.pieces.iter().map(|piece| piece.shape.area()).max().expect("a piece")
}

#[test]
fn pieces_of_7_squares_are_searched_as_defined() {
    let board = Board::read("heptominoes");
    assert_eq!(largest_piece(&board), 7);
    recounted(&board);
    all_dates_at_once(&board);
}

#[test]
fn pieces_of_12_squares_are_searched_as_defined() {
    let board = Board::read("dodecomino");
    assert_eq!(largest_piece(&board), 12);
    recounted(&board);
    all_dates_at_once(&board);
}

#[test]
fn pieces_of_20_squares_are_searched_as_defined() {
    let board = Board::read("icosomino");
    assert_eq!(largest_piece(&board), 20);
    recounted(&board);
    all_dates_at_once(&board);
}

#[test]
fn boards_of_64_cells_are_searched_as_defined() {
    let board = Board::read("chessboard");
    assert_eq!(board.cover.cell_count(), CellSet::CAPACITY);
    recounted(&board);
    all_dates_at_once(&board);
}

#[test]
fn wide_boards_are_searched_as_defined() {
    let board = Board::read("ribbon");
    let reach = |cells: CellSet| cells.iter().last().zip(cells.first()).map(|(last, first)| last - first);
    let farthest = board.cover.placements().iter().map(|placement| reach(placement.cells)).max();
    assert!(farthest > Some(Some(24)), "{farthest:?}");
    recounted(&board);
    all_dates_at_once(&board);
}

#[test]
fn more_than_64_orientations_are_searched_as_defined() {
    let board = Board::read("asymmetric");
    assert_eq!(board.cover.orientations().len(), 72);
    recounted(&board);
    all_dates_at_once(&board);
}

/// A puzzle of `count` pieces of one shape that fill a chessboard.
fn alike(shape: &str, count: usize) -> Board {
    let mut toml =
        format!("name = \"alike\"\ntitle = \"Alike\"\nboard = \"\"\"\n{}\"\"\"\n", drawing(8, 8, &[]));
    for piece in 1..=count {
        toml += &format!("[[pieces]]\nname = \"P{piece}\"\nshape = \"{shape}\"\n");
    }
    Board::of(&Definition::from_toml(&toml).expect("it parses"))
}

/// No piece has more than two orientations a square, and the pieces of a puzzle have at most 64 squares.
#[test]
fn the_most_orientations_are_searched_as_defined() {
    let board = alike("XXX/X..", 16);
    assert_eq!(board.cover.orientations().len(), 128);
    recounted(&board);
}

#[test]
fn the_most_pieces_are_searched_as_defined() {
    let board = alike("X", 64);
    assert_eq!(board.cover.item_count(), 128);
    recounted(&board);
    // 64! solutions are not to be had, and that is known before the memory is gone.
    let error = OneDate::new(&board.cover, board.puzzle.board.all()).expect_err("out of reach").to_string();
    assert!(error.contains("would take more than 1024 MiB of memory"), "{error}");
    let task = Task::new(board.puzzle.board.all(), Goal::All);
    let strategy = tiling_almanac::search::strategy("frontier").expect("in the register");
    let report = board.solver(strategy).search(&task, &mut |_| panic!("a solution"));
    assert_eq!((report.outcome, report.exact_solutions()), (Outcome::OutOfMemory, None));
}

#[test]
fn the_largest_piece_is_searched_as_defined() {
    let board = alike(&["XXXXXXXX"; 8].join("/"), 1);
    recounted(&board);
    all_dates_at_once(&board);
}
