//! Shards: a run is split into parts that different machines play (`--shard K/N`).

use std::{cmp::Reverse, time::Duration};

use super::select::{ScenarioFilter, SelectedScenario, Selection};
use crate::{
    message::{Message, message},
    rule::version::Version,
    scenarios::Scenario,
};

/// The maximum number of shards.
const MAX_SHARDS: usize = 10_000;

/// The cost of a scenario that does not wait for a clock.
const USUAL_SCENARIO_TIME: Duration = Duration::from_millis(100);

/// One part of a run that was split with `--shard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the shard, from 1.
    pub(crate) number: usize,
    pub(crate) count: usize,
}

/// The shard of a run, and the options that select its scenarios.
#[derive(Clone, Debug)]
pub(crate) struct ShardRequest {
    pub(crate) shard: Shard,
    pub(crate) filter: ScenarioFilter,
    pub(crate) rules_as_of: Option<Version>,
}

impl Shard {
    /// Parses a text such as `K/N`.
    ///
    /// # Errors
    /// Returns an error if the text is not a shard.
    pub(crate) fn parse(text: &str) -> Result<Shard, Message> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.map(|(number, count)| Shard { number, count });
        shard
            .filter(|it| it.count <= MAX_SHARDS && (1..=it.count).contains(&it.number))
            .ok_or_else(|| {
                message!(
                    "shard_expected",
                    "expected auto, or K/N such as 1/4: shard K of N, from 1 to N"
                )
            })
    }

    /// The name of the shard in the form `K/N`.
    pub(crate) fn name(self) -> String {
        format!("{}/{}", self.number, self.count)
    }

    /// Keeps the scenarios of this shard. The kept scenarios depend only on the selection and on the shard.
    pub(crate) fn keep_own_scenarios(self, selection: &mut Selection) {
        let shards = assign_to_shards(&selection.scenarios, self.count);
        selection.options.scenarios_of_all_shards = Some(selection.scenarios.len());
        let mut shards = shards.into_iter();
        selection
            .scenarios
            .retain(|_| shards.next() == Some(self.number));
        selection.selects_everything = false;
        if selection.scenarios.is_empty() && selection.selection_error.is_none() {
            selection.selection_error = Some(message!(
                "shard_is_empty",
                "shard {shard} has no scenario: there are more shards than scenarios",
                shard = self.name()
            ));
        }
    }
}

/// The time that a scenario takes if the engine is healthy.
fn scenario_time(scenario: &Scenario) -> Duration {
    scenario.clock_wait_duration.unwrap_or(USUAL_SCENARIO_TIME)
}

/// Returns, for each scenario, the number of the shard that plays it. The most expensive scenarios are assigned first,
/// each to the shard with the lowest total cost so far.
pub(super) fn assign_to_shards(scenarios: &[SelectedScenario], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scenarios.len()).collect();
    let scenario = |index: &usize| &scenarios[*index].scenario;
    order.sort_by_key(|it| {
        (
            Reverse(scenario_time(scenario(it))),
            scenario(it).id.clone(),
        )
    });
    let mut costs = vec![Duration::ZERO; count];
    let mut shards = vec![0; scenarios.len()];
    for index in order {
        let cheapest = (0..count).min_by_key(|it| costs[*it]).unwrap_or_default();
        costs[cheapest] += scenario_time(scenario(&index));
        shards[index] = cheapest + 1;
    }
    shards
}

/// The identity of the embedded scenarios of a protocol: their ids and texts (FNV-1a). Results of different suites
/// cannot be merged.
pub(super) fn suite_identity(protocol: &str) -> String {
    let scripts = ponderhit_scripts::SCRIPTS.iter();
    let own = scripts.filter(|(id, _)| id.split('/').next() == Some(protocol));
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in
        own.flat_map(|(id, text)| id.bytes().chain([0]).chain(text.iter().copied()).chain([0]))
    {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::select, protocol};

    fn selection() -> Selection {
        let protocol = protocol::ALL_PROTOCOLS[0];
        let filter = ScenarioFilter {
            profile: select::FULL_PROFILE.to_owned(),
            only: Vec::new(),
            skip: Vec::new(),
        };
        let protocol = protocol::with_default_game(protocol);
        select::select_scenarios(protocol, &filter).unwrap().0
    }

    #[test]
    fn every_scenario_belongs_to_exactly_one_shard() {
        let all = selection();
        for count in [1, 2, 3, 7, all.scenarios.len()] {
            let mut seen = Vec::new();
            for number in 1..=count {
                let mut own = all.clone();
                Shard { number, count }.keep_own_scenarios(&mut own);
                assert!(!own.scenarios.is_empty(), "{number}/{count}");
                seen.extend(own.scenarios.into_iter().map(|it| it.scenario.id));
            }
            seen.sort();
            let ids: Vec<String> = all
                .scenarios
                .iter()
                .map(|it| it.scenario.id.clone())
                .collect();
            assert_eq!(seen, ids, "{count}");
        }
    }

    #[test]
    fn the_costs_of_shards_are_similar() {
        let all = selection().scenarios;
        let shards = assign_to_shards(&all, 4);
        let cost_of = |number: usize| -> Duration {
            let own = all.iter().zip(&shards).filter(|it| *it.1 == number);
            own.map(|it| scenario_time(&it.0.scenario)).sum()
        };
        let costs: Vec<Duration> = (1..=4).map(cost_of).collect();
        let longest = all
            .iter()
            .map(|it| scenario_time(&it.scenario))
            .max()
            .unwrap();
        let (least, most) = (costs.iter().min().unwrap(), costs.iter().max().unwrap());
        assert!(*most - *least <= longest, "{costs:?}");
    }

    #[test]
    fn a_shard_has_a_number_and_a_count() {
        assert_eq!(
            Shard::parse("2/7"),
            Ok(Shard {
                number: 2,
                count: 7
            })
        );
        for wrong in ["", "1", "0/2", "3/2", "a/b", "1/2/3", "1/100000", "-1/2"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
