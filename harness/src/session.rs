//! A session: plays a script against an engine, records a transcript, and ends the engine.
//!
//! Failures of the engine are recorded in the transcript, not returned as errors. A script only controls the
//! conversation; the caller decides whether an unmet expectation is a finding.

mod conversation;
mod handshake;
mod overdue_wait;
pub(crate) mod recorder;
mod script_file;
pub(crate) mod script_player;
pub(crate) mod session_end;
mod settings_effect;
mod simulated_interface;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

pub use conversation::Conversation;
pub use overdue_wait::OverdueWaitObserver;

use crate::{
    link::Link,
    message::Message,
    protocol::{self, FOR_GAME_DIRECTIVE, JudgeResult, Protocol},
    transcript::{Event, EventKind, Script, Transcript},
};

/// The settings of a session. The timeouts in these settings are already multiplied by `timeout_scale`.
#[derive(Clone, Debug)]
pub struct SessionSettings {
    /// How long to wait for an expected line, if the script has no `@within` for this line.
    pub line_timeout: Duration,
    /// How long the engine may take for the handshake.
    pub startup_timeout: Duration,
    /// The factor that makes every deadline longer; the session writes it into the transcript for the rules.
    pub timeout_scale: f64,
    /// Options that the session sets after the handshake, even if the engine did not announce them.
    pub options: Vec<(String, String)>,
    /// Lines that the session sends after the handshake and after the options.
    pub initial_lines: Vec<Vec<u8>>,
    /// The waits that timed out in earlier sessions and are shortened in this one; `None` means that no wait is
    /// shortened.
    pub timeout_history: Option<Arc<TimeoutHistory>>,
    /// The time limit of the session. When this time limit is reached, the session kills the engine and ends the
    /// transcript with `cut`.
    pub session_time_limit: Option<Duration>,
    /// A function that receives each event as soon as the event is recorded, so that the session can be shown while it
    /// runs.
    pub event_listener: Option<EventListener>,
    /// The observer that is notified when a wait of this session is overdue.
    pub overdue_wait_observer: Option<Arc<dyn OverdueWaitObserver>>,
}

/// A function that receives every event of a session.
#[derive(Clone)]
pub struct EventListener(Arc<dyn Fn(&Event) + Send + Sync>);

impl EventListener {
    pub fn new(listener: impl Fn(&Event) + Send + Sync + 'static) -> EventListener {
        EventListener(Arc::new(listener))
    }
}

impl fmt::Debug for EventListener {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("EventListener")
    }
}

/// The waits that timed out in earlier sessions with the same engine. The first wait of a kind has the full timeout; if
/// it times out, later waits of this kind are shortened. A shortened wait does not prove that the engine missed a
/// deadline, so no rule is violated because of a shortened wait.
#[derive(Debug, Default)]
pub struct TimeoutHistory {
    timed_out_waits: Mutex<BTreeMap<WaitKind, usize>>,
}

/// The kind of a wait: the expected answer, and whether the engine is searching during the wait.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WaitKind {
    is_searching: bool,
    awaited_answer: String,
}

impl WaitKind {
    /// Returns whether the session waits for this answer.
    pub(crate) fn awaits(&self, answer: &[u8]) -> bool {
        self.awaited_answer.as_bytes() == answer
    }

    #[cfg(test)]
    pub(crate) fn of_idle_engine(awaited_answer: &str) -> WaitKind {
        WaitKind {
            is_searching: false,
            awaited_answer: awaited_answer.to_owned(),
        }
    }
}

impl TimeoutHistory {
    /// The number of waits of one kind that have the full timeout; after so many timeouts, later waits of this kind are
    /// shortened. One wait with the full timeout is enough: if a shortened wait suggests a violation, the session is
    /// repeated without shortened waits to confirm the violation.
    const MAX_FULL_TIMEOUTS: usize = 1;

    /// The timeout of a shortened wait.
    const SHORTENED_TIMEOUT: Duration = Duration::from_millis(500);

    /// Returns the timeout of a wait of this kind.
    fn timeout_of_wait(&self, kind: &WaitKind, full: Duration, scale: f64) -> Duration {
        let known = self
            .timed_out_waits
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match TimeoutHistory::timed_out_before(&known, kind) {
            true => full.min(TimeoutHistory::SHORTENED_TIMEOUT.mul_f64(scale)),
            false => full,
        }
    }

    /// Returns whether a wait of this kind has already timed out with its full timeout.
    pub(crate) fn has_timed_out(&self, kind: &WaitKind) -> bool {
        let known = self.timed_out_waits.lock();
        TimeoutHistory::timed_out_before(&known.unwrap_or_else(PoisonError::into_inner), kind)
    }

    fn timed_out_before(known: &BTreeMap<WaitKind, usize>, kind: &WaitKind) -> bool {
        let timed_out = |kind: &WaitKind| {
            known
                .get(kind)
                .is_some_and(|it| *it >= TimeoutHistory::MAX_FULL_TIMEOUTS)
        };
        // If an idle engine did not answer a command in time, a searching engine will not answer the same command
        // either.
        let at_rest = WaitKind {
            is_searching: false,
            ..kind.clone()
        };
        timed_out(kind) || timed_out(&at_rest)
    }

    /// Adds the timed-out waits of another `TimeoutHistory` to this one.
    pub(crate) fn extend(&self, other: &TimeoutHistory) {
        let others = other.timed_out_waits.lock();
        let others = others.unwrap_or_else(PoisonError::into_inner).clone();
        for kind in others.into_keys() {
            self.record_timeout(kind);
        }
    }

    /// Records a wait that timed out. Returns true if this wait had a shortened timeout.
    pub(crate) fn record_timeout(&self, kind: WaitKind) -> bool {
        let mut known = self
            .timed_out_waits
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let brief = TimeoutHistory::timed_out_before(&known, &kind);
        *known.entry(kind).or_default() += 1;
        brief
    }
}

impl SessionSettings {
    /// Returns the default settings: both timeouts are ten seconds, multiplied by `scale`.
    pub fn with_timeout_scale(scale: f64) -> SessionSettings {
        SessionSettings {
            line_timeout: Duration::from_secs(10).mul_f64(scale),
            startup_timeout: Duration::from_secs(10).mul_f64(scale),
            timeout_scale: scale,
            options: Vec::new(),
            initial_lines: Vec::new(),
            timeout_history: None,
            session_time_limit: None,
            event_listener: None,
            overdue_wait_observer: None,
        }
    }
}

/// The result of playing a script.
#[derive(Clone, Debug)]
pub struct PlayedSession {
    pub transcript: Transcript,
    /// The findings of the rules in this session.
    pub judge_result: JudgeResult,
    /// The unmet expectation that ended the script early, if any.
    pub unmet_expectation: Option<UnmetExpectation>,
    /// Whether the engine ran but did not answer any more, or exceeded a cap on its output or memory.
    pub has_hung: bool,
    /// Whether the engine was searching when the script ended.
    pub was_searching: bool,
    /// The index of the first event of the exchanges after a lost answer that prove that the answer was lost, if the
    /// session has such exchanges.
    pub proof_of_lost_answer: Option<usize>,
    /// Whether the transcript ends with `cut`, because the user interrupted the run or the time limit was reached.
    pub was_interrupted: bool,
    /// The total time of the waits that timed out.
    pub timed_out_wait_time: Duration,
    /// The user's options (`--setoption`) and initial lines (`--init`) that probably have no effect on the engine.
    pub settings_without_effect: Vec<Message>,
    /// What the engine lacks, if the script ended at a directive `@needs`.
    pub missing_capability: Option<String>,
}

impl PlayedSession {
    /// Returns whether the busy host delayed the session, or may have delayed it. If the host delayed the session, a
    /// missing answer may be the fault of the host.
    pub(crate) fn was_delayed_by_host(&self) -> bool {
        let mut events = self.transcript.events.iter();
        events.any(|it| matches!(&it.kind, EventKind::Fact(fact) if protocol::is_lateness(fact)))
    }
}

/// An expectation of the script that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmetExpectation {
    /// The line number in the script, counted from 1.
    pub line_number: usize,
    /// The line of the script with the unmet expectation.
    pub expected: String,
    /// The reason why the expectation was not met: another line was received, or the wait timed out.
    pub reason: Message,
    /// Whether the wait timed out before a matching line was received.
    pub timed_out: bool,
    /// The index of the event (another line, or a silence) that was recorded instead of the expected line.
    pub event_index: Option<usize>,
}

/// The protocol to play the script with: if the user named no game, the protocol plays the game that the script names.
fn protocol_for_script<'a>(protocol: &'a dyn Protocol, script: &Script) -> &'a dyn Protocol {
    let games = script.directive(FOR_GAME_DIRECTIVE).unwrap_or_default();
    let mut games = games.split_whitespace();
    match (protocol.game(), games.next(), games.next()) {
        (None, Some(only), None) => protocol.restricted_to_game(only).map_or(protocol, |it| it),
        _ => protocol,
    }
}

/// Plays `script` over `link` up to the first unmet expectation. After the script, this function ends the engine in
/// steps: quit, wait, terminate, kill.
pub fn play_session(
    protocol: &dyn Protocol,
    link: &mut dyn Link,
    script: &Script,
    settings: &SessionSettings,
) -> PlayedSession {
    let protocol = protocol_for_script(protocol, script);
    let mut recorder = recorder::Recorder::new(protocol, link, settings);
    let unmet = script_player::run(&mut recorder, script);
    let busy = recorder.is_searching();
    let hung = session_end::end_session(&mut recorder, unmet.as_ref());
    recorder.into_played_session(unmet, hung, busy)
}
