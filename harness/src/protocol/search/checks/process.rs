//! Checks that the process runs until `quit` and then ends.

use std::time::Duration;

use crate::{
    message::message,
    protocol::{
        deadline::WaitResult,
        ending::is_external_signal,
        search::{
            Command, Deadline, Dialect, EndKind, Ending, Overdue, Phase, ProtocolWords, Quit,
            Response, Search, SessionLimit, View, ViewEntry,
        },
    },
    rule::Findings,
    transcript::SessionEnd,
};

/// Checks that the process does not end without a `quit`.
pub(in crate::protocol) fn no_crash<D: Dialect>(view: &View<D>, out: &mut Findings) {
    let quit = D::PROTOCOL_WORDS.quit;
    // If unspecified input caused the end, the rule about that input reports the end.
    let Some(ending) = view.end.as_ref().filter(|_| view.fatal_input().is_none()) else {
        return;
    };
    let entry = view.entry(ending.entry);
    let bye = view.quit.as_ref().is_some_and(|it| it.bye.is_some());
    let message = match (&ending.end, &ending.kind) {
        // The rule `ends_after_bye` judges the end after `bye`.
        (SessionEnd::Signal(signal), EndKind::Crashed) if !bye => {
            message!("process_died", "the process died of {signal}", signal)
        }
        (SessionEnd::Signal(signal), EndKind::ExternalSignal) if !bye => {
            let why = message!(
                "process_ended_by_signal",
                "the process was ended by {signal}, which another process may have sent",
                signal
            );
            out.add_doubt(entry.at, why);
            return;
        }
        // Without an interface, a process may end in any way.
        (SessionEnd::Signal(_), _) => return,
        (SessionEnd::Exit(status), EndKind::ExitedWithoutQuit) => {
            message!(
                "process_exited",
                "the process exited with status {status} without a `{quit}`",
                status = status.to_string(),
                quit
            )
        }
        (SessionEnd::Eof, EndKind::ExitedWithoutQuit) => message!(
            "output_closed",
            "the engine closed its output without a `{quit}`",
            quit
        ),
        _ => {
            out.conforms(entry.at);
            return;
        }
    };
    out.violates(entry.at, message);
}

/// Checks that the engine does not hang.
pub(in crate::protocol) fn no_hang<D: Dialect>(view: &View<D>, out: &mut Findings) {
    // If unspecified input caused the end, the rule about that input reports the end.
    let Some(ending) = view.end.as_ref().filter(|_| view.fatal_input().is_none()) else {
        return;
    };
    // Another rule reports an engine that exceeds the limits of a session.
    if view.excess.is_some() {
        return;
    }
    let entry = view.entry(ending.entry);
    match ending.kind {
        EndKind::Hung(since) => {
            let message = message!(
                "engine_hung",
                "the engine sent nothing after this command and had to be killed"
            );
            out.violates_by_measurement(view.entry(since).culprit(), message);
        }
        EndKind::HostLate => {
            let why = message!(
                "engine_silent_host_late",
                "the engine sent nothing more, but the host was too slow for a verdict"
            );
            out.add_late_host_doubt(entry.at, why);
        }
        EndKind::Clean => out.conforms(entry.at),
        EndKind::Crashed | EndKind::ExitedWithoutQuit | EndKind::ExternalSignal => (),
    }
}

/// Checks that the engine stays within the limits of a session.
pub(in crate::protocol) fn output_bounded<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if let Some(excess) = &view.excess {
        let (at, size) = (excess.at, &excess.size);
        match excess.limit {
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
                out.violates_by_measurement(at, message);
            }
        }
    } else if let Some(ending) = &view.end {
        out.conforms(view.entry(ending.entry).at);
    }
}

/// Checks that the process ends at the end of its input.
pub(in crate::protocol) fn eof_ends<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    // After an unanswered `quit` the session itself closes the input. Other rules report the unanswered `quit`.
    let quit_sent = view.commands().any(|(_, it)| *it == Command::Quit);
    let Some(closed) = view
        .input_closed
        .filter(|_| !quit_sent && !view.are_missing_answers_excused())
    else {
        return;
    };
    // The engine may speak another protocol, whose lines are not judged.
    if view.entry(closed).phase == Phase::OtherProtocol {
        return;
    }
    // The engine may finish its searches before it exits.
    let (Some(ending), Some(grace)) = (&view.end, view.clock_at_end) else {
        return;
    };
    let (closed, end) = (view.entry(closed), view.entry(ending.entry));
    let since = closed.time.saturating_add(grace);
    match (&ending.end, view.timing.check_wait(since, end.time, limit)) {
        (SessionEnd::Killed, WaitResult::LongEnough) => {
            let message = message!(
                "alive_without_input",
                "the process did not exit at the end of its input and had to be killed"
            );
            out.violates_by_measurement(closed.at, message);
        }
        (SessionEnd::Exit(_), WaitResult::LongEnough) => {
            let message = message!(
                "exited_late_without_input",
                "the process exited {took} after the end of its input",
                took = end.time.saturating_sub(closed.time)
            );
            out.violates_by_measurement(closed.at, message);
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
pub(in crate::protocol) fn ends_after_bye<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let (Some(quit), Some(ending), None) = (&view.quit, &view.end, &view.excess) else {
        return;
    };
    let (Some(bye), Some(bye_word)) = (quit.bye.map(|it| view.entry(it)), D::PROTOCOL_WORDS.bye)
    else {
        return;
    };
    // If the input was closed or the process was killed before the limit (`UCCI E3`), the end is not judged.
    let end = view.entry(ending.entry);
    let closed = view.input_closed.map(|it| view.entry(it));
    let closed = closed.filter(|it| it.at > bye.at);
    let closed = closed.is_some_and(|it| view.waited_between(bye, it, limit, out));
    let message = match &ending.end {
        SessionEnd::Exit(_) if closed => {
            message!(
                "running_after_bye",
                "the process had not exited after `{bye}` when its input was closed",
                bye = bye_word
            )
        }
        SessionEnd::Exit(_) if view.waited_between(bye, end, limit, out) => {
            message!(
                "exited_late_after_bye",
                "the process exited {took} after `{bye}`; the limit is {limit}",
                took = end.time.saturating_sub(bye.time),
                bye = bye_word,
                limit = view.timing.scale_limit(limit)
            )
        }
        SessionEnd::Exit(_) => return out.conforms(end.at),
        // The interface may have stopped reading the engine's output.
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
        SessionEnd::Killed | SessionEnd::Eof if !view.waited_between(bye, end, limit, out) => {
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
    out.violates_by_measurement(bye.culprit(), message);
}

/// Checks that `quit` is answered with `bye`.
pub(in crate::protocol) fn bye_before_end<D: Dialect>(
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
    let Some(quit) = view.quit.as_ref().filter(|it| it.phase == Phase::Idle) else {
        return;
    };
    let entry = view.entry(quit.entry);
    if let Some(bye) = quit.bye {
        out.conforms(view.entry(bye).at);
        return;
    }
    let Some(ending) = view.end.as_ref().filter(|_| view.excess.is_none()) else {
        return;
    };
    // If nothing reads the engine's output, a `bye` is missing in the transcript.
    if ending.output_unread {
        return;
    }
    let message = match (&ending.end, &ending.kind) {
        // Other rules report crashes and hangs.
        (SessionEnd::Signal(_), _) | (_, EndKind::Hung(_) | EndKind::HostLate) => return,
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
            // If the session killed the process before the limit, the reason was not the missing answer.
            let end = view.entry(ending.entry);
            if view.waited_since(quit.since, entry, end, limit, out) {
                let message = message!(
                    "quit_unanswered",
                    "`{quit}` was not answered and the process had to be killed",
                    quit = quit_word
                );
                out.violates_by_measurement(entry.culprit(), message);
            }
            return;
        }
        (SessionEnd::Cut, _) => return,
    };
    out.violates(entry.culprit(), message);
}

/// Checks that `quit` ends a thinking engine soon.
pub(in crate::protocol) fn quit_thinking_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let Some(sent) = view.quit.as_ref().filter(|it| it.phase == Phase::Thinking) else {
        return;
    };
    let (quit, ending) = (view.entry(sent.entry), view.end.as_ref());
    let Some(ending) = ending.filter(|_| view.excess.is_none()) else {
        return;
    };
    // The rules about unspecified input report a `quit` that is slow after such input.
    if view
        .unspecified
        .last()
        .is_some_and(|it| it.survival_proof.is_none())
    {
        return;
    }
    // If a result crossed the `quit`, the engine was idle. An idle engine may need time to clean up (`UCCI E1`).
    let search = view.searches.iter().rfind(|it| it.entry < sent.entry);
    if search.is_some_and(|it| result_crossed_quit(view, it, quit, limit)) {
        return;
    }
    // The rule `ends_after_bye` judges the time after `bye`.
    let bye = sent.bye.map(|it| view.entry(it));
    let end = bye.unwrap_or(view.entry(ending.entry));
    let ended = bye.is_some() || matches!(ending.end, SessionEnd::Exit(_));
    let took = end.time.saturating_sub(sent.since);
    if ended && took <= view.timing.scale_limit(limit) {
        out.conforms(end.at);
    } else if matches!(ending.end, SessionEnd::Exit(_) | SessionEnd::Killed) {
        let deadline = Deadline {
            asked: quit,
            since: sent.since,
            answer: None,
            clock: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |it: Overdue| {
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

/// `quit` ends the process, for a protocol in which it has no other answer.
pub(in crate::protocol) fn quit_ends<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let certain = |it: &&Quit| it.phase != Phase::OtherProtocol;
    let (Some(quit), Some(ending)) = (view.quit.as_ref().filter(certain), view.end.as_ref()) else {
        return;
    };
    // A hang is reported by `no_hang`.
    let hung = matches!(ending.kind, EndKind::Hung(_) | EndKind::HostLate);
    if hung || view.excess.is_some() {
        return;
    }
    let (entry, end) = (view.entry(quit.entry), view.entry(ending.entry));
    let word = D::PROTOCOL_WORDS.quit;
    let message = match &ending.end {
        SessionEnd::Exit(_) => message!(
            "quit_late",
            "the process exited {took} after `{quit}`; the limit is {limit}",
            took = end.time.saturating_sub(quit.since),
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
    if view.waited_since(quit.since, entry, end, limit, out) {
        out.violates_by_measurement(entry.culprit(), message);
    } else if matches!(ending.end, SessionEnd::Exit(_)) {
        out.conforms(end.at);
    }
}

/// Whether the search may have ended by itself when `quit` was sent.
fn result_crossed_quit<D: Dialect>(
    view: &View<D>,
    search: &Search<D>,
    quit: &ViewEntry<D>,
    limit: Duration,
) -> bool {
    let waits = search.waits_for_hit() && search.ponderhit.is_none();
    let endless = search.limits().infinite || waits;
    let result = view.result(search).filter(|_| !endless);
    result.is_some_and(|it| it.time.saturating_sub(quit.time) <= limit)
}

/// Checks that every line ends with a newline.
pub(in crate::protocol) fn newline_ends_line<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for (entry, response) in view.responses().filter(|it| !it.0.may_be_other_protocol) {
        if !entry.unterminated {
            out.conforms(entry.at);
            continue;
        }
        // Other rules report a crash or a kill in the middle of a line.
        let clean = |it: &&Ending| it.kind == EndKind::Clean && view.excess.is_none();
        let Some(ending) = view.end.as_ref().filter(clean) else {
            continue;
        };
        let message = message!("newline_missing", "no newline ends this line");
        let end = view.entry(ending.entry);
        match (&ending.end, response) {
            (_, Response::Blank | Response::Other) => (),
            (SessionEnd::Killed, _) if view.waited_between(entry, end, limit, out) => {
                out.violates_by_measurement(entry.culprit(), message);
            }
            // The end of the process may interrupt a search that still sends `info` lines (`UCCI E5`).
            (_, Response::Info(_)) => (),
            (SessionEnd::Exit(_) | SessionEnd::Eof, _) => out.violates(entry.culprit(), message),
            _ => (),
        }
    }
}
