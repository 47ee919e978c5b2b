//! Computes the coverage of a segment of the conversation: its commands, the states of the engine,
//! and the responses.

use std::time::Duration;

use super::{BoardGame as _, Command, Dialect, EnginePhase, Response, View, ViewEntry};
use crate::protocol::coverage::{Coverage, Transition};

/// The latest command, and what the engine has sent since this command.
struct OpenCommand<'a, D: Dialect> {
    entry: &'a ViewEntry<D>,
    command: &'a Command<D>,
    /// The first response after the command.
    response: Option<&'static str>,
}

/// Adds the coverage of the segment `view` to `coverage`.
pub(in crate::protocol) fn add_coverage<D: Dialect>(view: &View<D>, coverage: &mut Coverage) {
    let mut meet = |open: Option<OpenCommand<'_, D>>, until: Duration| {
        if let Some(open) = open {
            let transition = Transition {
                state: phase_name(open.entry.phase),
                command: D::command_name(open.command),
                response: open.response.unwrap_or(NO_RESPONSE),
            };
            let time = until.saturating_sub(open.entry.time);
            coverage.count_transition(transition, open.entry.at, time);
        }
    };
    let mut open: Option<OpenCommand<'_, D>> = None;
    for entry in &view.entries {
        if let Some(response) = entry.response() {
            if let Some(open) = &mut open {
                open.response
                    .get_or_insert_with(|| D::response_name(response));
            }
        } else if let Some(command) = entry.command() {
            let next = OpenCommand {
                entry,
                command,
                response: None,
            };
            meet(open.replace(next), entry.time);
        }
    }
    meet(open, view.observation_end_time());
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
