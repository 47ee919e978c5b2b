//! The names of commands and responses in the coverage report.

use super::wire::{Command, GoMode, Response, UcciCommand, UcciResponse};

/// The name of a command in the coverage report.
pub(super) fn command_name(command: &Command) -> &'static str {
    match command {
        Command::Greet => "ucci",
        Command::IsReady => "isready",
        Command::SetOption { .. } => "setoption",
        Command::Position(_) => "position",
        Command::Dialect(UcciCommand::BanMoves(_)) => "banmoves",
        Command::Go(go) if go.is_ponder => "go ponder",
        Command::Go(go) => match go.mode {
            GoMode::Depth(_) => "go depth",
            GoMode::Infinite => "go infinite",
            GoMode::Nodes(_) => "go nodes",
            GoMode::Time(_) => "go time",
            GoMode::UnclearMode => "go unclear",
        },
        Command::PonderHit { .. } => "ponderhit",
        Command::Stop => "stop",
        Command::Dialect(UcciCommand::Probe(_)) => "probe",
        Command::Quit => "quit",
        Command::Blank => "blank",
        Command::Other => "other",
    }
}

/// The name of a response in the coverage report.
pub(super) fn response_name(response: &Response) -> &'static str {
    match response {
        Response::Id(_) => "id",
        Response::Option(_) => "option",
        Response::GreetingAnswer => "ucciok",
        Response::ReadyOk => "readyok",
        Response::Info(_) => "info",
        Response::BestMove(_) => "bestmove",
        Response::NoBestMove => "nobestmove",
        Response::Dialect(UcciResponse::Pophash(_)) => "pophash",
        Response::Bye => "bye",
        Response::Blank | Response::Other => "something else",
    }
}
