//! The Amoyman Gobang Interface (AGI), after its first draft of 2016: gomoku and renju on 15x15 points.

mod dialect;
mod game;
mod grammar;
mod hints;
mod prelude;
mod rules;
mod samples;
mod view;
mod wire;

use ponderhit_engine::protocol::agi;

use crate::{
    link::Actor,
    protocol::{
        Dialogue, FaultValueGenerator, FuzzGrammar, Judge, Protocol, ResponseField, RuleInfo,
        SampleLines, hints::Hint, reference_engine::ReferenceEngine, search,
        segments::SegmentJudge,
    },
    rule,
};

/// AGI.
pub struct Agi;

/// The items of an `INFO` line, with the types of their values. The value of an item is volatile if it depends on the
/// machine.
const INFO_FIELDS: [ResponseField; 4] = [
    info_field("DEPTH", "uint", false),
    info_field("SCORE", "int", false),
    info_field("NPS", "uint", true),
    info_field("PV", "moves", false),
];

const fn info_field(
    word: &'static str,
    wildcard: &'static str,
    is_volatile: bool,
) -> ResponseField {
    ResponseField {
        keyword: word,
        wildcard,
        words_before_value: &[],
        is_volatile,
    }
}

impl Protocol for Agi {
    fn name(&self) -> &'static str {
        "agi"
    }

    fn requirements_page(&self) -> &'static str {
        include_str!("agi/requirements.md")
    }

    fn title(&self) -> &'static str {
        "AGI"
    }

    fn rules(&self) -> Vec<RuleInfo> {
        rules::ALL.iter().map(rule::CatalogueEntry::info).collect()
    }

    /// If an engine crashes or hangs on ordinary input, its crashes on unspecified input may have the same cause.
    fn topics_with_same_cause(&self, rule: &str, died: bool) -> &'static [&'static str] {
        match rule {
            "agi/no_crash" => &["robustness"],
            "agi/no_hang" | "agi/readyok_per_isready" | "agi/readyok_while_thinking" if !died => {
                &["robustness"]
            }
            _ => &[],
        }
    }

    fn reports_hang_or_crash(&self, rule: &str) -> bool {
        matches!(rule, "agi/no_hang" | "agi/no_crash")
    }

    fn required_commands_table(&self) -> &'static str {
        include_str!("agi/exercise.txt")
    }

    fn hints(&self) -> &'static [Hint] {
        hints::HINTS
    }

    fn new_judge(&self) -> Box<dyn Judge> {
        Box::new(SegmentJudge::new(view::Tracker::new(), rules::ALL))
    }

    fn new_dialogue(&self) -> Box<dyn Dialogue> {
        Box::new(SegmentJudge::for_session(view::Tracker::new(), rules::ALL))
    }

    fn move_syntax(&self) -> &'static str {
        "[0-9A-Ea-e][1-9A-Fa-f]"
    }

    fn wildcard_fields(&self) -> &'static [ResponseField] {
        &INFO_FIELDS
    }

    fn is_response(&self, line: &[u8]) -> bool {
        let response = wire::parse_response(line);
        // Logging libraries write `INFO` and a time at the beginning of each line.
        let mut words = line.split(u8::is_ascii_whitespace);
        let is_log_record = words.next().is_some_and(|it| it == b"INFO")
            && words
                .next()
                .is_some_and(|it| it.iter().any(u8::is_ascii_digit));
        !is_log_record && !matches!(response, wire::Response::Blank | wire::Response::Other)
    }

    fn fault_definitions(&self) -> &'static str {
        include_str!("agi/faults.txt")
    }

    fn oddity_definitions(&self) -> &'static str {
        include_str!("agi/oddities.txt")
    }

    fn search_commands(&self) -> &'static [&'static str] {
        &["GO"]
    }

    fn gui_fault_definitions(&self) -> &'static str {
        include_str!("agi/gui_faults.txt")
    }

    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator> {
        search::new_value_generator::<dialect::AgiDialect>(())
    }

    fn fuzz_grammar(&self) -> Option<&'static dyn FuzzGrammar> {
        Some(&grammar::AgiGrammar)
    }

    fn sample_lines(&self) -> SampleLines {
        samples::SAMPLES
    }

    fn reference_engine(&self) -> Option<Box<dyn Actor>> {
        Some(Box::new(ReferenceEngine::new(agi::new_stepped_engine())))
    }
}
