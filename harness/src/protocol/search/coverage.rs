//! Computes the coverage of a segment of the conversation: its commands, the states of the engine,
//! and the responses.

use super::{BoardGame as _, Command, Dialect, EnginePhase, Response, View, ViewEntry};
use crate::protocol::coverage::{Coverage, Transition};

/// Adds the coverage of the segment `view`.
pub(in crate::protocol) fn add_coverage<D: Dialect>(view: &View<D>, coverage: &mut Coverage) {
    let mut open: Option<(&ViewEntry<D>, &Command<D>)> = None;
    let mut meet = |open: Option<(&ViewEntry<D>, &Command<D>)>, response| {
        if let Some((entry, command)) = open {
            let transition = Transition {
                state: phase_name(entry.phase),
                command: D::command_name(command),
                response,
            };
            coverage.count_transition(transition, entry.at);
        }
    };
    for entry in &view.entries {
        if let Some(response) = entry.response() {
            meet(open.take(), D::response_name(response));
        } else if let Some(command) = entry.command() {
            meet(open.replace((entry, command)), NO_RESPONSE);
        }
    }
    meet(open, NO_RESPONSE);
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let Some(result) = view.result_entry(search).and_then(ViewEntry::response) else {
            continue;
        };
        let fits = search.position().is_some_and(|it| match result {
            Response::BestMove(found) => found
                .best_move
                .as_ref()
                .is_some_and(|(best, _)| it.is_legal(*best)),
            _ => true,
        });
        coverage.result_counts.result_count += 1;
        coverage.result_counts.legal_result_count += u64::from(fits);
    }
}

const NO_RESPONSE: &str = "nothing";

fn phase_name(phase: EnginePhase) -> &'static str {
    match phase {
        EnginePhase::BeforeFirstCommand => "boot",
        EnginePhase::OtherProtocol => "other protocol",
        EnginePhase::Handshake => "handshake",
        EnginePhase::Idle => "idle",
        EnginePhase::Thinking => "thinking",
        EnginePhase::Quitting => "quitting",
    }
}
