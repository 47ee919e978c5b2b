//! Tests of each action and each condition, by their effects.

use super::{super::*, format_effects, injector_with_faults, millis};
use crate::transcript::SessionEnd;

/// Returns the effects of one fault if the engine sends `lines`.
fn responses_after_fault(fault: &str, lines: &str) -> Vec<String> {
    let mut injector = injector_with_faults(&[fault]);
    format_effects(&injector.handle_response(millis(0), lines.as_bytes()))
}

#[test]
fn a_response_is_dropped() {
    assert_eq!(
        responses_after_fault("drop response \"ok\"", "a\nok\nb\n"),
        ["< a", "< b"]
    );
}

#[test]
fn a_command_is_dropped() {
    let mut injector = injector_with_faults(&["drop command \"go\""]);
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"a\ngo\n")),
        ["> a"]
    );
    assert_eq!(
        format_effects(&injector.handle_response(millis(0), b"go\n")),
        ["< go"]
    );
}

#[test]
fn a_line_is_replaced_and_keeps_its_line_end() {
    let fault = "replace response \"move {it:move}\" by \"move {it} x\\n{line}\"";
    let heard = responses_after_fault(fault, "move ab\r\nmove abc\n");
    assert_eq!(heard, ["< move ab x\\r", "< move ab\\r", "< move abc"]);
}

#[test]
fn a_line_is_duplicated() {
    assert_eq!(
        responses_after_fault("duplicate response \"ok\"", "ok\n"),
        ["< ok", "< ok"]
    );
}

#[test]
fn a_delayed_line_is_overtaken_but_comes_before_the_end() {
    let mut injector = injector_with_faults(&["delay response \"ok\" by 2s"]);
    assert_eq!(
        format_effects(&injector.handle_response(millis(5), b"ok\nb\n")),
        ["< b"]
    );
    assert_eq!(injector.handle_end(millis(6), SessionEnd::Exit(0)), []);
    assert_eq!(injector.wake_at(), Some(millis(2005)));
    assert_eq!(
        format_effects(&injector.handle_wake(millis(2005))),
        ["< ok", "End(Exit(0))"]
    );
    assert_eq!(injector.wake_at(), None);
}

#[test]
fn a_delay_can_be_a_generated_value() {
    let mut injector = injector_with_faults(&["delay response \"ok\" by {long}"]);
    assert_eq!(injector.handle_response(millis(0), b"ok\n"), []);
    assert_eq!(injector.wake_at(), Some(millis(3000)));
}

#[test]
fn a_held_line_is_released_by_the_awaited_line_or_the_end_of_output() {
    let mut injector = injector_with_faults(&["hold response \"ok\" until command \"go\""]);
    assert_eq!(injector.handle_response(millis(0), b"ok\n"), []);
    // The engine sends the held line before it can answer the command.
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"go\n")),
        ["< ok", "> go"]
    );
    assert_eq!(injector.handle_response(millis(0), b"ok\n"), []);
    assert_eq!(
        format_effects(&injector.handle_output_closed(millis(0))),
        ["< ok", "CloseOutput"]
    );
}

#[test]
fn lines_are_inserted_before_and_after_the_matched_line() {
    let before = "insert response \"one\\ntwo\" before response \"b\"";
    assert_eq!(
        responses_after_fault(before, "a\nb\n"),
        ["< a", "< one", "< two", "< b"]
    );
    let mut injector = injector_with_faults(&["insert command \"stop\" after command \"go\""]);
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"go\nb\n")),
        ["> go", "> stop", "> b"]
    );
}

#[test]
fn a_line_is_inserted_at_the_start() {
    let mut injector = injector_with_faults(&["insert response \"hello\" at start"]);
    assert_eq!(injector.wake_at(), Some(millis(0)));
    assert_eq!(
        format_effects(&injector.handle_wake(millis(1))),
        ["< hello"]
    );
    assert_eq!(injector.wake_at(), None);
}

#[test]
fn a_crashed_engine_sends_nothing_more() {
    let mut injector = injector_with_faults(&["crash SIGSEGV before response \"b\""]);
    let heard = injector.handle_response(millis(0), b"a\nb\nc\n");
    assert_eq!(format_effects(&heard), ["< a", "End(Signal(\"SIGSEGV\"))"]);
    assert_eq!(injector.handle_command(millis(0), b"go\n"), []);
}

#[test]
fn the_engine_exits_after_a_line() {
    assert_eq!(
        responses_after_fault("exit 3 after response \"b\"", "b\nc\n"),
        ["< b", "End(Exit(3))"]
    );
}

#[test]
fn the_output_is_closed_but_the_engine_lives() {
    let mut injector = injector_with_faults(&["close after response \"a\""]);
    assert_eq!(
        format_effects(&injector.handle_response(millis(0), b"a\nb\n")),
        ["< a", "CloseOutput"]
    );
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"go\n")),
        ["> go"]
    );
}

#[test]
fn after_a_stall_the_end_of_the_engine_has_no_effect() {
    let mut injector = injector_with_faults(&["stall before command \"go\""]);
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"go\n")),
        ["Stall"]
    );
    assert_eq!(injector.handle_end(millis(1), SessionEnd::Exit(0)), []);
    assert_eq!(injector.handle_input_closed(millis(1)), []);
}

#[test]
fn a_flood_comes_in_waves_and_ends() {
    let mut injector = injector_with_faults(&["flood \"x\" 600KiB after command \"go\""]);
    assert_eq!(
        format_effects(&injector.handle_command(millis(7), b"go\n")),
        ["> go"]
    );
    let mut total = 0;
    while let Some(at) = injector.wake_at() {
        for effect in injector.handle_wake(at) {
            let ProxyAction::Response(bytes) = effect else {
                panic!("{effect:?}");
            };
            total += bytes.len();
        }
    }
    assert_eq!(total, 768 << 10);
}

#[test]
fn conditions_choose_the_lines_that_a_fault_changes() {
    for (condition, expected) in [
        ("nth 2", "a-aa"),
        ("from 2", "a---"),
        ("once", "-aaa"),
        ("while idle", "a-a-"),
        ("while going", "-a-a"),
        ("while idle|going", "----"),
        ("while idle nth 2", "aaa-"),
        ("answering \"go\"", "-a-a"),
    ] {
        let mut injector =
            injector_with_faults(&[&format!("replace response \"a\" by \"-\" {condition}")]);
        let mut heard = String::new();
        for command in ["go", "rest", "go", "rest"] {
            injector.handle_command(millis(0), format!("{command}\n").as_bytes());
            heard.extend(format_effects(&injector.handle_response(millis(0), b"a\n")));
        }
        assert_eq!(heard.replace("< ", ""), expected, "{condition}");
    }
}

#[test]
fn a_fault_is_not_applied_where_the_generator_has_no_value() {
    let mut injector =
        injector_with_faults(&["replace command \"{it:word}\" by \"{it} {bad}\" once"]);
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"rest\n")),
        ["> rest"]
    );
    assert_eq!(injector.applied_counts(), [0]);
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"go\ngo\n")),
        ["> go zz", "> go"]
    );
    assert_eq!(injector.applied_counts(), [1]);
}

#[test]
fn faults_form_a_chain_with_the_first_at_the_engine() {
    let mut injector = injector_with_faults(&[
        "replace response \"a\" by \"b\"",
        "duplicate response \"b\"",
        "replace command \"x\" by \"y\"",
    ]);
    assert_eq!(
        format_effects(&injector.handle_response(millis(0), b"a\n")),
        ["< b", "< b"]
    );
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"x\n")),
        ["> y"]
    );
    assert_eq!(injector.applied_counts(), [1, 1, 1]);
}

#[test]
fn one_fault_performs_several_actions() {
    let mut injector = injector_with_faults(&[
        "replace response \"a\" by \"b\" ; duplicate response \"b\"",
        "drop command \"x\"",
    ]);
    assert_eq!(
        format_effects(&injector.handle_response(millis(0), b"a\n")),
        ["< b", "< b"]
    );
    assert_eq!(
        format_effects(&injector.handle_command(millis(0), b"x\n")),
        Vec::<String>::new()
    );
    assert_eq!(injector.applied_counts(), [1, 1, 1]);
}

#[test]
fn bytes_that_are_not_a_line_are_unchanged() {
    let mut injector = injector_with_faults(&["drop response \"ok\""]);
    assert_eq!(injector.handle_response(millis(0), b"ok"), []);
    assert_eq!(
        format_effects(&injector.handle_output_closed(millis(0))),
        ["< ok", "CloseOutput"]
    );
}

#[test]
fn a_dripping_line_comes_byte_by_byte_and_is_not_overtaken() {
    let mut injector = injector_with_faults(&["drip response \"ok\" by 2ms"]);
    assert_eq!(injector.handle_response(millis(0), b"ok\nb\n"), []);
    let mut heard = Vec::new();
    while let Some(at) = injector.wake_at() {
        for effect in injector.handle_wake(at) {
            let ProxyAction::Response(bytes) = effect else {
                panic!("{effect:?}")
            };
            heard.push((at, bytes));
        }
    }
    let bytes = |text: &str| text.as_bytes().to_vec();
    let wanted = [(2, "o"), (4, "k"), (6, "\n"), (6, "b\n")];
    assert_eq!(heard, wanted.map(|(at, text)| (millis(at), bytes(text))));
}

#[test]
fn an_engine_exits_late_and_writes_to_stderr() {
    let mut injector =
        injector_with_faults(&["linger 1s", "insert stderr \"oh\" after response \"ok\""]);
    let effects = injector.handle_response(millis(0), b"ok\n");
    assert!(
        effects.contains(&ProxyAction::Stderr(b"oh\n".to_vec())),
        "{effects:?}"
    );
    assert_eq!(injector.handle_end(millis(5), SessionEnd::Exit(0)), []);
    assert_eq!(injector.wake_at(), Some(millis(1005)));
    assert_eq!(
        injector.handle_wake(millis(1005)),
        [ProxyAction::End(SessionEnd::Exit(0))]
    );
}
