//! The deadlines of a session, which the timeline of the HTML report draws as bars.

use serde::{Deserialize, Serialize};

use crate::rule::{Findings, RuleId, RuleMap};

/// The maximum number of deadlines in a report for one session.
const MAX_DEADLINES: usize = 200;

/// The period in which an answer had to come; `from` and `due` are seconds since the beginning of the session.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deadline {
    pub from: f64,
    pub due: f64,
}

impl Deadline {
    /// The deadlines that the rules judged in a session, sorted and without duplicates.
    pub(crate) fn deadlines_of_findings(
        findings: &RuleMap<Findings>,
        is_selected: impl Fn(RuleId) -> bool,
    ) -> Vec<Deadline> {
        let selected = findings.iter().filter(|it| is_selected(it.0));
        let mut judged: Vec<_> = selected.flat_map(|it| it.1.deadlines.clone()).collect();
        judged.sort_unstable_by_key(|it| (it.from, it.due));
        judged.dedup();
        let deadlines = judged.into_iter().take(MAX_DEADLINES).map(|it| Deadline {
            from: it.from.as_secs_f64(),
            due: it.due.as_secs_f64(),
        });
        deadlines.collect()
    }
}
