use super::*;
use std::collections::BTreeSet;

/// Lays trominoes at the first cell that is free, one after the other: every tiling by itself.
fn naive(side: usize, board: &mut Vec<bool>) -> u128 {
    let Some(place) = board.iter().position(|covered| !covered) else { return 1 };
    let (row, col) = (place / side, place % side);
    let mut tilings = 0;
    // The boxes of 2 x 2 cells that the cell can lie in, each less one of its cells.
    for (top, left) in [(row, col), (row, col.wrapping_sub(1))] {
        if top + 1 >= side || left >= side || left + 1 >= side {
            continue;
        }
        let cells = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)];
        let cells = cells.map(|(row, col)| row * side + col);
        for left_out in cells {
            let laid: Vec<usize> = cells.into_iter().filter(|&cell| cell != left_out).collect();
            if laid.contains(&place) && laid.iter().all(|&cell| !board[cell]) {
                laid.iter().for_each(|&cell| board[cell] = true);
                tilings += naive(side, board);
                laid.iter().for_each(|&cell| board[cell] = false);
            }
        }
    }
    tilings
}

#[test]
fn all_methods_agree_on_every_hole() {
    for k in 0..=LARGEST_COUNTED_K {
        let by_cells = counts(k).expect("it fits");
        assert_eq!(by_cells, counts_by_rows(k).expect("it fits"), "k = {k}");
        assert_eq!(by_cells.tilings.len(), 1 << (2 * k));
    }
}

#[test]
fn small_boards_have_as_many_tilings_as_a_naive_program_finds() {
    for k in 0..=3 {
        let counted = counts(k).expect("it fits");
        let side = counted.side();
        for (row, col, tilings) in counted.holes() {
            // Of the board with 8 x 8 cells those that no symmetry carries into each other.
            if k < 3 || row <= col && col < 4 {
                let mut board = vec![false; side * side];
                board[row * side + col] = true;
                assert_eq!(tilings, naive(side, &mut board), "k = {k}, hole {row} {col}");
            }
        }
    }
    assert_eq!(counts(1).expect("it fits").tilings, [1; 4]);
}

#[test]
fn symmetric_holes_are_counted_once_and_equal() {
    // Each by itself, without the symmetries.
    for k in 1..=3 {
        for (row, col, tilings) in counts(k).expect("it fits").holes() {
            assert_eq!(count(k, row, col), Ok(tilings));
        }
    }
    for side in [1, 2, 4, 8, 16] {
        let cells = || (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
        let distinct: BTreeSet<_> = cells().map(|(row, col)| alike(row, col, side)).collect();
        let half = side.div_ceil(2);
        assert_eq!(distinct.len(), half * (half + 1) / 2);
        for (row, col) in cells() {
            let turned = (col, side - 1 - row);
            assert_eq!(alike(row, col, side), alike(turned.0, turned.1, side));
            assert_eq!(alike(row, col, side), alike(row, side - 1 - col, side));
        }
    }
}

#[test]
fn numbers_that_do_not_fit_are_noticed() {
    let counts = counts(3).expect("it fits");
    let most = |number: u128| u128::MAX / number;
    for (row, col) in [(0, 0), (1, 2), (4, 3), (7, 7)] {
        let hole = row * 8 + col;
        // With room for the numbers on the way, and with none for the last.
        let each = most(30_355 * 1_000_000);
        assert_eq!(profile::tilings(8, hole, each), Some(each * counts.of(row, col)));
        assert_eq!(profile::tilings(8, hole, most(counts.of(row, col)) + 1), None);
    }
    let each = 1 << 50;
    let times = |each: u128| counts.tilings.iter().map(|tilings| tilings * each).collect::<Vec<u128>>();
    assert_eq!(rows::tilings(8, each, each), Some(times(each * each)));
    // Too large in the sums from above, in those from below, and in the products.
    assert_eq!(rows::tilings(8, u128::MAX, 1), None);
    assert_eq!(rows::tilings(8, 1, u128::MAX), None);
    assert_eq!(rows::tilings(8, 1 << 64, 1 << 64), None);
}

#[test]
fn boards_that_are_not_counted_are_refused() {
    for k in [5, 13, u32::MAX] {
        let refused = CountError::TooLarge { k };
        assert_eq!(counts(k), Err(refused.clone()));
        assert_eq!(counts_by_rows(k), Err(refused.clone()));
        assert_eq!(count(k, 0, 0), Err(refused));
    }
    let outside = count(2, 4, 0).expect_err("it is outside");
    assert!(outside.to_string().contains("from 0 to 3") && !outside.is_difference());
}

#[test]
fn a_difference_is_found_and_names_its_hole() {
    let sound = counts(2).expect("it fits");
    assert_eq!(same(&sound, &sound), Ok(()));
    let mut other = sound.clone();
    other.tilings[6] += 1;
    let difference = same(&sound, &other).expect_err("they differ");
    assert!(difference.is_difference());
    assert!(difference.to_string().contains("the hole in row 1, column 2"), "{difference}");
}

#[test]
fn the_least_and_the_most_are_the_first_in_reading_order() {
    let counts = Counts { k: 1, tilings: vec![3, 5, 3, 5] };
    assert_eq!((counts.least(), counts.most()), (Some((0, 0, 3)), Some((0, 1, 5))));
    assert_eq!(counts.of(1, 1), 5);
}
