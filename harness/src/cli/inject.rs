//! `ponderhit inject`: a proxy that makes an engine look faulty.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    CommandResult,
    options::{parse_game_name, parse_protocol_name},
    output, record, target,
};
use crate::{
    error::Error,
    exit::Exit,
    inject::{self, Fault, FaultError, Injector},
    link::{
        self, EngineSpec,
        clock::Stopwatch,
        proxy::{self, ProxyAction, ProxyHandler, ProxyInput},
    },
    message::{Message, message},
    protocol::{self, Protocol},
    record::{RecordedInjector, Recording},
    transcript::SessionEnd,
};

/// The first command of every handshake is shorter, in bytes.
const MAX_OPENING_BYTES: usize = 64;

/// Run an engine behind a proxy that injects a fault.
///
/// Use `inject` to see how a GUI handles a faulty engine, or whether the rules detect the fault. When it ends, `inject`
/// reports on standard error if the fault was never applied. To play many faults with a GUI, use `check-gui`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = fault_grammar_help())]
pub(super) struct Args {
    /// Inject this fault: a name from --list, `none`, or a text in the grammar that --help shows; several faults are
    /// applied in order.
    #[arg(long, value_name = "SPEC", required_unless_present = "list")]
    fault: Vec<String>,

    /// List the named faults, and the named oddities: unusual behaviour that the protocol allows.
    #[arg(long)]
    list: bool,

    /// Speak this protocol; `auto` is the first protocol that has a built-in engine.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    protocol: String,

    /// Play this game: chess, chess960 or xiangqi (UCI) [default: the game that options and positions show].
    #[arg(long, value_name = "NAME", value_parser = parse_game_name)]
    game: Option<String>,

    /// Write a transcript of the conversation as the GUI sees it, with the fault; if FILE exists, to a new file with a
    /// number. In the transcript, a line `= fault` marks the place where the fault was first applied.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// The program of the engine and its arguments.
    #[arg(
        value_name = "ENGINE",
        trailing_var_arg = true,
        required_unless_present = "list"
    )]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    let protocol = target::named_or_built_in_protocol(&args.protocol, args.game.as_deref())?;
    if args.list {
        return list_faults(protocol);
    }
    let mut faults = Vec::new();
    for spec in &args.fault {
        faults.extend(find_faults(protocol, spec)?);
    }
    let Some((program, words)) = args.command.split_first() else {
        return Err(Error::usage_error(message!(
            "no_engine",
            "no ENGINE was given"
        )));
    };
    let name = args.fault.join(" ; ");
    let expects_fault = !faults.is_empty();
    let injector = Injector::new(protocol, faults);
    let mut spec = EngineSpec::new(program);
    spec.args = words.to_vec();
    let (end, injector) = match &args.record {
        Some(file) => run_recorded(&spec, injector, file, name.clone(), protocol)?,
        None => {
            let mut injector = injector;
            let end = run_proxy(&spec, &mut injector, protocol)?;
            (end, injector)
        }
    };
    if expects_fault && !injector.was_applied() {
        print_warning(&message!(
            "fault_never_applied",
            "the fault `{fault}` was never applied: no line matched its pattern and its conditions (a pattern must match a whole line; `[..]` matches any rest)",
            fault = name
        ));
    }
    Ok(CommandResult::EngineStatus(proxy::end_process_like_engine(
        &end,
    )))
}

/// Runs the proxy, and writes a recording.
fn run_recorded(
    spec: &EngineSpec,
    injector: Injector,
    file: &Path,
    name: String,
    protocol: &dyn Protocol,
) -> Result<(SessionEnd, Injector), Error> {
    // Signals need a handler, because otherwise SIGTERM would end this process before the recording is complete.
    link::interrupt::install_signal_handlers()
        .map_err(|err| target::signals_not_handled_error(&err))?;
    let (opened, path) = record::create_recording_file(file)?;
    let recording = Recording::new(opened, Some(protocol), None);
    let mut recorded = RecordedInjector::new(injector, recording, name);
    let clock = Stopwatch::start();
    let end = run_proxy(spec, &mut recorded, protocol)?;
    let (injector, written) = recorded.finish(clock.elapsed());
    if let Err(err) = written {
        print_warning(&message!(
            "recording_incomplete",
            "the recording is incomplete: {file}: {error}",
            file = path.display().to_string(),
            error = err,
        ));
    }
    Ok((end, injector))
}

/// Runs the proxy, and warns if the GUI begins the handshake of another protocol.
fn run_proxy(
    spec: &EngineSpec,
    handler: &mut dyn ProxyHandler,
    protocol: &dyn Protocol,
) -> Result<SessionEnd, Error> {
    let mut checked = ProtocolCheck {
        handler,
        protocol,
        first_line: Some(Vec::new()),
    };
    proxy::run_proxy(spec, &mut checked)
        .map_err(|err| Error::file_error(spec.program.display(), err))
}

/// A handler that warns if the first line from the GUI belongs to one protocol, and the faults are for another
/// protocol.
struct ProtocolCheck<'a> {
    handler: &'a mut dyn ProxyHandler,
    protocol: &'a dyn Protocol,
    /// The bytes of the interface's first line so far. `None` after the end of this line.
    first_line: Option<Vec<u8>>,
}

impl ProtocolCheck<'_> {
    fn read_first_line(&mut self, bytes: &[u8]) {
        let Some(mut line) = self.first_line.take() else {
            return;
        };
        let mut pieces = bytes.splitn(2, |it| *it == b'\n');
        line.extend(pieces.next().unwrap_or_default());
        if pieces.next().is_some() {
            self.warn_about_other_protocol(line.trim_ascii());
        } else if line.len() < MAX_OPENING_BYTES {
            self.first_line = Some(line);
        }
    }

    fn warn_about_other_protocol(&self, opening: &[u8]) {
        let spoken = protocol::find_protocol_by_opening(opening);
        if let Some(other) = spoken.filter(|it| it.name() != self.protocol.name()) {
            print_warning(&message!(
                "fault_for_other_protocol",
                "the GUI speaks {spoken}, but the fault is applied to lines of {protocol}; name the protocol with `--protocol {name}`",
                spoken = other.title(),
                protocol = self.protocol.title(),
                name = other.name()
            ));
        }
    }
}

impl ProxyHandler for ProtocolCheck<'_> {
    fn handle_input(&mut self, now: Duration, input: ProxyInput<'_>) -> Vec<ProxyAction> {
        if let ProxyInput::Interface(bytes) = &input {
            self.read_first_line(bytes);
        }
        self.handler.handle_input(now, input)
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.handler.next_wake_time()
    }
}

fn print_warning(text: &Message) {
    // Write errors are ignored, because the GUI may have closed standard error.
    let _ = writeln!(io::stderr(), "ponderhit: {text}");
}

fn fault_grammar_help() -> String {
    format!("Grammar of a fault: {}", inject::FAULT_SYNTAX)
}

fn list_faults(protocol: &dyn Protocol) -> Result<CommandResult, Error> {
    let named = inject::listed_faults(protocol).map_err(fault_list_error)?;
    let odd = inject::listed_oddities(protocol).map_err(fault_list_error)?;
    let faults = named.into_iter();
    let mut lines: Vec<(String, String)> = faults
        .map(|it| (it.name.unwrap_or_default(), it.source_text))
        .collect();
    lines.extend(odd.into_iter().map(|it| {
        let specs: Vec<&str> = it.faults.iter().map(|it| it.source_text.as_str()).collect();
        let allowed = message!(
            "oddity_allowed",
            "{faults} (allowed by {requirement})",
            faults = specs.join(" ; "),
            requirement = &it.requirements,
        );
        (it.name, allowed.to_string())
    }));
    for fault in inject::gui_faults(protocol).map_err(fault_list_error)? {
        if lines.iter().all(|it| it.0 != fault.name) {
            let text = fault.source_text();
            lines.push((fault.name, text));
        }
    }
    let width = lines.iter().map(|it| it.0.len()).max().unwrap_or_default();
    output::print_to_stdout(|out| {
        for (name, what) in &lines {
            writeln!(out, "{name:width$}  {what}")?;
        }
        Ok(())
    })?;
    Ok(Exit::Fine.into())
}

/// An error in the protocol's own list of faults is an internal error of ponderhit.
pub(super) fn fault_list_error(err: FaultError) -> Error {
    Error::InternalError(err.message)
}

pub(super) fn find_faults(protocol: &dyn Protocol, spec: &str) -> Result<Vec<Fault>, Error> {
    inject::find_faults(protocol, spec).map_err(|err| {
        let (column, what) = (err.column, err.message);
        // Errors in the protocol's own list of faults need no report here, because a test checks that list.
        let named = inject::all_named_faults(protocol).unwrap_or_default();
        let names = named.iter().map(|it| it.name.as_str());
        Error::usage_error(match crate::suggest::nearest_id(spec, names) {
            Some(nearest) => message!(
                "fault_misspelt",
                "--fault {fault}: column {column}: {what}; did you mean `{nearest}`?",
                fault = spec,
                column,
                what,
                nearest
            ),
            None => message!(
                "fault_error",
                "--fault {fault}: column {column}: {what}",
                fault = spec,
                column,
                what
            ),
        })
    })
}
