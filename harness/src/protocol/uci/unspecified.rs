//! Unspecified input of UCI only.

use super::{
    view::Unspecified,
    wire::{Go, Words},
};

/// A kind of unspecified input of UCI only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UciUnspecified {
    /// `setoption` without a name (`UCI U34`).
    OptionNameless,
    /// An option that the engine did not announce (`UCI U34`, `U120`).
    OptionUnknown,
    /// `go ponder` (`UCI U120`).
    GoPonder,
    /// A clock at 0 or below (`UCI U49`).
    EmptyClock,
}

/// The kind of a line that is not a command.
pub(super) fn of_foreign(line: &[u8]) -> Option<UciUnspecified> {
    let first = Words::new(line).next()?;
    (first.text == b"setoption").then_some(UciUnspecified::OptionNameless)
}

/// The kind of a `go`.
pub(super) fn of_go(go: &Go) -> Option<Unspecified> {
    let counts = [go.depth, go.nodes, go.mate, go.movetime, go.movestogo];
    let odd = |it: &i64| *it <= 0 || u32::try_from(*it).is_err();
    if go.flaw.is_some() {
        Some(Unspecified::GoWithoutMode)
    } else if go.clocks.iter().flatten().any(|it| *it <= 0) {
        Some(Unspecified::DialectInput(UciUnspecified::EmptyClock))
    } else if counts.iter().flatten().any(odd) {
        Some(Unspecified::GoNumber)
    } else {
        go.ponder
            .then_some(Unspecified::DialectInput(UciUnspecified::GoPonder))
    }
}
