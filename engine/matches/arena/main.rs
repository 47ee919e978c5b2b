//! The arena: a match between two engines, which measures strength, use of time, crashes and
//! memory.
//!
//! ```text
//! cargo build --release -p ponderhit-engine
//! cargo run --release -p matches --bin arena -- --games 200 \
//!     --first ucci:target/release/ponderhit-engine --first-limit 2000+20 \
//!     --second uci:fairy-stockfish --second-limit nodes=5000
//! ```
//!
//! Each opening is played twice, with colours exchanged. The arena sends `position fen ... moves ...` with the moves
//! since the last capture, and `go` with the player's limit. The table shows the `go` command and the player's clock
//! for each limit:
//!
//! | limit | UCCI | UCI | clock |
//! |---|---|---|---|
//! | `2000+20` | `go time 2000 increment 20` | `go wtime ...` | for the game, in milliseconds; no tolerance |
//! | `movetime=200` | `go time 200 movestogo 1` | `go movetime 200` | UCCI: for each move; UCI: none |
//! | `nodes=N`, `depth=N` | the same | the same | none |
//!
//! UCCI has no `movetime`, so a UCCI engine gets a clock for one move. A UCCI engine uses less time than its clock
//! shows, because the engine keeps a reserve. A player's clock starts before the arena sends `position`, and stops when
//! the arena reads `bestmove`. The `go` command contains the opponent's clock, too.
//!
//! A player loses by mate, stalemate, an illegal move, no move, an exceeded clock or a crash. The module `referee` has
//! the rules for draws. The word `resign` after `bestmove` counts only with `--resign`; the word `draw` is ignored.
//! After every opening of the file has been played, the arena repeats the openings with two random quiet moves added.
//! The option `--seed` decides which random moves are added.
//!
//! The report shows the result of each game from the view of the first engine, the score, the Elo difference with its
//! 95% interval, and the faults of both engines. The report lists the memory of both engines after every quarter of the
//! match, so that growing memory is visible. With `--jobs`, each engine runs in several processes, and the report lists
//! the memory of the largest process. The exit status is 1 if the first engine had a fault and 2 if the match could not
//! be played. All engine processes end with the match.
#![expect(
    clippy::disallowed_methods,
    reason = "the arena starts engines and reads clocks itself: the engine has no link"
)]

mod args;
mod clock;
mod elo;
mod engine_protocol;
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
    let args = match Args::parse(env::args().skip(1)) {
        Ok(args) => args,
        Err(error) => return exit_with_error(&format!("{error}\n{USAGE}")),
    };
    let report = match tournament::run_match(&args) {
        Ok(report) => report,
        Err(error) => return exit_with_error(&error.to_string()),
    };
    match report.print_totals(&mut io::stdout().lock()) {
        Err(error) => exit_with_error(&error.to_string()),
        Ok(()) if report.first_player_has_faults() => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn exit_with_error(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "arena: {why}");
    ExitCode::from(2)
}
