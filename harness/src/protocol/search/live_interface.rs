//! The interface's side of a live session.

use std::time::Duration;

use super::{
    Command, Dialect, EnginePhase, GoCommand as _, OptionLine, ProtocolWords, QuestionKind,
    Response, Tracker,
};
use crate::{
    protocol::{Exchange, Interface, SessionStart},
    transcript::Pattern,
};

impl<D: Dialect> Tracker<D> {
    fn is_option_announced(&self, name: &str) -> bool {
        let mut announced = self.view.announced_options.iter();
        announced.any(|it| D::is_same_option(it, name.as_bytes()))
    }
}

/// Whether the line of the option allows the value.
fn is_value_of(option: &OptionLine, value: &str) -> bool {
    match option.kind.as_ref().map(|it| it.0.as_str()) {
        Some("check") => ["true", "false"].contains(&value),
        Some("spin") => value.parse::<i64>().is_ok_and(|it| {
            option.min.is_none_or(|min| it >= min) && option.max.is_none_or(|max| it <= max)
        }),
        Some("combo") => {
            let mut values = option.combo_values.iter();
            option.combo_values.is_empty() || values.any(|it| it.eq_ignore_ascii_case(value))
        }
        _ => true,
    }
}

impl<D: Dialect> Interface for Tracker<D> {
    fn handshake(&self) -> Vec<Exchange> {
        let ProtocolWords {
            greeting,
            greeting_answer: greeted,
            ..
        } = D::PROTOCOL_WORDS;
        vec![new_exchange(greeting, greeted)]
    }

    fn is_answer(&self, exchange: &Exchange, line: &[u8]) -> bool {
        let response = D::parse_response(line);
        match D::parse_command(&exchange.command) {
            Command::Greet => response == Response::GreetingAnswer,
            Command::IsReady => response == Response::ReadyOk,
            Command::Quit => response == Response::Bye,
            Command::Stop | Command::Go(_) => {
                matches!(response, Response::BestMove(_) | Response::NoBestMove)
            }
            _ => false,
        }
    }

    /// If the wanted answer is one word, such as `readyok`, a line with further words after this word is accepted as
    /// the answer, too. The rule `bare_answer` reports the further words (`UCCI T7`).
    fn accepts_as_answer(&self, wanted: &[u8], line: &[u8]) -> bool {
        let response = D::parse_response(wanted);
        let bare = match &response {
            Response::GreetingAnswer => Some(D::PROTOCOL_WORDS.greeting_answer),
            Response::ReadyOk => Some(D::PROTOCOL_WORDS.ready_ok),
            Response::NoBestMove => D::PROTOCOL_WORDS.no_best_move,
            Response::Bye => D::PROTOCOL_WORDS.bye,
            _ => None,
        };
        bare.is_some_and(|it| it.as_bytes() == wanted) && D::parse_response(line) == response
    }

    fn owed_command(&self) -> Option<Vec<u8>> {
        let idle = self.phase == EnginePhase::Idle;
        idle.then(|| D::owed_command(self)).flatten()
    }

    fn session_start(&self, name: &str) -> Option<SessionStart> {
        D::session_start(name)
    }

    fn commands_after_start(&self, name: &str) -> Vec<Vec<u8>> {
        D::commands_after_start(self, name)
    }

    fn initial_options(&self) -> Vec<Vec<u8>> {
        D::initial_options(self)
    }

    fn setoption_line(&self, name: &str, value: &str, if_announced: bool) -> Option<Vec<u8>> {
        if if_announced && !self.is_option_announced(name) {
            return None;
        }
        Some(D::setoption_line(name, value))
    }

    fn is_value_announced(&self, name: &str, value: &str) -> bool {
        let mut announced = self.announced_options.iter();
        let option = announced.find(|it| D::is_same_option(&it.name, name.as_bytes()));
        option.is_none_or(|it| is_value_of(it, value))
    }

    fn is_known_command(&self, line: &[u8]) -> bool {
        match D::parse_command(line) {
            Command::SetOption { name, .. } => {
                let mut announced = self.view.announced_options.iter();
                announced.any(|it| D::is_same_option(it, &name))
            }
            Command::Other => false,
            _ => true,
        }
    }

    fn has_capability(&self, name: &str) -> bool {
        self.is_option_announced(name)
    }

    fn setoption_lines_to_try(&self, wrong: bool) -> Vec<Vec<u8>> {
        let values = if wrong { invalid_values } else { valid_values };
        let own = |it: &&OptionLine| D::SESSION_OPTIONS.contains(&it.name.as_str());
        let mut lines = Vec::new();
        for option in self.announced_options.iter().filter(|it| !own(it)) {
            for value in values(option) {
                lines.push(D::setoption_line(&option.name, &value));
            }
        }
        lines
    }

    fn format_duration(&self, time: Duration) -> String {
        let unit = D::time_unit(&self.dialect_state).as_micros();
        (time.as_micros() / unit).to_string()
    }

    fn ping_exchange(&self) -> Option<Exchange> {
        let asked = matches!(self.phase, EnginePhase::Idle | EnginePhase::Thinking);
        let ProtocolWords {
            is_ready, ready_ok, ..
        } = D::PROTOCOL_WORDS;
        asked.then(|| new_exchange(is_ready, ready_ok))
    }

    fn is_answer_missing(&self) -> bool {
        let mut asks = self.view.questions.iter();
        asks.any(|it| it.kind == QuestionKind::IsReady && it.answer_entry.is_none())
    }

    fn quit_exchange(&self) -> Option<Exchange> {
        let ProtocolWords { quit, bye, .. } = D::PROTOCOL_WORDS;
        (self.phase != EnginePhase::Quitting).then(|| Exchange {
            command: quit.as_bytes().to_vec(),
            answer: bye.map(Pattern::from_literal_words),
        })
    }

    fn is_state_certain(&self) -> bool {
        Tracker::can_judge_next_command(self)
    }

    fn interrupt_exchange(&self) -> Option<Exchange> {
        let thinking = self.phase == EnginePhase::Thinking;
        thinking.then(|| new_exchange(D::PROTOCOL_WORDS.stop, D::PROTOCOL_WORDS.result_pattern))
    }

    fn short_search(&self) -> Option<(Vec<u8>, Exchange)> {
        let (position, go) = D::SHORT_SEARCH.filter(|_| self.phase == EnginePhase::Idle)?;
        let exchange = new_exchange(go, D::PROTOCOL_WORDS.result_pattern);
        Some((position.as_bytes().to_vec(), exchange))
    }

    fn expects_output(&self) -> bool {
        let asked = self
            .view
            .questions
            .iter()
            .any(|it| it.answer_entry.is_none());
        asked
            || match self.phase {
                EnginePhase::BeforeFirstCommand
                | EnginePhase::OtherProtocol
                | EnginePhase::Idle => false,
                EnginePhase::Handshake | EnginePhase::Quitting => true,
                EnginePhase::Thinking => self.view.searches.last().is_none_or(|it| {
                    let limited = it.limits().is_search_limited() && !it.go.is_ponder();
                    limited || it.stop_entry.is_some() || it.ponderhit_entry.is_some()
                }),
            }
    }

    fn search_ends_soon(&self) -> bool {
        let open = self.view.searches.last();
        open.is_some_and(|it| {
            let small = it.limits().are_at_most(1, 100);
            self.phase == EnginePhase::Thinking
                && small
                && it.result_entry.is_none()
                && it.stop_entry.is_none()
                && !it.is_doubtful
        })
    }

    fn is_result_pattern(&self, pattern: &[u8]) -> bool {
        D::is_result_pattern(pattern)
    }
}

/// Words in the names of options that use scarce resources. An option whose name contains one of these words, such as
/// `hash` or `thread`, is not set to its maximum.
const RESOURCE_OPTION_WORDS: [&str; 6] = ["hash", "thread", "cpu", "core", "mem", "cache"];

/// Values that cost little for options that are not set to their maximum: a hash table of 64 MB, and two threads. Other
/// values than the smallest one and the default are common, so an engine must accept them.
const MODERATE_OPTION_VALUES: [(&str, i64); 2] = [("hash", 64), ("thread", 2)];

/// Options with a maximum above this number are not set to their maximum.
const MAX_TRIED_OPTION_VALUE: i64 = 100_000;

/// Valid values to which a session can set an announced option. If the option has a default value, this value comes
/// last in the list.
fn valid_values(option: &OptionLine) -> Vec<String> {
    let kind = option.kind.as_ref().map_or("", |(kind, _)| kind.as_str());
    if option.grammar_error.is_some() {
        return Vec::new();
    }
    let mut values = match kind {
        "button" => return vec![String::new()],
        "check" => vec!["true".to_owned(), "false".to_owned()],
        "combo" => option.combo_values.clone(),
        "spin" => {
            let name = option.name.to_ascii_lowercase();
            let scarce = RESOURCE_OPTION_WORDS.iter().any(|it| name.contains(it));
            let most = option
                .max
                .filter(|it| !scarce && *it <= MAX_TRIED_OPTION_VALUE);
            let is_in_range = |it: &i64| {
                option.min.is_none_or(|min| *it >= min) && option.max.is_none_or(|max| *it <= max)
            };
            let moderate = MODERATE_OPTION_VALUES.iter().find(|it| name.contains(it.0));
            let moderate = moderate.map(|it| it.1).filter(is_in_range);
            let edges = option.min.into_iter().chain(moderate).chain(most);
            edges.map(|it| it.to_string()).collect()
        }
        _ => Vec::new(),
    };
    values.extend(option.default.as_ref().map(|(text, _)| text.clone()));
    values
}

/// Invalid values of an announced option. For an option with `min` and `max`, the values include the numbers just
/// outside of this range.
fn invalid_values(option: &OptionLine) -> Vec<String> {
    let kind = option.kind.as_ref().map_or("", |(kind, _)| kind.as_str());
    let below = option.min.and_then(|it| it.checked_sub(1));
    let above = option.max.and_then(|it| it.checked_add(1));
    let beyond = below.into_iter().chain(above).map(|it| it.to_string());
    let words: &[&str] = match kind {
        "button" => &["now"],
        "check" => &["", "maybe", "1"],
        "combo" => &["", "nonesuch"],
        "spin" => &["", "much", "0x", "99999999999999999999"],
        _ => &[],
    };
    words
        .iter()
        .map(|it| (*it).to_owned())
        .chain(beyond)
        .collect()
}

fn new_exchange(command: &str, answer: &str) -> Exchange {
    let answer = Pattern::parse(answer.as_bytes());
    Exchange {
        command: command.as_bytes().to_vec(),
        answer: Some(answer.unwrap_or_else(|_| Pattern::from_literal_words(command))),
    }
}
