//! `ponderhit judge`: judges both sides of logged conversations, without an engine.

mod log_results;
mod open_logs;
mod stored_report;

use std::{collections::BTreeMap, fs::File, io};

use log_results::{Evidence, JudgedConversation, LogResults};
use open_logs::{LogInput, OpenedLogs, UnreadableLog, open_logs, read_head};

use super::{
    CommandResult,
    options::{EngineOptions, JudgeOptions, parse_game_name, parse_protocol_name},
    output::ReportOutputs,
    run_context::{JudgedLogs, Repetition, RunContext},
    target::EngineTarget,
};
use crate::{
    check::{
        RunMode,
        select::{self, Selection},
    },
    error::Error,
    judge::{
        log_file::{LogEnd, LogFile},
        stored_report::StoredReport,
        streaming::StreamingJudge,
    },
    launch::reproduce::ReproduceArgs,
    link::{self, clock::Stopwatch},
    logs,
    message::message,
    protocol::{self, Protocol},
    readable::readable_text,
    transcript::{EventKind, Speaker},
};

/// Judge the engine and the interface in logs.
///
/// Reads transcripts of `record` and `check --transcripts`, logs of other programs, and reports of `--report json`. The
/// transcripts in a report are judged again by the rules of this version; the notes list the rules whose verdict
/// changed.
#[derive(Debug, clap::Args)]
#[command(after_long_help = formats_help())]
pub(super) struct Args {
    /// A transcript, a log, or a JSON report; `-` reads standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    /// Read the logs in this format [default: detected from their first lines].
    #[arg(long, value_name = "NAME", value_parser = parse_format_name)]
    format: Option<String>,

    /// Judge by the rules of this protocol; `auto` detects it from the handshake in the logs.
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    protocol: String,

    /// Judge this game: chess, chess960 or xiangqi (UCI) [default: the game that options and positions show].
    #[arg(long, value_name = "NAME", value_parser = parse_game_name)]
    game: Option<String>,

    #[command(flatten)]
    judge: JudgeOptions,
}

impl Args {
    /// The engine options that select the protocol and the game. All engine options except the protocol and the game
    /// have their defaults, because `judge` starts no engine.
    fn engine_options(&self) -> EngineOptions {
        EngineOptions {
            protocol: self.protocol.clone(),
            game: self.game.clone(),
            setoption: Vec::new(),
            init: Vec::new(),
            env: Vec::new(),
            cwd: None,
            startup_timeout: None,
            timeout_scale: None,
        }
    }
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    let began = Stopwatch::start();
    check_stdin_is_named_once(&args.files)?;
    let (standard_input, stored) = find_stored_report(&args.files)?;
    if let Some((file, stored)) = stored {
        return stored_report::judge_stored_report(file, &stored, args, began);
    }
    let format = args.format.as_deref().and_then(logs::find_format);
    let OpenedLogs {
        protocol,
        pending,
        mut unreadable,
    } = open_logs(&args, standard_input, format)?;
    let is_protocol_named = args.engine_options().named_protocol().is_some();
    let outputs = ReportOutputs::open(&args.judge.report)?;
    let jobs = usize::from(args.judge.jobs);
    let judged = link::pool::run_in_parallel(jobs, pending, |file| {
        let mut file = file.open()?;
        let found = judge_file(protocol, &mut file);
        file.close();
        Ok((file, found))
    });
    let mut results = LogResults::default();
    for judged in judged {
        let (file, (found, in_other_protocols)) = judged?;
        // If the user named the protocol, conversations in other protocols are left out on purpose.
        match is_protocol_named {
            true => {
                let notes = in_other_protocols.iter().map(|it| it.error.message());
                results.notes.extend(notes);
            }
            false => unreadable.extend(in_other_protocols),
        }
        if found.is_empty() && matches!(file.end, LogEnd::Complete) {
            let error = wrong_protocol_error(&file, protocol);
            let name = file.name;
            unreadable.push(UnreadableLog { name, error });
        } else {
            results.add_log(protocol, &file, found);
        }
    }
    results.add_notes_on_later_recordings(&args.files);
    results.add_unreadable_logs(unreadable);
    let LogResults {
        selected,
        records,
        notes,
        mut read_error,
        lacks_responses,
        lacks_output,
        lacks_input,
    } = results;
    if let Some(err) = read_error.take_if(|_| records.is_empty()) {
        return Err(err);
    }
    let mut selection = Selection::from_records(selected, true);
    selection.filter_rules(protocol, &args.judge.only, &args.judge.skip)?;
    select::check_profile(protocol, args.judge.profile.as_deref())?;
    let lacks_evidence = match judges_engine(protocol, &selection) {
        true => lacks_output,
        false => lacks_input,
    };
    let result = new_run_context(args, began, outputs).report_on_logs(JudgedLogs {
        protocol,
        selection,
        records,
        notes,
        is_partly_unreadable: read_error.is_some(),
        lacks_responses,
        lacks_evidence,
    })?;
    // If a log is damaged, its readable part is judged, but the exit code is that of the read error.
    read_error.map_or(Ok(result), Err)
}

fn check_stdin_is_named_once(files: &[String]) -> Result<(), Error> {
    if files.iter().filter(|it| *it == STDIN_NAME).count() > 1 {
        return Err(Error::usage_error(message!(
            "stdin_named_twice",
            "`-` (standard input) is named more than once"
        )));
    }
    Ok(())
}

/// True if a selected rule is about the engine.
fn judges_engine(protocol: &dyn Protocol, selection: &Selection) -> bool {
    let rules = protocol.rules();
    let mut engine_rules = rules.iter().filter(|it| !it.is_about_interface());
    engine_rules.any(|it| selection.rules.contains(&it.rule_id()))
}

/// The name of a file, and the stored report in the file.
type NamedReport = (String, StoredReport);

/// Returns the standard input if the file name `-` is in the list, and the stored report with its file name if one of
/// the files is a stored report. If one of the files is a report, no other file is allowed.
fn find_stored_report(files: &[String]) -> Result<(Option<LogInput>, Option<NamedReport>), Error> {
    let mut standard_input = None;
    for file in files {
        let stored = match file.as_str() {
            STDIN_NAME => {
                let input = read_head(io::stdin()).map_err(|err| Error::file_error(file, err))?;
                stored_report::parse_if_report(file, standard_input.insert(input))?
            }
            // The error for an unreadable file is returned later, when the other files are judged.
            _ if files.len() > 1 && File::open(file).is_err() => None,
            _ => stored_report::read_stored_report(file)?,
        };
        match stored {
            Some(stored) if files.len() == 1 => {
                return Ok((standard_input, Some((file.clone(), stored))));
            }
            Some(_) => {
                return Err(Error::usage_error(message!(
                    "several_reports",
                    "{file} is a report; name one report and no other file",
                    file
                )));
            }
            None => (),
        }
    }
    Ok((standard_input, None))
}

/// Returns the error for a log that has no line of the protocol.
fn wrong_protocol_error(file: &LogFile, protocol: &dyn Protocol) -> Error {
    Error::usage_error(message!(
        "log_without_protocol",
        "{file}: in the format `{format}`, no line belongs to {protocol}; name another format with --format, or another protocol with --protocol",
        file = &file.name,
        protocol = protocol.title(),
        format = file.format.name(),
    ))
}

fn new_run_context(args: Args, began: Stopwatch, outputs: ReportOutputs) -> RunContext {
    let engine_options = args.engine_options();
    let named = engine_options.named_protocol();
    RunContext {
        engine_name: None,
        stopwatch: began,
        mode: RunMode::Judge,
        reproduce_command: ReproduceArgs {
            protocol: named.map(|it| it.name().to_owned()),
            ..ReproduceArgs::default()
        },
        engine_options,
        judge_options: args.judge,
        transcript_dir: None,
        target: EngineTarget::without_engine(args.files),
        outputs,
        time_limit: None,
        repetition: Repetition::default(),
        shard: None,
        shows_dialogue: false,
    }
}

fn parse_format_name(name: &str) -> Result<String, String> {
    let names: Vec<&str> = logs::ALL_FORMATS.iter().map(|it| it.name()).collect();
    let unknown = || message!("expected_one_of_list", "expected one of {names}", names).to_string();
    let format = logs::find_format(name).ok_or_else(unknown)?;
    Ok(format.name().to_owned())
}

fn formats_help() -> String {
    let mut text = "Formats:\n".to_owned();
    for format in logs::ALL_FORMATS {
        let (name, title, example) = (format.name(), format.title(), logs::example_line(*format));
        text.push_str(&format!("  {name:13} {title}\n  {:13} {example}\n", ""));
    }
    text
}

/// The file name `-` on the command line means standard input.
pub(super) const STDIN_NAME: &str = "-";

/// Judges a log while reading it. Returns two lists: the judged conversations of the log, and the conversations in other
/// protocols.
fn judge_file(
    protocol: &dyn Protocol,
    file: &mut LogFile,
) -> (Vec<JudgedConversation>, Vec<UnreadableLog>) {
    let opening = protocol.new_dialogue().handshake();
    let opening = opening.first().map(|it| it.command.as_slice());
    let mut judges: BTreeMap<usize, (StreamingJudge<'_>, Evidence)> = BTreeMap::new();
    let mut greeted_protocols = GreetedProtocols::new();
    let foreign = file.is_foreign_format();
    let has_commands = file.capabilities().has_commands;
    let required_opening = opening.filter(|_| protocol.begins_with_handshake());
    for entry in file.by_ref() {
        let (judge, evidence) = judges.entry(entry.conversation_index).or_insert_with(|| {
            let mut judge = StreamingJudge::new(protocol);
            if let Some(opening) = required_opening.filter(|_| has_commands) {
                judge.expect_opening(opening, foreign);
            }
            (judge, Evidence::default())
        });
        evidence.understood |= is_response(protocol, &entry.event.kind);
        match &entry.event.kind {
            EventKind::Line(Speaker::Engine, _) => evidence.has_output = true,
            EventKind::Line(Speaker::Interface, line) => {
                evidence.has_input = true;
                greeted_protocols.add_command(entry.conversation_index, line);
                if Some(line.as_slice()) == opening {
                    evidence.has_opening = true;
                    // The logs of other programs have no line for the end of an engine.
                    judge.begin_handshake(foreign);
                }
            }
            _ => (),
        }
        judge.judge_event(entry.line_number, entry.event);
    }
    // If a log has no commands and no response of this protocol, its conversation is in another protocol.
    let understood = judges.values().any(|it| it.1.understood);
    if !understood && !file.capabilities().has_commands {
        return (Vec::new(), Vec::new());
    }
    let alone = judges.len() == 1;
    let mut in_other_protocols = Vec::new();
    let conversations = judges
        .into_iter()
        .filter_map(|(index, (mut judge, evidence))| {
            if foreign {
                judge.mark_log_truncated();
            }
            let name = match alone {
                true => file.name.clone(),
                false => {
                    let engine = readable_text(file.engine_name(index));
                    format!("{} ({engine})", file.name)
                }
            };
            let other = greeted_protocols.only_other_protocol(index, protocol);
            if let Some(other) = other.filter(|_| !alone) {
                let error = other_protocol_error(&name, other);
                in_other_protocols.push(UnreadableLog { name, error });
                return None;
            }
            Some(JudgedConversation {
                name,
                record: judge.finish(),
                evidence: Evidence {
                    needs_opening: opening.is_some(),
                    ..evidence
                },
            })
        });
    (conversations.collect(), in_other_protocols)
}

/// For each conversation of a log, the protocols whose first command it contains.
struct GreetedProtocols {
    /// The first command of each protocol.
    first_commands: Vec<(&'static dyn Protocol, Vec<u8>)>,
    greeted_protocols: BTreeMap<usize, Vec<&'static dyn Protocol>>,
}

impl GreetedProtocols {
    fn new() -> GreetedProtocols {
        let first_commands = protocol::ALL_PROTOCOLS.iter().filter_map(|it| {
            let handshake = it.new_dialogue().handshake();
            Some((*it, handshake.first()?.command.clone()))
        });
        GreetedProtocols {
            first_commands: first_commands.collect(),
            greeted_protocols: BTreeMap::new(),
        }
    }

    fn add_command(&mut self, conversation: usize, line: &[u8]) {
        let mut first_commands = self.first_commands.iter();
        if let Some((protocol, _)) = first_commands.find(|it| it.1 == line) {
            let greeted_protocols = self.greeted_protocols.entry(conversation).or_default();
            if !greeted_protocols
                .iter()
                .any(|it| it.name() == protocol.name())
            {
                greeted_protocols.push(*protocol);
            }
        }
    }

    /// If the conversation contains the first command of exactly one protocol, and this is not the judged protocol,
    /// returns this protocol.
    fn only_other_protocol(
        &self,
        conversation: usize,
        judged: &dyn Protocol,
    ) -> Option<&'static dyn Protocol> {
        match self.greeted_protocols.get(&conversation)?[..] {
            [other] if other.name() != judged.name() => Some(other),
            _ => None,
        }
    }
}

/// Returns the error for a conversation in another protocol than the judged one, in a log with several conversations.
fn other_protocol_error(conversation: &str, other: &dyn Protocol) -> Error {
    Error::usage_error(message!(
        "conversation_in_other_protocol",
        "{conversation} is in {protocol}; judge it in a run of its own with `--protocol {name}`",
        conversation,
        protocol = other.title(),
        name = other.name()
    ))
}

fn is_response(protocol: &dyn Protocol, kind: &EventKind) -> bool {
    matches!(kind, EventKind::Line(Speaker::Engine, line) if protocol.is_response(line))
}
