//! The program of the reference engine: UCCI on standard input and output, `perft` or `bench`.

use std::{
    env,
    io::{self, BufReader, Write as _},
    process::ExitCode,
    time::Instant,
};

use ponderhit_engine::games::xiangqi::{Position, START, divide, perft, perft_in_full};

const USAGE: &str = "usage: ponderhit-engine                     speak UCCI
       ponderhit-engine perft FEN|startpos DEPTH [--divide|--in-full]
       ponderhit-engine bench";

/// How `perft` counts.
#[derive(Clone, Copy)]
enum Count {
    Bulk,
    Divide,
    /// The moves of the last ply are played, not only counted.
    InFull,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        [] => ponderhit_engine::serve(BufReader::new(io::stdin()), io::stdout().lock()),
        ["perft", fen, depth] => count(fen, depth, Count::Bulk),
        ["perft", fen, depth, "--divide"] => count(fen, depth, Count::Divide),
        ["perft", fen, depth, "--in-full"] => count(fen, depth, Count::InFull),
        ["bench"] => bench(),
        _ => Err(io::Error::other(USAGE)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ponderhit-engine: {error}");
            ExitCode::from(2)
        }
    }
}

fn count(fen: &str, depth: &str, how: Count) -> io::Result<()> {
    let fen = if fen == "startpos" { START } else { fen };
    let position = Position::from_fen(fen).map_err(io::Error::other)?;
    let depth = depth.parse().map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    let nodes = match how {
        Count::Bulk => perft(&position, depth),
        Count::InFull => perft_in_full(&position, depth),
        Count::Divide => {
            let parts = divide(&position, depth);
            for (step, nodes) in &parts {
                writeln!(out, "{step}: {nodes}")?;
            }
            parts.iter().map(|(_, nodes)| nodes).sum()
        }
    };
    writeln!(out, "{nodes}")
}

/// Prints the node count first: it is the signature of the search, while the speed depends on the machine.
#[expect(
    clippy::disallowed_methods,
    reason = "speed is measured on the real clock"
)]
fn bench() -> io::Result<()> {
    let started = Instant::now();
    let nodes = ponderhit_engine::bench();
    let took = started.elapsed();
    let speed = nodes as f64 / took.as_secs_f64();
    let millis = took.as_millis();
    writeln!(io::stdout(), "{nodes} nodes {millis} ms {speed:.0} nodes/s")
}
