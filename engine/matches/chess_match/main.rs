//! Plays a match of chess between the reference engine and another UCI engine, at a fixed number of
//! nodes per move.
//!
//! ```text
//! cargo build --release -p ponderhit-engine
//! cargo run --release -p matches --bin chess_match -- \
//!     "target/release/ponderhit-engine --protocol uci" "glaurung OwnBook=false Threads=1" [NODES [JOBS]]
//! ```
//!
//! Each opening of `openings.txt` is played twice, with colours exchanged. Each word with `=` in an
//! engine's command sets an option of the engine. Mate, stalemate, insufficient material, the
//! fifty-move rule and threefold repetition end a game. A game of 400 half-moves is a draw. An
//! engine loses after an illegal move, a crash or a timeout.
#![expect(
    clippy::disallowed_methods,
    reason = "the match starts engines and reads clocks itself: the engine has no link"
)]

#[path = "../arena/elo.rs"]
mod elo;
mod play;
#[expect(
    dead_code,
    reason = "the program `arena` uses the other functions of this module"
)]
#[path = "../arena/process.rs"]
mod process;

use std::{
    env,
    io::{self, Write as _},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use elo::Score;
use play::{GameResult, Player};

const OPENINGS: &str = include_str!("openings.txt");

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [first, second, rest @ ..] = args.as_slice() else {
        return Err(io::Error::other(
            "usage: chess_match FIRST SECOND [NODES [JOBS]]",
        ));
    };
    let number = |n: usize, default| rest.get(n).map_or(Ok(default), |it| it.parse());
    let nodes = number(0, 20_000).map_err(io::Error::other)?;
    let jobs = number(1, 1).map_err(io::Error::other)?;
    let lines = OPENINGS.lines().filter(|it| !it.starts_with('#'));
    let openings: Vec<Vec<&str>> = lines.map(|it| it.split_whitespace().collect()).collect();
    let (next, score) = (AtomicUsize::new(0), Mutex::new(Score::default()));
    thread::scope(|scope| {
        let work = || run_worker([first, second], nodes as u64, &openings, &next, &score);
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|it| it.join().unwrap_or(Ok(())));
        results.collect::<io::Result<()>>()
    })?;
    let score = *score.lock().unwrap_or_else(PoisonError::into_inner);
    let [elo, low, high] = score.elo_interval();
    let Score {
        wins,
        draws,
        losses,
    } = score;
    let percent = 100.0 * score.points_per_game();
    writeln!(
        io::stdout(),
        "{wins} wins, {draws} draws, {losses} losses: {percent:.1} %, Elo {elo:+.0} [{low:+.0}, {high:+.0}]"
    )
}

/// Plays one game of the match after the other, until no game is left.
fn run_worker(
    commands: [&str; 2],
    nodes: u64,
    openings: &[Vec<&str>],
    next: &AtomicUsize,
    score: &Mutex<Score>,
) -> io::Result<()> {
    let [first, second] = commands;
    let mut players = [Player::start_engine(first)?, Player::start_engine(second)?];
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(opening) = openings.get(number / 2) else {
            return Ok(());
        };
        let white = number % 2;
        let (result, reason) = play::play_game(&mut players, white, opening, nodes)?;
        let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            GameResult::Draw => score.draws += 1,
            GameResult::WonBy(0) => score.wins += 1,
            GameResult::WonBy(_) => score.losses += 1,
        }
        let Score {
            wins,
            draws,
            losses,
        } = *score;
        writeln!(
            io::stdout(),
            "{number} {result:?} {reason} (+{wins} ={draws} -{losses})"
        )?;
    }
}
