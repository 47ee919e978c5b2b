//! The engine sends exactly two newlines after a response.
//!
//! A controller should skip additional newlines between responses, but may read each of them as the end of a response.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! ```
//!
//! A superfluous empty line after only some responses is not judged:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! <
//! > version
//! < = 1.0
//! <
//! > quit
//! < =
//! <
//! ! exit 0
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! <| \n
//!    ^ every response is followed by a superfluous empty line
//! > version
//! < = 1.0
//! <
//! <
//! > protocol_version
//! < = 2
//! <
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_extra_newlines",
    level: Level::Should,
    topic: "framing",
    spec: "GTP G-33, G-6",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The engine is reported if it has sent at least this many responses, and every one of its responses has a superfluous
/// empty line.
const MIN_JUDGED_RESPONSES: usize = 3;

fn check(view: &View, out: &mut Findings) {
    let ended = view.answered_exchanges().filter(|(exchange, response)| {
        response.closing_empty_line_event().is_some() && !exchange.command.has_name("quit")
    });
    let ended: Vec<&Response> = ended.map(|it| it.1).collect();
    for response in ended.iter().filter(|it| it.extra_newlines.is_empty()) {
        out.conforms(response.line.at);
    }
    let always = ended.iter().all(|it| !it.extra_newlines.is_empty());
    let first = ended.first().and_then(|it| it.extra_newlines.first());
    if let Some(line) = first.filter(|_| always && ended.len() >= MIN_JUDGED_RESPONSES) {
        out.violates(
            line.culprit(),
            message!(
                "gtp_extra_newlines",
                "every response is followed by a superfluous empty line"
            ),
        );
    }
}
