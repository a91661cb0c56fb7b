use super::*;
use crate::puzzle::built_in;
use crate::search::{Goal, Task, strategy};

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
    assert_eq!(fails(&solution[1..]), SolutionDefect::PieceCount { piece: "I3".into(), times: 0 });
    assert_eq!(fails(&[9_999]), SolutionDefect::UnknownPlacement(9_999));
    let other = puzzle.parse_date("Win 8").expect("a date");
    assert!(matches!(check(&puzzle, &cover, &other, solution), Err(SolutionDefect::Coverage { .. })));
}

#[test]
fn letters_of_pieces_differ() {
    let letters: String = piece_letters(&built_in("weekday").expect("built in")).into_iter().collect();
    assert_eq!(letters, "ILSlPUVTNZ");
}
