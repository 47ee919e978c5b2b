//! Merges the results of shards into the report that a single run of all scenarios would have written.

use std::collections::BTreeSet;

use super::{
    CheckObserver, RunRequest, RunState, build_report,
    first_session::FirstSessionResult,
    sessions::{NotPlayedReason, SessionOutcomes},
    shard::{assign_to_shards, suite_identity},
    shard_results::ShardResults,
};
use crate::{
    exit::Exit,
    link::clock::Stopwatch,
    message::{Message, message},
    verdict::Report,
};

/// The report of a shard, together with the results of the shard's sessions.
pub(crate) struct ShardReport {
    /// The name of the file with the shard's report.
    pub(crate) file_name: String,
    pub(crate) report: Report,
    pub(crate) results: ShardResults,
}

impl ShardReport {
    /// Reads the results of a shard from its report.
    ///
    /// # Errors
    /// Returns an error if the report does not contain the results of a shard.
    pub(crate) fn new(file: &str, report: Report) -> Result<ShardReport, Message> {
        let results = report
            .sessions
            .as_ref()
            .map(|it| serde_json::from_slice(it.get().as_bytes()));
        let not_a_shard = |why: String| {
            message!(
                "shard_result_expected",
                "{file}: expected the result of `check --shard K/N --report json=FILE`: {why}",
                file,
                why
            )
        };
        match results {
            Some(Ok(results)) => Ok(ShardReport {
                file_name: file.to_owned(),
                report,
                results,
            }),
            Some(Err(err)) => Err(not_a_shard(err.to_string())),
            None => Err(not_a_shard(
                message!(
                    "no_shard",
                    "the run had no --shard, or its engine did not start"
                )
                .to_string(),
            )),
        }
    }
}

/// Checks that the shards belong to one run, and sorts them by number.
///
/// # Errors
/// Returns an error that names two files if their shards do not belong to the same run.
pub(crate) fn sort_shards_of_one_run(shards: &mut [ShardReport]) -> Result<(), Message> {
    shards.sort_by_key(|it| it.results.number);
    let Some((first, others)) = shards.split_first() else {
        return Ok(());
    };
    if first.results.suite != suite_identity(&first.report.protocol) {
        return Err(message!(
            "shard_of_other_suite",
            "{file}: the scenarios of this version of ponderhit are not the scenarios of the shard",
            file = &first.file_name
        ));
    }
    let mut seen = BTreeSet::from([first.results.number]);
    for other in others {
        let (a, b) = (first, other);
        let differing = [
            ("tool", a.report.tool.version == b.report.tool.version),
            (
                "protocol",
                (&a.report.protocol, &a.results.game) == (&b.report.protocol, &b.results.game),
            ),
            ("suite", a.results.suite == b.results.suite),
            ("number of shards", a.results.count == b.results.count),
            ("engine", is_same_engine(&a.report, &b.report)),
            ("commit", has_same_commit(&a.report, &b.report)),
            ("name of the engine", has_same_name(&a.results, &b.results)),
            ("profile", a.results.profile == b.results.profile),
            ("--only", a.results.only == b.results.only),
            ("--skip", a.results.skip == b.results.skip),
            (
                "--rules-as-of",
                a.results.rules_as_of == b.results.rules_as_of,
            ),
            (
                "options about the engine",
                a.results.engine_options == b.results.engine_options,
            ),
        ];
        if let Some((what, _)) = differing.iter().find(|it| !it.1) {
            return Err(message!(
                "shards_differ",
                "{first} and {other} are not shards of one run: they differ in: {what}",
                first = &a.file_name,
                other = &b.file_name,
                what = *what,
            ));
        }
        if !seen.insert(other.results.number) {
            return Err(message!(
                "shard_given_twice",
                "{file}: shard {shard} was given twice",
                file = &other.file_name,
                shard = other.results.number,
            ));
        }
    }
    Ok(())
}

/// Whether two reports are about the same engine: the same command and the same files.
fn is_same_engine(a: &Report, b: &Report) -> bool {
    let files = |it: &Report| it.run.engine_files.values().cloned().collect::<Vec<_>>();
    a.engine.command == b.engine.command
        && a.engine.built_in == b.engine.built_in
        && files(a) == files(b)
}

/// Whether the shards were made from the same commit. A shard that was made outside of a CI system names no commit.
fn has_same_commit(a: &Report, b: &Report) -> bool {
    match (&a.run.commit, &b.run.commit) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Whether the engine gave itself the same name in both shards; the command may be a wrapper that starts another engine
/// meanwhile. An engine that did not start has no name.
fn has_same_name(a: &ShardResults, b: &ShardResults) -> bool {
    match (a.engine_name(), b.engine_name()) {
        (Some(a), Some(b)) => a == b,
        _ => a.has_start_failed() || b.has_start_failed() || a.engine_name() == b.engine_name(),
    }
}

/// Returns the numbers of the shards that are missing. A shard in which the engine did not start counts as missing if
/// the engine started in another shard.
pub(crate) fn missing_shards(shards: &[ShardReport]) -> Vec<usize> {
    let count = shards.first().map_or(0, |it| it.results.count);
    let all_failed = shards.iter().all(|it| it.results.has_start_failed());
    let is_there = |number: &usize| {
        let mut own = shards.iter().filter(|it| it.results.number == *number);
        own.any(|it| all_failed || !it.results.has_start_failed())
    };
    (1..=count).filter(|it| !is_there(it)).collect()
}

/// Builds the report of all shards. `request` selects all scenarios of the run, not only those of one shard.
pub(crate) fn merge_shards(
    request: &RunRequest,
    shards: &[ShardReport],
    observer: &dyn CheckObserver,
) -> Report {
    let watch = Stopwatch::start();
    let run = RunState::new(request, observer);
    let missing = missing_shards(shards);
    let started_shards = shards
        .iter()
        .filter(|it| !missing.contains(&it.results.number));
    let first = started_shards.clone().next();
    let started = first.map_or_else(FirstSessionResult::default, |it| {
        it.results
            .first_session(&run.rules, &it.report.run.transcripts)
    });
    let count = first.map_or(1, |it| it.results.count);
    let numbers = assign_to_shards(&request.selection.scenarios, count);
    let chosen = request.selection.scenarios.iter().zip(numbers);
    let sessions = chosen.map(|(chosen, number)| {
        let mut own = started_shards
            .clone()
            .filter(|it| it.results.number == number);
        let found = own.find_map(|it| {
            it.results
                .session(&chosen.scenario.id, &run.rules, &it.report.run.transcripts)
        });
        found.unwrap_or_else(|| {
            Err(NotPlayedReason::ShardMissing(message!(
                "shard_missing",
                "shard {shard} is missing",
                shard = format!("{number}/{count}")
            )))
        })
    });
    let outcomes = SessionOutcomes {
        sessions: match started.failure_reason {
            None => sessions.collect(),
            Some(_) => Vec::new(),
        },
    };
    let mut engine = first
        .or(shards.first())
        .map(|it| it.report.engine.clone())
        .unwrap_or_default();
    engine.name.clone_from(&started.engine_name);
    observer.engine_started(&engine);
    let mut report = build_report(&run, &watch, engine, started, &outcomes);
    if let Some(first) = shards.first() {
        report
            .run
            .engine_files
            .clone_from(&first.report.run.engine_files);
    }
    // `--allow-inconclusive` is about rules that could not be judged, not about scenarios that were not played.
    if report.exit == Exit::Fine && !missing_shards(shards).is_empty() {
        report.exit = Exit::Inconclusive;
    }
    report.run.interrupted |= shards.iter().any(|it| it.report.run.interrupted);
    report
}

/// One note for each missing shard, with its scenarios.
pub(crate) fn missing_shard_notes(
    request_scenarios: &[super::select::SelectedScenario],
    shards: &[ShardReport],
) -> Vec<Message> {
    let Some(first) = shards.first() else {
        return Vec::new();
    };
    let count = first.results.count;
    let numbers = assign_to_shards(request_scenarios, count);
    let notes = missing_shards(shards).into_iter().map(|number| {
        let own = request_scenarios
            .iter()
            .zip(&numbers)
            .filter(|it| *it.1 == number);
        let scenarios: Vec<&str> = own.map(|it| it.0.scenario.id.as_str()).collect();
        message!(
            "shard_missing_scenarios",
            "shard {shard} is missing, so these scenarios were not judged: {scenarios}",
            shard = format!("{number}/{count}"),
            scenarios
        )
    });
    notes.collect()
}
