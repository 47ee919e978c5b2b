//! The program of the reference engine: speaks UCCI, UCI, GTP or AGI on standard input and output, or runs `perft` or
//! `bench`.

use std::{
    env, fmt,
    io::{self, BufReader, Write as _},
    process::ExitCode,
    time::Instant,
};

use ponderhit_engine::{
    Protocol, bench_chess, bench_xiangqi,
    games::{chess, xiangqi},
    serve,
};

const USAGE: &str = "usage: ponderhit-engine [--protocol ucci|uci|gtp|agi]   speak UCCI (xiangqi, the default), UCI (chess), GTP (Go) or AGI (gomoku)
       ponderhit-engine perft FEN|startpos DEPTH [--divide|--in-full]
       ponderhit-engine bench
       ponderhit-engine chess perft FEN|startpos DEPTH [--divide]
       ponderhit-engine chess bench";

/// How the command `perft` counts move sequences.
#[derive(Clone, Copy)]
enum PerftMode {
    CountLastPly,
    Divide,
    /// The moves of the last ply are not only counted, but also played.
    PlayLastPly,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        [] => run_protocol(Protocol::Ucci),
        ["--protocol", name] => match Protocol::from_name(name) {
            Some(protocol) => run_protocol(protocol),
            None => Err(io::Error::other(USAGE)),
        },
        ["perft", fen, depth] => run_xiangqi_perft(fen, depth, PerftMode::CountLastPly),
        ["perft", fen, depth, "--divide"] => run_xiangqi_perft(fen, depth, PerftMode::Divide),
        ["perft", fen, depth, "--in-full"] => run_xiangqi_perft(fen, depth, PerftMode::PlayLastPly),
        ["bench"] => print_search_speed(bench_xiangqi),
        ["chess", "perft", fen, depth] => run_chess_perft(fen, depth, PerftMode::CountLastPly),
        ["chess", "perft", fen, depth, "--divide"] => {
            run_chess_perft(fen, depth, PerftMode::Divide)
        }
        ["chess", "bench"] => print_search_speed(bench_chess),
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

fn run_protocol(protocol: Protocol) -> io::Result<()> {
    serve(protocol, BufReader::new(io::stdin()), io::stdout().lock())
}

fn run_xiangqi_perft(fen: &str, depth: &str, how: PerftMode) -> io::Result<()> {
    use xiangqi::{Position, START_FEN, perft, perft_per_move, perft_playing_all_moves};

    let fen = if fen == "startpos" { START_FEN } else { fen };
    let position = Position::from_fen(fen).map_err(io::Error::other)?;
    let depth = depth.parse().map_err(io::Error::other)?;
    match how {
        PerftMode::CountLastPly => print_lines_and_count(&[], perft(&position, depth)),
        PerftMode::PlayLastPly => {
            print_lines_and_count(&[], perft_playing_all_moves(&position, depth))
        }
        PerftMode::Divide => print_counts_per_move(&perft_per_move(&position, depth)),
    }
}

fn run_chess_perft(fen: &str, depth: &str, how: PerftMode) -> io::Result<()> {
    use chess::{Position, START_FEN, Variant, perft, perft_per_move};

    let fen = if fen == "startpos" { START_FEN } else { fen };
    let position = Position::from_fen(fen, Variant::Chess960).map_err(io::Error::other)?;
    let depth = depth.parse().map_err(io::Error::other)?;
    match how {
        PerftMode::Divide => print_counts_per_move(&perft_per_move(&position, depth)),
        PerftMode::CountLastPly | PerftMode::PlayLastPly => {
            print_lines_and_count(&[], perft(&position, depth))
        }
    }
}

fn print_counts_per_move<M: fmt::Display>(parts: &[(M, u64)]) -> io::Result<()> {
    let lines: Vec<String> = parts.iter().map(|(it, n)| format!("{it}: {n}")).collect();
    print_lines_and_count(&lines, parts.iter().map(|(_, nodes)| nodes).sum())
}

fn print_lines_and_count(lines: &[String], nodes: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{nodes}")
}

/// Prints the node count of a search, and then the time and the speed. The node count identifies the version of the
/// search; the speed depends on the machine.
#[expect(
    clippy::disallowed_methods,
    reason = "speed is measured on the real clock"
)]
fn print_search_speed(search: impl Fn() -> u64) -> io::Result<()> {
    let started = Instant::now();
    let nodes = search();
    let took = started.elapsed();
    let speed = nodes as f64 / took.as_secs_f64();
    let millis = took.as_millis();
    writeln!(io::stdout(), "{nodes} nodes {millis} ms {speed:.0} nodes/s")
}
