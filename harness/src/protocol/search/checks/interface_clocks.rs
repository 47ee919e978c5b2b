//! The check of the clocks that an interface sends, and its messages.

use crate::{
    message::{Message, message},
    protocol::search::{
        ClockPair, Dialect, InterfaceHabits, MissedClockMistake, MissedClocks, View,
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
        } else if let Some(message) = habits.clock_mistake() {
            out.violates(culprit, message);
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
