//! Checks of what an interface sends.

use crate::{
    message::{Message, message},
    protocol::search::{
        ClockPair, Dialect, GoCommand as _, InterfaceHabits, MoveOf, PonderhitState, Search,
        SentSearches, View, WrongBeginning,
    },
    rule::Findings,
};

/// A ponder search for a move that the opponent did not play, and the next search after it.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct MissedGuess<M> {
    /// The move that the opponent was expected to play.
    expected: M,
    /// The move that the opponent played.
    reply: M,
    /// The result of the ponder search.
    void: M,
    /// Whether the interface played the result of the ponder search in the other position.
    pub(in crate::protocol) is_void_result_played: bool,
}

/// The ponder search before `after`, if the opponent did not play the expected move and `after` continues the game.
pub(in crate::protocol) fn missed_guess<D: Dialect>(
    view: &View<D>,
    after: &Search<D>,
) -> Option<MissedGuess<MoveOf<D>>> {
    let missed = view.certain_previous_search(after)?;
    let void = missed.best_move?;
    if missed.ponderhit_time.is_some() || !missed.search.go.is_ponder() {
        return None;
    }
    let was = missed.search.last_position.as_ref()?;
    let is = after.last_position.as_ref()?;
    if was.base_position != is.base_position {
        return None;
    }
    let (expected, before) = was.moves.as_ref()?.split_last()?;
    let (reply, later) = is.moves.as_ref()?.strip_prefix(before)?.split_first()?;
    (reply != expected).then(|| MissedGuess {
        expected: *expected,
        reply: *reply,
        void,
        is_void_result_played: later.first() == Some(&void),
    })
}

/// Checks that the result of a ponder search is not played if the opponent did not play the expected move.
pub(in crate::protocol) fn check_missed_result_void<D: Dialect>(
    view: &View<D>,
    out: &mut Findings,
) {
    for after in &view.searches {
        let Some(missed) = missed_guess(view, after) else {
            continue;
        };
        let culprit = view.entry(after.entry).culprit();
        out.require(!missed.is_void_result_played, culprit, || {
            message!(
                "void_result_played",
                "{best} answers the expected {expected}, but the opponent played {reply}, and the interface sent no `go` for this position",
                best = missed.void.to_string(),
                expected = missed.expected.to_string(),
                reply = missed.reply.to_string()
            )
        });
    }
}

/// Checks that results of ponder searches are not played again and again if the opponent did not play the expected
/// moves. `habits` is what the interface did before this segment.
pub(in crate::protocol) fn check_void_results_not_repeated<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    for (after, habits) in habits.at_each_search(view) {
        let Some(missed) = missed_guess(view, after) else {
            continue;
        };
        let culprit = view.entry(after.entry).culprit();
        match habits.void_results_played() {
            Some(count) if missed.is_void_result_played => {
                let message = message!(
                    "void_results_played",
                    "after {count} wrong guesses the interface played the move for the guess, without a `go` for the position on the board",
                    count
                );
                out.violates(culprit, message);
            }
            _ if !missed.is_void_result_played => out.conforms(culprit.at),
            _ => (),
        }
    }
}

/// Checks that the interface does not let the engine search its wrong guesses again and again, and play the results
/// after other replies. `habits` is what the interface did before this segment.
pub(in crate::protocol) fn check_guesses_not_searched<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    for (after, habits) in habits.at_each_search(view) {
        if let Some(count) = habits.searched_guesses(view, after) {
            let message = message!(
                "guesses_searched",
                "after each of the last {count} wrong guesses the engine searched the guess again, and the interface played the result after another reply of the opponent",
                count
            );
            out.violates(view.entry(after.entry).culprit(), message);
        }
    }
}

/// Checks that the interface does not send `go` again and again without a `position` while the clocks of a game run.
/// `habits` is what the interface did before this segment.
pub(in crate::protocol) fn check_positions_sent<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    for (after, habits) in habits.at_each_search(view) {
        if let Some(count) = habits.unsent_positions() {
            let message = message!(
                "positions_not_sent",
                "before each of the last {count} `go` the clocks of both sides ran, but the interface sent no `position`",
                count
            );
            out.violates(view.entry(after.entry).culprit(), message);
        } else if view.is_new_position_sent(after) {
            out.conforms(view.entry(after.entry).at);
        }
    }
}

/// Checks that the opponent played the moves that `ponderhit` confirms. `habits` is what the interface did before this
/// segment.
pub(in crate::protocol) fn check_ponderhits_hit<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    check_replies_after_ponderhit(view, habits, out);
    check_replies_not_searched_again(view, habits, out);
}

/// Checks the opponent's moves in the lists of moves that have the result of a `ponderhit` after them.
fn check_replies_after_ponderhit<D: Dialect>(
    view: &View<D>,
    mut habits: InterfaceHabits,
    out: &mut Findings,
) {
    for after in &view.positions_after_ponderhit {
        let entry = view.entry(after.entry);
        let Some(answered) = after
            .answered_reply()
            .filter(|_| !entry.may_be_other_protocol)
        else {
            continue;
        };
        habits = habits.with_reply(&answered);
        let (guess, reply) = (answered.guess, answered.reply);
        if guess == reply {
            out.conforms(entry.at);
        } else if habits.are_wrong_ponderhits_proven() {
            let message = message!(
                "ponderhit_wrong",
                "`ponderhit` confirms {guess}, but the opponent played {reply}",
                guess = guess.to_string(),
                reply = reply.to_string()
            );
            out.violates(entry.culprit(), message);
        }
    }
}

/// Checks that the interface does not send `ponderhit` after each guess, and then the position with the reply that the
/// opponent played.
fn check_replies_not_searched_again<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    for (after, habits) in habits.at_each_search(view) {
        if has_other_reply_after_ponderhit(view, after) != Some(true) {
            continue;
        }
        let culprit = view.entry(after.entry).culprit();
        if let Some(count) = habits.ponderhits_before_other_replies() {
            let message = message!(
                "ponderhit_at_every_move",
                "after each of the last {count} `ponderhit` the interface sent the position with another reply of the opponent",
                count
            );
            out.violates(culprit, message);
        } else if let Some(count) = habits.ponderhits_before_prompt_replies(view, after) {
            let message = message!(
                "ponderhit_without_comparison",
                "after {count} `ponderhit` the interface sent the position with another reply of the opponent at once when the result had come",
                count
            );
            out.violates(culprit, message);
        }
    }
}

/// Whether `after` searches another reply of the opponent than the one that the last `ponderhit` confirmed. Returns
/// `None` if the last search was not ended by a `ponderhit`.
pub(in crate::protocol) fn has_other_reply_after_ponderhit<D: Dialect>(
    view: &View<D>,
    after: &Search<D>,
) -> Option<bool> {
    let earlier = view.certain_previous_search(after)?;
    earlier.ponderhit_time?;
    let was = earlier.search.last_position.as_ref()?;
    let is = after.last_position.as_ref()?;
    let (guess, before) = was.moves.as_ref()?.split_last()?;
    let replies = is.moves.as_ref()?.strip_prefix(before);
    let is_other =
        was.base_position == is.base_position && matches!(replies, Some([reply]) if reply != guess);
    Some(is_other)
}

/// Checks that each `ponderhit` is for a ponder search.
pub(in crate::protocol) fn check_ponderhits_pondering<D: Dialect>(
    view: &View<D>,
    sent: SentSearches,
    out: &mut Findings,
) {
    for (entry, state) in sent.ponderhits(view) {
        match state {
            PonderhitState::NotPondering => {
                let why = message!("engine_not_pondering", "the engine does not ponder");
                out.violates(entry.culprit(), why);
            }
            PonderhitState::NoSearch => {
                let why = message!("no_go_before_ponderhit", "the interface has sent no `go`");
                out.violates(entry.culprit(), why);
            }
            PonderhitState::Pondering | PonderhitState::Unknown => (),
        }
    }
}

/// Checks that `movestogo` falls from move to move. `habits` is what the interface did before this segment.
pub(in crate::protocol) fn check_moves_to_go_fall<D: Dialect>(
    view: &View<D>,
    habits: InterfaceHabits,
    out: &mut Findings,
) {
    for (after, habits) in habits.at_each_search(view) {
        let pair = ClockPair::since_previous_search(view, after);
        let culprit = view.entry(after.entry).culprit();
        match pair.and_then(|it| it.miscounts_moves_to_go()) {
            Some(true) => {
                if let Some(count) = habits.moves_with_wrong_moves_to_go() {
                    let message = message!(
                        "movestogo_miscounts",
                        "after {count} successive moves within one time control `movestogo` did not fall by 1",
                        count
                    );
                    out.violates(culprit, message);
                }
            }
            Some(false) => out.conforms(culprit.at),
            None => (),
        }
        if let Some((beginning, count)) = habits.wrong_time_controls() {
            out.violates(
                view.entry(after.entry).culprit(),
                wrong_time_controls(beginning, count),
            );
        }
        if let Some(count) = habits.guesses_with_wrong_moves_to_go(view, after) {
            let message = message!(
                "movestogo_falls_over_guesses",
                "over each of the last {count} wrong guesses `movestogo` fell, although the engine had made no move",
                count
            );
            out.violates(view.entry(after.entry).culprit(), message);
        }
    }
}

fn wrong_time_controls(beginning: WrongBeginning, count: usize) -> Message {
    match beginning {
        WrongBeginning::After(number) => message!(
            "movestogo_ends_early",
            "the last {count} time controls began after a move with `movestogo {number}`; expected `movestogo 1`",
            count,
            number
        ),
        WrongBeginning::OneMoveLate => message!(
            "movestogo_ends_late",
            "in the last {count} time controls the clock got the new time one move after the move with `movestogo 1`",
            count
        ),
        WrongBeginning::Missing => message!(
            "movestogo_begins_anew",
            "{count} times `movestogo` began anew after `movestogo 1`, but the clock got no new time",
            count
        ),
    }
}
