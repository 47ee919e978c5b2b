//! Coverage of a conversation: each command, the engine's state when it was sent, and the first response after it.

use std::{collections::BTreeMap, time::Duration};

use crate::{message::message, transcript::EventIndex};

/// The coverage of a conversation: how often each transition occurred, and how many results of searches were legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub transitions: BTreeMap<Transition, TransitionCount>,
    pub result_counts: ResultCounts,
}

/// A command, the state in which it was sent, and the first response after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The state of the engine before the command.
    pub state: &'static str,
    pub command: &'static str,
    /// The first response after the command and before the next command.
    pub response: &'static str,
}

/// How often a transition occurred, the event of its first occurrence, and the total time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransitionCount {
    pub count: u64,
    pub first_event: EventIndex,
    /// The sum, over all occurrences, of the time from the transition's command to the next command of the interface.
    pub total_time: Duration,
}

/// Counts the searches with a result, and the results that are legal in the position of their
/// search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// The number of searches that certainly have a result.
    pub result_count: u64,
    /// The number of searches whose position is certain and whose result is legal in this position.
    pub legal_result_count: u64,
}

impl Coverage {
    pub(super) fn count_transition(
        &mut self,
        transition: Transition,
        at: EventIndex,
        time: Duration,
    ) {
        let known = self.transitions.entry(transition);
        let known = known.or_insert(TransitionCount {
            count: 0,
            first_event: at,
            total_time: Duration::ZERO,
        });
        known.count += 1;
        known.total_time += time;
    }

    /// Adds the coverage of another conversation.
    pub fn merge(&mut self, other: &Coverage) {
        for (transition, times) in &other.transitions {
            let known = self
                .transitions
                .entry(*transition)
                .or_insert(TransitionCount {
                    count: 0,
                    total_time: Duration::ZERO,
                    ..*times
                });
            known.count += times.count;
            known.total_time += times.total_time;
        }
        self.result_counts.result_count += other.result_counts.result_count;
        self.result_counts.legal_result_count += other.result_counts.legal_result_count;
    }
}

/// Translates the name of a state or of a kind of response, such as `idle`, if the name is not a word of the protocol.
/// The JSON report always has the English names.
pub(crate) fn translate_coverage_word(word: &str) -> String {
    let message = match word {
        "boot" => message!("coverage_word_boot", "boot"),
        "other protocol" => message!("coverage_word_other_protocol", "other protocol"),
        "handshake" => message!("coverage_word_handshake", "handshake"),
        "idle" => message!("coverage_word_idle", "idle"),
        "thinking" => message!("coverage_word_thinking", "thinking"),
        "quitting" => message!("coverage_word_quitting", "quitting"),
        "no board" => message!("coverage_word_no_board", "no board"),
        "unknown board" => message!("coverage_word_unknown_board", "unknown board"),
        "empty board" => message!("coverage_word_empty_board", "empty board"),
        "game" => message!("coverage_word_game", "game"),
        "success" => message!("coverage_word_success", "success"),
        "failure" => message!("coverage_word_failure", "failure"),
        "nothing" => message!("coverage_word_nothing", "nothing"),
        "blank" => message!("coverage_word_blank", "blank"),
        "other" => message!("coverage_word_other", "other"),
        "id alone" => message!("coverage_word_id_alone", "id alone"),
        _ => return word.to_owned(),
    };
    message.to_string()
}
