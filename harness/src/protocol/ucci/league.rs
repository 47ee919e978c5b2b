//! The profile `league`: the rules that the league requires (`UCCI L1` to `L10`), and the commands
//! of the league's emulator.

use std::time::Duration;

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::wire::{Response, ResultFlag};
use crate::{
    message::{Message, message},
    protocol::{GameStatus, LevelInProfile, SelfPlayGame, SessionStart},
    rule::Level,
};

/// The name of the league's profile, which also names the league's emulator in the directive `@handshake`.
pub(super) const LEAGUE_NAME: &str = "league";

/// The script that checks whether an engine starts in the profile `league`.
pub(super) const START_SCRIPT: &[u8] = b"@handshake league\n@stderr merged\n";

/// How the league's emulator begins a session. The emulator waits 10 s for `ucciok`, and then continues even without
/// `ucciok`.
pub(super) const EMULATOR_START: SessionStart = SessionStart {
    command: b"ucci",
    answer_prefix: b"ucciok",
    quit_timeout: Duration::from_secs(1),
};

/// The options that the emulator sets even if the engine did not announce them. The emulator first sets the options of
/// this list, and then the unit of time and the options of its settings file.
pub(super) const UNCONDITIONAL_OPTIONS: [&str; 3] = [
    "setoption promotion false",
    "setoption ponder false",
    "setoption newgame",
];

/// The reason why a rule does not apply if the league does not require it. The league requires only `UCCI L1` and `L2`
/// of an engine (`UCCI L4`).
const NOT_REQUIRED_REASON: &Message = &message!(
    "league_not_required",
    "the league does not require this rule (UCCI L4)"
);

/// The reason why a rule does not apply if it is about a command that the league's emulator never sends.
const NEVER_SENT_REASON: &Message = &message!(
    "league_never_sent",
    "the league's emulator never sends the command that this rule is about"
);

/// The reason why a rule does not apply if it is about lines that the league's emulator skips. The emulator skips all
/// lines except `ucciok`, `option usemillisec`, `bestmove` and `nobestmove`.
const NEVER_READ_REASON: &Message = &message!(
    "league_never_read",
    "the league's emulator does not read the lines that this rule judges"
);

/// The reason why a rule does not apply outside of the profile `league` if it is about how the league's emulator reads
/// lines.
const LEAGUE_ONLY_REASON: &Message = &message!(
    "league_only",
    "this rule applies only in the profile `league`"
);

/// The levels of rules in the profile `league`. A name that ends in `*` stands for all rules that
/// begin with the text before `*`. The first matching name sets the level; a rule without a match
/// keeps its own level.
const LEAGUE_LEVELS: &[(&str, LevelInProfile)] = &[
    // Rules about commands that the emulator sends, or lines that it reads.
    (
        "ucci/stop_ends_thinking",
        LevelInProfile::Level(Level::Should),
    ),
    (
        "ucci/stop_idle_nobestmove",
        LevelInProfile::NotApplicable(NOT_REQUIRED_REASON),
    ),
    ("ucci/bye_before_end", LevelInProfile::Level(Level::May)),
    (
        "ucci/bye_only_after_quit",
        LevelInProfile::Level(Level::May),
    ),
    (
        "ucci/quit_thinking_prompt",
        LevelInProfile::NotApplicable(NOT_REQUIRED_REASON),
    ),
    (
        "ucci/quit_in_boot",
        LevelInProfile::NotApplicable(NOT_REQUIRED_REASON),
    ),
    (
        "ucci/unannounced_option_silent",
        LevelInProfile::Level(Level::May),
    ),
    ("ucci/handshake_lines", LevelInProfile::Level(Level::May)),
    (
        "ucci/ucci_again",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    // Rules about commands that the emulator never sends.
    (
        "ucci/readyok_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/pophash_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/probe_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/batch_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/ponder_waits",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/ponder_needs_clock",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/ponderhit_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/depth_ends",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/nodes_ends",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/infinite_lasts",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/dialect_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/line_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/moves_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/fen_broken",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/go_*",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/unknown_command",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/command_while_thinking",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/board_fixed_while_thinking",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/option_long",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    (
        "ucci/option_values",
        LevelInProfile::NotApplicable(NEVER_SENT_REASON),
    ),
    // Rules about lines that the emulator does not read.
    (
        "ucci/option_*",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/id_kind",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/info_*",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/pv_legal",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/currmove_legal",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/score_side",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/bestmove_heads_pv",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/ponder_legal",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
    (
        "ucci/ponder_follows_pv",
        LevelInProfile::NotApplicable(NEVER_READ_REASON),
    ),
];

/// The rules about how the emulator reads lines, which apply only in the profile `league`.
const LEAGUE_ONLY_RULES: &[&str] = &["ucci/league_readable"];

/// The effect of a profile on a rule.
pub(super) fn level_in_profile(profile: &str, rule: &str) -> LevelInProfile {
    if profile != LEAGUE_NAME {
        return match LEAGUE_ONLY_RULES.contains(&rule) {
            true => LevelInProfile::NotApplicable(LEAGUE_ONLY_REASON),
            false => LevelInProfile::OwnLevel,
        };
    }
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(family) => rule.starts_with(family),
        None => rule == pattern,
    };
    let found = LEAGUE_LEVELS.iter().find(|it| fits(it.0));
    found.map_or(LevelInProfile::OwnLevel, |it| it.1)
}

/// A game that is played with the commands of the league's emulator. Each turn has a `position`, sometimes a
/// `banmoves`, and a `go` with both clocks and perhaps a draw offer.
pub(super) struct LeagueGame {
    position: Position,
    /// The FEN of the position after the last capture, as the league's emulator writes it.
    fen_after_last_capture: String,
    moves: Vec<Move>,
    banned_move: Option<Move>,
    draw_offered: bool,
    turn_count: usize,
}

/// The number of turns between two bans.
const TURNS_PER_BAN: usize = 5;

impl LeagueGame {
    pub(super) fn new() -> LeagueGame {
        let position = Position::start();
        LeagueGame {
            fen_after_last_capture: emulator_fen(&position),
            position,
            moves: Vec::new(),
            banned_move: None,
            draw_offered: false,
            turn_count: 0,
        }
    }

    fn play_move(&mut self, it: Move) {
        let captures = self.position.piece_at(it.to).is_some();
        self.position.play_move(it);
        if captures {
            self.fen_after_last_capture = emulator_fen(&self.position);
            self.moves.clear();
        } else {
            self.moves.push(it);
        }
    }
}

/// The FEN of a position as the emulator writes it: the end is always `- - 0 1`.
fn emulator_fen(position: &Position) -> String {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

impl SelfPlayGame for LeagueGame {
    fn command_words(&self) -> &'static [&'static str] {
        &["position", "banmoves", "go", "stop"]
    }

    fn next_turn_commands(&mut self, clock: &str, increment: &str, other: &str) -> Vec<Vec<u8>> {
        let mut position = format!("position fen {}", self.fen_after_last_capture);
        if !self.moves.is_empty() {
            let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
            position.push_str(" moves ");
            position.push_str(&moves.join(" "));
        }
        let mut lines = vec![position];
        let legal = self.position.legal_moves();
        self.turn_count += 1;
        self.banned_move = (legal.len() > 1 && self.turn_count.is_multiple_of(TURNS_PER_BAN))
            .then(|| legal.first().copied())
            .flatten();
        if let Some(banned) = self.banned_move {
            lines.push(format!("banmoves {banned}"));
        }
        let draw = if self.draw_offered { "draw " } else { "" };
        lines.push(format!(
            "go {draw}time {clock} increment {increment} opptime {other} oppincrement {increment}"
        ));
        lines.into_iter().map(String::into_bytes).collect()
    }

    fn read_answer(&mut self, line: &[u8]) -> Option<GameStatus> {
        if line.starts_with(b"nobestmove") {
            return Some(GameStatus::GameOver);
        }
        if !line.starts_with(b"bestmove ") {
            return None;
        }
        let Response::BestMove(answer) = Response::parse(line) else {
            return Some(GameStatus::GameOver);
        };
        let best = answer.best_move.map(|(best, _)| best);
        let best = best.filter(|it| self.position.is_legal(*it) && Some(*it) != self.banned_move);
        let Some(best) = best else {
            return Some(GameStatus::GameOver);
        };
        let offers = answer.flag == Some(ResultFlag::Draw);
        let over = answer.flag == Some(ResultFlag::Resign) || (offers && self.draw_offered);
        self.draw_offered = offers;
        self.play_move(best);
        Some(match over || self.position.has_no_legal_move() {
            true => GameStatus::GameOver,
            false => GameStatus::Continues,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::rules, *};

    #[test]
    fn every_league_level_names_an_existing_rule() {
        for (pattern, _) in LEAGUE_LEVELS {
            let family = pattern.strip_suffix('*');
            let fits = |id: &str| family.map_or(id == *pattern, |it| id.starts_with(it));
            assert!(rules::ALL.iter().any(|it| fits(it.rule.id)), "{pattern}");
        }
        for rule in LEAGUE_ONLY_RULES {
            assert!(rules::ALL.iter().any(|it| it.rule.id == *rule), "{rule}");
        }
    }

    #[test]
    fn after_a_capture_the_position_has_a_new_fen() {
        let mut game = LeagueGame::new();
        let lines = |game: &mut LeagueGame| {
            let lines = game.next_turn_commands("9", "0", "8");
            String::from_utf8(lines.join(&b'\n')).unwrap()
        };
        assert!(lines(&mut game).starts_with(
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\ngo time 9 increment 0 opptime 8"
        ));
        assert_eq!(game.read_answer(b"info depth 1"), None);
        assert_eq!(
            game.read_answer(b"bestmove h2e2 ponder h9g7 draw"),
            Some(GameStatus::Continues)
        );
        let second = lines(&mut game);
        assert!(
            second.contains(" w - - 0 1 moves h2e2\ngo draw time"),
            "{second}"
        );
        assert_eq!(
            game.read_answer(b"bestmove h9g7"),
            Some(GameStatus::Continues)
        );
        let _ = lines(&mut game);
        assert_eq!(
            game.read_answer(b"bestmove e2e6 resign"),
            Some(GameStatus::GameOver)
        );
        let after = lines(&mut game);
        assert!(after.starts_with("position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 1\ngo time"), "{after}");
    }

    #[test]
    fn an_illegal_or_banned_move_ends_the_game() {
        let mut game = LeagueGame::new();
        let _ = game.next_turn_commands("9", "0", "8");
        assert_eq!(
            game.read_answer(b"bestmove a0a9"),
            Some(GameStatus::GameOver)
        );
        assert_eq!(game.read_answer(b"nobestmove"), Some(GameStatus::GameOver));
    }
}
