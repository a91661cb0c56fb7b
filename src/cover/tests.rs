use super::*;
use crate::puzzle::Definition;
use crate::puzzle::built_in;
use crate::search::{Goal, Task, strategy};
use std::collections::BTreeSet;

#[test]
fn the_weekday_board_has_the_published_placements() {
    let puzzle = built_in("weekday").expect("built in");
    let cover = Cover::new(&puzzle);
    let count = |piece| cover.placements().iter().filter(|placement| placement.piece == piece).count();
    let counts: Vec<usize> = (0..10).map(count).collect();
    assert_eq!(counts, [55, 242, 122, 191, 240, 118, 100, 102, 194, 102]);
    assert_eq!((cover.orientations().len(), cover.placements().len(), cover.item_count()), (54, 1_466, 60));
}

#[test]
fn placements_are_numbered_by_piece_orientation_and_anchor() {
    let cover = Cover::new(&built_in("weekday").expect("built in"));
    let keys: Vec<_> = cover.placements().iter().map(|p| (p.piece, p.orientation, p.anchor)).collect();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
    for pair in cover.orientations().windows(2) {
        assert!(pair[0].piece < pair[1].piece || pair[0].shape < pair[1].shape);
    }
}

#[test]
fn the_checker_accepts_solutions_and_nothing_else() {
    let puzzle = built_in("mini").expect("built in");
    let cover = Cover::new(&puzzle);
    let date = puzzle.parse_date("Win 7").expect("a date");
    let solver =
        strategy("first-empty").expect("known").solver(&cover, Default::default()).expect("within reach");
    let mut solutions: Vec<Vec<PlacementId>> = Vec::new();
    solver.search(&Task::new(puzzle.target(&date), Goal::All), &mut |solution| {
        solutions.push(solution.to_vec())
    });
    // Every choice of one placement of each piece: the checker accepts exactly the solutions.
    let of_piece =
        |piece| (0..).zip(cover.placements()).filter(move |(_, p)| p.piece == piece).map(|(id, _)| id);
    let mut accepted = Vec::new();
    for a in of_piece(0) {
        for b in of_piece(1) {
            for c in of_piece(2) {
                if check(&puzzle, &cover, &date, &[a, b, c]).is_ok() {
                    accepted.push(vec![a, b, c]);
                }
            }
        }
    }
    solutions.sort_unstable();
    assert_eq!(accepted, solutions);
    let solution = &solutions[0];
    let fails = |solution: &[PlacementId]| check(&puzzle, &cover, &date, solution).expect_err("it is wrong");
    assert_eq!(fails(&solution[1..]), SolutionDefect::PieceCount { piece: "I3".into(), times: 0, wanted: 1 });
    assert_eq!(fails(&[9_999]), SolutionDefect::UnknownPlacement(9_999));
    let other = puzzle.parse_date("Win 8").expect("a date");
    assert!(matches!(check(&puzzle, &cover, &other, solution), Err(SolutionDefect::Coverage { .. })));
}

#[test]
fn letters_of_pieces_differ() {
    let letters: String = tile_letters(&built_in("weekday").expect("built in")).into_iter().collect();
    assert_eq!(letters, "ILSlPUVTNZ");
}

/// A drawing of a solution, with a letter for each piece and a dot for each exposed cell.
fn drawn(puzzle: &Puzzle, cover: &Cover, solution: &[PlacementId], gap: &str) -> Vec<String> {
    let letters = tile_letters(puzzle);
    let word = |shown: &Shown| match shown {
        Shown::Nothing => None,
        Shown::Tile(tile) => Some(letters[*tile].to_string()),
        Shown::Exposed(_) => Some(".".to_owned()),
    };
    let row = |row: &Vec<Shown>| row.iter().filter_map(word).collect::<Vec<_>>().join(gap);
    layout(puzzle, cover, solution).iter().map(row).collect()
}

#[test]
fn drawings_show_their_dates() {
    for (name, step) in [("mini", 1), ("weekday", 311)] {
        let puzzle = built_in(name).expect("built in");
        let cover = Cover::new(&puzzle);
        let solver =
            strategy("mrv").expect("known").solver(&cover, Default::default()).expect("within reach");
        for id in (0..puzzle.date_count()).step_by(step) {
            let date = puzzle.date(id);
            let mut solution = Vec::new();
            solver.search(&Task::new(puzzle.target(&date), Goal::First), &mut |found| {
                solution = found.to_vec()
            });
            if solution.is_empty() {
                continue;
            }
            for gap in ["", " ", "   "] {
                let text =
                    format!("\n{}\n\nI4 and more\n", drawn(&puzzle, &cover, &solution, gap).join("\n"));
                assert_eq!(
                    read_drawing(&puzzle, &cover, &text),
                    Ok((date.clone(), solution.clone())),
                    "{text}"
                );
            }
        }
    }
}

/// A puzzle of so many single squares in a row, with a margin of an empty row on each side and one between two parts.
fn squares(tiles: usize) -> Puzzle {
    let rows: Vec<String> = [32, 16, 16]
        .iter()
        .scan(tiles, |left, &most| {
            let here = most.min(*left);
            *left -= here;
            (here > 0).then(|| "#".repeat(here))
        })
        .collect();
    let text = format!(
        "name = \"squares\"\ntitle = \"Squares\"\nboard = \"\"\"\n.\n{}\n.\n\"\"\"\n[[pieces]]\nname = \"I1\"\nshape = \"X\"\ncopies = {tiles}\n",
        rows.join("\n.\n").replace('#', "*"),
    );
    let definition = Definition::from_toml(&text).and_then(|definition| definition.validate());
    definition.unwrap_or_else(|error| panic!("{text}\n{error}"))
}

#[test]
fn boards_of_many_tiles_and_empty_rows_are_read_back() {
    for tiles in 1..=64 {
        let puzzle = squares(tiles);
        let letters: BTreeSet<char> = tile_letters(&puzzle).into_iter().collect();
        assert_eq!(letters.len(), tiles);
        let cover = Cover::new(&puzzle);
        let solution: Vec<PlacementId> = (0..tiles as PlacementId).collect();
        let text = drawn(&puzzle, &cover, &solution, "").join("\n");
        assert_eq!(read_drawing(&puzzle, &cover, &text), Ok((puzzle.date(0), solution)), "{text}");
    }
    let puzzle = squares(40);
    let cover = Cover::new(&puzzle);
    let of = |text: &str| read_drawing(&puzzle, &cover, text).expect_err("it is none")[0].to_string();
    let (first, second) = ("A".repeat(32), "B".repeat(8));
    assert_eq!(of(&first), "the drawing has 1 row, and the board 2");
    assert_eq!(of(&format!("{first}\n\n{second}\nC")), "the drawing has 3 rows, and the board 2");
    assert_eq!(
        of(&format!("{first}\n{second}")),
        "the cells of A are no piece of this puzzle: ".to_owned() + &"X".repeat(32)
    );
    assert!(of(&format!("{first}\n\n{}1", &second[1..])).ends_with("\"1\" is neither one letter nor a dot"));
}

#[test]
fn items_of_exported_problems_have_names_of_their_own() {
    let piece = |name: &str, shape: &str| format!("[[pieces]]\nname = \"{name}\"\nshape = \"{shape}\"\n");
    let text = format!(
        "name = \"names\"\ntitle = \"Names\"\nboard = \"\"\"\nA B *\n* * *\n\"\"\"\n[[groups]]\nname = \"a-long-name\"\nlabels = [\"A\", \"B\"]\n{}{}{}",
        piece("a-piece-with-a-name", "XX"),
        piece("p_0", "X"),
        piece("g_0", "XX"),
    );
    let definition = Definition::from_toml(&text).and_then(|definition| definition.validate());
    let puzzle = definition.unwrap_or_else(|error| panic!("{text}\n{error}"));
    let cover = Cover::new(&puzzle);
    let dlx = to_dlx(&puzzle, &cover, None);
    let items: Vec<&str> =
        dlx.lines().find(|line| !line.starts_with('|')).expect("items").split(' ').collect();
    assert_eq!(items[6..], ["p_1", "p_0", "g_0", "g_1"]);
    assert!(
        dlx.contains("| p_1 is the piece a-piece-with-a-name\n| g_1 is the group a-long-name\n"),
        "{dlx}"
    );
}

#[test]
fn drawings_say_what_is_wrong_with_them() {
    let puzzle = built_in("mini").expect("built in");
    let cover = Cover::new(&puzzle);
    let date = puzzle.parse_date("Win 7").expect("a date");
    let solver = strategy("mrv").expect("known").solver(&cover, Default::default()).expect("within reach");
    let mut solution = Vec::new();
    solver.search(&Task::new(puzzle.target(&date), Goal::First), &mut |found| solution = found.to_vec());
    let rows = drawn(&puzzle, &cover, &solution, "");
    let of = |rows: &[String]| -> Vec<String> {
        let read = read_drawing(&puzzle, &cover, &rows.join("\n"));
        read.expect_err("it is none").iter().map(ToString::to_string).collect()
    };
    let changed = |from: &str, to: &str| -> Vec<String> {
        let rows: Vec<String> = rows.iter().map(|row| row.replace(from, to)).collect();
        of(&rows)
    };
    assert_eq!(
        of(&rows[1..]),
        [format!("the drawing has {} rows, and the board {}", rows.len() - 1, rows.len())]
    );
    let mut longer = rows.clone();
    longer[0].push('I');
    let wanted = rows[0].len();
    assert!(
        of(&longer)[0]
            .starts_with(&format!("row 1 has {} cells, and that of the board {wanted}:", wanted + 1))
    );
    assert!(changed("I", "?")[0].contains("\"?\" is neither one letter nor a dot, nor the label"));
    // A piece is taken away: its cells are exposed.
    let gone = changed("I", ".").join("\n");
    assert!(gone.contains("the piece I3 is missing") && gone.contains("of its labels are exposed"), "{gone}");
    // Two pieces become one.
    let letters = tile_letters(&puzzle);
    let joined = changed(&letters[1].to_string(), &letters[0].to_string()).join("\n");
    assert!(
        joined.contains("are no piece of this puzzle") || joined.contains("are not connected"),
        "{joined}"
    );
    // Each letter is a piece of its own.
    let mut next = 'a'..;
    let apart: Vec<String> = rows
        .iter()
        .map(|row| row.chars().map(|c| if c == '.' { c } else { next.next().expect("more") }).collect())
        .collect();
    assert!(of(&apart)[0].contains("the cells of a are no piece of this puzzle: X"), "{:?}", of(&apart));
}
