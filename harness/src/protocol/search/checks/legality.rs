//! Every move is legal where it stands.

use std::ops::Range;

use crate::{
    protocol::search::{BoardGame as _, Command, Dialect, Entry, Item, MoveOf, Response, View},
    rule::Findings,
};

/// The best move is legal.
pub(in crate::protocol) fn bestmove_legal<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for search in view
        .searches
        .iter()
        .filter(|it| !view.is_on_other_board(it))
    {
        let Some(entry) = view.result(search).filter(|_| !search.doubtful) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        let Some((best, span)) = &it.best else {
            continue;
        };
        if let Some(position) = search.position() {
            let why = position.why_illegal(*best);
            out.require(why.is_none(), entry.point(span.clone()), || {
                format!("{best} is illegal here: {}", why.unwrap_or_default())
            });
        } else if let Some([one, other]) = search.two_positions() {
            match (one.why_illegal(*best), other.is_legal(*best)) {
                (Some(why), false) => {
                    let message = format!("{best} is illegal here, in both readings: {why}");
                    out.violates(entry.point(span.clone()), message);
                }
                (None, true) => out.conforms(entry.at),
                _ => (),
            }
        }
    }
}

/// The reply that is expected is legal.
pub(in crate::protocol) fn ponder_legal<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine names no reply");
    }
    for search in &view.searches {
        let (Some(position), Some(entry)) = (search.position(), view.result(search)) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        let (Some((best, _)), Some((reply, span))) = (&it.best, &it.ponder) else {
            continue;
        };
        // An illegal best move has its own rule, and nothing can be said of what follows it.
        if position.is_legal(*best) {
            let mut position = position.clone();
            position.play(*best);
            let why = position.why_illegal(*reply);
            out.require(why.is_none(), entry.point(span.clone()), || {
                format!(
                    "{reply} is illegal after {best}: {}",
                    why.unwrap_or_default()
                )
            });
        }
    }
}

/// Every move of a variation is legal.
pub(in crate::protocol) fn pv_legal<D: Dialect>(view: &View<D>, written: &str, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine does not say `pv`");
    }
    require_spelling(view, "pv", written, out);
    for (position, entry, item) in items(view) {
        if let Item::Pv(moves) = item {
            judge(position.clone(), moves, entry, out);
        }
    }
}

/// What stands where moves belong is a move by its form.
fn require_spelling<D: Dialect>(view: &View<D>, key: &str, written: &str, out: &mut Findings) {
    for (entry, word) in view.misspelt(key) {
        let message = format!(
            "`{}` is no move: moves are written as `{written}`",
            word.word
        );
        out.violates(entry.point(word.span.clone()), message);
    }
}

/// What the searches report, each item with the position that it is about, where that is certain.
fn items<D: Dialect>(view: &View<D>) -> impl Iterator<Item = (&D::Game, &Entry<D>, &Item<D>)> {
    let searches = view
        .searches
        .iter()
        .filter(|it| !view.is_on_other_board(it));
    let known = searches.filter_map(|it| Some((it.position()?, it)));
    known.flat_map(move |(position, search)| {
        let entries = search.infos.iter().map(|it| view.entry(*it));
        let items = entries.filter_map(|entry| match entry.response() {
            Some(Response::Info(info)) => Some(info.items.iter().map(move |it| (entry, it))),
            _ => None,
        });
        items
            .flatten()
            .map(move |(entry, item)| (position, entry, item))
    })
}

fn judge<D: Dialect>(
    mut position: D::Game,
    moves: &[(MoveOf<D>, Range<usize>)],
    entry: &Entry<D>,
    out: &mut Findings,
) {
    for (n, (step, span)) in moves.iter().enumerate() {
        if let Some(why) = position.why_illegal(*step) {
            let message = match n {
                0 => format!("{step} is illegal here: {why}"),
                n => format!("{step} is illegal after {n} moves: {why}"),
            };
            out.violates(entry.point(span.clone()), message);
            return;
        }
        position.play(*step);
    }
    out.conforms(entry.at);
}

/// The move that is looked at is legal.
pub(in crate::protocol) fn currmove_legal<D: Dialect>(
    view: &View<D>,
    written: &str,
    out: &mut Findings,
) {
    if view.has_results() {
        out.not_applicable("the engine does not say `currmove`");
    }
    require_spelling(view, "currmove", written, out);
    for (position, entry, item) in items(view) {
        if let Item::CurrMove(it, span) = item {
            let why = position.why_illegal(*it);
            out.require(why.is_none(), entry.point(span.clone()), || {
                format!("{it} is illegal here: {}", why.unwrap_or_default())
            });
        }
    }
}

/// The engine plays none of its answers on its own board.
pub(in crate::protocol) fn board_kept<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for answer in view.best_moves() {
        let (Some(position), Some(before)) = (answer.search.position(), answer.board.answered)
        else {
            continue;
        };
        if !position.is_legal(before) {
            continue;
        }
        let best = answer.best;
        if position.is_legal(best) {
            out.conforms(answer.entry.at);
        } else if answer.board.is_legal_if_self_played(best) {
            let mut after = position.clone();
            after.play(before);
            let played = match after.is_legal(best) {
                true => before.to_string(),
                false => "what was answered before".to_owned(),
            };
            let message = format!(
                "{best} is legal only if {played} had been played, and no `position` played it"
            );
            out.violates(answer.entry.point(answer.span.clone()), message);
        }
    }
}

/// What sets the board and comes into a search changes nothing.
pub(in crate::protocol) fn board_fixed_while_thinking<D: Dialect>(
    view: &View<D>,
    message: fn(&Command<D>) -> &'static str,
    out: &mut Findings,
) {
    for search in &view.searches {
        let (Some(during), Some(result)) = (&search.during_search, view.result(search)) else {
            continue;
        };
        let moves = (during.board.open_moves(), during.applied.open_moves());
        let (Some(kept), Some(applied)) = moves else {
            continue;
        };
        let fits = |moves: &[MoveOf<D>]| match result.response() {
            Some(Response::BestMove(it)) => {
                it.best.as_ref().is_some_and(|it| moves.contains(&it.0))
            }
            _ => moves.is_empty() && D::must_answer(search),
        };
        match (fits(&kept), fits(&applied)) {
            (true, false) => out.conforms(result.at),
            (false, true) => out.violates(result.culprit(), message(&during.command)),
            _ => (),
        }
    }
}
