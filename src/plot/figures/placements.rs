//! Where each piece can lie: for each cell, how many placements cover it.

use super::{Figure, FigureError, Source};
use crate::geometry::Square;
use crate::plot::{Canvas, Cell, Heatmap, Panel, ScaleKind, Unit};

pub(super) const FIGURE: Figure =
    Figure { name: "placements", title: "Placements of each piece", deterministic: true, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let (puzzle, cover) = (source.puzzle, source.cover);
    let panel = |(piece, described): (usize, &crate::puzzle::Piece)| {
        let mut covering = vec![0_u32; cover.cell_count()];
        let of_piece = || cover.placements().iter().filter(move |placement| placement.piece == piece);
        for cell in of_piece().flat_map(|placement| placement.cells.iter()) {
            covering[cell] += 1;
        }
        let square = |row, col| match puzzle.board.cell_at(Square::new(row as i16, col as i16)) {
            None => Cell::Void,
            Some(cell) => {
                let label = puzzle.board.cells[cell].label.clone().unwrap_or_default();
                Cell::of(Some(covering[cell].into())).labelled(label)
            }
        };
        let columns = 0..puzzle.board.columns;
        Panel {
            title: format!("{}: {} placements", described.name, of_piece().count()),
            icon: described.shape.squares().iter().map(|s| (i32::from(s.col), i32::from(s.row))).collect(),
            cells: (0..puzzle.board.rows)
                .map(|row| columns.clone().map(|col| square(row, col)).collect())
                .collect(),
        }
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: how many of a piece's placements cover each cell of the empty board; {} placements in all",
            puzzle.title,
            Unit::Number.text(cover.placements().len() as f64)
        ),
        panels: puzzle.pieces.iter().enumerate().map(panel).collect(),
        legend: "Placements that cover the cell".to_owned(),
        scale: ScaleKind::Linear,
        panels_per_row: 5,
        ..Heatmap::default()
    };
    Ok(Some(figure.render()?))
}
