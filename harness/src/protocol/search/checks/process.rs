//! The process lives and ends as it is told to.

use std::time::Duration;

use crate::{
    protocol::{
        deadline::Waited,
        ending::is_external_signal,
        search::{
            Command, Deadline, Dialect, EndKind, Ending, Entry, Excess, GoCommand as _, Limit,
            Names, Phase, Response, Search, View, said,
        },
    },
    rule::Findings,
    transcript::End,
};

/// The process does not end unasked.
pub(in crate::protocol) fn no_crash<D: Dialect>(view: &View<D>, out: &mut Findings) {
    let quit = D::NAMES.quit;
    // What an engine dies of that the text does not provide for has rules of its own.
    let Some(ending) = view.end.as_ref().filter(|_| view.fatal_input().is_none()) else {
        return;
    };
    let entry = view.entry(ending.entry);
    let bye = view.quit.as_ref().is_some_and(|it| it.bye.is_some());
    let message = match (&ending.end, &ending.kind) {
        // What happens after `bye` is the affair of `ends_after_bye`.
        (End::Signal(signal), EndKind::Crashed) if !bye => format!("the process died of {signal}"),
        (End::Signal(signal), EndKind::Unclear) if !bye => {
            let why = format!("the process ended by {signal}, which may have come from outside");
            out.doubt(entry.at, why);
            return;
        }
        // What its interface has left alone may end in any way.
        (End::Signal(_), _) => return,
        (End::Exit(status), EndKind::ExitedUnasked) => {
            format!("the process ended (exit status {status}), and nobody had said `{quit}`")
        }
        (End::Eof, EndKind::ExitedUnasked) => "the engine closed its output unasked".to_owned(),
        _ => {
            out.conforms(entry.at);
            return;
        }
    };
    out.violates(entry.at, message);
}

/// The engine does not fall silent.
pub(in crate::protocol) fn no_hang<D: Dialect>(view: &View<D>, out: &mut Findings) {
    // What an engine dies of that the text does not provide for has rules of its own.
    let Some(ending) = view.end.as_ref().filter(|_| view.fatal_input().is_none()) else {
        return;
    };
    // Whoever floods us is not silent; that has its own rule.
    if view.excess.is_some() {
        return;
    }
    let entry = view.entry(ending.entry);
    match ending.kind {
        EndKind::Hung(since) => {
            let message = "from here on the engine said nothing, and had to be killed";
            out.violates_by_measure(view.entry(since).culprit(), message);
        }
        EndKind::HostLate => {
            let why = "the engine said nothing any more, but the host itself was late";
            out.host_was_late(entry.at, why);
        }
        EndKind::Clean => out.conforms(entry.at),
        EndKind::Crashed | EndKind::ExitedUnasked | EndKind::Unclear => (),
    }
}

/// The engine keeps within the bounds of a session.
pub(in crate::protocol) fn output_bounded<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if let Some(excess) = &view.excess {
        let what = match excess.what {
            Excess::Output => "said so much that the rest was not kept",
            Excess::Memory => "took more memory than it may",
        };
        let size = &excess.size;
        let message = format!("the engine {what} ({size})");
        match excess.what {
            Excess::Output => out.violates(excess.at, message),
            Excess::Memory => out.violates_by_measure(excess.at, message),
        }
    } else if let Some(ending) = &view.end {
        out.conforms(view.entry(ending.entry).at);
    }
}

/// The end of the input ends the process.
pub(in crate::protocol) fn eof_ends<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    // We close it ourselves when `quit` was in vain; then other rules convict.
    let told = view.commands().any(|(_, it)| *it == Command::Quit);
    let Some(closed) = view.input_closed.filter(|_| !told && !view.excused()) else {
        return;
    };
    // Another protocol may be spoken, in which nothing is judged.
    if view.entry(closed).phase == Phase::OtherProtocol {
        return;
    }
    // The searches that wait may be done first.
    let (Some(ending), Some(grace)) = (&view.end, view.grace) else {
        return;
    };
    let (closed, end) = (view.entry(closed), view.entry(ending.entry));
    let since = closed.time.saturating_add(grace);
    match (&ending.end, view.timing.waited(since, end.time, limit)) {
        (End::Killed, Waited::Yes) => {
            let message = "the process lived on without input, and had to be killed";
            out.violates_by_measure(closed.at, message);
        }
        (End::Exit(_), Waited::Yes) => {
            let lived = said(end.time.saturating_sub(closed.time));
            out.violates_by_measure(closed.at, format!("the process lived on for {lived}"));
        }
        (End::Killed | End::Exit(_), Waited::HostLate(_)) => {
            let why = "the process lived on without input, but the host itself was late";
            out.host_was_late(closed.at, why);
        }
        (End::Exit(_), Waited::No) => out.conforms(closed.at),
        _ => (),
    }
}

/// The process ends after its goodbye.
pub(in crate::protocol) fn ends_after_bye<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let bye_word = D::NAMES.bye;
    let (Some(quit), Some(ending), None) = (&view.quit, &view.end, &view.excess) else {
        return;
    };
    let Some(bye) = quit.bye.map(|it| view.entry(it)) else {
        return;
    };
    // What is closed or killed sooner, as it may be (`UCCI E3`), was not given the time to end.
    let end = view.entry(ending.entry);
    let closed = view.input_closed.map(|it| view.entry(it));
    let closed = closed.filter(|it| it.at > bye.at);
    let closed = closed.is_some_and(|it| view.waited(bye, it, limit, out));
    let message = match &ending.end {
        End::Exit(_) if closed => {
            format!("the process did not end after `{bye_word}`, before its input was closed")
        }
        End::Exit(_) if view.waited(bye, end, limit, out) => {
            let took = said(end.time.saturating_sub(bye.time));
            format!("the process ended only {took} after `{bye_word}`")
        }
        End::Exit(_) => return out.conforms(end.at),
        // Nothing may read its output any more.
        End::Signal(signal) if is_external_signal(signal) => return,
        End::Signal(signal) => {
            let message = format!("the process died of {signal} after `{bye_word}`");
            return out.violates(bye.culprit(), message);
        }
        End::Killed | End::Eof if !view.waited(bye, end, limit, out) => return,
        End::Killed => format!("the process did not end after `{bye_word}`: it had to be killed"),
        End::Eof => {
            format!("the engine closed its output after `{bye_word}`, but the process did not end")
        }
        End::Cut => return,
    };
    out.violates_by_measure(bye.culprit(), message);
}

/// `quit` is answered by a goodbye.
pub(in crate::protocol) fn bye_before_end<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let Names {
        quit: quit_word,
        bye: bye_word,
        ..
    } = D::NAMES;
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
    // A `bye` that nothing reads is not seen.
    if ending.unheard {
        return;
    }
    let message = match (&ending.end, &ending.kind) {
        // The rules about crashes and hangs convict these.
        (End::Signal(_), _) | (_, EndKind::Hung(_) | EndKind::HostLate) => return,
        (End::Exit(status), _) => {
            format!("the process ended (exit status {status}), and no `{bye_word}` came")
        }
        (End::Eof, _) => format!("the engine closed its output, and no `{bye_word}` came"),
        (End::Killed, _) => {
            // Whatever is ended sooner was given up for other reasons.
            let end = view.entry(ending.entry);
            if view.waited_since(quit.since, entry, end, limit, out) {
                let message =
                    format!("`{quit_word}` was not answered, and the process had to be killed");
                out.violates_by_measure(entry.culprit(), message);
            }
            return;
        }
        (End::Cut, _) => return,
    };
    out.violates(entry.culprit(), message);
}

/// `quit` ends an engine that thinks soon.
pub(in crate::protocol) fn quit_thinking_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let Some(said) = view.quit.as_ref().filter(|it| it.phase == Phase::Thinking) else {
        return;
    };
    let (quit, ending) = (view.entry(said.entry), view.end.as_ref());
    let Some(ending) = ending.filter(|_| view.excess.is_none()) else {
        return;
    };
    // What an odd line brought about has rules of its own.
    if view
        .unspecified
        .last()
        .is_some_and(|it| it.survived.is_none())
    {
        return;
    }
    // A result of its own may have crossed `quit`, and an idle engine has its time to tidy up (`UCCI E1`).
    let search = view.searches.iter().rfind(|it| it.entry < said.entry);
    if search.is_some_and(|it| crossed(view, it, quit, limit)) {
        return;
    }
    // What comes after `bye` is the affair of `ends_after_bye`.
    let bye = said.bye.map(|it| view.entry(it));
    let end = bye.unwrap_or(view.entry(ending.entry));
    let ended = bye.is_some() || matches!(ending.end, End::Exit(_));
    let took = end.time.saturating_sub(said.since);
    if ended && took <= view.timing.scaled(limit) {
        out.conforms(end.at);
    } else if matches!(ending.end, End::Exit(_) | End::Killed) {
        let deadline = Deadline {
            asked: quit,
            since: said.since,
            answer: None,
            clock: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |_| {
            format!("the process went on for {:.3} s", took.as_secs_f64())
        });
    }
}

/// Whether the search may have ended by itself just when `quit` came.
fn crossed<D: Dialect>(
    view: &View<D>,
    search: &Search<D>,
    quit: &Entry<D>,
    limit: Duration,
) -> bool {
    let waits = search.go.ponders() && search.ponderhit.is_none();
    let endless = match search.limit() {
        Limit::Infinite => true,
        Limit::Clock(_) => waits,
        Limit::Depth(_) | Limit::Nodes(_) | Limit::Unclear => false,
    };
    let result = view.result(search).filter(|_| !endless);
    result.is_some_and(|it| it.time.saturating_sub(quit.time) <= limit)
}

/// Every line is ended by a newline.
pub(in crate::protocol) fn newline_ends_line<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for (entry, response) in view.responses().filter(|it| !it.0.foreign) {
        if !entry.unterminated {
            out.conforms(entry.at);
            continue;
        }
        // Whatever is cut off in the middle of a line is judged for that.
        let clean = |it: &&Ending| it.kind == EndKind::Clean && view.excess.is_none();
        let Some(ending) = view.end.as_ref().filter(clean) else {
            continue;
        };
        let message = "no newline ends this line";
        let end = view.entry(ending.entry);
        match (&ending.end, response) {
            (_, Response::Blank | Response::Other) => (),
            (End::Killed, _) if view.waited(entry, end, limit, out) => {
                out.violates_by_measure(entry.culprit(), message);
            }
            // The end of the process interrupts a search that still reports (`UCCI E5`).
            (_, Response::Info(_)) => (),
            (End::Exit(_) | End::Eof, _) => out.violates(entry.culprit(), message),
            _ => (),
        }
    }
}
