//! The proxy on systems without `poll`: one thread reads from each side.

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

/// The maximum number of queued pieces; a full queue makes the reading threads wait (backpressure).
const CAPACITY: usize = 64;

/// How often to check whether the engine has ended.
const END_POLL: Duration = Duration::from_millis(10);

enum Piece {
    Interface(Vec<u8>),
    Engine(Vec<u8>),
}

/// Runs the proxy between the standard streams and an engine, and returns how this process must end.
///
/// # Errors
/// Returns an error only if the proxy itself fails. Events of the engine, such as a crash, are passed to the handler.
pub fn run(spec: &Spec, handler: &mut dyn Handler) -> io::Result<End> {
    let mut engine = spawn(spec)?;
    let (sender, pieces) = sync_channel(CAPACITY);
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

/// Starts a thread that reads a stream to its end and sends each piece; an empty piece marks the end.
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
    /// The output to the interface is closed, so no more bytes are sent.
    closed: bool,
    stalled: bool,
    wasted: Wasted,
    end: Option<End>,
}

impl Proxy {
    fn run(mut self, pieces: &Receiver<Piece>, handler: &mut dyn Handler) -> io::Result<End> {
        let mut silent = false;
        self.dispatch(handler, Input::HostLate(None));
        while self.end.is_none() {
            let now = self.started.elapsed();
            let wake = handler
                .wake_at()
                .map_or(END_POLL, |at| at.saturating_sub(now).min(END_POLL));
            let wake = self.wasted.timeout(now, wake);
            match pieces.recv_timeout(wake) {
                Ok(_) if self.stalled => (),
                Ok(Piece::Interface(it)) if it.is_empty() => {
                    self.dispatch(handler, Input::InterfaceClosed);
                }
                Ok(Piece::Engine(it)) if it.is_empty() => {
                    silent = true;
                    self.dispatch(handler, Input::EngineClosed);
                }
                Ok(Piece::Interface(it)) => self.dispatch(handler, Input::Interface(&it)),
                Ok(Piece::Engine(it)) => self.dispatch(handler, Input::Engine(&it)),
                Err(RecvTimeoutError::Timeout) => (),
                // Both sides are closed, so the loop only waits for the end of the engine.
                Err(RecvTimeoutError::Disconnected) => thread_pause(wake),
            }
            if handler
                .wake_at()
                .is_some_and(|at| at <= self.started.elapsed())
            {
                self.dispatch(handler, Input::Wake);
            }
            if let Some(status) = self.engine.try_wait()?.filter(|_| silent) {
                silent = false;
                self.dispatch(
                    handler,
                    Input::EngineEnded(End::Exit(status.code().unwrap_or(1))),
                );
            }
        }
        let _ = self.engine.kill();
        let _ = self.engine.wait();
        Ok(self.end.unwrap_or(End::Killed))
    }

    fn dispatch(&mut self, handler: &mut dyn Handler, input: Input<'_>) {
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
                Effect::Stderr(bytes) => super::write_stderr(&bytes),
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
    reason = "both pipes are closed, so only sleeping is left"
)]
fn thread_pause(time: Duration) {
    thread::sleep(time);
}

/// Starts the engine with pipes for its input and output. The engine inherits standard error.
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
