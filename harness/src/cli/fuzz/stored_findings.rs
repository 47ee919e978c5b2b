//! Plays stored findings again: before a campaign, or instead of a campaign with `fuzz --replay`.

use super::end::ReplayedFindings;
use crate::{
    cli::{CommandResult, output},
    error::Error,
    exit::Exit,
    fuzz::{
        Finding,
        campaign::CampaignRequest,
        store::{FindingStatus, FindingStore, StoredFinding},
    },
    known_failures::KnownFailures,
    launch::reproduce::ReproduceArgs,
    link,
    message::{Message, message},
};

/// The stored findings, divided into findings that were reproduced and findings that were not.
#[derive(Default)]
pub(super) struct StoredFindings {
    pub(super) reproduced_findings: Vec<Finding>,
    /// The script paths of the findings in `reproduced_findings`, in the same order.
    pub(super) reproduced_paths: Vec<String>,
    pub(super) not_reproduced_paths: Vec<String>,
}

/// In a known-failures file, all findings of `fuzz` belong to the scenario with this name.
const FUZZ_SCENARIO_NAME: &str = "fuzz";

/// True if the violations of this rule are known failures.
pub(super) fn is_known_failure(rule: &str, known_failures: &KnownFailures) -> bool {
    known_failures.covers_violation(rule, FUZZ_SCENARIO_NAME, None)
}

/// True if a finding fails the run: a certain finding that is not a known failure.
fn fails_run(finding: &Finding, known_failures: &KnownFailures) -> bool {
    finding.is_mostly_reproduced() && !is_known_failure(&finding.rule, known_failures)
}

/// Plays each stored finding again.
pub(super) fn replay_before_campaign(
    request: &CampaignRequest<'_>,
    store: &FindingStore,
) -> Result<StoredFindings, Error> {
    let mut findings = StoredFindings::default();
    for stored in store.read_findings(request.protocol.name())? {
        if link::was_interrupted() {
            break;
        }
        let path = stored.path.display().to_string();
        match stored.reproduce_finding(request) {
            Ok(replayed) => match replayed.reproduced {
                Some(finding) => {
                    findings.reproduced_findings.push(finding);
                    findings.reproduced_paths.push(path);
                }
                None => findings.not_reproduced_paths.push(path),
            },
            // An engine that cannot be started is no error here, because the campaign reports it.
            Err(_) => break,
        }
    }
    Ok(findings)
}

/// Runs `fuzz --replay`: plays each stored finding and reports whether it is fixed.
pub(super) fn replay_and_report(
    request: &CampaignRequest<'_>,
    store: &FindingStore,
    reproduce: &ReproduceArgs,
    known_failures: &KnownFailures,
    names_protocol: bool,
) -> Result<CommandResult, Error> {
    let protocol = request.protocol.name();
    let all = store.read_findings(protocol)?;
    let mut replayed = ReplayedFindings {
        of_other_protocols: match names_protocol {
            true => 0,
            false => store.count_findings_of_others(protocol)?,
        },
        ..ReplayedFindings::default()
    };
    let options = reproduce.engine_options();
    for stored in &all {
        let path = stored.path.display().to_string();
        let now = match stored.reproduce_finding(request) {
            _ if link::was_interrupted() => return Ok(Exit::Interrupted.into()),
            Ok(now) => now,
            Err(problem) => {
                output::print_to_stdout(|out| writeln!(out, "✗ {problem}"))?;
                return Ok(Exit::NoEngine.into());
            }
        };
        let fate = FindingStatus::from_replay(&now);
        let shown = now.reproduced.as_ref();
        replayed.fails_run |= shown.is_some_and(|it| fails_run(it, known_failures));
        let violated_rule = shown.map_or(&stored.rule, |it| &it.rule).clone();
        // Without the options of its campaign, a finding may not occur although nothing is repaired.
        if shown.is_none() && stored.options != options {
            replayed.found_elsewhere += 1;
            output::print_to_stdout(|out| writeln!(out, "? {}", found_elsewhere(stored)))?;
            continue;
        }
        let still_fails = || message!("finding_still_fails", "STILL FAILS");
        let (mark, text, counter) = match fate {
            FindingStatus::Fixed => ("✓", message!("finding_fixed", "FIXED"), &mut replayed.fixed),
            FindingStatus::StillFails if is_known_failure(&violated_rule, known_failures) => {
                ("~", still_fails(), &mut replayed.still_failing)
            }
            FindingStatus::StillFails => ("✗", still_fails(), &mut replayed.still_failing),
            FindingStatus::Flaky(some, of) => {
                let text = message!("finding_flaky", "FLAKY {some} of {of}", some, of);
                ("?", text, &mut replayed.flaky)
            }
            FindingStatus::NotExercised => {
                let text = message!("finding_not_exercised", "NOT JUDGED");
                ("?", text, &mut replayed.not_exercised)
            }
        };
        *counter += 1;
        let word = format!("{mark} {:11}", text.to_string());
        let again = reproduce.replay_file_command(&path);
        output::print_to_stdout(|out| match fate {
            FindingStatus::Fixed => writeln!(out, "{word} {}  {path}", stored.rule),
            FindingStatus::NotExercised => {
                let why = message!(
                    "finding_rule_not_exercised",
                    "{rule}  {again}: the rule was not exercised, so nothing shows that the finding is fixed",
                    rule = &stored.rule,
                    again = &again
                );
                writeln!(out, "{word} {why}")
            }
            _ => writeln!(
                out,
                "{word} {}  {again}",
                rule_of_today(stored, &violated_rule)
            ),
        })?;
    }
    print_replay_end(&replayed, all.len())
}

/// Prints what became of the stored findings, and the exit code with its reason.
fn print_replay_end(replayed: &ReplayedFindings, count: usize) -> Result<CommandResult, Error> {
    let counts = message!(
        "stored_findings_counted",
        "{count} stored findings: {fixed} fixed, {still} still failing, {flaky} flaky, {unjudged} not judged",
        count,
        fixed = replayed.fixed,
        still = replayed.still_failing,
        flaky = replayed.flaky,
        unjudged = replayed.not_exercised + replayed.found_elsewhere,
    );
    let end = replayed.run_end();
    let last = message!(
        "stored_findings_end",
        "exit {code}: {reason}",
        code = u32::from(end.exit.code()),
        reason = end.reason,
    );
    output::print_to_stdout(|out| writeln!(out, "{counts}\n{last}"))?;
    Ok(end.exit.into())
}

/// Says that a finding was not reproduced, but was found with other options.
fn found_elsewhere(stored: &StoredFinding) -> Message {
    let (rule, path) = (&stored.rule, stored.path.display().to_string());
    match stored.options.is_empty() {
        true => message!(
            "finding_of_no_options",
            "{rule}  {path}: not reproduced, but found without these options; play it without them",
            rule,
            path
        ),
        false => message!(
            "finding_of_other_options",
            "{rule}  {path}: not reproduced, but found with other options; play it with `{options}`",
            rule,
            path,
            options = &stored.options
        ),
    }
}

/// The rule of a finding, and the rule that the engine violates now, if it is another one.
fn rule_of_today(stored: &StoredFinding, violated_rule: &str) -> String {
    if violated_rule == stored.rule {
        return stored.rule.clone();
    }
    let changed = message!(
        "finding_fails_otherwise",
        "{rule} (violates {other} now)",
        rule = &stored.rule,
        other = violated_rule,
    );
    changed.to_string()
}
