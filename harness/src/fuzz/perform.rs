//! Performs the actions of a test case in a session.

use crate::{protocol::Action, session::Conversation};

/// Performs an action. Returns false if the action has to wait for an idle engine, and the engine does not become idle.
pub(super) fn perform_action(action: &Action, conversation: &mut Conversation<'_>) -> bool {
    match action {
        Action::Line(line) => conversation.send_line(line),
        Action::Bytes(bytes) => conversation.send_bytes(bytes),
        Action::WaitUntilIdle => return conversation.make_engine_idle(),
        Action::MeasureUsage => conversation.record_resource_usage(),
    }
    true
}

/// Returns the lines that these actions send. The bytes of one line may come from several actions.
pub(super) fn sent_lines(actions: &[Action]) -> Vec<Vec<u8>> {
    let mut text = Vec::new();
    for action in actions {
        match action {
            Action::Line(line) => text.extend([line, &b"\n"[..]].concat()),
            Action::Bytes(bytes) => text.extend(bytes),
            Action::WaitUntilIdle | Action::MeasureUsage => (),
        }
    }
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    text.split(|it| *it == b'\n').map(<[u8]>::to_vec).collect()
}
