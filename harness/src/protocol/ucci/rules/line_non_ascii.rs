//! Bytes outside of ASCII do no harm.
//!
//! Interfaces send file paths and user names in the machine's encoding, such as GBK, UTF-8 or Latin 1.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| \xc6\xe5\xc5\xcc\n
//! > isready
//! < readyok
//! ```
//!
//! The value of an option may contain bytes outside of ASCII:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| setoption bookfiles D:\\\xbf\xaa\xbe\xd6.dat\n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| \xc6\xe5\xc5\xcc\n
//!    ^^^^ after this line the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_non_ascii",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::NonAscii]);
}
