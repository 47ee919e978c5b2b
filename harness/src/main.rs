//! The program `ponderhit`; all of its code is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ponderhit::cli::main()
}
