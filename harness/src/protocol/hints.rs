//! Hints: the probable cause of a violation, or the way to mend it, which a report prints after `help:`. A hint states
//! only what the conversation proves; a guess is a question, or begins with "if".

use std::{borrow::Cow, time::Duration};

use super::crash_trace::{CrashCause, find_crash_cause};
use crate::{
    message::{Argument, Message, message},
    rule::RuleViolation,
    transcript::{EventKind, SessionEnd, Speaker, Transcript},
};

/// A row of a protocol's table of hints.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// The id of the hint's message.
    pub id: &'static str,
    /// The ids of the rules that the hint is about, without the name of the protocol. If this list of rules is empty,
    /// the hint is about all rules.
    pub rules: &'static [&'static str],
    /// Returns the hint's message if the conversation shows the situation that the hint is about.
    pub explain: fn(&ViolationFacts<'_>) -> Option<Message>,
}

/// A violation, and the transcript of the conversation in which it occurred.
#[derive(Clone, Copy, Debug)]
pub struct ViolationFacts<'a> {
    /// The id of the violated rule.
    pub rule: &'a str,
    pub violation: &'a RuleViolation,
    pub transcript: &'a Transcript,
}

/// Returns the message of the first hint whose rules and situation match the violation.
pub fn find_hint(hints: &[Hint], facts: &ViolationFacts<'_>) -> Option<Message> {
    let rule = facts.rule.split_once('/').map_or(facts.rule, |it| it.1);
    let mut fitting = hints
        .iter()
        .filter(|it| it.rules.is_empty() || it.rules.contains(&rule));
    fitting.find_map(|it| (it.explain)(facts))
}

impl ViolationFacts<'_> {
    /// The index of the accused event (the event that the violation points to).
    pub(super) fn accused_index(&self) -> usize {
        self.violation.culprit.at.0
    }

    /// Whether the rule is about the interface.
    fn is_about_interface(&self) -> bool {
        self.rule.contains("/interface_")
    }

    /// The accused line, if `speaker` sent it.
    fn accused_line_of(&self, speaker: Speaker) -> Option<Cow<'_, str>> {
        line_if_sent_by(
            &self.transcript.events.get(self.accused_index())?.kind,
            speaker,
        )
    }

    /// The accused line, if the engine sent it.
    pub(super) fn accused_engine_line(&self) -> Option<Cow<'_, str>> {
        self.accused_line_of(Speaker::Engine)
    }

    /// The accused line, if the interface sent it.
    pub(super) fn accused_interface_line(&self) -> Option<Cow<'_, str>> {
        self.accused_line_of(Speaker::Interface)
    }

    /// The text from the accused part of the engine's line to the end of the line.
    pub(super) fn text_from_accused_part_on(&self) -> Option<String> {
        let line = self.accused_engine_line()?;
        let start = self
            .violation
            .culprit
            .span
            .as_ref()
            .map_or(0, |it| it.start);
        line.get(start..).map(|it| it.trim().to_owned())
    }

    /// The accused word of the engine's line.
    pub(super) fn accused_word(&self) -> Option<String> {
        let rest = self.text_from_accused_part_on()?;
        rest.split_whitespace().next().map(str::to_owned)
    }

    /// The message that is a part of the violation's message, such as the reason why a move is illegal.
    pub(super) fn reason(&self) -> Option<&Message> {
        let arguments = &self.violation.message.arguments;
        arguments.iter().find_map(|(_, it)| match it {
            Argument::Message(message) => Some(&**message),
            Argument::Text(_) | Argument::Number(_) | Argument::Duration(_) | Argument::List(_) => {
                None
            }
        })
    }

    /// The lines of the interface before the accused event, the latest first.
    pub(super) fn commands_before_accused(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let before = self.transcript.events.iter().take(self.accused_index());
        before
            .rev()
            .filter_map(|it| line_if_sent_by(&it.kind, Speaker::Interface))
    }

    /// The lines of the engine's process before the accused event, the latest first.
    pub(super) fn responses_before_accused(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let before = self.transcript.events.iter().take(self.accused_index());
        let of_process = before
            .rev()
            .take_while(|it| !matches!(it.kind, EventKind::End(_)));
        of_process.filter_map(|it| line_if_sent_by(&it.kind, Speaker::Engine))
    }

    /// The latest line that the interface sent before the accused event and that begins with the word `word`, in upper
    /// or lower case.
    pub(super) fn last_command(&self, word: &str) -> Option<Cow<'_, str>> {
        let mut commands = self.commands_before_accused();
        commands.find(|it| first_word(it).eq_ignore_ascii_case(word))
    }

    /// The lines of the engine from the accused event on.
    pub(super) fn responses_from_accused_event_on(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let after = self.transcript.events.iter().skip(self.accused_index());
        after.filter_map(|it| line_if_sent_by(&it.kind, Speaker::Engine))
    }

    /// Whether a search runs at the accused event, that is, whether the last `go` before this event has no result, and
    /// the engine has not answered during this search, so it may be deaf.
    fn is_silent_search(&self) -> bool {
        let before = self.transcript.events.iter().take(self.accused_index());
        let mut lines = before.rev().filter_map(|it| match &it.kind {
            EventKind::Line(speaker, line) => Some((*speaker, String::from_utf8_lossy(line))),
            _ => None,
        });
        lines
            .find_map(|(speaker, line)| {
                let word = first_word(&line).to_ascii_lowercase();
                match (speaker, word.as_str()) {
                    (Speaker::Interface, "go") => Some(true),
                    (Speaker::Engine, "bestmove" | "nobestmove" | "readyok") => Some(false),
                    _ => None,
                }
            })
            .unwrap_or_default()
    }

    /// How the process ended, if it ended at the accused event, or between this event and the next line of the
    /// interface.
    fn process_end_after_accused(&self) -> Option<&SessionEnd> {
        let after = self.transcript.events.iter().skip(self.accused_index());
        let is_command = |it: &EventKind| line_if_sent_by(it, Speaker::Interface).is_some();
        let mut after = after
            .enumerate()
            .take_while(|(index, it)| *index == 0 || !is_command(&it.kind));
        after.find_map(|(_, it)| match &it.kind {
            EventKind::End(end @ (SessionEnd::Exit(_) | SessionEnd::Signal(_))) => Some(end),
            _ => None,
        })
    }

    /// What the engine wrote on standard error about its crash.
    fn crash_cause(&self) -> Option<CrashCause> {
        if *self.process_end_after_accused()? == SessionEnd::Exit(0) {
            return None;
        }
        find_crash_cause(self.transcript)
    }
}

fn line_if_sent_by(kind: &EventKind, wanted: Speaker) -> Option<Cow<'_, str>> {
    match kind {
        EventKind::Line(speaker, line) | EventKind::Chunk(speaker, line) if *speaker == wanted => {
            Some(String::from_utf8_lossy(line))
        }
        _ => None,
    }
}

/// The first word of a line, or an empty text.
pub(super) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The hint for a line of the engine that consists of two lines without a newline between them. `words` are the words
/// with which the engine's lines can begin.
pub(super) fn explain_glued_lines(facts: &ViolationFacts<'_>, words: &[&str]) -> Option<Message> {
    let is_glued = |line: &str| line.split_whitespace().any(|it| is_glued_word(it, words));
    let accused = facts.accused_engine_line().filter(|it| is_glued(it));
    if facts.is_about_interface() {
        return None;
    }
    // An answer that seems to be missing may be a part of a later line of the engine, or stand in the middle of a word.
    let answers = words.iter().filter(|it| it.len() > "info".len());
    let is_torn = |line: &str| {
        // `nobestmove` is one word.
        let mut tokens = line.split_whitespace().filter(|it| !words.contains(it));
        tokens.any(|it| answers.clone().any(|word| it.contains(word)))
    };
    let later = || {
        facts
            .responses_from_accused_event_on()
            .find(|it| is_glued(it) || is_torn(it))
    };
    let line = match facts.accused_interface_line() {
        None => accused?,
        Some(_) => later()?,
    };
    Some(message!(
        "help_glued_lines",
        "the line `{line}` looks like two lines without a newline between them: do two threads write at the same time?",
        line = shorten_line(&line),
    ))
}

/// Whether `word` consists of the last word of one line and the first word of the next line, without a blank between
/// them. The first part of `word` must be a move, a number or an element of `words`, and the second part an element of
/// `words`.
fn is_glued_word(word: &str, words: &[&str]) -> bool {
    let is_end = |it: &str| {
        words.contains(&it) || it.parse::<i64>().is_ok() || (it.len() == 4 && looks_like_move(it))
    };
    let mut endings = words.iter().filter_map(|it| word.strip_suffix(it));
    // `nobestmove` is one word.
    !words.contains(&word) && endings.any(|before| !before.is_empty() && is_end(before))
}

/// Whether a text begins like a move such as `h2e2`: two points, each a file from `a` to `i` and a digit as the rank.
pub(super) fn looks_like_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_point = |file: u8, rank: u8| matches!(file, b'a'..=b'i') && rank.is_ascii_digit();
    matches!(bytes, [file, rank, to_file, to_rank, ..]
        if is_point(*file, *rank) && is_point(*to_file, *to_rank))
}

/// The hint for a command that the engine received and did not answer during a search.
pub(super) fn explain_blocking_search(facts: &ViolationFacts<'_>) -> Option<Message> {
    let command = facts.accused_interface_line()?;
    facts.is_silent_search().then(|| {
        message!(
            "help_blocking_search",
            "the engine was searching when `{command}` arrived: does it read its input during a search? If the search blocks the input, run the search in a second thread",
            command = first_word(&command),
        )
    })
}

/// The hint for a result that came late after `stop`.
pub(super) fn explain_late_stop(facts: &ViolationFacts<'_>) -> Option<Message> {
    let is_stopped = facts.last_command("stop").is_some() && facts.accused_engine_line().is_some();
    is_stopped.then(|| {
        message!(
            "help_late_stop",
            "does the search test every few thousand nodes whether `stop` has arrived?"
        )
    })
}

/// The hint for a result of a stopped search that came only after a later command.
pub(super) fn explain_lost_stop(facts: &ViolationFacts<'_>) -> Option<Message> {
    (facts.violation.message.id == "result_after_command").then(|| {
        message!(
            "help_lost_stop",
            "the engine lost the `stop`, and a later line woke it: does a line remain in a read buffer when two lines arrive together, or does the start of the search reset the flag that `stop` has set?"
        )
    })
}

/// If a result comes within this time after a command, the command seems to be its cause.
const MAX_RESULT_TIME: Duration = Duration::from_secs(1);

/// The hint for a result that was overdue, and that came only after `stop`.
pub(super) fn explain_result_after_stop(facts: &ViolationFacts<'_>) -> Option<Message> {
    is_caused_by(facts, "stop").then(|| {
        message!(
            "help_result_after_stop",
            "the result came only after `stop`: does the engine set a time limit for this `go`, and does the search look at the clock?"
        )
    })
}

/// The hint for a result that was overdue after a `ponderhit`, and that came only after `stop`.
pub(super) fn explain_lost_ponderhit(facts: &ViolationFacts<'_>) -> Option<Message> {
    let is_search_word = |it: &str| {
        ["go", "ponderhit"]
            .iter()
            .any(|word| it.eq_ignore_ascii_case(word))
    };
    let words = facts.commands_before_accused();
    let mut words = words.map(|it| first_word(&it).to_ascii_lowercase());
    let is_hit = words.find(|it| is_search_word(it)).as_deref() == Some("ponderhit");
    (is_hit && is_caused_by(facts, "stop")).then(|| {
        message!(
            "help_lost_ponderhit",
            "the result came only after `stop`, although `ponderhit` had come: does each search see the `ponderhit`, also one that has just begun or is already finished, and does it go on by its clock?"
        )
    })
}

/// The hint for a result that was overdue, and that came only after `isready`.
pub(super) fn explain_result_after_isready(facts: &ViolationFacts<'_>) -> Option<Message> {
    is_caused_by(facts, "isready").then(|| {
        message!(
            "help_result_after_isready",
            "the result came only after `isready`: does the engine flush the result, and does it send it as soon as the search ends?"
        )
    })
}

/// True if the accused line of the engine came shortly after the command `name`, and no command was sent in between.
fn is_caused_by(facts: &ViolationFacts<'_>, name: &str) -> bool {
    let events = &facts.transcript.events;
    let (Some(_), Some(result)) = (
        facts.accused_engine_line(),
        events.get(facts.accused_index()),
    ) else {
        return false;
    };
    let mut before = events.iter().take(facts.accused_index()).rev();
    let last = before.find_map(|it| Some((it.at, line_if_sent_by(&it.kind, Speaker::Interface)?)));
    last.is_some_and(|(sent, line)| {
        let waited = (result.at.zip(sent)).map(|(came, sent)| came.saturating_sub(sent));
        first_word(&line).eq_ignore_ascii_case(name) && waited <= Some(MAX_RESULT_TIME)
    })
}

/// The hint for a line that the engine sent without a newline.
pub(super) fn explain_missing_newline(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    Some(message!(
        "help_missing_newline",
        "write a newline (`\\n`) after `{line}`, and flush the output",
        line = shorten_line(line.trim()),
    ))
}

/// The hint for a process that ended after a command that few engines know.
pub(super) fn explain_exit_at_unknown_command(
    facts: &ViolationFacts<'_>,
    usual_commands: &[&str],
) -> Option<Message> {
    facts.process_end_after_accused()?;
    let command = facts
        .accused_interface_line()
        .or_else(|| facts.commands_before_accused().next())?;
    let word = first_word(&command);
    if usual_commands.contains(&word) {
        return None;
    }
    Some(message!(
        "help_exit_at_unknown_command",
        "does the engine exit at every line that it cannot read, such as `{command}`? An engine has to skip unknown lines",
        command = shorten_line(&command),
    ))
}

/// The hint for a process that ended after an empty line.
pub(super) fn explain_empty_line(facts: &ViolationFacts<'_>) -> Option<Message> {
    facts.process_end_after_accused()?;
    Some(message!(
        "help_empty_line",
        "does the engine read the first word of the line without checking that the line has a word?"
    ))
}

/// The hint for an engine that does not understand a line that ends with a carriage return.
pub(super) fn explain_carriage_return(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_carriage_return",
        "remove a carriage return at the end of a line before the line is compared with a command"
    ))
}

/// The hint for a process that continues to run after the end of its input.
pub(super) fn explain_end_of_input(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_end_of_input",
        "does the loop that reads commands end if there is nothing more to read (end of file)?"
    ))
}

/// The hint for a process that died and wrote the reason on standard error.
pub(super) fn explain_by_stderr(facts: &ViolationFacts<'_>) -> Option<Message> {
    let CrashCause { error, place } = facts.crash_cause()?;
    Some(match place {
        None => message!(
            "help_stderr",
            "on standard error the engine wrote `{error}`",
            error = shorten_line(&error),
        ),
        Some(place) => message!(
            "help_stderr_place",
            "on standard error the engine wrote `{error}`, from `{place}`",
            error = shorten_line(&error),
            place = shorten_line(&place),
        ),
    })
}

/// The hint for a move with a piece of the opponent, after a `position` command with moves.
pub(super) fn explain_unplayed_moves(facts: &ViolationFacts<'_>) -> Option<Message> {
    const OPPONENT_PIECE_MESSAGE_IDS: [&str; 3] =
        ["piece_not_red", "piece_not_black", "piece_not_white"];
    let reason = facts.reason()?;
    let position = facts.last_command("position")?;
    let has_moves = position.split_whitespace().any(|it| it == "moves");
    (has_moves && OPPONENT_PIECE_MESSAGE_IDS.contains(&reason.id)).then(|| {
        message!(
            "help_unplayed_moves",
            "does the engine play all the moves after `moves` before it searches?"
        )
    })
}

/// The hint for an `info` line that came after the result of the search.
pub(super) fn explain_info_after_result(facts: &ViolationFacts<'_>) -> Option<Message> {
    facts.last_command("go")?;
    Some(message!(
        "help_info_after_result",
        "does another thread send `info` lines after the result was sent?"
    ))
}

/// The hint for a second result (`bestmove`) after `stop`.
pub(super) fn explain_second_result(facts: &ViolationFacts<'_>) -> Option<Message> {
    let last = facts.commands_before_accused().next()?;
    (first_word(&last).eq_ignore_ascii_case("stop") || facts.last_command("stop").is_some()).then(|| {
        message!(
            "help_second_result",
            "does the engine send a result both at `stop` and at the end of the search? Send the result only at the end of the search"
        )
    })
}

/// Shortens a line for a hint.
pub(super) fn shorten_line(line: &str) -> String {
    crate::readable::truncate_text(line, 60)
}
