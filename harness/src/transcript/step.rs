//! One line of the text format, whatever it is.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::time::Duration;

use super::{
    End, Fact, Speaker, directive,
    duration::{duration, parse_duration},
    escape,
    pattern::Pattern,
    template::Template,
    text::ParseError,
};

/// A line of a script, or of anything else in the text format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number, from 1.
    pub line: usize,
    /// Its bytes, with whatever ends it.
    pub raw: Vec<u8>,
    /// Seconds since the start, if it was recorded.
    pub stamp: Option<Duration>,
    pub kind: StepKind,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    Blank,
    Comment,
    /// `@name text`
    Directive {
        name: String,
        text: String,
    },
    /// `> text`
    Send(Template),
    /// `>| bytes` or `<| bytes`
    Chunk(Speaker, Vec<u8>),
    /// `< text`, literally
    Expect(Vec<u8>),
    /// `<* pattern`
    Match(Pattern),
    /// `<! pattern`
    Forbid(Pattern),
    /// `...`
    Skip,
    /// `% text`
    Stderr(Vec<u8>),
    /// `~ 50ms`
    Pause(Duration),
    /// `>! eof`
    CloseInput,
    /// `! exit 0` and the like
    End(End),
    /// `= name value`
    Fact(Fact),
}

/// A line that was read, and what only the reading knows.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) stamp: Option<Duration>,
    pub(super) kind: StepKind,
    /// Where its text starts, after the mark and the blank.
    pub(super) body: usize,
    /// The line that a chunk is, if it could not be written otherwise.
    pub(super) whole: Option<Vec<u8>>,
}

/// Reads a line, without whatever ended it. Errors are on line 1.
pub(super) fn parse(line: &[u8]) -> Result<Parsed, ParseError> {
    let (stamp, start) = stamp(line)?;
    let rest = line.get(start..).unwrap_or_default();
    let mark = rest.split(|byte| *byte == b' ').next().unwrap_or_default();
    let mut parsed = Parsed {
        stamp,
        kind: StepKind::Blank,
        body: start + mark.len() + 1,
        whole: None,
    };
    parsed.kind = match rest {
        [] if stamp.is_none() => StepKind::Blank,
        [b'#', ..] => StepKind::Comment,
        [b'@', name @ ..] => {
            let directive = directive::parse(name).map_err(|error| error.after(start + 1));
            let (name, text) = directive?;
            StepKind::Directive { name, text }
        }
        _ if rest.iter().all(|byte| matches!(byte, b' ' | b'\t')) => StepKind::Blank,
        _ => {
            let body = rest.get(mark.len() + 1..);
            let kind = marked(mark, body.unwrap_or_default(), &mut parsed.whole);
            let Some(kind) = kind else {
                return Err(unknown(mark).after(start));
            };
            if body == Some(b"") {
                return Err(ParseError::new(parsed.body - 1, "a blank at the end"));
            }
            kind.map_err(|error| error.after(parsed.body))?
        }
    };
    if stamp.is_some() && !recordable(&parsed.kind) {
        return Err(ParseError::new(0, "only what was recorded has a stamp"));
    }
    Ok(parsed)
}

/// What a line with this mark says; `None` if there is no such mark.
fn marked(
    mark: &[u8],
    body: &[u8],
    whole: &mut Option<Vec<u8>>,
) -> Option<Result<StepKind, ParseError>> {
    let mut chunk = |speaker| {
        let read = escape::read(body)?;
        *whole = read.line().map(<[u8]>::to_vec);
        Ok(StepKind::Chunk(speaker, read.bytes))
    };
    Some(match mark {
        b">" => plain(body).and_then(Template::parse).map(StepKind::Send),
        b"<" => plain(body).map(|line| StepKind::Expect(line.to_vec())),
        b">|" => chunk(Speaker::Interface),
        b"<|" => chunk(Speaker::Engine),
        b"<*" => Pattern::parse(body).map(StepKind::Match),
        b"<!" => forbid(body),
        b"..." => nothing(body).map(|()| StepKind::Skip),
        b"%" => plain(body).map(|line| StepKind::Stderr(line.to_vec())),
        b"%|" => stderr(body),
        b"~" => pause(body),
        b">!" if body == b"eof" => Ok(StepKind::CloseInput),
        b">!" => Err(ParseError::new(0, "only `>! eof` is known")),
        b"!" => end(body).map(StepKind::End),
        b"=" => fact(body).map(StepKind::Fact),
        _ => return None,
    })
}

const MARKS: &[&str] = &[
    "...", ">|", ">!", "<|", "<*", "<!", "%|", ">", "<", "%", "~", "!", "=",
];

fn unknown(mark: &[u8]) -> ParseError {
    match MARKS.iter().find(|it| mark.starts_with(it.as_bytes())) {
        Some(known) => ParseError::new(known.len(), format!("a blank goes after `{known}`")),
        None => {
            let marks = "# @ > < <* <! ... >| <| % ~ >! ! =";
            ParseError::new(
                0,
                format!("no line begins like this, but with one of {marks}"),
            )
        }
    }
}

/// Seconds with six decimals and a blank, and how long that is.
fn stamp(line: &[u8]) -> Result<(Option<Duration>, usize), ParseError> {
    if !line.first().is_some_and(u8::is_ascii_digit) {
        return Ok((None, 0));
    }
    let error = || {
        ParseError::new(
            0,
            "a stamp is seconds with exactly six decimals, then a blank",
        )
    };
    let length = line
        .iter()
        .position(|byte| *byte == b' ')
        .ok_or_else(error)?;
    let text = line
        .get(..length)
        .and_then(|it| std::str::from_utf8(it).ok());
    let (seconds, micros) = text.and_then(|it| it.split_once('.')).ok_or_else(error)?;
    if micros.len() != 6 {
        return Err(error());
    }
    let stamp = duration(seconds, micros, 1_000_000).ok_or_else(error)?;
    Ok((Some(stamp), length + 1))
}

fn recordable(kind: &StepKind) -> bool {
    match kind {
        StepKind::Blank
        | StepKind::Comment
        | StepKind::Directive { .. }
        | StepKind::Match(_)
        | StepKind::Forbid(_)
        | StepKind::Skip => false,
        StepKind::Send(_)
        | StepKind::Chunk(..)
        | StepKind::Expect(_)
        | StepKind::Stderr(_)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::End(_)
        | StepKind::Fact(_) => true,
    }
}

/// A line in which nothing is hidden from the eye.
fn plain(body: &[u8]) -> Result<&[u8], ParseError> {
    let hidden = |at| {
        ParseError::new(
            at,
            "blanks at the ends and control bytes need a chunk, like `<| text \\n`",
        )
    };
    if let Some(at) = body.iter().position(u8::is_ascii_control) {
        return Err(hidden(at));
    }
    match body {
        [b' ', ..] => Err(hidden(0)),
        [.., b' '] => Err(hidden(body.len() - 1)),
        _ => Ok(body),
    }
}

fn nothing(body: &[u8]) -> Result<(), ParseError> {
    if body.is_empty() {
        return Ok(());
    }
    Err(ParseError::new(0, "nothing goes here"))
}

fn forbid(body: &[u8]) -> Result<StepKind, ParseError> {
    let pattern = Pattern::parse(body)?;
    let bound = pattern.bindings().next().map(|(at, _)| at);
    match bound {
        Some(at) => Err(ParseError::new(
            at,
            "a line that must not come binds no name",
        )),
        None => Ok(StepKind::Forbid(pattern)),
    }
}

fn stderr(body: &[u8]) -> Result<StepKind, ParseError> {
    let mut line = escape::read(body)?.bytes;
    if line.pop() != Some(b'\n') {
        return Err(ParseError::new(body.len(), "a line ends with \\n here"));
    }
    Ok(StepKind::Stderr(line))
}

fn pause(body: &[u8]) -> Result<StepKind, ParseError> {
    let time = std::str::from_utf8(body).ok().and_then(parse_duration);
    let error = || ParseError::new(0, "a duration goes here, like 2s, 1.5ms or 50us");
    time.map(StepKind::Pause).ok_or_else(error)
}

fn end(body: &[u8]) -> Result<End, ParseError> {
    let error = || ParseError::new(0, "the end is exit N, signal NAME, eof, killed or cut");
    match body {
        b"eof" => return Ok(End::Eof),
        b"killed" => return Ok(End::Killed),
        b"cut" => return Ok(End::Cut),
        _ => (),
    }
    if let Some(status) = body.strip_prefix(b"exit ") {
        let status = std::str::from_utf8(status)
            .ok()
            .and_then(|it| it.parse().ok());
        let error = || ParseError::new(5, "a status goes here, like 0 or -1");
        return status.map(End::Exit).ok_or_else(error);
    }
    let name = body.strip_prefix(b"signal ").ok_or_else(error)?;
    if name.is_empty() || name.contains(&b' ') {
        return Err(ParseError::new(
            7,
            "the name of a signal goes here, like SIGSEGV",
        ));
    }
    text(name).map(End::Signal).map_err(|error| error.after(7))
}

fn fact(body: &[u8]) -> Result<Fact, ParseError> {
    let length = body
        .iter()
        .position(|byte| *byte == b' ')
        .unwrap_or(body.len());
    let (name, value) = body.split_at_checked(length).unwrap_or((body, b""));
    if name.is_empty() {
        return Err(ParseError::new(0, "the name of a fact goes here"));
    }
    let value = match value {
        [_, value @ ..] if !value.is_empty() => text(value).map_err(|it| it.after(length + 1))?,
        [_] => return Err(ParseError::new(length, "a blank at the end")),
        _ => String::new(),
    };
    Ok(Fact {
        name: text(name)?,
        value,
    })
}

/// Text, escaped like a chunk where it must be.
fn text(source: &[u8]) -> Result<String, ParseError> {
    let bytes = escape::read(source)?.bytes;
    String::from_utf8(bytes).map_err(|_| ParseError::new(0, "this is no UTF-8"))
}
