//! The libFuzzer target that calls `ponderhit::fuzz::targets::wire`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::wire(data));
