//! Progress of long work: a bar on a terminal, plain lines now and then elsewhere.

use super::number::{grouped, time};
use super::{Interrupted, output};
use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tiling_almanac::atlas::Observer;
use tiling_almanac::dataset::Staged;

/// Between two plain lines of one stage.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How long an orderly stop may take before the program ends anyway.
const PATIENCE: Duration = Duration::from_millis(800);

/// Set by Ctrl-C and SIGTERM.
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// Whether details are told.
static VERBOSE: AtomicBool = AtomicBool::new(false);

/// From now on details are told.
pub fn be_verbose() {
    VERBOSE.store(true, Ordering::Relaxed);
}

/// Shows progress on standard error.
pub struct Progress {
    shown: Shown,
}

enum Shown {
    Nothing,
    Bar(Mutex<Option<ProgressBar>>),
    Lines(Mutex<Option<Stage>>),
}

struct Stage {
    name: String,
    total: u64,
    done: u64,
    began: Instant,
    told: Instant,
}

impl Progress {
    /// A bar where standard error is a terminal, else lines; nothing if `quiet`.
    pub fn new(quiet: bool) -> Self {
        let shown = match (quiet, std::io::stderr().is_terminal()) {
            (true, _) => Shown::Nothing,
            (false, true) => Shown::Bar(Mutex::default()),
            (false, false) => Shown::Lines(Mutex::default()),
        };
        Self { shown }
    }

    /// From now on Ctrl-C and SIGTERM ask for an orderly stop. If that takes long, since a search does not look up, or if
    /// asked again, the program ends anyway: what it has written so far is of use to the next run, and what is of none,
    /// it deletes.
    pub fn stop_on_signals(&self, meaning: Interrupted) -> anyhow::Result<()> {
        let handle = move || {
            let end = move || {
                Staged::abandon_all();
                let _ = output::error(&meaning.to_string());
                std::process::exit(130);
            };
            if CANCELLED.swap(true, Ordering::Relaxed) {
                end();
            }
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                end();
            });
        };
        ctrlc::set_handler(handle).map_err(|error| anyhow!("signals cannot be handled: {error}"))
    }

    /// The last stage is done.
    pub fn finish(&self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => finish_bar(&mut lock(bar)),
            Shown::Lines(stage) => finish_lines(&mut lock(stage)),
        }
    }
}

impl Observer for Progress {
    fn note(&self, text: &str) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => match lock(bar).as_ref() {
                Some(bar) => bar.println(text),
                None => output::note(&format!("{text}\n")),
            },
            Shown::Lines(_) => output::note(&format!("{text}\n")),
        }
    }

    fn detail(&self, text: &dyn Fn() -> String) {
        if VERBOSE.load(Ordering::Relaxed) {
            self.note(&text());
        }
    }

    fn stage(&self, name: &str, total: usize) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                let mut bar = lock(bar);
                finish_bar(&mut bar);
                let template = "{msg} {wide_bar} {human_pos} of {human_len}, {rate} a second, {eta} left";
                let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                    // A rate that cannot be written is left out.
                    let _ = write!(text, "{:.1}", state.per_sec());
                };
                let style = ProgressStyle::with_template(template)
                    .unwrap_or_else(|_| ProgressStyle::default_bar())
                    .with_key("rate", rate);
                let new = ProgressBar::new(total as u64).with_style(style).with_message(name.to_owned());
                new.enable_steady_tick(Duration::from_millis(500));
                *bar = Some(new);
            }
            Shown::Lines(stage) => {
                let mut stage = lock(stage);
                finish_lines(&mut stage);
                let now = Instant::now();
                *stage = Some(Stage {
                    name: name.to_owned(),
                    total: total as u64,
                    done: 0,
                    began: now,
                    told: now,
                });
            }
        }
    }

    fn advance(&self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                if let Some(bar) = lock(bar).as_ref() {
                    bar.inc(1);
                }
            }
            Shown::Lines(stage) => {
                if let Some(stage) = lock(stage).as_mut() {
                    stage.done += 1;
                    if stage.told.elapsed() >= LINE_EVERY && stage.done < stage.total {
                        stage.told = Instant::now();
                        stage.tell();
                    }
                }
            }
        }
    }

    fn is_cancelled(&self) -> bool {
        CANCELLED.load(Ordering::Relaxed)
    }
}

impl Stage {
    fn tell(&self) {
        let Self { name, total, done, began, .. } = self;
        let seconds = began.elapsed().as_secs_f64();
        let left = Duration::from_secs_f64(seconds / *done as f64 * (total - done) as f64);
        line(&format!(
            "{name}: {} of {}, {:.1} a second, about {} left",
            grouped(*done),
            grouped(*total),
            *done as f64 / seconds,
            time(left)
        ));
    }
}

fn finish_lines(stage: &mut Option<Stage>) {
    if let Some(stage) = stage.take() {
        let took = time(stage.began.elapsed());
        line(&match stage.done == stage.total {
            true => format!("{}: {} done in {took}", stage.name, grouped(stage.total)),
            false => {
                format!("{}: stopped after {} of {}", stage.name, grouped(stage.done), grouped(stage.total))
            }
        });
    }
}

fn finish_bar(bar: &mut Option<ProgressBar>) {
    if let Some(bar) = bar.take() {
        bar.abandon();
    }
}

/// Progress that cannot be told is no reason to stop.
fn line(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// A thread that panicked while it told progress leaves nothing half-done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
