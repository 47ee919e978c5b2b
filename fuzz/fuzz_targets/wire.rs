//! The libFuzzer target that calls `ponderhit::fuzz::targets::check_line_parsers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ponderhit::fuzz::targets::check_line_parsers(data));
