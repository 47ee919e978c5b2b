//! libFuzzer target: see `ponderhit::fuzz::transcript`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::transcript(data));
