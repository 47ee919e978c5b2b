//! Plays a script to an engine, writes down what happened, and sees the engine to its end.
//!
//! What the engine does is never an error here: it is what the transcript shows. A script only
//! drives; whether an unmet expectation is a finding is for the caller to say.

mod conduct;
mod conversation;
pub(crate) mod ending;
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
    protocol::{Judged, Protocol},
    transcript::{Script, Transcript},
};

/// What a session needs to know beside its script. Durations are already scaled.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long an expected line is waited for, unless the script says otherwise.
    pub patience: Duration,
    /// How long the engine may take to shake hands.
    pub startup: Duration,
    /// Stretches every deadline; written into the transcript, so that rules know.
    pub scale: f64,
    /// Options to set once the handshake is over, whether announced or not.
    pub options: Vec<(String, String)>,
    /// Lines to send once the handshake is over, after the options.
    pub init: Vec<Vec<u8>>,
    /// What other sessions have learned about waiting; `None` if everything is waited for in full.
    pub learned: Option<Arc<Learned>>,
    /// The session is cut when it has taken so long; `None` if it may take as long as it needs.
    pub cut_after: Option<Duration>,
}

/// What sessions with one engine learn from each other: what it never answers is waited for in full
/// once, and only briefly from then on. A brief wait shows no deadline that passed, so
/// nobody is convicted by it.
#[derive(Debug, Default)]
pub struct Learned {
    in_vain: Mutex<BTreeMap<Wait, usize>>,
}

/// What is waited for, and whether the engine is at work meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wait {
    busy: bool,
    answer: String,
}

impl Learned {
    /// So many waits of one kind are made in full; what is to be believed is waited for again anyway.
    const FULL: usize = 1;

    /// What is left of patience once those were in vain.
    const BRIEF: Duration = Duration::from_millis(500);

    /// How long to wait for what goes by this name.
    fn patience(&self, kind: &Wait, full: Duration, scale: f64) -> Duration {
        let known = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        match Learned::is_in_vain(&known, kind) {
            true => full.min(Learned::BRIEF.mul_f64(scale)),
            false => full,
        }
    }

    fn is_in_vain(known: &BTreeMap<Wait, usize>, kind: &Wait) -> bool {
        let in_vain = |kind: &Wait| known.get(kind).is_some_and(|it| *it >= Learned::FULL);
        // What is not answered by an engine at rest is not answered by one at work either.
        let at_rest = Wait {
            busy: false,
            ..kind.clone()
        };
        in_vain(kind) || in_vain(&at_rest)
    }

    /// Takes down another wait that was in vain. True if that was known before.
    fn was_in_vain(&self, kind: Wait) -> bool {
        let mut known = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        let brief = Learned::is_in_vain(&known, &kind);
        *known.entry(kind).or_default() += 1;
        brief
    }
}

impl Settings {
    /// The usual patience of ten seconds for lines and for the start, times `scale`.
    pub fn scaled(scale: f64) -> Settings {
        Settings {
            patience: Duration::from_secs(10).mul_f64(scale),
            startup: Duration::from_secs(10).mul_f64(scale),
            scale,
            options: Vec::new(),
            init: Vec::new(),
            learned: None,
            cut_after: None,
        }
    }
}

/// What came of playing a script.
#[derive(Clone, Debug)]
pub struct Played {
    pub transcript: Transcript,
    /// What the rules say to it.
    pub judged: Judged,
    /// The expectation at which the script ended early.
    pub unmet: Option<Unmet>,
    /// The engine lived, but answered nothing any more, or went beyond all bounds.
    pub hung: bool,
    /// It was busy when the script ended.
    pub busy: bool,
    /// Somebody interrupted us, or the time of the session was over; the transcript is cut.
    pub interrupted: bool,
    /// Time spent on waits that ended without what was waited for.
    pub waited_in_vain: Duration,
}

/// An expectation of the script that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// Line of the script, from 1.
    pub line: usize,
    /// What the script says there.
    pub expected: String,
    /// What came instead, in words.
    pub why: String,
    /// Nothing fitting came, as long as it was waited for.
    pub in_vain: bool,
    /// The event that came instead, be it silence.
    pub event: Option<usize>,
}

/// Plays `script` over `link` up to the first expectation that is not met, then ends the engine: farewell, wait,
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
