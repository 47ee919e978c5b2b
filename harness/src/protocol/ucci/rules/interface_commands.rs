//! An interface sends only commands that have the form of the grammar.
//!
//! An engine need not accept a line that is not in the grammar, such as a command with its parameters in another order,
//! or the unknown command `uccinewgame`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < bestmove h2e2
//! ```
//!
//! An empty line is allowed. The rule `interface_words` judges words that UCCI does not have:
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
//!   ^^^^^^^^^^^ expected `setoption newgame` for a new game
//! > position startpos
//! > banmoves
//!   ^^^^^^^^ expected moves after `banmoves`
//! > go time 1000 opptime 1000 increment 0
//!      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected a limit of the search, such as `depth 5` or `infinite`
//! < bestmove h2e2
//! > position h2e2
//!   ^^^^^^^^^^^^^ expected `fen` or `startpos`
//! > position startpos h2e2
//!                     ^^^^ expected `moves` after the position
//! > stop now
//!   ^^^^^^^^ not a command of UCCI
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_commands",
    level: Level::Should,
    topic: "interface",
    spec: "UCCI O34, G10",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let mut words = Words::new(&entry.line);
        let first = words.next();
        match command {
            Command::Blank => (),
            Command::Other if command.begins_new_game(&entry.line) => out.violates(
                entry.culprit(),
                message!(
                    "use_setoption_newgame",
                    "expected `setoption newgame` for a new game"
                ),
            ),
            Command::Other => {
                if first.is_some_and(|it| {
                    vocabulary::COMMAND_WORDS
                        .iter()
                        .any(|known| known.0.as_bytes() == it.text)
                }) {
                    let message = message!("ucci_command_malformed", "not a command of UCCI");
                    out.violates(entry.culprit(), message);
                }
            }
            Command::Dialect(UcciCommand::BanMoves(_)) if words.peek().is_none() => {
                let message = message!("no_banned_moves", "expected moves after `banmoves`");
                out.violates(entry.culprit(), message);
            }
            Command::Position(spec) | Command::Dialect(UcciCommand::Probe(spec)) => {
                match spec.base_position {
                    BasePosition::UnclearPosition => out.violates(
                        entry.culprit(),
                        message!("no_fen_or_startpos", "expected `fen` or `startpos`"),
                    ),
                    BasePosition::Start => match words.nth(1) {
                        Some(it) if it.text != b"moves" => {
                            let message =
                                message!("no_moves_word", "expected `moves` after the position");
                            out.violates(entry.culprit_of_part(it.span), message);
                        }
                        _ => out.conforms(entry.at),
                    },
                    BasePosition::Fen(_) => out.conforms(entry.at),
                }
            }
            // The rule `interface_ponder_draw` judges `ponder` together with `draw`.
            Command::Go(go) if go.mode == GoMode::UnclearMode => {
                let known = words.clone().all(|it| vocabulary::is_go_parameter(&it));
                let both = [&b"ponder"[..], b"draw"]
                    .iter()
                    .all(|word| words.clone().any(|it| it.text == *word));
                if known && !both {
                    out.violates(
                        entry.culprit_of_part(go.span.clone()),
                        message!(
                            "go_mode_malformed",
                            "expected a limit of the search, such as `depth 5` or `infinite`"
                        ),
                    );
                }
            }
            _ => out.conforms(entry.at),
        }
    }
}
