//! The kill matrix: tests that every rule is violated by a named fault, and that each fault violates only the rules
//! that it declares.
//!
//! For each fault, the reference engine with this fault plays every scenario of `check` in memory.

pub(crate) mod baseline;
mod exercise;
mod page;
mod recorded_engine;
pub(crate) mod run;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
};

use baseline::Baseline;

use ponderhit::{
    inject::{self, Fault},
    protocol::{self, Protocol},
    rule::{Findings, Outcome, RuleMap},
    transcript::Script,
};
use run::ScenarioResults;

use crate::parallel;

/// The results of all faults of one protocol.
struct KillMatrix {
    protocol: &'static dyn Protocol,
    scenarios: Vec<(String, Script)>,
    /// For each scenario, its session with the reference engine without faults.
    baselines: Vec<Baseline>,
    results_without_faults: ScenarioResults,
    faults: Vec<FaultResult>,
    /// For each rule, the scenarios that exercised the rule, with or without a fault.
    exercising_scenarios: BTreeMap<&'static str, BTreeSet<String>>,
}

/// The result of one fault.
struct FaultResult {
    fault: Fault,
    /// The number of times that the fault was applied, in all scenarios together.
    times_applied: u64,
    /// The rules that the fault violated, each with the first scenario and message.
    violated_rules: BTreeMap<&'static str, String>,
}

static MATRICES: LazyLock<Vec<KillMatrix>> = LazyLock::new(|| {
    // The environment variable `MATRIX=gtp` plays the faults of only one protocol, and compares no generated pages.
    let wanted = std::env::var("MATRIX").ok();
    let judged = protocol::ALL_PROTOCOLS
        .iter()
        .filter(|it| it.reference_engine().is_some())
        .filter(|it| wanted.as_ref().is_none_or(|name| it.name() == name));
    judged.map(|it| build_matrix(*it)).collect()
});

fn build_matrix(protocol: &'static dyn Protocol) -> KillMatrix {
    let faults = inject::listed_faults(protocol);
    let faults = faults.unwrap_or_else(|it| panic!("faults of {}: {it}", protocol.name()));
    let scenarios = run::load_scenarios(protocol);
    let baselines = parallel::map_in_parallel(&scenarios, |(_, script)| {
        Baseline::play(protocol, script, |engine| engine)
    });
    let mut matrix = KillMatrix {
        protocol,
        results_without_faults: run::run_without_faults(protocol),
        scenarios,
        baselines,
        faults: Vec::new(),
        exercising_scenarios: BTreeMap::new(),
    };
    let results = parallel::map_in_parallel(&faults, |it| matrix.run_with_fault(it));
    let mut exercised = BTreeMap::new();
    for results in std::iter::once(&matrix.results_without_faults).chain(&results) {
        exercise::add_exercising_scenarios(protocol, results, &mut exercised);
    }
    matrix.exercising_scenarios = exercised;
    let rows = faults.into_iter().zip(results);
    let rows = rows.map(|(fault, results)| FaultResult {
        fault,
        times_applied: results.fault_application_count,
        violated_rules: results.violated_rules(protocol),
    });
    matrix.faults = rows.collect();
    matrix
}

impl KillMatrix {
    /// Plays the scenarios in which the fault is applied. For each scenario in which the fault is not applied, takes
    /// the results of the session without faults.
    fn run_with_fault(&self, fault: &Fault) -> ScenarioResults {
        let mut results = ScenarioResults::default();
        let chain = std::slice::from_ref(fault);
        for ((id, script), baseline) in self.scenarios.iter().zip(&self.baselines) {
            let findings = if baseline.would_apply_any(self.protocol, chain) {
                let engine = baseline.recorded_engine();
                let session = baseline::play_with_faults(self.protocol, script, chain, engine);
                results.fault_application_count += session.times_applied.iter().sum::<u64>();
                if session.played.proof_of_lost_answer.is_some() {
                    results.scenarios_with_proof.insert(id.clone());
                }
                Arc::new(session.played.judge_result.findings)
            } else {
                Arc::clone(&baseline.findings)
            };
            results.findings_by_scenario.push((id.clone(), findings));
        }
        results
    }
}

impl FaultResult {
    fn name(&self) -> &str {
        self.fault
            .name
            .as_deref()
            .expect("a listed fault has a name")
    }
}

#[test]
fn faults_have_one_name_each_and_declare_rules_that_exist() {
    for protocol in protocol::ALL_PROTOCOLS {
        let faults = inject::listed_faults(*protocol).unwrap_or_else(|it| panic!("{it}"));
        let rules: BTreeSet<&str> = protocol.rules().iter().map(|it| it.id).collect();
        let mut names = BTreeSet::new();
        for fault in faults {
            let name = fault
                .name
                .unwrap_or_else(|| panic!("no name: {}", fault.source_text));
            assert!(names.insert(name.clone()), "there are two faults {name}");
            let breaks = fault
                .broken_rules
                .unwrap_or_else(|| panic!("{name} declares nothing"));
            for rule in breaks.must_break.iter().chain(&breaks.may_break) {
                assert!(rules.contains(&**rule), "{name} names {rule}");
            }
        }
    }
}

#[test]
fn every_rule_is_violated_by_a_named_fault() {
    for matrix in MATRICES.iter() {
        let killed = matrix
            .faults
            .iter()
            .flat_map(|it| it.violated_rules.keys().copied());
        let killed: BTreeSet<&str> = killed.collect();
        let rules = matrix.protocol.rules();
        // Named faults change only the engine. The examples in the rule files test the rules about the interface.
        let alive: Vec<_> = rules
            .iter()
            .filter(|it| !it.is_about_interface())
            .map(|it| it.id)
            .filter(|it| !killed.contains(it))
            .collect();
        assert_eq!(alive, Vec::<&str>::new(), "no fault kills these");
    }
}

#[test]
fn every_fault_is_applied_and_violates_only_declared_rules() {
    let mut wrong = String::new();
    for row in MATRICES.iter().flat_map(|it| &it.faults) {
        let breaks = row.fault.broken_rules.clone().unwrap_or_default();
        if row.times_applied == 0 {
            wrong += &format!("{}: it was never applied\n", row.name());
        }
        for rule in breaks
            .must_break
            .iter()
            .filter(|it| !row.violated_rules.contains_key(&***it))
        {
            wrong += &format!("{}: {rule} is not violated\n", row.name());
        }
        for (rule, why) in &row.violated_rules {
            if !breaks
                .must_break
                .iter()
                .chain(&breaks.may_break)
                .any(|it| it == rule)
            {
                wrong += &format!("{}: {rule} is violated, too: {why}\n", row.name());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn without_faults_no_rule_is_violated_and_no_verdict_changes() {
    for matrix in MATRICES.iter() {
        let bare = &matrix.results_without_faults;
        assert_eq!(bare.violated_rules(matrix.protocol), BTreeMap::new());
        for (rule, outcome) in bare.outcomes_by_rule().iter() {
            assert_ne!(*outcome, Outcome::Inconclusive, "{rule}");
        }
        let none = parallel::map_in_parallel(&matrix.scenarios, |(id, script)| {
            let engine = run::slow_step_engine(matrix.protocol);
            let session = baseline::play_with_faults(matrix.protocol, script, &[], engine);
            (id.clone(), session.played.judge_result.findings)
        });
        for (bare, none) in bare.findings_by_scenario.iter().zip(&none) {
            // The number of exercised cases is not compared, because the number of `info` lines depends on the clock.
            let verdicts = |findings: &RuleMap<Findings>| -> Vec<_> {
                let each = findings.values();
                each.map(|it| (it.outcome(), it.violation_count()))
                    .collect()
            };
            let same = (&bare.0, verdicts(&bare.1)) == (&none.0, verdicts(&none.1));
            assert!(same, "a transparent proxy changed a verdict of {}", bare.0);
        }
    }
}

/// Whether the scenario sends illegal moves or positions on purpose.
fn is_about_illegal_input(scenario: &str) -> bool {
    let folder = scenario.split('/').nth(1);
    // `searchmoves` names a castling that only a wrong engine plays.
    let others = ["uci/legality/castling", "uci/xiangqi/illegal"];
    matches!(folder, Some("dialect" | "robust")) || others.contains(&scenario)
}

/// After an illegal move the board is unknown, so the rest of a script tests little. Only scripts about such input send
/// illegal moves and positions.
#[test]
fn scripts_send_only_legal_moves() {
    let mut wrong = Vec::new();
    for matrix in MATRICES.iter() {
        let sessions = parallel::map_in_parallel(&matrix.scenarios, |(id, script)| {
            let engine = run::slow_step_engine(matrix.protocol);
            let session = baseline::play_with_faults(matrix.protocol, script, &[], engine);
            let judged = protocol::judge_transcript(matrix.protocol, &session.played.transcript);
            (id.clone(), judged.findings)
        });
        for (id, findings) in sessions {
            for rule in matrix.protocol.rules() {
                let is_about_board = ["interface_moves_legal", "interface_fen"]
                    .iter()
                    .any(|it| rule.id.ends_with(it));
                let is_judged = is_about_board && !is_about_illegal_input(&id);
                let found = findings.get(rule.rule_id()).filter(|_| is_judged);
                if let Some(first) = found.and_then(|it| it.violations.first()) {
                    wrong.push(format!("{id}: {}: {}", rule.id, first.message));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_that_is_never_applied_changes_no_session() {
    for matrix in MATRICES.iter() {
        let (faults, scenarios) = (matrix.faults.len(), matrix.scenarios.len());
        let pairs = baseline::compared_pairs(faults, scenarios, 100);
        parallel::map_in_parallel(&pairs, |(fault, scenario)| {
            let (fault, (id, script)) = (&matrix.faults[*fault], &matrix.scenarios[*scenario]);
            let place = format!("{} in {id}", fault.name());
            let chain = std::slice::from_ref(&fault.fault);
            matrix.baselines[*scenario].verify_by_playing(matrix.protocol, script, chain, &place);
        });
    }
}

#[test]
fn the_kill_matrix_page_is_up_to_date() {
    page::check_generated_file("docs/kill-matrix.md", &page::page_text(&MATRICES));
}

#[test]
fn the_exercise_tables_are_up_to_date() {
    for matrix in MATRICES.iter() {
        let file = format!(
            "harness/src/protocol/{}/exercise.txt",
            matrix.protocol.name()
        );
        page::check_generated_file(&file, &exercise::table_text(matrix));
    }
}

#[test]
fn every_exercising_scenario_fits_the_exercise_table() {
    for matrix in MATRICES.iter() {
        assert!(!matrix.exercising_scenarios.is_empty());
        let unknown = exercise::scenarios_missing_from_table(matrix);
        assert_eq!(
            unknown,
            Vec::<String>::new(),
            "`--only` would not play these"
        );
    }
}
