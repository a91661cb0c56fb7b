//! What is possible in a definition but hardly meant.

use super::check::squares;
use super::{Defect, Definition, OnLine, Problem};
use crate::geometry::Polyomino;
use crate::puzzle::Puzzle;

/// Rows of the board that end early, calendar meanings without a calendar, pieces that are alike or mirror images.
pub(super) fn warnings(definition: &Definition, puzzle: &Puzzle) -> Vec<Defect> {
    let mut warnings = short_rows(definition, puzzle.board.columns);
    if puzzle.calendar().is_none() {
        let without = |group: &OnLine<super::GroupDefinition>| {
            group.value.calendar?;
            let problem = Problem::CalendarWithout { group: group.value.name.value.clone() };
            Some(Defect::on(group.line, problem))
        };
        warnings.extend(definition.groups.iter().filter_map(without));
    }
    warnings.extend(alike(definition, puzzle));
    warnings
}

fn short_rows(definition: &Definition, most: usize) -> Vec<Defect> {
    let squares = |row: &OnLine<String>| (row.line, squares(definition, &row.value).len());
    let rows = definition.board.iter().map(squares).filter(|&(_, squares)| squares > 0 && squares < most);
    rows.map(|(line, squares)| Defect::on(line, Problem::ShortRow { squares, most })).collect()
}

/// One warning for all pieces of a shape, and one for each piece that is the mirror image of an earlier one.
fn alike(definition: &Definition, puzzle: &Puzzle) -> Vec<Defect> {
    // The distinct shapes, each with the pieces that have it.
    let mut kinds: Vec<(Vec<Polyomino>, Vec<usize>)> = Vec::new();
    let mut warnings = Vec::new();
    for (place, piece) in puzzle.pieces.iter().enumerate() {
        let shapes = piece.shape.orientations(piece.motions);
        if let Some((_, alike)) = kinds.iter_mut().find(|(known, _)| *known == shapes) {
            alike.push(place);
            continue;
        }
        let mirrored = piece.shape.flipped().orientations(piece.motions);
        if let Some((_, others)) = kinds.iter().find(|(known, _)| *known == mirrored) {
            let (first, second) = (puzzle.pieces[others[0]].name.clone(), piece.name.clone());
            let problem = Problem::MirrorImages { first, second };
            warnings.push(Defect::on(definition.pieces[place].line, problem));
        }
        kinds.push((shapes, vec![place]));
    }
    for (_, alike) in kinds.into_iter().filter(|(_, alike)| alike.len() > 1) {
        let names: Vec<String> =
            alike.iter().map(|&piece| format!("{:?}", puzzle.pieces[piece].name)).collect();
        let copies = alike.iter().map(|&piece| puzzle.pieces[piece].copies).sum();
        let problem = Problem::Congruent { pieces: names.join(", "), copies };
        warnings.push(Defect::on(definition.pieces[alike[1]].line, problem));
    }
    warnings.sort_by_key(|warning| warning.line);
    warnings
}
