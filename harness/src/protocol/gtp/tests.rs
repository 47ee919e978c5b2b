//! Tests with whole conversations: which response belongs to which command, and how long segments are.

use super::{
    Gtp,
    view::{CommandAnswer, Tracker, View},
};
use crate::{
    protocol::{self, Protocol},
    transcript::{Event, EventKind, Speaker, Transcript},
};

fn parse_events(text: &str) -> Vec<Event> {
    Transcript::parse(text.as_bytes()).unwrap().events
}

fn last_view(text: &str) -> View {
    let mut tracker = Tracker::default();
    for event in parse_events(text) {
        assert!(tracker.observe_event(&event).is_none());
    }
    tracker.into_last_segment()
}

/// Returns one word for the answer to each command, and then the text of each response that answers no command.
fn summarize_answers(text: &str) -> String {
    let view = last_view(text);
    let exchanges = view
        .exchanges
        .iter()
        .map(|exchange| match &exchange.answer {
            CommandAnswer::AnswerPending => "owed".to_owned(),
            CommandAnswer::Answered(response) => {
                String::from_utf8_lossy(&response.text).into_owned()
            }
            CommandAnswer::CommandSkipped => "skipped".to_owned(),
            CommandAnswer::ProcessEnded => "ended".to_owned(),
            CommandAnswer::TimedOut(_) => "late".to_owned(),
            CommandAnswer::NotRequired => "waived".to_owned(),
        });
    let extras = view.extra_responses.iter();
    let extras = extras.map(|it| format!("+{}", String::from_utf8_lossy(&it.text)));
    exchanges.chain(extras).collect::<Vec<_>>().join(" ")
}

/// The ids of the violated rules.
fn violated_rules(text: &str) -> Vec<&'static str> {
    let transcript = Transcript {
        events: parse_events(text),
    };
    let judged = protocol::judge_transcript(&Gtp, &transcript);
    let found = judged.findings.iter();
    let guilty = found.filter(|(_, findings)| !findings.violations.is_empty());
    guilty.map(|(rule, _)| rule.as_str()).collect()
}

#[test]
fn responses_belong_to_commands_in_order() {
    let text = "> a\n> b\n< = A\n<\n> c\n< ? B\n<\n< =\n< C\n<\n";
    assert_eq!(summarize_answers(text), "A B C");
    assert_eq!(summarize_answers(r">| 1 a\n2 b\n"), "owed owed");
    assert_eq!(
        summarize_answers(">| 1 a\\n2\n>| \\x20b\\n\n<| =1 A\\n\\n=2\n<| \\x20 B\\n\\r\\n\n"),
        "A B"
    );
}

#[test]
fn an_id_proves_which_commands_were_skipped() {
    assert_eq!(summarize_answers("> 1 a\n> 2 b\n< =2 B\n<\n"), "skipped B");
    assert_eq!(
        summarize_answers("> 1 a\n> 2 b\n< = A\n<\n< =2 B\n<\n"),
        "A B"
    );
    assert_eq!(summarize_answers("> 1 a\n> b\n< = A\n<\n< = B\n<\n"), "A B");
    // After the timeout of the first command, a response without an id belongs to the second command.
    assert_eq!(
        summarize_answers("> 1 name\n~ 10s\n> b\n< = B\n<\n"),
        "skipped B"
    );
    assert_eq!(
        summarize_answers("> 1 genmove b\n~ 10s\n> b\n< = A\n<\n"),
        "A owed"
    );
}

#[test]
fn a_line_with_only_an_id_may_be_answered_or_not() {
    for answers in [
        "< = A\n<\n",
        "< ?5 id\n<\n< = A\n<\n",
        "< ? id\n<\n< = A\n<\n",
        "< ? A\n<\n",
    ] {
        assert_eq!(
            violated_rules(&format!("> 5\n> name\n{answers}")),
            Vec::<&str>::new(),
            "{answers}"
        );
        let text = format!("> 5\n> name\n{answers}> quit\n< =\n<\n! exit 0\n");
        assert_eq!(violated_rules(&text), Vec::<&str>::new(), "{answers}");
    }
    assert_eq!(
        violated_rules("> 5\n> 6 name\n< ? id\n<\n< =6 A\n<\n> 7 b\n> 8 c\n< =8 C\n<\n").len(),
        1
    );
}

/// After a line with only an id and two failures, it is uncertain which command each failure answers, until a response
/// has an id.
#[test]
fn responses_without_ids_are_not_judged_after_a_line_with_only_an_id() {
    let failure = "< ? unknown command\n<\n";
    let begin = format!("> 5\n> p\n{failure}");
    for (rest, violated) in [
        (format!("> protocol_version\n{failure}< = 2\n<\n"), vec![]),
        (
            format!("> 1 protocol_version\n{failure}< =1 2\n<\n"),
            vec![],
        ),
        (
            format!("> protocol_version\n{failure}> komi 7\n< =\n<\n"),
            vec![],
        ),
        (
            format!("> komi 7\n> 9 name\n{failure}< =\n<\n> 9 version\n< =9 toy\n<\n< =9 1\n<\n"),
            vec![],
        ),
        (
            format!("> 1 name\n{failure}< =1 toy\n<\n> 2 protocol_version\n< =2 1\n<\n"),
            vec!["gtp/protocol_version_two"],
        ),
    ] {
        let rest = format!("{begin}{rest}");
        assert_eq!(violated_rules(&rest), violated, "{rest}");
    }
}

#[test]
fn an_engine_that_never_writes_empty_lines_violates_only_response_form() {
    let text = "> name\n< = toy\n> version\n< = 1.0\n> quit\n< =\n! exit 0\n";
    assert_eq!(violated_rules(text), ["gtp/response_form"]);
}

#[test]
fn an_indented_status_line_begins_a_response() {
    assert_eq!(
        violated_rules("> 1 name\n<|   =1 toy\\n\n<\n> 2 a\n< ?2 no\n<\n"),
        ["gtp/response_form"]
    );
    // A line of several `=` signs is a separator, not a response.
    assert_eq!(
        violated_rules("> name\n< =====\n< = toy\n<\n"),
        ["gtp/nothing_else_on_stdout"]
    );
}

#[test]
fn a_crash_excuses_missing_responses() {
    assert_eq!(
        violated_rules("> 1 name\n< =1 to\n! signal SIGSEGV\n"),
        ["gtp/no_crash"]
    );
    assert_eq!(
        violated_rules("0.000000 > name\n20.000000 ! exit 1\n"),
        ["gtp/no_crash"]
    );
    assert_eq!(
        violated_rules("> name\n< = toy\n! cut\n"),
        Vec::<&str>::new()
    );
}

#[test]
fn a_timeout_on_a_late_host_is_no_violation() {
    let text = "0.000000 > name\n5.000000 = late 1s\n10.500000 ~ 10s\n";
    let transcript = Transcript {
        events: parse_events(text),
    };
    let judged = protocol::judge_transcript(&Gtp, &transcript);
    let doubts = judged.findings.values().flat_map(|it| &it.doubts);
    assert_eq!(doubts.filter(|it| it.host_was_late).count(), 1);
    assert_eq!(violated_rules(text), Vec::<&str>::new());
    assert_eq!(
        violated_rules("= scale 3\n> name\n~ 20s\n"),
        Vec::<&str>::new()
    );
}

#[test]
fn the_engine_name_is_read_from_the_response() {
    let text = "> protocol_version\n< = 2\n<\n> 1 name\n< =1\n< GNU Go\n<\n";
    let transcript = Transcript {
        events: parse_events(text),
    };
    let judged = protocol::judge_transcript(&Gtp, &transcript);
    assert!(judged.is_handshake_done);
    assert_eq!(judged.engine_name.as_deref(), Some("GNU Go"));
}

#[test]
fn endless_conversations_are_judged_in_segments() {
    let say = |speaker, line: String| Event {
        at: None,
        kind: EventKind::Line(speaker, line.into_bytes()),
    };
    let mut tracker = Tracker::default();
    let mut judge = Gtp.new_judge();
    let (mut segments, mut exchanges) = (0, 0);
    // In this conversation, one command is always unanswered at the end of a segment.
    for number in 0..2000 {
        let mut said = vec![say(Speaker::Interface, format!("{} name", number + 1))];
        if number > 0 {
            said.push(say(Speaker::Engine, format!("={number} toy")));
            said.push(say(Speaker::Engine, String::new()));
        }
        for event in said {
            judge.observe_event(&event);
            if let Some(view) = tracker.observe_event(&event) {
                segments += 1;
                exchanges += view.exchanges.len();
                assert!(view.exchanges.iter().all(|it| it.response().is_some()));
            }
        }
    }
    assert!(segments > 5, "{segments}");
    assert_eq!(
        exchanges + tracker.into_last_segment().exchanges.len(),
        2000
    );
    let judged = judge.into_judge_result();
    assert!(judged.findings.values().all(|it| it.violations.is_empty()));
    let mut findings = judged.findings.iter();
    let echoed = findings.find(|it| it.0.as_str() == "gtp/id_echoed");
    assert_eq!(echoed.map(|it| it.1.exercised_count), Some(1999));
}
