//! The results of the logs that `ponderhit judge` has read, with a note on everything that the logs do not show.

use std::{path::Path, time::Duration};

use super::open_logs::UnreadableLog;
use crate::{
    check::select::SelectedScenario,
    cli::{print_error, record::find_last_later_recording},
    error::Error,
    judge::{
        log_file::{LogEnd, LogFile},
        streaming::ConversationRecord,
    },
    message::{Message, message},
    protocol::{Protocol, RuleInfo},
    scenarios::{Scenario, ScenarioOrigin},
    transcript::Script,
};

/// If an engine that was searching sent nothing for so long before it was started again, it may have hung.
const MIN_UNEXPLAINED_SILENCE: Duration = Duration::from_secs(10);

/// A conversation of a log.
pub(super) struct JudgedConversation {
    /// The name of the log; if the log has several conversations, with the name of the engine.
    pub(super) name: String,
    pub(super) record: ConversationRecord,
    pub(super) evidence: Evidence,
}

/// What a conversation contains, so that a conversation that proves nothing does not pass.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// A line of the engine is a response of the protocol.
    pub(super) understood: bool,
    pub(super) has_output: bool,
    pub(super) has_input: bool,
    /// The interface sent the first command of the protocol.
    pub(super) has_opening: bool,
    /// The protocol has a first command.
    pub(super) needs_opening: bool,
}

impl Evidence {
    /// The engine may speak another protocol.
    fn lacks_responses(self) -> bool {
        !self.understood && self.has_output && !self.has_opening && self.needs_opening
    }

    /// The engine sent nothing, or nothing of the protocol although it was asked.
    fn lacks_output(self) -> bool {
        !self.has_output || (self.has_opening && !self.understood)
    }
}

/// The results of all logs.
#[derive(Default)]
pub(super) struct LogResults {
    pub(super) selected: Vec<SelectedScenario>,
    pub(super) records: Vec<ConversationRecord>,
    pub(super) notes: Vec<Message>,
    /// The error of a log that was not judged to its end.
    pub(super) read_error: Option<Error>,
    /// At least one conversation has no line of an engine that speaks the protocol.
    pub(super) lacks_responses: bool,
    /// At least one conversation has no response of an engine.
    pub(super) lacks_output: bool,
    /// At least one conversation has no line of an interface.
    pub(super) lacks_input: bool,
}

impl LogResults {
    pub(super) fn add_log(
        &mut self,
        protocol: &dyn Protocol,
        file: &LogFile,
        found: Vec<JudgedConversation>,
    ) {
        self.notes.extend(format_notes(file, found.len()));
        if found.is_empty() {
            self.add_evidence(protocol, file, &file.name, Evidence::default());
        }
        for conversation in found {
            let JudgedConversation {
                name,
                mut record,
                evidence,
            } = conversation;
            self.add_evidence(protocol, file, &name, evidence);
            let silent = record.restarts_in_search.iter();
            let silent = silent.filter(|it| it.silence >= MIN_UNEXPLAINED_SILENCE);
            if let Some(restart) = silent.max_by_key(|it| it.silence) {
                self.lacks_output = true;
                self.notes.push(message!(
                    "restarted_after_silence",
                    "{conversation}: the engine was searching and sent nothing for {silence}, until it was started again in line {line}; the log does not show whether it hung, so this part could not be judged",
                    conversation = &name,
                    silence = restart.silence,
                    line = restart.line,
                ));
            }
            self.notes.extend(restart_note(&name, &record));
            if let Some(line) = record.lines_without_handshake.first() {
                (self.lacks_output, self.lacks_input) = (true, true);
                self.notes.push(message!(
                    "log_without_beginning",
                    "{conversation}: the process whose first command is in line {line} does not begin with its handshake, so a part of the log is missing, and its conversation could not be judged completely",
                    conversation = &name,
                    line = *line,
                ));
            }
            self.notes.extend(record.judge_result.unusual_scope.clone());
            self.selected
                .push(select_rules(protocol, file, &name, &mut record));
            self.records.push(record);
        }
        match log_end_note(file) {
            Ok(note) => self.notes.extend(note),
            Err(err) => {
                self.notes.push(message!(
                    "log_damaged",
                    "{error}; the log is judged up to this place, and the exit code is 2",
                    error = err.message(),
                ));
                self.read_error.get_or_insert(err);
            }
        }
    }

    /// Records what a conversation lacks, with a note on it.
    fn add_evidence(
        &mut self,
        protocol: &dyn Protocol,
        file: &LogFile,
        name: &str,
        evidence: Evidence,
    ) {
        if evidence.lacks_responses() {
            self.lacks_responses = true;
            self.notes.push(message!(
                "log_without_responses",
                "{file} has no line of an engine that speaks {protocol}: is it a log of another protocol?",
                file = name,
                protocol = protocol.title()
            ));
        }
        if evidence.lacks_output() {
            self.lacks_output = true;
            self.notes.push(message!(
                "log_without_output",
                "{file} has no response of an engine: the rules about the engine could not be judged",
                file = name,
            ));
        }
        if !evidence.has_input && file.capabilities().has_commands {
            self.notes.push(message!(
                "log_without_input",
                "{file} has no line of an interface: the rules about the interface could not be judged",
                file = name,
            ));
        }
        self.lacks_input |= !evidence.has_input;
    }

    /// Adds a note on each log beside which `record` has written a later recording that is not judged.
    pub(super) fn add_notes_on_later_recordings(&mut self, files: &[String]) {
        let named: Vec<&Path> = files.iter().map(Path::new).collect();
        for file in &named {
            let later = find_last_later_recording(file);
            if let Some(later) = later.filter(|it| !named.contains(&it.as_path())) {
                self.notes.push(message!(
                    "later_recording",
                    "beside {file} there is a later recording, {later}, which is not judged",
                    file = file.display().to_string(),
                    later = later.display().to_string()
                ));
            }
        }
    }

    /// Adds a note that names the logs that are not judged. The errors are printed now, except the last one, which
    /// `judge` returns.
    pub(super) fn add_unreadable_logs(&mut self, unreadable: Vec<UnreadableLog>) {
        if unreadable.is_empty() {
            return;
        }
        let names: Vec<&str> = unreadable.iter().map(|it| it.name.as_str()).collect();
        self.notes.push(message!(
            "logs_not_judged",
            "not judged, because of the errors listed at the end: {files}; the exit code is 2",
            files = names
        ));
        for log in unreadable {
            if let Some(earlier) = self.read_error.replace(log.error) {
                print_error(&earlier);
            }
        }
    }
}

/// Selects the rules for which the log contains enough information to judge them.
fn select_rules(
    protocol: &dyn Protocol,
    file: &LogFile,
    name: &str,
    record: &mut ConversationRecord,
) -> SelectedScenario {
    let log = file.capabilities();
    let rules = protocol.rules();
    SelectedScenario {
        scenario: Scenario::new(name, Script::default(), ScenarioOrigin::File),
        rules: rules
            .iter()
            .filter(|it| log.can_judge(it))
            .map(RuleInfo::rule_id)
            .collect(),
        event_line_numbers: std::mem::take(&mut record.line_numbers),
        recording_file: Some(file.name.clone()),
    }
}

/// Returns notes about the detected format of a log, and about the rules that cannot be judged in this format.
fn format_notes(file: &LogFile, conversations: usize) -> Vec<Message> {
    let log = file.capabilities();
    if !file.is_foreign_format() && log.has_times {
        return Vec::new();
    }
    let (name, format, skipped) = (&file.name, file.format.name(), file.skipped_line_count);
    let read = match (conversations, skipped) {
        (0 | 1, 0) => message!(
            "log_format",
            "{file} was read as `{format}`",
            file = name,
            format
        ),
        (_, 0) => message!(
            "log_format_conversations",
            "{file} was read as `{format}`, {conversations} conversations",
            file = name,
            format,
            conversations
        ),
        (0 | 1, _) => message!(
            "log_format_skipped",
            "{file} was read as `{format}`, {count} lines skipped",
            file = name,
            format,
            count = skipped
        ),
        _ => message!(
            "log_format_conversations_skipped",
            "{file} was read as `{format}`, {conversations} conversations, {count} lines skipped",
            file = name,
            format,
            conversations,
            count = skipped
        ),
    };
    let limit = match (log.has_commands, log.has_times) {
        (true, true) => None,
        (true, false) => Some(message!(
            "log_without_times",
            "{file} has no times, or only coarse ones (a deadline needs hundredths of a second), so the rules about time are not judged",
            file = name
        )),
        (false, _) => Some(message!(
            "log_without_commands",
            "{file} has no commands, so only the grammar of its lines is judged",
            file = name
        )),
    };
    std::iter::once(read).chain(limit).collect()
}

/// Returns a note if an engine was started again during a search: the log does not show why the search has no result.
fn restart_note(name: &str, record: &ConversationRecord) -> Option<Message> {
    let count = record.restarts_in_search.len();
    record.restarts_in_search.first().map(|restart| {
        message!(
            "restarted_during_search",
            "{conversation}: restarts of the engine during a search: {count}, the first in line {line}; the log does not show whether the engine crashed",
            conversation = name,
            count,
            line = restart.line,
        )
    })
}

/// Returns a note if a log ends in the middle of a line. Returns an error if the log could not be read or parsed to its
/// end.
pub(super) fn log_end_note(file: &LogFile) -> Result<Option<Message>, Error> {
    let name = &file.name;
    if let Some(line) = file.first_line_of_wrong_format() {
        let format = file.format.name();
        let message = message!(
            "log_mostly_skipped",
            "from this line on, most lines do not have the format `{format}` of the first lines; if the session does not need these lines, give `--format {format}`",
            format
        );
        return Err(Error::error_at_position(name, line, 1, message));
    }
    if let Some(part) = file.part_in_other_format() {
        let (format, other) = (file.format.name(), part.format.name());
        let message = message!(
            "log_in_two_formats",
            "from this line on, lines have the format `{other}`, and the lines before them `{format}`: divide the file, or give `--format {format}` if these lines need not be judged",
            other,
            format
        );
        return Err(Error::error_at_position(name, part.first_line, 1, message));
    }
    match &file.end {
        LogEnd::Complete => Ok(None),
        LogEnd::TruncatedInLine(line) => Ok(Some(message!(
            "log_truncated",
            "no newline ends line {line} of {file}, so the line may be incomplete: the log is judged up to this line",
            file = name,
            line = *line,
        ))),
        LogEnd::Malformed {
            line_number: line,
            column,
            message,
        } => Err(Error::error_at_position(
            name,
            *line,
            *column,
            message.clone(),
        )),
        LogEnd::ReadError(err) => Err(Error::file_error(name, err)),
    }
}
