//! A result that begins with a digit is separated from the `=` by a space.
//!
//! A controller reads the number in `=2` as an id, and the result as empty.
//!
//! ```conforms
//! > protocol_version
//! < = 2
//! <
//! ```
//!
//! If the response has an id, the result follows after the id and a space:
//!
//! ```conforms
//! > 3 version
//! < =3 4.16
//! <
//! ```
//!
//! ```violates
//! > protocol_version
//! < =2
//!   ^^ this is an empty result with the id 2: expected a space after the `=`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/digit_separated",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-38",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if checks::is_result_without_space(exchange, response) {
            let id = response.status.id.valid_number().unwrap_or_default();
            out.violates(
                response.line.culprit(),
                message!(
                    "gtp_digit_glued",
                    "this is an empty result with the id {id}: expected a space after the `=`",
                    id
                ),
            );
        } else if response.text.first().is_some_and(u8::is_ascii_digit) {
            out.conforms(response.line.at);
        }
    }
}
