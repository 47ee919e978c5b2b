//! The handshake contains `id name` and `id author`, each with a text.
//!
//! A GUI shows the name and the author to the user, and stores an engine's settings under its name.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! `id author` may precede `id name`:
//!
//! ```conforms
//! > uci
//! < id author A. N. Author
//! < id name Example
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < uciok
//!   ^^^^^ the handshake has no `id author`
//! ```
//!
//! ```violates
//! > uci
//! < id name
//!   ^^^^^^^ `id name` must be followed by a text
//! < id author A. N. Author
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/id_name_and_author",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U17",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let greeted = view.first_handshake.as_ref().and_then(|it| it.answer_entry);
    let (Some(greeted), false) = (greeted, view.greeted_before) else {
        return;
    };
    for kind in ["name", "author"] {
        let before = view.entries[..greeted].iter();
        let mut lines = before.filter_map(|entry| match entry.response()? {
            Response::Id(id) if id.kind == kind && !entry.may_be_other_protocol => {
                Some((entry, id))
            }
            _ => None,
        });
        let Some((entry, id)) = lines.next() else {
            let culprit = view.entry(greeted).culprit();
            out.violates(
                culprit,
                message!("id_missing", "the handshake has no `id {kind}`", kind),
            );
            continue;
        };
        out.require(!id.text.is_empty(), entry.culprit(), || {
            message!(
                "id_without_text",
                "`id {kind}` must be followed by a text",
                kind
            )
        });
    }
}
