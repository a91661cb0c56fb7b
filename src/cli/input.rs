//! Reading text that people give.

use anyhow::anyhow;
use std::io::Read;

/// The most that is read: definitions and drawings have a few thousand bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The text of a file called `name`, which is to be `what`.
pub fn text(source: impl Read, name: &str, what: &str) -> anyhow::Result<String> {
    text_up_to(MOST_BYTES, source, name, what)
}

/// The same, of at most so many bytes, which are whole mebibytes.
pub fn text_up_to(most: u64, source: impl Read, name: &str, what: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = source.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| anyhow!("{name} cannot be read: {error}"))?;
    if bytes.len() as u64 > most {
        let size = match most >> 20 {
            1 => "a mebibyte".to_owned(),
            size => format!("{size} mebibytes"),
        };
        return Err(anyhow!("{name} is longer than {size}, so it is no {what}"));
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("{name} is no text in UTF-8"))
}
