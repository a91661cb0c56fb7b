//! How large a tree is, without walking it.

use crate::random::Random;
use crate::search::candidates::{Candidates, Orientations};

/// Random ways down that are averaged over.
const DESCENTS: u32 = 512;

/// An estimate of the nodes of the tree that fills the first open position first: on each of many random ways
/// down, the products of the numbers of children (Knuth, 1975). The same for the same arguments.
pub(super) fn tree_nodes<const WORDS: usize, const CHUNKS: usize>(
    candidates: &Candidates<WORDS, CHUNKS>,
    occupied: u64,
) -> f64 {
    let after = candidates.after();
    let at_first = candidates.unused(|_| false);
    let mut draws = Random::with_seed(0);
    let mut nodes = 0.0;
    for _ in 0..DESCENTS {
        let (mut occupied, mut unused, mut ways) = (occupied, at_first, 1.0);
        while occupied != u64::MAX {
            let fits = candidates.fits(occupied, &unused);
            let children: u32 = fits.candidates.iter().map(|word| word.count_ones()).sum();
            if children == 0 {
                break;
            }
            ways *= f64::from(children);
            nodes += ways;
            let chosen = nth(fits.candidates, draws.below(children.into()) as usize);
            occupied |= candidates.masks(fits.position)[chosen] << fits.position;
            unused = after[chosen].of(&unused);
        }
    }
    nodes / f64::from(DESCENTS)
}

/// The member of a set that has so many before it.
fn nth<const WORDS: usize>(set: Orientations<WORDS>, mut before: usize) -> usize {
    for (word, mut members) in set.into_iter().enumerate() {
        while members != 0 {
            if before == 0 {
                return word * 64 + members.trailing_zeros() as usize;
            }
            before -= 1;
            members &= members - 1;
        }
    }
    unreachable!("the set has fewer members")
}
