//! All long tests of the harness in one test binary, because cargo runs test binaries one after the
//! other. In one binary, tests that compute can run while other tests wait for a clock or a
//! process.

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

/// The allocator of the program. With the allocator of the C library, the tests that judge thousands of sessions would
/// spend a quarter of their time in the allocator.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
