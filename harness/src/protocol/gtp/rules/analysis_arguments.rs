//! An analysis command with bad arguments fails, and no analysis begins.
//!
//! If an analysis command fails, the controller tells the user. If the engine did not fail but
//! began an analysis for the wrong color, the user would see the values of the wrong side.
//!
//! ```conforms
//! > lz-analyze green
//! < ? syntax error
//! <
//! ```
//!
//! Without any arguments, `lz-analyze` succeeds, but `analyze` without an interval fails:
//!
//! ```conforms
//! > analyze b
//! < ? syntax error
//! <
//! > 3 lz-analyze
//! < =3
//! > # enough
//! <
//! ```
//!
//! ```violates
//! > lz-analyze green
//! < =
//!   ^ expected a failure (`?`), found a success
//! >| \n
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_arguments",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-5, A-9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(
        view,
        out,
        &[
            "analyze",
            "lz-analyze",
            "kata-analyze",
            "genmove_analyze",
            "lz-genmove_analyze",
            "kata-genmove_analyze",
        ],
    );
    checks::require_failure(view, out, |exchange, response| {
        let is_stream = exchange.command.is_analysis() || exchange.command.is_genmove_analyze();
        let is_stream =
            is_stream && !(response.status.is_success && exchange.is_private_analysis());
        is_stream
            && exchange.command.argument_kind() == ArgumentKind::Invalid
            && !exchange.fails_as_unknown(response)
    });
}
