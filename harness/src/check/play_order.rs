//! Orders the scenarios so that a run has found as many violations as possible when the time limit stops it.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{RunState, masking};
use crate::{rule::Level, scenarios::Scenario};

/// The profile whose scenarios find most violations in the shortest time.
const SMOKE_PROFILE: &str = "smoke";

/// The indices of the scenarios of a run, in the order of play.
#[derive(Default)]
pub(super) struct Schedule {
    /// The scenarios that find most violations in the shortest time; they are played before all others.
    pub(super) smoke_scenarios: Vec<usize>,
    pub(super) regular_scenarios: ParallelScenarios,
    /// Scenarios with `@play-last`.
    pub(super) last_scenarios: ParallelScenarios,
    /// Scenarios that run alone, after all other scenarios.
    pub(super) exclusive_scenarios: Vec<usize>,
}

/// The indices of scenarios that run in parallel with each other.
#[derive(Default)]
pub(super) struct ParallelScenarios {
    pub(super) ordinary: Vec<usize>,
    /// Scenarios that mostly wait until a given time has passed (`@takes`), the longest first.
    pub(super) timed_wait: Vec<usize>,
}

impl Schedule {
    /// Removes all scenarios except those with these indices.
    pub(super) fn keep_only_scenarios(&mut self, kept: &BTreeSet<usize>) {
        let lists = [
            &mut self.smoke_scenarios,
            &mut self.regular_scenarios.ordinary,
            &mut self.regular_scenarios.timed_wait,
            &mut self.last_scenarios.ordinary,
            &mut self.last_scenarios.timed_wait,
            &mut self.exclusive_scenarios,
        ];
        for list in lists {
            list.retain(|it| kept.contains(it));
        }
    }
}

/// The schedule of a run.
pub(super) fn schedule_scenarios(run: &RunState<'_>) -> Schedule {
    let chosen = &run.request.selection.scenarios;
    let mut schedule = Schedule::default();
    for number in sort_by_priority(run) {
        let scenario = &chosen[number].scenario;
        let parallel = match scenario.plays_last {
            true => &mut schedule.last_scenarios,
            false => &mut schedule.regular_scenarios,
        };
        match scenario.clock_wait_duration {
            _ if scenario.exclusive => schedule.exclusive_scenarios.push(number),
            Some(_) => parallel.timed_wait.push(number),
            None if is_in_smoke_profile(scenario) => schedule.smoke_scenarios.push(number),
            None => parallel.ordinary.push(number),
        }
    }
    for parallel in [
        &mut schedule.regular_scenarios,
        &mut schedule.last_scenarios,
    ] {
        let duration = |it: &usize| Reverse(chosen[*it].scenario.clock_wait_duration);
        parallel.timed_wait.sort_by_key(duration);
    }
    schedule
}

fn is_in_smoke_profile(scenario: &Scenario) -> bool {
    scenario.profiles.iter().any(|it| it == SMOKE_PROFILE)
}

/// Returns the indices of the scenarios, sorted by priority.
///
/// The scenarios of the smoke profile come first, then the scenarios that have a `must` rule for which no other
/// scenario was made, then the others. A scenario comes last if other violations can mask its rules (`masking`),
/// because violations in the ordinary scenarios may explain the violations in this scenario.
fn sort_by_priority(run: &RunState<'_>) -> Vec<usize> {
    let chosen = &run.request.selection.scenarios;
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
        let round = if masking::is_maskable_scenario(run, it) {
            3
        } else if is_in_smoke_profile(&it.scenario) {
            0
        } else if rules.any(|it| is_must(it) && made_for.get(it.as_str()) == Some(&1)) {
            1
        } else {
            2
        };
        rounds.entry(round).or_default().push(number);
    }
    // Among scenarios of the same priority, shorter scripts come first.
    for round in rounds.values_mut() {
        round.sort_by_key(|it| chosen[*it].scenario.script.steps.len());
    }
    rounds.into_values().flatten().collect()
}
