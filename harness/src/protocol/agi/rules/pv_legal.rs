//! The points of `PV` can be played one after the other.
//!
//! A GUI shows the variation on its board.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO PV 7869
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! The best move may differ from the first move of the variation:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO PV 78
//! > STOP
//! < BESTMOVE 69
//! ```
//!
//! If the engine may have pondered by itself, a late `PV` about the position before `DOMOVE` is allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER TRUE
//! < AGIOK
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < INFO PV 69
//! < BESTMOVE 69
//! > DOMOVE 69
//! > DOMOVE 79
//! > GO TIME 1000
//! < INFO PV 7967
//! > ISREADY
//! < READYOK
//! < INFO PV 5A
//! < BESTMOVE 5A
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO PV 69780A78
//!                 ^^ the point is occupied
//! > STOP
//! < BESTMOVE 78
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/pv_legal",
    level: Level::Should,
    topic: "legality",
    spec: "AGI R-13",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut earlier = Vec::new();
    ThinkingState::for_each_response(view, |entry, _, before| {
        if before.may_be_stale(entry) {
            earlier.push(entry.at);
        }
    });
    for search in &view.searches {
        let Some(position) = search.position() else {
            continue;
        };
        let entries = search.info_entries.iter().map(|it| view.entry(*it));
        for entry in entries.filter(|it| earlier.binary_search(&it.at).is_err()) {
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            for item in &info.items {
                let Item::Pv(moves) = item else { continue };
                let mut after = position.0.clone();
                match moves.iter().find(|it| !after.play(it.0)) {
                    Some((_, span)) => {
                        let why = message!("point_occupied", "the point is occupied");
                        out.violates(entry.culprit_of_part(span.clone()), why);
                    }
                    None => out.conforms(entry.at),
                }
            }
        }
    }
}
