//! An interface sends all parameters of a `go` in one line.
//!
//! An engine ignores parameters in a second line, and searches without a limit.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go wtime 60000 btime 60000
//! < bestmove e2e4
//! ```
//!
//! The rule does not judge a line after `go` if its words are not valid parameters of `go`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go infinite
//! > depth please
//! > stop
//! < bestmove e2e4
//! > wtime 60000
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go
//! > wtime 60000 btime 60000
//!   ^^^^^^^^^^^^^^^^^^^^^^^ this line has parameters of `go`, which must be in the line of the `go`
//! > stop
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_go_one_line",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U105",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut after_go = false;
    for (entry, command) in view.commands_of_this_protocol() {
        match command {
            Command::Go(_) => {
                out.conforms(entry.at);
                after_go = true;
            }
            Command::Other if after_go => {
                let line = [b"go ", &entry.line[..]].concat();
                if matches!(Command::parse(&line), Command::Go(go) if go.flaw.is_none()) {
                    let why = message!(
                        "go_parameters_apart",
                        "this line has parameters of `go`, which must be in the line of the `go`"
                    );
                    out.violates(entry.culprit(), why);
                }
            }
            _ => after_go = false,
        }
    }
}
