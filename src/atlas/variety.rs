//! What the solutions of one date have in common and where they differ.

use crate::cover::{Cover, PlacementId};
use std::collections::BTreeMap;

/// Beyond so many solutions of a date the least clue is not looked for.
const MOST_SOLUTIONS: usize = 1_000_000;

/// How the solutions of a date vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Variety {
    /// Placements that every solution has.
    pub forced_placements: usize,
    /// Placements that some solution has.
    pub distinct_placements: usize,
    /// Placements that exactly one solution has: each gives that solution away.
    pub unique_placements: usize,
    /// The Shannon entropy, in bits, of where a piece lies, mean over the tiles; of a piece with copies less that of which
    /// copy it is, which nobody can tell. Rounded to nine decimals, since
    /// machines differ in the last digits of a logarithm.
    pub piece_entropy: f64,
    /// As few placements as possible that only one solution has together, in ascending order; `None` when there
    /// are more than a million solutions.
    ///
    /// Of all such clues that of the first set of pieces, and for it that of the first solution; where there are copies
    /// that of the lowest placements.
    pub clue: Option<Vec<PlacementId>>,
}

impl Variety {
    /// Of solutions of `cover` that stand one after the other, each with one placement of each tile in ascending order;
    /// `None` if there are none.
    pub fn of(cover: &Cover, solutions: &[PlacementId]) -> Option<Self> {
        Self::of_tiles(cover.tile_count(), cover.tile_count() > cover.piece_count(), solutions)
    }

    fn of_tiles(tiles: usize, copies: bool, solutions: &[PlacementId]) -> Option<Self> {
        if solutions.is_empty() || tiles == 0 {
            return None;
        }
        let count = solutions.len() / tiles;
        let most = solutions.iter().copied().max().map_or(0, usize::from);
        let mut uses = vec![0_usize; most + 1];
        solutions.iter().for_each(|&placement| uses[usize::from(placement)] += 1);
        let used = || uses.iter().copied().filter(|&uses| uses > 0);
        // Each use in one of the solutions carries as many bits as it is unlikely.
        let bits = |uses: usize| uses as f64 * (count as f64 / uses as f64).log2();
        let entropy = used().map(bits).sum::<f64>() / (count * tiles) as f64;
        Some(Self {
            forced_placements: used().filter(|&uses| uses == count).count(),
            distinct_placements: used().count(),
            unique_placements: used().filter(|&uses| uses == 1).count(),
            piece_entropy: (entropy * 1e9).round() / 1e9,
            clue: if count <= MOST_SOLUTIONS { least_clue(tiles, copies, solutions) } else { None },
        })
    }
}

/// The least clue, by trying all sets of one piece, of two, and so on. A set is tried by sorting the solutions into
/// groups that agree on it, piece by piece: a group of one is found.
fn least_clue(tiles: usize, copies: bool, solutions: &[PlacementId]) -> Option<Vec<PlacementId>> {
    let rows: Vec<&[PlacementId]> = solutions.chunks(tiles).collect();
    if rows.len() == 1 {
        return Some(Vec::new());
    }
    if copies {
        // Which copy lies where says nothing, so the tiles' columns do not either.
        return (1..=tiles).find_map(|size| first_placements(&rows, 0, size));
    }
    let together = vec![0; rows.len()];
    let find = |size| first_clue(&rows, &together, 0, size);
    let (row, shown) = (1..=tiles).find_map(find)?;
    Some(shown.into_iter().map(|piece| rows[row][piece]).collect())
}

/// The lowest `size` placements from `start` on that only one of the rows has together.
fn first_placements(rows: &[&[PlacementId]], start: PlacementId, size: usize) -> Option<Vec<PlacementId>> {
    let mut having: BTreeMap<PlacementId, Vec<&[PlacementId]>> = BTreeMap::new();
    for &row in rows {
        row.iter().filter(|&&placement| placement >= start).for_each(|&placement| {
            having.entry(placement).or_default().push(row);
        });
    }
    having.into_iter().find_map(|(placement, rows)| match size {
        1 => (rows.len() == 1).then(|| vec![placement]),
        _ => {
            let mut clue = first_placements(&rows, placement + 1, size - 1)?;
            clue.insert(0, placement);
            Some(clue)
        }
    })
}

/// A row that some `size` pieces from `start` on leave alone in its group, and these pieces.
fn first_clue(
    rows: &[&[PlacementId]],
    groups: &[u32],
    start: usize,
    size: usize,
) -> Option<(usize, Vec<usize>)> {
    (start..=rows[0].len() - size).find_map(|piece| {
        let key = |row: usize| (u64::from(groups[row]) << 16 | u64::from(rows[row][piece]), row);
        let mut keyed: Vec<(u64, usize)> = (0..rows.len()).map(key).collect();
        keyed.sort_unstable();
        let alike = || keyed.chunk_by(|a, b| a.0 == b.0);
        if size == 1 {
            let alone = alike().filter(|group| group.len() == 1).map(|group| group[0].1).min()?;
            return Some((alone, vec![piece]));
        }
        let mut finer = vec![0; rows.len()];
        for (number, group) in (0..).zip(alike()) {
            group.iter().for_each(|&(_, row)| finer[row] = number);
        }
        let (row, mut shown) = first_clue(rows, &finer, piece + 1, size - 1)?;
        shown.insert(0, piece);
        Some((row, shown))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varieties_of_a_few_solutions() {
        assert_eq!(Variety::of_tiles(3, false, &[]), None);
        let one = Variety::of_tiles(3, false, &[4, 5, 6]).expect("there is a solution");
        let clue = Some(Vec::new());
        let (forced_placements, distinct_placements, unique_placements) = (3, 3, 3);
        let measured =
            Variety { forced_placements, distinct_placements, unique_placements, piece_entropy: 0.0, clue };
        assert_eq!(one, measured);
        // The second piece lies in one of two places, the third in one of four.
        let four =
            Variety::of_tiles(3, false, &[1, 2, 4, 1, 2, 5, 1, 3, 6, 1, 3, 7]).expect("there are solutions");
        let clue = Some(vec![4]);
        let (forced_placements, distinct_placements, unique_placements) = (1, 7, 4);
        let measured =
            Variety { forced_placements, distinct_placements, unique_placements, piece_entropy: 1.0, clue };
        assert_eq!(four, measured);
    }

    #[test]
    fn clues_are_the_least_and_the_first() {
        let clue = |rows: &[[PlacementId; 3]]| {
            Variety::of_tiles(3, false, &rows.concat()).expect("some").clue.expect("few")
        };
        // No placement is in one solution only, nor any first with a second one, but first and third are.
        let rows = [[1, 3, 5], [1, 3, 6], [2, 4, 5], [2, 4, 6]];
        assert_eq!(clue(&rows), [1, 5]);
        // All eight corners of a cube: all three are needed.
        let cube: Vec<[PlacementId; 3]> =
            (0..8).map(|corner| [corner >> 2 & 1, 2 + (corner >> 1 & 1), 4 + (corner & 1)]).collect();
        assert_eq!(clue(&cube), [0, 2, 4]);
        assert_eq!(clue(&cube[..7]), [1, 3]);
    }

    #[test]
    fn clues_do_not_tell_copies_apart() {
        // By columns 2 in the second would leave the last; but each placement is in two solutions.
        let rows = [[1, 2, 3], [2, 3, 4], [1, 4, 5], [3, 5, 6], [2, 5, 6], [1, 4, 6]];
        let clue = Variety::of_tiles(3, true, &rows.concat()).expect("some").clue.expect("few");
        assert_eq!(clue, [1, 2]);
        let twice = [[1, 2, 9], [2, 3, 9]];
        assert_eq!(Variety::of_tiles(3, true, &twice.concat()).expect("some").clue, Some(vec![1]));
    }
}
