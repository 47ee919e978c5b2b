//! libFuzzer target: see `ponderhit::fuzz::script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::script(data));
