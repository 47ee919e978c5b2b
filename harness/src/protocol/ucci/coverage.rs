//! What came up in a segment of a UCCI conversation.

use super::{
    view::{Entry, Phase, View},
    wire::{Command, Mode, Response},
};
use crate::protocol::coverage::{Coverage, Met};

/// Adds what came up in `view`.
pub(super) fn add(view: &View, coverage: &mut Coverage) {
    let mut open: Option<(&Entry, &Command)> = None;
    let mut meet = |open: Option<(&Entry, &Command)>, heard| {
        if let Some((entry, command)) = open {
            let met = Met {
                state: state(entry.phase),
                command: name(command),
                heard,
            };
            coverage.meet(met, entry.at);
        }
    };
    for entry in &view.entries {
        if let Some(response) = entry.response() {
            meet(open.take(), heard(response));
        } else if let Some(command) = entry.command() {
            meet(open.replace((entry, command)), NOTHING);
        }
    }
    meet(open, NOTHING);
    for search in view.searches.iter().filter(|it| !it.doubtful) {
        let Some(result) = view.result(search).and_then(Entry::response) else {
            continue;
        };
        let fits = search.position().is_some_and(|it| match result {
            Response::BestMove(found) => found
                .best
                .as_ref()
                .is_some_and(|(best, _)| it.is_legal(*best)),
            _ => true,
        });
        coverage.positions.asked += 1;
        coverage.positions.answered += u64::from(fits);
    }
}

const NOTHING: &str = "nothing";

fn state(phase: Phase) -> &'static str {
    match phase {
        Phase::Boot => "boot",
        Phase::Alien => "unknown",
        Phase::Shaking => "shaking hands",
        Phase::Idle => "idle",
        Phase::Thinking => "thinking",
        Phase::Leaving => "leaving",
    }
}

/// What kind of command it is.
pub(super) fn name(command: &Command) -> &'static str {
    match command {
        Command::Ucci => "ucci",
        Command::IsReady => "isready",
        Command::SetOption { .. } => "setoption",
        Command::Position(_) => "position",
        Command::BanMoves(_) => "banmoves",
        Command::Go(go) if go.ponder => "go ponder",
        Command::Go(go) => match go.mode {
            Mode::Depth(_) => "go depth",
            Mode::Infinite => "go infinite",
            Mode::Nodes(_) => "go nodes",
            Mode::Time(_) => "go time",
            Mode::Unclear => "go unclear",
        },
        Command::PonderHit { .. } => "ponderhit",
        Command::Stop => "stop",
        Command::Probe(_) => "probe",
        Command::Quit => "quit",
        Command::Blank => "blank",
        Command::Other => "other",
    }
}

fn heard(response: &Response) -> &'static str {
    match response {
        Response::Id(_) => "id",
        Response::Option(_) => "option",
        Response::UcciOk => "ucciok",
        Response::ReadyOk => "readyok",
        Response::Info(_) => "info",
        Response::BestMove(_) => "bestmove",
        Response::NoBestMove => "nobestmove",
        Response::Pophash(_) => "pophash",
        Response::Bye => "bye",
        Response::Blank | Response::Other => "something else",
    }
}
