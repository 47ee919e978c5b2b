//! Tests of every kind of doubt (a range of lines that is not judged): its beginning, its reason
//! and its end.

use crate::{
    protocol::{
        Judge as _, JudgeResult,
        segments::SegmentJudge,
        ucci::{rules, view::Tracker},
    },
    rule::{Findings, Outcome, RuleId},
    transcript::Transcript,
};

const HANDSHAKE_TRANSCRIPT: &str = "\
> ucci
< option usemillisec type check default false
< option batch type check default false
< ucciok
> setoption usemillisec true
";

/// The number of lines of the handshake.
const HANDSHAKE_LINES: usize = 5;

/// The lengths of segments: one segment only, short segments, and segments that are as short as possible.
const SEGMENT_LENGTHS: [usize; 3] = [usize::MAX, 3, 1];

/// A range of doubt: its first line after the handshake, the line that ended it, and the reason.
type DoubtLines = (usize, Option<usize>, &'static str);

const SECOND_GO_REASON: &str = "a second `go` during a search";
const COMMAND_DURING_SEARCH_REASON: &str = "a `position` or `banmoves` during a search";
const UNSPECIFIED_POSITION_REASON: &str =
    "a `position` command whose effect the protocol does not specify";
const TRAILING_BLANKS_REASON: &str =
    "a line with a blank or a carriage return at its end, which an engine may ignore";
const UNKNOWN_LINE_REASON: &str =
    "a line outside the grammar that an engine may accept as a command";
const UNCERTAIN_OPTION_REASON: &str = "a `setoption` that an engine may accept or ignore";
const UNCERTAIN_PROMOTION_REASON: &str = "the option `promotion` may be on, and the protocol does not specify how promotions are written";
const UNCERTAIN_UNIT_REASON: &str = "the engine announces `usemillisec`, but it is not certain that the option is on: times may be in seconds or in milliseconds";
const UNDECIDED_NOBESTMOVE_REASON: &str =
    "a `nobestmove` that may be the result, or the answer to an earlier `stop`";
const SKIPPED_GO_REASON: &str = "a `go` that the engine may have skipped";
const SECOND_UCCI_REASON: &str = "a second `ucci`";
const UCI_SENT_REASON: &str =
    "`uci` was sent: the engine may speak another protocol up to the next `ucci`";
const SENT_AFTER_UCI_REASON: &str = "a command after `uci`: the engine may have changed to UCI, and may answer again only after the next `ucci`";
const EXTRA_ANSWER_REASON: &str = "an answer, but no command is waiting for an answer";
const IGNORED_PROBE_REASON: &str = "a `probe` with a position that the engine may reject";
const ILLEGAL_BAN_REASON: &str = "`banmoves` with a move that is not legal here";

fn judge_in_segments(text: &str, segment: usize) -> JudgeResult {
    let transcript = Transcript::parse(text.as_bytes()).unwrap();
    let mut judge = SegmentJudge::new(Tracker::with_segment_length(segment), rules::ALL);
    for event in &transcript.events {
        judge.observe_event(event);
    }
    Box::new(judge).into_judge_result()
}

fn findings_of<'a>(judged: &'a JudgeResult, id: &'static str) -> &'a Findings {
    &judged.findings[RuleId::new(id)]
}

/// The ranges of doubt, as line numbers after the handshake. The ranges must be the same for all lengths of segments.
fn doubt_ranges(rest: &str) -> Vec<DoubtLines> {
    let text = format!("{HANDSHAKE_TRANSCRIPT}{rest}");
    let whole = judge_in_segments(&text, usize::MAX).doubt_ranges;
    for segment in SEGMENT_LENGTHS {
        assert_eq!(
            judge_in_segments(&text, segment).doubt_ranges,
            whole,
            "on\n{rest}"
        );
    }
    let line = |event: usize| event + 1 - HANDSHAKE_LINES;
    let shown = whole.ranges.iter();
    shown
        .map(|it| {
            (
                line(it.first_event.0),
                it.last_event.map(|it| line(it.0)),
                it.reason.english,
            )
        })
        .collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of all kinds of doubts")]
fn a_doubt_range_is_as_short_as_possible() {
    let cases: &[(&str, &[DoubtLines])] = &[
        // The doubt ends when both `go` have a result and a `position` follows.
        (
            "> position startpos\n> go depth 1\n> go depth 1\n< bestmove h2e2\n< bestmove h2e2\n> position startpos\n",
            &[(3, Some(6), SECOND_GO_REASON)],
        ),
        // If an `isready` after the second `go` is answered, and the result of the first `go` comes much later, the
        // second `go` was sent during the search.
        (
            "> position startpos\n> go depth 1\n> go depth 1\n> isready\n< readyok\n~ 2s\n< bestmove h2e2\n> position startpos\n",
            &[(3, Some(8), SECOND_GO_REASON)],
        ),
        // If the first search goes on for many seconds after the second `go`, this also shows that the second `go` was
        // sent during the search.
        (
            "> position startpos\n> go depth 1\n> go depth 1\n~ 11s\n< bestmove h2e2\n> position startpos\n",
            &[(3, Some(6), SECOND_GO_REASON)],
        ),
        // A long silence after an answered `isready` shows that no second search is running.
        (
            "> position startpos\n> go depth 1\n> go depth 1\n< bestmove h2e2\n> isready\n< readyok\n~ 11s\n> position startpos\n",
            &[(3, Some(8), SECOND_GO_REASON)],
        ),
        // The doubt continues, because a second search may still be running: one second of silence does not prove
        // that it has ended, and neither does the next `go`.
        (
            "> position startpos\n> go depth 1\n> go depth 1\n< bestmove h2e2\n> isready\n< readyok\n~ 2s\n> position startpos\n> go depth 1\n< bestmove h2e2\n",
            &[(3, None, SECOND_GO_REASON), (8, None, SECOND_GO_REASON)],
        ),
        (
            "> position startpos\n> go depth 1\n> position startpos\n< bestmove h2e2\n> position startpos\n",
            &[(3, Some(5), COMMAND_DURING_SEARCH_REASON)],
        ),
        (
            "> position startpos\n> go depth 1\n> banmoves h2e2\n< bestmove h2e2\n> go depth 1\n< bestmove h2e2\n> position startpos\n",
            &[(3, Some(7), COMMAND_DURING_SEARCH_REASON)],
        ),
        (
            "> position fen 9/9 w - - 0 1\n> go depth 1\n< nobestmove\n> position startpos\n",
            &[(1, Some(4), UNSPECIFIED_POSITION_REASON)],
        ),
        (
            "> position startpos\n> banmoves a0a5\n> go depth 1\n< bestmove h2e2\n> position startpos\n",
            &[(2, Some(5), ILLEGAL_BAN_REASON)],
        ),
        (
            "> go depth 1\n< bestmove h2e2\n> position startpos\n",
            &[(1, Some(3), "a `go` before any `position`")],
        ),
        // An engine may accept or ignore a `position` outside the grammar. The doubt ends with the
        // next `position`, or when a later answer shows that the engine accepted the doubtful
        // `position`.
        (
            "> position startpos\n>| position startpos moves h2e2 \\n\n> position startpos\n",
            &[(2, Some(3), TRAILING_BLANKS_REASON)],
        ),
        (
            "> position startpos\n>| position startpos moves h2e2\\r\\n\n>| go depth 1\\r\\n\n< bestmove h9g7\n",
            &[(2, Some(4), TRAILING_BLANKS_REASON)],
        ),
        (
            "> position startpos\n>| position startpos moves h2e2 \\n\n>| go depth 1\\r\\n\n< bestmove h9g7\n",
            &[(2, None, TRAILING_BLANKS_REASON)],
        ),
        // The engine may have skipped the first `go`, because the line ends with a blank.
        (
            "> position startpos\n>| go depth 1 \\n\n> position startpos\n> go depth 1\n> isready\n< readyok\n~ 2s\n< bestmove h2e2\n> position startpos\n",
            &[(3, Some(9), SKIPPED_GO_REASON)],
        ),
        (
            "> position startpos\n> hello go there\n< bestmove h2e2\n> isready\n< readyok\n> position startpos\n",
            &[(2, Some(6), UNKNOWN_LINE_REASON)],
        ),
        (
            ">| isready \\n\n< readyok\n> isready\n< readyok\n~ 1s\n",
            &[(1, Some(5), TRAILING_BLANKS_REASON)],
        ),
        (
            "< readyok\n> isready\n< readyok\n> isready\n< readyok\n~ 1s\n",
            &[(1, Some(6), EXTRA_ANSWER_REASON)],
        ),
        (
            "> probe fen 9/9 w - - 0 1\n> isready\n< readyok\n~ 1s\n",
            &[(1, Some(4), IGNORED_PROBE_REASON)],
        ),
        (
            "> Quit\n> isready\n< readyok\n",
            &[(1, Some(3), UNKNOWN_LINE_REASON)],
        ),
        (
            "> stop\n> position startpos\n> go depth 1\n< nobestmove\n> position startpos\n> go depth 1\n> isready\n< readyok\n~ 2s\n< bestmove h2e2\n> position startpos\n",
            &[(5, Some(11), UNDECIDED_NOBESTMOVE_REASON)],
        ),
        (
            "> setoption batch on\n> setoption batch false\n",
            &[(1, Some(2), UNCERTAIN_OPTION_REASON)],
        ),
        (
            "> setoption usemillisec\n> setoption usemillisec true\n",
            &[(1, Some(2), UNCERTAIN_OPTION_REASON)],
        ),
        (
            "> setoption usemillisec false\n> position startpos\n> go time 5\n< bestmove h2e2\n> setoption usemillisec true\n",
            &[(3, Some(5), UNCERTAIN_UNIT_REASON)],
        ),
        (
            "> setoption promotion true\n> setoption promotion false\n",
            &[(1, Some(2), UNCERTAIN_PROMOTION_REASON)],
        ),
        (
            "> position startpos\n> ucci\n< ucciok\n> position startpos\n",
            &[(2, None, SECOND_UCCI_REASON)],
        ),
        (
            "> uci\n< uciok\n> isready\n< readyok\n> ucci\n< ucciok\n",
            &[
                (1, Some(5), UCI_SENT_REASON),
                (3, None, SENT_AFTER_UCI_REASON),
                (5, None, SECOND_UCCI_REASON),
            ],
        ),
    ];
    let mut wrong = String::new();
    for (rest, expected) in cases {
        let mut found = doubt_ranges(rest);
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            wrong += &format!("{rest}{found:#?}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Inside a doubt no line conforms to a rule or violates it, although the same lines would do so
/// outside of a doubt.
#[test]
fn lines_in_a_doubt_range_neither_conform_nor_violate() {
    let openings = [
        "> position startpos\n> go depth 9\n> go depth 9\n< bestmove h2e2\n> position startpos\n",
        "> position startpos\n> hello go there\n> position startpos\n",
        "> position startpos moves a0a5\n",
        "> setoption promotion true\n> position startpos\n",
        "> stop\n> position startpos\n> go depth 1\n< nobestmove\n> position startpos\n",
    ];
    let rules = [
        "ucci/bestmove_legal",
        "ucci/pv_legal",
        "ucci/currmove_legal",
        "ucci/ponder_legal",
        "ucci/bans_kept",
    ];
    let good = "> banmoves b2e2\n> go depth 1\n< info currmove h2e2\n< info depth 1 score 0 pv h2e2\n\
        < bestmove h2e2 ponder h9g7\n";
    let bad = "> banmoves b2e2\n> go depth 1\n< info currmove a0a5\n< info depth 1 score 0 pv a0a5\n\
        < bestmove b2e2 ponder b2e2\n";
    for opening in openings {
        for lines in [good, bad] {
            let text = format!("{HANDSHAKE_TRANSCRIPT}{opening}{lines}");
            for segment in SEGMENT_LENGTHS {
                let judged = judge_in_segments(&text, segment);
                for id in rules {
                    let found = findings_of(&judged, id);
                    assert_eq!(found.witness, None, "{id} on\n{text}");
                    assert_eq!(found.violation_count(), 0, "{id} on\n{text}");
                    assert_eq!(found.outcome(), Outcome::Inconclusive, "{id} on\n{text}");
                    let range = &found.doubt_ranges[0];
                    let ranges = &judged.doubt_ranges.ranges;
                    let known = ranges
                        .iter()
                        .any(|it| it.first_event == range.first_event && it.reason == range.reason);
                    assert!(known, "{id}: {range:?} is none of {ranges:?}");
                }
            }
        }
    }
}

/// If a rule applies both inside a doubt and after it, only the lines after the doubt decide the verdict.
#[test]
fn lines_after_a_doubt_are_judged() {
    let doubt = "> position startpos\n> go depth 9\n> go depth 9\n< bestmove h2e2\n< bestmove h2e2\n> position startpos\n";
    for (best, outcome) in [("h2e2", Outcome::Conforms), ("a0a5", Outcome::Violates)] {
        let text = format!("{HANDSHAKE_TRANSCRIPT}{doubt}> go depth 1\n< bestmove {best}\n");
        for segment in SEGMENT_LENGTHS {
            let judged = judge_in_segments(&text, segment);
            assert_eq!(
                findings_of(&judged, "ucci/bestmove_legal").outcome(),
                outcome,
                "{text}"
            );
        }
    }
}

/// If a doubt ends in a later segment, its range in the earlier segment gets the same end.
#[test]
fn ranges_in_earlier_segments_get_the_end_of_the_doubt() {
    let text = format!(
        "{HANDSHAKE_TRANSCRIPT}> position startpos moves a0a5\n> go depth 1\n< bestmove h2e2\n> isready\n< readyok\n\
         > isready\n< readyok\n> position startpos\n"
    );
    for segment in SEGMENT_LENGTHS {
        let judged = judge_in_segments(&text, segment);
        let ranges = &findings_of(&judged, "ucci/bestmove_legal").doubt_ranges;
        let lines: Vec<_> = ranges
            .iter()
            .map(|it| (it.first_event.0, it.last_event.map(|it| it.0)))
            .collect();
        assert_eq!(
            lines,
            [(HANDSHAKE_LINES, Some(HANDSHAKE_LINES + 7))],
            "in segments of {segment}"
        );
    }
}
