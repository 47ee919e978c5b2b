//! Plays stored findings again: before a campaign, or instead of a campaign with `fuzz --replay`.

use crate::{
    cli::{CommandResult, output},
    error::Error,
    exit::Exit,
    fuzz::{
        Finding,
        campaign::CampaignRequest,
        store::{FindingStatus, FindingStore},
    },
    known_failures::KnownFailures,
    launch::reproduce::ReproduceArgs,
    link,
    message::message,
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
            Ok(Some(finding)) => {
                findings.reproduced_findings.push(finding);
                findings.reproduced_paths.push(path);
            }
            Ok(None) => findings.not_reproduced_paths.push(path),
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
) -> Result<CommandResult, Error> {
    let all = store.read_findings(request.protocol.name())?;
    let (mut fixed, mut still, mut flaky, mut certain) = (0_usize, 0_usize, 0_usize, false);
    for stored in &all {
        let path = stored.path.display().to_string();
        let shown = match stored.reproduce_finding(request) {
            _ if link::was_interrupted() => return Ok(Exit::Interrupted.into()),
            Ok(shown) => shown,
            Err(problem) => {
                output::print_to_stdout(|out| writeln!(out, "✗ {problem}"))?;
                return Ok(Exit::NoEngine.into());
            }
        };
        certain |= shown
            .as_ref()
            .is_some_and(|it| fails_run(it, known_failures));
        let fate = FindingStatus::from_finding(shown.as_ref());
        let violated_rule = shown.as_ref().map_or(&stored.rule, |it| &it.rule).clone();
        let still_fails = || message!("finding_still_fails", "STILL FAILS");
        let (mark, text, counter) = match fate {
            FindingStatus::Fixed => ("✓", message!("finding_fixed", "FIXED"), &mut fixed),
            FindingStatus::StillFails if is_known_failure(&violated_rule, known_failures) => {
                ("~", still_fails(), &mut still)
            }
            FindingStatus::StillFails => ("✗", still_fails(), &mut still),
            FindingStatus::Flaky(some, of) => {
                let text = message!("finding_flaky", "FLAKY {some} of {of}", some, of);
                ("?", text, &mut flaky)
            }
        };
        *counter += 1;
        let word = format!("{mark} {:11}", text.to_string());
        let again = reproduce.replay_file_command(&path);
        output::print_to_stdout(|out| match fate {
            FindingStatus::Fixed => writeln!(out, "{word} {}  {path}", stored.rule),
            _ if violated_rule == stored.rule => {
                writeln!(out, "{word} {}  {again}", stored.rule)
            }
            _ => {
                let changed = message!(
                    "finding_fails_otherwise",
                    "{rule} (violates {other} now)",
                    rule = &stored.rule,
                    other = &violated_rule,
                );
                writeln!(out, "{word} {changed}  {again}")
            }
        })?;
    }
    let counts = message!(
        "stored_findings_counted",
        "{count} stored findings: {fixed} fixed, {still} still failing, {flaky} flaky",
        count = all.len(),
        fixed = fixed,
        still = still,
        flaky = flaky,
    );
    output::print_to_stdout(|out| writeln!(out, "{counts}"))?;
    let exit = match still + flaky {
        _ if all.is_empty() => Exit::Nothing,
        _ if certain => Exit::Violated,
        0 => Exit::Fine,
        _ if flaky == 0 => Exit::Fine,
        // Flaky findings that do not fail the run make it inconclusive.
        _ => Exit::Inconclusive,
    };
    Ok(exit.into())
}
