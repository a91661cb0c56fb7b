//! Damaged definitions: whatever is in a file, the answer is a puzzle or a list of defects.

use tiling_almanac::cover::{Cover, to_dlx};
use tiling_almanac::puzzle::{BUILT_IN, Definition};
use tiling_almanac::random::Random;

/// Definitions that are read.
const TRIES: usize = 6_000;

/// Pieces of text that change what is around them.
const TOKENS: [&str; 24] = [
    "\"",
    "\"\"\"",
    "'",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    "\n",
    "#",
    ".",
    "*",
    "X",
    "/",
    "copies = 99999999999999999999",
    "exposed = 64",
    "cells = \"*\"",
    "\u{0}",
    "\u{feff}",
    "calendar = \"day\"",
    "faces = \"back\"",
    "copies = \"unlimited\"",
];

/// One change somewhere in the text.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut place = |length: usize| random.below(length.max(1) as u64) as usize;
    let (at, kind) = (place(bytes.len()), place(7));
    match kind {
        0 if at < bytes.len() => bytes[at] = place(256) as u8,
        0 | 1 => drop(bytes.drain(at..(at + 1 + place(20)).min(text.len()))),
        2 => drop(bytes.splice(at..at, TOKENS[place(TOKENS.len())].bytes())),
        3 => bytes.truncate(at),
        4 => {
            let from = place(bytes.len());
            let copied = bytes[from..(from + place(80)).min(text.len())].to_vec();
            drop(bytes.splice(at..at, copied));
        }
        _ => {
            // Lines in another place, or twice.
            let mut lines: Vec<&str> = text.lines().collect();
            if lines.is_empty() {
                return String::new();
            }
            let (from, to) = (place(lines.len()), place(lines.len()));
            let line = lines[from];
            if kind == 5 {
                lines.remove(from);
            }
            lines.insert(to.min(lines.len()), line);
            return lines.join("\n");
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_definitions_are_answered() {
    let mut random = Random::with_seed(5);
    let (mut valid, mut defects) = (0, 0);
    for number in 0..TRIES {
        let mut text = BUILT_IN[number % BUILT_IN.len()].toml.to_owned();
        for _ in 0..=random.below(3) {
            text = damaged(&text, &mut random);
        }
        match Definition::from_toml(&text).and_then(|definition| definition.validate()) {
            Ok(puzzle) => {
                valid += 1;
                // What is valid can be worked with, and is the same when it is written and read again.
                let cover = Cover::new(&puzzle);
                assert!(
                    to_dlx(&puzzle, &cover, Some(&puzzle.date(puzzle.date_count() / 2))).lines().count() > 3
                );
                let again = Definition::from_toml(&text).expect("it was read").to_toml();
                let again = Definition::from_toml(&again).and_then(|definition| definition.validate());
                assert_eq!(again.expect("valid as before").date_count(), puzzle.date_count());
            }
            Err(error) => {
                assert!(!error.0.is_empty());
                defects += error.0.len();
                let lines = text.lines().count().max(1);
                for defect in &error.0 {
                    assert!(defect.line.is_none_or(|line| (1..=lines + 1).contains(&line)), "{defect}");
                    assert!(!defect.problem.to_string().is_empty());
                }
                assert!(error.to_string().starts_with("the definition has "));
            }
        }
    }
    // Most are damaged, and some changes do no harm.
    assert!(valid > TRIES / 50 && defects > TRIES / 2, "{valid} valid, {defects} defects");
}

#[test]
fn large_and_deep_texts_are_answered_soon() {
    let head = "name = \"x\"\ntitle = \"x\"\n";
    let many = |line: &str, times: usize| line.repeat(times);
    for text in [
        many("[", 100_000),
        format!("{head}board = {}", many("[", 50_000)),
        format!("{head}board = {}", many("{a=", 50_000)),
        format!("{head}{}", many("[[pieces]]\nname = \"I\"\nshape = \"XXX\"\n", 20_000)),
        format!("{head}board = \"\"\"\n{}\"\"\"\n", many(&(many("* ", 1_000) + "\n"), 400)),
        format!("{head}board = \"{}\"\n", many("A ", 400_000)),
        format!("{head}board = \"A\"\n[[groups]]\nname = \"g\"\nlabels = [{}]\n", many("\"A\",", 200_000)),
        format!(
            "{head}board = \"A\"\n[[groups]]\nname = \"g\"\ncalendar = \"day\"\nlabels = [{}]\n",
            many("\"1\",", 200_000)
        ),
        format!("{head}board = \"A\"\n[[pieces]]\nname = \"p\"\nshape = \"{}\"\n", many("X/", 400_000)),
        format!(
            "{head}board = \"A\"\n[[pieces]]\nname = \"p\"\nshape = \"X\"\ncopies = 9223372036854775807\n"
        ),
        many("a = 1\n", 200_000),
        many("x", 2 << 20),
    ] {
        let result = Definition::from_toml(&text).and_then(|definition| definition.validate());
        let error = result.expect_err("it is no puzzle").to_string();
        assert!(error.len() < 100_000, "{} bytes", error.len());
    }
}
