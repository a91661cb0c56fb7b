//! `almanac sweep` as its users run it: its tables are read back and held against other searches.

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int16Type, Int32Type, Int64Type};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tiling_almanac::cover::Cover;
use tiling_almanac::dataset::sweep::{SWEEP_KIND, SweepManifest};
use tiling_almanac::digits::grouped;
use tiling_almanac::puzzle::{Puzzle, built_in};
use tiling_almanac::random::Random;
use tiling_almanac::search::{CandidateOrder, Goal, Task, strategy};
use tiling_almanac::sweep::{Family, PieceSet, puzzle_with};

/// The files that are the same in every run.
const SAME: [&str; 4] = ["manifest.json", "puzzle.toml", "sets.parquet", "set_dates.parquet"];

fn sweep() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_almanac"));
    command.arg("sweep");
    command
}

/// Runs a sweep that must succeed, into a folder; returns what it printed.
fn swept(arguments: &[&str], out: &Path) -> String {
    let output = sweep().args(arguments).arg("--out").arg(out).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// Runs a command that must fail; returns the exit code and what it said.
fn failure(arguments: &[&str]) -> (i32, String) {
    let output = sweep().args(arguments).output().expect("it runs");
    let said = String::from_utf8(output.stderr).expect("the program writes UTF-8");
    (output.status.code().expect("an exit code"), said)
}

fn utf8(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn same_files(folder: &Path) -> Vec<Vec<u8>> {
    SAME.iter().map(|name| fs::read(folder.join(name)).expect(name)).collect()
}

fn batches(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).expect("it is there"));
    let reader = reader.expect("a Parquet file").build().expect("a reader");
    reader.map(|batch| batch.expect("a batch")).collect()
}

fn int32(batch: &RecordBatch, name: &str) -> Vec<i64> {
    batch[name].as_primitive::<Int32Type>().values().iter().map(|&value| value.into()).collect()
}

fn int16(batch: &RecordBatch, name: &str) -> Vec<i64> {
    batch[name].as_primitive::<Int16Type>().values().iter().map(|&value| value.into()).collect()
}

/// The solutions of each set and date.
fn set_dates(folder: &Path, dates: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    for batch in batches(&folder.join("set_dates.parquet")) {
        let (sets, ids) = (int32(&batch, "set_id"), int16(&batch, "date_id"));
        for ((set, date), solutions) in sets.into_iter().zip(ids).zip(int32(&batch, "solutions")) {
            if date == 0 {
                all.push(Vec::new());
            }
            let last = all.len() - 1;
            assert_eq!((set, date), (last as i64, all[last].len() as i64));
            all[last].push(solutions as u64);
        }
    }
    assert!(all.iter().all(|counts| counts.len() == dates));
    all
}

/// The family and the sets of a sweep.
fn sets(folder: &Path) -> (Family, Vec<PieceSet>) {
    let manifest = SweepManifest::read(folder).expect("readable").expect("there");
    let family = manifest.options.family().expect("pieces that there are");
    let masks = batches(&folder.join("sets.parquet")).into_iter().flat_map(|batch| {
        let masks = batch["mask"].as_primitive::<Int64Type>().values().to_vec();
        let names = batch["pieces"].as_string::<i32>().clone();
        let names: Vec<String> = names.iter().map(|name| name.expect("a text").to_owned()).collect();
        masks.into_iter().zip(names).collect::<Vec<_>>()
    });
    let sets = masks.map(|(mask, names)| {
        let set = PieceSet::from_bits(mask as u64);
        assert_eq!(family.names(set).join(" "), names);
        set
    });
    let sets = sets.collect();
    (family, sets)
}

#[test]
fn the_set_of_the_weekday_puzzle_has_the_numbers_of_the_almanac() {
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("sets.txt");
    fs::write(&list, "# as sold\nI4 L4 S4 L P U V T N Z\n").expect("written");
    let out = folder.path().join("out");
    let printed = swept(&["--sets", utf8(&list)], &out);
    assert!(printed.starts_with("1 set, 1 with a solution of every date."), "{printed}");
    let rows = batches(&out.join("sets.parquet"));
    let row = &rows[0];
    assert_eq!(row.num_rows(), 1);
    assert_eq!(row["solutions"].as_primitive::<Int64Type>().value(0), 4_937_780);
    assert_eq!((int32(row, "least")[0], int32(row, "most")[0]), (97, 10_374));
    let weekday = built_in("weekday").expect("built in");
    let id = |date: &str| weekday.parse_date(date).expect("a date").id as i64;
    assert_eq!(int16(row, "least_date_id")[0], id("Apr 6 Mon"));
    assert_eq!(int16(row, "most_date_id")[0], id("Jun 7 Tue"));
    assert_eq!(int16(row, "dates_without_solution")[0], 0);
    let mean = row["mean"].as_primitive::<Float64Type>().value(0);
    assert!((mean - 4_937_780.0 / 2604.0).abs() < 1e-9);
    assert_eq!(int32(row, "placements")[0] as usize, Cover::new(&weekday).placements().len());
    let counts = set_dates(&out, 2604);
    assert_eq!(counts[0].iter().sum::<u64>(), 4_937_780);
    // The Gini coefficient by its definition, the mean difference of all pairs.
    let differences: u64 =
        counts[0].iter().map(|a| counts[0].iter().map(|b| a.abs_diff(*b)).sum::<u64>()).sum();
    let gini = differences as f64 / (2.0 * 2604.0 * 4_937_780.0);
    assert!((row["gini"].as_primitive::<Float64Type>().value(0) - gini).abs() < 1e-8);
}

#[test]
fn shards_make_the_same_bytes_and_so_do_threads() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let choice = ["--board", "mini", "--quiet", "--pieces", "2 of pentominoes, 0 of tetrominoes"];
    let with = |more: &[&'static str]| [&choice[..], more].concat();
    swept(&with(&["--threads", "1"]), &path("one"));
    swept(&with(&["--threads", "3"]), &path("three"));
    let whole = same_files(&path("one"));
    assert!(whole == same_files(&path("three")));
    for shard in ["1/3", "2/3", "3/3"] {
        swept(&with(&["--shard", shard]), &path(&shard[..1]));
    }
    let parts: Vec<String> = ["3", "1", "2"].iter().map(|name| utf8(&path(name)).to_owned()).collect();
    let mut merge: Vec<&str> = vec!["merge"];
    merge.extend(parts.iter().map(String::as_str));
    swept(&merge, &path("merged"));
    assert!(whole == same_files(&path("merged")));
    // A shard that is there is not made again.
    let before =
        fs::metadata(path("2").join("manifest.json")).and_then(|file| file.modified()).expect("a time");
    assert!(swept(&with(&["--shard", "2/3"]), &path("2")).ends_with("holds this shard already\n"));
    let after =
        fs::metadata(path("2").join("manifest.json")).and_then(|file| file.modified()).expect("a time");
    assert_eq!(before, after);
    // Missing, doubled and foreign shards, and what is none.
    swept(&["--board", "mini", "--quiet", "--pieces", "2 of {F, I, L}", "--shard", "1/3"], &path("foreign"));
    fs::create_dir(path("empty")).expect("made");
    let named =
        |names: &[&str]| -> Vec<String> { names.iter().map(|name| utf8(&path(name)).to_owned()).collect() };
    for (names, said) in [
        (&["1", "2"][..], vec!["missing: shard 3/3"]),
        (&["1", "2", "2", "3"], vec!["are both shard 2/3"]),
        (
            &["1", "2", "3", "foreign"],
            vec!["foreign is of another sweep than", "the pieces 2 of {F, I, L}, not 2 of"],
        ),
        (
            &["one", "empty", "1"],
            vec![
                "it is a sweep, but no shard",
                "there is no complete shard in it",
                "missing: shard 2/3, 3/3",
            ],
        ),
    ] {
        let mut arguments = named(names);
        arguments.insert(0, "merge".to_owned());
        arguments.extend(["--out".to_owned(), utf8(&path("refused")).to_owned()]);
        let (code, message) = failure(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(code, 1, "{message}");
        assert!(said.iter().all(|part| message.contains(part)), "{names:?}: {message}");
        assert!(!path("refused").exists());
    }
    // A damaged one.
    let table = path("2").join("sets.parquet");
    let mut bytes = fs::read(&table).expect("readable");
    bytes[20] ^= 1;
    fs::write(&table, bytes).expect("written");
    let refused = path("refused");
    merge.extend(["--out", utf8(&refused)]);
    let (_, message) = failure(&merge);
    assert!(message.contains("sets.parquet is missing or another one than its manifest lists"), "{message}");
}

#[test]
fn bad_input_is_answered_with_the_mend() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        utf8(&path).to_owned()
    };
    let bad_line = file("bad.txt", "F P\nF Q\n");
    let wrong_area = file("area.txt", "F I4\n");
    let twice = file("twice.txt", "F P\nP, F\n");
    let binary = folder.path().join("binary");
    fs::write(&binary, [0xff, 0xfe]).expect("written");
    let out = folder.path().join("out");
    for (arguments, code, part) in [
        (&["--pieces", "2 of {F, Q}"][..], 2, "column 10 of the choice of pieces: there is no piece \"Q\""),
        (&["--pieces", "two pentominoes"], 2, "\"two\" stands where a number, + or - should"),
        (&["--pieces", "2 of tetrominoes"], 2, "none of the 10 sets has the 10 squares"),
        (&["--sets", &bad_line], 2, "bad.txt: line 2: there is no piece \"Q\""),
        (&["--sets", &wrong_area], 2, "none of the 1 sets has the 10 squares"),
        (&["--sets", &twice], 2, "line 2 has the same pieces as line 1"),
        (&["--sets", utf8(&binary)], 1, "is no text in UTF-8"),
        (&["--sets", "/no/such"], 2, "/no/such cannot be opened"),
        (&["--pieces", "2 of {F, I, L}", "--shard", "4/3"], 2, "is no shard"),
        (&["--pieces", "2 of {F, I, L}", "--shard", "1/9"], 2, "fewer sets than shards"),
        (&["--pieces", "2 of {F, I}", "--sets", "x"], 2, "cannot be used with"),
    ] {
        let mut all = vec!["--board", "mini", "--out", utf8(&out)];
        all.extend(arguments);
        let (found, said) = failure(&all);
        assert_eq!(found, code, "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
        assert!(!out.exists(), "{arguments:?}");
    }
    assert_eq!(failure(&["--board", "mini"]).0, 2);
    // A board of which a date exposes several labels of a group.
    let (code, said) = failure(&[
        "--board",
        "tests/puzzles/any-two.toml",
        "--pieces",
        "1 of pentominoes, 1 of {I3}",
        "--out",
        utf8(&out),
    ]);
    assert!(code > 0 && !out.exists(), "{said}");
}

#[test]
fn nothing_else_is_replaced() {
    let folder = TempDir::new().expect("a folder");
    let choice = ["--board", "mini", "--pieces", "2 of {F, I, L, P}", "--quiet"];
    let refuse = |out: &Path, part: &str| {
        let (code, said) = failure(&[&choice[..], &["--out", utf8(out)]].concat());
        assert!(code == 1 && said.contains(part), "{said}");
    };
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("written");
    refuse(&file, "it is no folder");
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).expect("made");
    fs::write(foreign.join("sets.parquet"), "mine").expect("written");
    refuse(&foreign, "sets.parquet would be replaced");
    refuse(Path::new("output"), "it is not that of a sweep over sets of pieces");
    let own = folder.path().join("own");
    swept(&choice, &own);
    refuse(&own, "holds a complete sweep; give --overwrite");
    // A run that was killed while it gave files their names goes on; a report goes with its sweep.
    assert!(sweep().arg("report").arg(&own).output().expect("it runs").status.success());
    assert!(own.join("README.md").exists() && own.join("sets.png").exists());
    fs::write(own.join(".almanac-x.partial"), "half").expect("written");
    swept(&[&choice[..], &["--overwrite"]].concat(), &own);
    let mut names: Vec<String> = fs::read_dir(&own)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["manifest.json", "puzzle.toml", "run.json", "set_dates.parquet", "sets.parquet"]);
    fs::remove_file(own.join("manifest.json")).expect("removed");
    swept(&choice, &own);
    // A page of somebody else stays.
    fs::write(own.join("README.md"), "mine").expect("written");
    let (_, said) = failure(&["report", utf8(&own)]);
    assert!(said.contains("README.md would be replaced"), "{said}");
    assert!(failure(&["report", utf8(&foreign)]).1.contains("there is no sweep in"));
}

#[test]
fn a_report_tells_of_the_own_set() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("out");
    swept(&["--board", "mini", "--quiet", "--pieces", "1 of pentominoes, 1 of {I3, V3}, 1 of {I2}"], &out);
    let manifest = fs::read_to_string(out.join("manifest.json")).expect("readable");
    assert!(manifest.contains(SWEEP_KIND));
    let report = || {
        assert!(sweep().arg("report").arg(&out).output().expect("it runs").status.success());
        fs::read_to_string(out.join("README.md")).expect("readable")
    };
    let page = report();
    for part in [
        "# Sweep over sets of pieces: ",
        "24 sets (1 of pentominoes",
        "## What each piece does",
        "](pairs.png)",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(page, report());
    // What a clone has: no table of dates.
    fs::remove_file(out.join("set_dates.parquet")).expect("removed");
    assert_eq!(page, report());
    fs::write(out.join("sets.parquet"), "PAR1").expect("written");
    assert!(
        failure(&["report", utf8(&out)])
            .1
            .contains("sets.parquet is missing or another one than the manifest lists")
    );
}

/// What is kept in `output/sweep/` is what the program makes of its table, and README.md says the same.
#[test]
fn the_committed_sweep_follows_from_its_table() {
    let committed = Path::new("output/sweep");
    let Some(manifest) = SweepManifest::read(committed).expect("readable") else {
        println!("left out: there is no output/sweep");
        return;
    };
    let folder = TempDir::new().expect("a folder");
    for name in ["manifest.json", "puzzle.toml", "sets.parquet"] {
        fs::copy(committed.join(name), folder.path().join(name)).expect(name);
    }
    let output = sweep().arg("report").arg(folder.path()).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = String::from_utf8(output.stdout).expect("UTF-8");
    let made: Vec<&str> = made.lines().filter_map(|line| line.rsplit('/').next()).collect();
    assert_eq!(made.len(), 5);
    for name in made {
        let same = fs::read(folder.path().join(name)).ok() == fs::read(committed.join(name)).ok();
        assert!(same, "{name} is another one; `cargo run --release -- sweep report output/sweep` makes it");
    }
    let (family, sets) = sets(committed);
    assert_eq!((sets.len(), manifest.options.sets), (7_920, 7_920));
    let rows = batches(&committed.join("sets.parquet"));
    let column = |name: &str| rows.iter().flat_map(|batch| int32(batch, name)).collect::<Vec<i64>>();
    let gini: Vec<f64> =
        rows.iter().flat_map(|batch| batch["gini"].as_primitive::<Float64Type>().values().to_vec()).collect();
    let without: Vec<i64> = rows.iter().flat_map(|batch| int16(batch, "dates_without_solution")).collect();
    let least = column("least");
    let own = family.set(&["I4", "L4", "S4", "L", "P", "U", "V", "T", "N", "Z"]).expect("names");
    let own = sets.iter().position(|set| *set == own).expect("it is among them");
    assert_eq!((least[own], column("most")[own]), (97, 10_374));
    let solvable = || (0..sets.len()).filter(|&set| without[set] == 0);
    let kindest = solvable().max_by_key(|&set| least[set]).expect("some");
    let even = solvable().min_by(|&a, &b| gini[a].total_cmp(&gini[b])).expect("some");
    let names = |set: usize| family.names(sets[set]).join(" ");
    let readme = fs::read_to_string("README.md").expect("readable");
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        format!("- {} of the 7,920 sets", grouped(&solvable().count().to_string())),
        format!("{} sets have more than its 97", least.iter().filter(|&&least| least > 97).count()),
        format!("the kindest, {}, has {}.", names(kindest), least[kindest]),
        format!(
            "- {} sets that solve every date are more even",
            solvable().filter(|&set| gini[set] < gini[own]).count()
        ),
        format!(
            "{} most of all: its Gini coefficient is {:.3} instead of {:.3}",
            names(even),
            gini[even],
            gini[own]
        ),
    ] {
        assert!(readme.contains(&part), "README.md does not say: {part}");
    }
}

/// Counts the solutions of random dates of random sets anew, by a walk through the tree of first-empty.
fn recount(puzzle: &Puzzle, folder: &Path, sample: (usize, usize), seed: u64) {
    let first_empty = strategy("first-empty").expect("registered");
    let (family, sets) = sets(folder);
    let counts = set_dates(folder, puzzle.date_count());
    assert_eq!(counts.len(), sets.len());
    let mut random = Random::with_seed(seed);
    let mut below = |count: usize| random.below(count as u64) as usize;
    for _ in 0..sample.0 {
        let set = below(sets.len());
        let own = puzzle_with(puzzle, &family, sets[set]);
        let cover = Cover::new(&own);
        let solver = first_empty.solver(&cover, CandidateOrder::Canonical).expect("within reach");
        for _ in 0..sample.1 {
            let date = own.date(below(puzzle.date_count()));
            let task = Task::new(own.target(&date), Goal::All);
            let found = solver.search(&task, &mut |_| {}).exact_solutions();
            assert_eq!(Some(counts[set][date.id]), found, "{:?} {}", family.names(sets[set]), date.id);
        }
    }
}

#[test]
fn random_sets_agree_with_first_empty() {
    let folder = TempDir::new().expect("a folder");
    let mini = folder.path().join("mini");
    swept(&["--board", "mini", "--quiet", "--pieces", "2 of pentominoes"], &mini);
    recount(&built_in("mini").expect("built in"), &mini, (66, 32), 1);
    // Few sets, whose halves are small.
    let weekday = folder.path().join("weekday");
    swept(&["--quiet", "--pieces", "+ L P U V N Z I4 L4 S4, 1 of {T, F, W}"], &weekday);
    recount(&built_in("weekday").expect("built in"), &weekday, (4, 4), 2);
}

/// `cargo test --release --test sweep -- --ignored`: all 7,920 sets of the weekday board, some minutes.
#[test]
#[ignore = "some minutes, and 2 GiB of memory"]
fn random_sets_of_all_agree_with_first_empty() {
    let folder = TempDir::new().expect("a folder");
    swept(&["--quiet", "--pieces", "7 of pentominoes, 3 of tetrominoes"], folder.path());
    recount(&built_in("weekday").expect("built in"), folder.path(), (20, 20), 3);
}
