//! How the bytes of a line are sent: in one write, in pieces, together with another line, or with other blanks.

use arbitrary::Arbitrary;

use crate::protocol::{Action, TestCase};

/// How the bytes of a line are sent.
#[derive(Arbitrary, Clone, Debug)]
pub(in crate::protocol) enum Delivery {
    Plain,
    PlainSecondShare,
    PlainThirdShare,
    CrLf,
    Split(u8),
    Tabs,
    /// The line and the line before it are sent in one write.
    MergedWithPreviousLine,
    ExtraBlanks,
}

impl Delivery {
    pub(in crate::protocol) fn deliver_line(&self, line: Vec<u8>, unit: &mut TestCase) {
        let whole = |line: Vec<u8>| Action::Bytes([line, b"\n".to_vec()].concat());
        // The blanks of a `go` are not changed, so that it is certain whether the engine starts a search.
        let delivery = match self {
            Delivery::CrLf | Delivery::Tabs | Delivery::ExtraBlanks if line.starts_with(b"go") => {
                &Delivery::Plain
            }
            it => it,
        };
        match delivery {
            Delivery::Plain | Delivery::PlainSecondShare | Delivery::PlainThirdShare => {
                unit.actions
                    .push(match line.iter().any(u8::is_ascii_control) {
                        true => whole(line),
                        false => Action::Line(line),
                    });
            }
            Delivery::CrLf => unit.actions.push(whole([line, b"\r".to_vec()].concat())),
            Delivery::Tabs => {
                let tab = |it: &u8| if *it == b' ' { b'\t' } else { *it };
                unit.actions.push(whole(line.iter().map(tab).collect()));
            }
            Delivery::ExtraBlanks => {
                let text = [b"  ".to_vec(), line, b" ".to_vec()].concat();
                unit.actions.push(whole(text));
            }
            Delivery::Split(at) => {
                let mut bytes = [line, b"\n".to_vec()].concat();
                let rest = bytes.split_off(usize::from(*at) % bytes.len());
                unit.actions
                    .extend((!bytes.is_empty()).then_some(Action::Bytes(bytes)));
                unit.actions.push(Action::Bytes(rest));
            }
            Delivery::MergedWithPreviousLine => match unit.actions.pop() {
                Some(before) => {
                    let both = [before.bytes_to_send(), b"\n", &line, b"\n"].concat();
                    unit.actions.push(Action::Bytes(both));
                }
                None => unit.actions.push(whole(line)),
            },
        }
    }
}
