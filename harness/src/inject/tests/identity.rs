//! Tests that every byte passes unchanged where no fault is applied.

use proptest::prelude::*;

use super::{super::*, injector, ms};
use crate::transcript::Speaker;

/// Sends `chunks` and the end of the stream in one direction. Returns the bytes that passed.
fn passed(mut injector: Injector, chunks: &[Vec<u8>], speaker: Speaker) -> Vec<u8> {
    let mut effects = injector.wake(ms(0));
    for chunk in chunks {
        effects.extend(match speaker {
            Speaker::Interface => injector.handle_command(ms(0), chunk),
            Speaker::Engine => injector.handle_response(ms(0), chunk),
        });
    }
    effects.extend(match speaker {
        Speaker::Interface => injector.handle_input_closed(ms(0)),
        Speaker::Engine => injector.handle_output_closed(ms(0)),
    });
    let bytes = effects
        .into_iter()
        .filter_map(|effect| match (effect, speaker) {
            (ProxyAction::Command(bytes), Speaker::Interface) => Some(bytes),
            (ProxyAction::Response(bytes), Speaker::Engine) => Some(bytes),
            (ProxyAction::CloseInput, Speaker::Interface) => None,
            (ProxyAction::CloseOutput, Speaker::Engine) => None,
            (other, _) => panic!("{other:?}"),
        });
    bytes.flatten().collect()
}

/// Random bytes with some newlines.
fn chunks() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let byte = prop_oneof![3 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(0), 9 => any::<u8>()];
    prop::collection::vec(prop::collection::vec(byte, 0..20), 0..10)
}

proptest! {
    #[test]
    fn none_is_the_identity(chunks in chunks()) {
        for speaker in [Speaker::Interface, Speaker::Engine] {
            prop_assert_eq!(passed(injector(&[]), &chunks, speaker), chunks.concat());
        }
    }

    #[test]
    fn a_fault_that_is_never_applied_is_the_identity(chunks in chunks()) {
        for speaker in [Speaker::Interface, Speaker::Engine] {
            let never = injector(&["drop response \"never sent\"", "drop command \"never sent\""]);
            prop_assert_eq!(passed(never, &chunks, speaker), chunks.concat());
        }
    }
}
