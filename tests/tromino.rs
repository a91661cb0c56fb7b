//! `almanac tromino` as its users run it: what it prints and writes is read back and checked by plain programs.

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Int8Type, Int16Type, Int32Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn almanac(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_almanac"));
    command.arg("tromino").args(arguments);
    command
}

/// Runs a command that must succeed; returns what it printed.
fn printed(arguments: &[&str]) -> String {
    let output = almanac(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// Runs a command that must fail; returns the exit code and what it said.
fn failure(arguments: &[&str]) -> (i32, String) {
    let output = almanac(arguments).output().expect("it runs");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let said = String::from_utf8(output.stderr).expect("the program writes UTF-8");
    (output.status.code().expect("an exit code"), said)
}

fn utf8(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.collect::<BTreeSet<String>>().into_iter().collect()
}

/// A board read back: row, column and the tromino, if any.
type Cells = Vec<(usize, usize, Option<u32>)>;

/// Makes sure that L-trominoes cover a board but for a hole.
fn is_tiling(cells: &Cells, side: usize, hole: (usize, usize)) {
    let places: Vec<(usize, usize)> = cells.iter().map(|&(row, col, _)| (row, col)).collect();
    let all: Vec<(usize, usize)> = (0..side).flat_map(|row| (0..side).map(move |col| (row, col))).collect();
    assert_eq!(places, all);
    let mut trominoes: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
    for &(row, col, id) in cells {
        assert_eq!(id.is_none(), (row, col) == hole, "{row} {col}");
        if let Some(id) = id {
            trominoes.entry(id).or_default().push((row, col));
        }
    }
    assert!(trominoes.keys().copied().eq(0..(side * side / 3) as u32));
    for (id, cells) in trominoes {
        let extent = |numbers: &mut dyn Iterator<Item = usize>| {
            let numbers: BTreeSet<usize> = numbers.collect();
            (numbers.len(), numbers.last().zip(numbers.first()).map(|(last, first)| last - first))
        };
        let (rows, cols) =
            (extent(&mut cells.iter().map(|cell| cell.0)), extent(&mut cells.iter().map(|cell| cell.1)));
        assert_eq!((cells.len(), rows, cols), (3, (2, Some(1)), (2, Some(1))), "tromino {id}: {cells:?}");
    }
}

fn cells_of_text(text: &str) -> Cells {
    let rows = text.lines().enumerate();
    rows.flat_map(|(row, line)| {
        let words = line.split_whitespace().enumerate();
        words.map(move |(col, word)| (row, col, (word != ".").then(|| word.parse().expect("a number"))))
    })
    .collect()
}

fn cells_of_csv(text: &str) -> Cells {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().expect("a header"), vec!["row", "col", "tromino_id"]);
    reader.deserialize().map(|record| record.expect("a record")).collect()
}

fn cells_of_json(text: &str) -> Cells {
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let rows = value["tromino_ids"].as_array().expect("rows").iter().enumerate();
    let cells = rows.flat_map(|(row, ids)| {
        let ids = ids.as_array().expect("a row").iter().enumerate();
        ids.map(move |(col, id)| (row, col, id.as_u64().map(|id| id as u32)))
    });
    cells.collect()
}

fn batches(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).expect("it is there"));
    let reader = reader.expect("a Parquet file").build().expect("a reader");
    reader.map(|batch| batch.expect("a batch")).collect()
}

/// Makes sure that every column of a file has a meaning and a unit.
fn columns_are_described(path: &Path) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).expect("it is there"));
    let schema = reader.expect("a Parquet file").schema().clone();
    for field in schema.fields() {
        for key in ["meaning", "unit"] {
            assert!(
                field.metadata().get(key).is_some_and(|text| !text.is_empty()),
                "{}: {key}",
                field.name()
            );
        }
        assert_eq!(field.is_nullable(), field.metadata().contains_key("null_means"), "{}", field.name());
    }
    assert!(schema.metadata().contains_key("row") && schema.metadata().contains_key("data_dictionary"));
}

fn cells_of_parquet(path: &Path) -> Cells {
    let cells = batches(path).into_iter().flat_map(|batch| {
        let column = |name: &str| batch.column_by_name(name).expect("a column").clone();
        let (rows, cols, ids) = (column("row"), column("col"), column("tromino_id"));
        let rows: Vec<i16> = rows.as_primitive::<Int16Type>().values().to_vec();
        let cols: Vec<i16> = cols.as_primitive::<Int16Type>().values().to_vec();
        let ids: Vec<Option<i32>> = ids.as_primitive::<Int32Type>().iter().collect();
        let places = rows.into_iter().zip(cols).map(|(row, col)| (row as usize, col as usize));
        places.zip(ids).map(|((row, col), id)| (row, col, id.map(|id| id as u32))).collect::<Cells>()
    });
    cells.collect()
}

/// Width and height of a PNG file whose pixels can all be read.
fn size_of_png(path: &Path) -> (u32, u32) {
    let mut reader = png::Decoder::new(std::io::BufReader::new(File::open(path).expect("it is there")))
        .read_info()
        .expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("a picture");
    (reader.info().width, reader.info().height)
}

#[test]
fn every_format_holds_the_same_tiling() {
    let folder = TempDir::new().expect("a folder");
    for (k, hole) in [(0, (0, 0)), (1, (1, 0)), (3, (5, 2)), (6, (0, 63)), (9, (300, 77))] {
        let (side, k) = (1_usize << k, k.to_string());
        let at = format!("{},{}", hole.0, hole.1);
        let tiling = |more: &[&str]| printed(&[&["--k", &k, "--hole", &at], more].concat());
        let cells = cells_of_text(&tiling(&[]));
        is_tiling(&cells, side, hole);
        assert_eq!(cells_of_csv(&tiling(&["--format", "csv"])), cells);
        assert_eq!(cells_of_json(&tiling(&["--format", "json"])), cells);
        let table = folder.path().join("tiling.parquet");
        assert_eq!(tiling(&["--out", utf8(&table)]), format!("{}\n", table.display()));
        assert_eq!(cells_of_parquet(&table), cells);
        columns_are_described(&table);
        // The file has what would be printed.
        for name in ["grid.txt", "tiling.csv", "tiling.JSON"] {
            let (file, format) = (folder.path().join(name), name.rsplit('.').next().expect("an ending"));
            let format = if format == "txt" { "text".to_owned() } else { format.to_lowercase() };
            tiling(&["--out", utf8(&file)]);
            assert_eq!(fs::read_to_string(&file).expect("it is there"), tiling(&["--format", &format]));
        }
    }
    assert_eq!(names_in(folder.path()), ["grid.txt", "tiling.JSON", "tiling.csv", "tiling.parquet"]);
}

#[test]
fn text_is_aligned() {
    assert_eq!(printed(&["--k", "2", "--hole", "0,3"]), "1 1 2 .\n1 0 2 2\n3 0 0 4\n3 3 4 4\n");
    assert_eq!(printed(&["--k", "0", "--hole", "0,0"]), ".\n");
    let text = printed(&["--k", "5", "--hole", "3,4"]);
    // 341 trominoes: three digits, and a space before all but the first.
    assert!(text.lines().all(|line| line.len() == 32 * 4 - 1), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["--k", "3", "--hole", "5,2", "--format", "json"])).expect("JSON");
    let parts = [&json["k"], &json["hole"], &json["trominoes"]].map(ToString::to_string);
    assert_eq!(parts, ["3", "[5,2]", "21"]);
}

#[test]
fn pictures_can_be_opened() {
    let folder = TempDir::new().expect("a folder");
    let picture = folder.path().join("board");
    for (k, hole, least) in [("0", "0,0", 180), ("3", "5,2", 1_280), ("7", "127,64", 3_072)] {
        printed(&["--k", k, "--hole", hole, "--format", "png", "--out", utf8(&picture)]);
        let (width, height) = size_of_png(&picture);
        assert!(width >= least && height >= least && width.max(height) < 4_000, "{width} x {height}");
    }
    let counts = folder.path().join("counts.png");
    printed(&["--count", "--k", "1,2,3", "--out", utf8(&counts)]);
    assert!(size_of_png(&counts).0 > 1_000);
}

#[test]
fn counts_are_the_same_in_every_format() {
    let folder = TempDir::new().expect("a folder");
    let csv = printed(&["--count", "--k", "3,1,2,1", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.headers().expect("a header"), vec!["k", "hole_row", "hole_col", "tilings"]);
    let counted: Vec<(i8, i16, i16, i128)> =
        reader.deserialize().map(|record| record.expect("a record")).collect();
    assert_eq!(counted.len(), 4 + 16 + 64);
    assert!(counted.is_sorted());
    assert!(counted.iter().filter(|row| row.0 < 3).all(|row| row.3 == 1));
    // As an independent program has found.
    for (row, col, tilings) in [(0, 0, 30_355), (1, 2, 5_853), (2, 2, 14_177), (3, 4, 13_779), (5, 7, 19_471)]
    {
        assert!(counted.contains(&(3, row, col, tilings)), "{row} {col}");
    }
    let json = printed(&["--count", "--k", "1,2,3", "--format", "json"]);
    let json: Vec<serde_json::Value> = serde_json::from_str(&json).expect("a list");
    let of_json = json.iter().map(|row| {
        let number = |value: &serde_json::Value| value.as_i64().expect("a number") as i16;
        let tilings = row["tilings"].as_str().expect("text").parse().expect("a number");
        (number(&row["k"]) as i8, number(&row["hole"][0]), number(&row["hole"][1]), tilings)
    });
    assert!(of_json.eq(counted.iter().copied()));
    let table = folder.path().join("counts.parquet");
    printed(&["--count", "--k", "1,2,3", "--out", utf8(&table)]);
    assert_eq!(counts_in(&table), counted);
    let text = printed(&["--count", "--k", "3"]);
    assert!(text.starts_with("k = 3, the number of tilings by the hole:\n\n 30,355  13,099"), "{text}");
    assert!(text.ends_with(
        "Least: 5,853 tilings with the hole in row 1, column 2\nMost: 30,355 tilings with the hole in row 0, column 0\n"
    ));
    assert!(printed(&["--count", "--k", "2"]).ends_with("\n1 tiling with every hole\n"));
    assert_eq!(
        printed(&["--count", "--k", "2,3", "--hole", "2,1"]),
        "k = 2, hole in row 2, column 1: 1 tiling\nk = 3, hole in row 2, column 1: 5,853 tilings\n"
    );
    assert_eq!(
        printed(&["--count", "--k", "3", "--hole", "2,1", "--format", "csv"]),
        "k,hole_row,hole_col,tilings\n3,2,1,5853\n"
    );
}

/// The rows of a table of counts.
fn counts_in(path: &Path) -> Vec<(i8, i16, i16, i128)> {
    columns_are_described(path);
    let rows = batches(path).into_iter().flat_map(|batch| {
        let column = |name: &str| batch.column_by_name(name).expect("a column").clone();
        assert_eq!(column("tilings").data_type(), &DataType::Decimal128(38, 0));
        let ks = column("k").as_primitive::<Int8Type>().values().to_vec();
        let rows = column("hole_row").as_primitive::<Int16Type>().values().to_vec();
        let cols = column("hole_col").as_primitive::<Int16Type>().values().to_vec();
        let tilings = column("tilings").as_primitive::<Decimal128Type>().values().to_vec();
        let rows = ks.into_iter().zip(rows).zip(cols).zip(tilings);
        rows.map(|(((k, row), col), tilings)| (k, row, col, tilings)).collect::<Vec<_>>()
    });
    rows.collect()
}

#[test]
fn the_committed_counts_are_those_that_are_published() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("new/tromino");
    let said = printed(&["--publish", "--out", utf8(&out)]);
    assert_eq!(names_in(&out), ["tromino-counts.png", "tromino_counts.parquet"]);
    for name in names_in(&out) {
        assert!(said.contains(&name), "{said}");
        let committed = fs::read(Path::new("output/tromino").join(&name));
        let same =
            committed.is_ok_and(|committed| committed == fs::read(out.join(&name)).expect("it is there"));
        assert!(same, "output/tromino/{name}: `cargo run --release -- tromino --publish` mends it");
    }
    let counts = counts_in(&out.join("tromino_counts.parquet"));
    let keys = counts.iter().map(|&(k, row, col, _)| (k, row, col));
    let holes = |k: i8| {
        let side = 1_i16 << k;
        (0..side).flat_map(move |row| (0..side).map(move |col| (k, row, col)))
    };
    assert!(keys.eq((1..=4).flat_map(holes)));
    assert!(counts.iter().any(|row| row.3 > i128::from(u64::MAX)));
    // Again over itself.
    printed(&["--publish", "--out", utf8(&out)]);
    assert_eq!(names_in(&out), ["tromino-counts.png", "tromino_counts.parquet"]);
}

#[test]
fn bad_usage_is_answered_with_the_mend() {
    for (arguments, part) in [
        (&[][..], "--k <K>"),
        (&["--k", "3"], "--hole <ROW,COLUMN>"),
        (&["--hole", "5,2"], "--k <K>"),
        (&["--count"], "--k <K>"),
        (&["--k", "3", "--hole", "5"], "write row and column from 0, such as 5,2"),
        (&["--k", "3", "--hole", "5,x"], "write row and column from 0, such as 5,2"),
        (&["--k", "3", "--hole=-1,2"], "write row and column from 0, such as 5,2"),
        (&["--k", "3", "--hole", "5,2,1"], "write row and column from 0, such as 5,2"),
        (&["--k", "x", "--hole", "5,2"], "invalid digit"),
        (&["--k", "3", "--hole", "8,0"], "rows and columns run from 0 to 7"),
        (&["--k", "3", "--hole", "0,8"], "rows and columns run from 0 to 7"),
        (
            &["--k", "14", "--hole", "0,0"],
            "the largest is 13: the 67,108,864 cells of that board take 256 MiB",
        ),
        (&["--k", "4294967295", "--hole", "0,0"], "the largest is 13"),
        (&["--k", "2,3", "--hole", "0,0"], "give a single --k, or --count"),
        (&["--count", "--k", "5"], "tilings are counted up to k = 4"),
        (&["--count", "--k", "5", "--hole", "0,0"], "tilings are counted up to k = 4"),
        (&["--count", "--k", "1,2", "--hole", "3,3"], "rows and columns run from 0 to 1"),
        (&["--k", "8", "--hole", "0,0", "--out", "x.png"], "a picture can be read up to k = 7"),
        (&["--k", "3", "--hole", "0,0", "--format", "png"], "name it with --out, such as x.png"),
        (&["--k", "3", "--hole", "0,0", "--format", "parquet"], "name it with --out, such as x.parquet"),
        (&["--count", "--k", "3", "--format", "png"], "name it with --out, such as x.png"),
        (&["--count", "--k", "3", "--hole", "0,0", "--out", "x.png"], "leave out --hole"),
        (&["--count", "--k", "3", "--hole", "0,0", "--out", "x.parquet"], "leave out --hole"),
        (&["--k", "3", "--hole", "0,0", "--out", "x.xlsx"], "x.xlsx has no ending that tells the format"),
        (&["--k", "3", "--hole", "0,0", "--out", "tiling"], "tiling has no ending that tells the format"),
        (
            &["--k", "3", "--hole", "0,0", "--format", "bogus"],
            "[possible values: text, csv, json, png, parquet]",
        ),
        (&["--publish", "--k", "3"], "cannot be used with"),
        (&["--publish", "--format", "csv"], "cannot be used with"),
    ] {
        let (code, said) = failure(arguments);
        assert_eq!(code, 2, "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
    for name in ["x.png", "x.parquet", "x.xlsx", "tiling"] {
        assert!(!Path::new(name).exists(), "{name}");
    }
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for name in ["x.txt", "x.csv", "x.json", "x.png", "x.parquet"] {
        let out = file("no/such").join(name);
        let (code, said) = failure(&["--k", "2", "--hole", "0,0", "--out", utf8(&out)]);
        assert_eq!(code, 1, "{said}");
        assert!(
            said.contains(&format!("{} cannot be written", out.display())) && said.contains("--out"),
            "{said}"
        );
        // Nothing but a file of its kind is replaced.
        fs::write(file(name), "my notes").expect("written");
        for command in [&["--k", "2", "--hole", "0,0"][..], &["--count", "--k", "2"]] {
            let (code, said) = failure(&[command, &["--out", utf8(&file(name))]].concat());
            assert!(code == 1 && said.contains("is there and is no"), "{said}");
        }
        assert_eq!(fs::read_to_string(file(name)).expect("my notes"), "my notes");
    }
    let (code, said) =
        failure(&["--k", "2", "--hole", "0,0", "--format", "csv", "--out", utf8(folder.path())]);
    assert!(code == 1 && said.contains("is there and is no CSV file"), "{said}");
    let taken = file("x.txt");
    let (code, said) = failure(&["--publish", "--out", utf8(&taken)]);
    assert!(code == 1 && said.contains(&format!("{} cannot be written", taken.display())), "{said}");
    let published = file("published");
    fs::create_dir(&published).expect("made");
    fs::write(published.join("tromino_counts.parquet"), "my notes").expect("written");
    let (code, said) = failure(&["--publish", "--out", utf8(&published)]);
    assert!(code == 1 && said.contains("is there and is no Parquet file"), "{said}");
    assert_eq!(names_in(&published), ["tromino_counts.parquet"]);
    assert_eq!(names_in(folder.path()), ["published", "x.csv", "x.json", "x.parquet", "x.png", "x.txt"]);
}

#[test]
fn files_of_their_kind_are_replaced() {
    let folder = TempDir::new().expect("a folder");
    for name in ["x.txt", "x.csv", "x.json", "x.png", "x.parquet"] {
        let out = folder.path().join(name);
        let read = || fs::read(&out).expect("it is there");
        let tiling = || printed(&["--k", "2", "--hole", "0,0", "--out", utf8(&out)]);
        tiling();
        let first = read();
        printed(&["--count", "--k", "2", "--out", utf8(&out)]);
        assert_ne!(read(), first, "{name}");
        tiling();
        assert_eq!(read(), first, "{name}");
    }
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let program = env!("CARGO_BIN_EXE_almanac");
    for format in ["text", "csv", "json"] {
        let script =
            format!("set -o pipefail; {program} tromino --k 10 --hole 0,0 --format {format} | head -n 1");
        let output = Command::new("bash").args(["-c", &script]).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn help_has_examples() {
    let help = printed(&["--help"]);
    assert!(help.contains("Examples:") && help.contains("almanac tromino --k 3 --hole 5,2"), "{help}");
}
