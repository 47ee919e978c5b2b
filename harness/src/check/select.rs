//! Selects the scenarios to play and the rules that are judged in each of them.

use std::collections::BTreeSet;

use super::{first_session::FIRST_SESSION_NAME, id_globs::KnownIds};
use crate::{
    error::Error,
    glob,
    known_failures::{KnownFailure, KnownFailures},
    message::{Message, message},
    protocol::{
        Protocol, RuleInfo,
        required_commands::{self, RequiredCommands},
    },
    rule::{RuleId, mismatch::MISMATCH_RULE},
    scenarios::{self, Scenario},
    suggest,
    verdict::{self, ReportSelection},
};

/// The default profile, which contains every scenario.
pub(crate) const FULL_PROFILE: &str = "full";

/// The profile of embedded scripts that only the command `replay` plays.
const REPLAY_PROFILE: &str = "replay";

/// The options `--profile`, `--only` and `--skip`.
#[derive(Clone, Debug)]
pub(crate) struct ScenarioFilter {
    pub profile: String,
    pub only: Vec<String>,
    pub skip: Vec<String>,
}

/// The selected scenarios and rules.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub scenarios: Vec<SelectedScenario>,
    /// The rules that are judged in at least one scenario.
    pub rules: BTreeSet<RuleId>,
    /// The number of scenarios of the protocol and its game, in all profiles of `check`; 0 if the selection contains no
    /// embedded scenarios.
    pub total_scenario_count: usize,
    /// The options that select the scenarios, for the report.
    pub options: ReportSelection,
    /// True if all scenarios and rules are selected, so that every `must` rule has to be exercised.
    pub selects_everything: bool,
    /// The reason why there is nothing to play, if the selection is empty.
    pub selection_error: Option<Message>,
    /// True if the scenarios are conversations of different runs or engines. Then a rule that is inconclusive in one
    /// conversation is inconclusive, even if another conversation conforms to it.
    pub scenarios_are_independent: bool,
}

/// A scenario, and the rules that are judged in it.
#[derive(Clone, Debug)]
pub(crate) struct SelectedScenario {
    pub scenario: Scenario,
    pub rules: BTreeSet<RuleId>,
    /// For a recorded conversation, the line number of each event in its file. For a scenario that is played, the list
    /// of line numbers is empty.
    pub event_line_numbers: Vec<usize>,
    /// The file that contains the recorded conversation.
    pub recording_file: Option<String>,
}

impl SelectedScenario {
    /// The line number of an event in the file of the recorded conversation; for a played scenario, in the transcript
    /// that `--transcripts` writes.
    pub(super) fn line_number_of_event(&self, event: usize) -> usize {
        let recorded = self.event_line_numbers.get(event).copied();
        recorded.unwrap_or_else(|| verdict::transcript_line_number(event))
    }
}

impl Selection {
    /// Selects the given recorded conversations, with all rules that are judged in any of them.
    pub(crate) fn from_records(chosen: Vec<SelectedScenario>, are_independent: bool) -> Selection {
        Selection {
            rules: collect_rules(&chosen),
            scenarios: chosen,
            total_scenario_count: 0,
            options: ReportSelection::default(),
            selects_everything: false,
            selection_error: None,
            scenarios_are_independent: are_independent,
        }
    }

    /// Selects the given scripts, with all rules about the engine.
    pub(crate) fn from_scripts(protocol: &dyn Protocol, scenarios: Vec<Scenario>) -> Selection {
        let ours = protocol.rules();
        // An expectation that is not met is a finding of the rule `script/mismatch`.
        let ours = ours.iter().chain([&MISMATCH_RULE]);
        let ours = ours.filter(|it| !it.is_about_interface());
        let rules: BTreeSet<RuleId> = ours.map(RuleInfo::rule_id).collect();
        let chosen = scenarios.into_iter().map(|scenario| SelectedScenario {
            scenario,
            rules: rules.clone(),
            event_line_numbers: Vec::new(),
            recording_file: None,
        });
        Selection {
            scenarios: chosen.collect(),
            rules,
            total_scenario_count: 0,
            options: ReportSelection::default(),
            selects_everything: false,
            selection_error: None,
            scenarios_are_independent: false,
        }
    }

    /// Keeps the rules that match `only` (all rules if `only` is empty) and do not match `skip`.
    ///
    /// # Errors
    /// Returns an error if a glob of `skip` matches no rule and no scenario.
    pub(crate) fn filter_rules(
        &mut self,
        protocol: &dyn Protocol,
        only: &[String],
        skip: &[String],
    ) -> Result<(), Error> {
        let rules: Vec<RuleInfo> = protocol
            .rules()
            .into_iter()
            .chain([MISMATCH_RULE])
            .collect();
        // All commands read `skip` from the same `ponderhit.toml`, so `skip` may name scenarios
        // that only `check` plays.
        let mut scenarios = scenarios::embedded_scenarios(protocol.name())?;
        scenarios.extend(self.scenarios.iter().map(|it| it.scenario.clone()));
        let known = KnownIds::new(protocol, &rules, &scenarios);
        let (only, skip) = (
            known.complete_short_names(only),
            known.complete_short_names(skip),
        );
        known.check_skip_globs(&skip)?;
        (self.options.only, self.options.skip) = (only.clone(), skip.clone());
        let wanted = |it: &RuleId| {
            let id = it.as_str();
            (only.is_empty() || matches_any(&only, id)) && !matches_any(&skip, id)
        };
        self.rules.retain(wanted);
        for chosen in &mut self.scenarios {
            chosen.rules.retain(wanted);
        }
        Ok(())
    }
}

/// The rules that are judged in at least one of these scenarios.
fn collect_rules(chosen: &[SelectedScenario]) -> BTreeSet<RuleId> {
    chosen.iter().flat_map(|it| &it.rules).copied().collect()
}

fn matches_any(globs: &[String], id: &str) -> bool {
    globs.iter().any(|it| glob::matches_glob(it, id))
}

/// Applies the filter to the embedded scenarios of a protocol. Returns the selection, and notes about the filter.
pub(crate) fn select_scenarios(
    protocol: &dyn Protocol,
    filter: &ScenarioFilter,
) -> Result<(Selection, Vec<Message>), Error> {
    let rules = protocol.rules();
    let scenarios = scenarios::embedded_scenarios(protocol.name())?;
    check_profile_name(&scenarios, &filter.profile)?;
    let known = KnownIds::new(protocol, &rules, &scenarios);
    let filter = &ScenarioFilter {
        profile: filter.profile.clone(),
        only: known.complete_short_names(&filter.only),
        skip: known.complete_short_names(&filter.skip),
    };
    known.check_skip_globs(&filter.skip)?;
    let all_scenarios = scenarios
        .iter()
        .filter(|it| {
            it.profiles.iter().any(|it| it == FULL_PROFILE) && it.applies_to_game_of(protocol)
        })
        .count();
    let unmatched = filter.only.iter().find_map(|it| known.no_match_reason(it));
    let mut notes = Vec::new();
    let in_profile = |it: &Scenario| it.profiles.contains(&filter.profile);
    let needs = required_commands::parse_required_commands(protocol);
    let (mut chosen, mut total) = (Vec::new(), 0_usize);
    let in_game = |it: &Scenario| it.applies_to_game_of(protocol);
    for scenario in scenarios.into_iter().filter(in_profile).filter(in_game) {
        total += 1;
        let commands = required_commands::commands_of_script(protocol, &scenario.script);
        let can_exercise = |rule: &RuleInfo| may_exercise_rule(&needs, &commands, rule);
        chosen.extend(select_scenario(&rules, scenario, filter, can_exercise));
    }
    // If one of several globs is misspelt, nothing is played; otherwise the run would skip what the user wants to
    // check.
    if unmatched.is_some() {
        chosen.clear();
    }
    if !(filter.only.is_empty() || chosen.is_empty()) {
        let count = chosen.len();
        notes.push(message!(
            "only_selected",
            "`--only` selected {count} of {total} scenarios: all that can exercise the selected rules",
            count,
            total
        ));
    }
    let selection = Selection {
        rules: collect_rules(&chosen),
        total_scenario_count: all_scenarios,
        options: ReportSelection {
            only: filter.only.clone(),
            skip: filter.skip.clone(),
            scenarios_of_all_shards: None,
        },
        selects_everything: filter.only.is_empty()
            && filter.skip.is_empty()
            && filter.profile == FULL_PROFILE
            && protocol
                .game()
                .is_none_or(|it| protocol.games().first() == Some(&it)),
        scenarios_are_independent: false,
        selection_error: chosen.is_empty().then(|| {
            unmatched.unwrap_or(message!(
                "nothing_selected",
                "nothing was selected: `--only` and `--skip` exclude all scenarios and all rules"
            ))
        }),
        scenarios: chosen,
    };
    Ok((selection, notes))
}

/// True if a scenario that sends these commands can exercise the rule, or if it is unknown which commands the rule
/// needs.
fn may_exercise_rule(
    needs: &RequiredCommands,
    commands: &BTreeSet<String>,
    rule: &RuleInfo,
) -> bool {
    let needed = needs
        .get(rule.id)
        .filter(|_| !required_commands::can_any_scenario_exercise(rule));
    needed.is_none_or(|it| it.is_subset(commands))
}

fn select_scenario(
    rules: &[RuleInfo],
    scenario: Scenario,
    filter: &ScenarioFilter,
    can_exercise: impl Fn(&RuleInfo) -> bool,
) -> Option<SelectedScenario> {
    if matches_any(&filter.skip, &scenario.id) {
        return None;
    }
    let by_id = filter.only.is_empty() || matches_any(&filter.only, &scenario.id);
    let wanted =
        |id: &str| (by_id || matches_any(&filter.only, id)) && !matches_any(&filter.skip, id);
    let is_for = |id: &str| scenario.rules.iter().any(|it| it == id);
    let engines = rules.iter().filter(|it| !it.is_about_interface());
    let by_rule = engines
        .filter(|it| wanted(it.id))
        .any(|it| is_for(it.id) || can_exercise(it));
    (by_id || by_rule).then(|| SelectedScenario {
        rules: rules
            .iter()
            .filter(|it| wanted(it.id) && !it.is_about_interface())
            .map(RuleInfo::rule_id)
            .collect(),
        scenario,
        event_line_numbers: Vec::new(),
        recording_file: None,
    })
}

/// Checks that a profile exists.
///
/// # Errors
/// Returns an error if the protocol has no profile with this name.
pub(crate) fn check_profile(protocol: &dyn Protocol, profile: Option<&str>) -> Result<(), Error> {
    match profile {
        None => Ok(()),
        Some(profile) => {
            check_profile_name(&scenarios::embedded_scenarios(protocol.name())?, profile)
        }
    }
}

fn check_profile_name(scenarios: &[Scenario], wanted: &str) -> Result<(), Error> {
    let mut known: Vec<&str> = Vec::new();
    for name in scenarios.iter().flat_map(|it| &it.profiles) {
        if name != REPLAY_PROFILE && !known.contains(&name.as_str()) {
            known.push(name);
        }
    }
    if known.contains(&wanted) || known.is_empty() {
        return Ok(());
    }
    let nearest = suggest::nearest_id(wanted, known.iter().copied());
    Err(Error::usage_error(match nearest {
        Some(nearest) => message!(
            "profile_misspelt",
            "unrecognized profile `{profile}`; did you mean `{nearest}`? Expected one of: {known}",
            profile = wanted,
            nearest,
            known,
        ),
        None => message!(
            "profile_unrecognized",
            "unrecognized profile `{profile}`; expected one of: {known}",
            profile = wanted,
            known,
        ),
    }))
}

/// Warnings about entries of known failures: about entries that name no existing scenario, and about entries that cover
/// every rule.
pub(crate) fn known_failure_warnings(
    protocol: &dyn Protocol,
    known: &KnownFailures,
) -> Result<Vec<Message>, Error> {
    let scenarios = scenarios::embedded_scenarios(protocol.name())?;
    let missing = known.entries.iter().filter_map(|it| {
        let glob = it.scenario.as_ref()?;
        let found = glob::matches_glob(glob, FIRST_SESSION_NAME)
            || scenarios.iter().any(|it| glob::matches_glob(glob, &it.id));
        (!found).then(|| {
            message!(
                "known_failure_misspelt",
                "{file}:{line}: `{glob}` matches no scenario",
                file = &known.file,
                line = it.line,
                glob
            )
        })
    });
    let rules = protocol.rules();
    let covers_all = |it: &&KnownFailure| {
        let every_scenario = format!("{}/*", protocol.name());
        let is_wide = |glob: &str| glob.trim_matches('*').is_empty() || glob == every_scenario;
        it.message.as_deref().is_none_or(is_wide)
            && it.scenario.as_deref().is_none_or(is_wide)
            && rules
                .iter()
                .all(|rule| glob::matches_glob(&it.rule, rule.id))
    };
    let too_wide = known.entries.iter().filter(covers_all).map(|it| {
        message!(
            "known_failure_covers_all",
            "{file}:{line}: `{glob}` covers every rule: no violation can fail the run",
            file = &known.file,
            line = it.line,
            glob = &it.rule
        )
    });
    Ok(missing.chain(too_wide).collect())
}
