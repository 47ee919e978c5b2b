//! In which order scenarios are played, so that a run that the time limit ends has shown the most.

use std::collections::BTreeMap;

use super::{RunContext, masking};
use crate::rule::Level;

/// The profile of the scenarios that show most in least time.
const TELLING: &str = "smoke";

/// The scenarios by their numbers in rounds, one round after the other. Within a round those that measure time are
/// played last, alone.
///
/// First the scenarios that show most in least time, then those that alone were made for some requirement that engines
/// must meet, then the others; last those that only rules count in that ordinary ones must not have undermined.
pub(super) fn rounds(run: &RunContext<'_>) -> Vec<Vec<usize>> {
    let chosen = &run.request.selection.chosen;
    let mut made_for: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in chosen.iter().flat_map(|it| &it.scenario.rules) {
        *made_for.entry(rule).or_default() += 1;
    }
    let is_must = |id: &str| {
        let mut rules = run.rules.iter();
        rules.any(|it| it.id == id && it.level == Level::Must)
    };
    let mut rounds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, it) in chosen.iter().enumerate() {
        let mut rules = it.scenario.rules.iter();
        let round = if masking::is_odd(run, it) {
            3
        } else if it.scenario.profiles.iter().any(|it| it == TELLING) {
            0
        } else if rules.any(|it| is_must(it) && made_for.get(it.as_str()) == Some(&1)) {
            1
        } else {
            2
        };
        rounds.entry(round).or_default().push(number);
    }
    // Of equals the shortest come first.
    for round in rounds.values_mut() {
        round.sort_by_key(|it| chosen[*it].scenario.script.steps.len());
    }
    rounds.into_values().collect()
}
