//! An interface counts in milliseconds if the engine announced `usemillisec`, and says so.
//!
//! A clock in one unit that is read in another is wrong a thousand times over.
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
//! An engine that announced nothing gets seconds:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! ```
//!
//! ```violates
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//!      ^^^^^^^^^^^^^^^^^^^ `usemillisec` was announced, and nobody set it
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_milliseconds",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O3, G7",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let announced = view.announced.iter().any(|it| it == "usemillisec");
    for search in &view.searches {
        if let Mode::Time(_) = search.go.mode {
            let entry = view.entry(search.entry);
            let agreed = !announced || search.unit == Duration::from_millis(1);
            out.require(agreed, entry.point(search.go.span.clone()), || {
                "`usemillisec` was announced, and nobody set it".to_owned()
            });
        }
    }
}
