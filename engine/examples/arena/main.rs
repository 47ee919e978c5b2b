//! A match between two engines, to measure the reference engine: strength, clock, crashes, memory.
//!
//! ```text
//! cargo build --release -p ponderhit-engine
//! cargo run --release -p ponderhit-engine --example arena -- --games 200 \
//!     --first ucci:target/release/ponderhit-engine --first-limit 2000+20 \
//!     --second uci:fairy-stockfish --second-limit nodes=5000
//! ```
//!
//! Each opening is played twice, with colours changed. An engine is sent `position fen ... moves ...` from
//! the last capture on, and its limit:
//!
//! | limit | UCCI | UCI | clock |
//! |---|---|---|---|
//! | `2000+20` | `go time 2000 increment 20` | `go wtime ...` | for the game, in milliseconds; no tolerance |
//! | `movetime=200` | `go time 200 movestogo 1` | `go movetime 200` | UCCI: for each move; UCI: none |
//! | `nodes=N`, `depth=N` | the same | the same | none |
//!
//! UCCI has no `movetime`; a clock for one move is not quite the same, because an engine keeps a reserve.
//! The clock runs from before `position` is sent until `bestmove` is read. `go` has the opponent's clock, too.
//!
//! An illegal move, no move, an overstepped clock and a crash lose; so does a side without a legal move. See
//! `referee` for draws. A flag `resign` counts only with `--resign`, a flag `draw` never. Once every opening of
//! the file has been played, two quiet moves chosen by `--seed` are added to each.
//!
//! The report has each game from the first engine's side, the score with the Elo difference and its 95%
//! interval, the faults of both sides, and the memory of both at every quarter of the match, to show growth
//! (with `--jobs`, the largest of their processes). The exit status is 1 if the first engine had a fault and
//! 2 if the match could not be played. No process outlives the match.
#![expect(
    clippy::disallowed_methods,
    reason = "the arena starts engines and reads clocks itself: the engine has no link"
)]

mod args;
mod clock;
mod dialect;
mod elo;
mod game;
mod openings;
mod player;
mod process;
mod referee;
mod report;
mod tournament;

use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
};

use args::{Args, USAGE};

fn main() -> ExitCode {
    let args = match Args::read(env::args().skip(1)) {
        Ok(args) => args,
        Err(error) => return refuse(&format!("{error}\n{USAGE}")),
    };
    let report = match tournament::run(&args) {
        Ok(report) => report,
        Err(error) => return refuse(&error.to_string()),
    };
    match report.print_totals(&mut io::stdout().lock()) {
        Err(error) => refuse(&error.to_string()),
        Ok(()) if report.first_is_at_fault() => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn refuse(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "arena: {why}");
    ExitCode::from(2)
}
