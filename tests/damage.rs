//! Whatever is read may be damaged, foreign, or nonsense: the answer is a message and an exit code, never a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use tiling_almanac::cover::{Cover, read_drawing};
use tiling_almanac::pipeline::Shard;
use tiling_almanac::puzzle::built_in;
use tiling_almanac::random::Random;

/// Texts of each kind that are tried.
const TEXTS: usize = 4_000;
/// Damages of a dataset that are tried, each with several commands.
const DAMAGES: usize = 60;

/// Exit code and all that is said.
fn almanac(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_almanac")).args(arguments).output().expect("it can be run");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A text of pieces of sensible ones and of nonsense.
fn nonsense(random: &mut Random, parts: &[&str]) -> String {
    let signs = ['-', '/', ',', ' ', '.', '\n', '\0', 'ß', '²', '\u{202e}', '7', 'é', '9', 'A', '"'];
    let mut text = String::new();
    for _ in 0..random.below(7) {
        match random.below(3) {
            0 => text.push(signs[random.below(signs.len() as u64) as usize]),
            1 => text += parts[random.below(parts.len() as u64) as usize],
            _ => text += &random.below(100_000).to_string(),
        }
    }
    text
}

#[test]
fn dates_filters_and_shards_are_read_or_answered() {
    let mut random = Random::with_seed(1);
    let parts = ["10", "27", "Oct", "tue", "2027", "02", "2028-02-29", "Win", "1/4", "0000", "-", "monday"];
    let puzzles =
        ["weekday", "mini", "dragonfjord", "pentomino-6x10"].map(|name| built_in(name).expect("built in"));
    let (mut read, mut refused) = (0, 0);
    for _ in 0..TEXTS {
        let text = nonsense(&mut random, &parts);
        for puzzle in &puzzles {
            let date = puzzle.parse_date(&text).map(|date| assert!(date.id < puzzle.date_count()));
            let dates = puzzle.parse_selection(&text).map(|selection| {
                assert!(!selection.ids.is_empty() && selection.ids.is_sorted());
            });
            for result in [date, dates] {
                match result {
                    Ok(()) => read += 1,
                    Err(error) => {
                        refused += 1;
                        assert!(error.to_string().len() < 1_000, "{error}");
                    }
                }
            }
        }
        if let Ok(shard) = text.parse::<Shard>() {
            assert!(shard.number >= 1 && shard.number <= shard.of);
        }
    }
    assert!(read > 100 && refused > TEXTS, "{read} read, {refused} refused");
}

#[test]
fn drawings_are_read_or_answered() {
    let puzzle = built_in("mini").expect("built in");
    let cover = Cover::new(&puzzle);
    let (code, drawing) = almanac(&["solve", "--puzzle", "mini", "Win 7"]);
    assert_eq!(code, Some(0));
    let mut random = Random::with_seed(2);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..TEXTS {
        let mut text: Vec<char> = drawing.chars().collect();
        for _ in 0..random.below(4) {
            if text.is_empty() {
                break;
            }
            let place = random.below(text.len() as u64) as usize;
            match random.below(4) {
                0 => drop(text.remove(place)),
                1 => text.insert(place, ['A', '.', '\n', ' ', '中', '\u{301}'][random.below(6) as usize]),
                2 => text[place] = text[random.below(text.len() as u64) as usize],
                _ => text.truncate(place.max(1)),
            }
        }
        let text: String = text.into_iter().collect();
        match read_drawing(&puzzle, &cover, &text) {
            Ok(_) => read += 1,
            Err(defects) => {
                refused += 1;
                assert!(!defects.is_empty() && defects.iter().all(|defect| !defect.to_string().is_empty()));
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

fn dataset(more: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    let (code, said) = almanac(&[&["generate", "--puzzle", "mini", "--quiet", "--out", out], more].concat());
    assert_eq!(code, Some(0), "{said}");
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for part in ["", "tables"] {
        let entries = fs::read_dir(folder.join(part)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    files.sort();
    files
}

#[test]
fn damaged_and_foreign_files_are_answered() {
    let (folder, foreign) = (dataset(&["--shard", "1/1"]), dataset(&["--faces", "front"]));
    let out = folder.path().to_str().expect("UTF-8");
    let merged = TempDir::new().expect("a folder");
    let merged = merged.path().join("merged");
    let merged = merged.to_str().expect("UTF-8");
    let names = files(folder.path());
    let mut random = Random::with_seed(3);
    let mut noticed = 0;
    for damage in 0..DAMAGES {
        let path = &names[damage % names.len()];
        let whole = fs::read(path).expect("a file");
        let mut damaged = whole.clone();
        let place = random.below(whole.len() as u64) as usize;
        match damage / names.len() % 5 {
            0 => damaged[place] ^= 1 << random.below(8),
            1 => damaged.truncate(place),
            2 => {
                let name = path.strip_prefix(folder.path()).expect("inside");
                damaged = fs::read(foreign.path().join(name)).unwrap_or_default();
            }
            3 => damaged = b"{}".to_vec(),
            _ => damaged = fs::read(&names[(damage + 3) % names.len()]).expect("a file"),
        }
        if damaged == whole {
            continue;
        }
        fs::write(path, damaged).expect("written");
        for arguments in [
            &["info", out][..],
            &["rank", "--from", out],
            &["rank", "--from", out, "--by", "solutions", "--format", "csv"],
            &["claims", "--from", out],
            &["figures", "--from", out, "--quiet"],
            &["puzzle", "judge", out],
            &["verify", out, "--quiet"],
            &["merge", out, "--out", merged, "--quiet"],
        ] {
            // Figures are drawn anew, and with them the manifest.
            let kept: Vec<(PathBuf, Vec<u8>)> = match arguments[0] {
                "figures" => ["manifest.json", "run.json"]
                    .map(|name| folder.path().join(name))
                    .into_iter()
                    .map(|path| (path.clone(), fs::read(path).expect("there")))
                    .collect(),
                _ => Vec::new(),
            };
            let (code, said) = almanac(arguments);
            let place = format!("{arguments:?} with {}", path.display());
            assert!(matches!(code, Some(0..=3)), "{place}: {code:?}, {said}");
            assert!(!said.contains("panicked"), "{place}: {said}");
            assert!(code == Some(0) || said.contains("error: "), "{place}: {said}");
            noticed += usize::from(arguments[0] == "verify" && code != Some(0));
            for (path, contents) in kept {
                fs::write(path, contents).expect("written");
            }
            let _ = fs::remove_dir_all(merged);
        }
        fs::write(path, whole).expect("written");
    }
    // Nothing but the journal of the shard, whose checksum is in the record of the run, can be damaged in secret.
    assert!(noticed > DAMAGES * 3 / 4, "{noticed}");
}
