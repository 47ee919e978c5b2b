//! The exit status after `quit` is 0.
//!
//! A tournament manager reports an exit status other than 0 as a crash.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > quit
//! ! exit 0
//! ```
//!
//! The exit status is also 0 if a search is running at `quit`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > quit
//! ! exit 1
//!   ^^^^^^ the process exited with status 1 after `quit`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/quit_status",
    level: Level::Should,
    topic: "process",
    spec: "UCI U82",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = view.session_end.as_ref().filter(|_| view.quit.is_some()) else {
        return;
    };
    let at = view.entry(ending.entry).at;
    if let SessionEnd::Exit(status) = &ending.session_end {
        out.require(*status == 0, at, || {
            message!(
                "quit_status",
                "the process exited with status {status} after `quit`",
                status = status.to_string()
            )
        });
    }
}
