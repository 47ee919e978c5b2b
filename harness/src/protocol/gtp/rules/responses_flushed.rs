//! A response is sent when it is ready, not together with the next response.
//!
//! An engine that writes through a buffer must flush it after every response, also after a failure. Otherwise the
//! controller waits for a response that is still in the buffer.
//!
//! ```conforms
//! 0.000000 > 1 xyzzy
//! 0.100000 < ?1 unknown command
//! 0.100000 <
//! 0.300000 > 2 name
//! 0.301000 < =2 toy
//! 0.301000 <
//! ```
//!
//! A response may be late, and it may come shortly after the next command by accident:
//!
//! ```conforms
//! 0.000000 > 1 xyzzy
//! 0.300000 > 2 name
//! 0.300500 < ?1 unknown command
//! 0.300500 <
//! 0.301000 < =2 toy
//! 0.301000 <
//! 0.400000 > 3 xyzzy
//! 0.550000 < ?3 unknown command
//! 0.550000 <
//! 0.700000 > 4 name
//! 0.701000 < =4 toy
//! 0.701000 <
//! ```
//!
//! An engine that reads its input at intervals may need the same time for each response:
//!
//! ```conforms
//! 0.000000 > 1 xyzzy
//! 0.300000 > 2 name
//! 0.301000 < ?1 unknown command
//! 0.301000 <
//! 0.302000 < =2 toy
//! 0.302000 <
//! 0.400000 > 3 xyzzy
//! 0.700000 > 4 name
//! 0.701000 < ?3 unknown command
//! 0.701000 <
//! 0.702000 < =4 toy
//! 0.702000 <
//! ```
//!
//! While the engine searches, it cannot answer later commands:
//!
//! ```conforms
//! 0.000000 > 1 clear_board
//! 0.001000 < =1
//! 0.001000 <
//! 0.002000 > 2 genmove b
//! 0.003000 > 3 xyzzy
//! 0.300000 > 4 name
//! 0.300500 < =2 D4
//! 0.300500 <
//! 0.300500 < ?3 unknown command
//! 0.300500 <
//! 0.301000 < =4 toy
//! 0.301000 <
//! 0.302000 > 5 genmove w
//! 0.303000 > 6 xyzzy
//! 0.600000 > 7 name
//! 0.600500 < =5 C3
//! 0.600500 <
//! 0.600500 < ?6 unknown command
//! 0.600500 <
//! 0.601000 < =7 toy
//! 0.601000 <
//! ```
//!
//! An engine may flush most of its responses, and forget one kind:
//!
//! ```violates
//! 0.000000 > 1 play b C3
//! 0.300000 > 2 name
//! 0.300500 < =1
//! 0.300500 <
//! 0.300500 < =2 toy
//! 0.300500 <
//! 0.400000 > 3 play w D4
//! 0.900000 > 4 name
//! 0.900500 < =3
//!            ^^ this response came only after the next command, which was sent 500 ms later, as the one before it
//! 0.900500 <
//! 0.900500 < =4 toy
//! 0.900500 <
//! ```
//!
//! ```violates
//! 0.000000 > 1 xyzzy
//! 0.300000 > 2 name
//! 0.300500 < ?1 unknown command
//! 0.300500 <
//! 0.300500 < =2 toy
//! 0.300500 <
//! 0.400000 > 3 xyzzy
//! 0.900000 > 4 name
//! 0.900500 < ?3 unknown command
//!            ^^^^^^^^^^^^^^^^^^ this response came only after the next command, which was sent 500 ms later, as the one before it
//! 0.900500 <
//! 0.900500 < =4 toy
//! 0.900500 <
//! ```

use std::{collections::BTreeMap, time::Duration};

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/responses_flushed",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-36",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The controller must have waited for this time, so that a response without a flush differs from a slow one.
const MIN_SILENCE: Duration = Duration::from_millis(200);

/// The longest time between the next command and a response that this command flushes.
const MAX_FLUSH_TIME: Duration = Duration::from_millis(20);

/// Commands that every engine answers without a computation. A failure needs no computation, either.
const QUICK_COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "time_settings",
    "time_left",
];

fn check(view: &View, out: &mut Findings) {
    // An engine may forget to flush its failures only, or the answers to one command, so each has its own sequence.
    let mut earlier_silences: BTreeMap<Option<&str>, Duration> = BTreeMap::new();
    let mut was_idle_after = Some(Duration::ZERO);
    for pair in view.exchanges.windows(2) {
        let (asked, next) = (pair[0].line.time, pair[1].line.time);
        let was_idle = was_idle_after.is_some_and(|it| it <= asked);
        was_idle_after = match &pair[0].answer {
            CommandAnswer::Answered(response) if response.is_whole() => Some(response.end_time),
            _ => None,
        };
        let CommandAnswer::Answered(response) = &pair[0].answer else {
            continue;
        };
        let mut quick_commands = QUICK_COMMANDS.iter().copied();
        let quick = quick_commands.find(|it| pair[0].command.has_name(it));
        let kind = quick.filter(|_| response.status.is_success);
        let answered = response.line.time;
        if kind.is_none() && response.status.is_success || answered.is_zero() {
            continue;
        }
        // The times of a log may be whole seconds, so the order of the lines decides.
        if response.line.at < pair[1].line.at {
            out.conforms(response.line.at);
            earlier_silences.remove(&kind);
            continue;
        }
        // If the engine still worked on an earlier command, the response could not come sooner.
        if !was_idle {
            continue;
        }
        let silence = next.saturating_sub(asked);
        let is_unflushed = next < answered && answered - next <= MAX_FLUSH_TIME;
        // An engine that reads its input at intervals always takes the same time.
        let differs = earlier_silences
            .get(&kind)
            .is_some_and(|it| it.abs_diff(silence) > MAX_FLUSH_TIME);
        if silence < MIN_SILENCE {
            continue;
        }
        if is_unflushed && differs {
            let message = message!(
                "gtp_unflushed",
                "this response came only after the next command, which was sent {waited} later, as the one before it",
                waited = silence
            );
            out.record_measured_violation(response.line.culprit(), message);
        }
        match is_unflushed {
            true => earlier_silences.insert(kind, silence),
            false => earlier_silences.remove(&kind),
        };
    }
}
