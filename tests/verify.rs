//! `almanac verify` notices whatever is changed in a published dataset.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use tiling_almanac::random::Random;

/// Bits that are flipped, one at a time.
const FLIPS: usize = 150;

fn almanac(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_almanac")).args(arguments).output().expect("it can be run")
}

fn dataset(more: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    let made = almanac(&[&["generate", "--puzzle", "mini", "--quiet", "--out", out], more].concat());
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    folder
}

/// The exit code, and all that is said.
fn verify(folder: &Path, more: &[&str]) -> (i32, String) {
    let output = almanac(&[&["verify", "--quiet", folder.to_str().expect("UTF-8")], more].concat());
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().expect("an exit code"), String::from_utf8_lossy(&said).into_owned())
}

/// Every file.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for part in ["", "tables", "figures"] {
        let entries = fs::read_dir(folder.join(part)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    files.sort();
    files
}

#[test]
fn sound_datasets_are_what_they_say() {
    for more in [
        &[][..],
        &["--dates", "win", "--strategies", "mrv"],
        &["--strategies", "frontier"],
        &["--strategies", "piece-order"],
        &["--faces", "front"],
    ] {
        let folder = dataset(more);
        let (code, said) = verify(folder.path(), &[]);
        assert_eq!(code, 0, "{more:?}: {said}");
        assert!(said.contains("is what it says") && said.contains("against their SHA-256"), "{said}");
        assert_eq!(said.contains("PARTIAL"), more.first().is_some_and(|first| *first != "--faces"), "{said}");
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let folder = dataset(&[]);
    let files = files(folder.path());
    assert!(files.len() > 15, "{files:?}");
    let mut random = Random::with_seed(6);
    for flip in 0..FLIPS {
        // Each file in turn, anywhere in it.
        let path = &files[flip % files.len()];
        let whole = fs::read(path).expect("a file");
        let mut damaged = whole.clone();
        let bit = random.below(8 * whole.len() as u64);
        damaged[bit as usize / 8] ^= 1 << (bit % 8);
        fs::write(path, damaged).expect("written");
        let (code, said) = verify(folder.path(), &[]);
        assert!([1, 3].contains(&code), "bit {bit} of {}: {code}, {said}", path.display());
        assert!(!said.contains("panicked"), "{said}");
        fs::write(path, whole).expect("written");
    }
    assert_eq!(verify(folder.path(), &[]).0, 0);
}

/// Damage by someone who knows how files are listed: the checksums are right, and yet it is noticed.
#[test]
fn checksums_are_not_all_that_is_trusted() {
    let (folder, other) = (dataset(&[]), dataset(&["--faces", "front"]));
    // Tables of another puzzle, each with its checksum in a sealed manifest.
    let tables = [
        "solutions",
        "searches",
        "dates",
        "placements",
        "placement_use",
        "clues",
        "orientations",
        "pieces",
        "cells",
    ];
    for table in tables {
        let path = format!("tables/{table}.parquet");
        let manifest_path = folder.path().join("manifest.json");
        let kept =
            (fs::read(folder.path().join(&path)).expect("there"), fs::read(&manifest_path).expect("there"));
        // One-sided pieces are the same pieces on the same board.
        if fs::read(other.path().join(&path)).expect("there") == kept.0 {
            assert!(["cells", "pieces"].contains(&table), "{table}");
            continue;
        }
        fs::copy(other.path().join(&path), folder.path().join(&path)).expect("copied");
        let mut manifest =
            tiling_almanac::dataset::Manifest::read(folder.path()).expect("read").expect("there");
        let foreign = tiling_almanac::dataset::Manifest::read(other.path()).expect("read").expect("there");
        for file in manifest.files.iter_mut().filter(|file| file.path == path) {
            *file = foreign.files.iter().find(|file| file.path == path).expect("listed").clone();
        }
        fs::write(&manifest_path, manifest.sealed().to_json()).expect("written");
        let (code, said) = verify(folder.path(), &[]);
        assert_eq!(code, 3, "{table}: {said}");
        assert!(said.contains("DIFFERS: "), "{said}");
        fs::write(folder.path().join(&path), kept.0).expect("written");
        fs::write(&manifest_path, kept.1).expect("written");
    }
    assert_eq!(verify(folder.path(), &[]).0, 0);
}

#[test]
fn missing_files_are_named() {
    let folder = dataset(&[]);
    fs::remove_file(folder.path().join("tables/solutions.parquet")).expect("removed");
    let (code, said) = verify(folder.path(), &[]);
    assert!(code == 3 && said.contains("DIFFERS: tables/solutions.parquet"), "{said}");
    let (code, said) = verify(folder.path(), &["--allow-missing"]);
    assert!(code == 0 && said.contains("not there: tables/solutions.parquet"), "{said}");
    let (code, said) = verify(Path::new("/no/such"), &[]);
    assert!(code == 1 && said.contains("there is no dataset in /no/such"), "{said}");
}
