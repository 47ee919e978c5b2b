//! An engine as a player: start, handshake, moves, and restart after a crash.

use std::{
    io,
    time::{Duration, Instant},
};

use ponderhit_engine::games::xiangqi::Move;

use crate::{
    clock::{Clock, PlayerLimit},
    engine_protocol::EngineProtocol,
    process::{MemoryUsage, Process, ReceiveError},
    referee::Referee,
};

/// The timeout for an answer if no clock runs.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

/// How long the arena waits after a player's clock ran out, to measure how late the answer is.
const LATE_REPLY_TIMEOUT: Duration = Duration::from_secs(5);

/// A player's configuration, from the command line.
#[derive(Clone, Debug)]
pub(crate) struct PlayerConfig {
    pub(crate) protocol: EngineProtocol,
    pub(crate) command: String,
    pub(crate) limit: PlayerLimit,
    pub(crate) options: Vec<(String, String)>,
}

impl PlayerConfig {
    /// A new clock for a game. With UCI's `movetime` no player loses on time, because `movetime` is
    /// only a target.
    pub(crate) fn new_clock(&self) -> Clock {
        let mut clock = Clock::new(self.limit);
        if self.protocol == EngineProtocol::Uci && matches!(self.limit, PlayerLimit::MoveTime(_)) {
            clock.remaining = None;
        }
        clock
    }
}

/// An engine's reply to `go`.
#[derive(Debug)]
pub(crate) enum GoReply {
    Move {
        step: Move,
        resigns: bool,
    },
    /// The word after `bestmove` is not a move.
    NotAMove(String),
    NoMove,
    /// The clock ran out, and the engine sent no reply within [`LATE_REPLY_TIMEOUT`] afterwards.
    Timeout,
    Crashed(String),
}

#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) config: PlayerConfig,
    /// The engine's process, or the reason why the process ended. If the process ended, a new process is started before
    /// the next game.
    process: Result<Process, String>,
}

impl Player {
    pub(crate) fn start(setup: &PlayerConfig) -> io::Result<Player> {
        Ok(Player {
            config: setup.clone(),
            process: Ok(start_process(setup)?),
        })
    }

    /// Prepares the engine for a game; restarts it if needed. An engine that crashed since its last
    /// move loses the new game.
    pub(crate) fn new_game(&mut self) -> io::Result<()> {
        if self.process.is_err() {
            self.process = Ok(start_process(&self.config)?);
        }
        if let Ok(process) = &mut self.process {
            let lines = format!("{}\nisready", self.config.protocol.new_game_command());
            if let Err(error) = send_and_wait(process, &lines, "readyok") {
                self.process = Err(format!("before the game: {error}"));
            }
        }
        Ok(())
    }

    /// Sends `position` and `go`, and waits for the move. The measured time begins before
    /// `position` is sent and ends when `bestmove` is read.
    pub(crate) fn request_move(
        &mut self,
        game: &Referee,
        own: Clock,
        other: Clock,
    ) -> (GoReply, Duration) {
        let process = match &mut self.process {
            Ok(process) => process,
            Err(how) => return (GoReply::Crashed(how.clone()), Duration::ZERO),
        };
        let dialect = self.config.protocol;
        let (fen, moves) = game.fen_and_moves();
        let position = dialect.position_command(&fen, moves);
        let go = dialect.go_command(game.position().side_to_move(), own, other);
        let patience = own
            .remaining
            .map_or(ANSWER_TIMEOUT, |it| it + LATE_REPLY_TIMEOUT);
        let begin = Instant::now();
        // If sending fails, the engine has exited, and `receive` reports the end of its output.
        let _ = process.send(&format!("{position}\n{go}"));
        loop {
            let line = match process.receive(begin + patience) {
                Ok(line) => line,
                Err(silence) => {
                    let reply = timeout_or_crash_reply(process, silence, own);
                    self.process = Err("ended in the game before".to_owned());
                    return (reply, begin.elapsed());
                }
            };
            if let Some(reply) = parse_go_reply(dialect, &line.text) {
                return (reply, line.received_at - begin);
            }
        }
    }

    pub(crate) fn memory_usage(&self) -> Option<MemoryUsage> {
        self.process.as_ref().ok()?.memory_usage()
    }

    pub(crate) fn quit(self) {
        if let Ok(process) = self.process {
            process.quit();
        }
    }
}

/// Starts a new process and sets its options.
fn start_process(setup: &PlayerConfig) -> io::Result<Process> {
    let mut process = Process::start(&setup.command)?;
    let (hello, ok) = setup.protocol.handshake_words();
    send_and_wait(&mut process, hello, ok)?;
    process.send(setup.protocol.initial_setoption())?;
    for (name, value) in &setup.options {
        process.send(&setup.protocol.setoption_command(name, value))?;
    }
    Ok(process)
}

/// Sends lines and waits for the line `answer`.
fn send_and_wait(process: &mut Process, lines: &str, answer: &str) -> io::Result<()> {
    process.send(lines)?;
    let until = Instant::now() + ANSWER_TIMEOUT;
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

fn timeout_or_crash_reply(process: &mut Process, silence: ReceiveError, own: Clock) -> GoReply {
    match (silence, own.remaining) {
        (ReceiveError::OutputEnded, _) => GoReply::Crashed(process.exit_status()),
        (ReceiveError::Timeout, Some(_)) => GoReply::Timeout,
        (ReceiveError::Timeout, None) => {
            GoReply::Crashed(format!("no answer within {ANSWER_TIMEOUT:?}"))
        }
    }
}

/// Parses a line with `bestmove` or `nobestmove`; `None` for other lines.
fn parse_go_reply(dialect: EngineProtocol, line: &str) -> Option<GoReply> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "nobestmove" => Some(GoReply::NoMove),
        "bestmove" => match words.next() {
            None | Some("(none)" | "0000") => Some(GoReply::NoMove),
            Some(word) => Some(match dialect.parse_move(word) {
                Some(step) => GoReply::Move {
                    step,
                    resigns: words.any(|it| it == "resign"),
                },
                None => GoReply::NotAMove(word.to_owned()),
            }),
        },
        _ => None,
    }
}
