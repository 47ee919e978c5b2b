//! Reads messages from a JSON report.

use std::{
    collections::HashSet,
    fmt,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

use super::{Argument, Message};

/// Returns the text with the lifetime `'static`, which ids and templates of messages need. The memory of each distinct
/// text is never freed, which is acceptable because the program reads only a few reports.
pub(crate) fn intern(text: &str) -> &'static str {
    static INTERNED_TEXTS: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut texts = INTERNED_TEXTS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.insert(kept);
    kept
}

/// A text of a stored report. The stored file may have been edited, so control characters are escaped.
#[derive(Default)]
pub(crate) struct PrintableString(pub(crate) String);

impl<'de> Deserialize<'de> for PrintableString {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PrintableString, D::Error> {
        String::deserialize(from).map(|it| PrintableString(escape_text(&it)))
    }
}

/// Escapes the control characters of a text, except the newlines between its lines.
fn escape_text(text: &str) -> String {
    let is_harmless = |it: char| it == '\n' || !(it.is_control() || is_direction_mark(it));
    if text.chars().all(is_harmless) {
        return text.to_owned();
    }
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match is_harmless(char) {
            true => safe.push(char),
            false => safe.extend(char.escape_unicode()),
        }
    }
    safe
}

/// Whether the character is a direction mark, which could make a line look like another line.
pub(crate) fn is_direction_mark(char: char) -> bool {
    matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[derive(Deserialize)]
struct StoredMessage {
    message: String,
    #[serde(default)]
    message_id: String,
    #[serde(default)]
    arguments: StoredArguments,
}

/// The arguments, in the order in which the file contains them.
#[derive(Default)]
struct StoredArguments(Vec<(String, StoredArgument)>);

#[derive(Deserialize)]
#[serde(untagged)]
enum StoredArgument {
    Text(String),
    Number(u64),
    Seconds(f64),
    Message(StoredMessage),
}

impl From<StoredMessage> for Message {
    /// Uses the stored sentence as the template. The sentence is shown as it was stored, even if the message has
    /// another text in this version of ponderhit.
    fn from(stored: StoredMessage) -> Message {
        let arguments = stored.arguments.0.into_iter();
        let template = escape_text(&stored.message)
            .replace('{', "{{")
            .replace('}', "}}");
        Message {
            id: intern(&stored.message_id),
            english: intern(&template),
            arguments: arguments
                .map(|(name, value)| (intern(&name), Argument::from(value)))
                .collect(),
        }
    }
}

impl From<StoredArgument> for Argument {
    fn from(stored: StoredArgument) -> Argument {
        match stored {
            StoredArgument::Text(text) => Argument::from(escape_text(&text)),
            StoredArgument::Number(number) => Argument::Number(number),
            StoredArgument::Seconds(seconds) => match Duration::try_from_secs_f64(seconds) {
                Ok(time) => Argument::Duration(time),
                Err(_) => Argument::from(seconds.to_string()),
            },
            StoredArgument::Message(message) => Argument::from(Message::from(message)),
        }
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Message, D::Error> {
        StoredMessage::deserialize(from).map(Message::from)
    }
}

impl Message {
    /// Creates a message from a text, an id and arguments that are fields of a larger stored object.
    pub(crate) fn from_stored(
        text: &str,
        id: Option<&str>,
        arguments: StoredMessageArguments,
    ) -> Message {
        Message::from(StoredMessage {
            message: text.to_owned(),
            message_id: id.unwrap_or_default().to_owned(),
            arguments: arguments.0,
        })
    }
}

/// The arguments of a message in a stored object.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredMessageArguments(StoredArguments);

impl<'de> Deserialize<'de> for StoredArguments {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<StoredArguments, D::Error> {
        struct ArgumentVisitor;

        impl<'de> Visitor<'de> for ArgumentVisitor {
            type Value = StoredArguments;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the arguments of a message")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<StoredArguments, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(StoredArguments(all))
            }
        }

        from.deserialize_map(ArgumentVisitor)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::message::{Message, message};

    #[test]
    fn a_stored_message_is_written_unchanged() {
        let reason = message!("inner", "{{x}} is `{word}`", word = "a {b} c");
        let message = message!(
            "outer",
            "{number} after {time}: {reason}",
            number = 3_u64,
            time = Duration::from_millis(35),
            reason
        );
        let stored = serde_json::to_string(&message).unwrap();
        let read: Message = serde_json::from_str(&stored).unwrap();
        assert_eq!(read.to_string(), "3 after 35 ms: {x} is `a {b} c`");
        assert_eq!(serde_json::to_string(&read).unwrap(), stored);
    }
}
