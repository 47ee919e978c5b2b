//! An engine as a player: start, handshake, moves, and restart after a crash.

use std::{
    io,
    time::{Duration, Instant},
};

use ponderhit_engine::games::xiangqi::Move;

use crate::{
    clock::{Clock, Limit},
    dialect::Dialect,
    process::{Memory, Process, Silence},
    referee::Referee,
};

/// The timeout for an answer if no clock runs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long the arena waits after the clock ran out, to measure how late the answer is.
const OVERTIME: Duration = Duration::from_secs(5);

/// A player's configuration, from the command line.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) dialect: Dialect,
    pub(crate) command: String,
    pub(crate) limit: Limit,
    pub(crate) options: Vec<(String, String)>,
}

impl Setup {
    /// A new clock for a game. UCI's `movetime` is only a target, so no player loses on time by it.
    pub(crate) fn clock(&self) -> Clock {
        let mut clock = Clock::new(self.limit);
        if self.dialect == Dialect::Uci && matches!(self.limit, Limit::MoveTime(_)) {
            clock.left = None;
        }
        clock
    }
}

/// An engine's reply to `go`.
#[derive(Debug)]
pub(crate) enum Reply {
    Move {
        step: Move,
        resigns: bool,
    },
    /// The word after `bestmove` is no move.
    NotAMove(String),
    NoMove,
    /// The engine sent no reply within the overtime.
    Timeout,
    Crashed(String),
}

#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) setup: Setup,
    /// The process, or the reason why it ended; a new process is started for the next game.
    process: Result<Process, String>,
}

impl Player {
    pub(crate) fn start(setup: &Setup) -> io::Result<Player> {
        Ok(Player {
            setup: setup.clone(),
            process: Ok(start_process(setup)?),
        })
    }

    /// Prepares the engine for a game; restarts it if needed. An engine that crashed since its last move
    /// loses the new game.
    pub(crate) fn new_game(&mut self) -> io::Result<()> {
        if self.process.is_err() {
            self.process = Ok(start_process(&self.setup)?);
        }
        if let Ok(process) = &mut self.process {
            let lines = format!("{}\nisready", self.setup.dialect.new_game());
            if let Err(error) = exchange(process, &lines, "readyok") {
                self.process = Err(format!("before the game: {error}"));
            }
        }
        Ok(())
    }

    /// Requests a move. The measured time begins before `position` is sent and ends when `bestmove` is read.
    pub(crate) fn ask(&mut self, game: &Referee, own: Clock, other: Clock) -> (Reply, Duration) {
        let process = match &mut self.process {
            Ok(process) => process,
            Err(how) => return (Reply::Crashed(how.clone()), Duration::ZERO),
        };
        let dialect = self.setup.dialect;
        let (fen, moves) = game.since_capture();
        let position = dialect.position(&fen, moves);
        let go = dialect.go(game.position().side_to_move(), own, other);
        let patience = own.left.map_or(PATIENCE, |it| it + OVERTIME);
        let begin = Instant::now();
        // If sending fails, the engine's output has ended, too, and `receive` reports the end.
        let _ = process.send(&format!("{position}\n{go}"));
        loop {
            let line = match process.receive(begin + patience) {
                Ok(line) => line,
                Err(silence) => {
                    let reply = failed(process, silence, own);
                    self.process = Err("ended in the game before".to_owned());
                    return (reply, begin.elapsed());
                }
            };
            if let Some(reply) = read(dialect, &line.text) {
                return (reply, line.at - begin);
            }
        }
    }

    pub(crate) fn memory(&self) -> Option<Memory> {
        self.process.as_ref().ok()?.memory()
    }

    pub(crate) fn quit(self) {
        if let Ok(process) = self.process {
            process.quit();
        }
    }
}

/// Starts a new process and sets its options.
fn start_process(setup: &Setup) -> io::Result<Process> {
    let mut process = Process::start(&setup.command)?;
    let (hello, ok) = setup.dialect.greeting();
    exchange(&mut process, hello, ok)?;
    process.send(setup.dialect.preparations())?;
    for (name, value) in &setup.options {
        process.send(&setup.dialect.set_option(name, value))?;
    }
    Ok(process)
}

/// Sends lines and waits for the line `answer`.
fn exchange(process: &mut Process, lines: &str, answer: &str) -> io::Result<()> {
    process.send(lines)?;
    let until = Instant::now() + PATIENCE;
    loop {
        match process.receive(until) {
            Ok(line) if line.text == answer => return Ok(()),
            Ok(_) => (),
            Err(silence) => {
                let text = format!("no `{answer}` received: {silence:?}");
                return Err(io::Error::other(text));
            }
        }
    }
}

fn failed(process: &mut Process, silence: Silence, own: Clock) -> Reply {
    match (silence, own.left) {
        (Silence::Ended, _) => Reply::Crashed(process.exit_status()),
        (Silence::Late, Some(_)) => Reply::Timeout,
        (Silence::Late, None) => Reply::Crashed(format!("no answer within {PATIENCE:?}")),
    }
}

/// Parses the result line; `None` for other lines.
fn read(dialect: Dialect, line: &str) -> Option<Reply> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "nobestmove" => Some(Reply::NoMove),
        "bestmove" => match words.next() {
            None | Some("(none)" | "0000") => Some(Reply::NoMove),
            Some(word) => Some(match dialect.read(word) {
                Some(step) => Reply::Move {
                    step,
                    resigns: words.any(|it| it == "resign"),
                },
                None => Reply::NotAMove(word.to_owned()),
            }),
        },
        _ => None,
    }
}
