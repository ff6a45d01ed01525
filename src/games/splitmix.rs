//! SplitMix64, for keys of positions: small, computable at compile time, and the same in every build.

const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finalizer: a bijection in which every bit of the input affects all bits of the output.
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let z = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The output number `n` of the generator with seed 0.
#[inline]
pub const fn nth(n: u64) -> u64 {
    mix(n.wrapping_add(1).wrapping_mul(GOLDEN_RATIO))
}

/// A step of the generator: the next state and its output.
pub const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(GOLDEN_RATIO);
    (state, mix(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the reference implementation for the seed 1234567.
    #[test]
    fn it_is_splitmix64() {
        let (state, first) = next(1_234_567);
        assert_eq!([first, next(state).1], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        assert_eq!([nth(0), nth(1)], [next(0).1, next(next(0).0).1]);
    }
}
