//! Times: what they count from, how fine they are, and how far they can be trusted.

use std::time::Duration;

use super::{accusing, judged, millis, read};
use crate::{
    logs::{Conversation, find, tests::said},
    protocol,
    rule::{Measures, Outcome, RuleId},
    transcript::{EventKind, Speaker},
};

fn arrows(text: &str) -> Vec<Option<u128>> {
    millis(&read("arrows", text.as_bytes()).0)
}

#[test]
fn times_count_from_the_first_one() {
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
        assert_eq!(arrows(text), second, "{text}");
    }
}

#[test]
fn time_never_goes_back() {
    let text = "12:00:05.000 > ucci\n12:00:04.000 < id name x\n12:00:06.000 < ucciok\n";
    assert_eq!(arrows(text), [Some(0), Some(0), Some(1000)]);
    let two = "23:00:00.000 > ucci\n01:00:00.000 < id name x\n00:59:00.000 < ucciok\n";
    let hours = Some(2 * 3_600_000);
    assert_eq!(arrows(two), [Some(0), hours, hours]);
}

#[test]
fn whole_seconds_are_no_times() {
    for text in [
        "12:00:00 > ucci\n12:00:01 < ucciok\n",
        "1.5 > ucci\n2.5 < ucciok\n",
        "> ucci\n< ucciok\n",
        "1.500 > ucci\n< ucciok\n",
    ] {
        let (heard, reader) = read("arrows", text.as_bytes());
        assert_eq!(heard[1].event.at, None, "{text}");
        assert!(!reader.knows().times, "{text}");
    }
}

#[test]
fn rules_about_time_need_times() {
    let rules = protocol::find("ucci").unwrap().rules();
    let (_, reader) = read("arrows", b"> ucci\n");
    let left = rules.iter().filter(|it| !reader.knows().judges(it));
    let left: Vec<Measures> = left.map(|it| it.measures).collect();
    assert!(!left.is_empty());
    assert!(left.iter().all(|it| *it == Measures::Time), "{left:?}");
    let (_, reader) = read("arrows", b"1 > ucci\n");
    assert!(rules.iter().all(|it| reader.knows().judges(it)));
}

/// A search of a second, and its answer so many milliseconds after the stamp of the command.
fn answered_after(time: u32) -> Outcome {
    let text = format!(
        "0 > ucci\n1 < option usemillisec type check default false\n1 < ucciok\n\
        2 > setoption usemillisec true\n3 > position startpos\n\
        1000 > go time 1000 increment 0\n{} < bestmove h2e2\n{} > quit\n",
        1000 + time,
        1001 + time
    );
    let (heard, _) = read("arrows", text.as_bytes());
    let judged = judged(&heard, Conversation(0));
    judged.findings[RuleId::new("ucci/clock_kept")].outcome()
}

#[test]
fn who_is_late_by_no_more_than_the_clock_of_a_log_may_be_is_not_convicted() {
    assert_eq!(answered_after(1000), Outcome::Conforms);
    // The rule itself allows 50 ms.
    assert_eq!(answered_after(1051), Outcome::Inconclusive);
    assert_eq!(answered_after(1065), Outcome::Inconclusive);
    assert_eq!(answered_after(1500), Outcome::Violates);
}

#[test]
fn a_note_follows_each_command_that_has_a_time() {
    let (heard, _) = read("arrows", b"1 > ucci\n1 < ucciok\n2 > quit\n");
    let notes: Vec<bool> = heard.iter().map(|it| it.note.is_some()).collect();
    assert_eq!(notes, [true, false, true]);
    let note = heard[0].note.clone().unwrap();
    assert!(matches!(note.kind, EventKind::Fact(it) if it.name == "late"));
    // It is part of the order of times.
    assert!(note.at > heard[0].event.at && note.at <= heard[1].event.at);
    let (heard, _) = read("arrows", b"> ucci\n");
    assert_eq!(heard[0].note, None);
}

#[test]
fn the_emulators_clock_goes_down_and_is_set_anew() {
    let text = b"Emu->AAA(00006000):ucci\nAAA->Emu(00005990):ucciok\n\
        Emu->AAA(00006000):position startpos\nEmu->AAA(00005999):go time 6000 increment 0\n\
        AAA->Emu(-0000050):bestmove h2e2\nEmu->BBB(00006000):ucci\n\
        Emu->AAA(00000000):quit\nAAA->Emu(-0000003):bye\n";
    let (heard, reader) = read("emulator", text);
    let times: Vec<u128> = millis(&heard).into_iter().flatten().collect();
    assert_eq!(times, [0, 10, 10, 11, 6060, 0, 6060, 6063]);
    assert_eq!(
        said(&heard)[4],
        (Speaker::Engine, "bestmove h2e2".to_owned())
    );
    // 6.049 s for a clock of six are within what is allowed, and the clock of the log.
    let judged = judged(&heard, Conversation(0));
    let accused = accusing(&judged, reader.knows());
    assert!(!accused.contains(&"ucci/clock_kept"), "{accused:?}");
}

#[test]
fn the_longest_times_do_no_harm() {
    let mut reader = find("arrows").unwrap().reader();
    for line in [
        "9999999999999.999 > a\n",
        "0.000 > a\n",
        "9999999999999.999 < a\n",
    ] {
        assert!(reader.line(line.as_bytes()).unwrap().is_some());
    }
    let mut reader = find("emulator").unwrap().reader();
    let mut last = Duration::ZERO;
    for _ in 0..1000 {
        for line in ["Emu->A(9999999999999):a\n", "A->Emu(-9999999999999):a\n"] {
            let at = reader.line(line.as_bytes()).unwrap().unwrap().event.at;
            assert!(at.unwrap() >= last);
            last = at.unwrap();
        }
    }
}
