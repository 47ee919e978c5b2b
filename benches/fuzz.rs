//! Measures the speed of a `fuzz` campaign, and the speed of a minimal loop that sends the same commands. To run this
//! benchmark, use `cargo bench -p ponderhit-benches --bench fuzz`.
//!
//! To measure on one processor core, run `taskset -c 0 cargo bench -p ponderhit-benches --bench fuzz`.
#![expect(
    clippy::disallowed_methods,
    reason = "the bare loop does without everything that is measured"
)]

use std::{
    io::{Read as _, Write as _},
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ponderhit::{
    fuzz::{
        Finding,
        campaign::{self, CampaignObserver, CampaignRequest},
        campaign_result::CampaignResult,
    },
    link::{self, EngineSpec, Link, Received},
    protocol,
    session::SessionSettings,
};
use rustix::event::{PollFd, PollFlags, poll};

/// The number of commands that each measured campaign sends to its engines.
const COMMAND_COUNT: u64 = 200_000;

/// The bytes of every write to the engine, grouped by session.
type RecordedWrites = Arc<Mutex<Vec<Vec<Vec<u8>>>>>;

/// A connection to the engine that records every write.
struct WriteRecorder {
    link: Box<dyn Link>,
    recorded_writes: RecordedWrites,
}

impl Link for WriteRecorder {
    fn now(&self) -> Duration {
        self.link.now()
    }

    fn send(&mut self, bytes: &[u8]) {
        let mut said = self
            .recorded_writes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        said.last_mut().unwrap().push(bytes.to_vec());
        self.link.send(bytes);
    }

    fn close_input(&mut self) {
        self.link.close_input();
    }

    fn wait(&mut self, until: Duration) -> Received {
        self.link.wait(until)
    }

    fn host_lateness(&mut self) -> Option<Duration> {
        self.link.host_lateness()
    }

    fn terminate(&mut self) {
        self.link.terminate();
    }

    fn kill(&mut self) {
        self.link.kill();
    }
}

struct SilentObserver;

impl CampaignObserver for SilentObserver {
    fn on_progress(&self, _: &CampaignResult) {}
    fn on_finding(&self, _: &Finding) {}
}

/// The path of the example engine `first_move`, which uses almost no processor time.
fn engine_path() -> PathBuf {
    let bench = std::env::current_exe().unwrap();
    let folder = bench.parent().and_then(|it| it.parent()).unwrap();
    let engine = folder.join("examples/first_move");
    assert!(
        engine.exists(),
        "cargo build --release --examples builds {}",
        engine.display()
    );
    engine
}

fn run_campaign(said: Option<&RecordedWrites>) -> CampaignResult {
    let protocol = protocol::find_protocol("ucci").unwrap();
    let engine = engine_path();
    let start = || {
        let link =
            link::start_engine_link(&EngineSpec::new(&engine)).map_err(|err| err.message())?;
        Ok(match said {
            Some(said) => {
                let mut all = said.lock().unwrap_or_else(PoisonError::into_inner);
                all.push(Vec::new());
                Box::new(WriteRecorder {
                    link,
                    recorded_writes: Arc::clone(said),
                })
            }
            None => link,
        })
    };
    let request = CampaignRequest {
        protocol,
        grammar: protocol.fuzz_grammar().unwrap(),
        start_engine: &start,
        starts_engines_ahead: false,
        settings: SessionSettings::with_timeout_scale(1.0),
        seed: 1,
        time_limit: None,
        max_commands: Some(COMMAND_COUNT),
        worker_count: 1,
        rules_as_of: None,
    };
    let campaign = campaign::run_campaign(&request, &[], &SilentObserver);
    assert!(campaign.findings.is_empty() && campaign.campaign_error.is_none());
    campaign
}

/// Sends the recorded writes of each session to a new engine process, with only the system calls `write`, `poll` and
/// `read`. Waits for `readyok` after each `isready`, as a `fuzz` campaign does.
fn replay_writes(said: &[Vec<Vec<u8>>]) {
    for session in said {
        let mut child = Command::new(engine_path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut buffer = vec![0; 1 << 16];
        let (mut asked, mut answered) = (0, 0);
        'session: for bytes in session {
            asked += count_lines(bytes, b"isready\n");
            if input.write_all(bytes).is_err() {
                break;
            }
            let wait = bytes == b"isready\n";
            loop {
                let mut fds = [PollFd::new(&output, PollFlags::IN)];
                let timeout = if wait && answered < asked {
                    None
                } else {
                    Some(&ZERO_TIMEOUT)
                };
                if poll(&mut fds, timeout).unwrap() == 0 {
                    break;
                }
                match output.read(&mut buffer).unwrap() {
                    0 => break 'session,
                    length => answered += count_lines(&buffer[..length], b"readyok\n"),
                }
            }
        }
        drop(input);
        child.wait().unwrap();
    }
}

const ZERO_TIMEOUT: rustix::event::Timespec = rustix::event::Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};

fn count_lines(bytes: &[u8], line: &[u8]) -> usize {
    bytes
        .split_inclusive(|it| *it == b'\n')
        .filter(|it| *it == line)
        .count()
}

fn campaign_speed(criterion: &mut Criterion) {
    let said = RecordedWrites::default();
    let commands = run_campaign(Some(&said)).command_count;
    let said = said.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut group = criterion.benchmark_group("fuzz");
    group.sample_size(10);
    group.throughput(Throughput::Elements(commands));
    group.bench_function("bare loop", |it| it.iter(|| replay_writes(&said)));
    group.bench_function("campaign", |it| it.iter(|| run_campaign(None)));
    group.finish();
}

criterion_group!(benches, campaign_speed);
criterion_main!(benches);
