//! The names of UCI commands and responses in the coverage of `fuzz`.

use super::wire::{Command, LicenceCheckKind, Response, UciCommand, UciResponse};

/// The name of a UCI command in the coverage of `fuzz`.
pub(super) fn command_name(command: &Command) -> &'static str {
    match command {
        Command::Greet => "uci",
        Command::IsReady => "isready",
        Command::SetOption { .. } => "setoption",
        Command::Position(_) => "position",
        Command::Dialect(UciCommand::NewGame) => "ucinewgame",
        Command::Dialect(UciCommand::Debug(_)) => "debug",
        Command::Dialect(UciCommand::Register { .. }) => "register",
        Command::Go(go) if go.flaw.is_some() => "go unclear",
        Command::Go(go) if go.is_ponder => "go ponder",
        Command::Go(go) if go.is_infinite => "go infinite",
        Command::Go(go) if go.clock_millis.iter().any(Option::is_some) => "go clock",
        Command::Go(go) if go.movetime.is_some() => "go movetime",
        Command::Go(go) if go.depth.is_some() => "go depth",
        Command::Go(go) if go.nodes.is_some() => "go nodes",
        Command::Go(go) if go.mate.is_some() => "go mate",
        Command::Go(_) => "go",
        Command::PonderHit { .. } => "ponderhit",
        Command::Stop => "stop",
        Command::Quit => "quit",
        Command::Blank => "blank",
        Command::Other => "other",
    }
}

/// The name of a UCI response in the coverage of `fuzz`.
pub(super) fn response_name(response: &Response) -> &'static str {
    match response {
        Response::Id(_) => "id",
        Response::Option(_) => "option",
        Response::GreetingAnswer => "uciok",
        Response::ReadyOk => "readyok",
        Response::Info(_) => "info",
        Response::BestMove(_) => "bestmove",
        Response::Dialect(UciResponse::Check(LicenceCheckKind::CopyProtection, _)) => {
            "copyprotection"
        }
        Response::Dialect(UciResponse::Check(LicenceCheckKind::Registration, _)) => "registration",
        // UCI has neither `nobestmove` nor `bye`.
        Response::NoBestMove | Response::Bye => "something else",
        Response::Blank | Response::Other => "something else",
    }
}
