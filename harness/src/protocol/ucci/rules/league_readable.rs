//! The league's emulator can read the engine's lines: `ucciok`, `bestmove` and `nobestmove` are at the beginning of the
//! line, and one blank separates `bestmove` from the move.
//!
//! The league's emulator compares the first bytes of a line, and reads the four bytes after `bestmove ` as the move. If
//! the league's emulator does not recognize an answer, the engine loses on time. This rule applies only in the profile
//! `league`.
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
//! Lines that the emulator skips may have any form. Blanks at the end of a line are ignored:
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
//!    ^^ the league's emulator expects `bestmove` at the beginning of the line
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 3 increment 0
//! < bestmove  h2e2
//!            ^ the league's emulator expects one blank between `bestmove` and the move
//! ```
//!
//! If the emulator does not find the line `option usemillisec`, it sends the clock in seconds:
//!
//! ```violates
//! > ucci
//! < option  usemillisec type check
//!          ^ the league's emulator expects `option usemillisec ` at the beginning of the line
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/league_readable",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI L2, L3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The first bytes of the line that announces `usemillisec` to the league's emulator, so that the emulator sends the
/// clock in milliseconds.
const USEMILLISEC_LINE: &str = "option usemillisec ";

fn check(view: &View, out: &mut Findings) {
    let mut lines = view.responses();
    let announced = lines.any(|it| it.0.line.starts_with(USEMILLISEC_LINE.as_bytes()));
    for (entry, response) in view.responses() {
        let wanted = match response {
            Response::GreetingAnswer => "ucciok",
            Response::NoBestMove => "nobestmove",
            Response::BestMove(it) if it.best_move.is_some() => "bestmove ",
            Response::Option(it) if it.name == "usemillisec" => USEMILLISEC_LINE,
            _ => continue,
        };
        let line = &entry.line;
        // If the emulator can read one line that announces `usemillisec`, further lines that announce it may have any
        // form.
        if wanted == USEMILLISEC_LINE && announced {
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
            let message = message!(
                "league_beginning",
                "the league's emulator expects `{wanted}` at the beginning of the line",
                wanted
            );
            out.violates(entry.culprit_of_part(at..at + blanks.count()), message);
            continue;
        }
        match response {
            Response::BestMove(it) => {
                let at = wanted.len();
                let found = it
                    .best_move
                    .as_ref()
                    .is_some_and(|(_, span)| span.start == at);
                out.require(found, entry.culprit_of_part(at..at), || {
                    message!(
                        "league_move",
                        "the league's emulator expects one blank between `bestmove` and the move"
                    )
                });
                let last = Words::new(line).last().map_or(0, |it| it.span.start);
                if it.flag.is_some() && last > 0 && line.get(last - 1) != Some(&b' ') {
                    let message = message!(
                        "league_flag",
                        "the league's emulator expects a blank before `draw` or `resign`"
                    );
                    out.violates(entry.culprit_of_part(last..line.len()), message);
                }
            }
            _ => out.conforms(entry.at),
        }
    }
}
