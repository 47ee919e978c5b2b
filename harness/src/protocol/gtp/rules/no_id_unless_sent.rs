//! A command without an id gets a response without an id.
//!
//! A controller that sends no ids may read an id in a response as the beginning of the response text.
//!
//! ```conforms
//! > protocol_version
//! < = 2
//! <
//! ```
//!
//! The text of a response may begin with a digit. The rule does not judge an id above 2147483647:
//!
//! ```conforms
//! > version
//! < = 3.8
//! <
//! > 2147483648 name
//! < =2147483648 toy
//! <
//! ```
//!
//! ```violates
//! > name
//! < =1 toy
//!    ^ expected no id, found 1
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_id_unless_sent",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-23",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view
        .answered_exchanges()
        .filter(|(exchange, _)| exchange.command_id() == Id::None)
    {
        // The rule `digit_separated` judges a response such as `=2`, whose result follows the `=` without a space.
        if checks::is_result_without_space(exchange, response) {
            continue;
        }
        let found = response.status.id;
        let culprit = response.line.culprit_part(response.status.id_span.clone());
        debug_assert!(exchange.command.name.is_some());
        out.require(found == Id::None, culprit, || match found.valid_number() {
            Some(found) => {
                message!("gtp_id_unexpected", "expected no id, found {found}", found)
            }
            None => message!("gtp_number_unexpected", "expected no id, found a number"),
        });
    }
}
