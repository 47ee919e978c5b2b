//! libFuzzer target: see `ponderhit::fuzz::targets::transcript`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::transcript(data));
