//! What is no log, and what is said about it.

use crate::logs::{ALL, detect, example, find};

#[test]
fn what_is_no_log_is_shown_with_the_formats_there_are() {
    let text = b"Dear all,\n\tthe engine \xcf\xf3\xc6\xe5 hangs.\n\nRegards\n";
    let error = detect(text).err().unwrap();
    insta::assert_snapshot!(error.to_string());
}

#[test]
fn nothing_is_no_log() {
    for text in [&b""[..], b"\n\n", b"# only a comment\n\n"] {
        assert!(detect(text).is_err());
    }
    let said = detect(b" \n").err().unwrap().to_string();
    assert_eq!(said, "there is nothing in it");
}

#[test]
fn two_bytes_a_character_are_recognized() {
    let text = "> ucci\n".encode_utf16().flat_map(u16::to_le_bytes);
    let text: Vec<u8> = [0xff, 0xfe].into_iter().chain(text).collect();
    let said = detect(&text).err().unwrap().to_string();
    assert_eq!(said, "this is UTF-16: write it as UTF-8 first");
}

#[test]
fn our_own_format_wins_where_several_fit() {
    for text in [
        "> ucci\n< ucciok\n",
        "0.000001 > ucci\n0.000002 < ucciok\n",
        // What is wrong in it is to be told in our own words.
        "> ucci\n<* ucciok\n",
        "@protocol ucci\n> ucci\n< ucciok \n< bye \n",
    ] {
        assert_eq!(
            detect(text.as_bytes()).unwrap().name(),
            "transcript",
            "{text}"
        );
    }
    // Blanks at the ends need escapes with us.
    let text = "> ucci \n< ucciok \n> quit\n";
    assert_eq!(detect(text.as_bytes()).unwrap().name(), "arrows");
}

#[test]
fn headings_before_a_log_do_not_hide_it() {
    let heading = "a heading\n".repeat(20);
    for format in ALL
        .iter()
        .filter(|it| !["transcript", "output"].contains(&it.name()))
    {
        let text = format!("{heading}{}\n", example(*format));
        let found = detect(text.as_bytes()).map(|it| it.name());
        assert_eq!(found.ok(), Some(format.name()));
    }
}

#[test]
fn formats_go_by_names_of_their_own() {
    for format in ALL {
        let found = find(format.name()).unwrap();
        assert_eq!(found.title(), format.title());
    }
    assert!(find("nothing").is_none());
}
