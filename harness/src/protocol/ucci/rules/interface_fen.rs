//! An interface sends a complete FEN: ten ranks, a side, two dashes and two numbers.
//!
//! An engine that reads an incomplete FEN has another position than the interface.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! ```
//!
//! Any two numbers at the end of the FEN are allowed: the emulator of the league always sends 0 and 1.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 b - - 12 40
//! ```
//!
//! Several blanks between fields are allowed, and numbers of any size:
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
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 10 ranks, found 9
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w -- 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 6 fields, found 5
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_fen",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI F1, F2, F3, F4",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let (Command::Position(spec) | Command::Dialect(UcciCommand::Probe(spec))) = command else {
            continue;
        };
        match &spec.base_position {
            // The rule `interface_commands` judges a `position` or `probe` without `fen` and `startpos`.
            BasePosition::Start | BasePosition::UnclearPosition => (),
            BasePosition::Fen(fen) => match fen_error(fen) {
                None => out.conforms(entry.at),
                Some(flaw) => out.violates(entry.culprit(), flaw),
            },
        }
    }
}

fn fen_error(fen: &str) -> Option<Message> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let &[board, side, third, fourth, fifth, sixth] = fields.as_slice() else {
        let found = fields.len();
        return Some(message!(
            "fen_fields",
            "expected 6 fields, found {found}",
            found
        ));
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 10 {
        let found = ranks.len();
        return Some(message!(
            "fen_ranks",
            "expected 10 ranks, found {found}",
            found
        ));
    }
    for rank in ranks {
        if let Some(strange) = rank
            .chars()
            .find(|it| !"kabnrcpKABNRCP123456789".contains(*it))
        {
            return Some(message!(
                "fen_piece",
                "expected a piece or a number from 1 to 9, found `{letter}`",
                letter = strange.to_string()
            ));
        }
        let width: u32 = rank.chars().map(|it| it.to_digit(10).unwrap_or(1)).sum();
        if width != 9 {
            return Some(message!(
                "fen_rank",
                "expected 9 points in rank {rank}, found {width}",
                rank,
                width
            ));
        }
    }
    if !matches!(side, "w" | "b") {
        return Some(message!(
            "fen_side",
            "expected the side `w` or `b`, found `{side}`",
            side
        ));
    }
    if (third, fourth) != ("-", "-") {
        return Some(message!(
            "fen_dashes",
            "expected `-` in the third and the fourth field"
        ));
    }
    let number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    (!number(fifth) || !number(sixth))
        .then(|| message!("fen_numbers", "expected numbers in the last two fields"))
}
