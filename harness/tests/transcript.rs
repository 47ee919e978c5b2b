//! Property tests of the text format: a written transcript is parsed as the same transcript, and no bytes make the
//! parser panic.

use std::time::Duration;

use ponderhit::transcript::{
    Event, EventKind, Fact, MAX_DURATION, Pattern, Script, SessionEnd, Speaker, Template,
    Transcript,
};
use proptest::{collection::vec, option, prelude::*};

/// Generates bytes that have a special meaning in the text format, and other bytes.
fn byte_strings() -> impl Strategy<Value = Vec<u8>> {
    const SPECIAL_BYTES: &[&[u8]] = &[
        b" ",
        b"\t",
        b"\n",
        b"\r",
        b"\0",
        b"\\",
        b"\\n",
        b"x0a",
        b"{",
        b"}",
        b"#",
        b">",
        b"<|",
        b"\x7f",
        b"\xff",
        b"\xcf\xf3",
        b"\xe8\xb1\xa1",
        b"a",
        b"bestmove b0c2",
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(SPECIAL_BYTES).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..8).prop_map(|it| it.concat())
}

fn random_words() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9_ \n\\\\{\u{8c61}]{1,6}"
}

fn random_durations() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0_u64..3_000_000).prop_map(Duration::from_micros),
        (0_u64..100_000).prop_map(Duration::from_millis),
        (0..=MAX_DURATION.as_secs() * 1_000_000).prop_map(Duration::from_micros),
        (0..=MAX_DURATION.as_secs()).prop_map(Duration::from_secs),
    ]
}

fn event_kinds() -> impl Strategy<Value = EventKind> {
    let speaker = || prop_oneof![Just(Speaker::Interface), Just(Speaker::Engine)];
    prop_oneof![
        4 => (speaker(), byte_strings()).prop_map(|(who, line)| EventKind::Line(who, line)),
        4 => (speaker(), byte_strings()).prop_map(|(who, bytes)| EventKind::Chunk(who, bytes)),
        1 => byte_strings().prop_map(EventKind::Stderr),
        1 => random_durations().prop_map(EventKind::Silence),
        1 => Just(EventKind::InputClosed),
        1 => (random_words(), any::<String>()).prop_map(|(name, value)| EventKind::Fact(Fact { name, value })),
    ]
}

fn session_ends() -> impl Strategy<Value = SessionEnd> {
    prop_oneof![
        any::<i32>().prop_map(SessionEnd::Exit),
        random_words().prop_map(SessionEnd::Signal),
        Just(SessionEnd::Eof),
        Just(SessionEnd::Killed),
        Just(SessionEnd::Cut),
    ]
}

/// Generates transcripts as a recording can have them: timestamps never decrease, and no event follows the end of the
/// session.
fn random_transcripts() -> impl Strategy<Value = Transcript> {
    let event = (option::of(random_durations()), event_kinds());
    (vec(event, 0..12), option::of(session_ends())).prop_map(|(events, end)| {
        let mut transcript = Transcript::default();
        let mut stamps: Vec<Duration> = events.iter().filter_map(|(at, _)| *at).collect();
        stamps.sort();
        let mut stamps = stamps.into_iter();
        for (at, kind) in events {
            transcript.push(at.and_then(|_| stamps.next()), kind);
        }
        if let Some(end) = end {
            transcript.push(None, EventKind::End(end));
        }
        transcript
    })
}

/// Generates texts that are almost valid scripts or transcripts.
fn almost_valid_texts() -> impl Strategy<Value = Vec<u8>> {
    let marks: &[&str] = &[
        "> ",
        "< ",
        "<* ",
        "<! ",
        "...",
        ">| ",
        "<| ",
        "% ",
        "%| ",
        "~ ",
        "~ 50ms",
        ">! eof",
        "! ",
        "! exit 0",
        "= ",
        "@",
        "@within 2s",
        "@title ",
        "# ",
        "1.000000 ",
        "\n",
        "\r\n",
        "{a:move}",
        "{a}",
        "{{",
        "[",
        "]",
        "[..]",
        "(",
        ")",
        "|",
        "{clock:3s}",
        "\\",
        "\\n",
    ];
    let piece = prop_oneof![
        6 => prop::sample::select(marks).prop_map(|it| it.as_bytes().to_vec()),
        2 => Just(b"\n".to_vec()),
        1 => byte_strings(),
    ];
    vec(piece, 0..16).prop_map(|it| it.concat())
}

/// Generates pattern items that the function `item_matches` supports.
fn pattern_items() -> impl Strategy<Value = Vec<&'static str>> {
    let pieces: &[&str] = &[
        "a",
        "b",
        "{move}",
        "{moves}",
        "{int}",
        "{word}",
        "{text}",
        "{x:text}",
        "{y:move}",
        "[..]",
        "[a]",
        "[{text} b]",
        "(a|b)",
        "([..]|a {word})",
        "[[a] [b]]",
        "\\[",
    ];
    vec(prop::sample::select(pieces), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_transcript_is_parsed_as_the_same_events(transcript in random_transcripts()) {
        let text = transcript.to_bytes();
        prop_assert_eq!(Transcript::parse(&text), Ok(transcript), "{}", text.escape_ascii());
    }

    #[test]
    fn an_event_is_one_line(transcript in random_transcripts()) {
        for event in &transcript.events {
            let mut line = Vec::new();
            Event::write_to(event, &mut line);
            prop_assert_eq!(line.pop(), Some(b'\n'));
            prop_assert!(!line.contains(&b'\n') && !line.contains(&b'\r'));
        }
    }

    #[test]
    fn a_recording_is_a_script(transcript in random_transcripts()) {
        let text = transcript.to_bytes();
        let script = Script::parse(&text);
        prop_assert!(script.is_ok(), "{:?} in {}", script, text.escape_ascii());
        prop_assert_eq!(script.unwrap().steps.len(), transcript.events.len());
    }

    #[test]
    fn a_script_is_kept_byte_for_byte(text in prop_oneof![almost_valid_texts(), vec(any::<u8>(), 0..40)]) {
        if let Ok(script) = Script::parse(&text) {
            prop_assert_eq!(script.to_bytes(), text);
        }
    }

    #[test]
    fn every_parsed_transcript_can_be_printed(text in prop_oneof![almost_valid_texts(), vec(any::<u8>(), 0..40)]) {
        if let Ok(transcript) = Transcript::parse(&text) {
            let printed = transcript.to_bytes();
            prop_assert_eq!(Transcript::parse(&printed), Ok(transcript));
        }
    }

    #[test]
    fn no_bytes_make_templates_or_patterns_panic(source in prop_oneof![almost_valid_texts(), byte_strings()], line in byte_strings()) {
        let _ = Template::parse(&source);
        if let Ok(pattern) = Pattern::parse(&source) {
            let _ = pattern.matches(&line, ".{4}");
        }
    }

    /// The pattern matcher must find a match if and only if a naive matcher finds a match.
    #[test]
    fn patterns_match_like_a_naive_matcher(items in pattern_items(), line in "( ?(a|b|c|b0c2|12|\\[)){0,6}") {
        // Items with duplicate capture names do not parse as a pattern, and are skipped.
        let Ok(pattern) = Pattern::parse(items.join(" ").as_bytes()) else { return Ok(()) };
        let found = pattern.matches(line.as_bytes(), "b0c2");
        let words: Vec<&str> = line.split_whitespace().collect();
        prop_assert_eq!(found.is_some(), matches_naively(&items, &words));
    }
}

/// Returns true if the pattern items match the words. This naive matcher tries all ways to split the words between the
/// items.
fn matches_naively(items: &[&str], words: &[&str]) -> bool {
    let Some((item, rest)) = items.split_first() else {
        return words.is_empty();
    };
    let fits = |n: usize| {
        n <= words.len() && item_matches(item, &words[..n]) && matches_naively(rest, &words[n..])
    };
    (0..=words.len()).any(fits)
}

/// Returns true if this pattern item alone matches exactly these words.
fn item_matches(item: &str, words: &[&str]) -> bool {
    let is_move = |word: &&str| *word == "b0c2";
    match item {
        "{move}" | "{y:move}" => words.len() == 1 && words.iter().all(is_move),
        "{moves}" => !words.is_empty() && words.iter().all(is_move),
        "{int}" => matches!(words, [it] if it.bytes().all(|it| it.is_ascii_digit())),
        "{word}" => words.len() == 1,
        "{text}" | "{x:text}" => !words.is_empty(),
        "[..]" => true,
        "[a]" => words.is_empty() || words == ["a"],
        "[{text} b]" => words.is_empty() || matches_naively(&["{text}", "b"], words),
        "(a|b)" => words == ["a"] || words == ["b"],
        "([..]|a {word})" => true,
        "[[a] [b]]" => matches_naively(&["[a]", "[b]"], words),
        "[b]" => words.is_empty() || words == ["b"],
        "\\[" => words == ["["],
        literal => words == [literal],
    }
}
