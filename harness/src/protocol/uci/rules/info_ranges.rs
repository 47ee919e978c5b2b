//! `hashfull` and `cpuload` are at most 1000; `multipv` and `currmovenumber` are at least 1.
//!
//! A GUI draws `hashfull` and `cpuload` as bars, and sorts lines and moves by `multipv` and `currmovenumber`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 multipv 1 hashfull 1000 cpuload 0 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! An `info` line may omit `hashfull`, `cpuload`, `multipv` and `currmovenumber`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 pv e2e4
//! < info currmove e2e4 currmovenumber 1
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
//! < info currmove e2e4 currmovenumber 0
//!                                     ^ `currmovenumber` is 0; expected 1 or more
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
//! < info hashfull 1001
//!                 ^^^^ `hashfull` is 1001; expected at most 1000
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_ranges",
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
            "numbers_not_sent",
            "the engine never sent `hashfull`, `cpuload`, `multipv` or `currmovenumber`"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Info(info) = response else {
            continue;
        };
        for item in &info.items {
            let Item::DialectItem(UciInfoItem::Number(key, number, span)) = item else {
                continue;
            };
            let (key, number) = (*key, *number);
            let culprit = entry.culprit_of_part(span.clone());
            match key {
                "hashfull" | "cpuload" => out.require(number <= 1000, culprit, || {
                    message!(
                        "permille_exceeded",
                        "`{key}` is {number}; expected at most 1000",
                        key,
                        number
                    )
                }),
                "multipv" | "currmovenumber" => out.require(number > 0, culprit, || {
                    message!(
                        "count_from_one",
                        "`{key}` is {number}; expected 1 or more",
                        key,
                        number
                    )
                }),
                _ => (),
            }
        }
    }
}
