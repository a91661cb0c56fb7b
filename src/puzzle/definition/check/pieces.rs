//! The pieces: their shapes, areas and places.

use super::super::{Copies, Defect, Faces, OnLine, Problem};
use super::Check;
use crate::geometry::{Motions, Polyomino};
use crate::puzzle::{Board, Piece};

impl Check<'_> {
    pub(super) fn pieces(&mut self) -> Vec<Piece> {
        if self.definition.pieces.is_empty() && !self.partial {
            self.defects.push(Defect::anywhere(Problem::NoPieces));
        }
        let mut pieces = Vec::new();
        for OnLine { value: piece, line } in &self.definition.pieces {
            let rows: Vec<&str> = piece.shape.iter().map(|row| row.value.as_str()).collect();
            // One that could not be read has been told of.
            if rows.is_empty() && self.partial {
                continue;
            }
            match Polyomino::from_drawing(&rows) {
                Ok(shape) => pieces.push(Piece {
                    name: piece.name.value.clone(),
                    shape: if piece.faces == Faces::Back { shape.flipped() } else { shape },
                    motions: Motions { rotate: piece.rotate, flip: piece.faces == Faces::Both },
                    copies: match piece.copies {
                        Copies::Exactly(copies) => copies,
                        // Known when the areas are.
                        Copies::Unlimited => 1,
                    },
                }),
                Err(problem) => {
                    let line = piece.shape.first().map_or(*line, |row| row.line);
                    self.add(line, Problem::BadShape { piece: piece.name.value.clone(), problem });
                }
            }
        }
        pieces
    }

    /// Checks that the pieces cover what a date leaves, and works out how many there are of the unlimited one.
    pub(super) fn areas(&mut self, cells: usize, exposed: usize, pieces: &mut [Piece]) {
        let left = cells.saturating_sub(exposed);
        let definitions = &self.definition.pieces;
        let unlimited: Vec<usize> =
            (0..pieces.len()).filter(|&piece| definitions[piece].value.copies == Copies::Unlimited).collect();
        let area = |piece: &Piece| piece.shape.area().saturating_mul(piece.copies);
        let own = |piece: &Piece| match piece.copies {
            1 => format!("{} {}", piece.name, piece.shape.area()),
            copies => format!("{copies} x {} {}", piece.name, area(piece)),
        };
        let total = |pieces: &[&Piece]| pieces.iter().map(|piece| area(piece)).fold(0, usize::saturating_add);
        let list = |pieces: &[&Piece]| pieces.iter().map(|piece| own(piece)).collect::<Vec<_>>().join(", ");
        match unlimited[..] {
            [] => {
                let all: Vec<&Piece> = pieces.iter().collect();
                if total(&all) != left {
                    let problem =
                        Problem::Areas { pieces: total(&all), list: list(&all), cells: left, exposed };
                    self.defects.push(Defect::anywhere(problem));
                }
            }
            [one] => {
                let others: Vec<&Piece> = pieces
                    .iter()
                    .enumerate()
                    .filter(|(piece, _)| *piece != one)
                    .map(|(_, piece)| piece)
                    .collect();
                let (piece, area) = (pieces[one].name.clone(), pieces[one].shape.area());
                match left.checked_sub(total(&others)).filter(|&rest| rest > 0) {
                    None => {
                        let problem =
                            Problem::NothingLeft { piece, pieces: total(&others), cells: left, exposed };
                        self.add(definitions[one].line, problem);
                    }
                    Some(rest) if rest % area > 0 => {
                        let problem = Problem::NoMultiple { piece, cells: rest, area };
                        self.add(definitions[one].line, problem);
                    }
                    Some(rest) => pieces[one].copies = rest / area,
                }
            }
            [_, second, ..] => {
                let names: Vec<String> =
                    unlimited.iter().map(|&piece| format!("{:?}", pieces[piece].name)).collect();
                self.add(definitions[second].line, Problem::SeveralUnlimited { pieces: names.join(", ") });
            }
        }
    }

    /// Lays the pieces on the board: each must fit somewhere, and the tables must be able to number the placements.
    pub(super) fn fits(&mut self, board: &Board, pieces: &[Piece]) {
        let mut placements = 0;
        for (piece, definition) in pieces.iter().zip(&self.definition.pieces) {
            let shapes = piece.shape.orientations(piece.motions);
            let fits: usize = shapes.iter().map(|shape| board.fits(shape).count()).sum();
            if fits == 0 {
                self.add(definition.line, Problem::FitsNowhere { piece: piece.name.clone() });
            }
            placements += fits as u64;
        }
        self.few_enough(placements, "placements");
    }
}
