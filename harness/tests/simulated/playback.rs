//! Plays the conversation of a random interface with the simulated engine, event by event.

use std::{collections::VecDeque, time::Duration};

use ponderhit::transcript::{Event, EventKind, SessionEnd, Speaker, Transcript};

use super::{
    choices::{EngineChoices, MICROS_PER_MILLI},
    engine::Engine,
    interface::{AwaitedAnswer, Conversation, ConversationEnd},
};

/// The maximum time that the interface waits for an answer.
const ANSWER_TIMEOUT: u64 = 12_000 * MICROS_PER_MILLI;

struct Playback<'a> {
    conversation: &'a Conversation,
    engine: Engine,
    events: Vec<Event>,
    /// The lines that the engine has not yet executed: for each line, its time of arrival and its index.
    unread_lines: VecDeque<(u64, usize)>,
    next_line_index: usize,
    /// The time at which the interface sends its next line. While the interface waits for an answer, the time at which
    /// the wait times out.
    next_line_micros: u64,
    awaited_answer: Option<AwaitedAnswer>,
    input_closed: bool,
    is_cut_off: bool,
}

/// What happens in the next event of the playback.
#[derive(Clone, Copy)]
enum NextEvent {
    EngineActs,
    InterfaceActs,
    EngineReads,
}

/// Plays a conversation between the random interface and the simulated engine, and returns its transcript.
pub(crate) fn play_conversation(talk: &Conversation, temper: &EngineChoices) -> Transcript {
    let mut run = Playback {
        conversation: talk,
        engine: Engine::new(temper),
        events: Vec::new(),
        unread_lines: VecDeque::new(),
        next_line_index: 0,
        next_line_micros: talk
            .sent_lines
            .first()
            .map_or(talk.micros_before_end, |it| it.gap_before_micros),
        awaited_answer: None,
        input_closed: false,
        is_cut_off: false,
    };
    while !run.engine.has_exited && !run.is_cut_off && run.perform_next_event() {}
    let events = match talk.merges_chunks {
        true => merge_chunks(run.events),
        false => run.events,
    };
    Transcript { events }
}

/// Merges lines of the interface with the same time into one chunk.
fn merge_chunks(events: Vec<Event>) -> Vec<Event> {
    let mut all: Vec<Event> = Vec::new();
    for event in events {
        let (at, EventKind::Line(Speaker::Interface, line)) = (event.at, &event.kind) else {
            all.push(event);
            continue;
        };
        let line = [line.as_slice(), b"\n"].concat();
        match all.last_mut() {
            Some(Event {
                at: before,
                kind: EventKind::Chunk(_, bytes),
            }) if *before == at => bytes.extend_from_slice(&line),
            _ => all.push(Event {
                at,
                kind: EventKind::Chunk(Speaker::Interface, line),
            }),
        }
    }
    all
}

impl Playback<'_> {
    /// Performs the next event of the conversation. Returns false if no event remains.
    fn perform_next_event(&mut self) -> bool {
        let takes = self.unread_lines.front().and_then(|(arrival, n)| {
            let seed = self.conversation.sent_lines[*n].reaction_seed;
            Some((
                self.engine.execution_time_of_line(*arrival, seed)?,
                NextEvent::EngineReads,
            ))
        });
        let wakes = self
            .engine
            .next_action_at()
            .map(|it| (it, NextEvent::EngineActs));
        let acts =
            (!self.input_closed).then_some((self.next_line_micros, NextEvent::InterfaceActs));
        let all = [wakes, acts, takes].into_iter().flatten();
        let Some((now, who)) = all.min_by_key(|it| it.0) else {
            // No event remains: the engine's input is closed, and the engine has executed all lines.
            return false;
        };
        let mut out = Vec::new();
        match who {
            NextEvent::EngineActs => self.engine.perform_action(now, &mut out),
            NextEvent::InterfaceActs => self.send_next_line(now),
            NextEvent::EngineReads => {
                if let Some((_, n)) = self.unread_lines.pop_front() {
                    let step = &self.conversation.sent_lines[n];
                    self.engine
                        .execute_line(now, &step.line, step.reaction_seed, &mut out);
                }
            }
        }
        for line in out {
            if self
                .awaited_answer
                .is_some_and(|it| it.is_answered_by(&line))
            {
                self.awaited_answer = None;
                self.next_line_micros = now + self.next_gap();
            }
            let kind = EventKind::Line(Speaker::Engine, line.into_bytes());
            self.push_event(now, kind);
        }
        if self.input_closed
            && self.unread_lines.is_empty()
            && matches!(who, NextEvent::EngineReads | NextEvent::InterfaceActs)
        {
            self.engine.close_input(now);
        }
        if self.engine.has_exited {
            self.push_event(now, EventKind::End(SessionEnd::Exit(0)));
        }
        true
    }

    fn next_gap(&self) -> u64 {
        let step = self.conversation.sent_lines.get(self.next_line_index);
        step.map_or(self.conversation.micros_before_end, |it| {
            it.gap_before_micros
        })
    }

    fn send_next_line(&mut self, now: u64) {
        // The interface was still waiting for an answer, so this wait has timed out.
        if self.awaited_answer.take().is_some() {
            self.next_line_micros = now + self.next_gap();
            return;
        }
        let Some(step) = self.conversation.sent_lines.get(self.next_line_index) else {
            match self.conversation.conversation_end {
                ConversationEnd::CutOff => {
                    self.is_cut_off = true;
                    self.push_event(now, EventKind::End(SessionEnd::Cut));
                }
                ConversationEnd::InputClosed => {
                    self.input_closed = true;
                    self.push_event(now, EventKind::InputClosed);
                }
            }
            return;
        };
        self.push_event(now, EventKind::Line(Speaker::Interface, step.line.clone()));
        self.unread_lines.push_back((now, self.next_line_index));
        self.next_line_index += 1;
        self.awaited_answer = step.awaited_answer;
        self.next_line_micros = match step.awaited_answer {
            Some(_) => now + ANSWER_TIMEOUT,
            None => now + self.next_gap(),
        };
    }

    fn push_event(&mut self, now: u64, kind: EventKind) {
        let at = Some(Duration::from_micros(now));
        self.events.push(Event { at, kind });
    }
}
