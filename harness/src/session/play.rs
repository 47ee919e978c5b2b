//! The steps of a script, one after the other, up to the first expectation that is not met.

use std::time::Duration;

use super::{
    Unmet, Wait, conduct, open,
    recorder::{Recorder, Unread},
};
use crate::{
    protocol::Protocol,
    readable::readable,
    transcript::{Captures, End, Pattern, Script, Speaker, Step, StepKind, game_spec, rounds},
};

/// What an expectation says.
pub(crate) enum Wanted<'a> {
    Line(&'a [u8]),
    Match(&'a Pattern),
    Bytes(&'a [u8]),
}

impl Wanted<'_> {
    /// What the script says, unless it is about mere bytes.
    fn source(&self) -> Option<&[u8]> {
        match self {
            Wanted::Line(text) => Some(text),
            Wanted::Match(pattern) => Some(pattern.source()),
            Wanted::Bytes(_) => None,
        }
    }
}

/// How much longer a result is waited for once there was another.
const MOOT: Duration = Duration::from_millis(500);

/// The state between steps: what the next expectation has to reckon with.
#[derive(Default)]
pub(crate) struct Pending<'a> {
    within: Option<Duration>,
    skip: bool,
    forbidden: Vec<&'a Pattern>,
    /// Whether options and initial lines were sent.
    settled: bool,
    /// The `@repeat` that is open.
    round: Option<Round>,
}

impl Pending<'_> {
    /// Whether the line ends the `@repeat` that is open.
    fn ends_round(&mut self, recorder: &Recorder<'_>, unread: &Unread) -> bool {
        let Some(round) = &mut self.round else {
            return false;
        };
        let met =
            |it| answers(recorder, it, unread) || accepts_as(recorder, &Wanted::Match(it), unread);
        let over = round.until.as_ref().is_some_and(met);
        if over {
            round.over = true;
            self.forbidden.clear();
        }
        over
    }
}

/// A `@repeat` under way.
struct Round {
    /// The step after it, where every round begins.
    start: usize,
    /// How many rounds are still to come.
    left: u32,
    until: Option<Pattern>,
    /// The names bound before it: what they capture in it is added.
    growing: Vec<String>,
    /// What ends it was said.
    over: bool,
}

/// Plays all steps. The first expectation not met ends the script and is returned.
pub(crate) fn run(recorder: &mut Recorder<'_>, script: &Script) -> Option<Unmet> {
    let mut pending = Pending::default();
    let mut next = 0;
    while let Some(step) = script.steps.get(next) {
        if recorder.interrupted {
            return None;
        }
        next += 1;
        match step.directive() {
            Some(("needs", what)) if !recorder.dialogue.offers(what) => return None,
            Some(("repeat", text)) => pending.round = begin(recorder, text, next),
            Some(("end", _)) => match &mut pending.round {
                Some(round) if round.left > 0 && !round.over => {
                    round.left -= 1;
                    next = round.start;
                }
                _ => pending.round = None,
            },
            _ => match play(recorder, step, &mut pending) {
                Err(unmet) => return Some(unmet),
                Ok(()) => {
                    if pending.round.as_ref().is_some_and(|it| it.over) {
                        next += rest_of_round(&script.steps[next..]);
                    }
                }
            },
        }
    }
    None
}

fn begin(recorder: &Recorder<'_>, text: &str, start: usize) -> Option<Round> {
    let (times, until) = rounds(text)?;
    let names = recorder.captures.iter().map(|(name, _)| name.to_owned());
    Some(Round {
        start,
        left: times - 1,
        until,
        growing: names.collect(),
        over: false,
    })
}

/// How many steps there are before the `@end`.
fn rest_of_round(steps: &[Step]) -> usize {
    let end = |it: &Step| it.directive().is_some_and(|(name, _)| name == "end");
    steps.iter().position(end).unwrap_or(steps.len())
}

/// Plays one step.
pub(crate) fn play<'a>(
    recorder: &mut Recorder<'_>,
    step: &'a Step,
    pending: &mut Pending<'a>,
) -> Result<(), Unmet> {
    match &step.kind {
        StepKind::Send(template) => {
            let clock = |time| recorder.dialogue.clock(time);
            let line = template.fill(&recorder.captures, &clock);
            let line = line.map_err(|name| unmet(step, format!("{{{name}}} was never bound")))?;
            recorder.say(line);
        }
        StepKind::Chunk(Speaker::Interface, bytes) => recorder.say_bytes(bytes),
        StepKind::Chunk(Speaker::Engine, bytes) => {
            for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
                expect(recorder, step, &Wanted::Bytes(piece), pending)?;
            }
        }
        StepKind::Expect(line) => expect(recorder, step, &Wanted::Line(line), pending)?,
        StepKind::Match(pattern) => expect(recorder, step, &Wanted::Match(pattern), pending)?,
        StepKind::Forbid(pattern) => pending.forbidden.push(pattern),
        StepKind::Skip => pending.skip = true,
        StepKind::Pause(time) => recorder.pause(*time),
        StepKind::CloseInput => recorder.close_input(),
        StepKind::End(end) => expect_end(recorder, step, end)?,
        StepKind::Directive { name, text } => directive(recorder, step, name, text, pending)?,
        // Of a recording: nothing to wait for, its standard error and measurements are its own.
        StepKind::Blank | StepKind::Comment | StepKind::Stderr(_) | StepKind::Fact(_) => (),
    }
    Ok(())
}

fn directive(
    recorder: &mut Recorder<'_>,
    step: &Step,
    name: &str,
    text: &str,
    pending: &mut Pending<'_>,
) -> Result<(), Unmet> {
    match name {
        "within" => {
            let time = crate::transcript::parse_duration(text);
            pending.within = time.map(|it| it.mul_f64(recorder.settings.scale));
        }
        "ready" => {
            let shaken = conduct::shake_hands(recorder, &mut pending.settled);
            met(
                recorder,
                step,
                shaken,
                "the engine did not get through its handshake",
            )?;
        }
        "handshake" => {
            let open = open::open(recorder, text, &mut pending.settled);
            met(recorder, step, open, "the engine ended")?;
        }
        "stderr" => recorder.merged = text == "merged",
        "game" => {
            if let Some(spec) = game_spec(text) {
                open::game(recorder, step, spec)?;
            }
        }
        "measure" => recorder.measure(),
        "idle" => {
            let rests = conduct::come_to_rest(recorder);
            met(recorder, step, rests, "the engine does not come to rest")?;
        }
        "each-option" | "each-option-wrong" => {
            for line in recorder.dialogue.options_to_try(name != "each-option") {
                recorder.say(line);
                let Some(beat) = recorder.dialogue.ping() else {
                    continue;
                };
                let patience = recorder.settings.patience;
                if !recorder.beat(&beat, patience) {
                    return Err(unmet(
                        step,
                        "the engine did not answer after an option was set",
                    ));
                }
            }
        }
        "setoption" => {
            let announced = text.strip_suffix("if-announced").map(str::trim_end);
            let (option, value) = split(announced.unwrap_or(text));
            let line = recorder
                .dialogue
                .setoption(option, value, announced.is_some());
            if let Some(line) = line {
                recorder.say(line);
            }
        }
        _ => (),
    }
    Ok(())
}

fn expect(
    recorder: &mut Recorder<'_>,
    step: &Step,
    wanted: &Wanted<'_>,
    pending: &mut Pending<'_>,
) -> Result<(), Unmet> {
    let (kind, patience) = patience(recorder, wanted, pending.within.take());
    let skip = std::mem::take(&mut pending.skip);
    let started = recorder.link.now();
    // The last line that began as the wanted one does.
    let mut near = None;
    let for_result = recorder.is_busy()
        && wanted
            .source()
            .is_some_and(|it| recorder.dialogue.is_result(it));
    loop {
        while let Some((event, unread)) = recorder.unread.pop_front() {
            if pending.ends_round(recorder, &unread) {
                return Ok(());
            }
            if let Some(forbidden) = forbidden(recorder, &pending.forbidden, &unread) {
                let why = format!("`{forbidden}` must not come here, but it did");
                return Err(at(unmet(step, why), event));
            }
            let stands = accepts_as(recorder, wanted, &unread).then(Captures::default);
            if let Some(captures) = meets(recorder.protocol, wanted, &unread).or(stands) {
                match &pending.round {
                    Some(round) => recorder.captures.grow(captures, &round.growing),
                    None => recorder.captures.merge(captures),
                }
                pending.forbidden.clear();
                let hands = recorder.dialogue.handshake().pop();
                let Unread::Line(line) = &unread else {
                    return Ok(());
                };
                if hands.is_some_and(|beat| recorder.dialogue.answers(&beat, line)) {
                    conduct::settle(recorder, &mut pending.settled);
                }
                return Ok(());
            }
            if is_near(wanted, &unread) || for_result && is_result(recorder, &unread) {
                near = Some((event, shown(&unread)));
            }
            if !skip {
                return Err(at(unmet(step, format!("got `{}`", shown(&unread))), event));
            }
        }
        if recorder.done() {
            return Err(instead(unmet(step, "the engine ended"), near));
        }
        // What the engine was busy with has ended otherwise: hardly anything is still to come.
        let moot = for_result && !recorder.is_busy();
        let left = if moot {
            patience.min(recorder.link.now().saturating_sub(started) + MOOT)
        } else {
            patience
        };
        if !recorder.hear_within(started, left) {
            recorder.silence(started);
            let kind = kind.filter(|_| !moot);
            if let Some(kind) = kind {
                recorder.learn(kind);
            }
            return Err(instead(in_vain(recorder, step, patience, moot), near));
        }
    }
}

/// Whether the judge takes the line for the wanted one all the same.
fn accepts_as(recorder: &Recorder<'_>, wanted: &Wanted<'_>, unread: &Unread) -> bool {
    match (wanted.source(), unread) {
        (Some(wanted), Unread::Line(line)) => recorder.dialogue.accepts_as(wanted, line),
        _ => false,
    }
}

/// Whether the line begins with the word that the wanted one begins with.
fn is_near(wanted: &Wanted<'_>, unread: &Unread) -> bool {
    let first = |line: &[u8]| {
        let mut words = line.split(u8::is_ascii_whitespace);
        words.find(|it| !it.is_empty()).map(<[u8]>::to_vec)
    };
    let (Unread::Line(line) | Unread::Rest(line)) = unread;
    let (Some(word), Some(wanted)) = (first(line), wanted.source().and_then(first)) else {
        return false;
    };
    // In a pattern the first word may be a choice: `(bestmove|nobestmove)`.
    let mut choices = wanted.split(|it| b"(|)".contains(it));
    choices.any(|it| it == word)
}

fn is_result(recorder: &Recorder<'_>, unread: &Unread) -> bool {
    matches!(unread, Unread::Line(line) if recorder.dialogue.is_result(line))
}

/// Tells the line that came instead of the wanted one.
fn instead(unmet: Unmet, near: Option<(usize, String)>) -> Unmet {
    match near {
        None => unmet,
        Some((event, line)) => Unmet {
            why: format!("{}; got `{line}`", unmet.why),
            event: Some(event),
            ..unmet
        },
    }
}

/// What was expected did not come.
fn in_vain(recorder: &Recorder<'_>, step: &Step, patience: Duration, moot: bool) -> Unmet {
    let why = match moot {
        true => "the result was another".to_owned(),
        false => format!("nothing fitting came within {patience:?}"),
    };
    let unmet = Unmet {
        in_vain: true,
        ..unmet(step, why)
    };
    at(unmet, recorder.events().saturating_sub(1))
}

/// How long to wait, and what the wait goes by if others can learn from it.
fn patience(
    recorder: &Recorder<'_>,
    wanted: &Wanted<'_>,
    within: Option<Duration>,
) -> (Option<Wait>, Duration) {
    let full = recorder.settings.patience;
    match (within, wanted.source()) {
        (Some(within), _) => (None, within),
        (None, None) => (None, full),
        (None, Some(source)) => {
            let (kind, patience) = recorder.patience(source, full);
            (Some(kind), patience)
        }
    }
}

pub(crate) fn meets(
    protocol: &dyn Protocol,
    wanted: &Wanted<'_>,
    unread: &Unread,
) -> Option<Captures> {
    match (wanted, unread) {
        (Wanted::Line(text), Unread::Line(line)) => same(text, line).then(Captures::default),
        (Wanted::Match(pattern), Unread::Line(line)) => {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            pattern.matches(line, protocol.move_syntax())
        }
        (Wanted::Bytes(bytes), Unread::Line(line)) => {
            let whole = bytes.strip_suffix(b"\n");
            (whole == Some(line)).then(Captures::default)
        }
        (Wanted::Bytes(bytes), Unread::Rest(rest)) => (*bytes == rest).then(Captures::default),
        (Wanted::Line(_) | Wanted::Match(_), Unread::Rest(_)) => None,
    }
}

/// A literal line, whatever its line end: engines for Windows write CR LF.
fn same(text: &[u8], line: &[u8]) -> bool {
    text == line || line.strip_suffix(b"\r") == Some(text)
}

fn answers(recorder: &Recorder<'_>, pattern: &Pattern, unread: &Unread) -> bool {
    meets(recorder.protocol, &Wanted::Match(pattern), unread).is_some()
}

fn forbidden(recorder: &Recorder<'_>, patterns: &[&Pattern], unread: &Unread) -> Option<String> {
    let hit = patterns.iter().find(|it| answers(recorder, it, unread))?;
    Some(String::from_utf8_lossy(hit.source()).into_owned())
}

fn expect_end(recorder: &mut Recorder<'_>, step: &Step, wanted: &End) -> Result<(), Unmet> {
    if matches!(wanted, End::Cut | End::Killed) {
        // Where a recording stopped, or what we did ourselves: the ordinary ending does.
        return Ok(());
    }
    let started = recorder.link.now();
    recorder.pump(started + recorder.settings.patience);
    if !recorder.ended {
        recorder.silence(started);
        return Err(unmet(step, "the engine went on"));
    }
    match recorder.how_it_ended() {
        Some(end) if end == wanted => Ok(()),
        Some(end) => Err(unmet(step, format!("the end was {end:?}"))),
        None => Err(unmet(step, "the end is unknown")),
    }
}

/// What the engine was to do with several lines, it did or did not.
fn met(recorder: &Recorder<'_>, step: &Step, met: bool, why: &str) -> Result<(), Unmet> {
    match met {
        true => Ok(()),
        false => Err(Unmet {
            in_vain: !recorder.done(),
            ..unmet(step, why)
        }),
    }
}

pub(crate) fn unmet(step: &Step, why: impl Into<String>) -> Unmet {
    Unmet {
        line: step.line,
        expected: String::from_utf8_lossy(&step.raw).trim_end().to_owned(),
        why: why.into(),
        in_vain: false,
        event: None,
    }
}

pub(crate) fn at(unmet: Unmet, event: usize) -> Unmet {
    Unmet {
        event: Some(event),
        ..unmet
    }
}

pub(crate) fn shown(unread: &Unread) -> String {
    let (Unread::Line(bytes) | Unread::Rest(bytes)) = unread;
    let text = readable(bytes);
    text.chars().take(200).collect()
}

fn split(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(name, value)| (name, value.trim()))
}
