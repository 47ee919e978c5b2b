//! An engine that plays: started, greeted, asked for moves, and started again after a crash.

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

/// What is waited for any answer that no clock limits.
const PATIENCE: Duration = Duration::from_secs(120);

/// After its time is up, an engine can still answer for so long, to show how late it was.
const OVERTIME: Duration = Duration::from_secs(5);

/// Who plays, as the command line says it.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) dialect: Dialect,
    pub(crate) command: String,
    pub(crate) limit: Limit,
    pub(crate) options: Vec<(String, String)>,
}

impl Setup {
    /// The clock for a game. UCI's `movetime` is an aim and no clock: nobody loses by it.
    pub(crate) fn clock(&self) -> Clock {
        let mut clock = Clock::new(self.limit);
        if self.dialect == Dialect::Uci && matches!(self.limit, Limit::MoveTime(_)) {
            clock.left = None;
        }
        clock
    }
}

/// What an engine answered to `go`.
#[derive(Debug)]
pub(crate) enum Reply {
    Move {
        step: Move,
        resigns: bool,
    },
    /// Something after `bestmove` that is no move.
    Nonsense(String),
    NoMove,
    /// So long beyond its time that it was stopped.
    Never,
    Crashed(String),
}

#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) setup: Setup,
    /// Or how it ended; it is started again for the next game.
    process: Result<Process, String>,
}

impl Player {
    pub(crate) fn start(setup: &Setup) -> io::Result<Player> {
        Ok(Player {
            setup: setup.clone(),
            process: Ok(greeted(setup)?),
        })
    }

    /// Makes the engine ready for a game, and first of all makes sure that there is one. One that
    /// died since its last move loses the game by that.
    pub(crate) fn new_game(&mut self) -> io::Result<()> {
        if self.process.is_err() {
            self.process = Ok(greeted(&self.setup)?);
        }
        if let Ok(process) = &mut self.process {
            let lines = format!("{}\nisready", self.setup.dialect.new_game());
            if let Err(error) = exchange(process, &lines, "readyok") {
                self.process = Err(format!("before the game: {error}"));
            }
        }
        Ok(())
    }

    /// Asks for a move; the time runs from before `position` is sent until `bestmove` is read.
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
        // If it cannot be sent, the output has ended too, and that is seen next.
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

/// A new process that knows its options.
fn greeted(setup: &Setup) -> io::Result<Process> {
    let mut process = Process::start(&setup.command)?;
    let (hello, ok) = setup.dialect.greeting();
    exchange(&mut process, hello, ok)?;
    process.send(setup.dialect.preparations())?;
    for (name, value) in &setup.options {
        process.send(&setup.dialect.set_option(name, value))?;
    }
    Ok(process)
}

/// Sends something and waits for the line that answers it.
fn exchange(process: &mut Process, lines: &str, answer: &str) -> io::Result<()> {
    process.send(lines)?;
    let until = Instant::now() + PATIENCE;
    loop {
        match process.receive(until) {
            Ok(line) if line.text == answer => return Ok(()),
            Ok(_) => (),
            Err(silence) => {
                let text = format!("no `{answer}` came: {silence:?}");
                return Err(io::Error::other(text));
            }
        }
    }
}

fn failed(process: &mut Process, silence: Silence, own: Clock) -> Reply {
    match (silence, own.left) {
        (Silence::Ended, _) => Reply::Crashed(process.epitaph()),
        (Silence::Late, Some(_)) => Reply::Never,
        (Silence::Late, None) => Reply::Crashed(format!("no answer within {PATIENCE:?}")),
    }
}

/// Reads the line that ends a thinking; `None` if it is another.
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
                None => Reply::Nonsense(word.to_owned()),
            }),
        },
        _ => None,
    }
}
