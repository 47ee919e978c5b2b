//! Tests that a `fuzz` campaign finds and minimizes bugs that are injected into the reference engine.

use std::{cell::RefCell, collections::BTreeSet, time::Duration};

use ponderhit::{
    fuzz::{
        Finding,
        campaign::{self, CampaignObserver, CampaignRequest},
        campaign_result::CampaignResult,
    },
    inject::{self, FaultyEngine, Injector},
    link,
    protocol::{self, Protocol},
    session::SessionSettings,
    transcript::Script,
};

use crate::{matrix::run::engine_with_time_per_step, parallel::map_in_parallel};

/// Each entry has an injected bug, the maximum number of lines of its minimized script, and the rule that the bug
/// violates.
const INJECTED_BUGS: &[(&str, usize, &str)] = &[
    (
        "crash SIGSEGV before command \"[..]\" like \"^$\"",
        1,
        "ucci/line_empty",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"^.{4097,}$\"",
        1,
        "ucci/line_long",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"[^\\x00-\\x7f]\"",
        1,
        "ucci/line_non_ascii",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"\\x00\"",
        1,
        "ucci/line_control",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"\\t\"",
        1,
        "ucci/line_tab",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"\\r$\"",
        1,
        "ucci/line_crlf",
    ),
    (
        "crash SIGABRT before command \"go [..]\" like \"[0-9]{19}\"",
        2,
        "ucci/go_numbers",
    ),
    (
        "crash SIGABRT before command \"go [..]\" like \"-[0-9]\"",
        2,
        "ucci/go_numbers",
    ),
    (
        "crash SIGSEGV before command \"setoption hashsize\"",
        1,
        "ucci/option_values",
    ),
    (
        "crash SIGSEGV before command \"setoption [..]\" like \"^.{1020,}$\"",
        1,
        "ucci/option_long",
    ),
    (
        "crash SIGSEGV before command \"position fen [..]\" like \"(/[^/]*){10}\"",
        1,
        "ucci/fen_broken",
    ),
    (
        "crash SIGSEGV before command \"position fen [..]\" like \"fen [^ k]+ [wb]\"",
        1,
        "ucci/fen_broken",
    ),
    (
        "crash SIGSEGV before command \"position startpos moves [..]\" like \"a0a9\"",
        1,
        "ucci/moves_illegal",
    ),
    (
        "crash SIGSEGV before command \"position [..]\" like \"^.{1500,}$\"",
        1,
        "ucci/moves_many",
    ),
    (
        "crash SIGSEGV before command \"position [..]\" nth 50",
        50,
        "ucci/no_crash",
    ),
    (
        "stall before command \"go [..]\" while thinking",
        3,
        "ucci/go_while_thinking",
    ),
    (
        "crash SIGSEGV before command \"probe [..]\" while thinking",
        3,
        "ucci/no_crash",
    ),
    (
        "crash SIGSEGV before command \"go [..]\" following \"setoption usemillisec true\"",
        1,
        "ucci/go_without_position",
    ),
    (
        "drop command \"isready\" together following \"isready\"",
        2,
        "ucci/readyok_per_isready",
    ),
    (
        "drop response \"readyok\" following \"stop\"",
        3,
        "ucci/readyok_per_isready",
    ),
    (
        "insert command \"banmoves d0d1\" after command \"position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\" from 2",
        5,
        "ucci/bans_end",
    ),
    (
        "leak 1MiB after command \"position [..]\"",
        300,
        "ucci/memory_steady",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"^.{4097,}$\"",
        1,
        "uci/line_long",
    ),
    (
        "crash SIGSEGV before command \"position [..]\" like \"^.{1500,}$\"",
        1,
        "uci/moves_many",
    ),
    (
        "stall before command \"go [..]\" while thinking",
        3,
        "uci/go_while_thinking",
    ),
    (
        "replace response \"bestmove [..]\" by \"bestmove a1a8\" following \"ucinewgame\"",
        3,
        "uci/bestmove_legal",
    ),
    (
        "replace response \"info string position [..]\" by \"info depth none\"",
        3,
        "uci/info_grammar",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"\\x00\"",
        1,
        "gtp/no_crash",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"^.{4097,}$\"",
        1,
        "gtp/line_long",
    ),
    (
        "crash SIGABRT before command \"boardsize [..]\" like \"-[0-9]\"",
        1,
        "gtp/no_crash",
    ),
    (
        "crash SIGSEGV before command \"[..]\" like \"^.{4097,}$\"",
        1,
        "agi/line_bytes",
    ),
    (
        "crash SIGSEGV before command \"POSITION [..]\" like \"[0-9A-F]{61,}\"",
        1,
        "agi/no_crash",
    ),
    (
        "crash SIGABRT before command \"GO [..]\" like \"-[0-9]\"",
        1,
        "agi/go_malformed",
    ),
    (
        "stall before command \"GO [..]\" while thinking",
        3,
        "agi/go_while_thinking",
    ),
    (
        "crash SIGSEGV before command \"SETOPTION [..]\" while thinking",
        3,
        "agi/unknown_command",
    ),
    (
        "replace response \"BESTMOVE {best:move} [..]\" by \"BESTMOVE {occupied}\"",
        4,
        "agi/bestmove_legal",
    ),
    (
        "replace response \"BESTMOVE {best:move} [..]\" by \"BESTMOVE {outside-list}\"",
        3,
        "agi/search_kept",
    ),
];

/// The virtual time between two steps of the engine's search. The longer the time between two steps is, the fewer steps
/// the engine searches, and the faster the tests are.
const SEARCH_STEP: Duration = Duration::from_millis(5);

/// The UCCI commands that a `fuzz` campaign must send.
const EXPECTED_COMMANDS: &[&str] = &[
    "ucci",
    "isready",
    "setoption",
    "position",
    "banmoves",
    "go depth",
    "go nodes",
    "go time",
    "go infinite",
    "go ponder",
    "go unclear",
    "ponderhit",
    "stop",
    "probe",
    "quit",
    "blank",
    "other",
];

#[derive(Default)]
struct FindingCollector(RefCell<Vec<Finding>>);

impl CampaignObserver for FindingCollector {
    fn on_progress(&self, _: &CampaignResult) {}

    fn on_finding(&self, finding: &Finding) {
        self.0.borrow_mut().push(finding.clone());
    }
}

fn ucci_protocol() -> &'static dyn Protocol {
    protocol::find_protocol("ucci").unwrap()
}

/// Returns the protocol that the id of a rule begins with, such as UCCI for `ucci/line_empty`.
fn protocol_of_rule(rule: &str) -> &'static dyn Protocol {
    protocol::find_protocol(rule.split('/').next().unwrap()).unwrap()
}

fn run_campaign(
    protocol: &'static dyn Protocol,
    fault: &str,
    commands: u64,
    seed: u64,
) -> CampaignResult {
    let start = || {
        let fault = inject::find_faults(protocol, fault).map_err(|err| err.message)?;
        let injector = Injector::new(protocol, fault);
        let engine = engine_with_time_per_step(protocol, SEARCH_STEP);
        Ok(link::connect_in_memory(Box::new(FaultyEngine::new(
            engine, injector,
        ))))
    };
    let request = CampaignRequest {
        protocol,
        grammar: protocol.fuzz_grammar().unwrap(),
        start_engine: &start,
        starts_engines_ahead: false,
        settings: SessionSettings::with_timeout_scale(1.0),
        seed,
        time_limit: None,
        max_commands: Some(commands),
        worker_count: 1,
        rules_as_of: None,
    };
    let silent = FindingCollector::default();
    let campaign = campaign::run_campaign(&request, &[], &silent);
    assert_eq!(campaign.campaign_error, None);
    assert_eq!(campaign.findings.len(), silent.0.borrow().len());
    campaign
}

#[test]
fn injected_bugs_are_found_and_minimized() {
    let mut wrong = Vec::new();
    let bugs: Vec<_> = (0..).zip(INJECTED_BUGS).collect();
    let campaigns = map_in_parallel(&bugs, |(seed, (fault, _, rule))| {
        run_campaign(protocol_of_rule(rule), fault, 1600, *seed)
    });
    for ((fault, lines, rule), campaign) in INJECTED_BUGS.iter().zip(campaigns) {
        let found = campaign.findings.iter().find(|it| it.rule == *rule);
        let all: Vec<_> = campaign.findings.iter().map(|it| &it.rule).collect();
        match found {
            None => wrong.push(format!("{fault}: {rule} is not among {all:?}")),
            Some(it) if it.line_count() > *lines => {
                let script = String::from_utf8_lossy(&it.script);
                wrong.push(format!("{fault}: {} lines\n{script}", it.line_count()));
            }
            Some(it) => {
                assert_eq!(it.reproduced_count_and_tries, (3, 3), "{fault}");
                assert!(Script::parse(&it.script).is_ok(), "{fault}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_conforming_engine_has_no_findings() {
    let campaigns = map_in_parallel(&[0, 1, 2], |seed| {
        run_campaign(ucci_protocol(), "none", 3000, *seed)
    });
    for (seed, campaign) in campaigns.iter().enumerate() {
        let found: Vec<_> = campaign.findings.iter().map(|it| &it.rule).collect();
        assert!(found.is_empty(), "seed {seed}: {found:?}");
        assert!(campaign.command_count >= 3000);
        let met: BTreeSet<_> = campaign
            .coverage
            .transitions
            .keys()
            .map(|it| (it.state, it.command))
            .collect();
        for state in ["idle", "thinking"] {
            for command in EXPECTED_COMMANDS {
                assert!(met.contains(&(state, *command)), "{state}: {command}");
            }
        }
        let positions = campaign.coverage.result_counts;
        assert!(
            positions.legal_result_count * 10 > positions.result_count * 6,
            "{positions:?}"
        );
    }
}

#[test]
fn the_reference_engines_of_all_protocols_have_no_findings() {
    let protocols = ["uci", "gtp", "agi"].map(|it| protocol::find_protocol(it).unwrap());
    let runs: Vec<_> = protocols
        .iter()
        .flat_map(|it| [3, 4, 5].map(|seed| (*it, seed)))
        .collect();
    let campaigns = map_in_parallel(&runs, |(protocol, seed)| {
        run_campaign(*protocol, "none", 3000, *seed)
    });
    for ((protocol, seed), campaign) in runs.iter().zip(&campaigns) {
        let scripts = campaign.findings.iter().map(|it| it.script.clone());
        let scripts = String::from_utf8_lossy(&scripts.collect::<Vec<_>>().concat()).into_owned();
        assert!(scripts.is_empty(), "{} {seed}: {scripts}", protocol.name());
        assert!(campaign.command_count >= 3000);
    }
}

#[test]
fn equal_seeds_give_equal_campaigns() {
    let campaigns = map_in_parallel(&[5, 5, 6], |seed| {
        run_campaign(ucci_protocol(), "none", 2500, *seed)
    });
    assert_eq!(campaigns[0].coverage, campaigns[1].coverage);
    assert_ne!(campaigns[0].coverage, campaigns[2].coverage);
}
