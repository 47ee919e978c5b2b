//! An interface sends commands as the grammar has them.
//!
//! An engine is free to read nothing else: it need not know parameters in another order, and there is no
//! `uccinewgame`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < bestmove h2e2
//! ```
//!
//! An empty line is nothing at all, and words that are none of UCCI's are judged by `interface_words`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >
//! > position startpos
//! > go movetime 500
//! < bestmove h2e2
//! > hello
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > uccinewgame
//!   ^^^^^^^^^^^ a new game is announced by `setoption newgame`
//! > position startpos
//! > banmoves
//!   ^^^^^^^^ no move follows `banmoves`
//! > go time 1000 opptime 1000 increment 0
//!      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no mode of thinking as the grammar has it
//! < bestmove h2e2
//! > position h2e2
//!   ^^^^^^^^^^^^^ neither `fen` nor `startpos`
//! > position startpos h2e2
//!                     ^^^^ only `moves` can follow the position
//! > stop now
//!   ^^^^^^^^ no command of UCCI
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_commands",
    level: Level::Should,
    topic: "interface",
    spec: "UCCI O34, G10",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.sent() {
        let mut words = Words::new(&entry.line);
        let first = words.next();
        match command {
            Command::Blank => (),
            Command::Other if command.begins_game(&entry.line) => out.violates(
                entry.culprit(),
                "a new game is announced by `setoption newgame`",
            ),
            Command::Other => {
                if first.is_some_and(|it| {
                    vocabulary::COMMANDS
                        .iter()
                        .any(|known| known.0.as_bytes() == it.text)
                }) {
                    out.violates(entry.culprit(), "no command of UCCI");
                }
            }
            Command::Own(UcciCommand::BanMoves(_)) if words.peek().is_none() => {
                out.violates(entry.culprit(), "no move follows `banmoves`");
            }
            Command::Position(spec) | Command::Own(UcciCommand::Probe(spec)) => match spec.place {
                Place::Unclear => out.violates(entry.culprit(), "neither `fen` nor `startpos`"),
                Place::Start => match words.nth(1) {
                    Some(it) if it.text != b"moves" => {
                        out.violates(entry.point(it.span), "only `moves` can follow the position");
                    }
                    _ => out.conforms(entry.at),
                },
                Place::Fen(_) => out.conforms(entry.at),
            },
            // `ponder` together with `draw` is the affair of `interface_ponder_draw`.
            Command::Go(go) if go.mode == Mode::Unclear => {
                let known = words.clone().all(|it| vocabulary::is_of_go(&it));
                let both = [&b"ponder"[..], b"draw"]
                    .iter()
                    .all(|word| words.clone().any(|it| it.text == *word));
                if known && !both {
                    out.violates(
                        entry.point(go.span.clone()),
                        "no mode of thinking as the grammar has it",
                    );
                }
            }
            _ => out.conforms(entry.at),
        }
    }
}
