//! A fault as data: the action, its place, its conditions, and the rules that it may violate.

use std::time::Duration;

use regex::bytes::Regex;

use crate::{
    link::WastedResource,
    protocol::{FaultValueGenerator, Protocol},
    transcript::{Pattern, SessionEnd, Speaker},
};

/// One fault, from a line of a protocol's list or from the command line.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The fault's name in the protocol's list.
    pub name: Option<String>,
    /// The fault's text, without the name and without the list of broken rules.
    pub source_text: String,
    /// The rules that the fault must or may violate; `None` for a fault from the command line.
    pub broken_rules: Option<BrokenRules>,
    pub(super) action: FaultAction,
    pub(super) place: FaultPlace,
    pub(super) conditions: FaultConditions,
    /// Further actions of the fault, each nearer to the interface than the previous one.
    pub(super) further_actions: Vec<Fault>,
}

/// The rules that a fault violates, as the protocol's list declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokenRules {
    /// The rules that the fault must violate.
    pub must_break: Vec<String>,
    /// Additional rules that the fault may violate; the fault must not violate any other rule.
    pub may_break: Vec<String>,
}

/// Behaviour that the specification allows but that few engines or interfaces show. An oddity violates no rule above
/// level `may`.
#[derive(Clone, Debug)]
pub struct Oddity {
    pub name: String,
    /// The chain of faults that causes the behaviour; the first fault is next to the engine.
    pub faults: Vec<Fault>,
    /// The side that shows the behaviour. If the interface shows the behaviour, tests judge the lines that the engine
    /// receives.
    pub acting_side: Speaker,
    /// The requirements that allow the behaviour, such as `UCCI H7` or `UCCI H7, T4`.
    pub requirements: String,
    /// The rules that report the allowed behaviour as a violation: known false positives.
    pub known_false_positives: Vec<String>,
}

/// A chain of faults, with the name that it has in its list.
#[derive(Clone, Debug)]
pub struct NamedFault {
    pub name: String,
    /// The faults of the chain; the first fault is next to the engine.
    pub faults: Vec<Fault>,
    /// Whether `check-gui` requires that a GUI accepts this behaviour, because the protocol allows it.
    pub acceptance: Acceptance,
}

/// Whether `check-gui` requires that a GUI accepts the behaviour of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Acceptance {
    /// The behaviour is a fault, or the protocol lets a GUI refuse it.
    #[default]
    NotRequired,
    Required,
    /// Required of a GUI that does not send this command to the healthy engine. For example, a GUI that sets options
    /// may need an engine with options.
    RequiredUnlessSent(String),
}

/// A line of the list of faults for GUIs.
#[derive(Clone, Debug)]
pub(super) struct GuiFault {
    pub(super) fault: NamedFault,
    /// True if `check-gui` plays the fault without `--fault`.
    pub(super) is_default: bool,
}

impl NamedFault {
    /// Returns the texts of all faults in the chain.
    pub fn source_text(&self) -> String {
        let texts: Vec<&str> = self.faults.iter().map(|it| &*it.source_text).collect();
        texts.join(" ; ")
    }
}

/// The action that a fault performs at its place in the conversation.
#[derive(Clone, Debug)]
pub(super) enum FaultAction {
    Drop,
    Replace(TextTemplate),
    Duplicate,
    /// The line is sent without its newline.
    Cut,
    Delay(Delay),
    /// The line is held back until a line that matches this pattern has passed.
    Hold(LinePattern),
    Insert(Speaker, TextTemplate),
    /// The text is sent as lines on standard error.
    Stderr(TextTemplate),
    /// The line is sent one byte per interval, and no later line overtakes it.
    Drip(Duration),
    /// The process ends with the given exit code or signal.
    End(SessionEnd),
    /// The engine's output is closed, but the process continues to run.
    Close,
    /// The engine sends no more output and reads no more input.
    Stall,
    /// The engine wastes memory or processor time.
    Waste(WastedResource),
    /// The text is sent repeatedly, up to the given number of bytes.
    Flood(TextTemplate, u64),
}

/// How long a line is delayed.
#[derive(Clone, Debug)]
pub(super) enum Delay {
    Fixed(Duration),
    /// The name of a value from the protocol's generator, which is used as the delay.
    Generated(String),
}

/// The place in the conversation where a fault is applied.
#[derive(Clone, Debug)]
pub(super) enum FaultPlace {
    /// The beginning of the conversation, before the first line of either side.
    Start,
    /// The time when the interface closes the engine's input.
    Eof,
    /// The time when the engine's process ends.
    End,
    /// The line that matches the pattern; an insertion comes before this line.
    Before(LinePattern),
    After(LinePattern),
}

/// A pattern for lines of the interface or of the engine.
#[derive(Clone, Debug)]
pub(super) struct LinePattern {
    pub(super) speaker: Speaker,
    pub(super) pattern: Pattern,
}

/// The conditions under which a fault is applied to a matching line.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultConditions {
    pub(super) matching_lines: MatchingLines,
    /// True if the fault is applied only once.
    pub(super) only_once: bool,
    /// The allowed states of the engine, named as in the protocol's generator; an empty list allows any state.
    pub(super) allowed_states: Vec<String>,
    /// The pattern that the last command must match.
    pub(super) last_command_pattern: Option<Pattern>,
    /// The pattern that the second-last command must match.
    pub(super) previous_command_pattern: Option<Pattern>,
    /// True if the line must have been read in one chunk with the line before it.
    pub(super) requires_same_chunk: bool,
    /// A regular expression that must match the raw bytes of the line, including blanks and the carriage return.
    pub(super) raw_regex: Option<Regex>,
}

impl Fault {
    /// Returns this fault and its further actions as a chain; the first action is next to the engine.
    pub(super) fn into_chained_faults(mut self) -> Vec<Fault> {
        let more = std::mem::take(&mut self.further_actions);
        std::iter::once(self).chain(more).collect()
    }

    /// False if the fault is not applied to this line in any conversation, because its pattern does not match.
    pub fn could_apply_to_line(
        &self,
        protocol: &dyn Protocol,
        speaker: Speaker,
        line: &[u8],
    ) -> bool {
        let mut actions = std::iter::once(self).chain(&self.further_actions);
        actions.any(|it| match &it.place {
            FaultPlace::Start | FaultPlace::Eof | FaultPlace::End => true,
            FaultPlace::Before(at) | FaultPlace::After(at) => {
                at.speaker == speaker && at.pattern.matches(line, protocol.move_syntax()).is_some()
            }
        })
    }

    /// True if the fault depends on the earlier lines of the conversation: on the engine's state, on the command that a
    /// line answers, or on a value of the generator.
    pub(super) fn needs_generator(&self, generator: &dyn FaultValueGenerator) -> bool {
        let conditions = &self.conditions;
        !conditions.allowed_states.is_empty()
            || conditions.last_command_pattern.is_some()
            || conditions.previous_command_pattern.is_some()
            || match &self.action {
                FaultAction::Replace(text)
                | FaultAction::Insert(_, text)
                | FaultAction::Stderr(text)
                | FaultAction::Flood(text, _) => text.names().any(|it| generator.can_generate(it)),
                FaultAction::Delay(Delay::Generated(_)) => true,
                FaultAction::Drop
                | FaultAction::Duplicate
                | FaultAction::Cut
                | FaultAction::Delay(Delay::Fixed(_))
                | FaultAction::Hold(_)
                | FaultAction::Drip(_)
                | FaultAction::End(_)
                | FaultAction::Close
                | FaultAction::Stall
                | FaultAction::Waste(_) => false,
            }
    }
}

impl FaultConditions {
    /// True if the conditions allow this state of the engine.
    pub(super) fn allows_state(&self, state: &str) -> bool {
        self.allowed_states.is_empty() || self.allowed_states.iter().any(|it| it == state)
    }
}

/// The numbers of the matching lines to which the fault is applied; the first matching line has number 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MatchingLines {
    #[default]
    Every,
    Nth(u64),
    From(u64),
}

impl MatchingLines {
    pub(super) fn includes_nth_line(self, number: u64) -> bool {
        match self {
            MatchingLines::Every => true,
            MatchingLines::Nth(nth) => number == nth,
            MatchingLines::From(from) => number >= from,
        }
    }
}

/// A text with names in braces, which are replaced by values when the fault is applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TextTemplate {
    pub(super) parts: Vec<TemplatePart>,
}

/// A part of a text template: bytes, or a name in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TemplatePart {
    Bytes(Vec<u8>),
    /// A name in braces: a capture of the pattern, the matched `{line}`, or a value of the generator.
    Name(String),
}

impl TextTemplate {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|it| match it {
            TemplatePart::Bytes(_) => None,
            TemplatePart::Name(name) => Some(&**name),
        })
    }

    /// Replaces each name by the bytes that `resolve` returns. Returns `None` if a name has no value.
    pub(super) fn fill_names(
        &self,
        mut resolve: impl FnMut(&str) -> Option<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for part in &self.parts {
            match part {
                TemplatePart::Bytes(it) => bytes.extend_from_slice(it),
                TemplatePart::Name(name) => bytes.extend(resolve(name)?),
            }
        }
        Some(bytes)
    }
}
