use super::super::canvas::DEVICE_SCALE;
use super::*;
use crate::puzzle::built_in;

/// A board of letters: a capital is a piece, `.` an open cell, `!` an exposed one, a blank no cell.
fn board(rows: &[&str]) -> Tiling {
    let tile = |letter: char| match letter {
        ' ' => None,
        '.' => Some(Tile::Open("open".to_owned())),
        '!' => Some(Tile::Exposed("31".to_owned())),
        piece => Some(Tile::Piece(piece as usize - 'A' as usize)),
    };
    Tiling { rows: rows.iter().map(|row| row.chars().map(tile).collect()).collect(), ..Tiling::default() }
}

/// The colour in the upper left quarter of a cell of an untitled board.
fn colour_of(canvas: &Canvas, row: u32, column: u32) -> Option<Colour> {
    let place = |number: u32| (MARGIN as u32 + number * CELL_SIZE + CELL_SIZE / 4) * DEVICE_SCALE;
    canvas.pixel(place(column), place(row))
}

#[test]
fn equal_boards_give_equal_bytes() {
    let bytes = || board(&["AAB", "A!B", " .B"]).render().unwrap().into_png("t", "s").unwrap();
    assert_eq!(bytes(), bytes());
}

#[test]
fn pieces_have_their_colours_and_other_cells_are_white() {
    let canvas = board(&["AAB", "A!B", " .B", "LMN"]).render().unwrap();
    for (row, column, colour) in [
        (0, 0, PIECES[0]),
        (1, 0, PIECES[0]),
        (2, 2, PIECES[1]),
        (1, 1, WHITE),
        (2, 0, WHITE),
        (2, 1, WHITE),
        (3, 0, PIECES[11]),
        (3, 1, PIECES[0]),
    ] {
        assert_eq!(colour_of(&canvas, row, column), Some(colour), "{row} {column}");
    }
}

#[test]
fn lines_are_thick_between_pieces_only() {
    let (a, b, exposed, open) =
        (Tile::Piece(0), Tile::Piece(1), Tile::Exposed(String::new()), Tile::Open(String::new()));
    for (one, other, thick) in [
        (Some(&a), Some(&b), true),
        (Some(&a), Some(&a), false),
        (Some(&a), None, true),
        (None, Some(&open), true),
        (Some(&b), Some(&exposed), true),
        (Some(&open), Some(&exposed), false),
    ] {
        assert_eq!(line_colour(one, other, true).is_some(), thick);
        assert_eq!(line_colour(one, other, false).is_some(), !thick);
        assert_eq!(line_colour(one, other, thick), line_colour(other, one, thick));
    }
    assert_eq!((line_colour(None, None, true), line_colour(None, None, false)), (None, None));
}

#[test]
fn colours_differ_in_grey() {
    for (index, colour) in PIECES.iter().enumerate() {
        for other in &PIECES[..index] {
            let (a, b) = (colour.luminance() + 0.05, other.luminance() + 0.05);
            assert!(a.max(b) / a.min(b) > 1.1, "{colour:?} {other:?}");
        }
    }
}

#[test]
fn solutions_of_a_puzzle_become_boards() {
    let puzzle = built_in("weekday").unwrap();
    let cover = Cover::new(&puzzle);
    let date = puzzle.date(0);
    let (first, placement) = cover.placements_within(puzzle.target(&date)).next().unwrap();
    let count = |tiling: &Tiling, wanted: fn(&Tile) -> bool| {
        tiling.rows.iter().flatten().flatten().filter(|tile| wanted(tile)).count()
    };
    let hint = Tiling::of(&puzzle, &cover, &[first], &date);
    assert_eq!(count(&hint, |tile| matches!(tile, Tile::Piece(_))), placement.cells.iter().count());
    assert_eq!(count(&hint, |tile| matches!(tile, Tile::Exposed(_))), puzzle.groups.len());
    assert_eq!(count(&hint, |_| true), cover.cell_count());
    hint.render().unwrap();
}

#[test]
fn odd_boards_are_borne_or_refused() {
    assert!(matches!(Tiling::default().render(), Err(PlotError::Empty { .. })));
    assert!(matches!(board(&["  ", "  "]).render(), Err(PlotError::Empty { .. })));
    assert!(matches!(board(&["AA", "A"]).render(), Err(PlotError::Shape { found: 1, expected: 2, .. })));
    let mut odd = board(&["A."]);
    odd.rows[0][0] = Some(Tile::Piece(usize::MAX));
    odd.rows[0][1] = Some(Tile::Open("a label much longer than a cell is wide".to_owned()));
    odd.title = "a title that is longer than two cells, and a second line of it".to_owned();
    for side in [0, 1, 7, 200] {
        odd.cell_size = Some(side);
        odd.render().unwrap();
    }
    odd.cell_size = Some(u32::MAX);
    assert!(matches!(odd.render(), Err(PlotError::TooLarge { .. })));
}
