//! The first session: does the engine start and shake hands at all? If not, says what happened in its place.

use std::sync::Arc;

use super::{
    Stage,
    digest::{Session, digest},
    select::{self, Chosen},
};
use crate::{
    launch::detect::{self, UNFLUSHED, describe_end},
    link,
    protocol::{self, Protocol},
    readable::{cut, readable},
    scenarios::{Origin, Scenario},
    session::{self, Played, Settings, Unmet},
    transcript::{Event, EventKind, Script, Speaker},
};

/// What the session is called in a report.
pub(super) const ID: &str = "start";

/// How long the other protocols may take to be recognised.
const OTHERS: std::time::Duration = std::time::Duration::from_secs(3);

/// What became of the first session.
#[derive(Default)]
pub(super) struct Started {
    pub(super) engine_name: Option<String>,
    /// The engine could not be started, or never got through its handshake.
    pub(super) failed: bool,
    /// The sentence that says so.
    pub(super) problem: Option<String>,
    /// The session, if it is all there is to judge.
    pub(super) session: Option<Session>,
}

/// The line of the script that shakes hands.
const HANDSHAKE: usize = 1;

/// Starts the engine, shakes hands, and ends it. An engine that then answers nothing is judged by that, if it does so
/// twice.
pub(super) fn shake(stage: &Stage<'_>) -> Started {
    let mut started = Started {
        engine_name: None,
        failed: true,
        problem: None,
        session: None,
    };
    let mut attempt = 1;
    let played = loop {
        match play(stage, attempt) {
            Err(problem) => {
                started.problem = Some(problem);
                return started;
            }
            Ok(played) if attempt == 1 && shook(stage, &played) && played.hung => attempt += 1,
            Ok(played) => break played,
        }
    };
    started.engine_name.clone_from(&played.judged.engine_name);
    started.failed = !shook(stage, &played) && !played.interrupted;
    if started.failed {
        started.problem = Some(problem(stage, &played));
    }
    let unanswered = !played.judged.shook_hands;
    if started.failed || unanswered || (played.hung && !played.interrupted) {
        let chosen = Chosen {
            scenario: Scenario::new(ID, script(stage), Origin::Embedded),
            rules: stage.request.selection.rules.clone(),
            lines: Vec::new(),
            file: None,
        };
        started.session = Some(digest(stage, &chosen, played, None));
    }
    started
}

/// The handshake of the profile's interface, and a look whether the engine answers then: an answer that does not come
/// at rest is waited for briefly by all sessions after this one.
fn script(stage: &Stage<'_>) -> Script {
    let profile = stage.request.profile.as_deref().unwrap_or(select::FULL);
    let script = stage.request.protocol.start_script(profile);
    Script::parse(script).unwrap_or_default()
}

/// Plays the first session, or plays it once more; the error says why the engine does not start.
fn play(stage: &Stage<'_>, attempt: usize) -> Result<Played, String> {
    let request = stage.request;
    let mut link = link::spawn(&request.spec).map_err(|err| err.to_string())?;
    let settings = Settings {
        // What is in vain once may be by accident.
        timeout_history: (attempt > 1).then(|| Arc::clone(&stage.timeout_history)),
        ..request.settings.clone()
    };
    let played = session::play(request.protocol, link.as_mut(), &script(stage), &settings);
    drop(link);
    stage.breaker.note(&played, attempt > 1);
    let name = request.protocol.name();
    let id = format!("{name}/{ID}");
    let transcript = &played.transcript;
    stage.observer.recorded(name, &id, attempt, transcript);
    Ok(played)
}

/// Whether the engine got through its handshake. Hands that are shaken after we have given up waiting do not count.
/// A certain interface goes on without an answer.
fn shook(stage: &Stage<'_>, played: &Played) -> bool {
    let unshaken = |it: &Unmet| it.line == HANDSHAKE;
    let goes_on = script(stage).directive("handshake").is_some();
    (played.judged.shook_hands || goes_on) && !played.unmet.as_ref().is_some_and(unshaken)
}

/// What we said, what came, and what to try.
fn problem(stage: &Stage<'_>, played: &Played) -> String {
    let protocol = stage.request.protocol;
    let beats = protocol.dialogue().handshake();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = beats
        .first()
        .map(|it| text(&it.command))
        .unwrap_or_default();
    let awaited = beats
        .last()
        .map(|it| text(it.answer.source()))
        .unwrap_or_default();
    let title = protocol.title();
    let mut sentences = vec![format!(
        "The engine did not get through its {title} handshake: we sent `{said}` and waited for `{awaited}`, but {}.",
        what_came(stage, played)
    )];
    if heard(played).first().is_some_and(|it| *it == said) {
        sentences.push("It repeats what it is sent: is it an engine at all?".to_owned());
    }
    if greeted_late(stage, played) {
        sentences.push(UNFLUSHED.to_owned());
    }
    if let Some(line) = stderr(played) {
        sentences.push(format!("On its standard error it said `{line}`."));
    }
    sentences.extend(others(stage).map(|it| {
        let (title, name) = (it.title(), it.name());
        format!("But it answers like a {title} engine: try `--protocol {name}`.")
    }));
    sentences.join(" ")
}

/// Whether the answer came once we had said farewell.
fn greeted_late(stage: &Stage<'_>, played: &Played) -> bool {
    let events = &played.transcript.events;
    let patient = events
        .iter()
        .position(|it| matches!(it.kind, EventKind::Silence(_)));
    let dialogue = stage.request.protocol.dialogue();
    let beats = dialogue.handshake();
    let (Some(patient), Some(beat)) = (patient, beats.last()) else {
        return false;
    };
    events[patient..].iter().any(|it| match &it.kind {
        EventKind::Line(Speaker::Engine, line) => dialogue.answers(beat, line),
        _ => false,
    })
}

fn what_came(stage: &Stage<'_>, played: &Played) -> String {
    let lines = heard(played);
    let seconds = stage.request.settings.startup_timeout.as_secs_f64();
    match (lines.first(), lines.len(), ended(played)) {
        (None, _, Some(ended)) => format!("{ended} without a word"),
        (None, _, None) => format!("it printed nothing for {seconds} s"),
        (Some(line), 1, Some(ended)) => format!("it printed `{line}`, and {ended}"),
        (Some(line), 1, None) => format!("it printed `{line}`, and nothing more for {seconds} s"),
        (Some(line), count, None) => {
            format!("it printed {count} other lines in {seconds} s, the first one `{line}`")
        }
        (Some(line), count, Some(ended)) => {
            format!("it printed {count} other lines, the first one `{line}`, and {ended}")
        }
    }
}

/// How the engine ended, if it was not us who ended it after waiting in vain.
fn ended(played: &Played) -> Option<String> {
    waiting(played).find_map(|it| match &it.kind {
        EventKind::End(end) => describe_end(end),
        _ => None,
    })
}

/// The events up to the moment when we lost our patience.
fn waiting(played: &Played) -> impl Iterator<Item = &Event> {
    let patient = |it: &&Event| !matches!(it.kind, EventKind::Silence(_));
    played.transcript.events.iter().take_while(patient)
}

/// What the engine printed, short and safe to show.
fn heard(played: &Played) -> Vec<String> {
    let lines = waiting(played).filter_map(|it| match &it.kind {
        EventKind::Line(Speaker::Engine, bytes) | EventKind::Chunk(Speaker::Engine, bytes) => {
            Some(short(bytes))
        }
        _ => None,
    });
    lines.collect()
}

fn stderr(played: &Played) -> Option<String> {
    played
        .transcript
        .events
        .iter()
        .rev()
        .find_map(|it| match &it.kind {
            EventKind::Stderr(line) if !line.trim_ascii().is_empty() => Some(short(line)),
            _ => None,
        })
}

fn short(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(400)];
    cut(&readable(start), 80)
}

/// Another protocol that the engine answers to.
fn others(stage: &Stage<'_>) -> Option<&'static dyn Protocol> {
    let request = stage.request;
    let own = request.protocol.name();
    let others: Vec<_> = protocol::ALL
        .iter()
        .copied()
        .filter(|it| it.name() != own)
        .collect();
    let probe = detect::probe(
        &request.spec,
        &others,
        OTHERS.mul_f64(request.settings.scale),
    );
    probe.ok()?.answered.first().copied()
}
