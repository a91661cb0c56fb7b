//! Writing to the terminal, a file or a pipe.

use super::Usage;
use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use std::io::{self, Write};
use std::path::Path;
use tiling_almanac::dataset::{StagedFile, WriteError};

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

/// Writes a warning to standard error.
pub fn warning(message: &str) -> io::Result<()> {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    writeln!(anstream::stderr().lock(), "{style}warning{style:#}: {message}")
}

/// Writes a long result to standard output, piece by piece.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 20, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow!("standard output cannot be written: {error}"))
        }
        written => Ok(written?),
    }
}

/// Writes a PNG file, which stands under its name only when complete, and says so. Nothing but another picture is
/// replaced.
pub fn picture(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    if path.extension().is_some_and(|ending| !ending.eq_ignore_ascii_case("png")) {
        let path = path.display();
        return Err(Usage::of(anyhow!(
            "{path}: pictures are PNG files; give a name that ends in .png with --out"
        )));
    }
    file(path, "picture", &is_picture, |mut file| {
        file.write_all(contents).map_err(|error| file.error(error))?;
        Ok(file)
    })
}

/// Writes a file, which stands under its name only when complete, and says so. Nothing is replaced but another file of
/// its kind, which `is_own` tells by the first bytes.
pub fn file(
    path: &Path,
    kind: &str,
    is_own: &dyn Fn(&[u8]) -> bool,
    write: impl FnOnce(StagedFile) -> Result<StagedFile, WriteError>,
) -> anyhow::Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    may_replace(path, kind, is_own)?;
    write(StagedFile::alone(path)?)?.complete()?;
    print(&format!("{}\n", path.display()))
}

/// Refuses to replace what is no file of a kind, which `is_own` tells by the first bytes.
pub fn may_replace(path: &Path, kind: &str, is_own: &dyn Fn(&[u8]) -> bool) -> anyhow::Result<()> {
    let begins_as_own = || -> io::Result<bool> {
        let mut start = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(std::fs::File::open(path)?, 256), &mut start)?;
        Ok(is_own(&start))
    };
    if path.exists() && !(path.is_file() && begins_as_own().unwrap_or(false)) {
        return Err(anyhow!("{} is there and is no {kind}; choose another file with --out", path.display()));
    }
    Ok(())
}

/// Whether a file that begins so is a PNG file.
pub fn is_picture(start: &[u8]) -> bool {
    start.starts_with(b"\x89PNG")
}

/// Writes a text file, which stands under its name only when complete.
pub fn text_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = StagedFile::alone(path)?;
    file.write_all(text.as_bytes()).map_err(|error| file.error(error))?;
    Ok(file.complete()?)
}

/// Writes a note to standard error, where it is no part of the result.
pub fn note(text: &str) {
    // Nothing can be done if it cannot be written.
    let _ = write!(anstream::stderr().lock(), "{text}");
}

/// Writes an error to standard error.
pub fn error(message: &str) -> io::Result<()> {
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    writeln!(anstream::stderr().lock(), "{red}error:{red:#} {message}")
}
