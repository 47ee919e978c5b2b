//! libFuzzer target: see `ponderhit::fuzz::targets::wire`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::wire(data));
