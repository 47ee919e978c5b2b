//! The proxy on systems without `poll`: one thread reads from the interface, and one thread reads from the engine.

use std::{
    io::{self, Read, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::Duration,
};

use super::{ProxyAction, ProxyHandler, ProxyInput, WastedResources};
use crate::{
    link::{
        clock::Stopwatch,
        engine_spec::EngineSpec,
        job_object::{self, EngineJob},
    },
    transcript::SessionEnd,
};

/// The maximum number of chunks of input and output in the queue; a full queue makes the reading
/// threads wait (backpressure).
const MAX_QUEUED_CHUNKS: usize = 64;

/// How often to check whether the engine has ended.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(10);

enum ReadChunk {
    Interface(Vec<u8>),
    Engine(Vec<u8>),
}

/// Runs the proxy between the standard streams and an engine, and returns how this process must end.
///
/// # Errors
/// Returns an error only if the proxy itself fails. Events of the engine, such as a crash, are passed to the handler.
pub fn run_proxy(spec: &EngineSpec, handler: &mut dyn ProxyHandler) -> io::Result<SessionEnd> {
    job_object::tie_processes_to_this_process();
    let mut engine = spawn_engine(spec)?;
    let job = EngineJob::for_engine(&engine);
    let (sender, chunks) = sync_channel(MAX_QUEUED_CHUNKS);
    if let Some(output) = engine.stdout.take() {
        spawn_reader(output, sender.clone(), ReadChunk::Engine);
    }
    spawn_reader(io::stdin(), sender, ReadChunk::Interface);
    let proxy = Proxy {
        input: engine.stdin.take(),
        engine,
        job,
        started: Stopwatch::start(),
        output_closed: false,
        output_reader_closed: false,
        is_stalled: false,
        wasted: WastedResources::default(),
        end: None,
    };
    proxy.run_until_end(&chunks, handler)
}

/// Starts a thread that reads a stream to its end and sends each chunk to the proxy; an empty chunk
/// marks the end.
#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start threads"
)]
fn spawn_reader(
    mut from: impl Read + Send + 'static,
    to: SyncSender<ReadChunk>,
    chunk: fn(Vec<u8>) -> ReadChunk,
) {
    thread::spawn(move || {
        let mut buffer = [0; 16 << 10];
        loop {
            let length = from.read(&mut buffer).unwrap_or(0);
            if to.send(chunk(buffer[..length].to_vec())).is_err() || length == 0 {
                return;
            }
        }
    });
}

struct Proxy {
    engine: Child,
    /// The processes that the engine started end with the proxy.
    job: EngineJob,
    input: Option<ChildStdin>,
    started: Stopwatch,
    /// The output to the interface is closed, so no more bytes are sent.
    output_closed: bool,
    /// A write failed because the interface has closed its end of the output pipe.
    output_reader_closed: bool,
    is_stalled: bool,
    wasted: WastedResources,
    end: Option<SessionEnd>,
}

impl Proxy {
    fn run_until_end(
        mut self,
        chunks: &Receiver<ReadChunk>,
        handler: &mut dyn ProxyHandler,
    ) -> io::Result<SessionEnd> {
        let mut silent = false;
        self.dispatch_input(handler, ProxyInput::HostLate(None));
        while self.end.is_none() {
            let now = self.started.elapsed();
            let wake = handler.next_wake_time().map_or(EXIT_POLL_INTERVAL, |at| {
                at.saturating_sub(now).min(EXIT_POLL_INTERVAL)
            });
            let wake = self.wasted.event_wait_time(now, wake);
            match chunks.recv_timeout(wake) {
                Ok(_) if self.is_stalled => (),
                Ok(ReadChunk::Interface(it)) if it.is_empty() => {
                    self.dispatch_input(handler, ProxyInput::InterfaceClosed);
                }
                Ok(ReadChunk::Engine(it)) if it.is_empty() => {
                    silent = true;
                    self.dispatch_input(handler, ProxyInput::EngineClosed);
                }
                Ok(ReadChunk::Interface(it)) => {
                    self.dispatch_input(handler, ProxyInput::Interface(&it))
                }
                Ok(ReadChunk::Engine(it)) => self.dispatch_input(handler, ProxyInput::Engine(&it)),
                Err(RecvTimeoutError::Timeout) => (),
                // The streams of the interface and the engine are closed, so the loop only waits for the end of the
                // engine.
                Err(RecvTimeoutError::Disconnected) => sleep_thread(wake),
            }
            if handler
                .next_wake_time()
                .is_some_and(|at| at <= self.started.elapsed())
            {
                self.dispatch_input(handler, ProxyInput::Wake);
            }
            // An engine whose output nothing reads may never end by itself.
            if std::mem::take(&mut self.output_reader_closed) {
                self.dispatch_input(handler, ProxyInput::InterfaceStoppedReading);
                self.job.kill();
                let _ = self.engine.kill();
            }
            if let Some(status) = self.engine.try_wait()?.filter(|_| silent) {
                silent = false;
                self.dispatch_input(
                    handler,
                    ProxyInput::EngineEnded(SessionEnd::Exit(status.code().unwrap_or(1))),
                );
            }
        }
        self.job.kill();
        let _ = self.engine.kill();
        let _ = self.engine.wait();
        Ok(self.end.unwrap_or(SessionEnd::Killed))
    }

    fn dispatch_input(&mut self, handler: &mut dyn ProxyHandler, input: ProxyInput<'_>) {
        for effect in handler.handle_input(self.started.elapsed(), input) {
            match effect {
                ProxyAction::Command(bytes) => {
                    let written = self.input.as_mut().map(|it| it.write_all(&bytes).is_ok());
                    if written == Some(false) {
                        self.input = None;
                    }
                }
                ProxyAction::Response(bytes) if !self.output_closed => {
                    let mut out = io::stdout().lock();
                    self.output_reader_closed =
                        out.write_all(&bytes).and_then(|()| out.flush()).is_err();
                    self.output_closed = self.output_reader_closed;
                }
                ProxyAction::Response(_) => (),
                ProxyAction::Stderr(bytes) => super::write_stderr(&bytes),
                ProxyAction::CloseInput => self.input = None,
                ProxyAction::CloseOutput => self.output_closed = true,
                ProxyAction::Stall => self.is_stalled = true,
                ProxyAction::Waste(it) => self.wasted.waste_resource(it, self.started.elapsed()),
                ProxyAction::End(end) => self.end = Some(end),
            }
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "both pipes are closed, so only sleeping is left"
)]
fn sleep_thread(time: Duration) {
    thread::sleep(time);
}

/// Starts the engine with pipes for its input and output. The engine inherits the standard error of this process.
#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
fn spawn_engine(spec: &EngineSpec) -> io::Result<Child> {
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
