//! libFuzzer target: see `ponderhit::fuzz::judge`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::judge(data));
