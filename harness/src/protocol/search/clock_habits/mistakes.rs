//! The mistakes of an interface with its clocks that several successive moves prove.

/// A mistake of an interface with its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum ClockMistake {
    /// Both clocks together lose more time than passes.
    BothRun,
    /// Each clock loses what the other side used.
    Swapped,
    /// The clock gains what the engine used.
    Grows,
    /// The clock is in seconds, although the unit is the millisecond.
    InSeconds,
    /// The clock loses what the engine used in the move before.
    OneMoveLate,
    /// The increment is never added.
    IncrementMissing,
    /// The increment is added twice.
    IncrementTwice,
    /// The increment is in seconds, although the unit is the millisecond.
    IncrementInSeconds,
    /// The clock also loses the time before `ponderhit`.
    PonderingCounted,
    /// The clock loses hardly anything except its increment.
    HardlyRuns,
    /// The opponent's clock loses nothing, and gains its increment.
    OnlyIncrements,
    /// The clock stays the same, although the engine uses more than its increment.
    Stays,
    /// The clock gains the same time after each move, more than the increment that the interface sends.
    GainsUntold,
    /// Both sides have the clock of one of them.
    SameForBoth,
    /// The engine's clock stays the same, although the opponent's clock, which began with the same time, loses shorter
    /// times.
    OnlyOtherRuns,
    /// The clock loses only the milliseconds of each time, and not its whole seconds.
    SecondsNotCounted,
    /// The increment is the clock.
    IncrementIsClock,
    /// The clock is sent as the increment, and the increment as the clock.
    IncrementIsSwapped,
    /// The clock also runs while the other side thinks.
    RunsAlways,
    /// The clock loses what the engine used, and what the opponent used in the move before.
    AlsoOtherLate,
    /// The clock loses nothing after a `ponderhit`, and what was used after each other search.
    FreeAfterPonderhit,
    /// The increment is missing after a `ponderhit`, and only there.
    NoIncrementAfterPonderhit,
    /// Both clocks together lose all the time that passes, so that their small increments were never added.
    SmallIncrementsMissing,
    /// The clocks are in centiseconds, although the unit is the millisecond.
    InCentiseconds,
    /// The clock is in seconds, but its increment in milliseconds.
    InSecondsWithIncrement,
    /// The clock loses twice what the engine used.
    ChargedTwice,
    /// In a search right after a wrong guess, the clock also loses the time from the `go ponder` on.
    MissedPonderingCounted,
}

impl ClockMistake {
    pub(super) const ALL: [ClockMistake; 25] = [
        ClockMistake::BothRun,
        ClockMistake::Swapped,
        ClockMistake::Grows,
        ClockMistake::InSeconds,
        ClockMistake::OneMoveLate,
        ClockMistake::IncrementMissing,
        ClockMistake::IncrementTwice,
        ClockMistake::IncrementInSeconds,
        ClockMistake::PonderingCounted,
        ClockMistake::HardlyRuns,
        ClockMistake::Stays,
        ClockMistake::GainsUntold,
        ClockMistake::SameForBoth,
        ClockMistake::OnlyOtherRuns,
        ClockMistake::SecondsNotCounted,
        ClockMistake::IncrementIsClock,
        ClockMistake::IncrementIsSwapped,
        ClockMistake::RunsAlways,
        ClockMistake::AlsoOtherLate,
        ClockMistake::FreeAfterPonderhit,
        ClockMistake::NoIncrementAfterPonderhit,
        ClockMistake::SmallIncrementsMissing,
        ClockMistake::InCentiseconds,
        ClockMistake::ChargedTwice,
        ClockMistake::MissedPonderingCounted,
    ];

    /// The mistakes that only some moves can show, such as long moves or those after a `ponderhit` or a wrong guess.
    pub(super) const OF_RARE_MOVES: [ClockMistake; 5] = [
        ClockMistake::HardlyRuns,
        ClockMistake::PonderingCounted,
        ClockMistake::FreeAfterPonderhit,
        ClockMistake::NoIncrementAfterPonderhit,
        ClockMistake::MissedPonderingCounted,
    ];

    /// The mistakes that the opponent's clock shows in moves without a gap.
    pub(super) const OF_OPPONENT_WITHOUT_GAP: [ClockMistake; 3] = [
        ClockMistake::SecondsNotCounted,
        ClockMistake::OneMoveLate,
        ClockMistake::RunsAlways,
    ];

    /// The mistakes that an interface makes whose one engine plays both sides. It may send the same clocks for each
    /// search, so a clock that hardly runs is no mistake.
    pub(super) const OF_ONE_ENGINE_FOR_BOTH: [ClockMistake; 5] = [
        ClockMistake::Swapped,
        ClockMistake::Grows,
        ClockMistake::OneMoveLate,
        ClockMistake::IncrementMissing,
        ClockMistake::IncrementTwice,
    ];

    /// The mistakes that the opponent's clock alone can show.
    pub(super) const OF_ONE_CLOCK: [ClockMistake; 8] = [
        ClockMistake::OnlyIncrements,
        ClockMistake::Grows,
        ClockMistake::InSeconds,
        ClockMistake::IncrementMissing,
        ClockMistake::IncrementTwice,
        ClockMistake::IncrementInSeconds,
        ClockMistake::GainsUntold,
        ClockMistake::InSecondsWithIncrement,
    ];
}
