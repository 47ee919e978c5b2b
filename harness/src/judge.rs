//! Judges records: logs are read conversation by conversation, each is judged as it is read, and a report is made of
//! what is left of them.

pub(crate) mod reading;
pub(crate) mod sift;
pub(crate) mod stored;

use std::time::Duration;

use crate::{
    check::{self, Held, Observer, Request},
    protocol::Protocol,
    rule::Outcome,
    session::Played,
    verdict::Report,
};
use sift::Record;

/// The report of records that were judged as they were read, one for each chosen scenario.
pub(crate) fn run(request: &Request, records: Vec<Record>, observer: &dyn Observer) -> Report {
    let held = records.into_iter().map(|record| Held {
        whole: record.whole,
        played: Played {
            transcript: record.transcript,
            judged: record.judged,
            unmet: None,
            hung: false,
            busy: false,
            interrupted: false,
            timeout_time: Duration::ZERO,
        },
    });
    let mut report = check::report_of(request, held.collect(), observer);
    let silent = silent_about_interface(request.protocol, &report);
    report.notes.extend(silent);
    report
}

/// The rules about the interface that nothing exercised: that none of them is violated says little.
fn silent_about_interface(protocol: &dyn Protocol, report: &Report) -> Option<String> {
    let theirs = protocol
        .rules()
        .into_iter()
        .filter(|it| it.binds_interface());
    let silent = |id: &str| {
        let mut verdicts = report.verdicts.iter();
        verdicts.any(|it| it.rule == id && it.selected && it.outcome == Outcome::NotExercised)
    };
    let silent: Vec<&str> = theirs.map(|it| it.id).filter(|it| silent(it)).collect();
    (!silent.is_empty()).then(|| {
        format!(
            "rules about the interface that nothing exercised: {}",
            silent.join(", ")
        )
    })
}
