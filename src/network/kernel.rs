//! The arithmetic of a network. One body of safe Rust is compiled for several instruction sets, vectorised by the compiler, and chosen at
//! run time, so that one binary is fast on every processor. Integer sums do not depend on their order: all of them agree to
//! the bit, which a test checks.
#![allow(unsafe_code)] // only to call what is compiled for instructions that the processor was found to have

use super::layer::Neurons;
use super::net::CLIP;

/// Instructions that this processor has: there is no other way to get one than [`Kernel::available`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    /// What every processor of the target has: SSE2 on x86-64, NEON on ARM, `simd128` in a browser if built with it.
    Baseline,
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// All that this processor can run, the fastest last.
    pub fn available() -> Vec<Kernel> {
        #[allow(unused_mut)] // on other processors
        let mut available = vec![Kernel(Instructions::Baseline)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                available.push(Kernel(Instructions::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                available.push(Kernel(Instructions::Avx512));
            }
        }
        available
    }

    /// The fastest that this processor can run.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel(Instructions::Baseline))
    }
}

/// Sums of so many neurons are kept in registers while rows are added to them.
const BLOCK: usize = 64;

#[inline(always)]
fn update_body<const WIDTH: usize>(
    sums: &mut Neurons<WIDTH>,
    from: &Neurons<WIDTH>,
    rows: &[Neurons<WIDTH>],
    removed: &[u16],
    added: &[u16],
) {
    let (blocks, _) = sums.0.as_chunks_mut::<BLOCK>();
    let (old, _) = from.0.as_chunks::<BLOCK>();
    for (number, (block, old)) in blocks.iter_mut().zip(old).enumerate() {
        let mut kept = *old;
        let row = |input: u16| &rows[usize::from(input)].0.as_chunks::<BLOCK>().0[number];
        for &input in removed {
            kept.iter_mut().zip(row(input)).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
        }
        for &input in added {
            kept.iter_mut().zip(row(input)).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
        *block = kept;
    }
}

/// `clipped * weight` fits into 16 bits, since weights of heads are small, so that the second product is a multiplication and
/// addition in pairs, which processors have an instruction for.
#[inline(always)]
fn dot_body<const WIDTH: usize>(sums: &Neurons<WIDTH>, weights: &Neurons<WIDTH>) -> i32 {
    let mut total = 0i32;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let clipped = sum.clamp(0, CLIP);
        total = total.wrapping_add(i32::from(clipped.wrapping_mul(weight)).wrapping_mul(i32::from(clipped)));
    }
    total
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;

    #[target_feature(enable = "avx2")]
    pub fn update_avx2<const WIDTH: usize>(
        sums: &mut Neurons<WIDTH>,
        from: &Neurons<WIDTH>,
        rows: &[Neurons<WIDTH>],
        removed: &[u16],
        added: &[u16],
    ) {
        update_body(sums, from, rows, removed, added);
    }

    #[target_feature(enable = "avx2")]
    pub fn dot_avx2<const WIDTH: usize>(sums: &Neurons<WIDTH>, weights: &Neurons<WIDTH>) -> i32 {
        dot_body(sums, weights)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn update_avx512<const WIDTH: usize>(
        sums: &mut Neurons<WIDTH>,
        from: &Neurons<WIDTH>,
        rows: &[Neurons<WIDTH>],
        removed: &[u16],
        added: &[u16],
    ) {
        update_body(sums, from, rows, removed, added);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn dot_avx512<const WIDTH: usize>(sums: &Neurons<WIDTH>, weights: &Neurons<WIDTH>) -> i32 {
        dot_body(sums, weights)
    }
}

/// Makes `sums` of those of another board: subtracts the rows of inputs that are no longer set, adds those that are now.
#[inline]
pub(super) fn update<const WIDTH: usize>(
    kernel: Kernel,
    sums: &mut Neurons<WIDTH>,
    from: &Neurons<WIDTH>,
    rows: &[Neurons<WIDTH>],
    removed: &[u16],
    added: &[u16],
) {
    match kernel.0 {
        Instructions::Baseline => update_body(sums, from, rows, removed, added),
        // SAFETY: values of these variants come only from `Kernel::available`, which has found the instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { x86::update_avx2(sums, from, rows, removed, added) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { x86::update_avx512(sums, from, rows, removed, added) },
    }
}

/// The sum of squared clipped values times weights.
#[inline]
pub(super) fn dot<const WIDTH: usize>(kernel: Kernel, sums: &Neurons<WIDTH>, weights: &Neurons<WIDTH>) -> i32 {
    match kernel.0 {
        Instructions::Baseline => dot_body(sums, weights),
        // SAFETY: values of these variants come only from `Kernel::available`, which has found the instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { x86::dot_avx2(sums, weights) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { x86::dot_avx512(sums, weights) },
    }
}

#[cfg(test)]
mod tests {
    use super::super::net::{HEAD_LIMIT, INPUT_LIMIT};
    use super::*;

    /// Written without any thought of vectors.
    fn scalar_dot(sums: &[i16], weights: &[i16]) -> i64 {
        sums.iter().zip(weights).map(|(&sum, &weight)| i64::from(sum.clamp(0, CLIP)).pow(2) * i64::from(weight)).sum()
    }

    #[test]
    fn every_kernel_agrees_with_plain_sums_to_the_bit() {
        const WIDTH: usize = 192;
        let mut random = fastrand::Rng::with_seed(11);
        let mut row = |limit: i16| {
            let mut row = Neurons::<WIDTH>::default();
            row.0.fill_with(|| random.i16(-limit..=limit));
            row
        };
        let rows: Vec<Neurons<WIDTH>> = (0..40).map(|_| row(INPUT_LIMIT)).collect();
        let (start, weights) = (row(600), row(HEAD_LIMIT));
        for number in 0..40u16 {
            let removed: Vec<u16> = (0..number % 4).collect();
            let added: Vec<u16> = (4..4 + number % 30).collect();
            let mut expected = start.0.map(i32::from);
            for (inputs, sign) in [(&removed, -1), (&added, 1)] {
                for &input in inputs {
                    let row = rows[usize::from(input)].0;
                    expected.iter_mut().zip(row).for_each(|(sum, weight)| *sum += sign * i32::from(weight));
                }
            }
            for kernel in Kernel::available() {
                let mut sums = Neurons::default();
                update(kernel, &mut sums, &start, &rows, &removed, &added);
                assert_eq!(sums.0.map(i32::from), expected, "{kernel:?}");
                assert_eq!(i64::from(dot(kernel, &sums, &weights)), scalar_dot(&sums.0, &weights.0), "{kernel:?}");
            }
        }
    }
}
