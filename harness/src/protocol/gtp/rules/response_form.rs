//! A response is `=` or `?`, an optional id, an optional text after a space, and an empty line.
//!
//! A controller reads a response up to its empty line. If the empty line after a response is missing, the controller
//! and the engine wait for ever.
//!
//! ```conforms
//! > 1 name
//! < =1 toy
//! <
//! > 2 xyzzy
//! < ?2 unknown command
//! <
//! ```
//!
//! A response without text may have a space after the `=`. Lines may end with CR LF, and the text of a response may
//! begin on the line after the `=`:
//!
//! ```conforms
//! > komi 6.5
//! <| =\x20\r\n
//! <| \r\n
//! > version
//! < =
//! < 1.0
//! <
//! ```
//!
//! ```violates
//! > 1 name
//! < =1toy
//!     ^^^ expected a space before the text of the response
//! <
//! ```
//!
//! ```violates
//! > 1 name
//! > 2 version
//! < =1 toy
//! < =2 1.0
//!   ^^^^^^ the next response begins here, but no empty line ended the previous one
//! <
//! ```
//!
//! ```violates
//! > quit
//! < =
//!   ^ no empty line ended this response before the process ended
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > name
//! 0.001000 < = toy
//!            ^^^^^ no empty line ended this response within 10.000 s
//! 10.001000 ~ 10s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/response_form",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-30, G-7, G-35, G-37",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for response in view.responses() {
        let line = &response.line;
        if let Some((form_error, span)) = &response.status.form_error {
            let message = match form_error {
                FormError::MissingSpace => message!(
                    "gtp_no_space",
                    "expected a space before the text of the response"
                ),
                FormError::Indented => message!("gtp_indented", "blanks before the `=` or `?`"),
            };
            out.violates(line.culprit_part(span.clone()), message);
            continue;
        }

        match &response.end {
            ResponseEnd::EmptyLine(at) => out.conforms(*at),
            ResponseEnd::NextResponse(next) => {
                let message = message!(
                    "gtp_next_response",
                    "the next response begins here, but no empty line ended the previous one"
                );
                out.violates(next.culprit(), message);
            }
            ResponseEnd::ProcessEnded => {
                let message = message!(
                    "gtp_no_empty_line_before_end",
                    "no empty line ended this response before the process ended"
                );
                out.violates(line.culprit(), message);
            }
            ResponseEnd::TimedOut(wait) => {
                let message = message!(
                    "gtp_empty_line_timed_out",
                    "no empty line ended this response within {took}",
                    took = wait.time
                );
                if wait.host_was_late {
                    out.add_late_host_doubt(line.at, message);
                } else {
                    out.record_measured_violation(line.culprit(), message);
                }
            }
            ResponseEnd::Incomplete => (),
        }
    }
}
