//! Tests of each action and each condition, by their effects.

use super::{super::*, injector, ms, shown};
use crate::transcript::SessionEnd;

/// The effects of one fault on `lines` from the engine.
fn heard(fault: &str, lines: &str) -> Vec<String> {
    let mut injector = injector(&[fault]);
    shown(&injector.handle_response(ms(0), lines.as_bytes()))
}

#[test]
fn a_response_is_dropped() {
    assert_eq!(heard("drop response \"ok\"", "a\nok\nb\n"), ["< a", "< b"]);
}

#[test]
fn a_command_is_dropped() {
    let mut injector = injector(&["drop command \"go\""]);
    assert_eq!(shown(&injector.handle_command(ms(0), b"a\ngo\n")), ["> a"]);
    assert_eq!(shown(&injector.handle_response(ms(0), b"go\n")), ["< go"]);
}

#[test]
fn a_line_is_replaced_and_keeps_its_line_end() {
    let fault = "replace response \"move {it:move}\" by \"move {it} x\\n{line}\"";
    let heard = heard(fault, "move ab\r\nmove abc\n");
    assert_eq!(heard, ["< move ab x\\r", "< move ab\\r", "< move abc"]);
}

#[test]
fn a_line_is_duplicated() {
    assert_eq!(heard("duplicate response \"ok\"", "ok\n"), ["< ok", "< ok"]);
}

#[test]
fn a_delayed_line_is_overtaken_but_comes_before_the_end() {
    let mut injector = injector(&["delay response \"ok\" by 2s"]);
    assert_eq!(shown(&injector.handle_response(ms(5), b"ok\nb\n")), ["< b"]);
    assert_eq!(injector.handle_end(ms(6), SessionEnd::Exit(0)), []);
    assert_eq!(injector.wake_at(), Some(ms(2005)));
    assert_eq!(shown(&injector.wake(ms(2005))), ["< ok", "End(Exit(0))"]);
    assert_eq!(injector.wake_at(), None);
}

#[test]
fn a_delay_can_be_made_up() {
    let mut injector = injector(&["delay response \"ok\" by {long}"]);
    assert_eq!(injector.handle_response(ms(0), b"ok\n"), []);
    assert_eq!(injector.wake_at(), Some(ms(3000)));
}

#[test]
fn a_held_line_waits_for_the_other_line_or_the_end() {
    let mut injector = injector(&["hold response \"ok\" until command \"go\""]);
    assert_eq!(injector.handle_response(ms(0), b"ok\n"), []);
    assert_eq!(
        shown(&injector.handle_command(ms(0), b"go\n")),
        ["> go", "< ok"]
    );
    assert_eq!(injector.handle_response(ms(0), b"ok\n"), []);
    assert_eq!(
        shown(&injector.handle_output_closed(ms(0))),
        ["< ok", "CloseOutput"]
    );
}

#[test]
fn lines_are_inserted_before_and_after() {
    let before = "insert response \"one\\ntwo\" before response \"b\"";
    assert_eq!(heard(before, "a\nb\n"), ["< a", "< one", "< two", "< b"]);
    let mut injector = injector(&["insert command \"stop\" after command \"go\""]);
    assert_eq!(
        shown(&injector.handle_command(ms(0), b"go\nb\n")),
        ["> go", "> stop", "> b"]
    );
}

#[test]
fn a_line_is_inserted_at_the_start() {
    let mut injector = injector(&["insert response \"hello\" at start"]);
    assert_eq!(injector.wake_at(), Some(ms(0)));
    assert_eq!(shown(&injector.wake(ms(1))), ["< hello"]);
    assert_eq!(injector.wake_at(), None);
}

#[test]
fn a_crashed_engine_sends_nothing_more() {
    let mut injector = injector(&["crash SIGSEGV before response \"b\""]);
    let heard = injector.handle_response(ms(0), b"a\nb\nc\n");
    assert_eq!(shown(&heard), ["< a", "End(Signal(\"SIGSEGV\"))"]);
    assert_eq!(injector.handle_command(ms(0), b"go\n"), []);
}

#[test]
fn the_engine_exits_after_a_line() {
    assert_eq!(
        heard("exit 3 after response \"b\"", "b\nc\n"),
        ["< b", "End(Exit(3))"]
    );
}

#[test]
fn the_output_is_closed_but_the_engine_lives() {
    let mut injector = injector(&["close after response \"a\""]);
    assert_eq!(
        shown(&injector.handle_response(ms(0), b"a\nb\n")),
        ["< a", "CloseOutput"]
    );
    assert_eq!(shown(&injector.handle_command(ms(0), b"go\n")), ["> go"]);
}

#[test]
fn a_stalled_engine_does_not_even_end() {
    let mut injector = injector(&["stall before command \"go\""]);
    assert_eq!(shown(&injector.handle_command(ms(0), b"go\n")), ["Stall"]);
    assert_eq!(injector.handle_end(ms(1), SessionEnd::Exit(0)), []);
    assert_eq!(injector.handle_input_closed(ms(1)), []);
}

#[test]
fn a_flood_comes_in_waves_and_ends() {
    let mut injector = injector(&["flood \"x\" 600KiB after command \"go\""]);
    assert_eq!(shown(&injector.handle_command(ms(7), b"go\n")), ["> go"]);
    let mut total = 0;
    while let Some(at) = injector.wake_at() {
        for effect in injector.wake(at) {
            let ProxyAction::Response(bytes) = effect else {
                panic!("{effect:?}");
            };
            total += bytes.len();
        }
    }
    assert_eq!(total, 768 << 10);
}

#[test]
fn conditions_choose_among_the_lines() {
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
        let mut injector = injector(&[&format!("replace response \"a\" by \"-\" {condition}")]);
        let mut heard = String::new();
        for command in ["go", "rest", "go", "rest"] {
            injector.handle_command(ms(0), format!("{command}\n").as_bytes());
            heard.extend(shown(&injector.handle_response(ms(0), b"a\n")));
        }
        assert_eq!(heard.replace("< ", ""), expected, "{condition}");
    }
}

#[test]
fn a_fault_is_not_applied_where_the_generator_has_no_value() {
    let mut injector = injector(&["replace command \"{it:word}\" by \"{it} {bad}\" once"]);
    assert_eq!(
        shown(&injector.handle_command(ms(0), b"rest\n")),
        ["> rest"]
    );
    assert_eq!(injector.applied_counts(), [0]);
    assert_eq!(
        shown(&injector.handle_command(ms(0), b"go\ngo\n")),
        ["> go zz", "> go"]
    );
    assert_eq!(injector.applied_counts(), [1]);
}

#[test]
fn faults_form_a_chain_with_the_first_at_the_engine() {
    let mut injector = injector(&[
        "replace response \"a\" by \"b\"",
        "duplicate response \"b\"",
        "replace command \"x\" by \"y\"",
    ]);
    assert_eq!(
        shown(&injector.handle_response(ms(0), b"a\n")),
        ["< b", "< b"]
    );
    assert_eq!(shown(&injector.handle_command(ms(0), b"x\n")), ["> y"]);
    assert_eq!(injector.applied_counts(), [1, 1, 1]);
}

#[test]
fn one_fault_does_several_things() {
    let mut injector = injector(&[
        "replace response \"a\" by \"b\" ; duplicate response \"b\"",
        "drop command \"x\"",
    ]);
    assert_eq!(
        shown(&injector.handle_response(ms(0), b"a\n")),
        ["< b", "< b"]
    );
    assert_eq!(
        shown(&injector.handle_command(ms(0), b"x\n")),
        Vec::<String>::new()
    );
    assert_eq!(injector.applied_counts(), [1, 1, 1]);
}

#[test]
fn what_is_no_line_passes_untouched() {
    let mut injector = injector(&["drop response \"ok\""]);
    assert_eq!(injector.handle_response(ms(0), b"ok"), []);
    assert_eq!(
        shown(&injector.handle_output_closed(ms(0))),
        ["< ok", "CloseOutput"]
    );
}

#[test]
fn a_dripping_line_comes_byte_by_byte_and_is_not_overtaken() {
    let mut injector = injector(&["drip response \"ok\" by 2ms"]);
    assert_eq!(injector.handle_response(ms(0), b"ok\nb\n"), []);
    let mut heard = Vec::new();
    while let Some(at) = injector.wake_at() {
        for effect in injector.wake(at) {
            let ProxyAction::Response(bytes) = effect else {
                panic!("{effect:?}")
            };
            heard.push((at, bytes));
        }
    }
    let bytes = |text: &str| text.as_bytes().to_vec();
    let wanted = [(2, "o"), (4, "k"), (6, "\n"), (6, "b\n")];
    assert_eq!(heard, wanted.map(|(at, text)| (ms(at), bytes(text))));
}

#[test]
fn an_engine_lingers_and_complains() {
    let mut injector = injector(&["linger 1s", "insert stderr \"oh\" after response \"ok\""]);
    let effects = injector.handle_response(ms(0), b"ok\n");
    assert!(
        effects.contains(&ProxyAction::Stderr(b"oh\n".to_vec())),
        "{effects:?}"
    );
    assert_eq!(injector.handle_end(ms(5), SessionEnd::Exit(0)), []);
    assert_eq!(injector.wake_at(), Some(ms(1005)));
    assert_eq!(
        injector.wake(ms(1005)),
        [ProxyAction::End(SessionEnd::Exit(0))]
    );
}
