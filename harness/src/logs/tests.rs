//! Tests that every format has a sample log, which is detected and parsed.

mod damaged_lines;
mod output_only;
mod times;
mod unknown;

use std::{collections::BTreeSet, fs, path::PathBuf};

use super::{
    ALL_FORMATS, ConversationId, LogCapabilities, LogEvent, LogReader, detect_format, example_line,
    find_format,
};
use crate::{
    protocol::{self, JudgeResult},
    rule::RuleInfo,
    transcript::{Event, EventKind, Speaker},
};

/// The sample logs, each with the name of its format.
const SAMPLE_LOGS: &[(&str, &str)] = &[
    ("ucci/logs/transcript.log", "transcript"),
    ("ucci/logs/emulator.log", "emulator"),
    ("ucci/logs/arrows.log", "arrows"),
    ("ucci/logs/arrows_untimed.log", "arrows"),
    ("ucci/logs/output.log", "output"),
    ("uci/logs/cutechess.log", "cutechess"),
    ("uci/logs/fastchess.log", "fastchess"),
    ("uci/logs/c-chess-cli.log", "c-chess-cli"),
    ("uci/logs/arena.log", "arena"),
    ("uci/logs/python-chess.log", "python-chess"),
    ("uci/logs/polyglot.log", "polyglot"),
    ("gtp/logs/gogui.log", "gogui"),
    ("gtp/logs/kgs.log", "kgs"),
];

fn sample_log(name: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    fs::read(root.join("../../corpus").join(name)).unwrap()
}

/// Parses a log in the format with this name.
fn read_log(format: &str, text: &[u8]) -> (Vec<LogEvent>, Box<dyn LogReader>) {
    let mut reader = find_format(format).unwrap().new_reader();
    let lines = text.split_inclusive(|it| *it == b'\n');
    let events = lines.filter_map(|line| reader.parse_line(line).unwrap());
    (events.collect(), reader)
}

/// The lines of a log and their speakers.
fn lines_with_speakers(events: &[LogEvent]) -> Vec<(Speaker, String)> {
    let lines = events.iter().filter_map(|it| match &it.event.kind {
        EventKind::Line(speaker, line) | EventKind::Chunk(speaker, line) => {
            Some((*speaker, String::from_utf8_lossy(line).into_owned()))
        }
        _ => None,
    });
    lines.collect()
}

/// The times of a log in milliseconds.
fn event_millis(events: &[LogEvent]) -> Vec<Option<u128>> {
    let times = events.iter().map(|it| it.event.at.map(|at| at.as_millis()));
    times.collect()
}

/// Judges one conversation of a log by the rules of UCCI.
fn judge_conversation(events: &[LogEvent], conversation: ConversationId) -> JudgeResult {
    let mut judge = protocol::find_protocol("ucci").unwrap().new_judge();
    for event in events.iter().filter(|it| it.conversation == conversation) {
        let events: Vec<&Event> = [&event.event]
            .into_iter()
            .chain(&event.lateness_event)
            .chain(&event.clock_event)
            .collect();
        events.into_iter().for_each(|it| judge.observe_event(it));
    }
    judge.into_judge_result()
}

/// Returns the violated rules that can be judged with the information in the log (`capabilities`).
fn violated_rules(judged: &JudgeResult, capabilities: LogCapabilities) -> Vec<&'static str> {
    let rules = protocol::find_protocol("ucci").unwrap().rules();
    let counts = |it: &RuleInfo| capabilities.can_judge(it);
    let pairs = judged.findings.values_of(&rules);
    pairs
        .filter(|(rule, findings)| counts(rule) && !findings.violations.is_empty())
        .map(|(rule, _)| rule.id)
        .collect()
}

#[test]
fn every_format_has_a_sample_and_is_detected_by_it() {
    for (name, format) in SAMPLE_LOGS {
        let text = sample_log(name);
        assert_eq!(detect_format(&text).unwrap().name(), *format, "{name}");
        // The first 300 bytes of a log are enough to detect its format.
        assert_eq!(
            detect_format(&text[..300]).unwrap().name(),
            *format,
            "{name}"
        );
    }
    let sampled: BTreeSet<&str> = SAMPLE_LOGS.iter().map(|it| it.1).collect();
    let known: BTreeSet<&str> = ALL_FORMATS.iter().map(|it| it.name()).collect();
    assert_eq!(sampled, known);
}

#[test]
fn messages_of_polyglot_are_no_sign_of_another_format() {
    let format = find_format("polyglot").unwrap();
    let conversation = |line: &[u8]| format.new_reader().parse_line(line).unwrap().is_some();
    for line in String::from_utf8(sample_log("uci/logs/polyglot.log"))
        .unwrap()
        .lines()
    {
        let line = format!("{line}\n").into_bytes();
        let is_message = format.is_program_message(&line);
        assert!(is_message != conversation(&line), "{}", line.escape_ascii());
    }
    assert!(!format.is_program_message(b"1.000 Somebody->Engine: uci\n"));
}

#[test]
fn a_format_is_detected_wherever_the_log_is_cut() {
    for (name, format) in SAMPLE_LOGS {
        let text = sample_log(name);
        for length in 300..text.len().min(1500) {
            let found = detect_format(&text[..length]).unwrap().name();
            assert_eq!(found, *format, "the first {length} bytes of {name}");
        }
    }
    let recording = b"0.000011 > ucci\n0.000134 >! eof\n0.041817 < id name X\n0.041817 <";
    assert_eq!(detect_format(recording).unwrap().name(), "transcript");
}

#[test]
fn every_example_is_a_line_of_its_format() {
    for format in ALL_FORMATS {
        let line = format!("{}\n", example_line(*format));
        let (events, _) = read_log(format.name(), line.as_bytes());
        assert_eq!(events.len(), 1, "{line}");
        assert_eq!(
            detect_format(line.as_bytes()).unwrap().name(),
            format.name()
        );
    }
}

#[test]
fn one_conversation_is_the_same_in_every_format() {
    let original =
        lines_with_speakers(&read_log("transcript", &sample_log("ucci/logs/transcript.log")).0);
    assert_eq!(original.len(), 148);
    for name in ["ucci/logs/arrows.log", "ucci/logs/arrows_untimed.log"] {
        assert_eq!(
            lines_with_speakers(&read_log("arrows", &sample_log(name)).0),
            original,
            "{name}"
        );
    }
    let mut engine = original;
    engine.retain(|it| it.0 == Speaker::Engine);
    assert_eq!(
        lines_with_speakers(&read_log("output", &sample_log("ucci/logs/output.log")).0),
        engine
    );

    let uci = lines_with_speakers(&read_log("cutechess", &sample_log("uci/logs/cutechess.log")).0);
    assert_eq!(uci.first().unwrap().1, "uci");
    assert_eq!(uci.last().unwrap().1, "quit");
    for (name, format) in SAMPLE_LOGS.iter().filter(|it| it.0.starts_with("uci/")) {
        let (events, _) = read_log(format, &sample_log(name));
        assert_eq!(lines_with_speakers(&events), uci, "{name}");
        assert!(events.iter().all(|it| it.conversation.0 == 0), "{name}");
    }
}

#[test]
fn a_conforming_engine_has_no_violation_in_any_format() {
    for (name, format) in SAMPLE_LOGS.iter().filter(|it| it.0.starts_with("ucci/")) {
        let (events, reader) = read_log(format, &sample_log(name));
        let conversations: BTreeSet<ConversationId> =
            events.iter().map(|it| it.conversation).collect();
        for conversation in conversations {
            let judged = judge_conversation(&events, conversation);
            let capabilities = reader.capabilities();
            assert_eq!(
                violated_rules(&judged, capabilities),
                [""; 0],
                "{name} {conversation:?}"
            );
            assert_eq!(
                judged.is_handshake_done, capabilities.has_commands,
                "{name}"
            );
        }
    }
}

#[test]
fn two_engines_in_one_emulator_log_are_separate_conversations() {
    let (events, reader) = read_log("emulator", &sample_log("ucci/logs/emulator.log"));
    assert_eq!(reader.engine_name(ConversationId(0)), b"AAA");
    assert_eq!(reader.engine_name(ConversationId(1)), b"BBB");
    let of = |index| {
        events
            .iter()
            .filter(move |it| it.conversation == ConversationId(index))
    };
    assert_eq!((of(0).count(), of(1).count()), (86, 86));
    for index in [0, 1] {
        let times = of(index).map(|it| it.event.at.unwrap());
        assert!(times.is_sorted_by(|a, b| a <= b));
        assert!(of(index).next_back().unwrap().event.at.unwrap().as_millis() > 100);
    }
    assert!(reader.capabilities().has_times);
}

#[test]
fn engines_of_one_log_are_distinguished() {
    let text = b"7 >UciEngine(0): uci\n8 <UciEngine(0): id name A (x)\n9 >B(1): uci\n\
        9 <A (x)(0): uciok\nStarted game 1 of 2 (A vs B)\n";
    let (events, reader) = read_log("cutechess", text);
    let who: Vec<usize> = events.iter().map(|it| it.conversation.0).collect();
    assert_eq!(who, [0, 0, 1, 0]);
    assert_eq!(reader.engine_name(ConversationId(0)), b"A (x)(0)");

    let text = b"./a <- uci\n./a -> id name A\nA -> uciok\n./b <- uci\nA <- quit\n";
    let (events, reader) = read_log("c-chess-cli", text);
    let who: Vec<usize> = events.iter().map(|it| it.conversation.0).collect();
    assert_eq!(who, [0, 0, 0, 1, 0]);
    assert_eq!(reader.engine_name(ConversationId(0)), b"A");

    let text = b"[Engine] [00:00:00.000001] <  2> A <--- uci\n\
        [Engine] [00:00:00.000002] <  3> A <--- uci\n\
        [Engine] [00:00:00.000003] <  2> <stderr> A ---> oops\n";
    let (events, _) = read_log("fastchess", text);
    let who: Vec<usize> = events.iter().map(|it| it.conversation.0).collect();
    assert_eq!(who, [0, 1, 0]);
    assert_eq!(events[2].event.kind, EventKind::Stderr(b"oops".to_vec()));
}

#[test]
fn one_conversation_of_gtp_is_the_same_in_both_formats() {
    let lines = |format, name| lines_with_speakers(&read_log(format, &sample_log(name)).0);
    let gogui = lines("gogui", "gtp/logs/gogui.log");
    assert_eq!(gogui.first().unwrap().1, "list_commands");
    assert_eq!(lines("kgs", "gtp/logs/kgs.log"), gogui);
    let judge = |format, name| {
        let mut judge = protocol::find_protocol("gtp").unwrap().new_judge();
        for event in read_log(format, &sample_log(name)).0 {
            judge.observe_event(&event.event);
        }
        judge.into_judge_result()
    };
    for (format, name) in [("gogui", "gtp/logs/gogui.log"), ("kgs", "gtp/logs/kgs.log")] {
        let judged = judge(format, name);
        let conforming = protocol::find_protocol("gtp").unwrap().rules();
        let found = judged.findings.values_of(&conforming);
        for (rule, findings) in found.filter(|it| it.0.id == "gtp/one_response_per_command") {
            assert!(findings.violations.is_empty(), "{name}: {}", rule.id);
        }
    }
}

#[test]
fn a_malformed_response_in_a_log_of_the_kgs_client_is_a_line_of_the_engine() {
    let text = b"Nov 23, 2026 1:02:03 AM com.gokgs.client.gtp.GtpClient d\n\
        FINEST: Command sent to engine: name\n\
        Nov 23, 2026 1:02:03 AM com.gokgs.client.gtp.GtpClient d\n\
        SEVERE: Got malformed response from engine: hello\nworld\n\
        Nov 23, 2026 1:02:04 AM com.gokgs.client.gtp.GtpClient d\n\
        FINE: Game is over\nnot a line\n";
    let lines = lines_with_speakers(&read_log("kgs", text).0);
    let texts: Vec<&str> = lines.iter().map(|it| it.1.as_str()).collect();
    assert_eq!(texts, ["name", "hello", "world", ""]);
}

#[test]
fn bytes_that_are_not_utf8_are_unchanged() {
    let name = b"id name \xcf\xf3\xc6\xe5\xce\xd7\xca\xa6";
    for (before, format) in [
        (&b"< "[..], "transcript"),
        (b"AAA->Emu(00000001):", "emulator"),
        (b"<- ", "arrows"),
        (b"", "output"),
    ] {
        let (events, _) = read_log(format, &[before, name, b"\n"].concat());
        let line = EventKind::Line(Speaker::Engine, name.to_vec());
        assert_eq!(events[0].event.kind, line, "{format}");
        let judged = judge_conversation(&events, ConversationId(0));
        assert_eq!(judged.engine_name.unwrap(), "象棋巫师");
    }
}

#[test]
fn a_cr_is_removed_only_if_the_first_line_ends_in_cr_lf() {
    // The log begins with a byte order mark, and all of its lines end in CR LF.
    let (events, _) = read_log("arrows", b"\xef\xbb\xbf> ucci\r\n< ucciok\r\n");
    assert_eq!(
        lines_with_speakers(&events)[1],
        (Speaker::Engine, "ucciok".to_owned())
    );
    // Only the engine's lines end in CR LF.
    let (events, _) = read_log("arrows", b"> ucci\n< ucciok\r\n< bye \n");
    assert_eq!(lines_with_speakers(&events)[1].1, "ucciok\r");
    assert_eq!(lines_with_speakers(&events)[2].1, "bye ");
    // A line without a newline may be truncated, so it becomes a chunk.
    let (events, _) = read_log("arrows", b"> ucci\n< ucci");
    let chunk = EventKind::Chunk(Speaker::Engine, b"ucci".to_vec());
    assert_eq!(events[1].event.kind, chunk);
}
