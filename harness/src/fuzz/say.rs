//! What is made up is said in a session.

use crate::{protocol::Say, session::Conversation};

/// Says it. False if the engine did not come to rest.
pub(super) fn say(it: &Say, conversation: &mut Conversation<'_>) -> bool {
    match it {
        Say::Line(line) => conversation.send_line(line),
        Say::Bytes(bytes) => conversation.send_bytes(bytes),
        Say::Rest => return conversation.make_idle(),
        Say::Measure => conversation.measure(),
    }
    true
}

/// The lines that come of it, however they are sent.
pub(super) fn lines(says: &[Say]) -> Vec<Vec<u8>> {
    let mut text = Vec::new();
    for say in says {
        match say {
            Say::Line(line) => text.extend([line, &b"\n"[..]].concat()),
            Say::Bytes(bytes) => text.extend(bytes),
            Say::Rest | Say::Measure => (),
        }
    }
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    text.split(|it| *it == b'\n').map(<[u8]>::to_vec).collect()
}
