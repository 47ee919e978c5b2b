//! The program `ponderhit`; all of its code is in the library.

use std::process::ExitCode;

/// The memory allocator. Unlike the allocator of the C library, this allocator returns the memory
/// of ended sessions to the system.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ponderhit::cli::main()
}
