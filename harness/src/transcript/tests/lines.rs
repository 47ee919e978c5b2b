//! Tests that each kind of line is parsed and written.

use std::time::Duration;

use super::{
    Event, EventKind, Speaker, Transcript, event_of_kind, line_event, parse_transcript,
    print_events,
};
use crate::transcript::{Fact, SessionEnd, parse_duration};

#[test]
fn every_kind_of_line_is_parsed_and_printed_unchanged() {
    let text = "\
0.000000 = scale 2
0.000012 > ucci
0.000100 < ucciok
0.000100 <
1.204000 >| posi
1.204000 <| \\tinfo\\n
2.000000 % warning: no book
2.500000 ~ 500ms
3.000000 >! eof
3.000000 = truncated 16 MiB
4.000000 ! signal SIGSEGV
";
    let read = parse_transcript(text);
    assert_eq!(String::from_utf8(read.to_bytes()).unwrap(), text);
    let kinds: Vec<EventKind> = read.events.iter().map(|it| it.kind.clone()).collect();
    let fact = |name: &str, value: &str| {
        EventKind::Fact(Fact {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    };
    assert_eq!(
        kinds,
        [
            fact("scale", "2"),
            EventKind::Line(Speaker::Interface, b"ucci".to_vec()),
            EventKind::Line(Speaker::Engine, b"ucciok".to_vec()),
            EventKind::Line(Speaker::Engine, Vec::new()),
            EventKind::Chunk(Speaker::Interface, b"posi".to_vec()),
            EventKind::Line(Speaker::Engine, b"\tinfo".to_vec()),
            EventKind::Stderr(b"warning: no book".to_vec()),
            EventKind::Silence(Duration::from_millis(500)),
            EventKind::InputClosed,
            fact("truncated", "16 MiB"),
            EventKind::End(SessionEnd::Signal("SIGSEGV".to_owned())),
        ]
    );
    assert_eq!(read.events[4].at, Some(Duration::from_micros(1_204_000)));
}

#[test]
fn comments_blank_lines_and_directives_are_no_events() {
    let read =
        parse_transcript("# a comment\n@protocol ucci\n\n> # no comment\n! cut\n# the end\n\n");
    assert_eq!(
        read.events,
        [
            line_event(Speaker::Interface, "# no comment"),
            event_of_kind(EventKind::End(SessionEnd::Cut))
        ]
    );
}

#[test]
fn every_session_end_is_parsed_and_printed() {
    let ends = [
        ("! exit 0\n", SessionEnd::Exit(0)),
        ("! exit -1073741819\n", SessionEnd::Exit(-1_073_741_819)),
        (
            "! signal SIGABRT\n",
            SessionEnd::Signal("SIGABRT".to_owned()),
        ),
        ("! eof\n", SessionEnd::Eof),
        ("! killed\n", SessionEnd::Killed),
        ("! cut\n", SessionEnd::Cut),
    ];
    for (text, end) in ends {
        let end = vec![event_of_kind(EventKind::End(end))];
        assert_eq!(parse_transcript(text).events, end);
        assert_eq!(print_events(end), text);
    }
}

#[test]
fn the_last_line_end_may_be_missing_and_line_ends_may_be_cr_lf() {
    let expected = parse_transcript("> ucci\n< ucciok\n");
    assert_eq!(parse_transcript("> ucci\n< ucciok"), expected);
    assert_eq!(parse_transcript("> ucci\r\n< ucciok\r\n"), expected);
    assert_eq!(parse_transcript("> ucci\r\n< ucciok"), expected);
    assert_eq!(parse_transcript(""), Transcript::default());
}

#[test]
fn bytes_that_are_not_utf8_are_unchanged() {
    let text = b"< id name \xcf\xf3\xc6\xe5\n> setoption name \xff\n% \xb2\xbb\n";
    let read = Transcript::parse(text).unwrap();
    assert_eq!(read.to_bytes(), text);
}

#[test]
fn an_opening_brace_in_a_command_is_printed_doubled() {
    let said = vec![
        line_event(Speaker::Interface, "a {b} {{"),
        line_event(Speaker::Engine, "{b}"),
    ];
    assert_eq!(print_events(said.clone()), "> a {{b} {{{{\n< {b}\n");
    assert_eq!(parse_transcript("> a {{b} {{{{\n< {b}\n").events, said);
}

#[test]
fn the_value_of_a_measurement_may_be_any_text() {
    for value in ["", "35ms", "C:\\engine ", " a\nb\u{1b}", "\u{8c61}"] {
        let fact = Fact {
            name: "it".to_owned(),
            value: value.to_owned(),
        };
        let events = vec![event_of_kind(EventKind::Fact(fact))];
        assert_eq!(
            parse_transcript(&print_events(events.clone())).events,
            events,
            "{value:?}"
        );
    }
}

#[test]
fn durations_are_whole_microseconds() {
    let micros = |text| parse_duration(text).map(|it| it.as_micros());
    assert_eq!(micros("50us"), Some(50));
    assert_eq!(micros("50ms"), Some(50_000));
    assert_eq!(micros("1.5s"), Some(1_500_000));
    assert_eq!(micros("0.25min"), Some(15_000_000));
    assert_eq!(micros("10m"), micros("10min"));
    assert_eq!(micros("10m"), Some(600_000_000));
    assert_eq!(micros("1.5h"), Some(5_400_000_000));
    assert_eq!(micros("1.50us"), None);
    for wrong in [
        "", "5", "s", ".5s", "5.s", "1e3s", "-1s", "+1s", " 1s", "1 s", "1d", "1H", "1.2.3s",
    ] {
        assert_eq!(parse_duration(wrong), None, "{wrong}");
    }
    assert_eq!(parse_duration(&format!("{}min", "9".repeat(60))), None);
}

#[test]
fn durations_are_printed_without_decimals() {
    for (time, text) in [
        (Duration::ZERO, "~ 0s\n"),
        (Duration::from_micros(1), "~ 1us\n"),
        (Duration::from_micros(1_500), "~ 1500us\n"),
        (Duration::from_millis(1_500), "~ 1500ms\n"),
        (Duration::from_secs(120), "~ 120s\n"),
    ] {
        assert_eq!(
            print_events(vec![event_of_kind(EventKind::Silence(time))]),
            text
        );
    }
}

#[test]
fn the_largest_time_stamp_is_parsed_and_printed() {
    let at = crate::transcript::MAX_DURATION;
    let events = vec![Event {
        at: Some(at),
        kind: EventKind::InputClosed,
    }];
    assert_eq!(
        parse_transcript(&print_events(events.clone())).events,
        events
    );
}
