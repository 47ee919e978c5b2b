//! Judges logs: reads each conversation, judges it while reading, and builds the report.

pub(crate) mod log_file;
mod possible_restart;
pub(crate) mod stored_report;
pub(crate) mod streaming;

use std::time::Duration;

use crate::{
    check::{self, CheckObserver, JudgedRecord, RunRequest},
    message::{Message, message},
    protocol::Protocol,
    rule::Outcome,
    session::PlayedSession,
    verdict::Report,
};
use streaming::ConversationRecord;

/// Builds the report on recorded conversations that are already judged. In the report, each conversation is one
/// scenario.
pub(crate) fn report_on_records(
    request: &RunRequest,
    records: Vec<ConversationRecord>,
    observer: &dyn CheckObserver,
) -> Report {
    let held = records.into_iter().map(|record| JudgedRecord {
        is_complete: record.is_complete,
        played_session: PlayedSession {
            settings_without_effect: Vec::new(),
            missing_capability: None,
            transcript: record.transcript,
            judge_result: record.judge_result,
            unmet_expectation: None,
            has_hung: false,
            was_searching: false,
            proof_of_lost_answer: None,
            was_interrupted: false,
            timed_out_wait_time: Duration::ZERO,
        },
    });
    let mut report = check::report_judged_records(request, held.collect(), observer);
    let note = unexercised_interface_rules_note(request.protocol, &report);
    report.notes.extend(note);
    report
}

/// Returns a note with the rules about the interface that were not exercised, because a rule that was not exercised has
/// not passed.
fn unexercised_interface_rules_note(protocol: &dyn Protocol, report: &Report) -> Option<Message> {
    let interface = protocol
        .rules()
        .into_iter()
        .filter(|it| it.is_about_interface());
    let unexercised = |id: &str| {
        let mut verdicts = report.verdicts.iter();
        verdicts.any(|it| it.rule == id && it.selected && it.outcome == Outcome::NotExercised)
    };
    let rules: Vec<&str> = (interface.map(|it| it.id))
        .filter(|it| unexercised(it))
        .collect();
    (!rules.is_empty()).then(|| {
        message!(
            "interface_rules_not_exercised",
            "rules about the interface that were not exercised: {rules}",
            rules,
        )
    })
}
