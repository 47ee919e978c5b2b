//! The engine sends `pophash` only in answer to `probe`.
//!
//! `probe` has no id, so after an additional `pophash` the interface matches each later answer to the wrong position.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash
//! ```
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > probe startpos
//! > probe startpos moves h2e2
//! < pophash
//! < pophash
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash
//! < pophash
//!   ^^^^^^^ `pophash`, but no `probe` is waiting for an answer
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pophash_only_asked",
    level: Level::Must,
    topic: "state",
    spec: "UCCI Q1, ST3",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if matches!(response, Response::Dialect(UcciResponse::Pophash(_))) {
            View::judge_expectation(entry, out, || {
                message!(
                    "no_probe_open",
                    "`pophash`, but no `probe` is waiting for an answer"
                )
            });
        }
    }
}
