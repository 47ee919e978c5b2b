//! The kinds of unspecified input (lines whose effect the specification does not define) that only UCI has.

use super::{
    view::{UnspecifiedInput, position_after_moves, position_before_moves},
    wire::{Command, UciGo, Words, parse_command},
};

/// A kind of unspecified input that only UCI has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UciUnspecifiedInput {
    /// A `setoption` without a name (`UCI U34`).
    OptionWithoutName,
    /// A `setoption` for an option that the engine did not announce (`UCI U34`, `U120`).
    UnknownOption,
    /// A `go` where a number is missing, or where another word is in the place of a number (`UCI A7`).
    GoNumberWrong,
    /// The command `go ponder` (`UCI U120`).
    GoPonder,
    /// A `go` with a clock at 0 or below (`UCI U49`).
    ClockAtOrBelowZero,
    /// Unknown words before an illegal command. An engine that skips the unknown words (`UCI U81`) may exit because of
    /// the illegal command (`UCI A7`).
    UnknownWordsBeforeIllegalCommand,
}

/// The kind of unspecified input in a line that is not a command of the grammar, or `None`.
pub(super) fn unspecified_kind_of_non_command(line: &[u8]) -> Option<UciUnspecifiedInput> {
    let first = Words::new(line).next()?;
    if first.text == b"setoption" {
        return Some(UciUnspecifiedInput::OptionWithoutName);
    }
    let command = Words::new(line).find(|it| matches!(it.text, b"go" | b"position"))?;
    let is_illegal = match parse_command(&line[command.span.start..]) {
        Command::Go(go) => go.is_flaw_in_number,
        Command::Position(spec) => {
            position_before_moves(&spec).is_none() || position_after_moves(&spec).is_none()
        }
        _ => false,
    };
    is_illegal.then_some(UciUnspecifiedInput::UnknownWordsBeforeIllegalCommand)
}

/// Whether the engine may exit with a diagnosis and a status other than 0 after input of this kind: a broken FEN
/// (`UCI U45`), an illegal move (`UCI U44`) or another illegal command (`UCI A7`).
pub(super) fn may_exit_after(kind: UnspecifiedInput) -> bool {
    matches!(
        kind,
        UnspecifiedInput::BrokenFen
            | UnspecifiedInput::IllegalMoves
            | UnspecifiedInput::DialectInput(
                UciUnspecifiedInput::GoNumberWrong
                    | UciUnspecifiedInput::UnknownWordsBeforeIllegalCommand
            )
    )
}

/// The kind of unspecified input in a `go` command, or `None`.
pub(super) fn unspecified_kind_of_go(go: &UciGo) -> Option<UnspecifiedInput> {
    let counts = [go.depth, go.nodes, go.mate, go.movetime, go.movestogo];
    let odd = |it: &i64| *it <= 0 || u32::try_from(*it).is_err();
    if go.is_flaw_in_number {
        Some(UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::GoNumberWrong,
        ))
    } else if go.flaw.is_some() {
        Some(UnspecifiedInput::GoWithoutMode)
    } else if go.clock_millis.iter().flatten().any(|it| *it <= 0) {
        Some(UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::ClockAtOrBelowZero,
        ))
    } else if counts.iter().flatten().any(odd) {
        Some(UnspecifiedInput::GoLimitOutOfRange)
    } else {
        go.is_ponder.then_some(UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::GoPonder,
        ))
    }
}
