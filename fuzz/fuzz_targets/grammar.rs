//! The libFuzzer target that calls `ponderhit::fuzz::targets::grammar`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::grammar(data));
