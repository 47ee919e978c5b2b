//! The profile `league`: the rules that the league requires (`UCCI L1` to `L10`), and the commands of its emulator.

use std::time::Duration;

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::wire::{Flag, Response};
use crate::{
    message::{Message, message},
    protocol::{Binding, Game, Opening, Reply},
    rule::Level,
};

/// The name of the profile, and of the interface in `@handshake`.
pub(super) const NAME: &str = "league";

/// The script of the profile that shows whether an engine starts.
pub(super) const START: &[u8] = b"@handshake league\n@stderr merged\n";

/// The beginning of a conversation with the emulator. The emulator waits 10 s for the answer, and then continues
/// without an answer.
pub(super) const OPENING: Opening = Opening {
    command: b"ucci",
    begins_with: b"ucciok",
    quit_timeout: Duration::from_secs(1),
};

/// The options that the emulator sets even if the engine did not announce them. The emulator sets the unit of time and
/// the options of its file after these options.
pub(super) const BLIND: [&str; 3] = [
    "setoption promotion false",
    "setoption ponder false",
    "setoption newgame",
];

/// The league requires only the rules `UCCI L1` and `L2` of an engine (`UCCI L4`).
const NOT_REQUIRED: &Message = &message!(
    "league_not_required",
    "the league does not require this rule (UCCI L4)"
);

/// The emulator never sends the command that the rule is about.
const NEVER_SENT: &Message = &message!(
    "league_never_sent",
    "the league's emulator never sends the command"
);

/// The emulator skips all lines except `ucciok`, `option usemillisec`, `bestmove` and `nobestmove`.
const NEVER_READ: &Message = &message!(
    "league_never_read",
    "the league's emulator does not read the lines of this rule"
);

/// A rule about how the emulator reads lines applies only in this profile.
const LEAGUE_ONLY: &Message = &message!("league_only", "the rule binds in profile `league` only");

/// The levels of rules in the profile. A name that ends in `*` stands for all rules that begin with the text before
/// `*`. The first match counts; a rule without a match keeps its own level.
const BINDINGS: &[(&str, Binding)] = &[
    // The emulator sends these commands or reads these lines.
    ("ucci/stop_ends_thinking", Binding::Level(Level::Should)),
    (
        "ucci/stop_idle_nobestmove",
        Binding::NotApplicable(NOT_REQUIRED),
    ),
    ("ucci/bye_before_end", Binding::Level(Level::May)),
    ("ucci/bye_only_after_quit", Binding::Level(Level::May)),
    (
        "ucci/quit_thinking_prompt",
        Binding::NotApplicable(NOT_REQUIRED),
    ),
    ("ucci/quit_in_boot", Binding::NotApplicable(NOT_REQUIRED)),
    ("ucci/unannounced_option_silent", Binding::Level(Level::May)),
    ("ucci/handshake_lines", Binding::Level(Level::May)),
    ("ucci/ucci_again", Binding::NotApplicable(NEVER_SENT)),
    // The emulator never sends these commands.
    ("ucci/readyok_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/pophash_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/probe_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/batch_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/ponder_waits", Binding::NotApplicable(NEVER_SENT)),
    (
        "ucci/ponder_needs_clock",
        Binding::NotApplicable(NEVER_SENT),
    ),
    ("ucci/ponderhit_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/depth_ends", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/nodes_ends", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/infinite_lasts", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/dialect_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/line_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/moves_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/fen_broken", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/go_*", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/unknown_command", Binding::NotApplicable(NEVER_SENT)),
    (
        "ucci/command_while_thinking",
        Binding::NotApplicable(NEVER_SENT),
    ),
    (
        "ucci/board_fixed_while_thinking",
        Binding::NotApplicable(NEVER_SENT),
    ),
    ("ucci/option_long", Binding::NotApplicable(NEVER_SENT)),
    ("ucci/option_values", Binding::NotApplicable(NEVER_SENT)),
    // The emulator does not read these lines.
    ("ucci/option_*", Binding::NotApplicable(NEVER_READ)),
    ("ucci/id_kind", Binding::NotApplicable(NEVER_READ)),
    ("ucci/info_*", Binding::NotApplicable(NEVER_READ)),
    ("ucci/pv_legal", Binding::NotApplicable(NEVER_READ)),
    ("ucci/currmove_legal", Binding::NotApplicable(NEVER_READ)),
    ("ucci/score_side", Binding::NotApplicable(NEVER_READ)),
    ("ucci/bestmove_heads_pv", Binding::NotApplicable(NEVER_READ)),
    ("ucci/ponder_legal", Binding::NotApplicable(NEVER_READ)),
    ("ucci/ponder_follows_pv", Binding::NotApplicable(NEVER_READ)),
];

/// The rules about how the emulator reads lines.
const LEAGUE_RULES: &[&str] = &["ucci/league_readable"];

/// The effect of a profile on a rule.
pub(super) fn binding(profile: &str, rule: &str) -> Binding {
    if profile != NAME {
        return match LEAGUE_RULES.contains(&rule) {
            true => Binding::NotApplicable(LEAGUE_ONLY),
            false => Binding::AsIs,
        };
    }
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(family) => rule.starts_with(family),
        None => rule == pattern,
    };
    let found = BINDINGS.iter().find(|it| fits(it.0));
    found.map_or(Binding::AsIs, |it| it.1)
}

/// A game with the commands of the emulator: the position after the last capture with the moves since then, both
/// clocks, draw offers, and sometimes a ban.
pub(super) struct LeagueGame {
    position: Position,
    /// The position after the last capture, as the emulator writes it.
    base: String,
    moves: Vec<Move>,
    banned: Option<Move>,
    draw: bool,
    turns: usize,
}

/// The number of turns between two bans.
const BAN_EVERY: usize = 5;

impl LeagueGame {
    pub(super) fn new() -> LeagueGame {
        let position = Position::start();
        LeagueGame {
            base: base(&position),
            position,
            moves: Vec::new(),
            banned: None,
            draw: false,
            turns: 0,
        }
    }

    fn play(&mut self, it: Move) {
        let captures = self.position.piece_at(it.to).is_some();
        self.position.play_move(it);
        if captures {
            self.base = base(&self.position);
            self.moves.clear();
        } else {
            self.moves.push(it);
        }
    }
}

/// The FEN of a position as the emulator writes it: the end is always `- - 0 1`.
fn base(position: &Position) -> String {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

impl Game for LeagueGame {
    fn commands(&self) -> &'static [&'static str] {
        &["position", "banmoves", "go", "stop"]
    }

    fn turn(&mut self, clock: &str, increment: &str, other: &str) -> Vec<Vec<u8>> {
        let mut position = format!("position fen {}", self.base);
        if !self.moves.is_empty() {
            let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
            position.push_str(" moves ");
            position.push_str(&moves.join(" "));
        }
        let mut lines = vec![position];
        let legal = self.position.legal_moves();
        self.turns += 1;
        self.banned = (legal.len() > 1 && self.turns.is_multiple_of(BAN_EVERY))
            .then(|| legal.first().copied())
            .flatten();
        if let Some(banned) = self.banned {
            lines.push(format!("banmoves {banned}"));
        }
        let draw = if self.draw { "draw " } else { "" };
        lines.push(format!(
            "go {draw}time {clock} increment {increment} opptime {other} oppincrement {increment}"
        ));
        lines.into_iter().map(String::into_bytes).collect()
    }

    fn reply(&mut self, line: &[u8]) -> Option<Reply> {
        if line.starts_with(b"nobestmove") {
            return Some(Reply::Over);
        }
        if !line.starts_with(b"bestmove ") {
            return None;
        }
        let Response::BestMove(answer) = Response::parse(line) else {
            return Some(Reply::Over);
        };
        let best = answer.best.map(|(best, _)| best);
        let best = best.filter(|it| self.position.is_legal(*it) && Some(*it) != self.banned);
        let Some(best) = best else {
            return Some(Reply::Over);
        };
        let offers = answer.flag == Some(Flag::Draw);
        let over = answer.flag == Some(Flag::Resign) || (offers && self.draw);
        self.draw = offers;
        self.play(best);
        Some(match over || self.position.has_no_legal_move() {
            true => Reply::Over,
            false => Reply::Continues,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::rules, *};

    #[test]
    fn every_binding_is_of_a_rule_that_exists() {
        for (pattern, _) in BINDINGS {
            let family = pattern.strip_suffix('*');
            let fits = |id: &str| family.map_or(id == *pattern, |it| id.starts_with(it));
            assert!(rules::ALL.iter().any(|it| fits(it.rule.id)), "{pattern}");
        }
        for rule in LEAGUE_RULES {
            assert!(rules::ALL.iter().any(|it| it.rule.id == *rule), "{rule}");
        }
    }

    #[test]
    fn a_capture_begins_a_new_fen() {
        let mut game = LeagueGame::new();
        let lines = |game: &mut LeagueGame| {
            let lines = game.turn("9", "0", "8");
            String::from_utf8(lines.join(&b'\n')).unwrap()
        };
        assert!(lines(&mut game).starts_with("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\ngo time 9 increment 0 opptime 8"));
        assert_eq!(game.reply(b"info depth 1"), None);
        assert_eq!(
            game.reply(b"bestmove h2e2 ponder h9g7 draw"),
            Some(Reply::Continues)
        );
        let second = lines(&mut game);
        assert!(
            second.contains(" w - - 0 1 moves h2e2\ngo draw time"),
            "{second}"
        );
        assert_eq!(game.reply(b"bestmove h9g7"), Some(Reply::Continues));
        let _ = lines(&mut game);
        assert_eq!(game.reply(b"bestmove e2e6 resign"), Some(Reply::Over));
        let after = lines(&mut game);
        assert!(after.starts_with("position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 1\ngo time"), "{after}");
    }

    #[test]
    fn an_illegal_or_banned_move_ends_the_game() {
        let mut game = LeagueGame::new();
        let _ = game.turn("9", "0", "8");
        assert_eq!(game.reply(b"bestmove a0a9"), Some(Reply::Over));
        assert_eq!(game.reply(b"nobestmove"), Some(Reply::Over));
    }
}
