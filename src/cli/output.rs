//! Writing to the terminal, a file or a pipe.

use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use std::io::{self, Write};

/// Writes a result to standard output; colours are left out where they would not show.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow!("standard output cannot be written: {error}; what was to be made is complete"))
        }
        written => Ok(written?),
    }
}

/// Writes an error to standard error.
pub fn error(message: &str) -> io::Result<()> {
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    writeln!(anstream::stderr().lock(), "{red}error:{red:#} {message}")
}
