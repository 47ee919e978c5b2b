//! An interface sends a whole FEN: ten ranks, a side, two dashes and two numbers.
//!
//! Whatever the engine makes of half a position, it is not the one on the interface's board.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! ```
//!
//! The two numbers can be any: the emulator of the league always writes 0 and 1.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 b - - 12 40
//! ```
//!
//! Blanks in runs are blanks, and how large a number may be is not said:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position  fen 3k5/9/9/9/9/9/9/9/9/4K4  w - - 0  99999999999999999999
//! > probe fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/4K4 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the board has 9 ranks, not 10
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w -- 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 5 fields, not 6
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_fen",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI F1, F2, F3, F4",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.sent() {
        let (Command::Position(spec) | Command::Own(UcciCommand::Probe(spec))) = command else {
            continue;
        };
        match &spec.place {
            // What names no position at all is the affair of `interface_commands`.
            Place::Start | Place::Unclear => (),
            Place::Fen(fen) => match flaw(fen) {
                None => out.conforms(entry.at),
                Some(flaw) => out.violates(entry.culprit(), flaw),
            },
        }
    }
}

fn flaw(fen: &str) -> Option<String> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let &[board, side, third, fourth, fifth, sixth] = fields.as_slice() else {
        return Some(format!("{} fields, not 6", fields.len()));
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 10 {
        return Some(format!("the board has {} ranks, not 10", ranks.len()));
    }
    for rank in ranks {
        if let Some(strange) = rank
            .chars()
            .find(|it| !"kabnrcpKABNRCP123456789".contains(*it))
        {
            return Some(format!("`{strange}` is no piece"));
        }
        let width: u32 = rank.chars().map(|it| it.to_digit(10).unwrap_or(1)).sum();
        if width != 9 {
            return Some(format!("the rank {rank} has {width} points, not 9"));
        }
    }
    if !matches!(side, "w" | "b") {
        return Some(format!("the side is `{side}`, neither `w` nor `b`"));
    }
    if (third, fourth) != ("-", "-") {
        return Some("the third and the fourth field are not `-`".to_owned());
    }
    let number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    (!number(fifth) || !number(sixth)).then(|| "the last two fields are no numbers".to_owned())
}
