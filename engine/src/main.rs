//! The reference engine as a program: UCCI on standard input and output, or `perft FEN DEPTH`.

use std::{
    env,
    io::{self, BufReader, Write as _},
    process::ExitCode,
};

use ponderhit_engine::games::xiangqi::{Position, START, divide, perft};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        [] => ponderhit_engine::serve(BufReader::new(io::stdin()), io::stdout().lock()),
        ["perft", fen, depth] => count(fen, depth, false),
        ["perft", fen, depth, "--divide"] => count(fen, depth, true),
        _ => Err(io::Error::other(
            "usage: ponderhit-engine [perft FEN|startpos DEPTH [--divide]]",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ponderhit-engine: {error}");
            ExitCode::from(2)
        }
    }
}

fn count(fen: &str, depth: &str, each: bool) -> io::Result<()> {
    let fen = if fen == "startpos" { START } else { fen };
    let position = Position::from_fen(fen).map_err(io::Error::other)?;
    let depth = depth.parse().map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    if each {
        for (step, nodes) in divide(&position, depth) {
            writeln!(out, "{step}: {nodes}")?;
        }
    }
    writeln!(out, "{}", perft(&position, depth))
}
