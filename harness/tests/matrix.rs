//! The kill matrix: every rule is violated by a named fault, and no fault violates more rules than it declares.
//!
//! For each fault, the reference engine plays every scenario of `check` in memory, with the fault
//! injected.

#[path = "matrix/exercise.rs"]
mod exercise;
#[path = "matrix/page.rs"]
mod page;
#[path = "matrix/run.rs"]
mod run;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use ponderhit::{
    inject::{self, Fault},
    protocol::{self, Protocol},
    rule::{Findings, Outcome, RuleMap},
};

/// The results of all faults of one protocol.
struct KillMatrix {
    protocol: &'static dyn Protocol,
    faults: Vec<FaultResult>,
    /// For each rule, the scenarios that exercised it, with or without a fault.
    exercising_scenarios: BTreeMap<&'static str, BTreeSet<String>>,
}

/// The result of one fault.
struct FaultResult {
    fault: Fault,
    /// The number of times that the fault was applied, in all scenarios together.
    times_applied: u64,
    /// The violated rules, and for each rule the first scenario and message.
    violated_rules: BTreeMap<&'static str, String>,
}

static MATRICES: LazyLock<Vec<KillMatrix>> = LazyLock::new(|| {
    let judged = protocol::ALL_PROTOCOLS
        .iter()
        .filter(|it| it.reference_engine().is_some());
    judged.map(|it| build_matrix(*it)).collect()
});

fn build_matrix(protocol: &'static dyn Protocol) -> KillMatrix {
    let faults = inject::listed_faults(protocol);
    let faults = faults.unwrap_or_else(|it| panic!("faults of {}: {it}", protocol.name()));
    let plans = faults.iter().map(|it| vec![it.clone()]).collect();
    let mut exercised = BTreeMap::new();
    exercise::add_exercised(protocol, &run::run_without_faults(protocol), &mut exercised);
    let rows = faults
        .into_iter()
        .zip(run::run_fault_lists(protocol, plans));
    let faults = rows.map(|(fault, ran)| {
        exercise::add_exercised(protocol, &ran, &mut exercised);
        FaultResult {
            fault,
            times_applied: ran.times_applied,
            violated_rules: ran.violated_rules(protocol),
        }
    });
    KillMatrix {
        protocol,
        faults: faults.collect(),
        exercising_scenarios: exercised,
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
        // Named faults change the engine; rules about the interface are tested by the examples in their files.
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
    for protocol in protocol::ALL_PROTOCOLS
        .iter()
        .filter(|it| it.reference_engine().is_some())
    {
        let bare = run::run_without_faults(*protocol);
        assert_eq!(bare.violated_rules(*protocol), BTreeMap::new());
        for (rule, outcome) in bare.outcomes().iter() {
            assert_ne!(*outcome, Outcome::Inconclusive, "{rule}");
        }
        let none = run::run_fault_lists(*protocol, vec![Vec::new()]).remove(0);
        for (bare, none) in bare
            .findings_by_scenario
            .iter()
            .zip(&none.findings_by_scenario)
        {
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

#[test]
fn the_page_is_up_to_date() {
    page::check_generated("docs/kill-matrix.md", &page::page_text(&MATRICES));
}

#[test]
fn the_tables_of_what_exercises_a_rule_are_up_to_date() {
    for matrix in MATRICES.iter() {
        let file = format!(
            "harness/src/protocol/{}/exercise.txt",
            matrix.protocol.name()
        );
        page::check_generated(&file, &exercise::table_text(matrix));
    }
}

#[test]
fn every_scenario_that_exercised_a_rule_is_known_to() {
    for matrix in MATRICES.iter() {
        assert!(!matrix.exercising_scenarios.is_empty());
        let unknown = exercise::missing_from_table(matrix);
        assert_eq!(
            unknown,
            Vec::<String>::new(),
            "`--only` would not play these"
        );
    }
}
