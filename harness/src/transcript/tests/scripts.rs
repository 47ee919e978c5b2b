//! Tests of whole scripts: steps, directives, and the unchanged source.

use std::time::Duration;

use super::{parse_script, parse_transcript};
use crate::transcript::{Pattern, Script, Speaker, StepKind, Template};

const SCRIPT: &str = "\
# stop ends the search
@protocol ucci
@title stop ends the search
@rule ucci/stop_prompt
@rule   ucci/stop_ends_thinking
@setoption usemillisec true if-announced

> go time {clock:3s}
<! bestmove [..]
~ 50ms
...
< info depth 1
> stop
@within 2s
...
<* bestmove {best:move} [..]
>| isready
>| \\nquit\\n
<| readyok \\n
% bye
>! eof
= rss 14200 KiB
! exit 0
# nothing more
";

#[test]
fn each_line_is_a_step() {
    let script = parse_script(SCRIPT);
    let pattern = |text: &str| Pattern::parse(text.as_bytes()).unwrap();
    let kinds: Vec<&StepKind> = script.steps.iter().map(|step| &step.kind).collect();
    assert_eq!(kinds.len(), SCRIPT.lines().count());
    assert_eq!(kinds[0], &StepKind::Comment);
    assert_eq!(kinds[6], &StepKind::Blank);
    let send = Template::parse(b"go time {clock:3s}").unwrap();
    assert_eq!(kinds[7], &StepKind::Send(send));
    assert_eq!(kinds[8], &StepKind::Forbid(pattern("bestmove [..]")));
    assert_eq!(kinds[9], &StepKind::Pause(Duration::from_millis(50)));
    assert_eq!(kinds[10], &StepKind::Skip);
    assert_eq!(kinds[11], &StepKind::Expect(b"info depth 1".to_vec()));
    assert_eq!(
        kinds[15],
        &StepKind::Match(pattern("bestmove {best:move} [..]"))
    );
    assert_eq!(
        kinds[17],
        &StepKind::Chunk(Speaker::Interface, b"\nquit\n".to_vec())
    );
    assert_eq!(
        kinds[18],
        &StepKind::Chunk(Speaker::Engine, b"readyok \n".to_vec())
    );
    assert!(script.steps.iter().zip(1..).all(|(step, n)| step.line == n));
}

#[test]
fn directives_are_found_by_name() {
    let script = parse_script(SCRIPT);
    assert_eq!(script.directive("title"), Some("stop ends the search"));
    assert_eq!(
        script.directives("rule"),
        ["ucci/stop_prompt", "ucci/stop_ends_thinking"]
    );
    assert_eq!(
        script.directive("setoption"),
        Some("usemillisec true if-announced")
    );
    assert_eq!(script.directive("profile"), None);
}

#[test]
fn the_source_is_kept_with_any_line_end() {
    for text in [
        SCRIPT.to_owned(),
        SCRIPT.replace('\n', "\r\n"),
        "> quit".to_owned(),
        "\n \t\n".to_owned(),
    ] {
        let script = Script::parse(text.as_bytes()).unwrap();
        assert_eq!(script.to_bytes(), text.as_bytes());
    }
    assert_eq!(parse_script(SCRIPT).steps[12].raw, b"> stop\n");
}

#[test]
fn cr_lf_means_the_same_as_lf() {
    let dos = parse_script(&SCRIPT.replace('\n', "\r\n"));
    let kinds = dos.steps.iter().map(|step| &step.kind);
    assert!(kinds.eq(parse_script(SCRIPT).steps.iter().map(|step| &step.kind)));
}

#[test]
fn a_recording_is_a_script() {
    let text = "0.000001 > a {{b}\n0.000002 <| c \\n\n0.100000 ~ 98ms\n0.200000 ! cut\n";
    let recording = parse_transcript(text);
    let script = parse_script(text);
    assert_eq!(script.to_bytes(), recording.to_bytes());
    assert_eq!(script.steps[0].stamp, Some(Duration::from_micros(1)));
    assert_eq!(
        script.steps[0].kind,
        StepKind::Send(Template::from_literal(b"a {b}"))
    );
}
