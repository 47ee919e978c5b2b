//! The answer to `name` is the engine's name without its version.
//!
//! A controller shows the name and the version side by side. A rating list treats every new version in the name as
//! another engine.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! > version
//! < = 1.0
//! <
//! ```
//!
//! A digit that is a part of the name is not the version:
//!
//! ```conforms
//! > name
//! < = Go4++ 9x9
//! <
//! > version
//! < = 4
//! <
//! ```
//!
//! ```violates
//! > version
//! < = 4.16
//! <
//! > name
//! < = toy 4.16
//!   ^^^^^^^^^^ the name contains the version `4.16`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/name_without_version",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-101",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let is_name = exchange.is_valid_command(&["name"]);
        if !(is_name || exchange.is_valid_command(&["version"])) || !response.status.is_success {
            continue;
        }
        let Some((name, version)) = &exchange.name_and_version else {
            continue;
        };
        let has_digit = version.iter().any(u8::is_ascii_digit);
        let mut words = name.split(|it| it.is_ascii_whitespace());
        let repeated = has_digit && words.any(|it| it == version.as_slice());
        let shown = readable_text(version).into_owned();
        out.require(!repeated, response.line.culprit(), || {
            message!(
                "gtp_name_has_version",
                "the name contains the version `{version}`",
                version = shown
            )
        });
    }
}
