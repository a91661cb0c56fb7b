//! Reading text that people give.

use anyhow::anyhow;
use std::io::Read;

/// The most that is read: definitions and drawings have a few thousand bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The text of a file called `name`, which is to be `what`.
pub fn text(source: impl Read, name: &str, what: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = source.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| anyhow!("{name} cannot be read: {error}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(anyhow!("{name} is longer than a mebibyte, so it is no {what}"));
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("{name} is no text in UTF-8"))
}
