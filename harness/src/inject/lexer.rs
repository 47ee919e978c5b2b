//! The lexer of the fault language, with bare words and quoted texts. Columns count characters from 1.

use super::FaultError;
use crate::message::{Argument, Message, message};

/// A word of a fault's text, with the column where the word begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) column: usize,
    pub(super) word: Word<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    Bare(&'a str),
    /// The characters between the quotes, before escapes are decoded, so that `\"` is still two characters.
    Quoted(&'a str),
}

/// The tokens of one line, in order.
pub(super) struct Tokens<'a> {
    source: &'a str,
    byte_index: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: &'a str) -> Tokens<'a> {
        Tokens {
            source,
            byte_index: 0,
        }
    }

    /// The column of the next word, or of the end of the line.
    pub(super) fn next_column(&mut self) -> usize {
        let rest = &self.source[self.byte_index..];
        self.byte_index += rest.len() - rest.trim_start().len();
        column_at(self.source, self.byte_index)
    }

    /// The rest of the line, after the tokens that were already taken.
    pub(super) fn remaining_text(&self) -> &'a str {
        &self.source[self.byte_index..]
    }

    /// Returns the text of the tokens that were taken since [`Tokens::remaining_text`] returned `rest`.
    pub(super) fn text_taken_since(&self, rest: &'a str) -> &'a str {
        rest[..rest.len() - self.remaining_text().len()].trim()
    }

    pub(super) fn peek(&mut self) -> Option<Word<'a>> {
        let at = self.byte_index;
        let token = self.next().ok().flatten();
        self.byte_index = at;
        token.map(|it| it.word)
    }

    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, FaultError> {
        let column = self.next_column();
        let rest = self.remaining_text();
        let word = if let Some(quoted) = rest.strip_prefix('"') {
            let Some(length) = find_closing_quote(quoted) else {
                let message = message!(
                    "closing_quote_expected",
                    "expected a closing `\"` before the end of the line"
                );
                return Err(FaultError::new(column, message));
            };
            self.byte_index += length + 2;
            Word::Quoted(&quoted[..length])
        } else {
            let length = rest.find(|it: char| it.is_whitespace() || it == '"');
            let word = &rest[..length.unwrap_or(rest.len())];
            self.byte_index += word.len();
            Word::Bare(word)
        };
        let found = word != Word::Bare("");
        Ok(found.then_some(Token { column, word }))
    }

    /// Takes this bare word (a word without quotes) if it is the next token. Returns true if the
    /// word was taken.
    pub(super) fn take_word_if_next(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Word::Bare(word));
        if found {
            self.next_column();
            self.byte_index += word.len();
        }
        found
    }

    /// Takes a bare word; `what` describes the expected word in error messages.
    pub(super) fn take_bare_word(
        &mut self,
        what: &Message,
    ) -> Result<(usize, &'a str), FaultError> {
        let column = self.next_column();
        match self.next()? {
            Some(Token {
                word: Word::Bare(word),
                ..
            }) => Ok((column, word)),
            Some(_) => Err(FaultError::new(
                column,
                message!(
                    "expected_without_quotes",
                    "expected {what} without quotes",
                    what = what.clone()
                ),
            )),
            None => Err(missing_word_error(column, what)),
        }
    }

    /// Takes a quoted text. Returns the column of the text's first character, and the text.
    pub(super) fn take_quoted_text(
        &mut self,
        what: &Message,
    ) -> Result<(usize, &'a str), FaultError> {
        let column = self.next_column();
        match self.next()? {
            Some(Token {
                word: Word::Quoted(text),
                ..
            }) => Ok((column + 1, text)),
            Some(_) => Err(FaultError::new(
                column,
                message!(
                    "expected_in_quotes",
                    "expected {what} in quotes",
                    what = what.clone()
                ),
            )),
            None => Err(missing_word_error(column, what)),
        }
    }

    /// Takes a bare word, which must be one of `words`.
    pub(super) fn take_one_of(&mut self, words: &[&str]) -> Result<&'a str, FaultError> {
        let choice = expected_choice(words);
        let (column, word) = self.take_bare_word(&choice)?;
        if words.contains(&word) {
            Ok(word)
        } else {
            Err(unexpected_word_error(column, &choice, word))
        }
    }
}

fn expected_choice(words: &[&str]) -> Message {
    match words {
        [word] => message!("the_word", "`{word}`", word = *word),
        words => {
            let words: Vec<_> = words.iter().map(|it| format!("`{it}`")).collect();
            one_of_message(words)
        }
    }
}

/// The message `one of ...` for a list of expected words.
pub(super) fn one_of_message(words: impl Into<Argument>) -> Message {
    let words: Argument = words.into();
    message!("one_of", "one of {words}", words)
}

/// The error that `what` was expected but the text `word` was found.
pub(super) fn unexpected_word_error(column: usize, what: &Message, word: &str) -> FaultError {
    let message = message!(
        "expected_other_word",
        "expected {what}, found `{word}`",
        what = what.clone(),
        word
    );
    FaultError::new(column, message)
}

fn missing_word_error(column: usize, what: &Message) -> FaultError {
    let message = message!(
        "expected_more",
        "expected {what}, found the end of the line",
        what = what.clone()
    );
    FaultError::new(column, message)
}

/// Returns the length of a text up to its closing quote.
fn find_closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.find(|it: char| {
        let closes = it == '"' && !escaped;
        escaped = it == '\\' && !escaped;
        closes
    })
}

/// The column of the byte at index `at`, in characters from 1.
pub(super) fn column_at(source: &str, at: usize) -> usize {
    source[..at].chars().count() + 1
}
