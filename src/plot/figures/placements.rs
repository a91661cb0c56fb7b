//! Where each piece can lie: for each cell, how many placements cover it.

use super::board::panel;
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Heatmap, ScaleKind, Unit};

pub(super) const FIGURE: Figure =
    Figure { name: "placements", title: "Placements of each piece", deterministic: true, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let (puzzle, cover) = (source.puzzle, source.cover);
    let of_piece = |(piece, described): (usize, &crate::puzzle::Piece)| {
        let mut covering = vec![0.0; cover.cell_count()];
        let of_piece = || cover.placements().iter().filter(move |placement| placement.piece == piece);
        for cell in of_piece().flat_map(|placement| placement.cells.iter()) {
            covering[cell] += 1.0;
        }
        let title = format!("{}: {} placements", described.name, of_piece().count());
        panel(puzzle, described, title, &covering)
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: how many of a piece's placements cover each cell of the empty board; {} placements in all",
            puzzle.title,
            Unit::Number.text(cover.placements().len() as f64)
        ),
        panels: puzzle.pieces.iter().enumerate().map(of_piece).collect(),
        legend: "Placements that cover the cell".to_owned(),
        scale: ScaleKind::Linear,
        panels_per_row: 5,
        ..Heatmap::default()
    };
    Ok(Some(figure.render()?))
}
