//! What becomes of a run that is killed, stopped, crowded out, or divided.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tiling_almanac::random::Random;

/// How often a run is killed.
const KILLS: usize = 60;

fn almanac(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_almanac")).args(arguments).output().expect("it can be run")
}

/// The exit code, and all that is said.
fn said(output: Output) -> (i32, String) {
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

fn generate(folder: &Path, more: &[&str]) -> Output {
    almanac(&[&["generate", "--out", folder.to_str().expect("UTF-8")], more].concat())
}

/// Every file under `folder` with its bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for part in ["", "tables", "figures"] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else { continue };
        for path in entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
            let name = path.strip_prefix(folder).expect("inside").to_owned();
            files.push((name, fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files
}

/// Those that have the same bytes in every run.
fn deterministic(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let varies =
        ["run.json", "README.md", "shard.jsonl", "timings.parquet", "claims.parquet", "strategies.png"];
    let mut files = files(folder);
    files
        .retain(|(name, _)| !varies.contains(&name.file_name().and_then(|name| name.to_str()).unwrap_or("")));
    files
}

#[test]
fn killed_runs_go_on_and_make_the_same_bytes() {
    let whole = TempDir::new().expect("a folder");
    let began = Instant::now();
    assert!(generate(whole.path(), &["--puzzle", "mini", "--quiet"]).status.success());
    let usual = began.elapsed();
    let mut random = Random::with_seed(60);
    let (mut kills, mut resumed) = (0, 0);
    while kills < KILLS {
        let folder = TempDir::new().expect("a folder");
        loop {
            let mut run = Command::new(env!("CARGO_BIN_EXE_almanac"))
                .args(["generate", "--puzzle", "mini", "--quiet", "--out"])
                .arg(folder.path())
                .stderr(Stdio::null())
                .spawn()
                .expect("it can be run");
            // Anywhere in a run, and now and then after its end.
            sleep(usual.mul_f64(1.1 * random.below(1_000) as f64 / 1_000.0));
            run.kill().expect("it can be killed");
            kills += usize::from(run.wait().expect("it ends").code().is_none());
            // Under its final name a file stands only when it is complete.
            let complete = folder.path().join("manifest.json").exists();
            let wanted = deterministic(whole.path());
            for file in deterministic(folder.path()).into_iter().filter(|(name, _)| {
                !name.to_string_lossy().ends_with(".partial") && name.to_str() != Some("unfinished.jsonl")
            }) {
                assert!(wanted.contains(&file), "{} is half-written", file.0.display());
            }
            if complete {
                break;
            }
            resumed += usize::from(folder.path().join("unfinished.jsonl").exists());
            // Every third time it is let go on to the end.
            if random.below(3) == 0 {
                let (code, text) = said(generate(folder.path(), &["--puzzle", "mini"]));
                assert_eq!(code, 0, "{text}");
                break;
            }
        }
        let _ = fs::remove_file(folder.path().join("unfinished.jsonl"));
        let (there, wanted) = (deterministic(folder.path()), deterministic(whole.path()));
        let names =
            |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&there), names(&wanted));
        assert!(there == wanted, "the bytes differ");
    }
    assert!(resumed > KILLS / 4, "{resumed} of {kills} left something to go on from");
}

#[test]
fn what_is_kept_is_not_searched_again_and_must_fit() {
    let folder = TempDir::new().expect("a folder");
    let arguments = ["--puzzle", "mini", "--strategies", "mrv", "--quiet"];
    assert!(generate(folder.path(), &[&arguments[..], &["--shard", "1/1"]].concat()).status.success());
    let journal = fs::read(folder.path().join("shard.jsonl")).expect("a shard keeps its journal");
    let lines: Vec<&[u8]> = journal.split_inclusive(|byte| *byte == b'\n').collect();
    assert!(lines.len() > 100);
    let begin = |kept: &[u8]| {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("unfinished.jsonl"), kept).expect("written");
        folder
    };
    let go_on = |folder: &TempDir, more: &[&str]| {
        let arguments = ["--puzzle", "mini", "--strategies", "mrv", "--shard", "1/1"];
        said(generate(folder.path(), &[&arguments[..], more].concat()))
    };
    // Half of it, and a line that was cut off.
    let half = [lines[..lines.len() / 2].concat(), lines[0][..9].to_vec()].concat();
    let started = begin(&half);
    let (code, text) = go_on(&started, &[]);
    assert!(code == 0 && text.contains(&format!("goes on from {} searches", lines.len() / 2 - 1)), "{text}");
    assert!(deterministic(started.path()) == deterministic(folder.path()));
    assert!(!started.path().join("unfinished.jsonl").exists());
    // Of other options it says what differs.
    let started = begin(&half);
    let (code, text) = said(generate(started.path(), &["--puzzle", "mini", "--dates", "win"]));
    assert!(code == 1 && text.contains("--dates all there, win now") && text.contains("--restart"), "{text}");
    assert!(
        text.contains("--shard 1/1 there, none now") && text.contains("--strategies mrv there"),
        "{text}"
    );
    let (code, text) = said(generate(started.path(), &["--puzzle", "mini", "--dates", "win", "--restart"]));
    assert!(code == 0 && !text.contains("goes on"), "{text}");
    // What is no journal stays.
    let started = begin(b"a file of mine\n");
    for more in [&[][..], &["--restart"]] {
        let (code, text) = go_on(&started, more);
        assert!(code == 1 && text.contains("unfinished.jsonl would be replaced"), "{text}");
    }
    assert_eq!(fs::read(started.path().join("unfinished.jsonl")).expect("there"), b"a file of mine\n");
}

#[test]
fn shards_make_the_bytes_of_the_whole() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let text = |name: &str| path(name).to_str().expect("UTF-8").to_owned();
    assert!(generate(&path("whole"), &["--puzzle", "mini", "--quiet"]).status.success());
    for shard in ["1/3", "2/3", "3/3"] {
        let out = path(&shard[..1]);
        assert!(generate(&out, &["--puzzle", "mini", "--quiet", "--shard", shard]).status.success());
        // Made again it is there already.
        let (code, said) = said(generate(&out, &["--puzzle", "mini", "--shard", shard]));
        assert!(code == 0 && said.contains("holds this shard already"), "{said}");
    }
    assert!(
        generate(&path("other"), &["--puzzle", "mini", "--quiet", "--shard", "2/3", "--dates", "win,1"])
            .status
            .success()
            || generate(&path("other"), &["--puzzle", "mini", "--quiet", "--shard", "2/3", "--dates", "win"])
                .status
                .success()
    );
    let merge = |parts: &[&str], out: &str| {
        let parts: Vec<String> = parts.iter().map(|part| text(part)).collect();
        let mut arguments: Vec<&str> = vec!["merge"];
        arguments.extend(parts.iter().map(String::as_str));
        let out = text(out);
        arguments.extend(["--out", &out]);
        said(almanac(&arguments))
    };
    let (code, said) = merge(&["3", "1"], "merged");
    assert!(code == 1 && said.contains("missing: shard 2/3"), "{said}");
    let (code, said) = merge(&["3", "1", "2", "2"], "merged");
    assert!(code == 1 && said.contains("are both shard 2/3"), "{said}");
    let (code, said) = merge(&["1", "other", "whole", "none", "3"], "merged");
    assert!(code == 1 && said.contains("other is of another run: --dates win"), "{said}");
    assert!(
        said.contains("whole: it is a dataset, but no shard") && said.contains("missing: shard 2/3"),
        "{said}"
    );
    assert!(said.contains("there is no dataset in"), "{said}");
    assert!(!path("merged").exists());
    let (code, said) = merge(&["2", "3", "1"], "merged");
    assert!(code == 0 && said.contains("goes on from"), "{said}");
    assert!(deterministic(&path("merged")) == deterministic(&path("whole")));
    assert!(!path("merged/unfinished.jsonl").exists());
}

#[cfg(unix)]
#[test]
fn signals_stop_a_run_soon_and_what_was_found_is_kept() {
    for signal in ["INT", "TERM"] {
        let folder = TempDir::new().expect("a folder");
        let run = Command::new(env!("CARGO_BIN_EXE_almanac"))
            .args(["generate", "--dates", "10", "--strategies", "dlx", "--out"])
            .arg(folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it can be run");
        let journal = folder.path().join("unfinished.jsonl");
        while fs::read(&journal).is_ok_and(|kept| kept.len() < 2_000) || !journal.exists() {
            sleep(Duration::from_millis(20));
        }
        let kill = Command::new("kill").args([&format!("-{signal}"), &run.id().to_string()]).status();
        assert!(kill.expect("kill is there").success());
        let told = Instant::now();
        let (code, text) = said(run.wait_with_output().expect("it ends"));
        // A second, and what a busy machine adds.
        assert!(told.elapsed() < Duration::from_secs(5), "{:?}", told.elapsed());
        assert!(code == 130 && text.contains("the same command goes on from it"), "{code}, {text}");
        let left: Vec<PathBuf> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(left, [PathBuf::from("unfinished.jsonl")]);
    }
}

#[cfg(unix)]
#[test]
fn a_second_run_is_refused_and_a_dead_one_is_no_hindrance() {
    let folder = TempDir::new().expect("a folder");
    let mut run = Command::new(env!("CARGO_BIN_EXE_almanac"))
        .args(["generate", "--dates", "10", "--strategies", "dlx", "--quiet", "--out"])
        .arg(folder.path())
        .spawn()
        .expect("it can be run");
    while !folder.path().join("unfinished.jsonl").exists() {
        sleep(Duration::from_millis(20));
    }
    let (code, text) = said(generate(folder.path(), &["--puzzle", "mini"]));
    assert!(code == 1 && text.contains("another run is writing into"), "{text}");
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
    let (code, text) = said(generate(folder.path(), &["--puzzle", "mini", "--restart"]));
    assert_eq!(code, 0, "{text}");
}

/// A disk that is full at any place, as far as a limit on the size of files can play one.
#[cfg(unix)]
#[test]
fn write_errors_name_the_file_and_leave_nothing_half_written() {
    let program = env!("CARGO_BIN_EXE_almanac");
    let mut failed = 0;
    for blocks in [0, 1, 4, 16, 40, 80, 120, 200] {
        let folder = TempDir::new().expect("a folder");
        let out = folder.path().display();
        let command = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{program}' generate --puzzle mini --quiet --out '{out}'"
        );
        let (code, text) = said(Command::new("sh").args(["-c", &command]).output().expect("sh is there"));
        if code == 0 {
            continue;
        }
        failed += 1;
        assert!(
            code == 1 && text.contains(&out.to_string()) && text.contains("cannot be written"),
            "{code}, {text}"
        );
        let left: Vec<PathBuf> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
        assert!(left.iter().all(|name| name.to_str() == Some("unfinished.jsonl")), "{left:?}");
        // With room it goes on.
        let (code, text) = said(generate(folder.path(), &["--puzzle", "mini"]));
        assert_eq!(code, 0, "{text}");
    }
    assert!(failed > 2, "{failed}");
}
