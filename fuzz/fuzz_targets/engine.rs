//! libFuzzer target: see `ponderhit::fuzz::engine`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::engine(data));
