//! An interface sets `usemillisec` if the engine announced it.
//!
//! If the engine and the interface use different units, the clock is wrong by a factor of 1000.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > setoption usemillisec true
//! > position startpos
//! > go time 60000 increment 0
//! ```
//!
//! If the engine did not announce `usemillisec`, the interface sends seconds:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! ```
//!
//! The interface need not set `usemillisec` again after a second `ucci`. Before `ucciok` the interface cannot know
//! which options the engine will announce:
//!
//! ```conforms
//! > ucci
//! > position startpos
//! > go time 5 increment 0
//! < option usemillisec type check default false
//! < ucciok
//! < bestmove h2e2
//! > setoption usemillisec true
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > position startpos
//! > go time 60000 increment 0
//! ```
//!
//! If the clock of an engine without `usemillisec` loses as many seconds as milliseconds have passed, the interface
//! counts milliseconds:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 3000 increment 100
//! 0.302000 < bestmove h2e2
//! 0.902000 > position startpos moves h2e2 h9g7
//! 0.902000 > go time 2789 increment 100
//! 1.202000 < bestmove h0g2
//! 1.802000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 1.802000 > go time 2588 increment 100
//!               ^^^^^^^^^^^^^^^^^^^^^^^ the clock lost 301.000 s although only 900 ms passed: `usemillisec` is not announced, so `time` is in seconds
//! 2.102000 < bestmove i0h0
//! ```
//!
//! ```violates
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//!      ^^^^^^^^^^^^^^^^^^^ `usemillisec` is announced but was not set
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_milliseconds",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O3, G7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    check_announced_unit(view, out);
    check_unit_of_clock(view, out);
}

/// Checks that the interface sets the option if the engine announced it.
fn check_announced_unit(view: &View, out: &mut Findings) {
    let announced = view.announced_options.iter().any(|it| it == "usemillisec");
    let handshake = view.first_handshake.as_ref();
    let mut sent = view.dialect_notes.sent_options;
    for (entry, command) in view.commands_of_this_protocol() {
        sent.observe_command(command);
        let Command::Go(go) = command else {
            continue;
        };
        // Before `ucciok` the interface does not know the announced options (`UCCI C9`).
        let ucciok = handshake.map(|it| it.answer_entry.map(|it| view.entry(it).at));
        let blind = ucciok.is_some_and(|it| it.is_none_or(|it| entry.at < it));
        if matches!(go.mode, GoMode::Time(_)) && !blind {
            let agreed = !announced || sent.uses_milliseconds;
            let as_in_uci = sent.sets_milliseconds_as_in_uci;
            out.require(agreed, entry.culprit_of_part(go.span.clone()), || match as_in_uci {
                true => message!(
                    "usemillisec_set_as_in_uci",
                    "`usemillisec` was set with the words of UCI: expected `setoption usemillisec true`"
                ),
                false => message!(
                    "usemillisec_not_set",
                    "`usemillisec` is announced but was not set"
                ),
            });
        }
    }
}

/// Checks that the clock of an engine without the option counts seconds.
fn check_unit_of_clock(view: &View, out: &mut Findings) {
    let mut sums = view.dialect_notes.clock_use;
    for after in &view.searches {
        let step;
        (sums, step) = sums.with_search(view, after);
        if let Some((step, lost)) = step.and_then(|it| Some((it, it.lost_milliseconds()?)))
            && sums.counts_milliseconds()
        {
            let message = message!(
                "clock_counts_milliseconds",
                "the clock lost {lost} although only {passed} passed: `usemillisec` is not announced, so `time` is in seconds",
                lost,
                passed = step.passed
            );
            let culprit = view.entry(after.entry);
            out.violates(culprit.culprit_of_part(after.go.span.clone()), message);
        }
    }
}
