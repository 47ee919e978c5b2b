//! Parses one line of text as a fault. The documentation of the module `inject` describes the language.

use regex::bytes::Regex;

use super::{
    FaultError,
    fault::{Action, Breaks, Conditions, Count, Delay, Fault, Line, Oddity, Place, Text},
    lexer::{Tokens, Word, one_of, unexpected},
    text,
};
use crate::{
    link::Waste,
    message::{Message, message},
    protocol::{Generator, Protocol},
    transcript::{End, Pattern, Speaker, parse_duration},
};

/// The default size of a flood.
const FLOOD: u64 = 16 << 20;

const ACTIONS: &[&str] = &[
    "drop",
    "replace",
    "duplicate",
    "cut",
    "delay",
    "hold",
    "insert",
    "drip",
    "linger",
    "crash",
    "exit",
    "close",
    "stall",
    "flood",
    "leak",
    "burn",
];

// Descriptions of the expected parts of a fault, for error messages.
const EXPECTED_COUNT: Message = message!("a_count", "a number from 1");
const EXPECTED_DURATION: Message =
    message!("a_duration", "a duration such as 50ms, 1.5s, 10m or 1h");
const EXPECTED_NAME: Message = message!("a_name", "a name");
const EXPECTED_SIGNAL: Message = message!("a_signal", "a signal such as `SIGSEGV`");
const EXPECTED_SIZE: Message = message!("a_size", "a size such as `16MiB`");
const EXPECTED_STATUS: Message = message!("an_exit_status", "an exit status from 0 to 255");

/// Parses a protocol's list of faults: one fault per line, and `#` begins a comment.
pub(super) fn list(protocol: &dyn Protocol, source: &str) -> Result<Vec<Fault>, FaultError> {
    each_line(source, |line| fault(protocol, line))
}

/// Parses a protocol's list of oddities.
pub(super) fn oddities(protocol: &dyn Protocol, source: &str) -> Result<Vec<Oddity>, FaultError> {
    each_line(source, |line| oddity(protocol, line))
}

fn each_line<T>(
    source: &str,
    read: impl Fn(&str) -> Result<T, FaultError>,
) -> Result<Vec<T>, FaultError> {
    let lines = source.lines().enumerate();
    let lines = lines.filter(|(_, it)| !it.trim().is_empty() && !it.trim_start().starts_with('#'));
    let read = lines.map(|(index, line)| {
        read(line).map_err(|error| FaultError {
            line: index + 1,
            ..error
        })
    });
    read.collect()
}

/// Parses one fault: `[NAME =] ACTION ... [CONDITION ...] [; ACTION ...] [-> BREAKS]`.
pub(super) fn fault(protocol: &dyn Protocol, source: &str) -> Result<Fault, FaultError> {
    let mut parser = Parser::new(protocol, source);
    let name = parser.name();
    let spec = parser.tokens.rest();
    let mut fault = parser.fault()?;
    fault.name = name;
    while parser.tokens.take(";") {
        parser.bound.clear();
        fault.more.push(parser.fault()?);
    }
    fault.spec = parser.tokens.since(spec).to_owned();
    if parser.tokens.take("->") {
        fault.breaks = Some(parser.breaks()?);
    }
    parser.end()?;
    Ok(fault)
}

/// Parses `NAME = FAULT [; FAULT ...] -> SIDE REQUIREMENTS [accused RULE ...]`.
fn oddity(protocol: &dyn Protocol, source: &str) -> Result<Oddity, FaultError> {
    let mut parser = Parser::new(protocol, source);
    let column = parser.tokens.column();
    let name = parser.name();
    let name = name.ok_or_else(|| {
        FaultError::new(column, message!("name_expected", "expected a name and `=`"))
    })?;
    let mut faults = vec![parser.fault()?];
    while parser.tokens.take(";") {
        parser.bound.clear();
        faults.push(parser.fault()?);
    }
    parser.tokens.one_of(&["->"])?;
    let side = match parser.tokens.one_of(&["engine", "interface"])? {
        "engine" => Speaker::Engine,
        _ => Speaker::Interface,
    };
    let spec = parser.tokens.rest();
    while parser
        .tokens
        .peek()
        .is_some_and(|it| it != Word::Bare("accused"))
    {
        parser
            .tokens
            .bare(&message!("a_requirement", "a requirement"))?;
    }
    let spec = parser.tokens.since(spec).to_owned();
    let mut accused = Vec::new();
    if parser.tokens.take("accused") {
        while parser.tokens.peek().is_some() {
            accused.push(parser.rule()?);
        }
    }
    parser.end()?;
    Ok(Oddity {
        name,
        faults,
        side,
        spec,
        accused,
    })
}

/// `64B`, `16KiB`, `1MiB`, `2GiB`.
fn size(text: &str) -> Option<u64> {
    let unit = text.find(|it: char| it.is_ascii_alphabetic())?;
    let number: u64 = text[..unit].parse().ok()?;
    let factor = match &text[unit..] {
        "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(factor)
}

/// The signals with which a fault can end the process.
const SIGNALS: &[&str] = &[
    "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGKILL", "SIGPIPE", "SIGSEGV", "SIGTERM",
];

fn signal(word: &str) -> Option<String> {
    SIGNALS.contains(&word).then(|| word.to_owned())
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// The generator that knows which names the protocol can generate.
    generator: Box<dyn Generator>,
    /// The names that the pattern of the place captures.
    bound: Vec<String>,
}

impl<'a> Parser<'a> {
    fn new(protocol: &dyn Protocol, source: &'a str) -> Parser<'a> {
        Parser {
            tokens: Tokens::new(source),
            generator: protocol.generator(),
            bound: Vec::new(),
        }
    }

    /// Parses an action with its place and its conditions.
    fn fault(&mut self) -> Result<Fault, FaultError> {
        let spec = self.tokens.rest();
        let (action, place) = self.action()?;
        let conditions = self.conditions()?;
        Ok(Fault {
            name: None,
            spec: self.tokens.since(spec).to_owned(),
            breaks: None,
            action,
            place,
            conditions,
            more: Vec::new(),
        })
    }

    fn end(&mut self) -> Result<(), FaultError> {
        let column = self.tokens.column();
        match self.tokens.next()? {
            None => Ok(()),
            Some(_) => Err(FaultError::new(
                column,
                message!(
                    "text_after_fault",
                    "unexpected text after the end of the fault"
                ),
            )),
        }
    }

    fn name(&mut self) -> Option<String> {
        let mut ahead = Tokens::new(self.tokens.rest());
        let Ok((_, name)) = ahead.bare(&EXPECTED_NAME) else {
            return None;
        };
        if !ahead.take("=") {
            return None;
        }
        let _ = self.tokens.bare(&EXPECTED_NAME);
        self.tokens.take("=");
        Some(name.to_owned())
    }

    fn action(&mut self) -> Result<(Action, Place), FaultError> {
        let action = self.tokens.one_of(ACTIONS)?;
        Ok(match action {
            "drop" => (Action::Drop, self.line()?),
            "duplicate" => (Action::Duplicate, self.line()?),
            "cut" => (Action::Cut, self.line()?),
            "replace" => {
                let place = self.line()?;
                self.tokens.one_of(&["by"])?;
                (
                    Action::Replace(self.text(&message!("the_new_text", "the new text"))?),
                    place,
                )
            }
            "delay" => {
                let place = self.line()?;
                self.tokens.one_of(&["by"])?;
                (Action::Delay(self.delay()?), place)
            }
            "hold" => {
                let place = self.line()?;
                self.tokens.one_of(&["until"])?;
                (Action::Hold(self.pattern()?), place)
            }
            "insert" => self.insert()?,
            "drip" => {
                let place = self.line()?;
                self.tokens.one_of(&["by"])?;
                let pace = self.number(&EXPECTED_DURATION, parse_duration)?;
                (Action::Drip(pace), place)
            }
            "linger" => {
                let time = self.number(&EXPECTED_DURATION, parse_duration)?;
                (Action::Delay(Delay::For(time)), Place::End)
            }
            "crash" => {
                let signal = self.number(&EXPECTED_SIGNAL, signal)?;
                (Action::End(End::Signal(signal)), self.place()?)
            }
            "exit" => {
                let code = self.number(&EXPECTED_STATUS, |it| it.parse::<u8>().ok())?;
                (Action::End(End::Exit(i32::from(code))), self.place()?)
            }
            "close" => (Action::Close, self.place()?),
            "stall" => (Action::Stall, self.place()?),
            "leak" => {
                let bytes = self.number(&EXPECTED_SIZE, size)?;
                (Action::Waste(Waste::Memory(bytes)), self.place()?)
            }
            "burn" => {
                let time = self.number(&EXPECTED_DURATION, parse_duration)?;
                (Action::Waste(Waste::Processor(time)), self.place()?)
            }
            _ => self.flood()?,
        })
    }

    /// Parses `insert (KIND | stderr) "text" WHERE`. The text may use captures of the place, so the text is decoded
    /// last.
    fn insert(&mut self) -> Result<(Action, Place), FaultError> {
        let stderr = self.tokens.take("stderr");
        let speaker = match stderr {
            true => Speaker::Engine,
            false => self.speaker()?,
        };
        let (column, source) = self.tokens.quoted(&message!("the_text", "the text"))?;
        let place = self.place()?;
        let text = self.read(column, source)?;
        Ok(match stderr {
            true => (Action::Stderr(text), place),
            false => (Action::Insert(speaker, text), place),
        })
    }

    /// Parses `flood "bytes" [SIZE] WHERE`.
    fn flood(&mut self) -> Result<(Action, Place), FaultError> {
        let (column, source) = self.tokens.quoted(&message!("the_bytes", "the bytes"))?;
        if source.is_empty() {
            return Err(FaultError::new(
                column,
                message!("byte_expected", "expected at least one byte to repeat"),
            ));
        }
        let digit = |it: Word<'_>| matches!(it, Word::Bare(it) if it.starts_with(|c: char| c.is_ascii_digit()));
        let most = match self.tokens.peek().filter(|it| digit(*it)) {
            Some(_) => self.number(&EXPECTED_SIZE, size)?,
            None => FLOOD,
        };
        let place = self.place()?;
        let text = self.read(column, source)?;
        Ok((Action::Flood(text, most), place))
    }

    fn delay(&mut self) -> Result<Delay, FaultError> {
        let (column, word) = self.tokens.bare(&EXPECTED_DURATION)?;
        let made = word.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        match made {
            Some(name) if self.generator.knows(name) => Ok(Delay::Generated(name.to_owned())),
            Some(name) => Err(FaultError::new(
                column,
                message!(
                    "fault_delay_unrecognized",
                    "unrecognized name `{{{name}}}`: the protocol's generator does not have it",
                    name
                ),
            )),
            None => parse_duration(word)
                .map(Delay::For)
                .ok_or_else(|| unexpected(column, &EXPECTED_DURATION, word)),
        }
    }

    /// Parses `(before | after) KIND "pattern"`, `at start` or `at eof`.
    fn place(&mut self) -> Result<Place, FaultError> {
        match self.tokens.one_of(&["before", "after", "at"])? {
            "at" => match self.tokens.one_of(&["start", "eof"])? {
                "start" => Ok(Place::Start),
                _ => Ok(Place::Eof),
            },
            "before" => self.line(),
            _ => match self.line()? {
                Place::Before(line) => Ok(Place::After(line)),
                place => Ok(place),
            },
        }
    }

    /// Parses the pattern of the line to which the fault is applied; texts can use the captures of this pattern.
    fn line(&mut self) -> Result<Place, FaultError> {
        let line = self.pattern()?;
        self.bound = line.pattern.names().map(str::to_owned).collect();
        Ok(Place::Before(line))
    }

    fn pattern(&mut self) -> Result<Line, FaultError> {
        let speaker = self.speaker()?;
        let pattern = self.bare_pattern()?;
        Ok(Line { speaker, pattern })
    }

    fn bare_pattern(&mut self) -> Result<Pattern, FaultError> {
        let (column, source) = self.tokens.quoted(&message!("a_pattern", "a pattern"))?;
        let error = |error: crate::transcript::ParseError| {
            let at = column + error.column.saturating_sub(1);
            FaultError::new(at, error.message)
        };
        Pattern::parse(source.as_bytes()).map_err(error)
    }

    fn speaker(&mut self) -> Result<Speaker, FaultError> {
        match self.tokens.one_of(&["command", "response"])? {
            "command" => Ok(Speaker::Interface),
            _ => Ok(Speaker::Engine),
        }
    }

    fn text(&mut self, what: &Message) -> Result<Text, FaultError> {
        let (column, source) = self.tokens.quoted(what)?;
        self.read(column, source)
    }

    fn read(&self, column: usize, source: &str) -> Result<Text, FaultError> {
        let known = |name: &str| {
            name == "line" || self.bound.iter().any(|it| it == name) || self.generator.knows(name)
        };
        text::text(source, &known)
            .map_err(|error| FaultError::new(error.column + column - 1, error.message))
    }

    fn number<T>(&mut self, what: &Message, read: fn(&str) -> Option<T>) -> Result<T, FaultError> {
        let (column, word) = self.tokens.bare(what)?;
        read(word).ok_or_else(|| unexpected(column, what, word))
    }

    fn conditions(&mut self) -> Result<Conditions, FaultError> {
        let mut conditions = Conditions::default();
        loop {
            if self.tokens.take("nth") {
                conditions.count = Count::Nth(self.number(&EXPECTED_COUNT, counting)?);
            } else if self.tokens.take("from") {
                conditions.count = Count::From(self.number(&EXPECTED_COUNT, counting)?);
            } else if self.tokens.take("once") {
                conditions.once = true;
            } else if self.tokens.take("while") {
                conditions.states = self.states()?;
            } else if self.tokens.take("answering") {
                conditions.answering = Some(self.bare_pattern()?);
            } else if self.tokens.take("following") {
                conditions.following = Some(self.bare_pattern()?);
            } else if self.tokens.take("together") {
                conditions.together = true;
            } else if self.tokens.take("like") {
                conditions.like = Some(self.regex()?);
            } else {
                return Ok(conditions);
            }
        }
    }

    /// Parses a regular expression that matches bytes, not characters.
    fn regex(&mut self) -> Result<Regex, FaultError> {
        let (column, source) = self
            .tokens
            .quoted(&message!("a_regular_expression", "a regular expression"))?;
        let error = |it: regex::Error| {
            let message = message!(
                "regular_expression_invalid",
                "invalid regular expression: {error}",
                error = it.to_string()
            );
            FaultError::new(column, message)
        };
        Regex::new(&format!("(?s-u){source}")).map_err(error)
    }

    fn states(&mut self) -> Result<Vec<String>, FaultError> {
        let (column, states) = self.tokens.bare(&message!("a_state", "a state"))?;
        let known = self.generator.states();
        match states.split('|').find(|it| !known.contains(it)) {
            Some(unknown) => {
                let what = one_of(known.join(", "));
                Err(unexpected(column, &what, unknown))
            }
            None => Ok(states.split('|').map(str::to_owned).collect()),
        }
    }

    /// Parses `nothing` or the rules that must be violated, and after `may` the rules that may be violated.
    fn breaks(&mut self) -> Result<Breaks, FaultError> {
        let mut breaks = Breaks::default();
        if !self.tokens.take("nothing") {
            breaks.must.push(self.rule()?);
        }
        while !breaks.must.is_empty()
            && self.tokens.peek().is_some_and(|it| it != Word::Bare("may"))
        {
            breaks.must.push(self.rule()?);
        }
        if self.tokens.take("may") {
            breaks.may.push(self.rule()?);
            while self.tokens.peek().is_some() {
                breaks.may.push(self.rule()?);
            }
        }
        Ok(breaks)
    }

    fn rule(&mut self) -> Result<String, FaultError> {
        let (column, rule) = self.tokens.bare(&message!("a_rule", "a rule"))?;
        if rule.contains('/') {
            Ok(rule.to_owned())
        } else {
            let what = message!("a_rule_id", "a rule id as `PROTOCOL/RULE`");
            Err(unexpected(column, &what, rule))
        }
    }
}

fn counting(word: &str) -> Option<u64> {
    word.parse().ok().filter(|it| *it > 0)
}
