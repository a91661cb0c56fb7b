//! The program as its users run it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn almanac() -> Command {
    Command::new(env!("CARGO_BIN_EXE_almanac"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

/// Exit code and what was said on standard error.
fn failure(command: &mut Command) -> (i32, String) {
    let output = command.output().expect("it runs");
    (output.status.code().expect("an exit code"), text(&output.stderr))
}

fn generate_mini(folder: &Path, arguments: &[&str]) {
    let mut command = almanac();
    command.args(["generate", "--puzzle", "mini", "--quiet", "--out"]).arg(folder).args(arguments);
    let output = command.output().expect("it runs");
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
    assert!(output.status.success());
}

/// The files of a dataset that must be the same in every run.
fn deterministic(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |path: &str| fs::read(folder.join(path)).expect(path);
    let manifest: serde_json::Value = serde_json::from_slice(&read("manifest.json")).expect("JSON");
    let files = manifest["files"].as_array().expect("a list");
    let listed = files.iter().map(|file| file["path"].as_str().expect("a path").to_owned());
    listed
        .chain(["manifest.json".to_owned(), "README.md".to_owned()])
        .map(|path| (path.clone(), read(&path)))
        .collect()
}

fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn datasets_have_the_same_bytes_for_any_number_of_threads() {
    let folder = TempDir::new().expect("a folder");
    let runs: Vec<_> = ["1", "2", "5"]
        .into_iter()
        .map(|threads| {
            let out = folder.path().join(threads);
            generate_mini(&out, &["--threads", threads]);
            deterministic(&out)
        })
        .collect();
    assert!(
        runs[0].contains_key("tables/solutions.parquet") && runs[0].contains_key("figures/solutions.png")
    );
    assert!(
        !runs[0].contains_key("tables/timings.parquet") && !runs[0].contains_key("figures/strategies.png")
    );
    assert!(runs.iter().all(|run| run == &runs[0]));
}

#[test]
fn a_complete_dataset_is_replaced_only_when_told_to() {
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &[]);
    let before = deterministic(folder.path());
    let again = || {
        let mut command = almanac();
        command.args(["generate", "--puzzle", "mini", "--dates", "win", "--out"]).arg(folder.path());
        command
    };
    let (code, said) = failure(&mut again());
    assert_eq!(code, 1);
    assert!(said.contains("holds a complete dataset; give --overwrite"), "{said}");
    assert_eq!(deterministic(folder.path()), before);
    assert_eq!(failure(again().arg("--overwrite")).0, 0);
    assert_ne!(deterministic(folder.path()), before);
    // A dataset that lacks a file is not complete.
    fs::remove_file(folder.path().join("tables/cells.parquet")).expect("it is there");
    assert_eq!(failure(&mut again()).0, 0);
}

#[test]
fn a_partial_run_does_not_replace_what_a_clone_has_of_the_whole() {
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &[]);
    fs::remove_file(folder.path().join("tables/solutions.parquet")).expect("it is there");
    let manifest = || fs::read(folder.path().join("manifest.json")).expect("it is there");
    let before = manifest();
    let run = |arguments: &[&str]| {
        let mut command = almanac();
        command.args(["generate", "--puzzle", "mini", "--out"]).arg(folder.path()).args(arguments);
        failure(&mut command)
    };
    let (code, said) = run(&["--strategies", "frontier"]);
    assert_eq!(code, 1);
    assert!(said.contains("would put less in its place; give another folder with --out"), "{said}");
    assert_eq!(manifest(), before);
    assert!(folder.path().join("tables/searches.parquet").exists());
    assert_eq!(run(&[]).0, 0);
    assert_eq!(run(&["--strategies", "frontier", "--overwrite"]).0, 0);
    assert!(!folder.path().join("tables/searches.parquet").exists());
}

#[test]
fn a_partial_dataset_says_so() {
    let folder = TempDir::new().expect("a folder");
    for (arguments, partial) in [
        (&["--dates", "win"][..], true),
        (&["--strategies", "dlx,mrv"][..], true),
        (
            &[
                "--dates",
                "spr,sum,aut,win",
                "--strategies",
                "frontier,dlx,mrv,last-empty,first-empty,piece-order",
            ][..],
            false,
        ),
    ] {
        let output = almanac()
            .args(["generate", "--puzzle", "mini", "--overwrite", "--out"])
            .arg(folder.path())
            .args(arguments)
            .output()
            .expect("it runs");
        assert!(output.status.success());
        assert_eq!(text(&output.stdout).contains("PARTIAL"), partial, "{arguments:?}");
        let manifest = text(&fs::read(folder.path().join("manifest.json")).expect("a manifest"));
        assert!(manifest.contains(&format!("\"partial\": {partial}")), "{manifest}");
    }
}

#[test]
fn nothing_is_claimed_when_no_tree_was_walked() {
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &["--strategies", "piece-order", "--node-limit", "2"]);
    assert!(!folder.path().join("tables/solutions.parquet").exists());
    assert!(!folder.path().join("figures/solutions.png").exists());
    let tables = tiling_almanac::dataset::Tables::in_folder(folder.path());
    let counts = tables.numbers("dates", "solutions").expect("it is readable");
    assert!(counts.iter().all(Option::is_none) && counts.len() == 32);
    assert!(tables.texts("searches", "outcome").expect("it is readable").contains(&"node-limit".to_owned()));
}

#[test]
fn bad_usage_is_answered_with_the_mend() {
    for (arguments, part) in [
        (
            &["generate", "--puzzle", "bogus"][..],
            "pentomino-8x8-corners, mini; nor is there a file of that name",
        ),
        (&["generate", "--dates", "13-40"], "is no month of this puzzle"),
        (&["generate", "--dates", ""], "the date is empty; write for example 2026-10-27"),
        (&["generate", "--puzzle", "mini", "--dates", "2027"], "the puzzle mini has no calendar"),
        (
            &["generate", "--strategies", "first-empty,bogus"],
            "[possible values: piece-order, first-empty, last-empty, mrv, dlx, frontier]",
        ),
        (&["generate", "--dates", "0999"], "is no year from 1583 to 9999"),
        (&["rank", "--year", "99999"], "is no year from 1583 to 9999"),
        (&["solve", "10-27-tue", "--count", "--strategy", "piece-order"], "use it with --first"),
        (&["generate", "--threads", "0"], "0 is not in 1..=1024"),
        (&["generate", "--node-limit", "0"], "0 is not in 1.."),
        (&["solve", "10-27"], "leaves the weekday open"),
        (&["solve", "2026-10-27-mon"], "contradicts itself: that day is a Tue"),
        (&["solve", "10-27-tue", "--count", "--all"], "cannot be used with"),
        (&["compare", "99-99-xyz"], "is no month"),
        (&["solve"], "the date is empty; write for example 2026-10-27"),
    ] {
        let (code, said) = failure(almanac().args(arguments));
        assert_eq!(code, 2, "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("it can be written");
    for (out, place) in [(file.clone(), file.clone()), (file.join("below"), file.join("below"))] {
        let (code, said) = failure(almanac().args(["generate", "--puzzle", "mini", "--out"]).arg(out));
        assert_eq!(code, 1);
        assert!(
            said.contains(&format!("{} cannot be written", place.display())) && said.contains("--out"),
            "{said}"
        );
    }
    assert_eq!(fs::read(&file).expect("it is still there"), b"mine");
}

#[test]
fn leftovers_of_a_killed_run_are_removed_and_other_files_are_not() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("tables")).expect("it can be made");
    let leftover = folder.path().join("tables/.almanac-x1y2z3.partial");
    let other = folder.path().join("tables/mine.parquet");
    fs::write(&leftover, "half").expect("it can be written");
    fs::write(&other, "mine").expect("it can be written");
    generate_mini(folder.path(), &[]);
    assert!(!leftover.exists() && other.exists());
    assert!(names_in(&folder.path().join("tables")).iter().all(|name| !name.contains("partial")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind_and_nothing_lost() {
    // Files of this process may not grow beyond a few blocks, so writing fails as on a full disk.
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &[]);
    let before = deterministic(folder.path());
    let program = env!("CARGO_BIN_EXE_almanac");
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {program} generate --puzzle mini --overwrite --out {}",
        folder.path().display()
    );
    let (code, said) = failure(Command::new("bash").args(["-c", &script]));
    assert_eq!(code, 1, "{said}");
    let file = said.lines().last().expect("an error");
    assert!(file.contains("unfinished.jsonl cannot be written: File too large"), "{said}");
    assert_eq!(deterministic(folder.path()), before);
    for subfolder in ["", "tables", "figures"] {
        let names = names_in(&folder.path().join(subfolder));
        assert!(names.iter().all(|name| !name.contains("partial")), "{names:?}");
    }
}

#[test]
fn files_that_are_no_dataset_are_not_replaced() {
    for (name, content, part) in [
        ("README.md", "mine", "README.md would be replaced"),
        ("manifest.json", "{\"name\": \"another program's\"}", "is no manifest that this version can read"),
        ("manifest.json", "not even JSON", "is no manifest that this version can read"),
        ("tables/dates.parquet", "mine", "dates.parquet would be replaced"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        fs::write(&file, content).expect("it can be written");
        let (code, said) = failure(
            almanac().args(["generate", "--puzzle", "mini", "--overwrite", "--out"]).arg(folder.path()),
        );
        assert_eq!(code, 1);
        assert!(said.contains(part) && said.contains("--out"), "{said}");
        assert_eq!(fs::read(&file).expect("it is still there"), content.as_bytes());
    }
}

#[test]
fn nothing_is_left_of_the_dataset_that_was_replaced() {
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &[]);
    assert!(folder.path().join("tables/solutions.parquet").exists());
    generate_mini(folder.path(), &["--strategies", "piece-order", "--overwrite"]);
    assert!(!folder.path().join("tables/solutions.parquet").exists());
    assert!(!folder.path().join("figures/first-nodes.png").exists());
}

#[test]
fn progress_without_a_terminal_is_plain_lines() {
    let folder = TempDir::new().expect("a folder");
    let output = almanac()
        .args(["generate", "--puzzle", "mini", "--out"])
        .arg(folder.path())
        .output()
        .expect("it runs");
    let (out, progress) = (text(&output.stdout), text(&output.stderr));
    assert!(progress.contains("first-empty, all solutions: 32 done in"), "{progress}");
    assert!(!progress.contains('\u{1b}') && !progress.contains('\r') && !out.contains('\u{1b}'));
    assert!(out.contains("32 dates, 46 solutions; least 0 (Spr 3), most 4 (Spr 5)"), "{out}");
    assert!(out.contains(&format!(", in {}", folder.path().display())), "{out}");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let program = env!("CARGO_BIN_EXE_almanac");
    let script = format!("set -o pipefail; {program} solve 10-27-tue --all | head -n 1");
    let output = Command::new("bash").args(["-c", &script]).output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn solve_draws_the_board() {
    let output = almanac().args(["solve", "--puzzle", "mini", "Win", "3"]).output().expect("it runs");
    let out = text(&output.stdout);
    let board = ["   I   I   I   3", "   L   L   L   V", "   L Win   V   V"].join("\n");
    assert!(out.starts_with(&board), "{out}");
    assert!(out.contains("I  I3   V  V3   L  L4"), "{out}");
}

#[test]
fn solve_counts_and_lists() {
    let run =
        |arguments: &[&str]| text(&almanac().arg("solve").args(arguments).output().expect("it runs").stdout);
    let count = run(&["Oct 27 Tue", "--count", "--strategy", "mrv"]);
    assert!(
        count.contains("Oct 27 Tue: exactly 2,391 solutions") && count.contains("mrv: 292,769 nodes"),
        "{count}"
    );
    let none = run(&["--puzzle", "mini", "Spr 3", "--all"]);
    assert!(none.contains("Spr 3: no solution"), "{none}");
    let json: serde_json::Value =
        serde_json::from_str(&run(&["--puzzle", "mini", "win-7", "--all", "--format", "json"]))
            .expect("JSON");
    assert_eq!(json["solutions"], 4);
    assert_eq!(json["found"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["outcome"], "exhausted");
    let first: serde_json::Value =
        serde_json::from_str(&run(&["2026-10-27", "--format", "json"])).expect("JSON");
    assert_eq!(
        (&first["solutions"], &first["nodes"], &first["date"]),
        (&serde_json::Value::Null, &4_924.into(), &"Oct 27 Tue".into())
    );
    assert_eq!(first["found"][0].as_array().map(Vec::len), Some(10));
}

#[test]
fn compare_races_all_strategies() {
    let output = almanac().args(["compare", "Oct 27 Mon", "--node-limit", "1000"]).output().expect("it runs");
    let out = text(&output.stdout);
    for part in ["1,541,258", "20,151", "19,774", "129", "node-limit", "unknown", "piece-order"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn help_has_examples_everywhere() {
    for arguments in [&["--help"][..], &["generate", "--help"], &["solve", "--help"], &["compare", "--help"]]
    {
        let output = almanac().args(arguments).output().expect("it runs");
        assert!(output.status.success() && text(&output.stdout).contains("Examples:"), "{arguments:?}");
    }
}

#[test]
fn solutions_are_drawn_at_random() {
    let draw = |arguments: &[&str]| {
        let output = almanac().args(["solve", "--puzzle", "mini"]).args(arguments).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}");
        text(&output.stdout)
    };
    assert_eq!(draw(&["Win 7", "--random"]), draw(&["Win 7", "--random=0"]));
    let drawn: std::collections::BTreeSet<String> = (0..40)
        .map(|seed| draw(&["Win 7", &format!("--random={seed}")]))
        .map(|text| text.split("Win 7").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(drawn.len(), 4, "Win 7 has four solutions");
    assert!(draw(&["--random", "Win", "3"]).contains("Win 3: one of 1 solution, drawn with seed 0"));
    let json: serde_json::Value =
        serde_json::from_str(&draw(&["Win 7", "--random=5", "--format", "json"])).expect("JSON");
    assert_eq!((json["solutions"].as_u64(), json["seed"].as_u64()), (Some(4), Some(5)));
    assert_eq!(json["found"].as_array().map(Vec::len), Some(1));
    let (code, said) = failure(almanac().args(["solve", "10-27-tue", "--random", "--strategy", "mrv"]));
    assert_eq!(code, 2);
    assert!(said.contains("cannot be used with"), "{said}");
}

/// Runs a command that must succeed; returns what it printed.
fn printed(arguments: &[&str]) -> String {
    let output = almanac().args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn dates_are_ranked_from_the_tables() {
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &[]);
    let from = folder.path().to_str().expect("UTF-8");
    let rank = |more: &[&str]| printed(&[&["rank", "--from", from], more].concat());
    let csv = rank(&["--by", "solutions", "--top", "0", "--format", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["rank", "date_id", "date", "solutions"]);
    let solutions: Vec<u64> = rows[1..].iter().map(|row| row[3].parse().expect("a number")).collect();
    assert!(solutions.is_sorted() && solutions.len() == 32);
    // Competition ranking: as many dates before it as have fewer solutions.
    for row in &rows[1..] {
        let own: u64 = row[3].parse().expect("a number");
        let fewer = solutions.iter().filter(|&&other| other < own).count();
        assert_eq!(row[0], (fewer + 1).to_string());
    }
    let easiest = rank(&["--by", "solutions", "--easiest", "--top", "1", "--format", "json"]);
    let easiest: serde_json::Value = serde_json::from_str(&easiest).expect("JSON");
    assert_eq!(easiest[0]["solutions"].as_u64(), solutions.iter().copied().max());
    let table = rank(&["--dates", "win", "--top", "3"]);
    assert!(table.ends_with("\nThe 3 hardest of 8 dates by difficulty; --top 0 shows all.\n"), "{table}");
    // Without a solution there is no difficulty.
    let unsolved = solutions.iter().filter(|&&count| count == 0).count();
    let told = format!(
        "\nAll {} dates by difficulty, the hardest first.\n{unsolved} more have no value.\n",
        32 - unsolved
    );
    let table = rank(&["--top", "0"]);
    assert!(unsolved > 0 && table.ends_with(&told), "{table}");
    assert!(!table.contains("PARTIAL"), "{table}");
    assert!(rank(&["--format", "markdown"]).starts_with("| rank |"));
    // Half the weight on what the other half says too.
    assert!(rank(&["--by", "solutions=1,piece-entropy=1"]).contains("by solutions=1,piece-entropy=1"));
    let (code, error) = failure(almanac().args(["rank", "--from", from, "--year", "2027"]));
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("has no calendar"), "{error}");
}

#[test]
fn commands_that_read_a_dataset_say_what_to_do_without_one() {
    let folder = TempDir::new().expect("a folder");
    let from = folder.path().to_str().expect("UTF-8");
    let commands: [&[&str]; 4] = [&["rank"], &["calendar", "2027"], &["figures"], &["claims"]];
    let fails = |more: &str| {
        for command in commands {
            let (code, error) = failure(almanac().args(command).args(["--from", from]));
            assert_eq!(code, 1, "{command:?}: {error}");
            assert!(error.contains(more) && error.contains("almanac generate"), "{command:?}: {error}");
        }
    };
    fails("there is no dataset in");
    fs::write(folder.path().join("manifest.json"), "{").expect("written");
    fails("is no manifest that this version can read");
    fs::remove_file(folder.path().join("manifest.json")).expect("removed");

    // Of some dates there is no difficulty; the table still has the solutions.
    generate_mini(folder.path(), &["--dates", "win"]);
    let (code, error) = failure(almanac().args(["rank", "--from", from]));
    assert!(
        code == 1 && error.contains("has no difficulty of these dates: it is partial (8 of 32 dates"),
        "{error}"
    );
    assert!(
        printed(&["rank", "--from", from, "--by", "solutions"])
            .contains("The dataset is PARTIAL: 8 of 32 dates")
    );
    let (_, error) = failure(almanac().args(["rank", "--from", from, "--dates", "aut"]));
    assert!(error.contains("has none of these dates"), "{error}");
    let (_, error) = failure(almanac().args(["claims", "--from", from]));
    assert!(error.contains("has no claims"), "{error}");

    let table = folder.path().join("tables/dates.parquet");
    let whole = fs::read(&table).expect("a table");
    for damaged in [&whole[..whole.len() / 2], b"PAR1 and no more", b""] {
        fs::write(&table, damaged).expect("written");
        for command in [&["rank"][..], &["figures"]] {
            let (code, error) = failure(almanac().args(command).args(["--from", from]));
            assert_eq!(code, 1, "{error}");
            assert!(
                error.contains("dates.parquet is not the file that manifest.json lists")
                    && error.contains("almanac generate --puzzle mini --out"),
                "{error}"
            );
        }
    }
    fs::remove_file(&table).expect("removed");
    let (code, error) = failure(almanac().args(["rank", "--from", from]));
    assert!(code == 1 && error.contains("cannot be opened"), "{error}");
}

#[test]
fn figures_drawn_anew_are_the_same() {
    let folder = TempDir::new().expect("a folder");
    generate_mini(folder.path(), &[]);
    let before = deterministic(folder.path());
    let from = folder.path().to_str().expect("UTF-8");
    let figure = folder.path().join("figures/solutions.png");
    fs::write(&figure, "scratched").expect("written");
    assert!(printed(&["figures", "--from", from]).contains("solutions.png"));
    assert!(deterministic(folder.path()) == before);
    // Without the times their figure stays.
    let times = folder.path().join("figures/strategies.png");
    let drawn = fs::read(&times).expect("a figure");
    fs::remove_file(folder.path().join("tables/timings.parquet")).expect("removed");
    printed(&["figures", "--from", from, "--quiet"]);
    assert!(fs::read(&times).expect("a figure") == drawn);
}

#[test]
fn hints_leave_what_they_say() {
    let hint = |more: &[&str]| printed(&[&["hint", "10-27-tue"], more].concat());
    assert!(hint(&[]).contains("Oct 27 Tue: 1 of 10 pieces; 471 of 2,391 solutions have it"));
    assert!(hint(&["--clue"]).contains("1 of 2,391 solutions has it"));
    assert!(hint(&["--show", "0"]).contains("0 of 10 pieces; 2,391 of 2,391 solutions have them"));
    assert!(hint(&["--show", "10", "--random=3"]).contains("1 of 2,391 solutions has them"));
    let (code, error) = failure(almanac().args(["hint", "10-27-tue", "--show", "11"]));
    assert!(code == 2 && error.contains("the puzzle has 10 pieces"), "{error}");
}

#[test]
fn what_solve_draws_can_be_read_back() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("tiling.txt");
    let reveal = || almanac().arg("reveal").arg(&file).output().expect("it runs");
    for date in ["Oct 27 Tue", "Feb 30 Sun", "May 1 Sat"] {
        let drawn = printed(&["solve", date, "--random=5"]);
        fs::write(&file, &drawn).expect("written");
        assert!(text(&reveal().stdout).starts_with(date), "{drawn}");
    }
    let remark = text(&almanac().args(["solve", "02-30-sun"]).output().expect("it runs").stdout);
    fs::write(&file, remark).expect("written");
    assert_eq!(text(&reveal().stdout), "Feb 30 Sun, which the calendar does not have\n");
    fs::write(&file, b"\xff\xfe").expect("written");
    assert!(text(&reveal().stderr).contains("is no text in UTF-8"));
    fs::write(&file, "IIII\n").expect("written");
    assert!(text(&reveal().stderr).contains("the drawing has 1 row, and the board 8"));
    let (code, error) = failure(almanac().args(["reveal", "/no/such/file"]));
    assert!(code == 1 && error.contains("cannot be opened"), "{error}");
}

#[test]
fn pictures_are_files_of_their_own() {
    let folder = TempDir::new().expect("a folder");
    let picture = folder.path().join("date.png");
    let out = picture.to_str().expect("UTF-8");
    assert_eq!(printed(&["draw", "10-27-tue", "--out", out]), format!("{out}\n"));
    let whole = fs::read(&picture).expect("a picture");
    assert!(whole.starts_with(b"\x89PNG"));
    printed(&["draw", "10-27-tue", "--show", "2", "--no-title", "--out", out]);
    assert!(fs::read(&picture).expect("a picture") != whole);
    let (code, error) = failure(almanac().args(["draw", "10-27-tue", "--out", "/no/such/folder/x.png"]));
    assert!(code == 1 && error.contains("/no/such/folder/x.png cannot be written"), "{error}");
    assert!(!error.contains(".tmp"), "{error}");
    assert_eq!(names_in(folder.path()), ["date.png"]);
    // Nothing but a picture is replaced.
    fs::write(&picture, "my notes").expect("written");
    for taken in [out, folder.path().to_str().expect("UTF-8"), "/dev/null"] {
        let (code, error) = failure(almanac().args(["draw", "10-27-tue", "--out", taken]));
        assert!(code == 1 && error.contains("is there and is no picture"), "{error}");
    }
    assert_eq!(fs::read_to_string(&picture).expect("my notes"), "my notes");
    // A puzzle that exposes nothing needs no date.
    printed(&[
        "draw",
        "--puzzle",
        "pentomino-6x10",
        "--out",
        folder.path().join("p.png").to_str().expect("UTF-8"),
    ]);
    assert!(
        printed(&["solve", "--puzzle", "pentomino-6x10"])
            .contains("Twelve pentominoes on 6 x 10: a solution")
    );
}
