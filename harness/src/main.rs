//! The program `ponderhit`; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ponderhit::cli::main()
}
