use super::*;
use crate::random::Random;

fn tiling(k: u32, row: usize, col: usize) -> Trominoes {
    Trominoes::new(k, row, col).expect("the hole is on the board")
}

/// Makes sure that a board is tiled and coloured, by plain looks at each cell and its neighbours.
fn is_tiled_and_coloured(tiling: &Trominoes) {
    tiling.check().unwrap_or_else(|defect| panic!("hole {:?}: {defect}", tiling.hole));
    let side = tiling.side;
    for row in 0..side {
        for col in 0..side {
            let colour = tiling.colour(row, col);
            assert_eq!(colour.is_none(), (row, col) == tiling.hole);
            assert!(colour.is_none_or(|colour| colour < COLOURS));
            for (other_row, other_col) in [(row + 1, col), (row, col + 1)] {
                if other_row < side && other_col < side {
                    let same_tromino = tiling.id(row, col) == tiling.id(other_row, other_col);
                    let same_colour = colour == tiling.colour(other_row, other_col);
                    assert_eq!(same_tromino, same_colour, "hole {:?}, cell {row} {col}", tiling.hole);
                }
            }
        }
    }
}

#[test]
fn every_hole_of_the_small_boards_is_tiled_and_coloured() {
    for k in 0..=6 {
        for row in 0..1 << k {
            for col in 0..1 << k {
                is_tiled_and_coloured(&tiling(k, row, col));
            }
        }
    }
}

#[test]
fn random_holes_of_large_boards_are_tiled_and_coloured() {
    let mut random = Random::with_seed(1954);
    for (k, holes) in [(7, 40), (8, 20), (9, 10), (10, 5)] {
        for _ in 0..holes {
            let mut place = || random.below(1 << k) as usize;
            is_tiled_and_coloured(&tiling(k, place(), place()));
        }
    }
}

#[test]
fn colours_are_one_for_each_tromino() {
    for hole in [(0, 0), (5, 2), (31, 16)] {
        let tiling = tiling(5, hole.0, hole.1);
        let mut colours = vec![None; tiling.len()];
        for (place, &id) in tiling.ids.iter().enumerate().filter(|(_, id)| **id != HOLE) {
            let colour = tiling.colour(place / 32, place % 32);
            assert_eq!(*colours[id as usize].get_or_insert(colour), colour);
        }
    }
}

#[test]
fn trominoes_are_numbered_as_they_are_laid() {
    let rows = |k: u32, row, col| -> Vec<Vec<u32>> {
        tiling(k, row, col).ids.chunks(1 << k).map(<[u32]>::to_vec).collect()
    };
    assert_eq!(rows(0, 0, 0), [[HOLE]]);
    assert_eq!(rows(1, 1, 0), [[0, 0], [HOLE, 0]]);
    assert_eq!(rows(2, 0, 3), [[1, 1, 2, HOLE], [1, 0, 2, 2], [3, 0, 0, 4], [3, 3, 4, 4]]);
    // The quadrants of a larger board follow each other, and each begins with its own centre.
    let large = tiling(3, 7, 7);
    let first_of = |row, col| {
        let cells = (row..row + 4).flat_map(|row| (col..col + 4).map(move |col| (row, col)));
        cells.filter_map(|(row, col)| large.id(row, col)).filter(|&id| id > 0).min()
    };
    assert_eq!(
        [(0, 0), (0, 4), (4, 0), (4, 4)].map(|(row, col)| first_of(row, col)),
        [1, 6, 11, 16].map(Some)
    );
    assert_eq!([(3, 3), (3, 4), (4, 3)].map(|(row, col)| large.id(row, col)), [Some(0); 3]);
    assert_eq!([(1, 1), (1, 2), (2, 1)].map(|(row, col)| large.id(row, col)), [Some(1); 3]);
}

#[test]
fn boards_that_cannot_be_are_refused() {
    assert_eq!(Trominoes::new(14, 0, 0), Err(TrominoError::TooLarge { k: 14 }));
    assert_eq!(Trominoes::new(u32::MAX, 0, 0), Err(TrominoError::TooLarge { k: u32::MAX }));
    let message = TrominoError::TooLarge { k: 14 }.to_string();
    assert!(message.contains("the largest is 13: the 67,108,864 cells"), "{message}");
    // What the message says of memory.
    assert_eq!((1_usize << (2 * LARGEST_K)) * size_of::<u32>(), 256 << 20);
    for (row, col) in [(8, 0), (0, 8), (usize::MAX, usize::MAX)] {
        assert_eq!(Trominoes::new(3, row, col), Err(TrominoError::HoleOutside { row, col, side: 8 }));
    }
    let message = TrominoError::HoleOutside { row: 8, col: 0, side: 8 }.to_string();
    assert!(message.contains("rows and columns run from 0 to 7"), "{message}");
}

/// The defect that is found after a change to a sound tiling of 8 x 8 cells.
fn defect(change: impl FnOnce(&mut Trominoes)) -> TilingDefect {
    let mut tiling = tiling(3, 5, 2);
    change(&mut tiling);
    tiling.check().expect_err("it is damaged")
}

#[test]
fn the_checker_finds_every_kind_of_defect() {
    assert_eq!(defect(|tiling| tiling.ids.truncate(63)), TilingDefect::Cells { cells: 63, side: 8 });
    assert_eq!(
        defect(|tiling| tiling.side = usize::MAX),
        TilingDefect::Cells { cells: 64, side: usize::MAX }
    );
    assert_eq!(defect(|tiling| (tiling.side, tiling.ids) = (3, vec![0; 9])), TilingDefect::Side { side: 3 });
    assert_eq!(defect(|tiling| tiling.hole = (8, 0)), TilingDefect::HoleOutside { row: 8, col: 0 });
    assert_eq!(defect(|tiling| tiling.hole = (0, 9)), TilingDefect::HoleOutside { row: 0, col: 9 });
    assert_eq!(defect(|tiling| tiling.ids[5 * 8 + 2] = 7), TilingDefect::HoleCovered { id: 7 });
    assert_eq!(defect(|tiling| tiling.ids[0] = HOLE), TilingDefect::Uncovered { row: 0, col: 0 });
    assert_eq!(
        defect(|tiling| tiling.ids[63] = 21),
        TilingDefect::UnknownId { row: 7, col: 7, id: 21, trominoes: 21 }
    );
    let rename = |from: u32, to: u32| {
        defect(|tiling| tiling.ids.iter_mut().filter(|id| **id == from).for_each(|id| *id = to))
    };
    assert_eq!(rename(4, 9), TilingDefect::Unused { id: 4 });
    assert!(matches!(rename(9, 4), TilingDefect::Shape { id: 4, .. }));
    // The hole elsewhere.
    assert_eq!(defect(|tiling| tiling.hole = (7, 0)), TilingDefect::Uncovered { row: 5, col: 2 });
    assert!(matches!(defect(|tiling| tiling.hole = (0, 0)), TilingDefect::HoleCovered { .. }));
}

#[test]
fn the_checker_finds_any_two_cells_that_are_exchanged() {
    let sound = tiling(3, 5, 2);
    for place in 0..64 {
        for other in 0..place {
            let mut damaged = sound.clone();
            damaged.ids.swap(place, other);
            assert_eq!(damaged.check().is_err(), damaged != sound, "{place} {other}");
        }
    }
}

#[test]
fn the_checker_finds_any_cell_with_another_number() {
    let sound = tiling(2, 1, 2);
    for place in 0..16 {
        for id in (0..6).chain([HOLE]) {
            let mut damaged = sound.clone();
            damaged.ids[place] = id;
            assert_eq!(damaged.check().is_err(), damaged != sound, "{place} {id}");
        }
    }
}

#[test]
fn the_checker_knows_the_four_l_and_no_other_shape() {
    // All ways to choose three cells of a board of 4 x 4.
    let mut sound = 0;
    let places: Vec<usize> = (0..16).collect();
    for a in &places {
        for b in &places[a + 1..] {
            for c in &places[b + 1..] {
                let cells = [a, b, c].map(|place| (place / 4, place % 4));
                let rows = cells.iter().map(|cell| cell.0).max().unwrap_or(0)
                    - cells.iter().map(|cell| cell.0).min().unwrap_or(0);
                let cols = cells.iter().map(|cell| cell.1).max().unwrap_or(0)
                    - cells.iter().map(|cell| cell.1).min().unwrap_or(0);
                let is_l = rows == 1 && cols == 1;
                // The others get a number each time one is due, so that only the shape of 0 can be right.
                let mut ids = vec![HOLE; 16];
                let mut rest = (3..).map(|count| count / 3);
                for (place, id) in ids.iter_mut().enumerate() {
                    *id = if [*a, *b, *c].contains(&place) { 0 } else { rest.next().unwrap_or(HOLE) };
                }
                let last = ids.iter().rposition(|&id| id == 5).unwrap_or(0);
                ids[last] = HOLE;
                let board = Trominoes { side: 4, hole: (last / 4, last % 4), ids };
                let first = TilingDefect::Shape { id: 0, row: a / 4, col: a % 4 };
                assert_eq!(board.check() == Err(first), !is_l, "{cells:?}");
                sound += usize::from(is_l);
            }
        }
    }
    assert_eq!(sound, 9 * 4);
}
