//! Judges a conversation event by event, and keeps only the events that a report can show, because a log may be larger
//! than the memory.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use super::possible_restart::PossibleRestart;
use crate::{
    protocol::{Judge, JudgeResult, Protocol},
    rule::Findings,
    transcript::{Event, EventIndex, EventKind, SessionEnd, Speaker, Transcript},
};

/// The minimum number of events that are kept, counted from the end, because rules refer to recent events.
const MIN_KEPT_EVENTS: usize = 4096;

/// The maximum number of violations per rule that are kept with their surrounding events.
const MAX_SHOWN_VIOLATIONS: usize = 8;

/// The maximum number of unjudged ranges whose first and last events are kept.
const MAX_DOUBT_RANGES: usize = 100;

/// How many events are kept before a violation and after it; an excerpt in a report shows fewer events.
const KEPT_EVENTS_BEFORE_VIOLATION: usize = 16;
const KEPT_EVENTS_AFTER_VIOLATION: usize = 8;

/// The judgement of a conversation, and the kept events.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConversationRecord {
    pub transcript: Transcript,
    /// The line number of each event in the log file.
    pub line_numbers: Vec<usize>,
    /// The findings, which refer to events by their index in `transcript`.
    pub judge_result: JudgeResult,
    /// True if every event was kept.
    pub is_complete: bool,
    /// The handshakes that began a new process during a search.
    pub restarts_in_search: Vec<RestartInSearch>,
    /// The lines of the commands with which a process begins without its handshake, because a part of the log is missing.
    pub lines_without_handshake: Vec<usize>,
}

/// A handshake that began a new process during a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestartInSearch {
    /// The line number in the log file.
    pub line: usize,
    /// The time between the last line of the old process and the handshake.
    pub silence: Duration,
}

/// Judges the conversation with one engine, which may be restarted.
pub(crate) struct StreamingJudge<'a> {
    protocol: &'a dyn Protocol,
    current_process: ProcessConversation,
    /// The record of the conversations with earlier processes of the engine.
    earlier_record: Option<ConversationRecord>,
    /// A handshake came during a search, and it is not yet known whether it began a new process.
    possible_restart: Option<PossibleRestart>,
    restarts_in_search: Vec<RestartInSearch>,
    /// The first command of the handshake, if each process is expected to begin with it.
    opening: Option<Vec<u8>>,
    /// The lines of the engine before the first command of its process.
    output_before_commands: Option<Vec<(usize, Event)>>,
    lines_without_handshake: Vec<usize>,
    /// Whether a missing handshake shows that a part of the log is missing.
    is_whole_conversation: bool,
}

/// The number of lines before the first command that are judged.
const MAX_WAITING_EVENTS: usize = 10_000;

impl<'a> StreamingJudge<'a> {
    pub(crate) fn new(protocol: &'a dyn Protocol) -> StreamingJudge<'a> {
        StreamingJudge {
            protocol,
            current_process: ProcessConversation::new(protocol),
            earlier_record: None,
            possible_restart: None,
            restarts_in_search: Vec::new(),
            opening: None,
            is_whole_conversation: false,
            output_before_commands: None,
            lines_without_handshake: Vec::new(),
        }
    }

    /// Expects each process to begin with the command `opening`, the first one of the handshake. If another command
    /// comes first, the beginning of the log is missing, for example because an old part of the log was deleted. A
    /// transcript that is not `recorded` by a program may be a part of a conversation.
    pub(crate) fn expect_opening(&mut self, opening: &[u8], recorded: bool) {
        self.opening = Some(opening.to_vec());
        self.is_whole_conversation = recorded;
        self.output_before_commands = Some(Vec::new());
    }

    /// Judges the next event; `line` is the event's line number in the file.
    pub(crate) fn judge_event(&mut self, line: usize, event: Event) {
        // An empty line shows nothing about the process.
        let is_command = matches!(&event.kind, EventKind::Line(Speaker::Interface, text) if !text.trim_ascii().is_empty());
        if is_command {
            self.find_missing_handshake(line, &event);
        } else if let Some(waiting) = &mut self.output_before_commands {
            // Output that is not kept is not judged; then the process does not count as one that begins with its handshake.
            if waiting.len() <= MAX_WAITING_EVENTS {
                waiting.push((line, event));
            }
            return;
        }
        self.judge_event_of_process(line, event);
    }

    /// Finds out whether the process has begun with its handshake, when a command comes. If not, the output before the
    /// command belongs to an earlier command that the log does not have, so the output is not judged.
    fn find_missing_handshake(&mut self, line: usize, event: &Event) {
        let Some(opening) = &self.opening else {
            return;
        };
        let is_opening = matches!(&event.kind, EventKind::Line(_, text)
            if text.trim_ascii().eq_ignore_ascii_case(opening));
        // Another process of the same log has its handshake.
        self.is_whole_conversation |= is_opening;
        let is_next_process =
            self.possible_restart.is_none() && self.current_process.judge.is_quitting();
        if is_next_process && self.output_before_commands.is_none() {
            self.begin_next_process();
        }
        let Some(waiting) = self.output_before_commands.take() else {
            return;
        };
        if !is_opening || waiting.len() > MAX_WAITING_EVENTS {
            self.lines_without_handshake.push(line);
            self.is_whole_conversation |= !waiting.is_empty();
            return;
        }
        for (line, event) in waiting {
            self.judge_event_of_process(line, event);
        }
    }

    fn judge_event_of_process(&mut self, line: usize, event: Event) {
        match &mut self.possible_restart {
            None => self.current_process.judge_event(line, event),
            Some(possible) => {
                if let Some(restarted) = possible.observe_event(line, event) {
                    self.decide_restart(restarted);
                }
            }
        }
    }

    /// Begins the next conversation if the next line is the first command of a handshake. `may_be_restarted` is true if
    /// the log has no line for the end of a process.
    pub(crate) fn begin_handshake(&mut self, may_be_restarted: bool) {
        self.decide_restart(true);
        let judge = &self.current_process.judge;
        if judge.is_quitting()
            || (may_be_restarted && judge.is_handshake_done() && !judge.is_busy())
        {
            self.begin_next_process();
        } else if may_be_restarted && judge.is_busy() {
            self.possible_restart = Some(PossibleRestart::new(self.protocol, judge.as_ref()));
        }
    }

    /// Judges the events that waited for the decision.
    fn decide_restart(&mut self, restarted: bool) {
        let Some(possible) = self.possible_restart.take() else {
            return;
        };
        if restarted {
            let recent = self.current_process.kept_events.recent_events.back();
            let last = recent.and_then(|it| it.1.at);
            if let Some((line, first)) = possible.waiting_events.first() {
                let silence = first
                    .at
                    .zip(last)
                    .map(|(now, last)| now.saturating_sub(last));
                self.restarts_in_search.push(RestartInSearch {
                    line: *line,
                    silence: silence.unwrap_or_default(),
                });
            }
            self.begin_next_process();
            // The waiting events begin with the handshake.
            self.output_before_commands = None;
        }
        for (line, event) in possible.waiting_events {
            self.current_process.judge_event(line, event);
        }
    }

    /// Begins the conversation with a new process of the engine.
    fn begin_next_process(&mut self) {
        self.output_before_commands = self.opening.is_some().then(Vec::new);
        let part = std::mem::replace(
            &mut self.current_process,
            ProcessConversation::new(self.protocol),
        );
        let part = part.finish(KeepPolicy::ShownEvents(self.earlier_record.as_ref()));
        self.earlier_record = Some(match self.earlier_record.take() {
            Some(before) => before.append_record(part),
            None => part,
        });
    }

    /// Ends the conversation, because the log ends here although the engine may have sent more lines.
    pub(crate) fn mark_log_truncated(&mut self) {
        self.decide_restart(true);
        if let Some((line, last)) = self.current_process.kept_events.recent_events.back()
            && !matches!(last.kind, EventKind::End(_))
        {
            let (line, at) = (*line, last.at);
            let kind = EventKind::End(SessionEnd::Cut);
            self.current_process.judge_event(line, Event { at, kind });
        }
    }

    /// Judges the remaining events.
    pub(crate) fn finish(mut self) -> ConversationRecord {
        self.decide_restart(true);
        for (line, event) in self.output_before_commands.take().into_iter().flatten() {
            self.judge_event_of_process(line, event);
        }
        let record = match self.earlier_record {
            Some(before) => {
                let part = self
                    .current_process
                    .finish(KeepPolicy::ShownEvents(Some(&before)));
                before.append_record(part)
            }
            None => self.current_process.finish(KeepPolicy::AllEvents),
        };
        ConversationRecord {
            restarts_in_search: self.restarts_in_search,
            lines_without_handshake: match self.is_whole_conversation {
                true => self.lines_without_handshake,
                false => Vec::new(),
            },
            ..record
        }
    }
}

impl ConversationRecord {
    /// Appends the record of a later conversation with the same engine.
    fn append_record(mut self, later: ConversationRecord) -> ConversationRecord {
        let shift = self.transcript.events.len();
        let ConversationRecord {
            transcript,
            line_numbers: lines,
            judge_result: mut judged,
            is_complete: whole,
            restarts_in_search: _,
            lines_without_handshake: _,
        } = later;
        renumber_events(&mut judged, |it| it + shift);
        self.transcript.events.extend(transcript.events);
        self.line_numbers.extend(lines);
        self.is_complete &= whole;
        let ours = &mut self.judge_result;
        let mut later = judged.contexts;
        for (rule, more) in judged.findings {
            let found = ours.findings.get_mut(rule).zip(ours.contexts.get_mut(rule));
            let (Some((findings, contexts)), Some(further)) = (found, later.get_mut(rule)) else {
                continue;
            };
            // `contexts` has one context for each violation, in the same order, unless contexts were dropped.
            if contexts.len() == findings.violations.len() {
                contexts.append(further);
            }
            findings.merge(more);
        }
        ours.doubt_ranges.ranges.extend(judged.doubt_ranges.ranges);
        ours.doubt_ranges.dropped_range_count += judged.doubt_ranges.dropped_range_count;
        ours.is_handshake_done |= judged.is_handshake_done;
        ours.engine_name = ours.engine_name.take().or(judged.engine_name);
        ours.unusual_scope = ours.unusual_scope.take().or(judged.unusual_scope);
        self
    }
}

/// The conversation with one process of the engine.
struct ProcessConversation {
    judge: Box<dyn Judge>,
    kept_events: KeptEvents,
}

/// The events of a conversation that are still in memory.
#[derive(Default)]
struct KeptEvents {
    /// The last events, each with its line number. `first_recent_event_number` is the event number of the first recent event.
    recent_events: VecDeque<(usize, Event)>,
    first_recent_event_number: usize,
    /// The kept events before `recent_events`, each with its event number and its line number.
    events_kept_for_report: Vec<(usize, usize, Event)>,
}

impl KeptEvents {
    /// Removes the events before number `until` from `recent_events`. Removed events whose numbers are in `wanted` move
    /// to `kept_for_report`.
    fn keep_wanted_events(&mut self, until: usize, wanted: &BTreeSet<usize>) {
        let past = self
            .recent_events
            .drain(..until - self.first_recent_event_number);
        for (number, (line, event)) in (self.first_recent_event_number..until).zip(past) {
            if wanted.contains(&number) {
                self.events_kept_for_report.push((number, line, event));
            }
        }
        self.first_recent_event_number = until;
    }
}

impl ProcessConversation {
    fn new(protocol: &dyn Protocol) -> ProcessConversation {
        ProcessConversation {
            judge: protocol.new_judge(),
            kept_events: KeptEvents::default(),
        }
    }

    fn judge_event(&mut self, line: usize, event: Event) {
        self.judge.observe_event(&event);
        self.kept_events.recent_events.push_back((line, event));
        if self.kept_events.recent_events.len() >= 2 * MIN_KEPT_EVENTS {
            self.drop_old_events();
        }
    }

    /// Drops old events to which no rule will refer any more.
    fn drop_old_events(&mut self) {
        let kept = &mut self.kept_events;
        let latest = kept.first_recent_event_number + kept.recent_events.len() - MIN_KEPT_EVENTS;
        let until = self.judge.judged_event_count().min(latest);
        if until >= kept.first_recent_event_number + MIN_KEPT_EVENTS {
            let wanted = events_to_keep(
                self.judge.findings_so_far(),
                None,
                kept.first_recent_event_number..until,
            );
            kept.keep_wanted_events(until, &wanted);
        }
    }

    /// Judges the remaining events, and keeps the events that `keep` selects.
    fn finish(self, keep: KeepPolicy<'_>) -> ConversationRecord {
        let mut judged = self.judge.into_judge_result();
        let mut kept = self.kept_events;
        let end = kept.first_recent_event_number + kept.recent_events.len();
        if let KeepPolicy::ShownEvents(before) = keep {
            let wanted = events_to_keep(&judged, before, 0..end);
            kept.events_kept_for_report
                .retain(|it| wanted.contains(&it.0));
            kept.keep_wanted_events(end, &wanted);
        }
        let numbered = (kept.first_recent_event_number..).zip(kept.recent_events.drain(..));
        let rest = numbered.map(|(number, (line, event))| (number, line, event));
        kept.events_kept_for_report.extend(rest);
        let whole = kept.events_kept_for_report.len() == end;
        if !whole {
            let numbers: Vec<usize> = kept.events_kept_for_report.iter().map(|it| it.0).collect();
            let last = numbers.len().saturating_sub(1);
            // A reference to a dropped event becomes a reference to the next kept event.
            renumber_events(&mut judged, |number| {
                numbers.partition_point(|it| *it < number).min(last)
            });
        }
        let (mut lines, mut transcript) = (Vec::new(), Transcript::default());
        for (_, line, event) in kept.events_kept_for_report {
            lines.push(line);
            transcript.events.push(event);
        }
        ConversationRecord {
            transcript,
            line_numbers: lines,
            judge_result: judged,
            is_complete: whole,
            restarts_in_search: Vec::new(),
            lines_without_handshake: Vec::new(),
        }
    }
}

/// Decides which events are kept after judging.
#[derive(Clone, Copy)]
enum KeepPolicy<'a> {
    AllEvents,
    /// Keeps the events that a report may show. A report shows a limited number of violations per rule, and the
    /// violations in the given record of earlier conversations count towards this limit.
    ShownEvents(Option<&'a ConversationRecord>),
}

/// Returns the events in the range `among` that a report may show. The report shows only a few violations and one
/// witness per rule, and prefers the violations and the witness in the earlier record `before`.
fn events_to_keep(
    judged: &JudgeResult,
    before: Option<&ConversationRecord>,
    among: std::ops::Range<usize>,
) -> BTreeSet<usize> {
    let mut wanted = BTreeSet::new();
    for range in judged.doubt_ranges.ranges.iter().take(MAX_DOUBT_RANGES) {
        let ends = std::iter::once(range.first_event).chain(range.last_event);
        wanted.extend(ends.map(|it| it.0).filter(|it| among.contains(it)));
    }
    for (rule, findings) in judged.findings.iter() {
        let shown = before.and_then(|it| it.judge_result.findings.get(rule));
        let room = MAX_SHOWN_VIOLATIONS.saturating_sub(shown.map_or(0, |it| it.violations.len()));
        let violations = findings.violations.iter().take(room);
        for at in violations.map(|it| it.culprit.at.0) {
            let around = at.saturating_sub(KEPT_EVENTS_BEFORE_VIOLATION)
                ..=at.saturating_add(KEPT_EVENTS_AFTER_VIOLATION);
            wanted.extend(around.filter(|it| among.contains(it)));
        }
        let witness = findings
            .witness
            .filter(|_| shown.is_none_or(|it| it.witness.is_none()));
        wanted.extend(witness.map(|it| it.0).filter(|it| among.contains(it)));
    }
    wanted
}

/// Replaces each event number in the result of the judge by the number that the function `number` returns for it.
fn renumber_events(judged: &mut JudgeResult, number: impl Fn(usize) -> usize) {
    let move_to = |at: &mut EventIndex| at.0 = number(at.0);
    for range in &mut judged.doubt_ranges.ranges {
        move_to(&mut range.first_event);
        range.last_event.iter_mut().for_each(move_to);
    }
    for findings in judged.findings.values_mut() {
        let Findings {
            witness,
            violations,
            doubts,
            doubt_ranges: in_doubt,
            exercised_count: _,
            omitted_violation_count: _,
            not_applicable: _,
            line_left_to_other_rule: left_to_rule_about,
            deadlines: _,
        } = findings;
        witness.iter_mut().for_each(move_to);
        left_to_rule_about.iter_mut().for_each(move_to);
        violations
            .iter_mut()
            .for_each(|it| move_to(&mut it.culprit.at));
        doubts.iter_mut().for_each(|it| move_to(&mut it.at));
        for stretch in in_doubt {
            move_to(&mut stretch.first_event);
            stretch.last_event.iter_mut().for_each(move_to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{protocol, transcript::LineReader};

    /// Returns the lines of a session with this number of searches; the second-last search ends with an illegal move.
    fn session_lines(searches: usize) -> Vec<String> {
        let mut lines: Vec<String> = ["> ucci", "< ucciok"].map(str::to_owned).into();
        for number in 0..searches {
            let best = if number + 2 == searches {
                "a0a9"
            } else {
                "h2e2"
            };
            let all = ["> position startpos", "> go depth 1", "< info depth 1"];
            lines.extend(all.map(str::to_owned));
            lines.push(format!("< bestmove {best}"));
        }
        lines.extend(["> quit", "< bye", "! exit 0"].map(str::to_owned));
        lines
    }

    fn judge_lines(lines: &[String]) -> (ConversationRecord, usize) {
        let mut judge = StreamingJudge::new(protocol::find_protocol("ucci").unwrap());
        let mut reader = LineReader::default();
        let mut most = 0;
        for (line, number) in lines.iter().zip(1..) {
            let event = reader.read_line(line.as_bytes()).unwrap().unwrap();
            judge.judge_event(number, event);
            most = most.max(
                judge.current_process.kept_events.recent_events.len()
                    + judge
                        .current_process
                        .kept_events
                        .events_kept_for_report
                        .len(),
            );
        }
        (judge.finish(), most)
    }

    #[test]
    fn a_long_record_is_judged_like_a_short_one_in_bounded_memory() {
        let (short, long) = (session_lines(10), session_lines(40_000));
        let (few, _) = judge_lines(&short);
        let (many, most) = judge_lines(&long);
        assert!(few.is_complete && !many.is_complete);
        assert!(most < 3 * MIN_KEPT_EVENTS, "{most} events at once");
        for (rule, few) in few.judge_result.findings.iter() {
            let many = &many.judge_result.findings[rule];
            assert_eq!(few.violation_count(), many.violation_count());
            assert_eq!(few.witness.is_some(), many.witness.is_some());
        }
        let wrong = many
            .judge_result
            .findings
            .values()
            .find(|it| it.violation_count() == 1);
        let at = wrong.unwrap().violations[0].culprit.at.0;
        assert_eq!(many.line_numbers[at], long.len() - 3 - 4);
        let expected = LineReader::default().read_line(b"< bestmove a0a9").unwrap();
        assert_eq!(Some(many.transcript.events[at].clone()), expected);
    }

    #[test]
    fn an_engine_that_is_restarted_often_is_judged_in_bounded_memory() {
        let protocol = protocol::find_protocol("ucci").unwrap();
        let lines = session_lines(4);
        let kept = |starts: usize| {
            let mut judge = StreamingJudge::new(protocol);
            for _ in 0..starts {
                let mut reader = LineReader::default();
                for (line, number) in lines.iter().zip(1..) {
                    let event = reader.read_line(line.as_bytes()).unwrap().unwrap();
                    judge.judge_event(number, event);
                }
                judge.begin_next_process();
            }
            let record = judge.finish();
            let wrong = record
                .judge_result
                .findings
                .values()
                .filter(|it| it.violation_count() == starts);
            assert!(wrong.count() >= 1);
            record.transcript.events.len()
        };
        assert_eq!(kept(30), kept(300));
    }

    #[test]
    fn an_early_violation_is_kept_with_its_surrounding_lines() {
        let mut lines = session_lines(20_000);
        lines[5] = "< bestmove a0a9".to_owned();
        let (record, _) = judge_lines(&lines);
        let wrong = record
            .judge_result
            .findings
            .values()
            .find(|it| it.violation_count() == 2);
        let at = wrong.unwrap().violations[0].culprit.at.0;
        assert_eq!(record.line_numbers[at], 6);
        assert_eq!(record.line_numbers[at - 3..=at], [3, 4, 5, 6]);
    }
}
