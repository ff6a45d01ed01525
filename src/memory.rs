//! Large memory: zeroed words that threads share, on huge pages where the system has them.
//!
//! One of two files with unsafe code; the other is `network/kernel.rs`. Huge pages and prefetching were measured with `go nodes 3000000` from the start of Janggi,
//! Hash 64: together they make the search 15 % faster; the table is where it waits for memory. Miri, which checks the unsafe code,
//! knows neither.
#![allow(unsafe_code)]

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

#[cfg(feature = "native")]
use memmap2::{MmapMut, MmapRaw};

/// A fixed number of words, all 0 at first. From a memory map the system provides each page when it is first touched, so that
/// making them takes no time; without the feature `native` they come from the heap.
#[derive(Debug)]
pub struct TableMemory {
    /// Raw, because no reference to plain bytes may exist beside those to the atomic words.
    #[cfg(feature = "native")]
    map: MmapRaw,
    #[cfg(feature = "native")]
    len: usize,
    #[cfg(not(feature = "native"))]
    words: Box<[AtomicU64]>,
}

impl TableMemory {
    /// None if the system has not got that much.
    #[cfg(feature = "native")]
    pub fn try_zeroed(len: usize) -> Option<TableMemory> {
        let map = MmapRaw::from(MmapMut::map_anon(len.checked_mul(size_of::<AtomicU64>())?).ok()?);
        // Random access to a large table misses the address cache all the time unless pages are large. Refusal is fine.
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no huge pages for the hash table: {error}");
        }
        Some(TableMemory { map, len })
    }

    /// None if the heap has not got that much.
    #[cfg(not(feature = "native"))]
    pub fn try_zeroed(len: usize) -> Option<TableMemory> {
        let mut words = Vec::new();
        words.try_reserve_exact(len).ok()?;
        words.resize_with(len, || AtomicU64::new(0));
        Some(TableMemory { words: words.into_boxed_slice() })
    }

    /// Tells the processor that the word will be wanted soon.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(word) = self.get(index) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing and has no effect that the program could observe; every x86-64
            // processor has the instruction.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
        }
        // WebAssembly has no such instruction, but a load whose result nobody waits for does the same.
        #[cfg(target_family = "wasm")]
        if let Some(word) = self.get(index) {
            std::hint::black_box(word.load(std::sync::atomic::Ordering::Relaxed));
        }
        #[cfg(any(not(any(target_arch = "x86_64", target_family = "wasm")), miri))]
        let _ = index;
    }
}

impl Deref for TableMemory {
    type Target = [AtomicU64];

    #[cfg(feature = "native")]
    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is `len` words long, begins at a page boundary and so is aligned, is readable and
        // writable, starts as zeros, which are valid words, and lives as long as `self`. Nothing else looks into it,
        // so that all access, from any thread, goes through these atomic words.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }

    #[cfg(not(feature = "native"))]
    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    /// Miri follows every reference to all of them, which takes it minutes if they are many.
    const WORDS: usize = if cfg!(miri) { 1_000 } else { 100_000 };

    #[test]
    fn words_start_at_zero_and_keep_what_threads_write() {
        let words = TableMemory::try_zeroed(WORDS).expect("less than a megabyte");
        assert_eq!(words.len(), WORDS);
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let words = &words;
                scope.spawn(move || (thread..words.len()).step_by(4).for_each(|i| words[i].store(i as u64, Relaxed)));
            }
        });
        assert!(words.iter().enumerate().all(|(i, word)| word.load(Relaxed) == i as u64));
        words.prefetch(0);
        words.prefetch(usize::MAX);
    }
}
