//! The libFuzzer target that calls `ponderhit::fuzz::targets::transcript`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::transcript(data));
