//! Snapshots: scripts whose expected lines were written by an engine, what varies in them left open by
//! typed holes.
//!
//! A snapshot is played to its end whatever comes (`rehearse`), written anew from what came (`rewrite`), and
//! compared (`diff`). What differs waits beside it (`pending`) until somebody has looked at it (`review`); `keep`
//! makes and refreshes snapshots, and `redact` takes out of a transcript what differs between two equal runs.

pub(crate) mod diff;
pub(crate) mod keep;
pub(crate) mod pending;
mod redact;
mod rehearse;
pub(crate) mod review;
mod rewrite;

pub use redact::{Recorded, filters};
use rewrite::Maker;

use crate::{
    link::Link,
    protocol::{Field, Protocol},
    session::{self, Played, Settings, ending, recorder::Recorder},
    transcript::{ParseError, Script},
};

/// The directive that makes a script a snapshot, and names the fields that it leaves open.
pub(crate) const DIRECTIVE: &str = "snapshot";

/// The fields that a snapshot leaves open; an error names one that the protocol does not have.
///
/// # Errors
/// A name of no field, and the names there are.
pub(crate) fn open_fields(protocol: &dyn Protocol, names: &str) -> Result<Vec<Field>, String> {
    let fields = protocol.fields();
    let find = |name: &str| {
        let found = fields.iter().find(|it| it.word == name).copied();
        found.ok_or_else(|| {
            let known: Vec<&str> = fields.iter().map(|it| it.word).collect();
            let (title, known) = (protocol.title(), known.join(", "));
            format!("`{name}` is no field of {title} that can be left open; there are: {known}")
        })
    };
    let words = names.split(|it: char| it == ',' || it.is_whitespace());
    words.filter(|it| !it.is_empty()).map(find).collect()
}

/// Why a script can be no snapshot: what would not be done is not passed over.
///
/// # Errors
/// The line, and what is wrong there.
pub(crate) fn check(script: &Script) -> Result<(), ParseError> {
    let odd = script.steps.iter().find_map(|it| match it.directive() {
        Some((name @ ("repeat" | "within" | "needs"), _)) => Some((it.line, name)),
        _ => None,
    });
    match odd {
        None => Ok(()),
        Some((line, name)) => Err(ParseError {
            line,
            column: 1,
            message: format!("a snapshot cannot have `@{name}`"),
        }),
    }
}

/// What came of a script, be it a snapshot or not.
#[derive(Clone, Debug)]
pub(crate) struct Replayed {
    pub(crate) played: Played,
    /// The snapshot as it would be now, if that is another.
    pub(crate) remade: Option<Remade>,
}

/// A snapshot as it would be now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remade {
    pub(crate) text: Vec<u8>,
    /// Why nobody should take it for what the engine is meant to say: it hung, died, or left.
    pub(crate) flaw: Option<&'static str>,
}

/// Plays a script: a snapshot to its end, whatever comes; any other as a session does.
pub(crate) fn play(
    protocol: &dyn Protocol,
    link: &mut dyn Link,
    script: &Script,
    settings: &Settings,
) -> Replayed {
    let Some(names) = script.directive(DIRECTIVE) else {
        return Replayed {
            played: session::play(protocol, link, script, settings),
            remade: None,
        };
    };
    // A name that means nothing leaves nothing open; whoever reads scripts says so before.
    let open = open_fields(protocol, names).unwrap_or_default();
    let maker = Maker {
        protocol,
        open,
        first: false,
    };
    rehearse(&maker, link, script, settings)
}

/// Plays what a script says, and makes a snapshot of it that leaves these fields open: what came is in
/// [`Replayed::remade`].
pub(crate) fn first(
    protocol: &dyn Protocol,
    link: &mut dyn Link,
    script: &Script,
    settings: &Settings,
    open: Vec<Field>,
) -> Replayed {
    let maker = Maker {
        protocol,
        open,
        first: true,
    };
    rehearse(&maker, link, script, settings)
}

fn rehearse(
    maker: &Maker<'_>,
    link: &mut dyn Link,
    script: &Script,
    settings: &Settings,
) -> Replayed {
    let mut recorder = Recorder::new(maker.protocol, link, settings);
    let rehearsal = rehearse::run(&mut recorder, script);
    let outcome = maker.remake(script, &rehearsal);
    let busy = recorder.is_busy();
    let stopped = rehearsal.stopped.as_ref();
    let hung = ending::end(&mut recorder, stopped);
    let flaw = rehearsal.flaw.or(hung.then_some("the engine hangs"));
    let text = outcome.text;
    Replayed {
        played: recorder.into_played(outcome.unmet, hung, busy),
        remade: (text != script.to_bytes()).then_some(Remade { text, flaw }),
    }
}
