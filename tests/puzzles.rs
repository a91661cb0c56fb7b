//! Puzzles of one's own, and the commands about puzzles, as a user meets them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;
use tiling_almanac::puzzle::BUILT_IN;

fn almanac(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_almanac")).args(arguments).output().expect("it can be run")
}

fn printed(arguments: &[&str]) -> String {
    let output = almanac(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn failure(arguments: &[&str]) -> (i32, String) {
    let output = almanac(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    (output.status.code().expect("an exit code"), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The definition that README.md lets its reader write.
fn readme_definition() -> String {
    let readme = fs::read_to_string("README.md").expect("README.md");
    let start = readme.find("name = \"letters\"").expect("README.md defines a puzzle");
    let (definition, _) = readme[start..].split_once("END\n").expect("its end");
    definition.to_owned()
}

#[test]
fn a_puzzle_of_ones_own_gets_the_whole_almanac() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (file, out) = (path("mine.toml"), path("mine"));
    fs::write(&file, readme_definition()).expect("written");
    assert!(printed(&["puzzle", "check", &file]).starts_with("letters is a valid puzzle: 25 cells"));
    printed(&["generate", "--puzzle", &file, "--out", &out, "--quiet"]);
    assert_eq!(fs::read_to_string(Path::new(&out).join("puzzle.toml")).expect("there"), readme_definition());
    for name in ["tables/dates.parquet", "tables/solutions.parquet", "figures/solutions.png", "README.md"] {
        assert!(Path::new(&out).join(name).is_file(), "{name}");
    }
    // What reads the dataset knows the puzzle without its file.
    fs::rename(&file, path("elsewhere.toml")).expect("moved");
    let hardest = printed(&["rank", "--from", &out, "--top", "1", "--format", "csv"]);
    let date = hardest.lines().nth(1).and_then(|row| row.split(',').nth(2)).expect("a date").to_owned();
    printed(&["figures", "--from", &out, "--quiet"]);
    let judged = printed(&["puzzle", "judge", &out]);
    assert!(judged.contains("letters") && judged.contains("solutions"), "{judged}");

    let file = path("elsewhere.toml");
    assert_eq!(printed(&["puzzle", "judge", &file, "--quiet"]), judged);
    for command in ["solve", "hint", "compare"] {
        assert!(printed(&[command, "--puzzle", &file, &date]).contains(&date), "{command}");
    }
    let tiling = path("tiling.txt");
    fs::write(&tiling, printed(&["solve", "--puzzle", &file, &date])).expect("written");
    assert_eq!(printed(&["reveal", "--puzzle", &file, &tiling]), format!("{date}\n"));
    let picture = path("tiling.png");
    printed(&["draw", "--puzzle", &file, &date, "--out", &picture]);
    assert!(fs::read(&picture).expect("there").starts_with(b"\x89PNG"));
}

#[test]
fn definitions_are_answered_with_all_their_defects() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    let path = file.to_str().expect("UTF-8");
    let broken = readme_definition()
        .replace("\"E\"]", "\"F\"]")
        .replace("copies = 3", "copies = 9")
        .replace("XX./.XX", "XX../..XX");
    fs::write(&file, broken).expect("written");
    for arguments in
        [&["puzzle", "check", path][..], &["generate", "--puzzle", path], &["solve", "--puzzle", path, "a-1"]]
    {
        let (code, said) = failure(arguments);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(&format!("{path}: the definition has 3 defects:")), "{said}");
        for part in ["line 6: the label \"E\"", "line 15: the label \"F\"", "the drawing falls into 2 parts"]
        {
            assert!(said.contains(part), "{said}");
        }
    }
    fs::write(&file, readme_definition().replace("copies = 3", "copies = 4")).expect("written");
    let (_, said) = failure(&["puzzle", "check", path]);
    assert!(
        said.contains(
            "the pieces cover 26 cells (P5 5, L5 5, S4 4, 4 x V3 12), but the board leaves 23: it has 25"
        ),
        "{said}"
    );
    fs::write(&file, [0xff, 0xfe]).expect("written");
    assert!(failure(&["puzzle", "check", path]).1.contains("is no text in UTF-8"));
    fs::write(&file, vec![b'#'; 1 << 21]).expect("written");
    assert!(failure(&["puzzle", "check", path]).1.contains("longer than a mebibyte"));
    let (code, said) = failure(&["puzzle", "check", "/no/such.toml"]);
    assert!(code == 2 && said.contains("/no/such.toml cannot be opened"), "{said}");
    // A folder can be opened, but not read.
    assert!(
        failure(&["puzzle", "check", folder.path().to_str().expect("UTF-8")]).1.contains("cannot be read")
    );
}

#[test]
fn built_in_puzzles_are_listed_shown_and_exported() {
    let list = printed(&["puzzle", "list"]);
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("again.toml");
    let path = file.to_str().expect("UTF-8");
    for entry in BUILT_IN {
        assert!(list.lines().any(|line| line.trim_start().starts_with(entry.name)), "{list}");
        let shown = printed(&["puzzle", "show", entry.name]);
        assert!(shown.contains("Checkerboard: ") && shown.contains("Symmetry: "), "{shown}");
        let toml = printed(&["puzzle", "export", entry.name, "--to", "toml"]);
        assert_eq!(toml, entry.toml);
        fs::write(&file, &toml).expect("written");
        assert_eq!(printed(&["puzzle", "show", path]), shown);
    }
    for (name, told) in [
        ("pentomino-6x10", "9,356 solutions, 2,339 up to symmetry"),
        ("pentomino-5x12", "4,040 solutions, 1,010 up to symmetry"),
        ("pentomino-4x15", "1,472 solutions, 368 up to symmetry"),
        ("pentomino-3x20", "8 solutions, 2 up to symmetry"),
        ("pentomino-8x8-center", "520 solutions, 65 up to symmetry"),
        ("pentomino-8x8-corners", "17,360 solutions, 2,170 up to symmetry"),
        ("weekday", "only the identity"),
    ] {
        let shown = printed(&["puzzle", "show", name]);
        assert!(shown.contains(told), "{shown}");
    }
    let one_sided = printed(&["puzzle", "show", "pentomino-3x20", "--faces", "front"]);
    assert!(one_sided.contains("2 motions") || one_sided.contains("half turn"), "{one_sided}");
    let dlx = printed(&["puzzle", "export", "mixed-7x7", "--to", "dlx", "--date", "1-1"]);
    assert!(dlx.lines().any(|line| line.contains(" 2|O4 ")), "{dlx}");
    assert_eq!(failure(&["puzzle", "export", "weekday", "--to", "dlx", "--date", "13-1"]).0, 2);
    assert_eq!(failure(&["puzzle", "export", "weekday", "--to", "toml", "--date", "1-1-mon"]).0, 2);
}

#[test]
fn designs_are_judged_side_by_side() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("verdict");
    let text = printed(&[
        "puzzle",
        "judge",
        "dragonfjord",
        "creamakerspace",
        "--fewer-than",
        "5",
        "--out",
        out.to_str().expect("UTF-8"),
        "--quiet",
    ]);
    assert_eq!(fs::read_to_string(out.join("verdict.txt")).expect("there"), text);
    let row = |name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.trim_start().starts_with(name)).expect(name);
        line.split("  ").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).skip(1).collect()
    };
    assert_eq!(row("solutions"), ["24,405", "7,490"]);
    assert_eq!(row("least"), ["7 (Oct 6)", "1 (Mar 1)"]);
    assert_eq!(row("dates"), ["366 in the calendar", "366 in the calendar"]);
    for puzzle in ["dragonfjord", "creamakerspace"] {
        assert!(out.join(puzzle).join("figures/solutions.png").is_file(), "{puzzle}");
        assert!(out.join(puzzle).join("tables/dates.parquet").is_file(), "{puzzle}");
    }
    // A design is changed and judged again: both have the same name.
    let (file, changed) = (folder.path().join("mine.toml"), folder.path().join("changed.toml"));
    fs::write(&file, readme_definition()).expect("written");
    fs::write(&changed, readme_definition().replace("XX./.XX", "XX/XX")).expect("written");
    let [file, changed] = [&file, &changed].map(|path| path.to_str().expect("UTF-8"));
    for more in [&[][..], &["--overwrite"]] {
        let arguments = ["puzzle", "judge", file, changed, "--out", out.to_str().expect("UTF-8"), "--quiet"];
        let both = printed(&[&arguments, more].concat());
        let head: Vec<&str> = both.lines().next().unwrap_or_default().split_whitespace().collect();
        assert_eq!(head, ["letters", "letters-2"], "{both}");
    }
    // A dataset is never replaced by one of another puzzle.
    let there = out.join("letters");
    let there = there.to_str().expect("UTF-8");
    let (code, said) = failure(&["generate", "--puzzle", "mini", "--out", there, "--overwrite", "--quiet"]);
    assert!(code == 1 && said.contains("holds a dataset of the puzzle letters"), "{said}");
    // What is there already is not replaced, and a dataset of some dates is no ground for a verdict.
    let (code, said) =
        failure(&["puzzle", "judge", "dragonfjord", "--out", out.to_str().expect("UTF-8"), "--quiet"]);
    assert!(code == 1 && said.contains("holds a complete dataset"), "{said}");
    let part = folder.path().join("part");
    let part = part.to_str().expect("UTF-8");
    printed(&["generate", "--puzzle", "mini", "--dates", "win", "--out", part, "--quiet"]);
    let (code, said) = failure(&["puzzle", "judge", part]);
    assert!(code == 1 && said.contains("it has not all dates"), "{said}");
    let (code, said) = failure(&["puzzle", "judge", "bogus"]);
    assert!(code == 2 && said.contains("nor is there a file of that name"), "{said}");
}

#[test]
fn frontier_alone_solves_puzzles_with_several_exposed_cells() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    printed(&[
        "generate",
        "--puzzle",
        "tests/puzzles/everything.toml",
        "--strategies",
        "frontier",
        "--out",
        out,
        "--quiet",
    ]);
    assert!(folder.path().join("tables/solutions.parquet").is_file());
    assert!(printed(&["verify", out, "--quiet"]).contains("is what it says"));
}

#[test]
fn faces_given_on_the_command_line_make_another_puzzle() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("front");
    let out = out.to_str().expect("UTF-8");
    printed(&["generate", "--puzzle", "mini", "--faces", "front", "--out", out, "--quiet"]);
    let text = fs::read_to_string(Path::new(out).join("puzzle.toml")).expect("there");
    assert!(
        text.contains("name = \"mini-front\"") && text.matches("faces = \"front\"").count() == 3,
        "{text}"
    );
    // It is a dataset like any other.
    assert!(printed(&["rank", "--from", out, "--by", "solutions"]).contains("dates by solutions"));
    let count = |more: &[&str]| {
        let said = printed(&[&["solve", "--puzzle", "mini", "win-7", "--count"], more].concat());
        said.lines().next().expect("a line").to_owned()
    };
    assert_eq!(count(&[]), count(&["--faces", "both"]));
    assert_ne!(count(&[]), count(&["--faces", "front"]));
}
