//! Counting tilings, and writing the numbers.

use super::{Format, To, Usage, not_counted, output};
use anyhow::anyhow;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use tiling_almanac::dataset::tromino::write_counts;
use tiling_almanac::dataset::{GENERATOR, Staged};
use tiling_almanac::digits::grouped;
use tiling_almanac::plot::TrominoCounts;
use tiling_almanac::tromino::counts::{Counts, LARGEST_COUNTED_K, confirmed, confirmed_at};

pub const CSV_HEADER: &str = "k,hole_row,hole_col,tilings\n";
pub const JSON_START: &str = "[\n  {\n    \"hole\": [";

const TABLE: &str = "tromino_counts.parquet";
const FIGURE: &str = "tromino-counts.png";

/// A number of tilings: k, row and column of the hole, and the number.
type Counted = (u32, usize, usize, u128);

/// Counts the tilings of one or all holes of some boards, and writes the numbers.
pub fn write(boards: &[u32], hole: Option<(usize, usize)>, to: &To) -> anyhow::Result<()> {
    if let Some((row, col)) = hole {
        if matches!(to.format, Format::Png | Format::Parquet) {
            return Err(Usage::of(anyhow!(
                "a picture or a table shows every hole; leave out --hole, or choose another format"
            )));
        }
        let count = |&k| Ok((k, row, col, confirmed_at(k, row, col).map_err(not_counted)?));
        let counted = boards.iter().map(count).collect::<anyhow::Result<Vec<Counted>>>()?;
        return match to.format {
            Format::Csv => csv(&counted, to),
            Format::Json => json(&counted, to),
            _ => to.text(|out| {
                counted.iter().try_for_each(|counted| out.write_all(sentence(counted).as_bytes()))
            }),
        };
    }
    let counts = count(boards.iter().copied())?;
    let counted = || -> Vec<Counted> {
        counts
            .iter()
            .flat_map(|board| board.holes().map(|(row, col, number)| (board.k, row, col, number)))
            .collect()
    };
    match to.format {
        Format::Text => to.text(|out| {
            let grids: Vec<String> = counts.iter().map(grid).collect();
            out.write_all(grids.join("\n").as_bytes())
        }),
        Format::Csv => csv(&counted(), to),
        Format::Json => json(&counted(), to),
        Format::Parquet => to.binary(|file| write_counts(&counts, file)),
        Format::Png => {
            let png = picture(&counts)?;
            to.binary(|mut file| {
                file.write_all(&png).map_err(|error| file.error(error))?;
                Ok(file)
            })
        }
    }
}

/// Counts the tilings of all boards and holes, and writes the table and the figure into a folder.
pub fn publish(folder: &Path) -> anyhow::Result<()> {
    for (name, format) in [(TABLE, Format::Parquet), (FIGURE, Format::Png)] {
        let (kind, is_own) = format.kind();
        output::may_replace(&folder.join(name), kind, &is_own)?;
    }
    let mut staged = Staged::new(folder, &[])?;
    let counts = count(1..=LARGEST_COUNTED_K)?;
    staged.add_bytes(FIGURE, &picture(&counts)?)?;
    let table = write_counts(&counts, staged.file(TABLE)?)?;
    staged.add(table)?;
    // The table comes last, so where it is, the figure is its own.
    staged.publish(TABLE, std::iter::empty())?;
    let path = |name| folder.join(name).display().to_string();
    output::print(&format!("{}\n{}\n", path(TABLE), path(FIGURE)))
}

fn count(boards: impl Iterator<Item = u32>) -> anyhow::Result<Vec<Counts>> {
    boards.map(|k| confirmed(k).map_err(not_counted)).collect()
}

/// How many tilings, in words.
fn tilings(number: u128) -> String {
    if number == 1 { "1 tiling".to_owned() } else { format!("{} tilings", grouped(&number.to_string())) }
}

fn sentence((k, row, col, number): &Counted) -> String {
    format!("k = {k}, hole in row {row}, column {col}: {}\n", tilings(*number))
}

/// A board's numbers by the hole, and the holes with the least and the most.
fn grid(counts: &Counts) -> String {
    let side = counts.side();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for numbers in counts.tilings.chunks(side) {
        table.add_row(numbers.iter().map(|number| grouped(&number.to_string())));
    }
    table.column_iter_mut().for_each(|column| {
        column.set_cell_alignment(CellAlignment::Right);
    });
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    let mut text = format!("k = {}, the number of tilings by the hole:\n\n{}\n", counts.k, lines.concat());
    if let (Some(least), Some(most)) = (counts.least(), counts.most()) {
        let place =
            |(row, col, number)| format!("{} with the hole in row {row}, column {col}", tilings(number));
        text += &match least.2 == most.2 {
            true => format!("{} with every hole\n", tilings(least.2)),
            false => format!("Least: {}\nMost: {}\n", place(least), place(most)),
        };
    }
    text
}

fn csv(counted: &[Counted], to: &To) -> anyhow::Result<()> {
    to.text(|out| {
        out.write_all(CSV_HEADER.as_bytes())?;
        counted.iter().try_for_each(|(k, row, col, number)| writeln!(out, "{k},{row},{col},{number}"))
    })
}

/// A list of objects; the numbers are text, since many readers of JSON keep only 15 digits or so.
fn json(counted: &[Counted], to: &To) -> anyhow::Result<()> {
    let object = |&(k, row, col, number): &Counted| json!({ "k": k, "hole": [row, col], "tilings": number.to_string() });
    let list: Value = counted.iter().map(object).collect();
    to.text(|out| writeln!(out, "{list:#}"))
}

fn picture(counts: &[Counts]) -> anyhow::Result<Vec<u8>> {
    let title = "In how many ways L-trominoes tile a board with a hole".to_owned();
    let subtitle = "Each square is the hole in that row and column, and its colour the number of tilings; each board has its \
                    own logarithmic scale. Two methods that share no code agree on every number."
        .to_owned();
    let figure = TrominoCounts { title, subtitle, boards: counts };
    Ok(figure.render()?.into_png(&figure.title, GENERATOR)?)
}
