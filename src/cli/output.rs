//! Writing to the terminal, a file or a pipe.

use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use std::io::{self, Write};
use std::path::Path;
use tiling_almanac::dataset::WriteError;

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

/// Writes a PNG file, which stands under its name only when complete, and says so. Nothing but another picture is
/// replaced.
pub fn picture(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.exists() {
        let is_picture = || -> io::Result<bool> {
            let mut signature = [0; 4];
            io::Read::read_exact(&mut std::fs::File::open(path)?, &mut signature)?;
            Ok(signature == contents[..4])
        };
        if !path.is_file() || !is_picture().unwrap_or(false) {
            return Err(anyhow!(
                "{} is there and is no picture; choose another file with --out",
                path.display()
            ));
        }
    }
    complete_file(path, contents)?;
    print(&format!("{}\n", path.display()))
}

/// Writes a text file, which stands under its name only when complete.
pub fn text_file(path: &Path, text: &str) -> anyhow::Result<()> {
    complete_file(path, text.as_bytes())
}

fn complete_file(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(parent)?;
        file.write_all(contents)?;
        file.as_file().sync_all()?;
        // As other programs create files, not for their owner alone.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path).map(drop).map_err(|error| error.error)
    };
    Ok(written().map_err(|error| WriteError::at(path, error))?)
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
