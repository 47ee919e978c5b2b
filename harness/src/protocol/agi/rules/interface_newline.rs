//! Every line of the interface ends with a newline.
//!
//! Without a newline the engine waits for the end of the line.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >! eof
//! ! exit 0
//! ```
//!
//! A line may end with CR LF:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| ISREADY\r\n
//! < READYOK
//! >! eof
//! ! exit 0
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| ISREADY
//!    ^^^^^^^ no newline ends this line
//! >! eof
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/interface_newline",
    level: Level::Must,
    topic: "interface",
    spec: "AGI X-1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if let Some(line) = &view.unterminated_line {
        if !line.line.trim_ascii().is_empty() {
            let why = message!("interface_newline_missing", "no newline ends this line");
            out.violates(line.culprit.clone(), why);
        }
    } else if let Some(closed) = view.input_closed_entry {
        out.conforms(view.entry(closed).at);
    }
}
