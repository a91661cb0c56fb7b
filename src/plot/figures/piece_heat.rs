//! Where each piece does lie: for each cell, in what share of all solutions the piece covers it.

use super::board::panel;
use super::{Figure, FigureError, Source};
use crate::plot::{Canvas, Heatmap, ScaleKind, Unit};

pub(super) const FIGURE: Figure =
    Figure { name: "piece-heat", title: "Where each piece lies in the solutions", deterministic: true, draw };

fn draw(source: &Source) -> Result<Option<Canvas>, FigureError> {
    let (puzzle, cover) = (source.puzzle, source.cover);
    let uses: Option<Vec<f64>> = source.tables.numbers("placements", "solutions")?.into_iter().collect();
    let Some(uses) = uses else { return Ok(None) };
    let dates = source.tables.numbers("dates", "date_id")?.len();
    // Each solution lays each copy of each piece.
    let of_piece = |piece| (0..uses.len()).filter(move |&id| cover.placements()[id].piece == piece);
    let solutions = of_piece(0).map(|id| uses[id]).sum::<f64>() / puzzle.pieces[0].copies as f64;
    if solutions == 0.0 {
        return Ok(None);
    }
    let of_piece = |(piece, described): (usize, &crate::puzzle::Piece)| {
        let mut covering = vec![0.0; cover.cell_count()];
        for id in of_piece(piece) {
            cover.placements()[id].cells.iter().for_each(|cell| covering[cell] += uses[id]);
        }
        let most = covering.iter().fold(0.0, |most: f64, &count| most.max(count));
        let shares: Vec<f64> = covering.iter().map(|count| 100.0 * count / solutions).collect();
        let title = format!("{}: at most {:.0} %", described.name, 100.0 * most / solutions);
        panel(puzzle, described, title, &shares)
    };
    let figure = Heatmap {
        title: FIGURE.title.to_owned(),
        subtitle: format!(
            "{}: in how many of the {} solutions of {} dates the piece covers each cell",
            puzzle.title,
            Unit::Number.text(solutions),
            Unit::Number.text(dates as f64)
        ),
        panels: puzzle.pieces.iter().enumerate().map(of_piece).collect(),
        legend: "Share of the solutions in per cent".to_owned(),
        scale: ScaleKind::Linear,
        panels_per_row: 5,
        ..Heatmap::default()
    };
    Ok(Some(figure.render()?))
}
