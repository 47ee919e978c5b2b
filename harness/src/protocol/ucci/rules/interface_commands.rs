//! An interface sends commands of UCCI, and nothing else.
//!
//! Engines may not know anything else: there is no `uccinewgame`, no `go movetime`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < bestmove h2e2
//! ```
//!
//! An empty line is nothing at all:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > uccinewgame
//!   ^^^^^^^^^^^ no command of UCCI
//! > position startpos
//! > go movetime 500
//!      ^^^^^^^^^^^^ no mode of thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_commands",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O34",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        match command {
            Command::Blank => (),
            Command::Other => out.violates(entry.culprit(), "no command of UCCI"),
            Command::Go(go) if matches!(go.mode, Mode::Unclear) && !offers_draw(entry) => {
                out.violates(entry.point(go.span.clone()), "no mode of thinking");
            }
            _ => out.conforms(entry.at),
        }
    }
}

/// `go ponder draw` is the affair of `interface_ponder_draw`.
fn offers_draw(entry: &Entry) -> bool {
    let mut words = entry.line.split(u8::is_ascii_whitespace);
    words.any(|it| it == b"draw")
}
