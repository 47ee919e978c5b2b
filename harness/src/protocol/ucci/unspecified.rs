//! Unspecified input that only UCCI has: lines of its dialects.

use super::{
    view::{UnspecifiedInput, position_before_moves},
    wire::{GoMode, PositionSpec, UcciGo, lenient_commands},
};

/// A kind of unspecified input that only UCCI has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UcciUnspecifiedInput {
    /// The first line is `uci` (`UCCI D1`).
    UciBeforeUcci,
    /// The line is `uccinewgame` or `newgame` (`UCCI D2`).
    NewGame,
    /// The line begins with `fen` or `startpos`, without `position` (`UCCI D3`).
    PositionWithoutKeyword,
    /// A `go` with parameters of UCI (`UCCI D4`).
    UciGo,
    /// A `go` with parameters of several modes (`UCCI D5`).
    MixedGo,
    /// A `setoption` in the form of UCI (`UCCI D6`).
    UciSetOption,
    /// A `position` with the word `moves` and no move (`UCCI D7`).
    MovesWithoutMove,
    /// A `position` whose FEN has ` -- ` (`UCCI D8`).
    JoinedFenFields,
}

/// The kind of unspecified input in a line that is not a command.
pub(super) fn unspecified_kind_of_non_command(line: &[u8]) -> Option<UcciUnspecifiedInput> {
    let mut words = line.split(u8::is_ascii_whitespace);
    match words.next() {
        Some(b"uccinewgame" | b"newgame") => Some(UcciUnspecifiedInput::NewGame),
        Some(b"fen" | b"startpos") => Some(UcciUnspecifiedInput::PositionWithoutKeyword),
        _ => None,
    }
}

/// The kind of unspecified input in a `position`.
pub(super) fn unspecified_kind_of_position(
    line: &[u8],
    spec: &PositionSpec,
) -> Option<UcciUnspecifiedInput> {
    if find_joined_fen_fields(line).is_some() {
        return Some(UcciUnspecifiedInput::JoinedFenFields);
    }
    let empty = line.ends_with(b" moves") && spec.moves.as_ref().is_some_and(Vec::is_empty);
    let valid = || position_before_moves(spec).is_some();
    (empty && valid()).then_some(UcciUnspecifiedInput::MovesWithoutMove)
}

/// The kind of unspecified input in a `setoption`.
pub(super) fn unspecified_kind_of_option(
    announced: bool,
    kind: &str,
    name: &[u8],
    value: &[u8],
) -> Option<UcciUnspecifiedInput> {
    let foreign = name == b"name" || name.iter().any(u8::is_ascii_uppercase);
    let switch = kind == "check" && matches!(value, b"on" | b"off");
    let unspecified = if announced { switch } else { foreign };
    unspecified.then_some(UcciUnspecifiedInput::UciSetOption)
}

/// The place in a FEN where no blank separates the third field from the fourth field.
pub(super) fn find_joined_fen_fields(line: &[u8]) -> Option<usize> {
    line.windows(4).position(|it| it == b" -- ")
}

pub(super) fn unspecified_kind_of_go(line: &[u8], go: &UcciGo) -> Option<UnspecifiedInput> {
    let count = |words: &[&str]| {
        let all = line.split(u8::is_ascii_whitespace);
        all.filter(|it| words.iter().any(|word| *it == word.as_bytes()))
            .count()
    };
    let large = |n: u64| n == 0 || u32::try_from(n).is_err();
    match go.mode {
        GoMode::UnclearMode => {}
        // The limit `depth 0` is specified (`UCCI G5`).
        GoMode::Depth(n) => {
            return (n > u64::from(u32::MAX)).then_some(UnspecifiedInput::GoLimitOutOfRange);
        }
        GoMode::Nodes(n) => return large(n).then_some(UnspecifiedInput::GoLimitOutOfRange),
        GoMode::Time(clock) => {
            return large(clock.time).then_some(UnspecifiedInput::GoLimitOutOfRange);
        }
        GoMode::Infinite => return None,
    }
    let uci = [
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "searchmoves",
        "mate",
    ];
    let modes = count(&["depth", "nodes", "infinite", "time"]);
    if count(&uci) > 0 {
        Some(UnspecifiedInput::DialectInput(UcciUnspecifiedInput::UciGo))
    } else if modes > 1 || (modes == 1 && count(&["opptime", "movestogo", "increment"]) > 0) {
        Some(UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::MixedGo,
        ))
    } else if lenient_commands(line).count() > 1 || line.iter().any(u8::is_ascii_digit) {
        Some(UnspecifiedInput::GoLimitOutOfRange)
    } else {
        Some(UnspecifiedInput::GoWithoutMode)
    }
}
