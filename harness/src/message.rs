//! Messages: the sentences of reports and errors. A message has an id, an English template, and typed arguments.
//!
//! The macro `message!` creates a message at the place where the message is used, as these examples show:
//!
//! ```text
//! message!("move_illegal", "{best} is illegal here: {why}", best, why)
//! message!(
//!     "answer_late",
//!     "`{answer}` came after {took}, allowed are {limit}",
//!     answer = "bye",
//!     took = it.took(),
//!     limit,
//! )
//! const SECOND_GO: Message = message!("second_go", "a second `go` during a search");
//! ```
//!
//! The id is unique and stays the same when the English text changes: the JSON report contains the id, and translations
//! use the id as their key. Every `{placeholder}` needs an argument with its name, and every argument needs a
//! placeholder; the compiler checks both. An argument is a text, a number, a [`Duration`], another message, such as the
//! reason in a longer sentence, or a list of texts or messages. Arguments of all other types are converted to a text
//! with `.to_string()`. A template is a whole sentence without a full stop. A message is never composed of parts of
//! sentences, because other languages have another word order.
//!
//! The file `harness/languages/en.toml` lists all messages; `tests/tidy/messages.rs` generates the file. If the
//! argument `count` is 1, the English text comes from `harness/languages/en-singular.toml`, if this file contains a
//! text for the message. To add a language, write a file like `en.toml`, and add a variant to [`Language`].

pub(crate) mod language;
mod problem;
pub(crate) mod stored;

use std::{borrow::Cow, fmt, io, time::Duration};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

pub use self::{language::Language, problem::Problem};

/// A sentence for the user: an id, an English template, and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The key in the table of messages, such as `move_illegal`.
    pub id: &'static str,
    /// The English template without a full stop; `{name}` is replaced by an argument.
    pub english: &'static str,
    pub arguments: Vec<(&'static str, Argument)>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A text of the engine or the protocol, such as a move or a line, which is the same in every language.
    Text(Cow<'static, str>),
    Number(u64),
    Duration(Duration),
    /// A message that is part of another message, such as a reason.
    Message(Box<Message>),
    /// A list of texts or messages; in the written list, the comma of the language separates them.
    List(Vec<Argument>),
}

/// Creates a [`Message`] from an id, an English template, and arguments as `name` or `name = value`.
macro_rules! message {
    ($id:literal, $english:literal $(,)?) => {{
        const _: fn() = || _ = ::std::format_args!($english);
        $crate::message::Message { id: $id, english: $english, arguments: ::std::vec::Vec::new() }
    }};
    ($id:literal, $english:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        const _: fn() = || _ = ::std::format_args!($english, $($name = "",)+);
        $crate::message::Message {
            id: $id,
            english: $english,
            arguments: ::std::vec![
                $((::std::stringify!($name), $crate::message::message!(@ $name $($value)?)),)+
            ],
        }
    }};
    (@ $name:ident) => { $crate::message::Argument::from($name) };
    (@ $name:ident $value:expr) => { $crate::message::Argument::from($value) };
}

pub(crate) use message;

impl Message {
    /// The text of the message in a language.
    pub(crate) fn to_text(&self, language: Language) -> String {
        let mut text = String::new();
        // Writing to a `String` does not fail.
        let _ = self.write_text(language, &mut text);
        text
    }

    /// Writes the sentence in a language. A placeholder without an argument is written unchanged.
    fn write_text(&self, language: Language, out: &mut dyn fmt::Write) -> fmt::Result {
        let is_one = self.arguments.contains(&("count", Argument::Number(1)));
        let template = match is_one.then(|| language.singular_template(self.id)) {
            Some(Some(singular)) => singular,
            _ => language.template(self.id).unwrap_or(self.english),
        };
        self.write_template(template, language, out)
    }

    fn write_template(
        &self,
        template: &str,
        language: Language,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.write_str(&before.replace("}}", "}"))?;
            // A doubled brace is written as one brace.
            if let Some(after) = after.strip_prefix('{') {
                out.write_char('{')?;
                rest = after;
                continue;
            }
            let Some((name, after)) = after.split_once('}') else {
                return write!(out, "{{{after}");
            };
            match self.arguments.iter().find(|it| it.0 == name) {
                Some((_, argument)) => argument.write_text(language, out)?,
                None => write!(out, "{{{name}}}")?,
            }
            rest = after;
        }
        out.write_str(&rest.replace("}}", "}"))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(Language::selected_for_texts(), out)
    }
}

impl Argument {
    /// The text of the argument in a language.
    pub(crate) fn to_text(&self, language: Language) -> String {
        let mut text = String::new();
        // Writing to a `String` does not fail.
        let _ = self.write_text(language, &mut text);
        text
    }

    fn write_text(&self, language: Language, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Argument::Text(text) => out.write_str(text),
            Argument::Number(number) => write!(out, "{number}"),
            Argument::Duration(time) => out.write_str(&format_duration(*time)),
            Argument::Message(message) => message.write_text(language, out),
            Argument::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.write_str(language.list_separator())?;
                    }
                    item.write_text(language, out)?;
                }
                Ok(())
            }
        }
    }
}

/// Writes the argument in the language that is selected for texts (`Language::selected_for_texts`).
impl fmt::Display for Argument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(Language::selected_for_texts(), out)
    }
}

/// Formats a duration for a report, such as `1.204 s` or `35 ms`.
pub(crate) fn format_duration(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(Cow::Owned(text.to_owned()))
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(Cow::Owned(text))
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Argument {
        Argument::Text(Cow::Owned(text.clone()))
    }
}

impl From<Cow<'_, str>> for Argument {
    fn from(text: Cow<'_, str>) -> Argument {
        Argument::Text(Cow::Owned(text.into_owned()))
    }
}

/// The operating system writes the text of an I/O error in its own language.
impl From<io::Error> for Argument {
    fn from(error: io::Error) -> Argument {
        Argument::from(error.to_string())
    }
}

impl From<&io::Error> for Argument {
    fn from(error: &io::Error) -> Argument {
        Argument::from(error.to_string())
    }
}

impl From<u64> for Argument {
    fn from(number: u64) -> Argument {
        Argument::Number(number)
    }
}

impl From<u32> for Argument {
    fn from(number: u32) -> Argument {
        Argument::Number(number.into())
    }
}

impl From<usize> for Argument {
    fn from(number: usize) -> Argument {
        Argument::Number(number as u64)
    }
}

impl From<Duration> for Argument {
    fn from(time: Duration) -> Argument {
        Argument::Duration(time)
    }
}

impl From<Vec<Message>> for Argument {
    fn from(messages: Vec<Message>) -> Argument {
        Argument::List(messages.into_iter().map(Argument::from).collect())
    }
}

impl From<Vec<String>> for Argument {
    fn from(texts: Vec<String>) -> Argument {
        Argument::List(texts.into_iter().map(Argument::from).collect())
    }
}

impl From<Vec<&str>> for Argument {
    fn from(texts: Vec<&str>) -> Argument {
        Argument::List(texts.into_iter().map(Argument::from).collect())
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(Box::new(message))
    }
}

impl From<&Message> for Message {
    fn from(message: &Message) -> Message {
        message.clone()
    }
}

/// Serializes a message as
/// `{"message": "a7a6 is illegal here: …", "message_id": "move_illegal", "arguments": {"best": "a7a6", …}}`.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(Some(3))?;
        map.serialize_entry("message", &self.to_text(Language::selected_for_json()))?;
        map.serialize_entry("message_id", self.id)?;
        map.serialize_entry("arguments", &Arguments(&self.arguments))?;
        map.end()
    }
}

/// The arguments of a message, for the JSON report. The JSON report contains durations in seconds.
pub(crate) struct Arguments<'a>(pub(crate) &'a [(&'static str, Argument)]);

impl Serialize for Arguments<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for Argument {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Argument::Text(text) => out.serialize_str(text),
            Argument::Number(number) => out.serialize_u64(*number),
            Argument::Duration(time) => out.serialize_f64(time.as_secs_f64()),
            Argument::Message(message) => message.serialize(out),
            Argument::List(_) => out.serialize_str(&self.to_text(Language::selected_for_json())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_PIECE: Message = message!("no_move", "there is no piece");

    fn illegal_move(best: &str) -> Message {
        message!(
            "move_illegal",
            "{best} is illegal here: {why}",
            best,
            why = NO_PIECE
        )
    }

    #[test]
    fn a_message_can_be_an_argument() {
        let message = illegal_move("h2e2");
        assert_eq!(
            message.to_string(),
            "h2e2 is illegal here: there is no piece"
        );
        assert_eq!(
            serde_json::to_value(&message).unwrap(),
            serde_json::json!({
                "message": "h2e2 is illegal here: there is no piece",
                "message_id": "move_illegal",
                "arguments": {
                    "best": "h2e2",
                    "why": {"message": "there is no piece", "message_id": "no_move", "arguments": {}},
                },
            })
        );
    }

    #[test]
    fn a_list_has_the_comma_of_the_language() {
        let reasons = vec![NO_PIECE, NO_PIECE];
        let message = message!("reasons", "because: {reasons}", reasons);
        let text = message.to_text(Language::English);
        assert_eq!(text, "because: there is no piece, there is no piece");
        let names = Argument::from(vec!["ucci", "uci"]);
        let mut text = String::new();
        names.write_text(Language::Chinese, &mut text).unwrap();
        assert_eq!(text, "ucci、uci");
        assert_eq!(serde_json::to_value(&names).unwrap(), "ucci, uci");
    }

    #[test]
    fn a_template_of_another_language_may_reorder_the_arguments() {
        let mut text = String::new();
        illegal_move("h2e2")
            .write_template("{why}，所以 {best} 不合法", Language::English, &mut text)
            .unwrap();
        assert_eq!(text, "there is no piece，所以 h2e2 不合法");
    }

    #[test]
    fn escaped_braces_and_unknown_placeholders_appear_as_text() {
        let mut text = String::new();
        let message = message!(
            "line",
            "`{{{line}}}` took {took}",
            line = 3_usize,
            took = Duration::from_millis(1204)
        );
        assert_eq!(message.to_string(), "`{3}` took 1.204 s");
        message
            .write_template("{line} {other} {", Language::English, &mut text)
            .unwrap();
        assert_eq!(text, "3 {other} {");
    }
}
