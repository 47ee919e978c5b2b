//! The engine sends `currline` only while `UCI_ShowCurrLine` is true, and `refutation` only while `UCI_ShowRefutations`
//! is true.
//!
//! A GUI does not show `currline` and `refutation` lines that it did not request, and these lines cost processor time.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_ShowCurrLine type check default false
//! < uciok
//! > setoption name UCI_ShowCurrLine value true
//! > position startpos
//! > go depth 2
//! < info currline 1 e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! In debug mode the engine may always send `currline` and `refutation`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_ShowRefutations type check default false
//! < uciok
//! > debug on
//! > position startpos
//! > go depth 2
//! < info refutation g2g4 e7e5
//! < bestmove e2e4
//! > setoption name UCI_ShowRefutations value true
//! > go depth 2
//! < info refutation g2g4 e7e5
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
//! < info currline 1 e2e4 e7e5
//!        ^^^^^^^^ `currline` was sent, but the option `UCI_ShowCurrLine` is not true
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/lines_only_asked",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U75",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_lines_sent",
            "the engine never sent `currline` or `refutation`"
        ));
    }
    let certain = |it: &&Search| !it.is_doubtful && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let asked = [
            (
                "currline",
                "UCI_ShowCurrLine",
                search.search_notes.show_currline,
            ),
            (
                "refutation",
                "UCI_ShowRefutations",
                search.search_notes.show_refutations,
            ),
        ];
        for (entry, info) in view.info_lines_of_search(search) {
            for (key, option, on) in asked {
                let Some((span, on)) = info.key_span(key).zip(on) else {
                    continue;
                };
                // In debug mode the engine may send additional lines.
                if on || !entry.was_debug_on {
                    out.require(on, entry.culprit_of_part(span), || {
                        message!(
                            "line_not_asked",
                            "`{key}` was sent, but the option `{option}` is not true",
                            key,
                            option
                        )
                    });
                }
            }
        }
    }
}
