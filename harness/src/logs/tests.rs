//! Every format has a sample, is found by it, and tells what was said in it.

mod clock;
mod damaged;
mod output;
mod unknown;

use std::{collections::BTreeSet, fs, path::PathBuf};

use super::{ALL, Conversation, Heard, Knows, Reader, detect, example, find};
use crate::{
    protocol::{self, Judged},
    rule::RuleInfo,
    transcript::{Event, EventKind, Speaker},
};

/// The samples, and the format of each.
const SAMPLES: &[(&str, &str)] = &[
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
];

fn sample(name: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    fs::read(root.join("../corpus").join(name)).unwrap()
}

/// All that a log tells, in the format of that name.
fn read(format: &str, text: &[u8]) -> (Vec<Heard>, Box<dyn Reader>) {
    let mut reader = find(format).unwrap().reader();
    let lines = text.split_inclusive(|it| *it == b'\n');
    let heard = lines.filter_map(|line| reader.line(line).unwrap());
    (heard.collect(), reader)
}

/// What was said in a log, and by whom.
fn said(heard: &[Heard]) -> Vec<(Speaker, String)> {
    let lines = heard.iter().filter_map(|it| match &it.event.kind {
        EventKind::Line(speaker, line) | EventKind::Chunk(speaker, line) => {
            Some((*speaker, String::from_utf8_lossy(line).into_owned()))
        }
        _ => None,
    });
    lines.collect()
}

/// The times of a log in milliseconds.
fn millis(heard: &[Heard]) -> Vec<Option<u128>> {
    let times = heard.iter().map(|it| it.event.at.map(|at| at.as_millis()));
    times.collect()
}

/// What the rules say of one conversation of a log.
fn judged(heard: &[Heard], conversation: Conversation) -> Judged {
    let mut judge = protocol::find("ucci").unwrap().judge();
    for heard in heard.iter().filter(|it| it.conversation == conversation) {
        let events: Vec<&Event> = [&heard.event].into_iter().chain(&heard.note).collect();
        events.into_iter().for_each(|it| judge.observe(it));
    }
    judge.finish()
}

/// The rules that count in a log which knows so much, and accuse in it.
fn accusing(judged: &Judged, knows: Knows) -> Vec<&'static str> {
    let rules = protocol::find("ucci").unwrap().rules();
    let counts = |it: &RuleInfo| knows.judges(it);
    let pairs = judged.findings.of(&rules);
    pairs
        .filter(|(rule, findings)| counts(rule) && !findings.violations.is_empty())
        .map(|(rule, _)| rule.id)
        .collect()
}

#[test]
fn every_format_has_a_sample_and_is_found_by_it() {
    for (name, format) in SAMPLES {
        let text = sample(name);
        assert_eq!(detect(&text).unwrap().name(), *format, "{name}");
        // Also when only its beginning is looked at.
        assert_eq!(detect(&text[..300]).unwrap().name(), *format, "{name}");
    }
    let sampled: BTreeSet<&str> = SAMPLES.iter().map(|it| it.1).collect();
    let known: BTreeSet<&str> = ALL.iter().map(|it| it.name()).collect();
    assert_eq!(sampled, known);
}

#[test]
fn every_example_is_a_line_of_its_format() {
    for format in ALL {
        let line = format!("{}\n", example(*format));
        let (heard, _) = read(format.name(), line.as_bytes());
        assert_eq!(heard.len(), 1, "{line}");
        assert_eq!(detect(line.as_bytes()).unwrap().name(), format.name());
    }
}

#[test]
fn one_conversation_is_the_same_in_every_format() {
    let original = said(&read("transcript", &sample("ucci/logs/transcript.log")).0);
    assert_eq!(original.len(), 148);
    for name in ["ucci/logs/arrows.log", "ucci/logs/arrows_untimed.log"] {
        assert_eq!(said(&read("arrows", &sample(name)).0), original, "{name}");
    }
    let mut engine = original;
    engine.retain(|it| it.0 == Speaker::Engine);
    assert_eq!(
        said(&read("output", &sample("ucci/logs/output.log")).0),
        engine
    );

    let uci = said(&read("cutechess", &sample("uci/logs/cutechess.log")).0);
    assert_eq!(uci.first().unwrap().1, "uci");
    assert_eq!(uci.last().unwrap().1, "quit");
    for (name, format) in SAMPLES.iter().filter(|it| it.0.starts_with("uci/")) {
        let (heard, _) = read(format, &sample(name));
        assert_eq!(said(&heard), uci, "{name}");
        assert!(heard.iter().all(|it| it.conversation.0 == 0), "{name}");
    }
}

#[test]
fn a_conforming_engine_is_accused_in_no_format() {
    for (name, format) in SAMPLES.iter().filter(|it| it.0.starts_with("ucci/")) {
        let (heard, reader) = read(format, &sample(name));
        let conversations: BTreeSet<Conversation> =
            heard.iter().map(|it| it.conversation).collect();
        for conversation in conversations {
            let judged = judged(&heard, conversation);
            let knows = reader.knows();
            assert_eq!(accusing(&judged, knows), [""; 0], "{name} {conversation:?}");
            assert_eq!(judged.handshake_done, knows.commands, "{name}");
        }
    }
}

#[test]
fn the_emulator_talks_to_two_engines_in_one_log() {
    let (heard, reader) = read("emulator", &sample("ucci/logs/emulator.log"));
    assert_eq!(reader.name(Conversation(0)), b"AAA");
    assert_eq!(reader.name(Conversation(1)), b"BBB");
    let of = |index| {
        heard
            .iter()
            .filter(move |it| it.conversation == Conversation(index))
    };
    assert_eq!((of(0).count(), of(1).count()), (86, 86));
    for index in [0, 1] {
        let times = of(index).map(|it| it.event.at.unwrap());
        assert!(times.is_sorted_by(|a, b| a <= b));
        assert!(of(index).next_back().unwrap().event.at.unwrap().as_millis() > 100);
    }
    assert!(reader.knows().times);
}

#[test]
fn engines_of_one_log_are_told_apart() {
    let text = b"7 >UciEngine(0): uci\n8 <UciEngine(0): id name A (x)\n9 >B(1): uci\n\
        9 <A (x)(0): uciok\nStarted game 1 of 2 (A vs B)\n";
    let (heard, reader) = read("cutechess", text);
    let who: Vec<usize> = heard.iter().map(|it| it.conversation.0).collect();
    assert_eq!(who, [0, 0, 1, 0]);
    assert_eq!(reader.name(Conversation(0)), b"A (x)(0)");

    let text = b"./a <- uci\n./a -> id name A\nA -> uciok\n./b <- uci\nA <- quit\n";
    let (heard, reader) = read("c-chess-cli", text);
    let who: Vec<usize> = heard.iter().map(|it| it.conversation.0).collect();
    assert_eq!(who, [0, 0, 0, 1, 0]);
    assert_eq!(reader.name(Conversation(0)), b"A");

    let text = b"[Engine] [00:00:00.000001] <  2> A <--- uci\n\
        [Engine] [00:00:00.000002] <  3> A <--- uci\n\
        [Engine] [00:00:00.000003] <  2> <stderr> A ---> oops\n";
    let (heard, _) = read("fastchess", text);
    let who: Vec<usize> = heard.iter().map(|it| it.conversation.0).collect();
    assert_eq!(who, [0, 1, 0]);
    assert_eq!(heard[2].event.kind, EventKind::Stderr(b"oops".to_vec()));
}

#[test]
fn bytes_that_are_no_utf8_survive() {
    let name = b"id name \xcf\xf3\xc6\xe5\xce\xd7\xca\xa6";
    for (before, format) in [
        (&b"< "[..], "transcript"),
        (b"AAA->Emu(00000001):", "emulator"),
        (b"<- ", "arrows"),
        (b"", "output"),
    ] {
        let (heard, _) = read(format, &[before, name, b"\n"].concat());
        let line = EventKind::Line(Speaker::Engine, name.to_vec());
        assert_eq!(heard[0].event.kind, line, "{format}");
        let judged = judged(&heard, Conversation(0));
        assert_eq!(judged.engine_name.unwrap(), "象棋巫师");
    }
}

#[test]
fn line_ends_are_the_logs_or_the_engines() {
    // A log that ends its lines in CR LF throughout, after a mark that it is UTF-8.
    let (heard, _) = read("arrows", b"\xef\xbb\xbf> ucci\r\n< ucciok\r\n");
    assert_eq!(said(&heard)[1], (Speaker::Engine, "ucciok".to_owned()));
    // An engine that does so, in a log that does not.
    let (heard, _) = read("arrows", b"> ucci\n< ucciok\r\n< bye \n");
    assert_eq!(said(&heard)[1].1, "ucciok\r");
    assert_eq!(said(&heard)[2].1, "bye ");
    // What no newline ends may have been cut off there.
    let (heard, _) = read("arrows", b"> ucci\n< ucci");
    let chunk = EventKind::Chunk(Speaker::Engine, b"ucci".to_vec());
    assert_eq!(heard[1].event.kind, chunk);
}
