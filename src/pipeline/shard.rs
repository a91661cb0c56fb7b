//! One of many parts of the dates, or of the sets of a sweep.

use std::fmt;
use std::str::FromStr;

/// The shard `number` of `of`: dates, or sets of pieces, that follow each other, as many as in the others but for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// A text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no shard; write its number and how many there are, such as 2/4 for the second of four")]
pub struct ShardError(String);

impl Shard {
    /// Its part of the dates, or of what else is shared out.
    pub fn part<'a, T>(&self, all: &'a [T]) -> &'a [T] {
        let start = |number: usize| all.len() * number / self.of;
        &all[start(self.number - 1)..start(self.number)]
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= 1 << 15 => Ok(Self { number, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_dates() {
        let dates: Vec<usize> = (0..2604).collect();
        for of in [1, 2, 3, 7, 2604, 3000] {
            let parts = (1..=of).map(|number| Shard { number, of }.part(&dates).to_vec());
            let parts: Vec<Vec<usize>> = parts.collect();
            assert_eq!(parts.concat(), dates, "{of}");
            let lengths = || parts.iter().map(Vec::len);
            assert!(lengths().max() <= lengths().min().map(|least| least + 1), "{of}");
        }
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, of: 4 }));
        for text in ["", "2", "0/4", "5/4", "a/b", "1/0", "-1/2", "1/99999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
