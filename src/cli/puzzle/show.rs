//! `almanac puzzle show`: what a puzzle consists of.

use crate::cli::number::{counted, grouped};
use crate::cli::{definition, faces_parser, output, paint};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write;
use tiling_almanac::cover::{Cover, Parity, Symmetries};
use tiling_almanac::puzzle::{Faces, Puzzle};
use tiling_almanac::search::frontier::OneDate;

/// Show a puzzle: its board, its pieces, and what colours and symmetry say about it.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    almanac puzzle show weekday\n  \
    almanac puzzle show pentomino-6x10\n  \
    almanac puzzle show mine.toml --faces front")]
pub struct Show {
    /// The puzzle: a name that `almanac puzzle list` shows, or a file with a definition
    #[arg(value_name = "NAME|FILE")]
    puzzle: String,
    /// Let its pieces lie on these faces only, whatever the definition says
    #[arg(long, value_name = "FACES", value_parser = faces_parser())]
    faces: Option<Faces>,
}

/// Beyond so many solutions they are not listed only to be sorted into classes.
const MOST_SOLUTIONS: u64 = 2_000_000;

impl Show {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let puzzle = definition::read(&self.puzzle, self.faces)?;
        definition::warn(&puzzle)?;
        let cover = Cover::new(&puzzle);
        let mut text = format!("{}: {}\n", puzzle.name, puzzle.title);
        for line in [&puzzle.note, &puzzle.source] {
            if !line.is_empty() {
                text += &format!("{line}\n");
            }
        }
        let _ = write!(text, "\n{}\n", paint::empty(&puzzle, &cover));
        text += &dates(&puzzle);
        let _ = write!(text, "\n{}\n\n", pieces(&puzzle, &cover));
        text += &colours(&puzzle, &cover);
        text += &symmetry(&puzzle, &cover)?;
        let _ = writeln!(text, "SHA-256 of the definition: {}", puzzle.definition_sha256);
        output::print(&text)
    }
}

fn dates(puzzle: &Puzzle) -> String {
    let group = |group: &tiling_almanac::puzzle::Group| match group.exposed {
        1 => format!("one of {} ({})", counted(group.labels.len() as u64, "cell"), group.name),
        several => format!("{several} of {} ({})", counted(group.labels.len() as u64, "cell"), group.name),
    };
    let groups: Vec<String> = puzzle.groups.iter().filter(|group| group.member == 0).map(group).collect();
    let cells = puzzle.board.cells.len();
    match groups.len() {
        0 => format!("{}, all covered.\n", counted(cells as u64, "cell")),
        _ => format!(
            "{}. Exposed: {}; {}.\n",
            counted(cells as u64, "cell"),
            groups.join(", "),
            counted(puzzle.date_count() as u64, "date")
        ),
    }
}

fn pieces(puzzle: &Puzzle, cover: &Cover) -> Table {
    let mut table = Table::new();
    let header = ["piece", "shape", "area", "copies", "may be", "orientations", "placements"];
    table.load_style(presets::NOTHING).set_header(header);
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let orientations = cover.orientations().iter().filter(|o| o.piece == number).count();
        let may_be = match (piece.motions.rotate, piece.motions.flip) {
            _ if orientations == 1 => "moved",
            (true, true) => "turned, turned over",
            (true, false) => "turned",
            (false, true) => "turned over",
            (false, false) => "moved only",
        };
        let placements = cover.placements().iter().filter(|placed| placed.piece == number).count();
        table.add_row([
            piece.name.clone(),
            piece.shape.drawing(),
            piece.shape.area().to_string(),
            piece.copies.to_string(),
            may_be.to_owned(),
            orientations.to_string(),
            grouped(placements as u64),
        ]);
    }
    for column in [2, 3, 5, 6] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn colours(puzzle: &Puzzle, cover: &Cover) -> String {
    let parity = Parity::of(puzzle, cover);
    let uneven: Vec<String> = puzzle
        .pieces
        .iter()
        .zip(&parity.pieces)
        .filter(|(_, surplus)| **surplus > 0)
        .map(|(piece, surplus)| format!("{} {surplus}", piece.name))
        .collect();
    let uneven = match uneven.len() {
        0 => "every piece covers as many dark as light squares".to_owned(),
        _ => format!("pieces that cover more of one colour: {}", uneven.join(", ")),
    };
    let count = (0..puzzle.date_count()).filter(|&id| !parity.allows(cover, puzzle.target(&puzzle.date(id))));
    let says = match (count.count(), puzzle.date_count()) {
        (0, _) => "colours rule out no date".to_owned(),
        (1, 1) => "so there is no solution".to_owned(),
        (some, all) => {
            format!("so {} of {} dates have no solution", grouped(some as u64), grouped(all as u64))
        }
    };
    let board = match parity.board {
        0 => "as many dark as light cells".to_owned(),
        more @ 1.. => format!("{more} more dark than light cells"),
        fewer => format!("{} more light than dark cells", fewer.unsigned_abs()),
    };
    format!(
        "Area: {} of pieces, {} exposed.\nCheckerboard: {board}; {uneven}; {says}.\n",
        counted(
            puzzle.pieces.iter().map(|piece| piece.shape.area() * piece.copies).sum::<usize>() as u64,
            "cell"
        ),
        puzzle.groups.len(),
    )
}

/// The symmetries and what they do to the number of solutions.
fn symmetry(puzzle: &Puzzle, cover: &Cover) -> anyhow::Result<String> {
    let symmetries = Symmetries::of(puzzle, cover);
    if symmetries.is_trivial() {
        return Ok("Symmetry: only the identity, so no two solutions of a date are alike.\n".to_owned());
    }
    let names: Vec<&str> = symmetries.iter().map(|symmetry| symmetry.motion.name()).collect();
    let mut text = format!(
        "Symmetry: {} motions lay board and pieces on themselves: {}.\n",
        names.len(),
        names.join(", ")
    );
    if !puzzle.groups.is_empty() && !symmetries.sort_solutions(puzzle) {
        text += "Each but the identity moves the exposed cells of every date, so no two solutions of a date are alike.\n";
        return Ok(text);
    }
    if !puzzle.groups.is_empty() {
        let fixing = (0..puzzle.date_count())
            .filter(|&id| !symmetries.stabiliser(puzzle.exposed(&puzzle.date(id))).is_trivial());
        let _ = writeln!(
            text,
            "On {} of {} dates some of them leave the exposed cells where they are; there solutions fall into classes.",
            grouped(fixing.count() as u64),
            grouped(puzzle.date_count() as u64)
        );
        return Ok(text);
    }
    let one = OneDate::new(cover, puzzle.board.all())?;
    let count = one.count()?;
    if count > MOST_SOLUTIONS {
        let _ = writeln!(text, "{} solutions: too many to be sorted into classes.", grouped(count));
        return Ok(text);
    }
    let solutions = one.solutions()?;
    let fixed = symmetries.fixed(puzzle.tile_count(), &solutions);
    let sum: Vec<String> = fixed.iter().map(|&fixed| grouped(fixed)).collect();
    let classes =
        symmetries.burnside(&fixed).ok_or_else(|| anyhow::anyhow!("the symmetries are no group"))?;
    let _ = writeln!(
        text,
        "{}, {} up to symmetry: ({}) / {}, the solutions that each motion leaves as they are (Burnside).",
        counted(count, "solution"),
        grouped(classes),
        sum.join(" + "),
        fixed.len()
    );
    Ok(text)
}
