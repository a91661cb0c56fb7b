//! `almanac`: the command line of the Tiling Almanac.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
