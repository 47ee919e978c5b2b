//! The libFuzzer target that calls `ponderhit::fuzz::targets::script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::script(data));
