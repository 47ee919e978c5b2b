//! Runs a GUI to its end, or until its time is over.

use std::time::Duration;

use crate::{
    link::{self, EngineSpec, ReceivedKind, SessionCaps, StartError},
    transcript::SessionEnd,
};

/// The interval at which the delay by the busy host is measured.
const LATENESS_MEASURING_INTERVAL: Duration = Duration::from_millis(250);

/// On a busy host, or while the GUI and its engine still send lines, the time limit of the GUI is extended by at most
/// this many times its length. A GUI in an endless loop waits for a processor all the time, or sends lines all the time,
/// so without a maximum its time limit would be extended again and again.
const MAX_EXTENSION_FACTOR: u32 = 4;

/// A GUI does not hang as long as its recordings have grown within this time.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait for the end of a killed GUI.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum number of bytes that are kept of each output of the GUI (standard output and standard error).
const MAX_KEPT_OUTPUT_BYTES: usize = 256 << 10;

/// The caps on a GUI: its lines are limited in length, but neither its output nor its memory is limited.
const GUI_CAPS: SessionCaps = SessionCaps {
    max_line_bytes: 1 << 20,
    max_output_bytes: u64::MAX,
    max_memory_kib: None,
};

/// One run of the GUI.
#[derive(Clone, Debug, Default)]
pub(super) struct GuiProcess {
    /// How the GUI ended, or `None` if it did not end in time.
    pub(super) end: Option<SessionEnd>,
    pub(super) run_time: Duration,
    /// The time limit of the GUI, not extended for a busy host.
    pub(super) time_limit: Duration,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// How long the busy host may have delayed the GUI and its engine, or `None` if the system does not measure this.
    pub(super) host_lateness: Option<Duration>,
    pub(super) is_interrupted: bool,
}

impl GuiProcess {
    /// Starts the GUI and waits for its end. If a busy host delays the GUI, the delay does not count towards the time
    /// limit. The time limit is extended while `recorded_bytes`, the size of the recordings, grows: a slow engine, not
    /// the GUI, may take the time.
    ///
    /// When this function returns, the GUI and all processes that it started have ended.
    pub(super) fn run(
        mut spec: EngineSpec,
        time_limit: Duration,
        recorded_bytes: impl Fn() -> u64,
    ) -> Result<GuiProcess, StartError> {
        spec.caps = GUI_CAPS;
        let mut gui = link::start_engine_link(&spec)?;
        gui.close_input();
        let mut run = GuiProcess {
            time_limit,
            host_lateness: Some(Duration::ZERO),
            ..GuiProcess::default()
        };
        let mut next_measurement = LATENESS_MEASURING_INTERVAL;
        let mut is_killed = false;
        let mut deadline = time_limit;
        let (mut recorded, mut recorded_at) = (0, Duration::ZERO);
        loop {
            let received = gui.wait(deadline.min(next_measurement));
            match received.kind {
                ReceivedKind::Line(line) => keep_line(&mut run.stdout, &line, b"\n"),
                ReceivedKind::Unterminated(bytes) => keep_line(&mut run.stdout, &bytes, b""),
                // The program in the engine's place is ponderhit; what it says is no report of the GUI.
                ReceivedKind::Stderr(line) if line.starts_with(b"ponderhit: ") => (),
                ReceivedKind::Stderr(line) => keep_line(&mut run.stderr, &line, b"\n"),
                ReceivedKind::End(end) => {
                    run.end = (!is_killed).then_some(end);
                    break;
                }
                ReceivedKind::Eof | ReceivedKind::Fact(_) | ReceivedKind::Timeout => (),
            }
            let now = gui.now();
            if is_killed && now >= deadline {
                break;
            }
            if now >= next_measurement && !is_killed {
                next_measurement = now + LATENESS_MEASURING_INTERVAL;
                let late = gui.host_lateness();
                run.host_lateness = run.host_lateness.zip(late).map(|(sum, more)| sum + more);
                let extension = run.host_lateness.unwrap_or_default();
                deadline = time_limit + extension.min(time_limit * MAX_EXTENSION_FACTOR);
                let bytes = recorded_bytes();
                if bytes != recorded {
                    (recorded, recorded_at) = (bytes, now);
                }
                let latest = time_limit * (1 + MAX_EXTENSION_FACTOR);
                if recorded > 0 {
                    deadline = deadline.max(latest.min(recorded_at + PROGRESS_TIMEOUT));
                }
            }
            run.is_interrupted |= link::was_interrupted();
            if !is_killed && (now >= deadline || run.is_interrupted) {
                is_killed = true;
                gui.kill();
                deadline = now + KILL_TIMEOUT;
                next_measurement = deadline;
            }
        }
        run.run_time = gui.now();
        Ok(run)
    }
}

fn keep_line(kept: &mut Vec<u8>, line: &[u8], end: &[u8]) {
    let room = MAX_KEPT_OUTPUT_BYTES.saturating_sub(kept.len());
    kept.extend(line.iter().chain(end).take(room));
}
