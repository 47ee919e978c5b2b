//! The evidence of a run: what the recordings show about the fault, and about the interface.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use super::greeting::{Greetings, SentLine, greeting_rule, sent_lines};
use crate::{
    judge::streaming::{ConversationRecord, StreamingJudge},
    message::{Message, message},
    protocol::{Protocol, RuleInfo},
    record::FAULT_FACT,
    rule::{Level, Measurement},
    transcript::{Event, EventKind, LineReader, SessionEnd, Speaker},
    verdict::event_text,
};

/// The maximum number of lines that a report shows from the end of a conversation.
const SHOWN_LINES: usize = 8;

/// The maximum length of a shown line, in characters.
const MAX_SHOWN_WIDTH: usize = 160;

/// What the recordings of one run show.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// The recordings, one for each start of the engine.
    pub(crate) recordings: Vec<PathBuf>,
    /// Whether the fault was applied.
    pub(crate) fault_was_applied: bool,
    /// True if the engine sent a response of the protocol, which shows that the interface speaks this protocol.
    pub(crate) engine_answered: bool,
    /// The signal that ended the engine; if the engine was ended by a signal in several recordings, the signal in the
    /// last of them.
    pub(crate) engine_signal: Option<String>,
    /// The first command of the interface.
    pub(crate) first_command: Option<Vec<u8>>,
    /// The first words of the commands of the interface, without the id of a GTP command.
    pub(crate) sent_commands: BTreeSet<String>,
    /// How many searches the interface started, in all recordings.
    pub(crate) search_count: usize,
    /// The violations of rules about time count, because no other process delayed the interface.
    pub(super) counts_time: bool,
    /// The requirements that the interface violated.
    pub(crate) violations: Vec<InterfaceViolation>,
    /// The recommendations (`should`) that the interface did not follow. They change no outcome.
    pub(crate) ignored_recommendations: Vec<InterfaceViolation>,
    /// The last lines of the last conversation.
    pub(crate) last_lines: Vec<String>,
}

/// A requirement that the interface violated.
#[derive(Clone, Debug)]
pub(crate) struct InterfaceViolation {
    pub(crate) rule: RuleInfo,
    pub(crate) recording: PathBuf,
    /// The number of the line in the recording.
    pub(crate) line: usize,
    /// The text of the line with the violation.
    pub(crate) text: String,
    pub(crate) message: Message,
}

impl Evidence {
    /// True if the interface violated rules about time only.
    pub(super) fn violates_only_time(&self) -> bool {
        let mut violations = self.violations.iter();
        !self.violations.is_empty() && violations.all(|it| it.rule.measures == Measurement::Time)
    }

    /// Reads and judges the recordings of a run. With `counts_time`, the rules about time count, too.
    pub(super) fn read(
        protocol: &dyn Protocol,
        recordings: Vec<PathBuf>,
        skipped_rules: &[&str],
        counts_time: bool,
    ) -> io::Result<Evidence> {
        let mut evidence = Evidence {
            counts_time,
            ..Evidence::default()
        };
        let mut greetings = Greetings::new(protocol);
        for (index, path) in recordings.iter().enumerate() {
            let events = evidence.add_recording(protocol, path, skipped_rules)?;
            let sent = sent_lines(&events);
            evidence.count_commands(protocol, &sent);
            greetings.add_recording(index, sent);
        }
        let rule = greeting_rule(protocol).filter(|it| !skipped_rules.contains(&it.id));
        if let Some((rule, (index, first))) = rule.zip(greetings.find_missing_greeting()) {
            evidence.violations.push(InterfaceViolation {
                rule,
                recording: recordings[*index].clone(),
                line: first.line_number,
                text: shown_line(&first.event),
                message: message!(
                    "gui_never_greeted",
                    "the engine was started again, but `{greeting}` was not sent to the new process",
                    greeting = greetings.text()
                ),
            });
        }
        evidence.recordings = recordings;
        Ok(evidence)
    }

    fn count_commands(&mut self, protocol: &dyn Protocol, sent: &[SentLine]) {
        let searches = protocol.search_commands();
        for word in sent.iter().filter_map(|it| protocol.command_word(&it.text)) {
            let is_search = searches.iter().any(|it| it.eq_ignore_ascii_case(&word));
            self.search_count += usize::from(is_search);
            self.sent_commands.insert(word);
        }
    }

    fn add_recording(
        &mut self,
        protocol: &dyn Protocol,
        path: &Path,
        skipped_rules: &[&str],
    ) -> io::Result<Vec<(usize, Event)>> {
        let text = fs::read(path)?;
        let events = read_events(&text);
        let mut judge = StreamingJudge::new(protocol);
        let mut last = None;
        for (line, event) in &events {
            match &event.kind {
                EventKind::Fact(fact) if fact.name == FAULT_FACT => self.fault_was_applied = true,
                EventKind::Line(Speaker::Interface, line) => {
                    self.first_command.get_or_insert_with(|| line.clone());
                }
                EventKind::End(SessionEnd::Signal(signal)) => {
                    self.engine_signal = Some(signal.clone());
                }
                // The interface may leave out the handshake if the protocol allows this.
                EventKind::Line(Speaker::Engine, line) if self.first_command.is_some() => {
                    self.engine_answered |= protocol.is_response(line);
                }
                _ => (),
            }
            last = Some((*line, event.at));
            judge.judge_event(*line, event.clone());
        }
        let has_end = matches!(
            events.last(),
            Some((
                _,
                Event {
                    kind: EventKind::End(_),
                    ..
                }
            ))
        );
        if let (Some((line, at)), false) = (last, has_end) {
            // The recording has no end, because the proxy was killed together with the GUI; so the rest of the
            // conversation is unknown.
            let kind = EventKind::End(SessionEnd::Cut);
            judge.judge_event(line, Event { at, kind });
        }
        let record = judge.finish();
        self.engine_answered |= record.judge_result.is_handshake_done;
        self.add_violations(protocol, path, skipped_rules, &record);
        let shown: Vec<&Event> = events
            .iter()
            .map(|it| &it.1)
            .filter(|it| is_shown(it))
            .collect();
        let from = shown.len().saturating_sub(SHOWN_LINES);
        let stamped = |it: &&Event| {
            let at = it.at.unwrap_or_default().as_secs_f64();
            format!("{at:>7.3} {}", shown_line(it))
        };
        self.last_lines = shown[from..].iter().map(stamped).collect();
        Ok(events)
    }

    /// Adds the certain violations of the rules about the interface, one for each rule.
    fn add_violations(
        &mut self,
        protocol: &dyn Protocol,
        path: &Path,
        skipped_rules: &[&str],
        record: &ConversationRecord,
    ) {
        let rules = protocol.rules();
        let counts_time = self.counts_time;
        let is_judged = |it: &&RuleInfo| {
            let counts = violation_counts_as_nonsense(it)
                && (counts_time || it.measures != Measurement::Time);
            (counts || is_recommendation(it)) && !skipped_rules.contains(&it.id)
        };
        for rule in rules.iter().filter(is_judged) {
            let Some(findings) = record.judge_result.findings.get(rule.rule_id()) else {
                continue;
            };
            let certain = findings.violations.iter().find(|it| !it.is_measured);
            if let Some(violation) = certain {
                let at = violation.culprit.at.0;
                let event = record.transcript.events.get(at);
                let list = match is_recommendation(rule) {
                    true => &mut self.ignored_recommendations,
                    false => &mut self.violations,
                };
                list.push(InterfaceViolation {
                    rule: *rule,
                    recording: path.to_owned(),
                    line: record.line_numbers.get(at).copied().unwrap_or_default(),
                    text: event.map(shown_line).unwrap_or_default(),
                    message: violation.message.clone(),
                });
            }
        }
    }
}

/// True if a violation of the rule leads to the outcome `sent nonsense`. A rule about time counts only in the run without
/// a fault, in which the GUI runs alone: other runs of the GUI at the same time may delay it.
pub(crate) fn violation_counts_as_nonsense(rule: &RuleInfo) -> bool {
    rule.is_about_interface() && matches!(rule.level, Level::Must | Level::Robust)
}

/// True if the rule recommends a behaviour of the interface that can be judged without measured times.
fn is_recommendation(rule: &RuleInfo) -> bool {
    rule.is_about_interface() && rule.level == Level::Should && rule.measures != Measurement::Time
}

/// Reads the events up to the first malformed line: the last line of a killed proxy may be incomplete.
fn read_events(text: &[u8]) -> Vec<(usize, Event)> {
    let mut reader = LineReader::default();
    let lines = text.split_inclusive(|it| *it == b'\n').zip(1_usize..);
    let events = lines.map_while(|(raw, line)| reader.read_line(raw).ok().map(|it| (line, it)));
    events.filter_map(|(line, it)| Some((line, it?))).collect()
}

/// True if a report shows the event; facts that were measured about the host are left out.
fn is_shown(event: &Event) -> bool {
    !matches!(&event.kind, EventKind::Fact(fact) if fact.name != FAULT_FACT)
}

fn shown_line(event: &Event) -> String {
    let text = event_text(event);
    match text.char_indices().nth(MAX_SHOWN_WIDTH) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
