//! A session: plays a script against an engine, records a transcript, and ends the engine.
//!
//! Nothing that the engine does is an error here: the transcript shows it. A script only
//! drives; the caller decides whether an unmet expectation is a finding.

mod conversation;
pub(crate) mod ending;
mod handshake;
mod open;
pub(crate) mod play;
pub(crate) mod recorder;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

pub use conversation::Conversation;

use crate::{
    link::Link,
    message::Message,
    protocol::{Judged, Protocol},
    transcript::{Script, Transcript},
};

/// The settings of a session. Durations are already scaled.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long to wait for an expected line, unless the script has a `@within`.
    pub timeout: Duration,
    /// How long the engine may take for the handshake.
    pub startup_timeout: Duration,
    /// Stretches every deadline; written into the transcript, so that rules know.
    pub scale: f64,
    /// Options to set after the handshake, announced or not.
    pub options: Vec<(String, String)>,
    /// Lines to send after the handshake and the options.
    pub init: Vec<Vec<u8>>,
    /// Timeouts of earlier sessions, which shorten waits; `None` if no wait is shortened.
    pub timeout_history: Option<Arc<TimeoutHistory>>,
    /// The time limit of the session, after which it is cut.
    pub cut_after: Option<Duration>,
}

/// The waits that timed out in earlier sessions with the same engine. A wait times out in full
/// once; after that it is shortened. A shortened wait does not show that a deadline passed, so no rule
/// is violated by it.
#[derive(Debug, Default)]
pub struct TimeoutHistory {
    timed_out: Mutex<BTreeMap<Wait, usize>>,
}

/// The kind of a wait: the expected answer, and whether the engine is searching meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wait {
    busy: bool,
    answer: String,
}

impl TimeoutHistory {
    /// How many waits of one kind may time out in full. A violation is confirmed without shortened waits anyway.
    const FULL: usize = 1;

    /// The timeout of a shortened wait.
    const BRIEF: Duration = Duration::from_millis(500);

    /// The timeout of this wait.
    fn timeout(&self, kind: &Wait, full: Duration, scale: f64) -> Duration {
        let known = self
            .timed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match TimeoutHistory::timed_out_before(&known, kind) {
            true => full.min(TimeoutHistory::BRIEF.mul_f64(scale)),
            false => full,
        }
    }

    fn timed_out_before(known: &BTreeMap<Wait, usize>, kind: &Wait) -> bool {
        let timed_out = |kind: &Wait| {
            known
                .get(kind)
                .is_some_and(|it| *it >= TimeoutHistory::FULL)
        };
        // What an idle engine does not answer, a searching one does not answer either.
        let at_rest = Wait {
            busy: false,
            ..kind.clone()
        };
        timed_out(kind) || timed_out(&at_rest)
    }

    /// Records a wait that timed out. Returns true if it was a shortened one.
    fn record(&self, kind: Wait) -> bool {
        let mut known = self
            .timed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let brief = TimeoutHistory::timed_out_before(&known, &kind);
        *known.entry(kind).or_default() += 1;
        brief
    }
}

impl Settings {
    /// The default timeouts of ten seconds for lines and for the start, times `scale`.
    pub fn scaled(scale: f64) -> Settings {
        Settings {
            timeout: Duration::from_secs(10).mul_f64(scale),
            startup_timeout: Duration::from_secs(10).mul_f64(scale),
            scale,
            options: Vec::new(),
            init: Vec::new(),
            timeout_history: None,
            cut_after: None,
        }
    }
}

/// The result of playing a script.
#[derive(Clone, Debug)]
pub struct Played {
    pub transcript: Transcript,
    /// The judgement of the rules.
    pub judged: Judged,
    /// The expectation at which the script ended early.
    pub unmet: Option<Unmet>,
    /// The engine ran, but did not answer any more, or exceeded a cap.
    pub hung: bool,
    /// The engine was searching when the script ended.
    pub busy: bool,
    /// The user interrupted the run, or the time limit was reached; the transcript is cut.
    pub interrupted: bool,
    /// The time spent on waits that timed out.
    pub timeout_time: Duration,
}

/// An expectation of the script that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// Line of the script, from 1.
    pub line: usize,
    /// The step of the script.
    pub expected: String,
    /// What was received instead, or that the wait timed out.
    pub why: Message,
    /// No matching line was received before the timeout.
    pub timed_out: bool,
    /// The event that was recorded instead: a line, or a silence.
    pub event: Option<usize>,
}

/// Plays `script` over `link` up to the first unmet expectation, then ends the engine: quit, wait,
/// terminate, kill.
pub fn play(
    protocol: &dyn Protocol,
    link: &mut dyn Link,
    script: &Script,
    settings: &Settings,
) -> Played {
    let mut recorder = recorder::Recorder::new(protocol, link, settings);
    let unmet = play::run(&mut recorder, script);
    let busy = recorder.is_busy();
    let hung = ending::end(&mut recorder, unmet.as_ref());
    recorder.into_played(unmet, hung, busy)
}
