//! No item occurs twice in an `info` line.
//!
//! If an item occurs twice, some GUIs show its first value, and others show its last value.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 seldepth 2 score cp 30 nodes 90 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! The words after `string` are free text, and not items:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 string depth depth
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 nodes 90 depth 2
//!                         ^^^^^ `depth` occurs twice in one `info` line
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_fields_once",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U72",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "never_sent",
            "the engine never sent `{word}`",
            word = "info"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Info(info) = response else {
            continue;
        };
        let mut seen: Vec<&str> = Vec::new();
        let mut keys = info.items.iter().filter_map(|it| match it {
            Item::DialectItem(UciInfoItem::Key(key, span)) => Some((*key, span)),
            _ => None,
        });
        let again = keys.find(|(key, _)| {
            let again = seen.contains(key);
            seen.push(key);
            again
        });
        match again {
            Some((key, span)) => {
                let why = message!("item_again", "`{key}` occurs twice in one `info` line", key);
                out.violates(entry.culprit_of_part(span.clone()), why);
            }
            None => out.conforms(entry.at),
        }
    }
}
