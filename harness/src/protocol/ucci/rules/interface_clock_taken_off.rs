//! An interface takes off the time that was used.
//!
//! An engine that is told a wrong clock oversteps the right one.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 55 increment 0
//! ```
//!
//! With an increment it can be more than before:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 10
//! 1.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 69 increment 10
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 60 increment 0
//!               ^^^^^^^^^^^^^^^^^^^ of 60.000 s, 5.000 s were used and 0.000 s added, and 60.000 s are left
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_clock_taken_off",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI G18",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

/// Clocks are rounded, and two machines do not agree to the last bit.
const TOLERANCE: Duration = Duration::from_millis(1500);

fn check(view: &View, out: &mut Findings) {
    for after in &view.searches {
        let Some(earlier) = after.earlier.as_ref().filter(|it| it.leads_to(after)) else {
            continue;
        };
        let before = &earlier.search;
        let (Mode::Time(had), Mode::Time(has)) = (&before.go.mode, &after.go.mode) else {
            continue;
        };
        let ponders = before.go.ponder || after.go.ponder;
        if ponders || before.doubtful || had.period {
            continue;
        }
        let used = earlier.ended.saturating_sub(before.started);
        let added = before.unit * u32::try_from(had.increment).unwrap_or(u32::MAX);
        let (had, has) = (had.left(before.unit), has.left(after.unit));
        let most = had.saturating_sub(used).saturating_add(added);
        let entry = view.entry(after.entry);
        let fits = has <= most.saturating_add(TOLERANCE);
        out.require(fits, entry.point(after.go.span.clone()), || {
            let said = |it: Duration| format!("{:.3} s", it.as_secs_f64());
            format!(
                "of {}, {} were used and {} added, and {} are left",
                said(had),
                said(used),
                said(added),
                said(has)
            )
        });
    }
}
