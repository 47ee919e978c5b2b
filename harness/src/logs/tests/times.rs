//! Tests of the times in logs: their start, their resolution, and their lateness.

use std::time::Duration;

use super::{event_millis, judge_conversation, read_log, violated_rules};
use crate::{
    logs::{ConversationId, find_format, tests::lines_with_speakers},
    protocol,
    rule::{Measurement, Outcome, RuleId},
    transcript::{EventKind, Speaker},
};

fn times_in_arrows_log(text: &str) -> Vec<Option<u128>> {
    event_millis(&read_log("arrows", text.as_bytes()).0)
}

#[test]
fn times_are_relative_to_the_first_one() {
    let second = [Some(0), Some(1_250)];
    for text in [
        "0.500 > ucci\n1.750 < ucciok\n",
        "500 > ucci\n1750 < ucciok\n",
        "12:00:00.500 > ucci\n12:00:01.750 < ucciok\n",
        "[12:00:00.500] > ucci\n[12:00:01.750] < ucciok\n",
        "23:59:59,500 > ucci\n00:00:00,750 < ucciok\n",
        "2023-12-31 23:59:59.500 > ucci\n2024-01-01 00:00:00.750 < ucciok\n",
        "2024-02-28T23:59:59.500Z > ucci\n2024-02-29T00:00:00.750Z < ucciok\n",
        "2023-02-28T23:59:59.500+08:00\t> ucci\n2023-03-01T00:00:00.750+08:00\t< ucciok\n",
        "0.5000001 > ucci\n1.7500001 < ucciok\n",
    ] {
        assert_eq!(times_in_arrows_log(text), second, "{text}");
    }
}

#[test]
fn time_never_goes_back() {
    let text = "12:00:05.000 > ucci\n12:00:04.000 < id name x\n12:00:06.000 < ucciok\n";
    assert_eq!(times_in_arrows_log(text), [Some(0), Some(0), Some(1000)]);
    let two = "23:00:00.000 > ucci\n01:00:00.000 < id name x\n00:59:00.000 < ucciok\n";
    let hours = Some(2 * 3_600_000);
    assert_eq!(times_in_arrows_log(two), [Some(0), hours, hours]);
}

#[test]
fn times_in_whole_seconds_are_ignored() {
    for text in [
        "12:00:00 > ucci\n12:00:01 < ucciok\n",
        "1.5 > ucci\n2.5 < ucciok\n",
        "> ucci\n< ucciok\n",
        "1.500 > ucci\n< ucciok\n",
    ] {
        let (events, reader) = read_log("arrows", text.as_bytes());
        assert_eq!(events[1].event.at, None, "{text}");
        assert!(!reader.capabilities().has_times, "{text}");
    }
}

#[test]
fn a_log_with_hundredths_of_a_second_has_times() {
    for text in [
        "12:00:00.25 > ucci\n12:00:01.50 < ucciok\n",
        // Python's `round` writes no zeros at the end.
        "0.0 > ucci\n0.003 < id name x\n1.25 < ucciok\n26.1 > quit\n",
    ] {
        let (events, reader) = read_log("arrows", text.as_bytes());
        assert!(events.iter().all(|it| it.event.at.is_some()), "{text}");
        assert!(reader.capabilities().has_times, "{text}");
    }
    let (events, _) = read_log("arrows", b"0.0 > ucci\n0.0 < id name x\n1.25 < ucciok\n");
    assert_eq!(event_millis(&events), [Some(0), Some(0), Some(1250)]);
}

#[test]
fn rules_that_measure_time_need_a_log_with_times() {
    let rules = protocol::find_protocol("ucci").unwrap().rules();
    let (_, reader) = read_log("arrows", b"> ucci\n");
    let left = rules
        .iter()
        .filter(|it| !reader.capabilities().can_judge(it));
    let left: Vec<Measurement> = left.map(|it| it.measures).collect();
    assert!(!left.is_empty());
    assert!(left.iter().all(|it| *it == Measurement::Time), "{left:?}");
    let (_, reader) = read_log("arrows", b"1 > ucci\n");
    assert!(rules.iter().all(|it| reader.capabilities().can_judge(it)));
}

/// Returns the outcome of the rule `ucci/clock_kept` if a search of one second is answered `time`
/// milliseconds after the time stamp of `go`.
fn outcome_of_answer_after(time: u32) -> Outcome {
    let text = format!(
        "0 > ucci\n1 < option usemillisec type check default false\n1 < ucciok\n\
        2 > setoption usemillisec true\n3 > position startpos\n\
        1000 > go time 1000 increment 0\n{} < bestmove h2e2\n{} > quit\n",
        1000 + time,
        1001 + time
    );
    let (events, _) = read_log("arrows", text.as_bytes());
    let judged = judge_conversation(&events, ConversationId(0));
    judged.findings[RuleId::new("ucci/clock_kept")].outcome()
}

#[test]
fn an_answer_that_is_late_by_no_more_than_the_logs_clock_is_no_violation() {
    assert_eq!(outcome_of_answer_after(1000), Outcome::Conforms);
    // The rule `ucci/clock_kept` has a tolerance of 50 ms.
    assert_eq!(outcome_of_answer_after(1051), Outcome::Inconclusive);
    assert_eq!(outcome_of_answer_after(1065), Outcome::Inconclusive);
    assert_eq!(outcome_of_answer_after(1500), Outcome::Violates);
}

#[test]
fn a_lateness_event_follows_each_command_with_a_time() {
    let (events, _) = read_log("arrows", b"1 > ucci\n1 < ucciok\n2 > quit\n");
    let notes: Vec<bool> = events
        .iter()
        .map(|it| it.lateness_event.is_some())
        .collect();
    assert_eq!(notes, [true, false, true]);
    let note = events[0].lateness_event.clone().unwrap();
    assert!(matches!(note.kind, EventKind::Fact(it) if it.name == "late"));
    // The time of the fact `late` is later than the time of the command, but not later than the time of the next line.
    assert!(note.at > events[0].event.at && note.at <= events[1].event.at);
    let (events, _) = read_log("arrows", b"> ucci\n");
    assert_eq!(events[0].lateness_event, None);
}

#[test]
fn the_emulators_clock_runs_down_and_is_reset() {
    let text = b"Emu->AAA(00006000):ucci\nAAA->Emu(00005990):ucciok\n\
        Emu->AAA(00006000):position startpos\nEmu->AAA(00005999):go time 6000 increment 0\n\
        AAA->Emu(-0000050):bestmove h2e2\nEmu->BBB(00006000):ucci\n\
        Emu->AAA(00000000):quit\nAAA->Emu(-0000003):bye\n";
    let (events, reader) = read_log("emulator", text);
    let times: Vec<u128> = event_millis(&events).into_iter().flatten().collect();
    assert_eq!(times, [0, 10, 10, 11, 6060, 0, 6060, 6063]);
    assert_eq!(
        lines_with_speakers(&events)[4],
        (Speaker::Engine, "bestmove h2e2".to_owned())
    );
    // The answer took 6.049 s on a clock of 6 s. The rule is not violated, because its tolerance and the lateness of
    // the logger's clock are added to the 6 s.
    let judged = judge_conversation(&events, ConversationId(0));
    let accused = violated_rules(&judged, reader.capabilities());
    assert!(!accused.contains(&"ucci/clock_kept"), "{accused:?}");
}

/// Returns the outcome of the rule `ucci/clock_kept` in a log of the emulator that ends with these lines.
fn outcome_at_end_of_clock(end: &str) -> Outcome {
    let text = format!(
        "Emu->AAA(00006000):ucci\nAAA->Emu(00005990):ucciok\nEmu->AAA(00006000):position startpos\n\
        Emu->AAA(00006000):go time 6 increment 0\n{end}"
    );
    let (events, _) = read_log("emulator", text.as_bytes());
    let judged = judge_conversation(&events, ConversationId(0));
    judged.findings[RuleId::new("ucci/clock_kept")].outcome()
}

#[test]
fn a_game_lost_on_time_is_a_violation_in_the_emulators_log() {
    for (end, outcome) in [
        (
            "Emu->AAA(00000000):stop\nEmu->AAA(00000000):quit\n",
            Outcome::Violates,
        ),
        (
            "Emu->AAA(00000000):stop\nEmu->AAA(00000000):quit\nAAA->Emu(00000000):bye\n",
            Outcome::Violates,
        ),
        ("Emu->AAA(00000000):stop\n", Outcome::Inconclusive),
        (
            "Emu->AAA(00000001):stop\nEmu->AAA(00000001):quit\n",
            Outcome::Inconclusive,
        ),
        (
            "Emu->AAA(00000000):stop\nAAA->Emu(00000000):bestmove h2e2\nEmu->AAA(00000000):quit\n",
            Outcome::Inconclusive,
        ),
        (
            "Emu->AAA(00000001):stop\nAAA->Emu(00000001):bestmove h2e2\nEmu->AAA(00000001):quit\n",
            Outcome::NotExercised,
        ),
        (
            "AAA->Emu(00000000):bestmove h2e2\nEmu->AAA(00000000):quit\n",
            Outcome::Conforms,
        ),
    ] {
        assert_eq!(outcome_at_end_of_clock(end), outcome, "{end}");
    }
}

#[test]
fn the_largest_times_cause_no_overflow() {
    let mut reader = find_format("arrows").unwrap().new_reader();
    for line in [
        "9999999999999.999 > a\n",
        "0.000 > a\n",
        "9999999999999.999 < a\n",
    ] {
        assert!(reader.parse_line(line.as_bytes()).unwrap().is_some());
    }
    let mut reader = find_format("emulator").unwrap().new_reader();
    let mut last = Duration::ZERO;
    for _ in 0..1000 {
        for line in ["Emu->A(9999999999999):a\n", "A->Emu(-9999999999999):a\n"] {
            let at = reader
                .parse_line(line.as_bytes())
                .unwrap()
                .unwrap()
                .event
                .at;
            assert!(at.unwrap() >= last);
            last = at.unwrap();
        }
    }
}
