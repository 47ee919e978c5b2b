//! The coverage of a run: each command, the engine's state when it was sent, and the first response after it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::coverage::Coverage;

/// A row of the coverage: a command, the state of the engine when the command was sent, the first response, and how
/// often this combination occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageRow {
    pub state: String,
    pub command: String,
    pub response: String,
    pub count: u64,
}

impl CoverageRow {
    /// The coverage rows of one session.
    pub(crate) fn rows_of(coverage: &Coverage) -> Vec<CoverageRow> {
        let rows = coverage.transitions.iter().map(|(it, times)| CoverageRow {
            state: it.state.to_owned(),
            command: it.command.to_owned(),
            response: it.response.to_owned(),
            count: times.count,
        });
        rows.collect()
    }

    /// Adds the counts of equal rows, and sorts the rows by command, state and response.
    pub(crate) fn merge(rows: impl IntoIterator<Item = CoverageRow>) -> Vec<CoverageRow> {
        let mut counts: BTreeMap<(String, String, String), u64> = BTreeMap::new();
        for it in rows {
            let count = counts.entry((it.command, it.state, it.response));
            let count = count.or_default();
            *count = count.saturating_add(it.count);
        }
        let rows = counts.into_iter();
        let rows = rows.map(|((command, state, response), count)| CoverageRow {
            state,
            command,
            response,
            count,
        });
        rows.collect()
    }
}
