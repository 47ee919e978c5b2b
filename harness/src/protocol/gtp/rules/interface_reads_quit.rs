//! The controller reads the response to `quit` before it closes its side of the connection.
//!
//! If the controller closes its side of the connection too early, the engine may die while it
//! writes its last response, or may be killed before it has stored its data.
//!
//! ```conforms
//! > quit
//! < =
//! <
//! >! eof
//! ! exit 0
//! ```
//!
//! After the response to `quit`, the controller may also wait for the end of the process:
//!
//! ```conforms
//! > quit
//! < =
//! <
//! >! eof
//! < bye
//! ! exit 1
//! ```
//!
//! ```violates
//! > quit
//! >! eof
//!   ^^^^ the input was closed before `quit` was answered
//! < =
//! <
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/interface_reads_quit",
    level: Level::Should,
    topic: "interface",
    spec: "GTP G-131",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(closed) = view.input_closed.as_ref().filter(|it| it.quit_sent) else {
        return;
    };
    out.require(closed.quit_answered, closed.at, || {
        message!(
            "gtp_interface_closed",
            "the input was closed before `quit` was answered"
        )
    });
}
