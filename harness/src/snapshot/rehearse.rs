//! Plays a snapshot to its end, whatever the engine says, and takes down what came after each command.

use std::ops::Range;

use crate::{
    session::{
        Unmet,
        play::{Pending, Wanted, meets, play},
        recorder::{Recorder, Unread},
    },
    transcript::{End, Pattern, Script, Speaker, Step, StepKind},
};

/// What came between two things that a script does.
pub(super) struct Exchange {
    /// The steps that say what was to come.
    pub(super) steps: Range<usize>,
    /// What came, with its events.
    pub(super) heard: Vec<(usize, Unread)>,
    /// Something was due, and did not come.
    hangs: bool,
}

/// A script that was played to its end, and what came of it.
pub(super) struct Rehearsal {
    pub(super) exchanges: Vec<Exchange>,
    /// How the engine ended, if it did before we ended it.
    pub(super) end: Option<End>,
    /// What kept the script from going on.
    pub(super) stopped: Option<Unmet>,
    /// Why nobody should take what came for what the engine is meant to say.
    pub(super) flaw: Option<&'static str>,
}

/// Plays everything that the script does. Only what cannot be done ends it early.
pub(super) fn run(recorder: &mut Recorder<'_>, script: &Script) -> Rehearsal {
    // Where nothing at all is expected, everything that comes is waited for.
    let bare = !script.steps.iter().any(|it| is_expectation(&it.kind));
    let mut pending = Pending::default();
    let (mut exchanges, mut stopped) = (Vec::new(), None);
    let (mut from, mut due) = (0, false);
    for (index, step) in script.steps.iter().enumerate() {
        if !acts(step) {
            continue;
        }
        exchanges.push(settle(recorder, &script.steps, from..index, due, bare));
        from = index + 1;
        if recorder.interrupted {
            break;
        }
        if matches!(step.kind, StepKind::End(_)) {
            await_end(recorder, &mut exchanges);
            break;
        }
        if let Err(unmet) = play(recorder, step, &mut pending) {
            stopped = Some(unmet);
            break;
        }
        due = recorder.dialogue.expects();
    }
    if stopped.is_none() {
        let rest = from..script.steps.len();
        exchanges.push(settle(recorder, &script.steps, rest, due, bare));
    }
    let end = recorder.how_it_ended().cloned();
    let hangs = exchanges.iter().any(|it| it.hangs);
    Rehearsal {
        flaw: flaw(recorder, hangs, end.as_ref()),
        exchanges,
        end,
        stopped,
    }
}

/// What is wrong with an engine that hangs, dies, or leaves before it was told to.
fn flaw(recorder: &Recorder<'_>, hangs: bool, end: Option<&End>) -> Option<&'static str> {
    let told = recorder.input_closed || recorder.dialogue.farewell().is_none();
    match end {
        _ if hangs => Some("the engine did not give an answer that was due"),
        Some(End::Exit(0)) if told => None,
        Some(End::Exit(0)) => Some("the engine left before it was told to"),
        Some(_) => Some("the engine died"),
        None => None,
    }
}

/// Whether a step does something, rather than say what is to come or what holds for the whole.
pub(super) fn acts(step: &Step) -> bool {
    match &step.kind {
        StepKind::Send(_)
        | StepKind::Chunk(Speaker::Interface, _)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::End(_) => true,
        StepKind::Directive { name, .. } => ACTING.contains(&name.as_str()),
        StepKind::Blank
        | StepKind::Comment
        | StepKind::Chunk(Speaker::Engine, _)
        | StepKind::Expect(_)
        | StepKind::Match(_)
        | StepKind::Forbid(_)
        | StepKind::Skip
        | StepKind::Stderr(_)
        | StepKind::Fact(_) => false,
    }
}

/// The directives that say something to the engine.
const ACTING: [&str; 8] = [
    "ready",
    "handshake",
    "game",
    "idle",
    "measure",
    "setoption",
    "each-option",
    "each-option-wrong",
];

/// Whether a step says what is to come.
pub(super) fn is_expectation(kind: &StepKind) -> bool {
    wanted(kind).is_some() || matches!(kind, StepKind::Forbid(_) | StepKind::Skip)
}

/// The line that a step waits for.
pub(super) fn wanted(kind: &StepKind) -> Option<Wanted<'_>> {
    match kind {
        StepKind::Expect(line) => Some(Wanted::Line(line)),
        StepKind::Match(pattern) => Some(Wanted::Match(pattern)),
        StepKind::Chunk(Speaker::Engine, bytes) => Some(Wanted::Bytes(bytes)),
        _ => None,
    }
}

/// Waits for what is to come before the next thing is done: for what was `due`, which is there once
/// nothing is expected any more; else for the last line that the script has.
fn settle(
    recorder: &mut Recorder<'_>,
    all: &[Step],
    steps: Range<usize>,
    due: bool,
    bare: bool,
) -> Exchange {
    let expectations: Vec<&Step> = all[steps.clone()]
        .iter()
        .filter(|it| wanted(&it.kind).is_some())
        .collect();
    let last = expectations.last().copied();
    let alike = |it: &&&Step| last.is_some_and(|last| last.kind == it.kind);
    let times = expectations.iter().filter(alike).count();
    let due = due && (bare || last.is_some());
    let started = recorder.link.now();
    let (mut heard, mut hangs) = (Vec::new(), false);
    let (mut met, mut seen) = (0, 0);
    loop {
        heard.extend(recorder.unread.drain(..));
        met += last.map_or(0, |it| count(recorder, it, &heard[seen..]));
        seen = heard.len();
        let met = last.is_none() || met >= times;
        let over = if due {
            !recorder.dialogue.expects()
        } else {
            met
        };
        if over || recorder.done() {
            break;
        }
        if !recorder.record_next_within(started, recorder.settings.timeout) {
            recorder.record_silence(started);
            hangs = due;
            break;
        }
    }
    bind(recorder, &expectations, &heard);
    Exchange {
        steps,
        heard,
        hangs,
    }
}

/// How many of the lines meet an expectation.
fn count(recorder: &Recorder<'_>, step: &Step, heard: &[(usize, Unread)]) -> usize {
    let meets = |it: &&(usize, Unread)| {
        let wanted = wanted(&step.kind);
        wanted.is_some_and(|wanted| meets(recorder.protocol, &wanted, &it.1).is_some())
    };
    heard.iter().filter(meets).count()
}

/// Binds the names that later lines may use.
fn bind(recorder: &mut Recorder<'_>, expectations: &[&Step], heard: &[(usize, Unread)]) {
    let mut rest = heard.iter();
    for step in expectations {
        let names = |it: &Pattern| it.names().next().is_some();
        let wanted = match &step.kind {
            StepKind::Match(pattern) if names(pattern) => Wanted::Match(pattern),
            _ => continue,
        };
        let mut tried = rest.clone();
        if let Some(captures) = tried.find_map(|it| meets(recorder.protocol, &wanted, &it.1)) {
            recorder.captures.merge(captures);
            rest = tried;
        }
    }
}

/// Waits for the engine's own end; what it says until then belongs to what came before.
fn await_end(recorder: &mut Recorder<'_>, exchanges: &mut [Exchange]) {
    let started = recorder.link.now();
    recorder.record_until(started + recorder.settings.timeout);
    recorder.record_silence(started);
    if let Some(last) = exchanges.last_mut() {
        last.hangs |= !recorder.ended;
        last.heard.extend(recorder.unread.drain(..));
    }
}
