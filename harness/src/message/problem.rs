//! A problem that leaves a run without verdicts: the engine did not start, or nothing was selected.

use std::fmt;

use super::{Language, Message};

/// Sentences that describe a problem, and hints how to mend the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub sentences: Vec<Message>,
    /// The probable causes, or the ways to mend the problem.
    pub help: Vec<Message>,
}

impl From<Message> for Problem {
    fn from(message: Message) -> Problem {
        Problem {
            sentences: vec![message],
            help: Vec::new(),
        }
    }
}

impl Problem {
    /// The sentences that describe the problem, without the hints.
    pub(crate) fn sentences_text(&self) -> String {
        join_sentences(&self.sentences, Language::selected_for_texts())
    }

    /// The sentences that describe the problem, followed by the hints.
    pub(crate) fn to_text(&self, language: Language) -> String {
        let all: Vec<Message> = self.sentences.iter().chain(&self.help).cloned().collect();
        join_sentences(&all, language)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.to_text(Language::selected_for_texts()))
    }
}

/// A single sentence is written without a full stop; several sentences are written with full stops.
fn join_sentences(sentences: &[Message], language: Language) -> String {
    if let [only] = sentences {
        return only.to_text(language);
    }
    let (full_stop, blank) = language.full_stop();
    let sentences = sentences.iter().map(|it| {
        let stop = match it.english.ends_with('?') {
            true => "",
            false => full_stop,
        };
        format!("{}{stop}", it.to_text(language))
    });
    sentences.collect::<Vec<String>>().join(blank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::message;

    #[test]
    fn several_sentences_have_full_stops() {
        let no_piece = || message!("no_move", "there is no piece");
        let mut problem = Problem::from(no_piece());
        assert_eq!(problem.to_string(), "there is no piece");
        problem.sentences.push(message!("question", "Why?"));
        problem.help.push(no_piece());
        assert_eq!(problem.sentences_text(), "there is no piece. Why?");
        assert_eq!(
            problem.to_string(),
            "there is no piece. Why? there is no piece."
        );
    }
}
