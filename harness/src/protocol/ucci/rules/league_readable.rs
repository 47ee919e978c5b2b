//! What the league's emulator reads stands where it looks for it: `ucciok`, `bestmove` and `nobestmove` at the
//! beginning of the line, the move one blank behind `bestmove`.
//!
//! The emulator compares the first bytes of a line and takes the four bytes behind `bestmove` for the move. An answer
//! that it does not find is an answer that never came: the game is lost on time. It binds in profile `league` only.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > setoption usemillisec true
//! > position startpos
//! > go time 3000 increment 0
//! < bestmove h2e2 ponder h9g7 draw
//! ```
//!
//! Lines that the emulator skips may be written in any way, and blanks at the end are no matter:
//!
//! ```conforms
//! > ucci
//! <|   id name Blank\n
//! <| ucciok \n
//! > position startpos
//! > go time 3 increment 0
//! <|    info   depth 1\n
//! <| bestmove h2e2  \n
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 3 increment 0
//! <|   bestmove h2e2\n
//!    ^^ the emulator looks for `bestmove` at the beginning of the line
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 3 increment 0
//! < bestmove  h2e2
//!            ^ the emulator takes the four bytes behind `bestmove ` for the move
//! ```
//!
//! An announcement that it does not find costs the engine its milliseconds:
//!
//! ```violates
//! > ucci
//! < option  usemillisec type check
//!          ^ the emulator looks for `option usemillisec ` at the beginning of the line
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/league_readable",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI L2, L3",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

/// What tells the emulator to count in milliseconds.
const MILLISECONDS: &str = "option usemillisec ";

fn check(view: &View, out: &mut Findings) {
    let mut lines = view.responses();
    let announced = lines.any(|it| it.0.line.starts_with(MILLISECONDS.as_bytes()));
    for (entry, response) in view.responses() {
        let wanted = match response {
            Response::UcciOk => "ucciok",
            Response::NoBestMove => "nobestmove",
            Response::BestMove(it) if it.best.is_some() => "bestmove ",
            Response::Option(it) if it.name == "usemillisec" => MILLISECONDS,
            _ => continue,
        };
        let line = &entry.line;
        // It need be found once.
        if wanted == MILLISECONDS && announced {
            out.conforms(entry.at);
            continue;
        }
        if !line.starts_with(wanted.as_bytes()) {
            let same = line.iter().zip(wanted.as_bytes());
            let at = same.take_while(|it| it.0 == it.1).count();
            let blanks = line[at..].iter().take_while(|it| it.is_ascii_whitespace());
            let wanted = if wanted == "bestmove " {
                "bestmove"
            } else {
                wanted
            };
            let message = format!("the emulator looks for `{wanted}` at the beginning of the line");
            out.violates(entry.point(at..at + blanks.count()), message);
            continue;
        }
        match response {
            Response::BestMove(it) => {
                let at = wanted.len();
                let found = it.best.as_ref().is_some_and(|(_, span)| span.start == at);
                out.require(found, entry.point(at..at), || {
                    "the emulator takes the four bytes behind `bestmove ` for the move".to_owned()
                });
                let last = Words::new(line).last().map_or(0, |it| it.span.start);
                if it.flag.is_some() && last > 0 && line.get(last - 1) != Some(&b' ') {
                    let message = "the emulator looks for a blank and the flag";
                    out.violates(entry.point(last..line.len()), message);
                }
            }
            _ => out.conforms(entry.at),
        }
    }
}
