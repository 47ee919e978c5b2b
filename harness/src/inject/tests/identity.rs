//! Tests that every byte passes unchanged where no fault is applied.

use proptest::prelude::*;

use super::{super::*, injector_with_faults, millis};
use crate::transcript::Speaker;

/// Sends `chunks` and the end of the stream in one direction. Returns the bytes that the injector passed on.
fn pass_chunks(mut injector: Injector, chunks: &[Vec<u8>], speaker: Speaker) -> Vec<u8> {
    let mut effects = injector.handle_wake(millis(0));
    for chunk in chunks {
        effects.extend(match speaker {
            Speaker::Interface => injector.handle_command(millis(0), chunk),
            Speaker::Engine => injector.handle_response(millis(0), chunk),
        });
    }
    effects.extend(match speaker {
        Speaker::Interface => injector.handle_input_closed(millis(0)),
        Speaker::Engine => injector.handle_output_closed(millis(0)),
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

/// Generates random chunks of bytes with some newlines.
fn random_chunks() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let byte = prop_oneof![3 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(0), 9 => any::<u8>()];
    prop::collection::vec(prop::collection::vec(byte, 0..20), 0..10)
}

proptest! {
    #[test]
    fn without_faults_no_bytes_change(chunks in random_chunks()) {
        for speaker in [Speaker::Interface, Speaker::Engine] {
            prop_assert_eq!(pass_chunks(injector_with_faults(&[]), &chunks, speaker), chunks.concat());
        }
    }

    #[test]
    fn a_fault_that_is_never_applied_changes_no_bytes(chunks in random_chunks()) {
        for speaker in [Speaker::Interface, Speaker::Engine] {
            let never = injector_with_faults(&["drop response \"never sent\"", "drop command \"never sent\""]);
            prop_assert_eq!(pass_chunks(never, &chunks, speaker), chunks.concat());
        }
    }
}
