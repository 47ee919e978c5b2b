//! Checks that every move that the engine sends is legal in its position.

use std::ops::Range;

use super::never_sent_message;
use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, Command, Dialect, InfoItem, MoveOf, Response, View, ViewEntry},
    rule::{Culprit, Findings},
};

/// Checks that the best move is legal.
pub(in crate::protocol) fn check_bestmove_legal<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for search in view
        .searches
        .iter()
        .filter(|it| !view.is_result_from_other_position(it))
    {
        let Some(entry) = view.result_entry(search).filter(|_| !search.is_doubtful) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        let Some((best, span)) = &it.best_move else {
            continue;
        };
        if let Some(position) = search.position() {
            require_legal_move(position, *best, entry.culprit_of_part(span.clone()), out);
        } else if let Some([one, other]) = search.possible_positions() {
            match (one.why_illegal(*best), other.is_legal(*best)) {
                (Some(why), false) => {
                    let message = message!(
                        "move_illegal_in_both",
                        "{step} is illegal here, in both possible positions: {why}",
                        step = best.to_string(),
                        why
                    );
                    out.violates(entry.culprit_of_part(span.clone()), message);
                }
                (None, true) => out.conforms(entry.at),
                _ => (),
            }
        }
    }
}

fn require_legal_move<G: BoardGame>(
    position: &G,
    step: G::Move,
    culprit: Culprit,
    out: &mut Findings,
) {
    match position.why_illegal(step) {
        None => out.conforms(culprit.at),
        Some(why) => out.violates(culprit, illegal_message(step, why)),
    }
}

fn illegal_message(step: impl ToString, why: Message) -> Message {
    message!(
        "move_illegal",
        "{step} is illegal here: {why}",
        step = step.to_string(),
        why
    )
}

/// Checks that the expected reply (`ponder`) is legal.
pub(in crate::protocol) fn check_ponder_move_legal<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_reply_named",
            "no `bestmove` of the engine names a `ponder` move"
        ));
    }
    for search in &view.searches {
        let (Some(position), Some(entry)) = (search.position(), view.result_entry(search)) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        if let (Some((best, _)), Some(span)) = (&it.best_move, &it.no_ponder_move_word)
            && position.is_legal(*best)
            && has_reply(position, *best)
        {
            let why = message!("ponder_without_move", "`ponder` must be followed by a move");
            out.violates(entry.culprit_of_part(span.clone()), why);
        }
        let (Some((best, _)), Some((reply, span))) = (&it.best_move, &it.ponder_move) else {
            continue;
        };
        // Another rule reports an illegal best move. The expected reply to an illegal move cannot be judged.
        if position.is_legal(*best) {
            let mut position = position.clone();
            position.play(*best);
            let culprit = entry.culprit_of_part(span.clone());
            match position.why_illegal(*reply) {
                None => out.conforms(culprit.at),
                Some(why) => {
                    let message = message!(
                        "reply_illegal",
                        "{reply} is illegal after {best}: {why}",
                        reply = reply.to_string(),
                        best = best.to_string(),
                        why
                    );
                    out.violates(culprit, message);
                }
            }
        }
    }
}

/// True if the opponent has a legal move after `step`.
fn has_reply<G: BoardGame>(position: &G, step: G::Move) -> bool {
    let mut next = position.clone();
    next.play(step);
    !next.legal_moves().is_empty()
}

/// Checks that every move of a principal variation is legal.
pub(in crate::protocol) fn check_pv_legal<D: Dialect>(
    view: &View<D>,
    written: &str,
    out: &mut Findings,
) {
    if view.has_results() {
        out.not_applicable(never_sent_message("pv"));
    }
    require_move_notation(view, "pv", written, out);
    for (position, entry, item) in info_items_with_positions(view) {
        if let InfoItem::Pv(moves) = item {
            judge_variation(position.clone(), moves, entry, out);
        }
    }
}

/// Checks that the moves after the keyword `key` are written in the protocol's notation.
fn require_move_notation<D: Dialect>(view: &View<D>, key: &str, written: &str, out: &mut Findings) {
    for (entry, word) in view.misspelt_moves(key) {
        let message = message!(
            "move_misspelt",
            "`{word}` is not a move; moves are written like `{written}`",
            word = &word.word,
            written
        );
        out.violates(entry.culprit_of_part(word.span.clone()), message);
    }
}

/// The items of all `info` lines in searches whose position is certain, each with the position of its search.
fn info_items_with_positions<D: Dialect>(
    view: &View<D>,
) -> impl Iterator<Item = (&D::Game, &ViewEntry<D>, &InfoItem<D>)> {
    let searches = view
        .searches
        .iter()
        .filter(|it| !view.is_result_from_other_position(it));
    let known = searches.filter_map(|it| Some((it.position()?, it)));
    known.flat_map(move |(position, search)| {
        let entries = search.info_entries.iter().map(|it| view.entry(*it));
        let items = entries.filter_map(|entry| match entry.response() {
            Some(Response::Info(info)) => Some(info.items.iter().map(move |it| (entry, it))),
            _ => None,
        });
        items
            .flatten()
            .map(move |(entry, item)| (position, entry, item))
    })
}

fn judge_variation<D: Dialect>(
    mut position: D::Game,
    moves: &[(MoveOf<D>, Range<usize>)],
    entry: &ViewEntry<D>,
    out: &mut Findings,
) {
    for (n, (step, span)) in moves.iter().enumerate() {
        if !position.play_if_legal(*step)
            && let Some(why) = position.why_illegal(*step)
        {
            let message = match n {
                0 => illegal_message(*step, why),
                n => message!(
                    "variation_illegal",
                    "{step}, move {number} of the variation, is illegal: {why}",
                    step = step.to_string(),
                    number = n + 1,
                    why
                ),
            };
            out.violates(entry.culprit_of_part(span.clone()), message);
            return;
        }
    }
    out.conforms(entry.at);
}

/// Checks that the move of `currmove` is legal.
pub(in crate::protocol) fn check_currmove_legal<D: Dialect>(
    view: &View<D>,
    written: &str,
    out: &mut Findings,
) {
    if view.has_results() {
        out.not_applicable(never_sent_message("currmove"));
    }
    require_move_notation(view, "currmove", written, out);
    for (position, entry, item) in info_items_with_positions(view) {
        if let InfoItem::CurrMove(it, span) = item {
            require_legal_move(position, *it, entry.culprit_of_part(span.clone()), out);
        }
    }
}

/// Checks that the engine does not play its own best moves on its board.
pub(in crate::protocol) fn check_board_kept<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for answer in view.certain_best_moves() {
        let (Some(position), Some(before)) =
            (answer.search.position(), answer.board.last_best_move)
        else {
            continue;
        };
        if !position.is_legal(before) {
            continue;
        }
        let best = answer.best_move;
        if position.is_legal(best) {
            out.conforms(answer.entry.at);
        } else if answer.board.is_legal_if_self_played(best) {
            let mut after = position.clone();
            after.play(before);
            let step = best.to_string();
            let message = match after.is_legal(best) {
                true => message!(
                    "legal_after_answer",
                    "{step} is legal only after {before}: the engine played its own earlier answer, but no `position` contains it",
                    step,
                    before = before.to_string()
                ),
                false => message!(
                    "legal_after_answers",
                    "{step} is legal only after earlier answers: the engine played them itself, but no `position` contains them",
                    step
                ),
            };
            out.violates(answer.entry.culprit_of_part(answer.span.clone()), message);
        }
    }
}

/// Checks that a command that sets the board during a search has no effect.
pub(in crate::protocol) fn check_board_fixed_in_search<D: Dialect>(
    view: &View<D>,
    message: fn(&Command<D>) -> Message,
    out: &mut Findings,
) {
    for search in &view.searches {
        let (Some(during), Some(result)) =
            (&search.command_during_search, view.result_entry(search))
        else {
            continue;
        };
        let moves = (
            during.board_if_ignored.allowed_moves(),
            during.board_if_executed.allowed_moves(),
        );
        let (Some(kept), Some(applied)) = moves else {
            continue;
        };
        let best_move = match result.response() {
            Some(Response::BestMove(it)) => Some(it.best_move.as_ref().map(|it| it.0)),
            _ => None,
        };
        let fits = |moves: &[MoveOf<D>]| match best_move {
            Some(it) => it.is_some_and(|it| moves.contains(&it)),
            None => moves.is_empty() && D::must_find_move(search),
        };
        let position = during.board_if_ignored.position.as_ref();
        let is_legal = |it: MoveOf<D>| position.is_some_and(|position| position.is_legal(it));
        match (fits(&kept), fits(&applied)) {
            // If the engine answered no `isready` between the command that sets the board and the result, the result
            // may have been on its way when this command was sent.
            (true, false) if during.is_proven => out.conforms(result.at),
            (false, true) if during.is_proven || !search.is_doubtful => {
                out.violates(result.culprit(), message(&during.command));
            }
            // The move is banned in the position that the engine has kept.
            (false, false) if during.is_proven && best_move.flatten().is_some_and(is_legal) => {
                let message = message!(
                    "bans_lost_in_search",
                    "this move is banned, and a command that was sent during the search ends no bans"
                );
                out.violates(result.culprit(), message);
            }
            _ => (),
        }
    }
}
