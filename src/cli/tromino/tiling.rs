//! Writing a tiling.

use super::{Format, To, Usage, no_board};
use anyhow::anyhow;
use std::io::{self, Write};
use tiling_almanac::dataset::GENERATOR;
use tiling_almanac::dataset::tromino::write_tiling;
use tiling_almanac::digits::grouped;
use tiling_almanac::plot::{LARGEST_DRAWN_K, TrominoBoard};
use tiling_almanac::tromino::Trominoes;

pub const CSV_HEADER: &str = "row,col,tromino_id\n";
pub const JSON_START: &str = "{\n  \"k\": ";

/// Tiles a board, checks the tiling and writes it.
pub fn write(k: u32, row: usize, col: usize, to: &To) -> anyhow::Result<()> {
    if to.format == Format::Png && k > LARGEST_DRAWN_K {
        return Err(Usage::of(anyhow!(
            "k is {k}, and a picture can be read up to k = {LARGEST_DRAWN_K}, {side} x {side} cells; choose another format",
            side = 1 << LARGEST_DRAWN_K
        )));
    }
    let tiling = Trominoes::new(k, row, col).map_err(no_board)?;
    tiling.check().map_err(|defect| anyhow!("{defect}; this is a fault of the program, please report it"))?;
    match to.format {
        Format::Text => to.text(|out| text(&tiling, out)),
        Format::Csv => to.text(|out| csv(&tiling, out)),
        Format::Json => to.text(|out| json(k, &tiling, out)),
        Format::Parquet => to.binary(|file| write_tiling(&tiling, file)),
        Format::Png => {
            let png = picture(&tiling)?;
            to.binary(|mut file| {
                file.write_all(&png).map_err(|error| file.error(error))?;
                Ok(file)
            })
        }
    }
}

/// The grid of numbers, right-aligned, with a full stop for the hole.
fn text(tiling: &Trominoes, out: &mut dyn Write) -> io::Result<()> {
    let width = tiling.len().saturating_sub(1).to_string().len();
    let mut line = Vec::with_capacity(tiling.side * (width + 1));
    for row in 0..tiling.side {
        line.clear();
        for col in 0..tiling.side {
            // As wide as a number and the space before it; the first column has no space.
            let end = line.len() + width + usize::from(col > 0);
            line.resize(end, b' ');
            match tiling.id(row, col) {
                None => line[end - 1] = b'.',
                Some(id) => write_digits(&mut line[..end], id),
            }
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

/// Writes a number so that it ends where `room` ends.
fn write_digits(room: &mut [u8], number: u32) {
    let mut rest = number;
    for place in room.iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            return;
        }
    }
}

fn csv(tiling: &Trominoes, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(CSV_HEADER.as_bytes())?;
    for row in 0..tiling.side {
        for col in 0..tiling.side {
            match tiling.id(row, col) {
                None => writeln!(out, "{row},{col},")?,
                Some(id) => writeln!(out, "{row},{col},{id}")?,
            }
        }
    }
    Ok(())
}

/// One object, with a line for each row of the board.
fn json(k: u32, tiling: &Trominoes, out: &mut dyn Write) -> io::Result<()> {
    let (row, col) = tiling.hole;
    write!(out, "{JSON_START}{k},\n  \"hole\": [{row}, {col}],\n  \"trominoes\": {},\n", tiling.len())?;
    out.write_all(b"  \"tromino_ids\": [\n")?;
    for row in 0..tiling.side {
        let mut before = "    [";
        for col in 0..tiling.side {
            match tiling.id(row, col) {
                None => write!(out, "{before}null")?,
                Some(id) => write!(out, "{before}{id}")?,
            }
            before = ", ";
        }
        out.write_all(if row + 1 < tiling.side { b"],\n" } else { b"]\n" })?;
    }
    out.write_all(b"  ]\n}\n")
}

fn picture(tiling: &Trominoes) -> anyhow::Result<Vec<u8>> {
    let (side, (row, col)) = (tiling.side, tiling.hole);
    let trominoes = match tiling.len() {
        0 => "No tromino".to_owned(),
        1 => "1 tromino".to_owned(),
        number => format!("{} trominoes", grouped(&number.to_string())),
    };
    let title = format!("L-trominoes on {side} x {side} cells, hole in row {row}, column {col}");
    let mut figure = TrominoBoard { title, subtitle: trominoes, tiling };
    if tiling.len() > 1 {
        figure.subtitle += ", laid by divide and conquer: one at the centre of a square, then its quadrants";
        figure.subtitle += if figure.has_numbers() { ", numbered in this order." } else { "." };
        figure.subtitle += " Lines part quadrants, the thicker the larger.";
    }
    Ok(figure.render()?.into_png(&figure.title, GENERATOR)?)
}
