//! The coverage of a GTP conversation: each command, with the state of the board before it and the status of its
//! response.

use super::{
    board::Legality,
    view::{CommandExchange, View},
    wire::Command,
};
use crate::protocol::coverage::{Coverage, Transition};

/// The commands that the coverage data lists by their names.
const COMMAND_NAMES: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
    "kgs-genmove_cleanup",
    "kgs-time_settings",
    "kgs-game_over",
    "analyze",
    "lz-analyze",
    "kata-analyze",
    "genmove_analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
];

/// The commands that start a search or ask for a move.
pub(super) const SEARCH_COMMANDS: &[&str] = &[
    "genmove",
    "reg_genmove",
    "kgs-genmove_cleanup",
    "analyze",
    "lz-analyze",
    "kata-analyze",
    "genmove_analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
];

impl Command {
    /// The name that stands for the command in the coverage data and in the shape of a finding.
    pub(super) fn coverage_name(&self) -> &'static str {
        let known = COMMAND_NAMES.iter().find(|it| self.has_name(it));
        match (known, &self.name) {
            (Some(name), _) => name,
            (None, None) => "id alone",
            (None, Some(_)) => "other",
        }
    }
}

/// Adds the coverage of a segment to `coverage`.
pub(super) fn add_coverage(view: &View, coverage: &mut Coverage) {
    for exchange in &view.exchanges {
        let response = exchange.response();
        let transition = Transition {
            state: state_name(exchange),
            command: exchange.command.coverage_name(),
            response: match response.map(|it| it.status.is_success) {
                Some(true) => "success",
                Some(false) => "failure",
                None => "nothing",
            },
        };
        let until = response.map_or(exchange.line.time, |it| it.end_time);
        let time = until.saturating_sub(exchange.line.time);
        coverage.count_transition(transition, exchange.line.at, time);
        let (Some(response), true) = (response, exchange.command.is_genmove()) else {
            continue;
        };
        coverage.result_counts.result_count += 1;
        let legal = exchange.command.color_argument().is_some_and(|color| {
            let position = exchange.board.position.as_ref();
            let vertex = response.vertex();
            position
                .zip(vertex)
                .is_some_and(|(it, vertex)| it.legality(color, vertex) == Legality::Legal)
        });
        coverage.result_counts.legal_result_count += u64::from(legal || response.is_resignation());
    }
}

fn state_name(exchange: &CommandExchange) -> &'static str {
    match &exchange.board.position {
        _ if exchange.board.is_arbitrary => "no board",
        None => "unknown board",
        Some(position) if position.is_empty() => "empty board",
        Some(_) => "game",
    }
}
