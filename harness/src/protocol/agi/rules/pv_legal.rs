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
//! The best move may be another one:
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
    for search in &view.searches {
        let Some(position) = search.position() else {
            continue;
        };
        for entry in search.info_entries.iter().map(|it| view.entry(*it)) {
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
