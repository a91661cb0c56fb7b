//! Every strategy against a naive oracle on all puzzles of a tiny family: boards up to 3 x 4, one to three
//! different small pieces, up to two exposed cells, wherever they lie. Compared are the sets of solutions.
//!
//! The oracle shares no code with the crate: it moves lists of coordinates about and tries everything.

use std::collections::{BTreeMap, BTreeSet};
use tiling_almanac::cover::{Cover, check, to_dimacs, to_dlx};
use tiling_almanac::geometry::CellSet;
use tiling_almanac::puzzle::{Date, Definition, Puzzle};
use tiling_almanac::search::frontier::{AllDates, InTurn};
use tiling_almanac::search::{Goal, Outcome, STRATEGIES, Task};

const PIECES: [(&str, &str); 9] = [
    ("I1", "X"),
    ("I2", "XX"),
    ("I3", "XXX"),
    ("V3", "XX/X."),
    ("I4", "XXXX"),
    ("L4", "XXX/X.."),
    ("O4", "XX/XX"),
    ("S4", "XX./.XX"),
    ("T4", "XXX/.X."),
];

/// What covers each cell: the place of the piece, or nothing on an exposed cell.
type Picture = Vec<Option<usize>>;
type Coordinates = Vec<(i32, i32)>;

/// All pictures of a board of `rows` x `columns` on which `pieces` cover all but `exposed`.
fn oracle(rows: i32, columns: i32, pieces: &[Coordinates], exposed: &[usize]) -> BTreeSet<Picture> {
    fn lay(
        piece: usize,
        choices: &[Vec<Vec<usize>>],
        exposed: &[usize],
        picture: &mut Picture,
        found: &mut BTreeSet<Picture>,
    ) {
        if piece == choices.len() {
            let open = (0..picture.len()).filter(|&cell| picture[cell].is_none());
            if open.eq(exposed.iter().copied()) {
                found.insert(picture.clone());
            }
            return;
        }
        for cells in &choices[piece] {
            if cells.iter().all(|&cell| picture[cell].is_none()) {
                cells.iter().for_each(|&cell| picture[cell] = Some(piece));
                lay(piece + 1, choices, exposed, picture, found);
                cells.iter().for_each(|&cell| picture[cell] = None);
            }
        }
    }
    let choices: Vec<Vec<Vec<usize>>> = pieces.iter().map(|piece| everywhere(piece, rows, columns)).collect();
    let mut found = BTreeSet::new();
    lay(0, &choices, exposed, &mut vec![None; (rows * columns) as usize], &mut found);
    found
}

/// All ways to lay a piece: every rotation and reflection, moved by every amount, cut to those on the board.
fn everywhere(piece: &Coordinates, rows: i32, columns: i32) -> Vec<Vec<usize>> {
    type Turn = fn(i32, i32) -> (i32, i32);
    let turns: [Turn; 8] = [
        |r, c| (r, c),
        |r, c| (r, -c),
        |r, c| (-r, c),
        |r, c| (-r, -c),
        |r, c| (c, r),
        |r, c| (c, -r),
        |r, c| (-c, r),
        |r, c| (-c, -r),
    ];
    let mut ways = BTreeSet::new();
    for turn in turns {
        for down in -4..=rows + 4 {
            for right in -4..=columns + 4 {
                let moved = piece.iter().map(|&(r, c)| turn(r, c)).map(|(r, c)| (r + down, c + right));
                let on_board = |&(r, c): &(i32, i32)| (0..rows).contains(&r) && (0..columns).contains(&c);
                if moved.clone().all(|square| on_board(&square)) {
                    let mut cells: Vec<usize> = moved.map(|(r, c)| (r * columns + c) as usize).collect();
                    cells.sort_unstable();
                    ways.insert(cells);
                }
            }
        }
    }
    ways.into_iter().collect()
}

fn coordinates(shape: &str) -> Coordinates {
    let rows = (0..).zip(shape.split('/'));
    rows.flat_map(|(r, row)| (0..).zip(row.chars()).filter(|(_, x)| *x == 'X').map(move |(c, _)| (r, c)))
        .collect()
}

/// The puzzle of a rectangle and some pieces that leave `exposed` of its cells: a date takes one cell of each of
/// so many groups, between which the cells are dealt out.
fn puzzle(rows: usize, columns: usize, pieces: &[usize], exposed: usize) -> Puzzle {
    let label = |cell: usize| if exposed == 0 { "*".to_owned() } else { format!("C{cell}") };
    let mut board = String::new();
    for row in 0..rows {
        let labels: Vec<String> = (0..columns).map(|column| label(row * columns + column)).collect();
        board += &format!("{}\n", labels.join(" "));
    }
    let mut toml = format!("name = \"tiny\"\ntitle = \"Tiny\"\nboard = \"\"\"\n{board}\"\"\"\n");
    for group in 0..exposed {
        let labels: Vec<String> = (group..rows * columns).step_by(exposed).map(label).collect();
        toml += &format!("[[groups]]\nname = \"G{group}\"\nlabels = {labels:?}\n");
    }
    for &piece in pieces {
        toml += &format!("[[pieces]]\nname = \"{}\"\nshape = \"{}\"\n", PIECES[piece].0, PIECES[piece].1);
    }
    Definition::from_toml(&toml).expect("it parses").validate().expect("it is valid")
}

/// All subsets of one to three pieces.
fn piece_sets() -> Vec<Vec<usize>> {
    let bits = 1_u32..1 << PIECES.len();
    let small = bits.filter(|bits| bits.count_ones() <= 3);
    small.map(|bits| (0..PIECES.len()).filter(|piece| bits >> piece & 1 == 1).collect()).collect()
}

/// All subsets of `count` of the first `cells` cells, for counts up to 2.
fn exposures(cells: usize, count: usize) -> Vec<Vec<usize>> {
    match count {
        0 => vec![vec![]],
        1 => (0..cells).map(|a| vec![a]).collect(),
        _ => (0..cells).flat_map(|b| (0..b).map(move |a| vec![a, b])).collect(),
    }
}

#[test]
fn strategies_find_what_the_oracle_finds_on_all_tiny_puzzles() {
    let (mut puzzles, mut solvable, mut at_once) = (0, 0, 0);
    for rows in 1..=3_usize {
        for columns in rows..=4_usize {
            for pieces in piece_sets() {
                let shapes: Vec<Coordinates> =
                    pieces.iter().map(|&piece| coordinates(PIECES[piece].1)).collect();
                let area: usize = shapes.iter().map(Vec::len).sum();
                let cells = rows * columns;
                if area > cells || area + 2 < cells {
                    continue;
                }
                let fits = |shape: &Coordinates| !everywhere(shape, rows as i32, columns as i32).is_empty();
                if !shapes.iter().all(fits) {
                    continue;
                }
                let puzzle = puzzle(rows, columns, &pieces, cells - area);
                let cover = Cover::new(&puzzle);
                let dates: Vec<Date> = (0..puzzle.date_count()).map(|id| puzzle.date(id)).collect();
                let all = AllDates::new(&puzzle, &cover, &dates, &InTurn).expect("within reach");
                let mut of_all = BTreeMap::new();
                for (date, solutions) in dates.iter().zip(all.solutions(0..dates.len(), &InTurn)) {
                    let rows: Vec<Vec<u16>> = solutions.chunks(pieces.len()).map(<[u16]>::to_vec).collect();
                    assert_eq!(rows.len() as u64, all.counts()[date.id]);
                    of_all.insert(puzzle.exposed(date).iter().collect::<Vec<_>>(), rows);
                }
                for exposed in exposures(cells, cells - area) {
                    let expected = oracle(rows as i32, columns as i32, &shapes, &exposed);
                    // Not all exposures are dates.
                    if let Some(found) = of_all.remove(&exposed) {
                        let pictures: BTreeSet<Picture> = found
                            .iter()
                            .map(|solution| picture(&cover, solution).expect("no cell is covered twice"))
                            .collect();
                        assert!(found.is_sorted() && found.len() == pictures.len());
                        assert_eq!(pictures, expected, "{rows} x {columns}, {pieces:?}, {exposed:?}");
                        at_once += 1;
                    }
                    let target = CellSet::first_cells(cells) - exposed.iter().copied().collect();
                    agree(&cover, target, &expected, &format!("{rows} x {columns}, {pieces:?}, {exposed:?}"));
                    puzzles += 1;
                    solvable += usize::from(!expected.is_empty());
                }
                assert!(of_all.is_empty(), "every date is an exposure");
            }
        }
    }
    // The family is what it is meant to be: many puzzles, some with solutions and some without.
    assert!(
        puzzles > 1_000 && solvable > 300 && solvable < puzzles && at_once > 500 && at_once < puzzles,
        "{puzzles} puzzles, {solvable} solvable, {at_once} dates"
    );
}

/// What a solution covers; `None` if it covers a cell twice.
fn picture(cover: &Cover, solution: &[u16]) -> Option<Picture> {
    let mut picture: Picture = vec![None; cover.cell_count()];
    for &id in solution {
        let placement = &cover.placements()[usize::from(id)];
        for cell in placement.cells.iter() {
            if picture[cell].replace(placement.piece).is_some() {
                return None;
            }
        }
    }
    Some(picture)
}

fn agree(cover: &Cover, target: CellSet, expected: &BTreeSet<Picture>, what: &str) {
    for strategy in STRATEGIES {
        for &order in strategy.orders {
            let what = format!("{}, {}, {what}", strategy.name, order.name());
            let solver = strategy.solver(cover, order).expect("tiny puzzles are within reach");
            let mut found = BTreeSet::new();
            let report = solver.search(&Task::new(target, Goal::All), &mut |solution| {
                let picture = picture(cover, solution).expect("no cell is covered twice");
                assert!(found.insert(picture), "{what}: a solution is found twice");
            });
            assert_eq!(&found, expected, "{what}");
            assert_eq!(report.exact_solutions(), Some(expected.len() as u64), "{what}");

            let mut first = None;
            let report = solver.search(&Task::new(target, Goal::First), &mut |solution| {
                first = picture(cover, solution);
            });
            match first {
                Some(first) => {
                    assert!(expected.contains(&first) && report.outcome == Outcome::Found, "{what}")
                }
                None => assert!(expected.is_empty() && report.outcome == Outcome::Exhausted, "{what}"),
            }
        }
    }
}

#[test]
fn oracle_knows_a_puzzle_done_by_hand() {
    // A domino and a single cell on a row of three: the single cell at either end.
    let pieces = [coordinates("X"), coordinates("XX")];
    let pictures = [vec![Some(0), Some(1), Some(1)], vec![Some(1), Some(1), Some(0)]];
    assert_eq!(oracle(1, 3, &pieces, &[]), BTreeSet::from(pictures));
}

/// A tiling with copies: piece and cells of each tile, in ascending order, so that equal tiles are not told apart.
type Tiles = Vec<(usize, Vec<usize>)>;

/// All tilings of the cells of a rectangle that are not exposed with so many copies of each of the pieces.
fn tilings(ways: &[Vec<Vec<usize>>], copies: &[usize], cells: usize, exposed: &[usize]) -> BTreeSet<Tiles> {
    fn lay(
        ways: &[Vec<Vec<usize>>],
        left: &mut [usize],
        open: &mut Vec<bool>,
        laid: &mut Tiles,
        found: &mut BTreeSet<Tiles>,
    ) {
        let Some(piece) = left.iter().position(|&left| left > 0) else {
            if !open.contains(&true) {
                let mut tiles = laid.clone();
                tiles.sort_unstable();
                found.insert(tiles);
            }
            return;
        };
        for cells in &ways[piece] {
            if cells.iter().all(|&cell| open[cell]) {
                cells.iter().for_each(|&cell| open[cell] = false);
                left[piece] -= 1;
                laid.push((piece, cells.clone()));
                lay(ways, left, open, laid, found);
                laid.pop();
                left[piece] += 1;
                cells.iter().for_each(|&cell| open[cell] = true);
            }
        }
    }
    let mut open: Vec<bool> = (0..cells).map(|cell| !exposed.contains(&cell)).collect();
    let mut found = BTreeSet::new();
    lay(ways, &mut copies.to_vec(), &mut open, &mut Vec::new(), &mut found);
    found
}

fn tiles(cover: &Cover, solution: &[u16]) -> Tiles {
    let tile = |&id: &u16| {
        let placement = &cover.placements()[usize::from(id)];
        (placement.piece, placement.cells.iter().collect())
    };
    let mut tiles: Tiles = solution.iter().map(tile).collect();
    tiles.sort_unstable();
    tiles
}

/// The number of solutions of an exact cover in the text format of Knuth's programs, by trying everything.
fn covers(dlx: &str) -> usize {
    let mut lines = dlx.lines().filter(|line| !line.starts_with('|'));
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for item in lines.next().expect("a line of items").split(' ') {
        match item.split_once('|') {
            Some((times, name)) => left.insert(name, times.parse().expect("a number")),
            None => left.insert(item, 1),
        };
    }
    let options: Vec<Vec<&str>> = lines.map(|line| line.split(' ').collect()).collect();
    fn count<'t>(options: &[Vec<&'t str>], left: &mut BTreeMap<&'t str, usize>) -> usize {
        // An option is taken or left; what is taken leaves fewer items.
        let Some((first, rest)) = options.split_first() else {
            return usize::from(left.values().all(|&left| left == 0));
        };
        let mut found = 0;
        if first.iter().all(|item| left[item] > 0) {
            first.iter().for_each(|item| *left.get_mut(item).expect("an item") -= 1);
            found += count(rest, left);
            first.iter().for_each(|item| *left.get_mut(item).expect("an item") += 1);
        }
        // Without it the others must still reach every item.
        let reached = |item: &&str| rest.iter().any(|option| option.contains(item));
        if left.iter().all(|(item, &left)| left == 0 || reached(item)) {
            found + count(rest, left)
        } else {
            found
        }
    }
    count(&options, &mut left)
}

/// The number of models of a formula in the DIMACS format.
fn models(dimacs: &str) -> usize {
    let mut lines = dimacs.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().expect("a line p cnf").split(' ').collect();
    let variables: usize = head[2].parse().expect("a number");
    let clauses: Vec<Vec<i32>> = lines
        .map(|line| {
            let numbers = line.split(' ').map(|number| number.parse().expect("a number"));
            numbers.take_while(|&number| number != 0).collect()
        })
        .collect();
    assert_eq!((head[..2].join(" "), clauses.len().to_string()), ("p cnf".to_owned(), head[3].to_owned()));
    fn count(clauses: &[Vec<i32>], values: &mut Vec<Option<bool>>) -> usize {
        let mut assigned = Vec::new();
        let mut conflict = false;
        // What only one literal can make true must be so.
        while !conflict {
            let mut unit = None;
            for clause in clauses {
                let value = |literal: &i32| {
                    values[literal.unsigned_abs() as usize].map(|value| value == (*literal > 0))
                };
                if clause.iter().any(|literal| value(literal) == Some(true)) {
                    continue;
                }
                let open: Vec<i32> =
                    clause.iter().copied().filter(|literal| value(literal).is_none()).collect();
                match open[..] {
                    [] => conflict = true,
                    [literal] => unit = Some(literal),
                    _ => {}
                }
            }
            let Some(literal) = unit.filter(|_| !conflict) else { break };
            values[literal.unsigned_abs() as usize] = Some(literal > 0);
            assigned.push(literal.unsigned_abs() as usize);
        }
        let found = match (conflict, (1..values.len()).find(|&variable| values[variable].is_none())) {
            (true, _) => 0,
            (false, None) => 1,
            (false, Some(variable)) => [true, false]
                .into_iter()
                .map(|value| {
                    values[variable] = Some(value);
                    let found = count(clauses, values);
                    values[variable] = None;
                    found
                })
                .sum(),
        };
        assigned.into_iter().for_each(|variable| values[variable] = None);
        found
    }
    count(&clauses, &mut vec![None; variables + 1])
}

/// All boards up to 3 x 4 with one or two kinds of pieces, one to three copies of each (the last kind without a number),
/// and up to two exposed cells, any ones of a single group.
#[test]
fn copies_are_not_told_apart_and_any_cells_may_be_exposed() {
    let (mut puzzles, mut solvable, mut exported) = (0, 0, 0);
    let kinds: Vec<Vec<usize>> = piece_sets().into_iter().filter(|kinds| kinds.len() <= 2).collect();
    let counts = |kinds: usize| {
        (0..3_usize.pow(kinds as u32)).map(move |code| {
            (0..kinds as u32).map(|kind| 1 + code / 3_usize.pow(kind) % 3).collect::<Vec<_>>()
        })
    };
    for (rows, columns) in [(1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)] {
        for kinds in &kinds {
            let shapes: Vec<Coordinates> = kinds.iter().map(|&piece| coordinates(PIECES[piece].1)).collect();
            let ways: Vec<_> = shapes.iter().map(|shape| everywhere(shape, rows, columns)).collect();
            for copies in counts(kinds.len()).filter(|copies| copies.iter().any(|&copies| copies > 1)) {
                let area: usize =
                    shapes.iter().zip(&copies).map(|(shape, copies)| shape.len() * copies).sum();
                let cells = (rows * columns) as usize;
                if !(cells.saturating_sub(2)..=cells).contains(&area) || ways.iter().any(Vec::is_empty) {
                    continue;
                }
                let exposed = cells - area;
                let square = if exposed == 0 { "*" } else { "C" };
                let mut toml = format!(
                    "name = \"tiny\"\ntitle = \"Tiny\"\nboard = \"\"\"\n{}\"\"\"\n",
                    (square.repeat(columns as usize) + "\n").repeat(rows as usize)
                );
                if exposed > 0 {
                    toml += &format!("[[groups]]\nname = \"cell\"\ncells = \"C\"\nexposed = {exposed}\n");
                }
                for (place, (&piece, copies)) in kinds.iter().zip(&copies).enumerate() {
                    let copies = if place + 1 == kinds.len() {
                        "\"unlimited\"".to_owned()
                    } else {
                        copies.to_string()
                    };
                    toml += &format!(
                        "[[pieces]]\nname = \"{}\"\nshape = \"{}\"\ncopies = {copies}\n",
                        PIECES[piece].0, PIECES[piece].1
                    );
                }
                let puzzle = Definition::from_toml(&toml)
                    .and_then(|definition| definition.validate())
                    .expect("it is valid");
                assert_eq!(puzzle.pieces.iter().map(|piece| piece.copies).collect::<Vec<_>>(), copies);
                let cover = Cover::new(&puzzle);
                let mut exposures = exposures(cells, exposed);
                exposures.sort_unstable();
                assert_eq!(puzzle.date_count(), exposures.len());
                let mut all = 0;
                for (id, exposed) in exposures.iter().enumerate() {
                    let date = puzzle.date(id);
                    assert_eq!(&puzzle.exposed(&date).iter().collect::<Vec<_>>(), exposed);
                    let expected = tilings(&ways, &copies, cells, exposed);
                    let what = format!("{rows} x {columns}, {kinds:?} x {copies:?}, {exposed:?}");
                    for strategy in STRATEGIES {
                        for &order in strategy.orders {
                            let solver =
                                strategy.solver(&cover, order).expect("tiny puzzles are within reach");
                            let mut found = BTreeSet::new();
                            solver.search(&Task::new(puzzle.target(&date), Goal::All), &mut |solution| {
                                assert!(solution.is_sorted());
                                check(&puzzle, &cover, &date, solution).expect("a solution");
                                assert!(
                                    found.insert(tiles(&cover, solution)),
                                    "{}, {what}: twice",
                                    strategy.name
                                );
                            });
                            assert_eq!(found, expected, "{}, {what}", strategy.name);
                        }
                    }
                    all += expected.len();
                    puzzles += 1;
                    solvable += usize::from(!expected.is_empty());
                    if puzzles % 40 == 0 {
                        assert_eq!(covers(&to_dlx(&puzzle, &cover, Some(&date))), expected.len(), "{what}");
                        assert_eq!(
                            models(&to_dimacs(&puzzle, &cover, Some(&date))),
                            expected.len(),
                            "{what}"
                        );
                        exported += 1;
                    }
                }
                if cells <= 6 {
                    assert_eq!(covers(&to_dlx(&puzzle, &cover, None)), all);
                    assert_eq!(models(&to_dimacs(&puzzle, &cover, None)), all);
                    exported += 1;
                }
            }
        }
    }
    assert!(
        puzzles > 1_000 && solvable > 300 && solvable < puzzles && exported > 40,
        "{puzzles} puzzles, {solvable} solvable, {exported} exported"
    );
}
