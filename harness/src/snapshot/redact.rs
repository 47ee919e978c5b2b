//! Removes the parts of transcripts that vary even if two runs send the same commands.

use regex::Regex;

use crate::{protocol, transcript::Transcript};

/// The filters for all protocols: they redact time stamps, delays by the host, measurements and the exact length of a
/// silence. One filter removes all lines of standard error, because their places among the other lines vary.
const COMMON_FILTERS: [(&str, &str); 5] = [
    (r"(?m)^[0-9]+\.[0-9]{6} ", ""),
    (r"(?m)^= late .*\n", ""),
    (r"(?m)^= (cpu|memory|rss) .*", "= ${1} [${1}]"),
    (r"(?m)^~ .*", "~ [time]"),
    (r"(?m)^%.*\n", ""),
];

/// Returns the filters of [`RecordedSession::redacted`], for transcripts from other sources. Each filter is a regular
/// expression and its replacement; the filters must be applied in this order.
///
/// The filters have the form that the crate `insta` (feature `filters`) needs, but do not depend on this crate. To use
/// the filters with `insta`, write `for (pattern, replacement) in filters("ucci") { settings.add_filter(&pattern,
/// replacement) }`. The protocol defines which numbers of a response vary from run to run; an unknown protocol has no
/// such numbers.
pub fn filters(protocol: &str) -> Vec<(String, String)> {
    let numbers = protocol::find_protocol(protocol).into_iter();
    let numbers = numbers.flat_map(protocol::volatile_fields);
    let always = COMMON_FILTERS.iter();
    let always = always.map(|(pattern, with)| ((*pattern).to_owned(), (*with).to_owned()));
    let numbers = numbers.map(|word| {
        let escaped = regex::escape(word);
        let pattern = format!(r"(?m)^(<\|? (?:.*?[ \t])?{escaped})[ \t]+[0-9]+");
        (pattern, format!("${{1}} [{word}]"))
    });
    always.chain(numbers).collect()
}

/// The transcript of one session.
#[derive(Clone, Copy, Debug)]
pub struct RecordedSession<'a> {
    protocol: &'a str,
    scenario: &'a str,
    transcript: &'a Transcript,
}

impl<'a> RecordedSession<'a> {
    pub(crate) fn new(
        protocol: &'a str,
        scenario: &'a str,
        transcript: &'a Transcript,
    ) -> RecordedSession<'a> {
        RecordedSession {
            protocol,
            scenario,
            transcript,
        }
    }

    /// The id of the scenario, or the path of a script file.
    pub fn scenario(&self) -> &'a str {
        self.scenario
    }

    /// The transcript as a list of events.
    pub fn transcript(&self) -> &'a Transcript {
        self.transcript
    }

    /// The transcript as text, without the first line `@protocol`.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.transcript.to_bytes()).into_owned()
    }

    /// The transcript as text, without the parts that vary even if two runs send the same commands. Time stamps and
    /// standard error are removed. Numbers that vary, such as those after `time` and `nodes`, are replaced by a
    /// placeholder such as `[nodes]`.
    ///
    /// Redaction keeps all `info` lines. The number of `info` lines varies from run to run if a search is limited by
    /// time. In snapshots, use searches with a fixed depth, not searches with a time limit.
    pub fn redacted(&self) -> String {
        let filters = filters(self.protocol).into_iter();
        filters.fold(self.text(), |text, (pattern, with)| {
            // A test checks that all filters compile.
            match Regex::new(&pattern) {
                Ok(regex) => regex.replace_all(&text, with.as_str()).into_owned(),
                Err(_) => text,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redact_text(protocol: &str, text: &str) -> String {
        let transcript = Transcript::parse(text.as_bytes()).unwrap_or_default();
        RecordedSession::new(protocol, "x", &transcript).redacted()
    }

    #[test]
    fn every_filter_is_a_regular_expression() {
        for protocol in protocol::ALL_PROTOCOLS
            .iter()
            .map(|it| it.name())
            .chain(["none"])
        {
            for (pattern, _) in filters(protocol) {
                assert!(Regex::new(&pattern).is_ok(), "{pattern}");
            }
        }
    }

    #[test]
    fn varying_values_are_replaced_or_removed() {
        let text = "0.000100 > go depth 3\n\
            0.000200 = late 1200us\n\
            0.000300 % thinking about nodes 12\n\
            0.000400 < info depth 1 time 12 nodes  3456 nps 78 score 9 pv h2e2\n\
            0.000500 < info time 3 message 2 nodes 4\n\
            0.000600 = memory 14200 KiB\n\
            0.050600 ~ 50ms\n\
            0.060000 < bestmove h2e2\n";
        assert_eq!(
            redact_text("ucci", text),
            "> go depth 3\n\
            < info depth 1 time [time] nodes [nodes] nps [nps] score 9 pv h2e2\n\
            < info time [time] message 2 nodes [nodes]\n\
            = memory [memory]\n\
            ~ [time]\n\
            < bestmove h2e2\n"
        );
    }

    #[test]
    fn commands_and_words_that_are_not_numbers_are_not_redacted() {
        let text = "> go time 3000\n< option time type spin min 0\n< info overtime 3\n";
        assert_eq!(redact_text("ucci", text), text);
        let gtp = "> 1 play time 3\n< =1 nodes 4\n";
        assert_eq!(redact_text("gtp", gtp), gtp);
    }
}
