//! The strategies on other puzzles than the built-in ones.
//!
//! The first half holds them against figures that others have published or that programs of another make have
//! found; the second takes puzzles that need the rarer paths of the search (large pieces, many orientations,
//! full and wide boards) and holds every report and every solution against a plain recount.

use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tiling_almanac::cover::{Cover, PlacementId, Symmetries};
use tiling_almanac::geometry::CellSet;
use tiling_almanac::puzzle::{BUILT_IN, Date, Definition, Faces, Puzzle};
use tiling_almanac::search::frontier::{self, AllDates, InTurn, OneDate};
use tiling_almanac::search::{CandidateOrder, Goal, Outcome, Report, STRATEGIES, Solver, Strategy, Task};
use tiling_almanac::tromino::counts;

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

/// What is known of all dates of a puzzle.
struct Known {
    /// Solutions over all combinations of labels.
    all: Option<u64>,
    /// Solutions over the dates that the calendar has.
    in_calendar: Option<u64>,
    /// Of those the least solutions of a date.
    least: Option<u64>,
    /// And the most.
    most: Option<u64>,
    /// Combinations without a solution.
    unsolved: Option<usize>,
}

const NOTHING: Known = Known { all: None, in_calendar: None, least: None, most: None, unsolved: None };

/// Holds the counts of all dates, as the diagram of all dates gives them, against what is known, and those of every
/// `step`th date against each strategy. Returns board and counts.
fn confirmed(board: Board, known: &Known, step: usize) -> (Board, Vec<u64>) {
    let dates: Vec<Date> = (0..board.puzzle.date_count()).map(|id| board.puzzle.date(id)).collect();
    let all = AllDates::new(&board.puzzle, &board.cover, &dates, &InTurn).expect("within reach");
    let counts = all.counts().to_vec();
    let calendar = board.puzzle.calendar().expect("it has a calendar");
    let existing = || dates.iter().filter(|date| calendar.exists(date)).map(|date| counts[date.id]);
    let name = &board.puzzle.name;
    let agree = |known: Option<u64>, found: Option<u64>, what: &str| {
        assert!(known.is_none() || known == found, "{name}, {what}: {known:?} published, {found:?} found");
    };
    agree(known.all, Some(counts.iter().sum()), "all combinations");
    agree(known.in_calendar, Some(existing().sum()), "calendar");
    agree(known.least, existing().min(), "least");
    agree(known.most, existing().max(), "most");
    let unsolved = counts.iter().filter(|&&count| count == 0).count();
    agree(known.unsolved.map(|dates| dates as u64), Some(unsolved as u64), "without solution");
    for strategy in exhaustive_strategies() {
        let solver = board.solver(strategy);
        (0..dates.len()).step_by(step).collect::<Vec<_>>().into_par_iter().for_each(|id| {
            assert_eq!(
                count(&*solver, board.puzzle.target(&dates[id])),
                counts[id],
                "{name}, {}",
                strategy.name
            );
        });
    }
    (board, counts)
}

fn built_in(name: &str) -> Board {
    let entry = BUILT_IN.iter().find(|entry| entry.name == name).expect(name);
    Board::of(&entry.definition())
}

fn of(board: &Board, counts: &[u64], date: &str) -> u64 {
    counts[board.puzzle.parse_date(date).expect("a date").id]
}

#[test]
fn weekday_puzzle_with_monday_first_has_the_same_counts() {
    let known = Known { all: Some(4_937_780), in_calendar: Some(4_864_096), most: Some(10_374), ..NOTHING };
    let known = Known { least: Some(97), unsolved: Some(0), ..known };
    let (board, counts) = confirmed(built_in("weekday-monday-first"), &known, 500);
    // The cells stay, so a date has the count of the date whose weekday stood on the same cell.
    let sunday_first = built_in("weekday");
    for id in (0..counts.len()).step_by(97) {
        let target = board.puzzle.target(&board.puzzle.date(id));
        let solver = sunday_first.solver(first_empty());
        assert_eq!(counts[id], count(&*solver, target), "{id}");
    }
}

#[test]
fn revised_weekday_board_leaves_28_dates_without_solution() {
    let known = Known { all: Some(4_055_349), unsolved: Some(28), ..NOTHING };
    let (board, counts) = confirmed(built_in("weekday-revised"), &known, 600);
    for day in ["Feb 1", "Apr 7", "Jul 1", "Nov 7"] {
        let dates = board.puzzle.parse_selection(&day.replace(' ', "-")).expect("a day").ids;
        assert!(dates.len() == 7 && dates.iter().all(|&id| counts[id] == 0), "{day}");
    }
}

#[test]
fn one_sided_play_has_its_published_figures() {
    let known = Known { all: Some(85_637), unsolved: Some(19), ..NOTHING };
    let (board, counts) = confirmed(Board::read("one-sided"), &known, 200);
    assert_eq!((of(&board, &counts, "Mar 27 Mon"), of(&board, &counts, "Jan 1 Sat")), (1, 54));
    // Published as 54,391 pieces laid; the root is one node more.
    let hardest = Task::new(board.target("Mar 27 Mon"), Goal::All);
    assert_eq!(board.solver(first_empty()).search(&hardest, &mut |_| {}).nodes, 54_392);
}

/// One-sided play of any puzzle: each choice of faces is the mirror image of the opposite choice on the mirrored board,
/// and both together are part of the play on both faces.
#[test]
fn faces_override_the_definition() {
    let definition = BUILT_IN[0].definition();
    let counts = |faces| {
        let board = Board::of(&definition.with_faces(faces));
        let targets = ["Oct 27 Tue", "Apr 6 Mon", "Jan 1 Sat"].map(|date| board.target(date));
        (board.puzzle.name.clone(), board.counts(first_empty(), &targets))
    };
    let both = counts(Faces::Both);
    assert_eq!((both.0.as_str(), &both.1[..2]), ("weekday-both", &[2_391, 97][..]));
    let (front, back) = (counts(Faces::Front), counts(Faces::Back));
    assert_eq!((front.0.as_str(), back.0.as_str()), ("weekday-front", "weekday-back"));
    assert!(front.1 != back.1 && front.1[0] + back.1[0] <= 2_391, "{front:?} {back:?}");
}

#[test]
fn month_day_puzzle_has_its_published_figures() {
    let known = Known { all: Some(25_061), in_calendar: Some(24_405), ..NOTHING };
    let known = Known { least: Some(7), most: Some(216), ..known };
    let (board, counts) = confirmed(built_in("dragonfjord"), &known, 23);
    let mut placements = vec![0; board.cover.piece_count()];
    board.cover.placements().iter().for_each(|placement| placements[placement.piece] += 1);
    placements.sort_unstable();
    assert_eq!(placements, [48, 80, 82, 96, 151, 154, 154, 196]);
    assert_eq!(board.cover.placements().len(), 961);
    let of = |date: &str| of(&board, &counts, date);
    assert_eq!((of("Oct 6"), of("Jan 25"), of("Feb 29"), of("Feb 30")), (7, 216, 64, 34));
}

#[test]
fn month_day_puzzle_with_any_two_cells_exposed_has_its_published_total() {
    let board = Board::read("any-two");
    assert_eq!(board.puzzle.date_count(), 903);
    assert!(!board.puzzle.exposes_one_of_each());
    let targets = board.targets();
    assert_eq!(targets.iter().collect::<BTreeSet<_>>().len(), 903);
    assert_eq!(board.counts(first_empty(), &targets).iter().sum::<u64>(), 59_787);
    let frontier: u64 =
        targets.par_iter().map(|&target| frontier::count(&board.cover, target).expect("few")).sum();
    assert_eq!(frontier, 59_787);
}

#[test]
fn other_sets_on_the_month_day_board_have_their_published_figures() {
    let known = Known { in_calendar: Some(22_625), least: Some(10), ..NOTHING };
    confirmed(built_in("jarringwords"), &known, 41);
    let known = Known { in_calendar: Some(7_490), least: Some(1), ..NOTHING };
    let (board, counts) = confirmed(built_in("creamakerspace"), &known, 41);
    assert_eq!(of(&board, &counts, "Mar 1"), 1);
    let known = Known { in_calendar: Some(380_125), least: Some(308), ..NOTHING };
    confirmed(built_in("therammer"), &known, 97);
}

#[test]
fn calendarium_has_its_published_figures() {
    let known = Known { in_calendar: Some(56_340), least: Some(1), most: Some(150), ..NOTHING };
    let (board, counts) = confirmed(built_in("calendarium"), &known, 101);
    let leap_day = board.puzzle.parse_selection("02-29").expect("a day").ids;
    let leap_day: Vec<u64> = leap_day.into_iter().map(|id| counts[id]).collect();
    assert_eq!(leap_day, [8, 23, 23, 10, 6, 22, 21]);
    assert_eq!(56_340 - leap_day.iter().sum::<u64>(), 56_227);
}

/// Published with equal pieces told apart: 196,818,352 over all dates, at least 211,784. Three pieces are there twice.
#[test]
fn equal_pieces_are_not_told_apart() {
    let known = Known { all: Some(196_818_352 / 8), ..NOTHING };
    let (board, counts) = confirmed(built_in("mixed-7x7"), &known, 372);
    assert_eq!(counts.iter().min(), Some(&(211_784 / 8)));
    // Told apart they are congruent pieces, of which the program warns, and every solution counts eight times.
    let toml = &board.puzzle.definition;
    let mut apart = toml.replace("copies = 2\n", "");
    for name in ["O4", "L4", "S4"] {
        let start = apart.find(&format!("[[pieces]]\nname = \"{name}\"")).expect(name);
        let end = apart[start + 2..].find("[[").map_or(apart.len(), |end| start + 2 + end);
        let again = apart[start..end].replace(name, &format!("{name}b"));
        apart.insert_str(start, &format!("{again}\n"));
    }
    let apart = Board::of(&Definition::from_toml(&apart).expect("it can be read"));
    assert_eq!(apart.puzzle.warnings.len(), 3, "{:?}", apart.puzzle.warnings);
    let least = counts.iter().position(|&count| count == 211_784 / 8).expect("there is one");
    let target = apart.puzzle.target(&apart.puzzle.date(least));
    assert_eq!(frontier::count(&apart.cover, target), Ok(211_784));
}

#[test]
fn other_sets_on_7_by_7_have_their_published_figures() {
    let ten = Known { all: Some(3_247_699), least: Some(2_164), ..NOTHING };
    let nine = Known { all: Some(82_805), least: Some(26), ..NOTHING };
    confirmed(Board::read("mixed-7x7-ten"), &Known { least: None, ..ten }, 200);
    confirmed(Board::read("mixed-7x7-nine"), &Known { least: None, ..nine }, 100);
}

/// As exact covers by copies of one piece without a number, L-trominoes tile a board with a hole in as many ways as the
/// programs made for them count.
#[test]
fn trominoes_tile_boards_with_a_hole_as_they_are_counted() {
    for k in 1..=3 {
        let counts = counts::confirmed(k).expect("the two programs agree");
        let side = 1_usize << k;
        let holes: Vec<(usize, usize)> = (0..side * side).map(|cell| (cell / side, cell % side)).collect();
        holes.par_iter().for_each(|&(row, column)| {
            let board = drawing(side, side, &[(row, column)]);
            let toml = format!(
                "name = \"trominoes\"\ntitle = \"L-trominoes\"\nboard = \"\"\"\n{board}\"\"\"\n\
                 [[pieces]]\nname = \"V3\"\nshape = \"XX/X.\"\ncopies = \"unlimited\"\n"
            );
            let board = Board::of(&Definition::from_toml(&toml).expect("it can be read"));
            assert_eq!(board.puzzle.tile_count(), (side * side - 1) / 3);
            let wanted = counts.of(row, column);
            for strategy in exhaustive_strategies() {
                let found = count(&*board.solver(strategy), board.puzzle.board.all());
                assert_eq!(u128::from(found), wanted, "{}, k = {k}, hole {row},{column}", strategy.name);
            }
        });
    }
}

/// A rectangle of plain cells in which `holes` squares are no cells.
fn drawing(rows: usize, columns: usize, holes: &[(usize, usize)]) -> String {
    let square = |row, column| if holes.contains(&(row, column)) { " ." } else { " *" };
    (0..rows).map(|row| (0..columns).map(|column| square(row, column)).collect::<String>() + "\n").collect()
}

/// The twelve pentominoes: all of a solution's rotations and reflections count; up to symmetry there are fewer.
/// For the trees rectangles stand upright: those of first-empty are small on short rows and vast on long ones.
fn pentominoes(name: &str, solutions: u64, up_to_symmetry: u64) {
    let entry = BUILT_IN.iter().find(|entry| entry.name == name).expect(name);
    let lying = Board::of(&entry.definition());
    let rows: Vec<String> =
        entry.definition().board.into_iter().map(|row| row.value.split_whitespace().collect()).collect();
    let upright = Board::of(&entry.definition().with_board(&transposed(&rows)));
    for board in [&lying, &upright] {
        assert_eq!((board.cover.item_count(), board.cover.orientations().len()), (72, 63));
        // The frontier runs along the shorter side, however the board is drawn.
        let one = OneDate::new(&board.cover, board.puzzle.board.all()).expect("within reach");
        assert_eq!(one.count(), Ok(solutions));
        let date = [board.puzzle.date(0)];
        let all = AllDates::new(&board.puzzle, &board.cover, &date, &InTurn).expect("within reach");
        assert_eq!((all.counts(), all.total()), (&[solutions][..], Ok(solutions)));

        let symmetries = Symmetries::of(&board.puzzle, &board.cover);
        let order = if board.puzzle.board.rows == board.puzzle.board.columns { 8 } else { 4 };
        assert_eq!(symmetries.iter().len(), order);
        let found = one.solutions().expect("not too many");
        let fixed = symmetries.fixed(12, &found);
        assert_eq!(symmetries.burnside(&fixed), Some(up_to_symmetry), "{fixed:?}");
        assert_eq!(symmetries.classes(12, &found).count as u64, up_to_symmetry);
    }
    for strategy in exhaustive_strategies() {
        let found = count(&*upright.solver(strategy), upright.puzzle.board.all());
        assert_eq!(found, solutions, "{}", strategy.name);
    }
}

fn transposed(rows: &[String]) -> String {
    let square = |row: &String, column: usize| row.chars().nth(column).expect("a rectangle");
    let row = |column: usize| rows.iter().map(|row| square(row, column)).collect::<String>() + "\n";
    (0..rows[0].len()).map(row).collect()
}

#[test]
fn pentominoes_fill_3_by_20_in_2_ways() {
    pentominoes("pentomino-3x20", 8, 2);
}

#[test]
fn pentominoes_fill_4_by_15_in_368_ways() {
    pentominoes("pentomino-4x15", 1_472, 368);
}

#[test]
fn pentominoes_fill_5_by_12_in_1010_ways() {
    pentominoes("pentomino-5x12", 4_040, 1_010);
}

#[test]
fn pentominoes_fill_6_by_10_in_2339_ways() {
    pentominoes("pentomino-6x10", 9_356, 2_339);
}

#[test]
fn pentominoes_fill_a_chessboard_without_its_middle_in_65_ways() {
    pentominoes("pentomino-8x8-center", 520, 65);
}

#[test]
fn pentominoes_fill_a_chessboard_without_its_corners_in_2170_ways() {
    pentominoes("pentomino-8x8-corners", 17_360, 2_170);
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
        assert_eq!(
            (one.count(), one.solutions()),
            (Ok(all.counts()[date.id]), Ok(solutions)),
            "{}",
            puzzle.name
        );
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
