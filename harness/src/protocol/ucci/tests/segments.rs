//! Tests that the findings do not depend on where a conversation is cut into segments.

use crate::{
    protocol::{
        Judge as _, JudgeResult, Protocol as _,
        segments::SegmentJudge,
        ucci::{Ucci, rules, view::Tracker},
    },
    rule::RuleId,
    transcript::Transcript,
};

fn judge_in_segments(transcript: &Transcript, segment: usize) -> JudgeResult {
    let mut judge = SegmentJudge::new(Tracker::with_segment_length(segment), rules::ALL);
    for event in &transcript.events {
        judge.observe_event(event);
    }
    Box::new(judge).into_judge_result()
}

#[test]
fn segments_have_the_findings_of_the_whole_conversation() {
    for rule in Ucci.rules() {
        let doc = rule.documentation();
        for block in doc.split("```\n").filter(|it| it.contains("> ucci")) {
            let events = block.lines().filter(|it| !it.trim_start().starts_with('^'));
            let text: String = events.map(|it| format!("{it}\n")).collect();
            let start = text.find("> ucci").unwrap_or_default();
            let start = text[..start].rfind('\n').map_or(0, |it| it + 1);
            let Ok(transcript) = Transcript::parse(&text.as_bytes()[start..]) else {
                continue;
            };
            let whole = judge_in_segments(&transcript, usize::MAX);
            for segment in [1, 3] {
                let cut = judge_in_segments(&transcript, segment);
                assert_eq!(cut.contexts, whole.contexts, "on\n{text}");
                for ((id, cut), whole) in cut.findings.iter().zip(whole.findings.values()) {
                    assert_eq!(cut.violations, whole.violations, "{id} on\n{text}");
                    assert_eq!(cut.outcome(), whole.outcome(), "{id} on\n{text}");
                }
            }
        }
    }
}

/// A segment usually ends before a command, but a log of the engine's output has no commands.
#[test]
fn output_without_commands_is_judged_in_segments_too() {
    let text = "< option Name type check default true\n< info depth 1\n".repeat(50);
    let transcript = Transcript::parse(text.as_bytes()).unwrap();
    let mut tracker = Tracker::with_segment_length(10);
    let cut = transcript.events.iter();
    assert_eq!(cut.filter_map(|it| tracker.observe_event(it)).count(), 9);
    let (cut, whole) = (
        judge_in_segments(&transcript, 10),
        judge_in_segments(&transcript, usize::MAX),
    );
    for (cut, whole) in cut.findings.values().zip(whole.findings.values()) {
        assert_eq!(cut.violations, whole.violations);
        assert_eq!(cut.outcome(), whole.outcome());
    }
}

/// The length of the longest segment, and the number of segments.
fn longest_segment_and_count(lines: impl Iterator<Item = String>) -> (usize, usize) {
    let mut tracker = Tracker::with_segment_length(10);
    let mut lengths = Vec::new();
    let mut reader = crate::transcript::LineReader::default();
    for line in lines {
        let event = reader.read_line(line.as_bytes()).unwrap().unwrap();
        lengths.extend(tracker.observe_event(&event).map(|it| it.entries.len()));
    }
    lengths.push(tracker.into_last_segment().entries.len());
    (lengths.iter().copied().max().unwrap(), lengths.len())
}

/// A segment ends even if one of its commands is never answered. Two engines in Debian never answer a `probe`.
#[test]
fn a_missing_answer_does_not_extend_the_segment() {
    let pairs = |n: usize| (0..n).flat_map(|_| ["> isready", "< readyok"]);
    for never in ["> probe startpos", "> stop", "> isready", "> hello there"] {
        let start = ["> ucci", "< ucciok", never].into_iter();
        let (longest, count) =
            longest_segment_and_count(start.chain(pairs(2000)).map(str::to_owned));
        assert!(longest < 400, "{never}: {longest}");
        assert!(count > 8, "{never}: {count}");
    }
    let deaf = ["> ucci", "< ucciok"].into_iter();
    let deaf = deaf.chain(std::iter::repeat_n("> probe startpos", 30_000));
    let (longest, _) = longest_segment_and_count(deaf.map(str::to_owned));
    assert!(longest < 20_000, "{longest}");
    let foreign = ["> uci", "< uciok"].into_iter().chain(pairs(2000));
    let (longest, _) = longest_segment_and_count(foreign.map(str::to_owned));
    assert!(longest < 400, "{longest}");
}

/// If an answer is missing for several segments, it is judged once, with the same verdict as in one
/// long segment.
#[test]
fn an_answer_missing_for_several_segments_is_judged_once() {
    let text = |rest: &str| {
        let mut text =
            String::from("0.000000 > ucci\n0.001000 < ucciok\n0.002000 > probe startpos\n");
        for n in 1..=200 {
            let (second, part) = (n / 10, n % 10);
            text += &format!("{second}.{part}00000 > isready\n{second}.{part}01000 < readyok\n");
        }
        text + rest
    };
    for (rest, wrong) in [
        ("", 1),
        ("21.000000 < pophash\n", 0),
        ("21.000000 ! cut\n", 1),
    ] {
        let text = text(rest);
        let transcript = Transcript::parse(text.as_bytes()).unwrap();
        let owed = RuleId::new("ucci/pophash_per_probe");
        let (cut, whole) = (
            judge_in_segments(&transcript, 2),
            judge_in_segments(&transcript, usize::MAX),
        );
        let (cut, whole) = (&cut.findings, &whole.findings);
        assert_eq!(whole[owed].violation_count(), wrong, "{rest}");
        assert_eq!(cut[owed].violations, whole[owed].violations, "{rest}");
        let only = RuleId::new("ucci/pophash_only_asked");
        assert_eq!(cut[only].violation_count(), 0, "{rest}");
    }
}
