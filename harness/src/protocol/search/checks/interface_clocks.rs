//! The check of the clocks that an interface sends, and its messages.

use crate::{
    message::{Message, message},
    protocol::search::{
        ClockMistake, ClockOwner, ClockPair, Dialect, InterfaceHabits, MissedClockMistake,
        MissedClocks, View,
    },
    rule::Findings,
};

/// Checks that the clocks lose what both sides use, and gain the increment. `habits` is what the interface did before
/// this segment.
pub(in crate::protocol) fn check_clock_losses<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    for (after, habits) in habits.at_each_search(view) {
        let culprit = view.entry(after.entry).culprit();
        let pair = ClockPair::since_previous_search(view, after);
        if pair.is_some_and(|it| it.has_wrapped()) {
            let message = message!(
                "clock_wrapped",
                "the clock jumped to almost 2^32 milliseconds: is it negative in an unsigned number?"
            );
            out.violates(culprit, message);
        } else if pair.is_some_and(|it| it.has_appended_increment()) {
            let message = message!(
                "increment_appended",
                "the clock jumped to the digits of the time that is left and then the digits of the increment: is a text added to a text?"
            );
            out.violates(culprit, message);
        } else if let Some((mistake, count)) = habits.missed_clock_mistake(view, after) {
            out.violates(culprit, missed_clock_message(mistake, count));
        } else if MissedClocks::before(view, after).is_some() {
            // The clock stood still, so it shows nothing new.
        } else if let Some((mistake, owner, count)) = habits.clock_mistake() {
            out.violates(culprit, clock_mistake_message(mistake, owner, count));
        } else if habits.clocks.are_right() {
            out.conforms(culprit.at);
        }
    }
}

fn missed_clock_message(mistake: MissedClockMistake, count: usize) -> Message {
    match mistake {
        MissedClockMistake::Impossible => message!(
            "clock_wrong_over_guesses",
            "over each of the last {count} wrong guesses the clock gained time, or lost more than passed, although it stands still while the engine ponders",
            count
        ),
        MissedClockMistake::PonderingLost => message!(
            "clock_lost_over_guesses",
            "over each of the last {count} wrong guesses the clock lost the time that the engine had pondered",
            count
        ),
        MissedClockMistake::LostLate => message!(
            "clock_lost_late",
            "each of the last {count} `go ponder` with a wrong guess had the clock of the `go` before it: it had not lost what the engine had used",
            count
        ),
        MissedClockMistake::IncrementAgain => message!(
            "increment_again_over_guesses",
            "over each of the last {count} wrong guesses the clock gained the increment, which the `go ponder` already had",
            count
        ),
    }
}

fn clock_mistake_message(mistake: ClockMistake, owner: ClockOwner, count: usize) -> Message {
    if owner == ClockOwner::Opponent {
        return opponent_clock_message(mistake, count);
    }
    match mistake {
        ClockMistake::OnlyOtherRuns => message!(
            "clock_stands_still",
            "in each of the last {count} moves the engine's clock stayed the same, although the opponent's clock lost shorter times",
            count
        ),
        ClockMistake::SameForBoth => message!(
            "clocks_are_one",
            "in each of the last {count} moves both sides had the same clock, although they used different times",
            count
        ),
        ClockMistake::BothRun => message!(
            "clocks_run_together",
            "in each of the last {count} moves both clocks together lost more time than passed",
            count
        ),
        ClockMistake::Swapped => message!(
            "clocks_swapped_each_move",
            "in each of the last {count} moves the engine's clock lost what the opponent used, and the opponent's clock what the engine used: are the clocks swapped?",
            count
        ),
        ClockMistake::Grows => message!(
            "clock_grows",
            "in each of the last {count} moves the clock gained what the engine used: is a sign wrong?",
            count
        ),
        ClockMistake::InSeconds => message!(
            "clock_in_seconds",
            "in each of the last {count} moves the clock lost a thousandth of what the engine used: is it in seconds?",
            count
        ),
        ClockMistake::OneMoveLate => message!(
            "clock_one_move_late",
            "in each of the last {count} moves the clock lost what the engine used in the move before",
            count
        ),
        ClockMistake::PonderingCounted => message!(
            "pondering_counted",
            "in each of the last {count} moves with a `ponderhit` the clock also lost the time before it",
            count
        ),
        ClockMistake::HardlyRuns => message!(
            "clock_hardly_runs",
            "in each of the last {count} moves the clock lost less than a tenth of what the engine used: is it in another unit?",
            count
        ),
        ClockMistake::Stays => message!(
            "clock_stays",
            "in each of the last {count} moves the clock stayed the same, although the engine used more than the increment",
            count
        ),
        ClockMistake::SecondsNotCounted
        | ClockMistake::RunsAlways
        | ClockMistake::AlsoOtherLate
        | ClockMistake::InCentiseconds
        | ClockMistake::ChargedTwice
        | ClockMistake::MissedPonderingCounted
        | ClockMistake::FreeAfterPonderhit => wrong_time_message(mistake, count),
        _ => increment_message(mistake, count),
    }
}

/// The message about a clock that loses another time than the engine used.
fn wrong_time_message(mistake: ClockMistake, count: usize) -> Message {
    match mistake {
        ClockMistake::SecondsNotCounted => message!(
            "clock_loses_milliseconds",
            "in the last {count} moves the clock lost only the milliseconds of what the engine used, without its whole seconds",
            count
        ),
        ClockMistake::ChargedTwice => message!(
            "clock_charged_twice",
            "in each of the last {count} moves the clock lost twice what was used",
            count
        ),
        ClockMistake::MissedPonderingCounted => message!(
            "clock_counts_wrong_guesses",
            "in {count} moves after wrong guesses the clock also lost the time that the engine had pondered",
            count
        ),
        ClockMistake::InCentiseconds => message!(
            "clock_in_centiseconds",
            "in each of the last {count} moves the clocks lost a tenth of what was used: are they in centiseconds?",
            count
        ),
        ClockMistake::FreeAfterPonderhit => message!(
            "clock_free_after_ponderhit",
            "in the last {count} moves the clock lost nothing after a `ponderhit`, but what the engine used after each other search",
            count
        ),
        ClockMistake::RunsAlways => message!(
            "clock_runs_always",
            "in each of the last {count} moves the engine's clock also lost what the opponent used",
            count
        ),
        _ => message!(
            "clock_loses_other_time",
            "in each of the last {count} moves the engine's clock also lost what the opponent used in the move before",
            count
        ),
    }
}

/// The message about a mistake with the increment of the engine's clock.
fn increment_message(mistake: ClockMistake, count: usize) -> Message {
    match mistake {
        ClockMistake::IncrementMissing => message!(
            "increment_not_added",
            "in each of the last {count} moves the clock lost all that the engine used, so the increment was not added",
            count
        ),
        ClockMistake::IncrementTwice => message!(
            "increment_added_twice",
            "in each of the last {count} moves the increment was added twice",
            count
        ),
        ClockMistake::IncrementInSeconds => message!(
            "increment_in_seconds",
            "in each of the last {count} moves the clock gained 1000 times the increment: is it in seconds?",
            count
        ),
        ClockMistake::NoIncrementAfterPonderhit => message!(
            "increment_not_added_after_ponderhit",
            "in the last {count} moves the increment was not added after a `ponderhit`, but after each other search",
            count
        ),
        ClockMistake::SmallIncrementsMissing => message!(
            "increments_of_both_missing",
            "in the last {count} moves both clocks together lost all the time that passed, so the increments were not added",
            count
        ),
        ClockMistake::IncrementIsClock => message!(
            "increment_is_clock",
            "in each of the last {count} moves the increment was the same as the clock",
            count
        ),
        ClockMistake::IncrementIsSwapped => message!(
            "increment_swapped",
            "in each of the last {count} moves the clock stayed the same, and the increment lost what the engine used: are the clock and the increment swapped?",
            count
        ),
        _ => message!(
            "increment_untold",
            "in each of the last {count} moves the clock gained the same time, more than the increment that the interface sends",
            count
        ),
    }
}

/// The message about a mistake that the opponent's clock shows.
fn opponent_clock_message(mistake: ClockMistake, count: usize) -> Message {
    match mistake {
        ClockMistake::Grows => message!(
            "opponent_clock_grows",
            "in each of the last {count} moves the opponent's clock gained what the opponent used: is a sign wrong?",
            count
        ),
        ClockMistake::OnlyIncrements => message!(
            "opponent_clock_stands",
            "in each of the last {count} moves the opponent's clock lost nothing, and gained the increment",
            count
        ),
        ClockMistake::InSeconds | ClockMistake::InSecondsWithIncrement => message!(
            "opponent_clock_in_seconds",
            "in each of the last {count} moves the opponent's clock lost a thousandth of what the opponent used: is it in seconds?",
            count
        ),
        ClockMistake::IncrementMissing => message!(
            "opponent_increment_not_added",
            "in each of the last {count} moves the opponent's clock lost all that the opponent used, so the increment was not added",
            count
        ),
        ClockMistake::IncrementTwice => message!(
            "opponent_increment_added_twice",
            "in each of the last {count} moves the opponent's increment was added twice",
            count
        ),
        ClockMistake::IncrementInSeconds => message!(
            "opponent_increment_in_seconds",
            "in each of the last {count} moves the opponent's clock gained 1000 times the increment: is it in seconds?",
            count
        ),
        ClockMistake::OneMoveLate => message!(
            "opponent_clock_one_move_late",
            "in each of the last {count} moves the opponent's clock lost what the opponent used in the move before",
            count
        ),
        ClockMistake::SecondsNotCounted => message!(
            "opponent_clock_loses_milliseconds",
            "in the last {count} moves the opponent's clock lost only the milliseconds of what the opponent used, without its whole seconds",
            count
        ),
        ClockMistake::RunsAlways => message!(
            "opponent_clock_runs_always",
            "in each of the last {count} moves the opponent's clock also lost what the engine used",
            count
        ),
        _ => message!(
            "opponent_increment_untold",
            "in each of the last {count} moves the opponent's clock gained the same time, more than the increment that the interface sends",
            count
        ),
    }
}
