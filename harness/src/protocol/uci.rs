//! The Universal Chess Interface (UCI), after its specification of April 2006.

mod chess;
mod clock_deadlines;
mod clock_sums;
mod coverage;
mod dialect;
mod game;
mod grammar;
mod hints;
mod idle_states;
mod prelude;
mod reached_depths;
mod rules;
mod samples;
mod state;
mod uci_move;
mod unspecified;
mod variant;
mod view;
mod vocabulary;
mod wire;
mod xiangqi;

use ponderhit_engine::protocol::uci;

use crate::{
    link::Actor,
    protocol::{
        Dialogue, FaultValueGenerator, FuzzGrammar, Judge, Protocol, ResponseField, RuleInfo,
        SampleLines, hints::Hint, search, segments::SegmentJudge,
    },
    rule,
};

/// The protocol UCI, with the game that the user named, or with any game if the user named none.
pub struct Uci {
    given_game: variant::GameVariant,
}

/// The protocol UCI if the user named no game: the engine's options and the positions of the conversation show the
/// game.
pub const ANY_GAME: Uci = Uci {
    given_game: variant::GameVariant::Undecided,
};

/// For each game that the user can name on the command line, the protocol UCI with this game.
static NAMED_GAMES: [Uci; variant::GAME_NAMES.len()] = [
    Uci {
        given_game: variant::GAME_NAMES[0].1,
    },
    Uci {
        given_game: variant::GAME_NAMES[1].1,
    },
    Uci {
        given_game: variant::GAME_NAMES[2].1,
    },
];

impl Protocol for Uci {
    fn name(&self) -> &'static str {
        "uci"
    }

    fn requirements_page(&self) -> &'static str {
        include_str!("uci/requirements.md")
    }

    fn title(&self) -> &'static str {
        "UCI"
    }

    fn games(&self) -> Vec<&'static str> {
        variant::GAME_NAMES.iter().map(|it| it.0).collect()
    }

    fn restricted_to_game(&self, game: &str) -> Option<&'static dyn Protocol> {
        let place = variant::GAME_NAMES.iter().position(|it| it.0 == game)?;
        Some(&NAMED_GAMES[place])
    }

    fn game(&self) -> Option<&'static str> {
        let mut all = variant::GAME_NAMES.iter();
        all.find(|it| it.1 == self.given_game).map(|it| it.0)
    }

    fn rules(&self) -> Vec<RuleInfo> {
        rules::ALL.iter().map(rule::CatalogueEntry::info).collect()
    }

    /// If an engine crashes or hangs on ordinary input, its crashes on unspecified input may have
    /// the same cause.
    fn topics_with_same_cause(&self, rule: &str, died: bool) -> &'static [&'static str] {
        match rule {
            "uci/no_crash" => &["robustness"],
            "uci/no_hang" | "uci/readyok_per_isready" | "uci/readyok_while_thinking" if !died => {
                &["robustness"]
            }
            _ => &[],
        }
    }

    fn reports_hang_or_crash(&self, rule: &str) -> bool {
        matches!(rule, "uci/no_hang" | "uci/no_crash")
    }

    fn required_commands_table(&self) -> &'static str {
        include_str!("uci/exercise.txt")
    }

    fn hints(&self) -> &'static [Hint] {
        hints::HINTS
    }

    fn new_judge(&self) -> Box<dyn Judge> {
        Box::new(SegmentJudge::new(self.new_tracker(), rules::ALL))
    }

    fn new_dialogue(&self) -> Box<dyn Dialogue> {
        Box::new(SegmentJudge::for_session(self.new_tracker(), rules::ALL))
    }

    fn move_syntax(&self) -> &'static str {
        "[a-i](10|[0-9])[a-i](10|[0-9])[qrbn]?"
    }

    fn wildcard_fields(&self) -> &'static [ResponseField] {
        &vocabulary::INFO_FIELDS
    }

    fn is_response(&self, line: &[u8]) -> bool {
        let response = wire::Response::parse(line);
        !matches!(response, wire::Response::Blank | wire::Response::Other)
    }

    fn fault_definitions(&self) -> &'static str {
        include_str!("uci/faults.txt")
    }

    fn oddity_definitions(&self) -> &'static str {
        include_str!("uci/oddities.txt")
    }

    fn search_commands(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn gui_fault_definitions(&self) -> &'static str {
        include_str!("uci/gui_faults.txt")
    }

    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator> {
        search::new_value_generator::<dialect::UciDialect>(self.given_game)
    }

    fn fuzz_grammar(&self) -> Option<&'static dyn FuzzGrammar> {
        Some(match self.given_game {
            variant::GameVariant::Xiangqi { .. } => &grammar::XIANGQI_GRAMMAR,
            _ => &grammar::CHESS_GRAMMAR,
        })
    }

    fn sample_lines(&self) -> SampleLines {
        samples::SAMPLES
    }

    fn reference_engine(&self) -> Option<Box<dyn Actor>> {
        Some(Box::new(super::reference_engine::ReferenceEngine::new(
            uci::new_stepped_engine(),
        )))
    }
}

impl Uci {
    fn new_tracker(&self) -> view::Tracker {
        let mut tracker = view::Tracker::new();
        tracker.dialect_state.given_game = self.given_game;
        tracker.dialect_state.options.variant = self.given_game;
        tracker
    }
}
