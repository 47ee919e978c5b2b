//! Tests that the dialogues of the specification are valid scripts if each line begins with a mark.

use super::parse_script;
use crate::transcript::{Script, StepKind};

/// A dialogue with a search, and then pondering that ends with `ponderhit`.
const PONDERHIT_DIALOGUE: &str = "\
> ucci
< id name ElephantEye Demo
< option usemillisec type check default false
< option usebook type check default true
< ucciok
> setoption usemillisec true
> setoption usebook false
> position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
> go time 300000 increment 0
< info depth 6 score 4 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7
< info nodes 5000000 time 5000
< bestmove b0c2 ponder b9c7
> position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b0c2 b9c7
> go ponder time 295000 increment 0
< info depth 6 score 4 pv c3c4 h9i7 c2d4 h7e7 h0g2 i9h9
> ponderhit
< info nodes 10000000 time 10000
< info depth 7 score 4 pv c3c4 h9i7 c2d4 h7e7 h0g2 i9h9 i0h0
< info nodes 15000000 time 15000
< bestmove c3c4 ponder h9i7
";

/// A dialogue in which the opponent plays another move than the engine pondered on. The interface sends `stop`, the
/// actual position, and a `go` for a search of this position.
const PONDER_MISS_DIALOGUE: &str = "\
> position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b0c2 b9c7
> go ponder time 295000 increment 0
...
< info depth 6 score 4 pv c3c4 h9i7 c2d4 h7e7 h0g2 i9h9
> stop
...
<* (bestmove {dropped:move} [ponder {guess:move}] [(draw|resign)]|nobestmove)
> position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b0c2 h9g7
> go time {clock:295s} increment 0
...
<* bestmove {best:move} [ponder {reply:move}] [(draw|resign)]
";

#[test]
fn the_specification_dialogues_are_parsed_and_printed_unchanged() {
    for text in [PONDERHIT_DIALOGUE, PONDER_MISS_DIALOGUE] {
        assert_eq!(parse_script(text).to_bytes(), text.as_bytes());
    }
    let Script { steps } = parse_script(PONDERHIT_DIALOGUE);
    let said = steps
        .iter()
        .filter(|it| matches!(it.kind, StepKind::Send(_)))
        .count();
    let heard = steps
        .iter()
        .filter(|it| matches!(it.kind, StepKind::Expect(_)))
        .count();
    assert_eq!((said, heard), (8, 12));
}

#[test]
fn a_dialogue_is_a_valid_transcript_too() {
    let transcript = super::parse_transcript(PONDERHIT_DIALOGUE);
    assert_eq!(transcript.events.len(), 20);
    assert_eq!(transcript.to_bytes(), PONDERHIT_DIALOGUE.as_bytes());
}
