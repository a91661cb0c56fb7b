//! Which pieces of a solution to show first.

use crate::cover::PlacementId;

/// A piece of a solution that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it lies.
    pub placement: PlacementId,
    /// Solutions that have this placement and all that are shown before it.
    pub left: usize,
}

/// All pieces of `solution`, which is one of `solutions`, in the order in which to show them: always the one that leaves
/// the most solutions, and so helps the least; of equal ones the first in the order of the pieces.
///
/// `solutions` stand one after the other, each with a placement of each piece in the pieces' order.
pub fn least_helpful_first(solution: &[PlacementId], solutions: &[PlacementId]) -> Vec<Hint> {
    let mut rows: Vec<&[PlacementId]> = solutions.chunks(solution.len().max(1)).collect();
    let mut pieces: Vec<usize> = (0..solution.len()).collect();
    let mut hints = Vec::with_capacity(pieces.len());
    while !pieces.is_empty() {
        let left = |piece: usize| rows.iter().filter(|row| row[piece] == solution[piece]).count();
        let counts: Vec<usize> = pieces.iter().map(|&piece| left(piece)).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let place = counts.iter().position(|&count| count == most).unwrap_or(0);
        let piece = pieces.remove(place);
        rows.retain(|row| row[piece] == solution[piece]);
        hints.push(Hint { placement: solution[piece], left: rows.len() });
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_helps_least_comes_first() {
        let solutions = [[1, 4, 7], [1, 4, 8], [1, 5, 8], [2, 5, 7]].concat();
        let hint = |placement, left| Hint { placement, left };
        assert_eq!(least_helpful_first(&[1, 4, 8], &solutions), [hint(1, 3), hint(4, 2), hint(8, 1)]);
        assert_eq!(least_helpful_first(&[2, 5, 7], &solutions), [hint(5, 2), hint(2, 1), hint(7, 1)]);
    }
}
