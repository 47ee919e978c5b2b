//! Tests of files that are not logs, and of their error messages.

use crate::logs::{ALL_FORMATS, detect_format, example_line, find_format};

#[test]
fn an_unrecognized_log_is_shown_with_the_known_formats() {
    let text = b"Dear all,\n\tthe engine \xcf\xf3\xc6\xe5 hangs.\n\nRegards\n";
    let error = detect_format(text).err().unwrap();
    insta::assert_snapshot!(error.to_string());
}

#[test]
fn an_empty_file_is_an_error() {
    for text in [&b""[..], b"\n\n", b"# only a comment\n\n"] {
        assert!(detect_format(text).is_err());
    }
    let message = detect_format(b" \n").err().unwrap().to_string();
    assert_eq!(message, "the file is empty");
}

#[test]
fn utf16_is_recognized() {
    let text = "> ucci\n< ucciok\n> quit\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes);
    let without_mark: Vec<u8> = text.collect();
    let with_mark = [&[0xff, 0xfe], &without_mark[..]].concat();
    for text in [with_mark, without_mark] {
        let message = detect_format(&text).err().unwrap().to_string();
        assert_eq!(message, "the file is UTF-16; convert it to UTF-8 first");
    }
}

#[test]
fn a_compressed_file_is_recognized() {
    let gzip = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xb3S(M";
    let message = detect_format(gzip).err().unwrap().to_string();
    assert!(message.contains("is compressed"), "{message}");
}

#[test]
fn the_transcript_format_is_chosen_if_several_formats_match() {
    for text in [
        "> ucci\n< ucciok\n",
        "0.000001 > ucci\n0.000002 < ucciok\n",
        // The log in the next test case is damaged, but must still be detected as a transcript.
        "> ucci\n<* ucciok\n",
        "@protocol ucci\n> ucci\n< ucciok \n< bye \n",
    ] {
        assert_eq!(
            detect_format(text.as_bytes()).unwrap().name(),
            "transcript",
            "{text}"
        );
    }
    // In a transcript, a space at the end of a line needs an escape.
    let text = "> ucci \n< ucciok \n> quit\n";
    assert_eq!(detect_format(text.as_bytes()).unwrap().name(), "arrows");
}

#[test]
fn a_format_is_detected_after_headings() {
    let heading = "a heading\n".repeat(20);
    for format in ALL_FORMATS
        .iter()
        .filter(|it| !["transcript", "output"].contains(&it.name()))
    {
        let text = format!("{heading}{}\n", example_line(*format));
        let found = detect_format(text.as_bytes()).map(|it| it.name());
        assert_eq!(found.ok(), Some(format.name()));
    }
}

#[test]
fn names_of_formats_are_unique() {
    for format in ALL_FORMATS {
        let found = find_format(format.name()).unwrap();
        assert_eq!(found.title(), format.title());
    }
    assert!(find_format("nothing").is_none());
}
