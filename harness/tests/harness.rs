//! All tests of the harness that take long, in one test binary: cargo runs test binaries one after the other. So the
//! tests that wait for a clock or a process overlap with the tests that compute.

#[cfg(unix)]
mod common;
mod fuzz;
mod gtp;
mod hints;
mod innocence;
mod judged;
mod matrix;
mod parallel;
mod program;
mod simulated;
mod suite;
mod transcript;
