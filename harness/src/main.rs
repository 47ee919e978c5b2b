//! The program `ponderhit`; all of its code is in the library.

use std::process::ExitCode;

/// An allocator that returns the memory of ended sessions to the system; the allocator of the C library does not.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ponderhit::cli::main()
}
