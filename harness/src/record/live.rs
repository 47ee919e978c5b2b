//! Judges a conversation while it is recorded, and reports violations at once.

use std::{collections::VecDeque, io::Write};

use crate::{
    message::message,
    protocol::{Judge, JudgeResult, Protocol},
    rule::{Level, RuleInfo, RuleMap, RuleViolation},
    transcript::Event,
    verdict,
};

/// The number of recent events that are kept in memory, to print the event of a violation.
const MAX_RECENT_EVENTS: usize = 1000;

/// The maximum number of events that wait to be judged, for example during an endless search.
const MAX_UNJUDGED_EVENTS: usize = 200_000;

/// The maximum number of violations per rule that are reported.
const MAX_REPORTED_PER_RULE: usize = 20;

/// The live judge: judges a conversation while it is recorded, and reports violations.
pub struct LiveReporter {
    output: Box<dyn Write>,
    /// The judges of all protocols that the engine may speak; after a handshake, only the judge of the protocol in use.
    judges: Vec<LiveJudge>,
    /// The name of the recording, and the line number of its first event.
    recording_name: String,
    first_line_number: usize,
    recent_events: VecDeque<Event>,
    event_count: usize,
}

struct LiveJudge {
    rules: Vec<RuleInfo>,
    title: &'static str,
    judge: Box<dyn Judge>,
    /// The number of reported violations of each rule.
    reported_counts: RuleMap<usize>,
}

impl LiveReporter {
    /// Judges the recording `file` by the rules of one of these protocols, and reports to `out`.
    pub fn new(
        out: Box<dyn Write>,
        protocols: &[&'static dyn Protocol],
        file: String,
        first_line: usize,
    ) -> LiveReporter {
        let judges = protocols.iter().map(|it| {
            let mut judge = it.new_judge();
            judge.shorten_segments();
            LiveJudge {
                rules: it.rules(),
                title: it.title(),
                judge,
                reported_counts: RuleMap::new(it.rules().iter().map(RuleInfo::rule_id)),
            }
        });
        LiveReporter {
            output: out,
            judges: judges.collect(),
            recording_name: file,
            first_line_number: first_line,
            recent_events: VecDeque::new(),
            event_count: 0,
        }
    }

    pub(super) fn judge_event(&mut self, event: Event) {
        if self.judges.is_empty() {
            return;
        }
        for live in &mut self.judges {
            live.judge.observe_event(&event);
        }
        self.event_count += 1;
        self.recent_events.push_back(event);
        if self.recent_events.len() > MAX_RECENT_EVENTS {
            self.recent_events.pop_front();
        }
        if self.judges.len() > 1
            && let Some(place) = self
                .judges
                .iter()
                .position(|it| it.judge.is_handshake_done())
        {
            self.judges = vec![self.judges.swap_remove(place)];
        }
        let open =
            |it: &LiveJudge| self.event_count - it.judge.judged_event_count().min(self.event_count);
        if self.judges.iter().all(|it| open(it) > MAX_UNJUDGED_EVENTS) && !self.judges.is_empty() {
            self.judges.clear();
            self.recent_events.clear();
            let stopped = message!(
                "live_judging_stopped",
                "live judging stopped: more than {count} events in one segment; the recording continues",
                count = MAX_UNJUDGED_EVENTS
            );
            self.print_line(&stopped.to_string());
        }
        if let [live] = &mut self.judges[..] {
            let new_violations = new_violations(
                &live.rules,
                &mut live.reported_counts,
                live.judge.findings_so_far(),
            );
            self.report_violations(&new_violations);
        }
    }

    /// Reports the result of the live judge at the end of the recording.
    pub(super) fn finish(mut self) {
        let mut judges = std::mem::take(&mut self.judges);
        if judges.is_empty() {
            let text = message!(
                "live_not_judged_to_end",
                "not judged to the end; judge the recording with: ponderhit judge {file}",
                file = &self.recording_name
            );
            return self.print_line(&text.to_string());
        }
        let (Some(live), true) = (judges.pop(), judges.is_empty()) else {
            let text = message!(
                "live_no_handshake",
                "not judged: no handshake of any protocol was recorded"
            );
            return self.print_line(&text.to_string());
        };
        let (title, mut reported) = (live.title, live.reported_counts);
        let judged = live.judge.into_judge_result();
        self.report_violations(&new_violations(&live.rules, &mut reported, &judged));
        let findings = judged.findings.values();
        let exercised = findings.clone().filter(|it| it.exercised_count > 0).count();
        let violated = findings.filter(|it| !it.violations.is_empty()).count();
        let (events, file) = (self.event_count, &self.recording_name);
        let text = message!(
            "live_counts",
            "{protocol}: {events} events; {exercised} rules exercised, {violated} violated; full report: ponderhit judge {file}",
            protocol = title,
            events,
            exercised,
            violated,
            file
        );
        self.print_line(&text.to_string());
    }

    fn report_violations(&mut self, new_violations: &[NewViolation]) {
        for it in new_violations {
            let at = it.violation.culprit.at.0;
            let line = self.first_line_number + at;
            let mut text = format!(
                "{} {:6} {}  {}:{line}: {}",
                if it.level <= Level::Robust {
                    "✗"
                } else {
                    "!"
                },
                it.level.name(),
                it.rule,
                self.recording_name,
                it.violation.message
            );
            let begin = self.event_count - self.recent_events.len();
            if let Some(event) = at
                .checked_sub(begin)
                .and_then(|it| self.recent_events.get(it))
            {
                text.push_str(&format!("\n    {}", verdict::event_text(event)));
            }
            self.print_line(&text);
        }
    }

    fn print_line(&mut self, text: &str) {
        // A write error is ignored, so that the recording continues.
        let _ = writeln!(self.output, "{text}");
        let _ = self.output.flush();
    }
}

/// A violation that was not reported yet.
struct NewViolation {
    rule: &'static str,
    level: Level,
    violation: RuleViolation,
}

/// Returns the new violations of each rule, up to `MAX_REPORTED_PER_RULE` per rule.
fn new_violations(
    rules: &[RuleInfo],
    reported: &mut RuleMap<usize>,
    judged: &JudgeResult,
) -> Vec<NewViolation> {
    let mut new_violations = Vec::new();
    let found = judged.findings.iter();
    for (id, findings) in found.filter(|it| !it.1.violations.is_empty()) {
        let rule = rules.iter().find(|it| it.rule_id() == id);
        let (Some(rule), Some(reported)) = (rule, reported.get_mut(id)) else {
            continue;
        };
        let new = findings
            .violations
            .iter()
            .take(MAX_REPORTED_PER_RULE)
            .skip(*reported);
        new_violations.extend(new.map(|it| NewViolation {
            rule: rule.id,
            level: rule.level,
            violation: it.clone(),
        }));
        *reported = findings.violations.len();
    }
    new_violations.sort_by_key(|it| it.violation.culprit.at);
    new_violations
}
