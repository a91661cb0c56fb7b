//! Seeded random numbers.
//!
//! What the almanac publishes depends on some of them, so the sequence of a seed must never change; crates
//! promise that for few generators and for none of the ways to draw from a range. This is SplitMix64
//! (G. L. Steele, D. Lea and C. H. Flood, Fast Splittable Pseudorandom Number Generators, 2014).

/// A sequence of random numbers, always the same for the same seed.
///
/// ```
/// use tiling_almanac::random::Random;
/// let mut random = Random::with_seed(7);
/// let die: Vec<u64> = (0..6).map(|_| 1 + random.below(6)).collect();
/// assert_eq!(die, [3, 1, 6, 4, 3, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of `seed`.
    pub fn with_seed(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number, each of the 2^64 with the same chance.
    #[inline]
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, each with the same chance.
    ///
    /// # Panics
    /// If `end` is 0.
    #[inline]
    pub fn below(&mut self, end: u64) -> u64 {
        assert!(end > 0, "there is no number below 0");
        // Lemire (2019): the upper half of a product; numbers that would make some results likelier are drawn
        // anew.
        let surplus = end.wrapping_neg() % end;
        loop {
            let product = u128::from(self.number()) * u128::from(end);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts the items into a random order, each with the same chance.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_paper() {
        // The numbers of the authors' own program for this seed.
        let mut random = Random::with_seed(1_234_567);
        assert_eq!(random.number(), 6_457_827_717_110_365_317);
        assert_eq!(random.number(), 3_203_168_211_198_807_973);
        assert_eq!(random.number(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn numbers_below_an_end_are_uniform() {
        let mut random = Random::with_seed(1);
        let mut drawn = [0_u32; 6];
        (0..60_000).for_each(|_| drawn[random.below(6) as usize] += 1);
        // 10,000 each; the standard deviation is 91.
        assert!(drawn.iter().all(|count| (9_600..10_400).contains(count)), "{drawn:?}");
        assert_eq!((0..9).map(|_| random.below(1)).sum::<u64>(), 0);
    }

    #[test]
    fn shuffles_are_uniform() {
        let mut random = Random::with_seed(2);
        let mut drawn = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            *drawn.entry(items).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), 24);
        // 1,000 each; the standard deviation is 31.
        assert!(drawn.values().all(|count| (850..1_150).contains(count)), "{drawn:?}");
    }
}
