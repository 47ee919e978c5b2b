//! Checks of what an interface sends.

use crate::{
    message::message,
    protocol::search::{Dialect, GoCommand as _, View},
    rule::Findings,
};

/// Checks that the result of a ponder search is not played if the opponent did not play the expected move.
pub(in crate::protocol) fn check_missed_result_void<D: Dialect>(
    view: &View<D>,
    out: &mut Findings,
) {
    for after in &view.searches {
        let Some((missed, void)) = after
            .previous_search
            .as_ref()
            .and_then(|it| Some((it, it.best_move?)))
            .filter(|(it, _)| it.ponderhit_time.is_none() && it.search.go.is_ponder())
        else {
            continue;
        };
        let positions = missed
            .search
            .last_position
            .as_ref()
            .zip(after.last_position.as_ref());
        let Some((Some(was), Some(is))) = positions
            .filter(|(was, is)| was.base_position == is.base_position)
            .map(|(was, is)| (&was.moves, &is.moves))
        else {
            continue;
        };
        let entry = view.entry(after.entry);
        let is_unclear =
            missed.search.is_doubtful || entry.is_deferred || entry.may_be_other_protocol;
        let Some((expected, before)) = was.split_last().filter(|_| !is_unclear) else {
            continue;
        };
        let Some([reply, later @ ..]) = is.strip_prefix(before) else {
            continue;
        };
        if reply == expected {
            continue;
        }
        out.require(
            later.first() != Some(&void),
            entry.culprit(),
            || {
                message!(
                    "void_result_played",
                    "{best} answers the expected {expected}, but the opponent played {reply}, and the interface sent no `go` for this position",
                    best = void.to_string(),
                    expected = expected.to_string(),
                    reply = reply.to_string()
                )
            },
        );
    }
}
