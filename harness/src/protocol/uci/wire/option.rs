//! Parses an `option` line.

use super::{OptionLine, Words, response::unexpected_word_error};
use crate::{
    message::message,
    protocol::search::{GrammarError, Word},
};

/// The keywords of an `option` line after the name (`UCI U22`).
const OPTION_KEYS: [&[u8]; 5] = [b"type", b"default", b"min", b"max", b"var"];

/// The types of options (`UCI U22`).
const OPTION_TYPES: [&[u8]; 5] = [b"check", b"spin", b"combo", b"button", b"string"];

fn is_option_key(word: &Word<'_>) -> bool {
    OPTION_KEYS.contains(&word.text)
}

/// Where a name and the value of a combo end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionReading {
    /// At the next keyword.
    UpToKey,
    /// A name ends at `type` and a type, and the value of a combo ends at `var` or `default`, so both may contain other
    /// keywords.
    WithKeys,
}

/// Parses the words after `option`. A name and the value of a combo may contain a keyword if the line has no other
/// reading.
pub(super) fn parse_option(words: Words<'_>) -> OptionLine {
    let option = parse_option_as(words.clone(), OptionReading::UpToKey);
    if option.grammar_error.is_none() {
        return option;
    }
    let with_keys = parse_option_as(words, OptionReading::WithKeys);
    match with_keys.grammar_error {
        None => with_keys,
        Some(_) => option,
    }
}

fn parse_option_as(mut words: Words<'_>, reading: OptionReading) -> OptionLine {
    let mut option = OptionLine::default();
    if !words.take_if("name") {
        let span = words.rest_of_line().span;
        let why = message!(
            "option_without_name_word",
            "`option` must be followed by `name`"
        );
        option.grammar_error = Some((span, why));
        return option;
    }
    let name = match reading {
        OptionReading::UpToKey => read_words_until_key(&mut words),
        OptionReading::WithKeys => read_name_with_keys(&mut words),
    };
    let Some(name) = name else {
        let span = words.rest_of_line().span;
        option.grammar_error = Some((span, message!("option_nameless", "the option has no name")));
        return option;
    };
    (option.name, option.name_span) = name;
    while let Some(key) = words.next() {
        let is_type = |it: &str| matches!(&option.kind, Some((kind, _)) if kind == it);
        let text = is_type("string");
        let read_value = match reading {
            OptionReading::WithKeys if is_type("combo") => read_combo_value,
            _ => read_words_until_key,
        };
        match key.text {
            b"default" if text => {
                let rest = words.rest_of_line();
                option.default = Some((rest.to_text(), rest.span));
                return option;
            }
            b"type" => parse_option_type(&mut option, &key, words.next()),
            b"default" => {
                let value = read_value(&mut words);
                let end = key.span.end..key.span.end;
                let found = option
                    .default
                    .replace(value.unwrap_or((String::new(), end)));
                check_key_is_unique(&mut option, &key, found.is_some());
            }
            b"var" => match read_value(&mut words) {
                Some((value, _)) => option.combo_values.push(value),
                None => record_grammar_error(&mut option, missing_value_error(&key)),
            },
            b"min" => {
                let number = parse_option_number(&mut option, &key, &mut words);
                let found = std::mem::replace(&mut option.min, number);
                check_key_is_unique(&mut option, &key, found.is_some());
            }
            b"max" => {
                option.max_span = words.peek().map_or(key.span.clone(), |it| it.span);
                let number = parse_option_number(&mut option, &key, &mut words);
                let found = std::mem::replace(&mut option.max, number);
                check_key_is_unique(&mut option, &key, found.is_some());
            }
            _ => record_grammar_error(&mut option, unexpected_word_error(&key)),
        }
    }
    if option.kind.is_none() {
        let why = message!("option_without_type", "the option has no type");
        let span = option.name_span.clone();
        record_grammar_error(&mut option, (span, why));
    }
    option
}

/// Reads the words of an `option` line up to the next keyword. Returns the words before the
/// keyword, and their place in the line.
fn read_words_until_key(words: &mut Words<'_>) -> Option<TextInLine> {
    read_words_until(words, |words| {
        words.peek().is_some_and(|it| is_option_key(&it))
    })
}

/// Reads the words of a name up to `type` and a type.
fn read_name_with_keys(words: &mut Words<'_>) -> Option<TextInLine> {
    read_words_until(words, |words| {
        let mut after = words.clone();
        after.take_if("type")
            && after
                .next()
                .is_some_and(|it| OPTION_TYPES.contains(&it.text))
    })
}

fn read_combo_value(words: &mut Words<'_>) -> Option<TextInLine> {
    let ends_value = |it: Word<'_>| matches!(it.text, b"var" | b"default");
    read_words_until(words, |words| words.peek().is_some_and(ends_value))
}

/// Several words, and their place in the line.
type TextInLine = (String, std::ops::Range<usize>);

fn read_words_until(
    words: &mut Words<'_>,
    is_end: impl Fn(&Words<'_>) -> bool,
) -> Option<TextInLine> {
    let mut all: Vec<String> = Vec::new();
    let mut span: Option<std::ops::Range<usize>> = None;
    while let Some(word) = words.peek().filter(|_| !is_end(words)) {
        all.push(word.to_text());
        let start = span.map_or(word.span.start, |it| it.start);
        span = Some(start..word.span.end);
        words.next();
    }
    Some((all.join(" "), span?))
}

fn parse_option_type(option: &mut OptionLine, key: &Word<'_>, value: Option<Word<'_>>) {
    match value {
        Some(value) if option.kind.is_none() => option.kind = Some((value.to_text(), value.span)),
        Some(_) => check_key_is_unique(option, key, true),
        None => record_grammar_error(option, missing_value_error(key)),
    }
}

fn parse_option_number(
    option: &mut OptionLine,
    key: &Word<'_>,
    words: &mut Words<'_>,
) -> Option<i64> {
    let value = words.peek().filter(|it| !is_option_key(it));
    let Some(value) = value else {
        record_grammar_error(option, missing_value_error(key));
        return None;
    };
    words.next();
    let number = value.parse_int();
    if number.is_none() {
        let why = message!(
            "not_a_number",
            "`{word}` is not a number",
            word = value.to_text()
        );
        record_grammar_error(option, (value.span, why));
    }
    number
}

fn check_key_is_unique(option: &mut OptionLine, key: &Word<'_>, found: bool) {
    if found {
        let why = message!(
            "option_part_twice",
            "a second `{word}`",
            word = key.to_text()
        );
        record_grammar_error(option, (key.span.clone(), why));
    }
}

fn missing_value_error(key: &Word<'_>) -> GrammarError {
    let why = message!(
        "nothing_follows",
        "the value after `{word}` is missing",
        word = key.to_text()
    );
    (key.span.clone(), why)
}

fn record_grammar_error(option: &mut OptionLine, flaw: GrammarError) {
    option.grammar_error.get_or_insert(flaw);
}

#[cfg(test)]
mod tests;
