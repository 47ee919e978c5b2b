//! Minimizes a simulated conversation that shows a violation.

use super::{choices::EngineChoices, interface::Conversation};

/// Minimizes a conversation and the choices of the simulated engine, but makes only changes after which `shows` still
/// returns true. The returned conversation is short, and most of the returned choices have their default values.
pub(crate) fn minimize(
    talk: &Conversation,
    temper: &EngineChoices,
    shows: impl Fn(&Conversation, &EngineChoices) -> bool,
) -> (Conversation, EngineChoices) {
    let (mut talk, mut temper) = (talk.clone(), temper.clone());
    loop {
        let before = conversation_size(&talk);
        for smaller in [drop_lines, drop_waits, drop_pauses] {
            smaller(&mut talk, &|it| shows(it, &temper));
        }
        let mut plainer = false;
        for other in temper.copies_with_one_choice_at_default() {
            // If the choice already has its default value, the copy equals the original and need not be tried.
            let changes = format!("{other:?}") != format!("{temper:?}");
            if changes && shows(&talk, &other) {
                temper = other;
                plainer = true;
                break;
            }
        }
        if !plainer && conversation_size(&talk) == before {
            return (talk, temper);
        }
    }
}

fn conversation_size(talk: &Conversation) -> (usize, usize, u64) {
    let waits = talk
        .sent_lines
        .iter()
        .filter(|it| it.awaited_answer.is_some())
        .count();
    let gaps = talk
        .sent_lines
        .iter()
        .map(|it| it.gap_before_micros)
        .sum::<u64>();
    (talk.sent_lines.len(), waits, gaps + talk.micros_before_end)
}

fn drop_lines(talk: &mut Conversation, shows: &dyn Fn(&Conversation) -> bool) {
    let mut length = talk.sent_lines.len().max(1);
    while length > 0 {
        let mut at = 0;
        while at < talk.sent_lines.len() {
            let mut smaller = talk.clone();
            let end = (at + length).min(smaller.sent_lines.len());
            smaller.sent_lines.drain(at..end);
            if shows(&smaller) {
                *talk = smaller;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
}

fn drop_waits(talk: &mut Conversation, shows: &dyn Fn(&Conversation) -> bool) {
    for n in 0..talk.sent_lines.len() {
        let mut smaller = talk.clone();
        if smaller.sent_lines[n].awaited_answer.take().is_some() && shows(&smaller) {
            *talk = smaller;
        }
    }
}

fn drop_pauses(talk: &mut Conversation, shows: &dyn Fn(&Conversation) -> bool) {
    for n in 0..talk.sent_lines.len() {
        let mut smaller = talk.clone();
        smaller.sent_lines[n].gap_before_micros = 0;
        if shows(&smaller) {
            *talk = smaller;
        }
    }
}
