//! Finds the user's settings that probably have no effect on an engine.

use super::SessionSettings;
use crate::{
    message::{Message, message},
    protocol::Interface,
    readable::readable_text,
};

/// Describes each option (`--setoption`) and each initial line (`--init`) that probably has no effect, by what the engine
/// announced in its handshake.
pub(super) fn settings_without_effect(
    settings: &SessionSettings,
    interface: &dyn Interface,
) -> Vec<Message> {
    let options = settings.options.iter();
    let options = options.filter_map(|(name, value)| {
        if interface.setoption_line(name, value, true).is_none() {
            return Some(message!(
                "setoption_not_announced",
                "--setoption: the engine announces no option `{name}`, so setting it has probably no effect",
                name
            ));
        }
        (!interface.is_value_announced(name, value)).then(|| {
            message!(
                "setoption_value_not_announced",
                "--setoption: the engine does not announce the value `{value}` of its option `{name}`, so setting it has probably no effect",
                value,
                name
            )
        })
    });
    let lines = settings.initial_lines.iter();
    let unknown = lines.filter(|it| !interface.is_known_command(it));
    let unknown = unknown.map(|it| {
        message!(
            "init_not_known",
            "--init: `{line}` is not a command of the protocol, or sets an option that the engine does not announce, so it has probably no effect",
            line = readable_text(it)
        )
    });
    options.chain(unknown).collect()
}
