//! The moves after `refutation` and `currline` are legal, one after the other.
//!
//! A GUI that shows the moves of `refutation` or `currline` stops at an illegal move, or rejects all the moves.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_ShowCurrLine type check default false
//! < option name UCI_ShowRefutations type check default false
//! < uciok
//! > setoption name UCI_ShowCurrLine value true
//! > setoption name UCI_ShowRefutations value true
//! > position startpos
//! > go depth 2
//! < info currline 1 e2e4 e7e5
//! < info refutation g2g4 e7e5
//! < bestmove e2e4
//! ```
//!
//! A `refutation` with one move means that the engine found no refutation. The rule does not judge the moves after a
//! null move:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_ShowCurrLine type check default false
//! < option name UCI_ShowRefutations type check default false
//! < uciok
//! > setoption name UCI_ShowCurrLine value true
//! > setoption name UCI_ShowRefutations value true
//! > position startpos
//! > go depth 2
//! < info refutation e2e4
//! < info currline e2e4 0000 d2d4
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_ShowCurrLine type check default false
//! < uciok
//! > setoption name UCI_ShowCurrLine value true
//! > position startpos
//! > go depth 2
//! < info currline 1 e2e4 e2e4
//!                        ^^^^ e2e4, move 2 of the line, is illegal: there is no piece on e2
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/lines_legal",
    level: Level::Should,
    topic: "legality",
    spec: "UCI U73",
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
    let searches = view.searches.iter();
    for search in searches.filter(|it| !view.is_result_from_other_position(it)) {
        let Some(start) = search.position() else {
            continue;
        };
        for (entry, info) in view.info_lines_of_search(search) {
            for item in &info.items {
                let moves = match item {
                    Item::DialectItem(
                        UciInfoItem::Refutation(moves) | UciInfoItem::CurrLine(_, moves),
                    ) => moves,
                    _ => continue,
                };
                let mut position = start.clone();
                for (n, (step, span)) in moves.iter().enumerate() {
                    if let Some(why) = position.why_illegal(*step) {
                        let why = message!(
                            "line_illegal",
                            "{step}, move {number} of the line, is illegal: {why}",
                            step = step.to_string(),
                            number = n + 1,
                            why
                        );
                        out.violates(entry.culprit_of_part(span.clone()), why);
                        break;
                    }
                    position.play(*step);
                    out.conforms(entry.at);
                }
            }
        }
    }
}
