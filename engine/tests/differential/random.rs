//! A pseudo-random generator with a fixed seed, so that every run compares the same positions.

/// The state of the generator SplitMix64.
pub(crate) struct RandomGenerator(pub(crate) u64);

impl RandomGenerator {
    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number from 0 to `n - 1`; 0 if `n` is 0.
    pub(crate) fn random_below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        (self.next_u64() % n) as usize
    }

    pub(crate) fn random_bool_with_percent(&mut self, chance: usize) -> bool {
        self.random_below(100) < chance
    }

    pub(crate) fn pick_item<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.random_below(from.len())).copied()
    }
}
