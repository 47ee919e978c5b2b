//! Generates UCI commands: valid commands, slightly invalid commands, commands at the wrong time, and random bytes.

use std::sync::LazyLock;

use arbitrary::Arbitrary;

use super::{chess::ChessVariant, dialect::UciDialect, game::UciPosition, variant::GameVariant};
use crate::protocol::search::{
    BoardGame as _,
    fuzz::{DialectLine, EdgeCases, FuzzVocabulary, FuzzedGame, GeneratedGames, SearchGrammar},
};

/// The generator of UCI commands for one game.
pub(super) struct UciGrammar {
    game: &'static FuzzedGame<UciPosition>,
}

pub(super) static CHESS_GRAMMAR: UciGrammar = UciGrammar { game: &CHESS };

pub(super) static XIANGQI_GRAMMAR: UciGrammar = UciGrammar { game: &XIANGQI };

/// The UCI commands that the other protocols with searches do not have.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum UciLine {
    NewGame,
    Debug(bool),
}

impl DialectLine<UciPosition> for UciLine {
    fn keeps_state_certain(&self, thinking: bool) -> bool {
        matches!(self, UciLine::Debug(_)) || !thinking
    }

    fn to_text(&self, _game: &FuzzedGame<UciPosition>, _words: &FuzzVocabulary) -> String {
        match self {
            UciLine::NewGame => "ucinewgame",
            UciLine::Debug(true) => "debug on",
            UciLine::Debug(false) => "debug off",
        }
        .to_owned()
    }
}

impl SearchGrammar for UciGrammar {
    type Dialect = UciDialect;
    type DialectLine = UciLine;

    const VOCABULARY: FuzzVocabulary = FuzzVocabulary {
        option_names: &[
            "Ponder",
            "OwnBook",
            "MultiPV",
            "UCI_AnalyseMode",
            "UCI_LimitStrength",
            "UCI_ShowWDL",
            "Clear Hash",
            "Style",
            "No Such Option",
        ],
        scarce_options: &[],
        go_forms: &[
            ("depth {}", 3),
            ("nodes {}", 2000),
            ("movetime {}", 50),
            ("wtime {} btime {} winc 1 binc 0", 255),
            ("infinite", 1),
            ("ponder wtime {} btime {}", 255),
            ("depth {} searchmoves {moves}", 2),
        ],
        limit_words: &[
            "depth",
            "nodes",
            "movetime",
            "mate",
            "wtime",
            "binc",
            "movestogo",
            "perft",
        ],
        words: &[
            "ucci",
            "quit?",
            "fen",
            "startpos",
            "moves",
            "name",
            "value",
            "depth",
            "infinite",
            "searchmoves",
            "e2e4",
            "e7e8q",
            "a0a10",
            "é",
            "\u{202e}",
            "%s%n",
            "..",
            "\"",
        ],
    };

    const EDGE_CASES: EdgeCases = EdgeCases {
        single_lines: &[
            "go depth 1",
            "stop",
            "ponderhit",
            "",
            "uci",
            "nonsense",
            "debug on",
            "debug",
            "ucinewgame",
            "register later",
            "register",
            "setoption",
            "setoption name",
            "position",
            "position startpos moves",
            "position moves e2e4",
            "ucci",
            "xboard",
            "quit",
        ],
        bytes: &[b"setoption name Log caf\xe9\n"],
        number_lines: &[
            "go depth {}",
            "go nodes {}",
            "go movetime {}",
            "go mate {}",
            "go wtime {}",
            "go movestogo {}",
        ],
        option_names: &[
            "Hash",
            "Threads",
            "MultiPV",
            "UCI_Chess960",
            "Clear Hash",
            "Nonesuch",
        ],
        lines_during_search: &[
            "stop",
            "go depth 1",
            "go infinite",
            "quit",
            "position startpos moves e2e4",
            "uci",
            "ucinewgame",
            "setoption name Hash value 1",
            "isready",
            "ponderhit",
            "debug on",
            "nonsense",
            "",
        ],
        line_lists: &[
            &[
                "position startpos moves e2e4 e7e5",
                "go ponder wtime 100 btime 100",
                "ponderhit",
            ],
            &["position startpos", "go searchmoves e2e5 i9i9 depth 1"],
        ],
    };

    fn game(&self) -> &FuzzedGame<UciPosition> {
        self.game
    }
}

/// Lists of moves that are illegal or malformed in the initial position, in chess and in xiangqi.
const BROKEN_MOVES: [&str; 8] = [
    "e2e5", "e7e5", "e2", "moves", "e2e4e7e5", "e1g1", "e2e4q", "0000",
];

static CHESS: FuzzedGame<UciPosition> = FuzzedGame {
    valid_fens: &CHESS_FENS,
    broken_fens: &BROKEN_CHESS_FENS,
    broken_moves: &BROKEN_MOVES,
    searched_moves: &["e2e4", "a2a3 h2h3", "e2e5", ""],
    move_suffixes: &["", "", "", "q", "n", "k"],
    before_random_moves: "",
    parse_fen: |fen| UciPosition::parse_position(fen, GameVariant::Chess(ChessVariant::Chess)),
    generated_games: LazyLock::new(|| GeneratedGames::from_positions(&CHESS_FENS)),
};

static XIANGQI: FuzzedGame<UciPosition> = FuzzedGame {
    valid_fens: &XIANGQI_FENS,
    broken_fens: &BROKEN_XIANGQI_FENS,
    broken_moves: &BROKEN_MOVES,
    searched_moves: &["h2e2 h3e3", "a0a1 a1a2", "e2e5", ""],
    move_suffixes: &["", "", "", "q", "n", "k"],
    before_random_moves: "a0a0 ",
    // No FEN of xiangqi is parsed, because engines number the first rank 0 or 1, so the notation of moves is uncertain.
    parse_fen: |_| None,
    generated_games: LazyLock::new(|| GeneratedGames::from_positions(&[])),
};

/// FENs of chess: the initial position, middle games, endings, check, mate, stalemate, castling, en passant and
/// promotion.
const CHESS_FENS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "6k1/P7/8/8/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/1r6/K6k w - - 99 80",
];

/// FENs of xiangqi: the initial position, a middle game, endings, check, mate, stalemate, and many moves without a
/// capture.
const XIANGQI_FENS: [&str; 7] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "2bakab2/9/2n1c1n2/p3p3p/2p3p2/2P3P2/P3P3P/2N1C1N2/9/2BAKAB2 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 119 90",
    "4k4/9/9/9/9/9/9/4r4/9/3AKA3 w - - 0 1",
    "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
];

const BROKEN_CHESS_FENS: [&str; 11] = [
    "",
    "8",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ z9 -1 x",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 0",
];

const BROKEN_XIANGQI_FENS: [&str; 7] = [
    "",
    "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x - - 0 1",
    "rnbakabnr/9/1c5c2/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "kkkkkkkkk/9/9/9/9/9/9/9/9/KKKKKKKKK w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];
