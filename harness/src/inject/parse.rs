//! Parses one line of text as a fault. The documentation of the module `inject` describes the syntax of faults.

use regex::bytes::Regex;

use super::{
    FaultError,
    fault::{
        Acceptance, BrokenRules, Delay, Fault, FaultAction, FaultConditions, FaultPlace, GuiFault,
        LinePattern, MatchingLines, NamedFault, Oddity, TextTemplate,
    },
    fault_text,
    lexer::{Tokens, Word, one_of_message, unexpected_word_error},
};
use crate::{
    link::WastedResource,
    message::{Message, message},
    protocol::{FaultValueGenerator, Protocol},
    transcript::{Pattern, SessionEnd, Speaker, parse_duration},
};

/// The default size of a flood.
const DEFAULT_FLOOD_BYTES: u64 = 16 << 20;

const ACTION_NAMES: &[&str] = &[
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
const COUNT_DESCRIPTION: Message = message!("a_count", "a whole number of at least 1");
const DURATION_DESCRIPTION: Message =
    message!("a_duration", "a duration such as 50ms, 1.5s, 10m or 1h");
const NAME_DESCRIPTION: Message = message!("a_name", "a name");
const SIGNAL_DESCRIPTION: Message = message!("a_signal", "a signal such as `SIGSEGV`");
const SIZE_DESCRIPTION: Message = message!("a_size", "a size such as `16MiB`");
const STATUS_DESCRIPTION: Message = message!("an_exit_status", "an exit status from 0 to 255");

/// Parses a protocol's list of faults: one fault per line, and `#` begins a comment.
pub(super) fn parse_faults(
    protocol: &dyn Protocol,
    source: &str,
) -> Result<Vec<Fault>, FaultError> {
    parse_each_line(source, |line| parse_fault(protocol, line))
}

/// Parses a protocol's list of oddities.
pub(super) fn parse_oddities(
    protocol: &dyn Protocol,
    source: &str,
) -> Result<Vec<Oddity>, FaultError> {
    parse_each_line(source, |line| parse_oddity(protocol, line))
}

/// Parses the list of the faults that `check-gui` plays. A line of one word is the name of a fault in `known`.
pub(super) fn parse_gui_faults(
    protocol: &dyn Protocol,
    source: &str,
    known: &[NamedFault],
) -> Result<Vec<GuiFault>, FaultError> {
    parse_each_line(source, |line| {
        let (is_default, line) = match line.trim().strip_prefix("named ") {
            Some(rest) => (false, rest),
            None => (true, line),
        };
        let (acceptance, line) = parse_acceptance(line.trim());
        let fault = match line.contains(char::is_whitespace) {
            true => {
                let fault = parse_fault(protocol, line)?;
                NamedFault {
                    name: fault.name.clone().unwrap_or_default(),
                    faults: vec![fault],
                    acceptance,
                }
            }
            false => {
                let found = known.iter().find(|it| it.name == line).cloned();
                let message = || unknown_fault_message(protocol, line);
                let found = found.ok_or_else(|| FaultError::new(1, message()))?;
                NamedFault {
                    acceptance,
                    ..found
                }
            }
        };
        Ok(GuiFault { fault, is_default })
    })
}

/// Parses `accept` and `accept unless COMMAND` at the beginning of a line, and returns the rest of the line.
fn parse_acceptance(line: &str) -> (Acceptance, &str) {
    let Some(rest) = line.strip_prefix("accept ") else {
        return (Acceptance::NotRequired, line);
    };
    let unless = rest.trim().strip_prefix("unless ");
    match unless.and_then(|it| it.trim().split_once(char::is_whitespace)) {
        Some((command, rest)) => (
            Acceptance::RequiredUnlessSent(command.to_owned()),
            rest.trim(),
        ),
        None => (Acceptance::Required, rest.trim()),
    }
}

/// The message about a fault name that is in no list.
pub(super) fn unknown_fault_message(protocol: &dyn Protocol, name: &str) -> Message {
    message!(
        "fault_unrecognized",
        "unrecognized fault `{fault}` for {protocol}; `inject --list` lists the names",
        fault = name,
        protocol = protocol.title()
    )
}

fn parse_each_line<T>(
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

/// Parses one fault of the form `[NAME =] ACTION ... [CONDITION ...] [; ACTION ...] [-> BREAKS]`.
pub(super) fn parse_fault(protocol: &dyn Protocol, source: &str) -> Result<Fault, FaultError> {
    let mut parser = Parser::new(protocol, source);
    let name = parser.parse_name();
    let spec = parser.tokens.remaining_text();
    let mut fault = parser.parse_single_fault()?;
    fault.name = name;
    while parser.tokens.take_word_if_next(";") {
        parser.captured_names.clear();
        fault.further_actions.push(parser.parse_single_fault()?);
    }
    fault.source_text = parser.tokens.text_taken_since(spec).to_owned();
    if parser.tokens.take_word_if_next("->") {
        fault.broken_rules = Some(parser.parse_broken_rules()?);
    }
    parser.expect_end()?;
    Ok(fault)
}

/// Parses `NAME = FAULT [; FAULT ...] -> SIDE REQUIREMENTS [accused RULE ...]`.
fn parse_oddity(protocol: &dyn Protocol, source: &str) -> Result<Oddity, FaultError> {
    let mut parser = Parser::new(protocol, source);
    let column = parser.tokens.next_column();
    let name = parser.parse_name();
    let name = name.ok_or_else(|| {
        FaultError::new(column, message!("name_expected", "expected a name and `=`"))
    })?;
    let mut faults = vec![parser.parse_single_fault()?];
    while parser.tokens.take_word_if_next(";") {
        parser.captured_names.clear();
        faults.push(parser.parse_single_fault()?);
    }
    parser.tokens.take_one_of(&["->"])?;
    let side = match parser.tokens.take_one_of(&["engine", "interface"])? {
        "engine" => Speaker::Engine,
        _ => Speaker::Interface,
    };
    let spec = parser.tokens.remaining_text();
    while parser
        .tokens
        .peek()
        .is_some_and(|it| it != Word::Bare("accused"))
    {
        parser
            .tokens
            .take_bare_word(&message!("a_requirement", "a requirement"))?;
    }
    let spec = parser.tokens.text_taken_since(spec).to_owned();
    let mut accused = Vec::new();
    if parser.tokens.take_word_if_next("accused") {
        while parser.tokens.peek().is_some() {
            accused.push(parser.parse_rule()?);
        }
    }
    parser.expect_end()?;
    Ok(Oddity {
        name,
        faults,
        acting_side: side,
        requirements: spec,
        known_false_positives: accused,
    })
}

/// `64B`, `16KiB`, `1MiB`, `2GiB`.
fn parse_size(text: &str) -> Option<u64> {
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
const SIGNAL_NAMES: &[&str] = &[
    "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGKILL", "SIGPIPE", "SIGSEGV", "SIGTERM",
];

fn parse_signal(word: &str) -> Option<String> {
    SIGNAL_NAMES.contains(&word).then(|| word.to_owned())
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// The protocol's generator, which knows the names for which it can generate values.
    generator: Box<dyn FaultValueGenerator>,
    /// The names of the captures in the pattern of the line to which the fault is applied.
    captured_names: Vec<String>,
}

impl<'a> Parser<'a> {
    fn new(protocol: &dyn Protocol, source: &'a str) -> Parser<'a> {
        Parser {
            tokens: Tokens::new(source),
            generator: protocol.new_value_generator(),
            captured_names: Vec::new(),
        }
    }

    /// Parses an action with its place and its conditions.
    fn parse_single_fault(&mut self) -> Result<Fault, FaultError> {
        let spec = self.tokens.remaining_text();
        let (action, place) = self.parse_action()?;
        let conditions = self.parse_conditions()?;
        Ok(Fault {
            name: None,
            source_text: self.tokens.text_taken_since(spec).to_owned(),
            broken_rules: None,
            action,
            place,
            conditions,
            further_actions: Vec::new(),
        })
    }

    fn expect_end(&mut self) -> Result<(), FaultError> {
        let column = self.tokens.next_column();
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

    fn parse_name(&mut self) -> Option<String> {
        let mut ahead = Tokens::new(self.tokens.remaining_text());
        let Ok((_, name)) = ahead.take_bare_word(&NAME_DESCRIPTION) else {
            return None;
        };
        if !ahead.take_word_if_next("=") {
            return None;
        }
        let _ = self.tokens.take_bare_word(&NAME_DESCRIPTION);
        self.tokens.take_word_if_next("=");
        Some(name.to_owned())
    }

    fn parse_action(&mut self) -> Result<(FaultAction, FaultPlace), FaultError> {
        let action = self.tokens.take_one_of(ACTION_NAMES)?;
        Ok(match action {
            "drop" => (FaultAction::Drop, self.parse_line_place()?),
            "duplicate" => (FaultAction::Duplicate, self.parse_line_place()?),
            "cut" => (FaultAction::Cut, self.parse_line_place()?),
            "replace" => {
                let place = self.parse_line_place()?;
                self.tokens.take_one_of(&["by"])?;
                (
                    FaultAction::Replace(
                        self.parse_text(&message!("the_new_text", "the new text"))?,
                    ),
                    place,
                )
            }
            "delay" => {
                let place = self.parse_line_place()?;
                self.tokens.take_one_of(&["by"])?;
                (FaultAction::Delay(self.parse_delay()?), place)
            }
            "hold" => {
                let place = self.parse_line_place()?;
                self.tokens.take_one_of(&["until"])?;
                (FaultAction::Hold(self.parse_line_pattern()?), place)
            }
            "insert" => self.parse_insert()?,
            "drip" => {
                let place = self.parse_line_place()?;
                self.tokens.take_one_of(&["by"])?;
                let pace = self.parse_word(&DURATION_DESCRIPTION, parse_duration)?;
                (FaultAction::Drip(pace), place)
            }
            "linger" => {
                let time = self.parse_word(&DURATION_DESCRIPTION, parse_duration)?;
                (FaultAction::Delay(Delay::Fixed(time)), FaultPlace::End)
            }
            "crash" => {
                let signal = self.parse_word(&SIGNAL_DESCRIPTION, parse_signal)?;
                (
                    FaultAction::End(SessionEnd::Signal(signal)),
                    self.parse_place()?,
                )
            }
            "exit" => {
                let code = self.parse_word(&STATUS_DESCRIPTION, |it| it.parse::<u8>().ok())?;
                (
                    FaultAction::End(SessionEnd::Exit(i32::from(code))),
                    self.parse_place()?,
                )
            }
            "close" => (FaultAction::Close, self.parse_place()?),
            "stall" => (FaultAction::Stall, self.parse_place()?),
            "leak" => {
                let bytes = self.parse_word(&SIZE_DESCRIPTION, parse_size)?;
                (
                    FaultAction::Waste(WastedResource::Memory(bytes)),
                    self.parse_place()?,
                )
            }
            "burn" => {
                let time = self.parse_word(&DURATION_DESCRIPTION, parse_duration)?;
                (
                    FaultAction::Waste(WastedResource::ProcessorTime(time)),
                    self.parse_place()?,
                )
            }
            _ => self.parse_flood()?,
        })
    }

    /// Parses `insert (KIND | stderr) "text" WHERE`. The text may use captures of the pattern in `WHERE`, so the text
    /// is decoded after this pattern was parsed.
    fn parse_insert(&mut self) -> Result<(FaultAction, FaultPlace), FaultError> {
        let stderr = self.tokens.take_word_if_next("stderr");
        let speaker = match stderr {
            true => Speaker::Engine,
            false => self.parse_speaker()?,
        };
        let (column, source) = self
            .tokens
            .take_quoted_text(&message!("the_text", "the text"))?;
        let place = self.parse_place()?;
        let text = self.decode_text(column, source)?;
        Ok(match stderr {
            true => (FaultAction::Stderr(text), place),
            false => (FaultAction::Insert(speaker, text), place),
        })
    }

    /// Parses `flood "bytes" [SIZE] WHERE`.
    fn parse_flood(&mut self) -> Result<(FaultAction, FaultPlace), FaultError> {
        let (column, source) = self
            .tokens
            .take_quoted_text(&message!("the_bytes", "the bytes"))?;
        if source.is_empty() {
            return Err(FaultError::new(
                column,
                message!(
                    "byte_expected",
                    "expected at least one byte for `flood` to repeat"
                ),
            ));
        }
        let digit = |it: Word<'_>| matches!(it, Word::Bare(it) if it.starts_with(|c: char| c.is_ascii_digit()));
        let most = match self.tokens.peek().filter(|it| digit(*it)) {
            Some(_) => self.parse_word(&SIZE_DESCRIPTION, parse_size)?,
            None => DEFAULT_FLOOD_BYTES,
        };
        let place = self.parse_place()?;
        let text = self.decode_text(column, source)?;
        Ok((FaultAction::Flood(text, most), place))
    }

    fn parse_delay(&mut self) -> Result<Delay, FaultError> {
        let (column, word) = self.tokens.take_bare_word(&DURATION_DESCRIPTION)?;
        let made = word.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        match made {
            Some(name) if self.generator.can_generate(name) => {
                Ok(Delay::Generated(name.to_owned()))
            }
            Some(name) => Err(FaultError::new(
                column,
                message!(
                    "fault_delay_unrecognized",
                    "unrecognized name `{{{name}}}`: the protocol has no generator of this name",
                    name
                ),
            )),
            None => parse_duration(word)
                .map(Delay::Fixed)
                .ok_or_else(|| unexpected_word_error(column, &DURATION_DESCRIPTION, word)),
        }
    }

    /// Parses the place of a fault, which is `(before | after) KIND "pattern"`, `at start` or `at eof`.
    fn parse_place(&mut self) -> Result<FaultPlace, FaultError> {
        match self.tokens.take_one_of(&["before", "after", "at"])? {
            "at" => match self.tokens.take_one_of(&["start", "eof"])? {
                "start" => Ok(FaultPlace::Start),
                _ => Ok(FaultPlace::Eof),
            },
            "before" => self.parse_line_place(),
            _ => match self.parse_line_place()? {
                FaultPlace::Before(line) => Ok(FaultPlace::After(line)),
                place => Ok(place),
            },
        }
    }

    /// Parses the pattern of the line to which the fault is applied. The texts of the fault can use the captures of
    /// this line's pattern.
    fn parse_line_place(&mut self) -> Result<FaultPlace, FaultError> {
        let line = self.parse_line_pattern()?;
        self.captured_names = line.pattern.capture_names().map(str::to_owned).collect();
        Ok(FaultPlace::Before(line))
    }

    fn parse_line_pattern(&mut self) -> Result<LinePattern, FaultError> {
        let speaker = self.parse_speaker()?;
        let pattern = self.parse_pattern()?;
        Ok(LinePattern { speaker, pattern })
    }

    fn parse_pattern(&mut self) -> Result<Pattern, FaultError> {
        let (column, source) = self
            .tokens
            .take_quoted_text(&message!("a_pattern", "a pattern"))?;
        let error = |error: crate::transcript::ParseError| {
            let at = column + error.column.saturating_sub(1);
            FaultError::new(at, error.message)
        };
        Pattern::parse(source.as_bytes()).map_err(error)
    }

    fn parse_speaker(&mut self) -> Result<Speaker, FaultError> {
        match self.tokens.take_one_of(&["command", "response"])? {
            "command" => Ok(Speaker::Interface),
            _ => Ok(Speaker::Engine),
        }
    }

    fn parse_text(&mut self, what: &Message) -> Result<TextTemplate, FaultError> {
        let (column, source) = self.tokens.take_quoted_text(what)?;
        self.decode_text(column, source)
    }

    fn decode_text(&self, column: usize, source: &str) -> Result<TextTemplate, FaultError> {
        let known = |name: &str| {
            name == "line"
                || self.captured_names.iter().any(|it| it == name)
                || self.generator.can_generate(name)
        };
        fault_text::parse_text_template(source, &known)
            .map_err(|error| FaultError::new(error.column + column - 1, error.message))
    }

    fn parse_word<T>(
        &mut self,
        what: &Message,
        read: fn(&str) -> Option<T>,
    ) -> Result<T, FaultError> {
        let (column, word) = self.tokens.take_bare_word(what)?;
        read(word).ok_or_else(|| unexpected_word_error(column, what, word))
    }

    fn parse_conditions(&mut self) -> Result<FaultConditions, FaultError> {
        let mut conditions = FaultConditions::default();
        loop {
            if self.tokens.take_word_if_next("nth") {
                conditions.matching_lines =
                    MatchingLines::Nth(self.parse_word(&COUNT_DESCRIPTION, parse_count)?);
            } else if self.tokens.take_word_if_next("from") {
                conditions.matching_lines =
                    MatchingLines::From(self.parse_word(&COUNT_DESCRIPTION, parse_count)?);
            } else if self.tokens.take_word_if_next("once") {
                conditions.only_once = true;
            } else if self.tokens.take_word_if_next("while") {
                conditions.allowed_states = self.parse_states()?;
            } else if self.tokens.take_word_if_next("answering") {
                conditions.last_command_pattern = Some(self.parse_pattern()?);
            } else if self.tokens.take_word_if_next("following") {
                conditions.previous_command_pattern = Some(self.parse_pattern()?);
            } else if self.tokens.take_word_if_next("together") {
                conditions.requires_same_chunk = true;
            } else if self.tokens.take_word_if_next("like") {
                conditions.raw_regex = Some(self.parse_regex()?);
            } else {
                return Ok(conditions);
            }
        }
    }

    /// Parses a regular expression that matches bytes, not characters.
    fn parse_regex(&mut self) -> Result<Regex, FaultError> {
        let (column, source) = self
            .tokens
            .take_quoted_text(&message!("a_regular_expression", "a regular expression"))?;
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

    fn parse_states(&mut self) -> Result<Vec<String>, FaultError> {
        let (column, states) = self
            .tokens
            .take_bare_word(&message!("a_state", "a state"))?;
        let known = self.generator.all_engine_states();
        match states.split('|').find(|it| !known.contains(it)) {
            Some(unknown) => {
                let what = one_of_message(known.to_vec());
                Err(unexpected_word_error(column, &what, unknown))
            }
            None => Ok(states.split('|').map(str::to_owned).collect()),
        }
    }

    /// Parses `nothing` or the rules that must be violated, and after `may` the rules that may be violated.
    fn parse_broken_rules(&mut self) -> Result<BrokenRules, FaultError> {
        let mut breaks = BrokenRules::default();
        if !self.tokens.take_word_if_next("nothing") {
            breaks.must_break.push(self.parse_rule()?);
        }
        while !breaks.must_break.is_empty()
            && self.tokens.peek().is_some_and(|it| it != Word::Bare("may"))
        {
            breaks.must_break.push(self.parse_rule()?);
        }
        if self.tokens.take_word_if_next("may") {
            breaks.may_break.push(self.parse_rule()?);
            while self.tokens.peek().is_some() {
                breaks.may_break.push(self.parse_rule()?);
            }
        }
        Ok(breaks)
    }

    fn parse_rule(&mut self) -> Result<String, FaultError> {
        let (column, rule) = self.tokens.take_bare_word(&message!("a_rule", "a rule"))?;
        if rule.contains('/') {
            Ok(rule.to_owned())
        } else {
            let what = message!("a_rule_id", "a rule id as `PROTOCOL/RULE`");
            Err(unexpected_word_error(column, &what, rule))
        }
    }
}

fn parse_count(word: &str) -> Option<u64> {
    word.parse().ok().filter(|it| *it > 0)
}
