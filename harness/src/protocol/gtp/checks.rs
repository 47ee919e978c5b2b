//! Checks that several rules of GTP share.

use super::{
    view::{
        BoardMistake, CommandAnswer, CommandExchange, EndKind, KnownScores, PRINTED_PRECISION,
        Response, View, format_score,
    },
    wire::{ArgumentKind, Color, Id, Point, Spelling, Vertex},
};
use crate::{
    message::{Message, message},
    protocol::process_end::{early_end_message, hang_message},
    readable::readable_text,
    rule::{Culprit, Findings},
};

/// An unusual property of a command. For each property, a separate rule judges whether the engine survives commands
/// with this property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnusualCommand {
    ControlBytes,
    HighBytes,
    Long,
    OddId,
    IdAlone,
    OddVertex,
    Superfluous,
}

impl CommandExchange {
    /// The way in which the command is unusual, or `None` if it is an ordinary command.
    pub(super) fn unusual_kind(&self) -> Option<UnusualCommand> {
        match self.spelling {
            _ if self.command.name.is_none() => return Some(UnusualCommand::IdAlone),
            Spelling::ControlBytes => return Some(UnusualCommand::ControlBytes),
            Spelling::HighBytes => return Some(UnusualCommand::HighBytes),
            Spelling::Long => return Some(UnusualCommand::Long),
            Spelling::OddId => return Some(UnusualCommand::OddId),
            Spelling::Plain | Spelling::Comment | Spelling::Tab | Spelling::Blanks => (),
        }
        match self.command.argument_kind() {
            ArgumentKind::OddVertex => Some(UnusualCommand::OddVertex),
            ArgumentKind::Superfluous => Some(UnusualCommand::Superfluous),
            _ => None,
        }
    }

    /// Whether the arguments have the number and the kinds that the command requires.
    pub(super) fn has_valid_arguments(&self) -> bool {
        self.command.argument_kind() == ArgumentKind::Valid
    }

    /// Whether the command has one of `names`, and valid arguments.
    pub(super) fn is_valid_command(&self, names: &[&str]) -> bool {
        names.iter().any(|it| self.command.has_name(it)) && self.has_valid_arguments()
    }

    /// Whether the engine must answer this command with a success, if the line has no unusual form (such as extra
    /// blanks).
    pub(super) fn must_succeed(&self) -> bool {
        const COMMANDS_THAT_NEVER_FAIL: [&str; 7] = [
            "protocol_version",
            "name",
            "version",
            "known_command",
            "list_commands",
            "clear_board",
            "komi",
        ];
        let proven =
            self.facts.has_succeeded || self.facts.listed == Some(true) || self.is_legal_play();
        let legal = self.is_valid_command(&COMMANDS_THAT_NEVER_FAIL) || self.is_legal_play();
        // An engine may reject a number that is too large for an id, or a word such as `1e3` in place of an id.
        legal && proven && !self.command.has_odd_id()
    }

    /// Whether the command is a `play` of a move that is legal under all rules of play.
    pub(super) fn is_legal_play(&self) -> bool {
        use super::board::Legality;
        let (Some((color, vertex)), Some(position)) =
            (self.command.played_move(), &self.board.position)
        else {
            return false;
        };
        position.legality(color, vertex) == Legality::Legal && !self.board.is_repetition
    }

    /// Whether a `play` writes its color or its vertex in another way than the examples of the GTP draft, for instance
    /// as `black`, `e5` or `PASS`.
    pub(super) fn has_unusual_letter_case(&self) -> bool {
        let mut words = self.command.arguments.iter().map(Vec::as_slice);
        let (color, vertex) = (words.next(), words.next().unwrap_or_default());
        let usual_vertex = vertex == b"pass"
            || (!vertex.eq_ignore_ascii_case(b"pass")
                && !vertex.iter().any(u8::is_ascii_lowercase));
        !matches!(color, Some(b"b" | b"w")) || !usual_vertex
    }

    /// The command's text, for messages.
    pub(super) fn command_text(&self) -> String {
        readable_text(self.line.bytes.trim_ascii()).into_owned()
    }
}

impl View {
    /// The first unanswered command of a session that ended with a crash, an exit or a hang, if this command is
    /// unusual.
    pub(super) fn fatal_exchange(&self) -> Option<&CommandExchange> {
        let ending = self.ending.as_ref()?;
        let failed = matches!(
            ending.kind,
            EndKind::Crashed | EndKind::ExitedWithoutQuit | EndKind::Hung(_)
        );
        let mut open = self
            .exchanges
            .iter()
            .filter(|it| matches!(it.answer, CommandAnswer::AnswerPending));
        let first = open.next().filter(|_| failed)?;
        first.unusual_kind().is_some().then_some(first)
    }

    /// Every exchange (command and response) whose response is whole: complete, with all its lines known.
    pub(super) fn completely_answered_exchanges(
        &self,
    ) -> impl Iterator<Item = (&CommandExchange, &Response)> {
        self.answered_exchanges().filter(|it| it.1.is_whole())
    }
}

/// For each command that `applies` selects: requires that the engine's answer is a success (`=`).
pub(super) fn require_success(
    view: &View,
    out: &mut Findings,
    applies: impl Fn(&CommandExchange, &Response) -> bool,
) {
    for (exchange, response) in view
        .completely_answered_exchanges()
        .filter(|it| applies(it.0, it.1))
    {
        if exchange.board.explanation.is_some() {
            continue;
        }
        if response.status.is_success {
            out.conforms(response.line.at);
        } else if exchange.is_refusal(response) {
            let found = readable_text(&response.text).into_owned();
            out.violates(
                response.line.culprit(),
                message!(
                    "gtp_refused",
                    "expected a success (`=`), found the failure `{found}`",
                    found
                ),
            );
        }
    }
}

/// For each command that `applies` selects: requires that the engine's answer is a failure (`?`).
pub(super) fn require_failure(
    view: &View,
    out: &mut Findings,
    applies: impl Fn(&CommandExchange, &Response) -> bool,
) {
    for (exchange, response) in view
        .completely_answered_exchanges()
        .filter(|it| applies(it.0, it.1))
    {
        if exchange.board.explanation.is_some() {
            continue;
        }
        let message = || message!("gtp_accepted", "expected a failure (`?`), found a success");
        out.require(
            !response.status.is_success,
            response.line.culprit(),
            message,
        );
    }
}

/// Checks that the same moves have the same score again. `known` is the score that they had before. If captured stones
/// are still counted, the scores differ by whole points.
pub(super) fn require_same_score(
    view: &View,
    out: &mut Findings,
    known: fn(&KnownScores) -> Option<f64>,
    message: impl Fn(String) -> Message,
) {
    let is_near = |a: f64, b: f64| (a - b).abs() < PRINTED_PRECISION;
    for (exchange, response) in view.completely_answered_exchanges() {
        let scores = exchange.facts.scores;
        let is_judged = exchange.is_valid_command(&["final_score"]) && scores.is_game_over();
        let before = known(&scores).filter(|_| is_judged);
        let (Some(before), Some(score)) = (before, response.score()) else {
            continue;
        };
        // An estimate is not repeated.
        let mut repeated = scores.of_position();
        if !repeated.next().is_some_and(|it| is_near(it.score, score)) {
            continue;
        }
        let is_whole = is_near((score - before).round(), score - before);
        out.require(
            is_near(score, before) || !is_whole,
            response.line.culprit(),
            || message(format_score(before)),
        );
    }
}

/// Judges a mistake of the engine that only a later answer reveals, such as a move that was not played.
pub(super) fn judge_board_mistake(
    view: &View,
    out: &mut Findings,
    mistake: BoardMistake,
    explain: impl Fn(String) -> Message,
) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if exchange.board.disproved.contains(&mistake) {
            out.conforms(response.line.at);
        }
        let explanation = exchange.board.explanation.as_ref();
        if let Some(it) = explanation.filter(|it| it.mistake == mistake) {
            let command = readable_text(it.command.bytes.trim_ascii()).into_owned();
            out.violates(response.line.culprit(), explain(command));
        }
    }
}

/// Judges whether the engine answers and survives unusual commands.
pub(super) fn judge_unusual_commands(view: &View, out: &mut Findings, oddness: UnusualCommand) {
    for exchange in view
        .exchanges
        .iter()
        .filter(|it| it.unusual_kind() == Some(oddness))
    {
        match &exchange.answer {
            CommandAnswer::Answered(_) if !exchange.further_responses.is_empty() => {
                let message = message!(
                    "gtp_odd_answered_twice",
                    "this line has more than one response"
                );
                out.violates(exchange.line.culprit(), message);
            }
            CommandAnswer::Answered(response) if response.is_whole() => {
                out.conforms(exchange.line.at)
            }
            CommandAnswer::CommandSkipped => {
                let message = message!(
                    "gtp_odd_skipped",
                    "no response to this line, although a later command has a response"
                );
                out.violates(exchange.line.culprit(), message);
            }
            CommandAnswer::TimedOut(wait) => {
                let message = message!(
                    "gtp_odd_timed_out",
                    "no response to this line within {took}",
                    took = wait.time
                );
                if wait.host_was_late {
                    out.add_late_host_doubt(exchange.line.at, message);
                } else {
                    out.record_measured_violation(exchange.line.culprit(), message);
                }
            }
            _ => (),
        }
    }
    let fatal = view
        .fatal_exchange()
        .filter(|it| it.unusual_kind() == Some(oddness));
    let (Some(exchange), Some(ending)) = (fatal, &view.ending) else {
        return;
    };
    if let EndKind::Hung(_) = ending.kind {
        out.record_violation_beyond_host_delay(exchange.line.culprit(), hang_message());
    } else if let Some(message) = early_end_message(&ending.kind, &ending.session_end, "quit") {
        out.violates(exchange.line.culprit(), message);
    }
}

/// Judges whether the engine understands commands that are written in an unusual way, such as with a tab or a comment.
pub(super) fn judge_spelling(view: &View, out: &mut Findings, spelling: Spelling) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if exchange.spelling != spelling || !exchange.must_succeed() {
            continue;
        }
        // The command also has extra blanks. An engine should accept extra blanks, but may reject them (`GTP G-9`).
        let fails = !response.status.is_success;
        if fails && spelling != Spelling::Blanks && Spelling::has_extra_blanks(&exchange.line.bytes)
        {
            continue;
        }
        let found = readable_text(&response.text).into_owned();
        out.require(response.status.is_success, response.line.culprit(), || {
            message!(
                "gtp_spelling_refused",
                "the engine knows the command, but rejects it in this form: `{found}`",
                found
            )
        });
    }
}

/// Judges each command of the interface with the function `judge`.
pub(super) fn judge_commands(
    view: &View,
    out: &mut Findings,
    judge: impl Fn(&CommandExchange) -> Option<Message>,
) {
    for exchange in &view.exchanges {
        match judge(exchange) {
            Some(message) => out.violates(exchange.line.culprit(), message),
            None => out.conforms(exchange.line.at),
        }
    }
}

/// If the engine lists none of the commands that a rule is about, records that the rule does not apply.
pub(super) fn mark_inapplicable_if_unlisted(view: &View, out: &mut Findings, names: &[&str]) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.command.has_name("list_commands") || !response.is_whole_success() {
            continue;
        }
        if !response
            .words()
            .any(|word| names.iter().any(|it| it.as_bytes() == word))
        {
            out.not_applicable(message!(
                "gtp_not_listed",
                "the engine does not list `{commands}`",
                commands = names.join("`, `")
            ));
        }
    }
}

/// Requires that the answer to `list_commands` contains at least one name of each group in `wanted`.
pub(super) fn require_listed(view: &View, out: &mut Findings, wanted: &[&[&str]]) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.command.has_name("list_commands") || !response.is_whole_success() {
            continue;
        }
        let lists = |name: &&str| response.words().any(|it| it == name.as_bytes());
        let missing = wanted.iter().filter(|names| !names.iter().any(lists));
        let missing: Vec<String> = missing.map(|it| it.join("` / `")).collect();
        out.require(missing.is_empty(), response.line.culprit(), || {
            message!(
                "gtp_list_lacks",
                "the list lacks `{missing}`",
                missing = missing.join("`, `")
            )
        });
    }
}

/// Returns as culprit the first place where the bytes `word` occur in a line of a response, or the whole line if they
/// do not occur.
pub(super) fn word_culprit(line: &super::view::ViewLine, word: &[u8]) -> Culprit {
    let found = line
        .bytes
        .windows(word.len().max(1))
        .position(|it| it == word);
    match found {
        Some(at) => line.culprit_part(at..at + word.len()),
        None => line.culprit(),
    }
}

/// The words of a line, each with its vertex, or with `None` if the word is not a vertex.
pub(super) fn vertices(text: &[u8]) -> impl Iterator<Item = (&[u8], Option<Vertex>)> {
    let words = text.split(|it| it.is_ascii_whitespace());
    words
        .filter(|it| !it.is_empty())
        .map(|it| (it, Vertex::parse(it)))
}

/// Whether a line consists of one or more vertices.
pub(super) fn is_vertex_list(text: &[u8]) -> bool {
    !text.is_empty() && vertices(text).all(|it| it.1.is_some())
}

/// Whether the engine wrote its result directly after the `=`, without the required space, as in `=2` for a command
/// without an id.
pub(super) fn is_result_without_space(exchange: &CommandExchange, response: &Response) -> bool {
    let demands_text =
        exchange.command.has_name("protocol_version") || exchange.command.has_name("version");
    demands_text
        && exchange.command_id() == Id::None
        && response.status.is_success
        && response.status.id.valid_number().is_some()
        && response.text.is_empty()
}

/// The points among `view_points` that have a stone of `color`.
pub(super) fn points_of_color(
    view_points: &[Point],
    position: &super::board::Position,
    color: Color,
) -> Vec<Point> {
    let of_color = |it: &&Point| position.stone_at(**it) == Some(color);
    view_points.iter().filter(of_color).copied().collect()
}
