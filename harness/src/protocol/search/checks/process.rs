//! Checks that the process runs until `quit` and then ends.

use std::time::Duration;

use crate::{
    message::message,
    protocol::{
        deadline::WaitResult,
        process_end::{
            early_end_message, external_signal_doubt_message, hang_message, is_external_signal,
            late_host_hang_doubt_message,
        },
        search::{
            Command, Deadline, Dialect, EndKind, EndRecord, EnginePhase, OverdueAnswer,
            ProtocolWords, QuitRecord, Response, Search, SessionLimit, View, ViewEntry,
        },
    },
    rule::Findings,
    transcript::SessionEnd,
};

/// Checks that the process does not end without a `quit`.
pub(in crate::protocol) fn check_no_crash<D: Dialect>(view: &View<D>, out: &mut Findings) {
    let quit = D::PROTOCOL_WORDS.quit;
    let Some(ending) = &view.session_end else {
        return;
    };
    if is_reported_by_input_rule(view, |it| !matches!(it, EndKind::Hung(_)), out) {
        return;
    }
    if view.may_be_allowed_exit(ending) {
        return;
    }
    let entry = view.entry(ending.entry);
    let bye = view.quit.as_ref().is_some_and(|it| it.bye_entry.is_some());
    match (&ending.session_end, &ending.kind) {
        // The rule `ends_after_bye` judges how the process ends after `bye`.
        (SessionEnd::Signal(_), _) if bye => {}
        (SessionEnd::Signal(signal), EndKind::ExternalSignal) => {
            out.add_doubt(entry.at, external_signal_doubt_message(signal));
        }
        (end, kind) => match early_end_message(kind, end, quit) {
            Some(message) => out.violates(entry.at, message),
            // If the process died of a signal after the interface had closed a pipe, the signal is not judged.
            None if matches!(end, SessionEnd::Signal(_)) => (),
            None => out.conforms(entry.at),
        },
    }
}

/// Whether unspecified input caused the end of the process. If unspecified input caused the end, the rule about this
/// kind of input reports the end, and not `no_crash` or `no_hang`. `reports` returns true for the kinds of end that the
/// caller reports if no unspecified input caused them.
fn is_reported_by_input_rule<D: Dialect>(
    view: &View<D>,
    reports: impl Fn(&EndKind) -> bool,
    out: &mut Findings,
) -> bool {
    let Some(input) = view.fatal_input() else {
        return false;
    };
    if view
        .session_end
        .as_ref()
        .is_some_and(|it| reports(&it.kind))
    {
        out.line_left_to_other_rule = Some(view.entry(input.entry).culprit().at);
    }
    true
}

/// Checks that the engine does not hang.
pub(in crate::protocol) fn check_no_hang<D: Dialect>(view: &View<D>, out: &mut Findings) {
    let Some(ending) = &view.session_end else {
        return;
    };
    if is_reported_by_input_rule(view, |it| matches!(it, EndKind::Hung(_)), out) {
        return;
    }
    // Another rule reports an engine that exceeds a session's limit for output or memory.
    if view.exceeded_limit.is_some() {
        return;
    }
    let entry = view.entry(ending.entry);
    match ending.kind {
        EndKind::Hung(since) => {
            out.record_violation_beyond_host_delay(view.entry(since).culprit(), hang_message());
        }
        EndKind::HostLate => {
            out.add_late_host_doubt(entry.at, late_host_hang_doubt_message());
        }
        EndKind::Clean => out.conforms(entry.at),
        EndKind::Crashed | EndKind::ExitedWithoutQuit | EndKind::ExternalSignal => (),
    }
}

/// Checks that the engine stays within a session's limits for output and memory.
pub(in crate::protocol) fn check_session_limits<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if let Some(excess) = &view.exceeded_limit {
        let (at, size) = (excess.at, &excess.size);
        match excess.exceeded_limit_kind {
            SessionLimit::Output => {
                let message = message!(
                    "output_exceeded",
                    "the engine sent more output than a session stores ({size})",
                    size
                );
                out.violates(at, message);
            }
            SessionLimit::Memory => {
                let message = message!(
                    "memory_exceeded",
                    "the engine used more memory than a session allows ({size})",
                    size
                );
                out.record_measured_violation(at, message);
            }
        }
    } else if let Some(ending) = &view.session_end {
        out.conforms(view.entry(ending.entry).at);
    }
}

/// Checks that the process ends at the end of its input.
pub(in crate::protocol) fn check_eof_ends_process<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    // After an unanswered `quit` the session itself closes the engine's input. Other rules report the unanswered
    // `quit`.
    let quit_sent = view.commands().any(|(_, it)| *it == Command::Quit);
    let Some(closed) = view
        .input_closed_entry
        .filter(|_| !quit_sent && !view.are_missing_answers_excused())
    else {
        return;
    };
    // The engine may speak another protocol, whose lines are not judged.
    if view.entry(closed).phase == EnginePhase::OtherProtocol {
        return;
    }
    // At the end of its input the engine may finish its searches before it exits.
    let (Some(ending), Some(grace)) = (&view.session_end, view.clock_at_end) else {
        return;
    };
    let (closed, end) = (view.entry(closed), view.entry(ending.entry));
    let since = closed.time.saturating_add(grace);
    match (
        &ending.session_end,
        view.timing.check_wait(since, end.time, limit),
    ) {
        (SessionEnd::Killed, WaitResult::LongEnough) => {
            let message = message!(
                "alive_without_input",
                "the process did not exit at the end of its input and had to be killed"
            );
            out.record_measured_violation(closed.at, message);
        }
        (SessionEnd::Exit(_), WaitResult::LongEnough) => {
            let message = message!(
                "exited_late_without_input",
                "the process exited {took} after the end of its input",
                took = end.time.saturating_sub(closed.time)
            );
            out.record_measured_violation(closed.at, message);
        }
        (SessionEnd::Killed | SessionEnd::Exit(_), WaitResult::HostLate(_)) => {
            let why = message!(
                "alive_without_input_host_late",
                "the process did not exit at the end of its input, but the host was too slow for a verdict"
            );
            out.add_late_host_doubt(closed.at, why);
        }
        (SessionEnd::Exit(_), WaitResult::TooShort) => out.conforms(closed.at),
        _ => (),
    }
}

/// Checks that the process exits after `bye`.
pub(in crate::protocol) fn check_exit_after_bye<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let (Some(quit), Some(ending), None) = (&view.quit, &view.session_end, &view.exceeded_limit)
    else {
        return;
    };
    let (Some(bye), Some(bye_word)) = (
        quit.bye_entry.map(|it| view.entry(it)),
        D::PROTOCOL_WORDS.bye,
    ) else {
        return;
    };
    // If the input was closed or the process was killed before the time limit had passed (`UCCI E3`), the end of the
    // process is not judged.
    let end = view.entry(ending.entry);
    let closed = view.input_closed_entry.map(|it| view.entry(it));
    let closed = closed.filter(|it| it.at > bye.at);
    let closed = closed.is_some_and(|it| view.has_waited_between(bye, it, limit, out));
    let message = match &ending.session_end {
        SessionEnd::Exit(_) if closed => {
            message!(
                "running_after_bye",
                "the process had not exited after `{bye}` when its input was closed",
                bye = bye_word
            )
        }
        SessionEnd::Exit(_) if view.has_waited_between(bye, end, limit, out) => {
            message!(
                "exited_late_after_bye",
                "the process exited {took} after `{bye}`; the limit is {limit}",
                took = end.time.saturating_sub(bye.time),
                bye = bye_word,
                limit = view.timing.scale_limit(limit)
            )
        }
        SessionEnd::Exit(_) => return out.conforms(end.at),
        // An external signal such as `SIGKILL` may come from another process or from the system, so it is not judged.
        SessionEnd::Signal(signal) if is_external_signal(signal) => return,
        SessionEnd::Signal(signal) => {
            let message = message!(
                "died_after_bye",
                "the process died of {signal} after `{bye}`",
                signal,
                bye = bye_word
            );
            return out.violates(bye.culprit(), message);
        }
        SessionEnd::Killed | SessionEnd::Eof if !view.has_waited_between(bye, end, limit, out) => {
            return;
        }
        SessionEnd::Killed => message!(
            "killed_after_bye",
            "the process did not exit after `{bye}` and had to be killed",
            bye = bye_word
        ),
        SessionEnd::Eof => message!(
            "output_closed_after_bye",
            "the engine closed its output after `{bye}`, but the process did not exit",
            bye = bye_word
        ),
        SessionEnd::Cut => return,
    };
    out.record_measured_violation(bye.culprit(), message);
}

/// Checks that `quit` is answered with `bye`.
pub(in crate::protocol) fn check_bye_before_exit<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ProtocolWords {
        quit: quit_word,
        bye: Some(bye_word),
        ..
    } = D::PROTOCOL_WORDS
    else {
        return;
    };
    let Some(quit) = view.quit.as_ref().filter(|it| {
        let thinking = it.phase == EnginePhase::Thinking && D::ANSWERS_QUIT_IN_SEARCH;
        it.phase == EnginePhase::Idle || thinking || is_search_endless_at_quit(view, it)
    }) else {
        return;
    };
    let is_answer_due = quit.phase == EnginePhase::Idle || D::ANSWERS_QUIT_IN_SEARCH;
    let entry = view.entry(quit.entry);
    if let Some(bye) = quit.bye_entry {
        out.conforms(view.entry(bye).at);
        return;
    }
    let Some(ending) = view
        .session_end
        .as_ref()
        .filter(|_| view.exceeded_limit.is_none())
    else {
        return;
    };
    // If the engine's output was no longer read, the transcript cannot contain a `bye`.
    if ending.is_output_unread {
        return;
    }
    let message = match (&ending.session_end, &ending.kind) {
        // Other rules report crashes and hangs.
        (SessionEnd::Signal(_), _) | (_, EndKind::Hung(_) | EndKind::HostLate) => return,
        // A searching engine may exit without a `bye`, but a search that ends only after a command does not excuse an
        // engine that never exits.
        (SessionEnd::Exit(_) | SessionEnd::Eof, _) if !is_answer_due => return,
        (SessionEnd::Exit(status), _) => {
            message!(
                "exited_without_bye",
                "the process exited with status {status} without a `{bye}`",
                status = status.to_string(),
                bye = bye_word
            )
        }
        (SessionEnd::Eof, _) => message!(
            "output_closed_without_bye",
            "the engine closed its output without a `{bye}`",
            bye = bye_word
        ),
        (SessionEnd::Killed, _) => {
            // A session that kills the process before the limit does so for another reason than the
            // missing answer.
            let end = view.entry(ending.entry);
            if view.has_waited_since(quit.readable_since, entry, end, limit, out) {
                let message = message!(
                    "quit_unanswered",
                    "`{quit}` was not answered and the process had to be killed",
                    quit = quit_word
                );
                out.record_measured_violation(entry.culprit(), message);
            }
            return;
        }
        (SessionEnd::Cut, _) => return,
    };
    out.violates(entry.culprit(), message);
}

/// Checks that `quit` ends a thinking engine soon.
pub(in crate::protocol) fn check_quit_in_search_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let Some(sent) = view
        .quit
        .as_ref()
        .filter(|it| it.phase == EnginePhase::Thinking)
    else {
        return;
    };
    let (quit, ending) = (view.entry(sent.entry), view.session_end.as_ref());
    let Some(ending) = ending.filter(|_| view.exceeded_limit.is_none()) else {
        return;
    };
    // The rules about unspecified input report a `quit` that is slow after such input.
    if view
        .unspecified_lines
        .last()
        .is_some_and(|it| it.survival_proof.is_none())
    {
        return;
    }
    // If the search ended just when `quit` was sent, the engine was idle when it read the `quit`.
    // An idle engine may need time to clean up (`UCCI E1`).
    let search = view.searches.iter().rfind(|it| it.entry < sent.entry);
    if search.is_some_and(|it| may_search_have_ended_at_quit(view, it, quit, limit)) {
        return;
    }
    // The rule `ends_after_bye` judges how long the process runs after `bye`.
    let bye = sent.bye_entry.map(|it| view.entry(it));
    let end = bye.unwrap_or(view.entry(ending.entry));
    let ended = bye.is_some() || matches!(ending.session_end, SessionEnd::Exit(_));
    let took = end.time.saturating_sub(sent.readable_since);
    if ended && took <= view.timing.scale_limit(limit) {
        out.conforms(end.at);
    } else if matches!(ending.session_end, SessionEnd::Exit(_) | SessionEnd::Killed) {
        let deadline = Deadline {
            command_entry: quit,
            starts_at: sent.readable_since,
            answer: None,
            clock_time: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |it: OverdueAnswer| {
            message!(
                "quit_slow",
                "the process ran for {took} after `{quit}`; the limit is {limit}",
                took,
                quit = D::PROTOCOL_WORDS.quit,
                limit = it.limit
            )
        });
    }
}

/// Checks that `quit` ends the process, for a protocol in which the engine sends no answer to
/// `quit`.
pub(in crate::protocol) fn check_quit_ends_process<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let certain = |it: &&QuitRecord| it.phase != EnginePhase::OtherProtocol;
    let (Some(quit), Some(ending)) = (
        view.quit.as_ref().filter(certain),
        view.session_end.as_ref(),
    ) else {
        return;
    };
    // A hang is reported by `no_hang`.
    let hung = matches!(ending.kind, EndKind::Hung(_) | EndKind::HostLate);
    if hung || view.exceeded_limit.is_some() {
        return;
    }
    let (entry, end) = (view.entry(quit.entry), view.entry(ending.entry));
    let word = D::PROTOCOL_WORDS.quit;
    let message = match &ending.session_end {
        SessionEnd::Exit(_) => message!(
            "quit_late",
            "the process exited {took} after `{quit}`; the limit is {limit}",
            took = end.time.saturating_sub(quit.readable_since),
            quit = word,
            limit = view.timing.scale_limit(limit)
        ),
        SessionEnd::Signal(signal) if !is_external_signal(signal) => return,
        SessionEnd::Signal(_) | SessionEnd::Killed => message!(
            "quit_ignored",
            "the process did not exit after `{quit}` and had to be killed",
            quit = word
        ),
        SessionEnd::Eof | SessionEnd::Cut => return,
    };
    if view.has_waited_since(quit.readable_since, entry, end, limit, out) {
        out.record_measured_violation(entry.culprit(), message);
    } else if matches!(ending.session_end, SessionEnd::Exit(_)) {
        out.conforms(end.at);
    }
}

/// Whether the engine certainly searched when it received the `quit`, and would have searched without end.
fn is_search_endless_at_quit<D: Dialect>(view: &View<D>, quit: &QuitRecord) -> bool {
    let search = view.searches.iter().rfind(|it| it.entry < quit.entry);
    let is_known = quit.phase == EnginePhase::Thinking && !view.entry(quit.entry).is_deferred;
    search.is_some_and(|it| {
        let is_certain = !it.is_doubtful && !it.may_be_skipped && !it.outside_grammar;
        is_known && is_certain && is_endless(it) && it.result_entry.is_none()
    })
}

/// Whether the search ends only after another command.
fn is_endless<D: Dialect>(search: &Search<D>) -> bool {
    let waits = search.waits_for_ponderhit() && search.ponderhit_entry.is_none();
    search.limits().is_infinite || waits
}

/// Whether the search may have ended by itself when `quit` was sent.
fn may_search_have_ended_at_quit<D: Dialect>(
    view: &View<D>,
    search: &Search<D>,
    quit: &ViewEntry<D>,
    limit: Duration,
) -> bool {
    let result = view.result_entry(search).filter(|_| !is_endless(search));
    result.is_some_and(|it| it.time.saturating_sub(quit.time) <= limit)
}

/// Checks that every line ends with a newline.
pub(in crate::protocol) fn check_newline_ends_line<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for (entry, response) in view.responses().filter(|it| !it.0.may_be_other_protocol) {
        if !entry.is_unterminated {
            out.conforms(entry.at);
            continue;
        }
        // Other rules report a crash or a kill in the middle of a line.
        let clean = |it: &&EndRecord| it.kind == EndKind::Clean && view.exceeded_limit.is_none();
        let Some(ending) = view.session_end.as_ref().filter(clean) else {
            continue;
        };
        let message = message!("newline_missing", "no newline ends this line");
        let end = view.entry(ending.entry);
        match (&ending.session_end, response) {
            (_, Response::Blank | Response::Other) => (),
            (SessionEnd::Killed, _) if view.has_waited_between(entry, end, limit, out) => {
                out.record_measured_violation(entry.culprit(), message);
            }
            // The end of the process may interrupt a search in the middle of an `info` line (`UCCI E5`).
            (_, Response::Info(_)) => (),
            (SessionEnd::Exit(_) | SessionEnd::Eof, _) => out.violates(entry.culprit(), message),
            _ => (),
        }
    }
}

/// Checks that the interface ends its last line with a newline. If a command is incomplete, the interface may have failed
/// to write the rest, so only a line that `is_complete` accepts is judged.
pub(in crate::protocol) fn check_interface_newline<D: Dialect>(
    view: &View<D>,
    is_complete: fn(&Command<D>) -> bool,
    out: &mut Findings,
) {
    for (index, _) in view.commands() {
        let entry = view.entry(index);
        let mut bytes = entry.line.trim_ascii_end().iter();
        if let Some(at) = bytes
            .position(|it| *it == b'\r')
            .filter(|_| !entry.may_be_other_protocol)
        {
            let why = message!(
                "carriage_return_inside",
                "a carriage return inside a line: it belongs to the end of another line"
            );
            out.violates(entry.culprit_of_part(at..at + 1), why);
        }
    }
    let Some(closed) = view.input_closed_entry.map(|it| view.entry(it)) else {
        return;
    };
    let Some(line) = &view.unterminated_line else {
        return out.conforms(closed.at);
    };
    if is_complete(&D::parse_command(&line.line)) && !closed.may_be_other_protocol {
        let why = message!("sent_without_newline", "no newline ends this line");
        out.violates(line.culprit.clone(), why);
    }
}
