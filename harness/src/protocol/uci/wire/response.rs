//! Parses the responses of the engine.

use super::{BestMove, Response, info::parse_info, option::parse_option};
use crate::{
    message::message,
    protocol::{
        search::{IdLine, Word, Words},
        uci::{game::UciPosition, vocabulary::NO_MOVE_WORDS},
    },
};

/// A response that only UCI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum UciResponse {
    /// The line `copyprotection` or `registration`. The result is `None` if the next word is missing or unknown.
    Check(LicenceCheckKind, Option<LicenceCheckResult>),
}

/// The kind of licence check whose state an engine reports: copy protection or registration (`UCI U25`, `U91`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum LicenceCheckKind {
    CopyProtection,
    Registration,
}

/// The word after `copyprotection` or `registration`: the state of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum LicenceCheckResult {
    Checking,
    Good,
    Error,
}

/// Parses one line of the engine, without its newline.
pub(in super::super) fn parse_response(line: &[u8]) -> Response {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Response::Blank;
    };
    match first.text {
        b"id" => Response::Id(IdLine::parse_words(words)),
        b"option" => Response::Option(parse_option(words)),
        b"uciok" => Response::GreetingAnswer,
        b"readyok" => Response::ReadyOk,
        b"info" => Response::Info(parse_info(words)),
        b"bestmove" => Response::BestMove(parse_bestmove(words)),
        b"copyprotection" => parse_licence_check_result(LicenceCheckKind::CopyProtection, &words),
        b"registration" => parse_licence_check_result(LicenceCheckKind::Registration, &words),
        _ => Response::Other,
    }
}

fn parse_licence_check_result(what: LicenceCheckKind, words: &Words<'_>) -> Response {
    let result = match words.rest_of_line().text {
        b"checking" => Some(LicenceCheckResult::Checking),
        b"ok" => Some(LicenceCheckResult::Good),
        b"error" => Some(LicenceCheckResult::Error),
        _ => None,
    };
    Response::Dialect(UciResponse::Check(what, result))
}

/// Parses `bestmove MOVE [ponder MOVE]`. In a position without a legal move, a word such as `(none)` follows `bestmove`
/// instead of a move (`UCI U62`, `U66`).
fn parse_bestmove(mut words: Words<'_>) -> BestMove {
    let mut it = BestMove::default();
    match words.next() {
        None => {
            let end = words.rest_of_line().span;
            let why = message!(
                "move_missing",
                "`{key}` must be followed by a move",
                key = "bestmove"
            );
            it.grammar_error = Some((end, why));
        }
        Some(word) if NO_MOVE_WORDS.contains(&word.text) => it.no_move_word = Some(word.span),
        Some(word) => match word.parse_move::<UciPosition>() {
            Some(best) => it.best_move = Some((best, word.span)),
            None => {
                let why = message!(
                    "word_not_a_move",
                    "`{word}` is not a move",
                    word = word.to_text()
                );
                it.grammar_error = Some((word.span, why));
            }
        },
    }
    if words.take_if("ponder") {
        let reply = words.next();
        match reply
            .as_ref()
            .map(|it| (it.parse_move::<UciPosition>(), it))
        {
            Some((Some(step), word)) => it.ponder_move = Some((step, word.span.clone())),
            // After the last move of a game, a word such as `(none)` may replace the ponder move.
            Some((None, word)) if NO_MOVE_WORDS.contains(&word.text) => {
                it.no_ponder_move_word = Some(word.span.clone());
            }
            other => {
                let span =
                    other.map_or_else(|| words.rest_of_line().span, |(_, word)| word.span.clone());
                let why = message!(
                    "move_missing",
                    "`{key}` must be followed by a move",
                    key = "ponder"
                );
                it.grammar_error.get_or_insert((span, why));
            }
        }
    }
    if let Some(word) = words.next() {
        it.grammar_error
            .get_or_insert_with(|| unexpected_word_error(&word));
    }
    it
}

/// The error for a word that the grammar does not allow at its place in the line.
pub(super) fn unexpected_word_error(word: &Word<'_>) -> crate::protocol::search::GrammarError {
    let message = message!(
        "word_unexpected",
        "unexpected `{word}`",
        word = word.to_text()
    );
    (word.span.clone(), message)
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test that meets another response fails")]
mod tests;
