//! The loop where there is no poll: a thread for each side that is read.

use std::{
    io::{self, Read, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::Duration,
};

use super::{Effect, Handler, Input, Wasted};
use crate::{
    link::{clock::Stopwatch, spec::Spec},
    transcript::End,
};

/// How many pieces may wait before whoever says them has to wait.
const ENOUGH: usize = 64;

/// How often the end of the engine is looked for.
const LOOK: Duration = Duration::from_millis(10);

enum Piece {
    Interface(Vec<u8>),
    Engine(Vec<u8>),
}

/// Stands between our standard streams and an engine, up to the engine's end.
///
/// # Errors
/// Only what keeps us from doing our work; whatever the engine does is told to the handler.
pub fn run(spec: &Spec, handler: &mut dyn Handler) -> io::Result<End> {
    let mut engine = spawn(spec)?;
    let (sender, pieces) = sync_channel(ENOUGH);
    if let Some(output) = engine.stdout.take() {
        pump(output, sender.clone(), Piece::Engine);
    }
    pump(io::stdin(), sender, Piece::Interface);
    let proxy = Proxy {
        input: engine.stdin.take(),
        engine,
        started: Stopwatch::start(),
        closed: false,
        stalled: false,
        wasted: Wasted::default(),
        end: None,
    };
    proxy.run(&pieces, handler)
}

/// Reads to the end; an empty piece is the end.
#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start threads"
)]
fn pump(mut from: impl Read + Send + 'static, to: SyncSender<Piece>, piece: fn(Vec<u8>) -> Piece) {
    thread::spawn(move || {
        let mut buffer = [0; 16 << 10];
        loop {
            let length = from.read(&mut buffer).unwrap_or(0);
            if to.send(piece(buffer[..length].to_vec())).is_err() || length == 0 {
                return;
            }
        }
    });
}

struct Proxy {
    engine: Child,
    input: Option<ChildStdin>,
    started: Stopwatch,
    /// Our output is closed for the interface: nothing more is said.
    closed: bool,
    stalled: bool,
    wasted: Wasted,
    end: Option<End>,
}

impl Proxy {
    fn run(mut self, pieces: &Receiver<Piece>, handler: &mut dyn Handler) -> io::Result<End> {
        let mut silent = false;
        self.tell(handler, Input::HostLate(None));
        while self.end.is_none() {
            let now = self.started.elapsed();
            let wake = handler
                .wake_at()
                .map_or(LOOK, |at| at.saturating_sub(now).min(LOOK));
            let wake = self.wasted.patience(now, wake);
            match pieces.recv_timeout(wake) {
                Ok(_) if self.stalled => (),
                Ok(Piece::Interface(it)) if it.is_empty() => {
                    self.tell(handler, Input::InterfaceClosed);
                }
                Ok(Piece::Engine(it)) if it.is_empty() => {
                    silent = true;
                    self.tell(handler, Input::EngineClosed);
                }
                Ok(Piece::Interface(it)) => self.tell(handler, Input::Interface(&it)),
                Ok(Piece::Engine(it)) => self.tell(handler, Input::Engine(&it)),
                Err(RecvTimeoutError::Timeout) => (),
                // Both sides are at their end; only the engine's own end is left to come.
                Err(RecvTimeoutError::Disconnected) => thread_pause(wake),
            }
            if handler
                .wake_at()
                .is_some_and(|at| at <= self.started.elapsed())
            {
                self.tell(handler, Input::Wake);
            }
            if let Some(status) = self.engine.try_wait()?.filter(|_| silent) {
                silent = false;
                self.tell(
                    handler,
                    Input::EngineEnded(End::Exit(status.code().unwrap_or(1))),
                );
            }
        }
        let _ = self.engine.kill();
        let _ = self.engine.wait();
        Ok(self.end.unwrap_or(End::Killed))
    }

    fn tell(&mut self, handler: &mut dyn Handler, input: Input<'_>) {
        for effect in handler.handle(self.started.elapsed(), input) {
            match effect {
                Effect::Command(bytes) => {
                    let written = self.input.as_mut().map(|it| it.write_all(&bytes).is_ok());
                    if written == Some(false) {
                        self.input = None;
                    }
                }
                Effect::Response(bytes) if !self.closed => {
                    let mut out = io::stdout().lock();
                    self.closed = out.write_all(&bytes).and_then(|()| out.flush()).is_err();
                }
                Effect::Response(_) => (),
                Effect::Stderr(bytes) => super::complain(&bytes),
                Effect::CloseInput => self.input = None,
                Effect::CloseOutput => self.closed = true,
                Effect::Stall => self.stalled = true,
                Effect::Waste(it) => self.wasted.waste(it, self.started.elapsed()),
                Effect::End(end) => self.end = Some(end),
            }
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "there is nothing left to wait on"
)]
fn thread_pause(time: Duration) {
    thread::sleep(time);
}

/// Starts the engine with pipes for its input and output; its standard error is ours.
#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
fn spawn(spec: &Spec) -> io::Result<Child> {
    let mut command = Command::new(&spec.program);
    command
        .args(&spec.args)
        .envs(spec.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    if let Some(cwd) = &spec.cwd {
        command.current_dir(cwd);
    }
    command.spawn()
}
