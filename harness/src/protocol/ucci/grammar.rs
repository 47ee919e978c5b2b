//! Generates UCCI commands: valid commands, nearly valid commands, commands at the wrong time, and random bytes.

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use ponderhit_engine::games::xiangqi::Position;

use super::dialect::UcciDialect;
use crate::protocol::search::fuzz::{
    DialectLine, EdgeCases, FuzzVocabulary, FuzzedGame, GeneratedGames, GeneratedMoves,
    GeneratedPosition, SearchGrammar, position_with_moves,
};

/// The grammar of UCCI.
pub(super) struct UcciGrammar;

/// The UCCI commands that other protocols with searches do not have.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum UcciLine {
    BanMoves(GeneratedMoves),
    Probe(GeneratedPosition, GeneratedMoves),
    PonderHitWithDrawOffer,
}

impl DialectLine<Position> for UcciLine {
    fn keeps_state_certain(&self, thinking: bool) -> bool {
        !matches!(self, UcciLine::BanMoves(_)) || !thinking
    }

    fn to_text(&self, game: &FuzzedGame<Position>, words: &FuzzVocabulary) -> String {
        match self {
            UcciLine::BanMoves(moves) => {
                let moves = moves.to_text(&GeneratedPosition::Start, game, words);
                format!("banmoves {moves}")
            }
            UcciLine::Probe(position, moves) => {
                let parameters = position_with_moves(position, moves, game, words);
                format!("probe {parameters}")
            }
            UcciLine::PonderHitWithDrawOffer => "ponderhit draw".to_owned(),
        }
    }
}

impl SearchGrammar for UcciGrammar {
    type Dialect = UcciDialect;
    type DialectLine = UcciLine;

    const VOCABULARY: FuzzVocabulary = FuzzVocabulary {
        // `batch` is not in this list, because in batch mode an engine may read its next command only after a search.
        option_names: &[
            "usemillisec",
            "debug",
            "ponder",
            "usebook",
            "useegtb",
            "bookfiles",
            "egtbpaths",
            "hashsize",
            "threads",
            "drawmoves",
            "repetition",
            "pruning",
            "knowledge",
            "randomness",
            "style",
            "newgame",
            "nosuchoption",
        ],
        scarce_options: &["hashsize", "threads"],
        go_forms: &[
            ("depth {}", 2),
            ("nodes {}", 2000),
            ("time {} increment 0", 255),
            ("infinite", 1),
            ("ponder time {} increment 0", 255),
        ],
        limit_words: &[
            "depth",
            "nodes",
            "time",
            "movestogo",
            "increment",
            "opptime",
        ],
        words: &[
            "uci",
            "quit?",
            "uccinewgame",
            "fen",
            "startpos",
            "moves",
            "depth",
            "infinite",
            "draw",
            "a0a0",
            "h2e2",
            "i9j9",
            "é",
            "将",
            "\u{202e}",
            "%s%n",
            "..",
            "{best}",
            "\"",
            "\\",
        ],
    };

    const EDGE_CASES: EdgeCases = EdgeCases {
        single_lines: &[
            "go depth 1",
            "banmoves h2e2",
            "probe startpos",
            "stop",
            "ponderhit",
            "",
            "ucci",
            "nonsense",
            "setoption",
            "position",
            "quit",
        ],
        bytes: &[
            b"setoption bookfiles caf\xe9\n",
            b"position startpos\ngo infinite\nstop\nisready\n",
        ],
        number_lines: &[
            "go depth {}",
            "go nodes {}",
            "go time {}",
            "go time 50 movestogo {}",
            "setoption hashsize {}",
        ],
        option_names: &[
            "hashsize",
            "threads",
            "usebook",
            "bookfiles",
            "style",
            "nosuchoption",
        ],
        lines_during_search: &[
            "stop",
            "go depth 1",
            "go nodes 10",
            "go time 50 increment 0",
            "go infinite",
            "go ponder time 50 increment 0",
            "go",
            "quit",
            "position startpos moves h2e2",
            "banmoves h2e2",
            "ucci",
            "setoption newgame",
            "probe startpos",
            "isready",
            "ponderhit",
            "nonsense",
            "",
        ],
        line_lists: &[
            // A ban applies only to the position for which it was sent. This list of lines must come before all lists
            // with a `stop`: after an earlier `stop` in the session, a late `nobestmove` could be the answer to that
            // `stop`.
            &[
                "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
                "banmoves d0d1",
                "go depth 1",
                "@idle",
                "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
                "go depth 1",
            ],
            &["position startpos", "go infinite", "stop", "isready"],
            &[
                "position startpos",
                "go ponder time 100 increment 0",
                "ponderhit draw",
            ],
        ],
    };

    fn game(&self) -> &FuzzedGame<Position> {
        &XIANGQI
    }

    /// In batch mode an engine may read its next command only after a search.
    fn may_defer_commands(&self, line: &[u8]) -> bool {
        line.windows(5).any(|it| it == b"batch")
    }
}

static XIANGQI: FuzzedGame<Position> = FuzzedGame {
    valid_fens: &VALID_FENS,
    broken_fens: &BROKEN_FENS,
    broken_moves: &[
        "a0a9",
        "h2e2 h2e2",
        "e0e9",
        "i9j9",
        "h2",
        "moves",
        "h2e2h9g7",
    ],
    searched_moves: &[""],
    move_suffixes: &[""],
    before_random_moves: "",
    parse_fen: |fen| Position::from_fen(fen).ok(),
    generated_games: LazyLock::new(|| GeneratedGames::from_positions(&VALID_FENS)),
};

/// Valid positions: the initial position, a middle game, endgames, a check, a mate and a stalemate.
const VALID_FENS: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/3N5/9/4C4/9/9/9/9/3K1R3 b - - 0 1",
    "3ak4/4a4/9/9/2b6/9/9/4B4/4A4/2BAK4 b - - 12 40",
];

/// Malformed or invalid FENs, most with one mistake.
const BROKEN_FENS: [&str; 14] = [
    "",
    "9",
    "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR/9 w - - 0 1",
    "rnbaaabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAAABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "rnbakabnr/45/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w - - 0 1",
    "rnbakabnr/0/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbxkabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - -1 -1",
    "kkkkkkkkk/9/9/9/9/9/9/9/9/KKKKKKKKK w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/4K4 w - - 99999999999999999999 0",
];
