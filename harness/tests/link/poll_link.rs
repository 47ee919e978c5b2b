//! Tests of the link that polls the pipes of an engine.

#[path = "both_links.rs"]
mod both_links;
#[path = "both_links_unix.rs"]
mod both_links_unix;

use ponderhit::link::{ReceivedKind, start_engine_link as start_link};

use crate::linked_engine::{LinkedEngine, hostile_engine_spec, shell_spec};

/// A program that uses the library must not become the parent (subreaper) of orphaned processes.
#[cfg(target_os = "linux")]
#[test]
fn the_program_that_uses_a_link_becomes_no_subreaper() {
    let mut engine = LinkedEngine::start(start_link, shell_spec("echo up; read -r line"));
    assert_eq!(engine.next_event(), ReceivedKind::Line("up".into()));
    assert!(rustix::process::child_subreaper().unwrap().is_none());
}

#[test]
fn host_lateness_is_not_longer_than_the_elapsed_time() {
    let mut engine = LinkedEngine::start(start_link, hostile_engine_spec(&["deaf"]));
    assert!(engine.is_quiet());
    // The operating system of this test can measure the lateness of the host. The lateness cannot be much longer than
    // the elapsed time.
    let late = engine.link.host_lateness().unwrap();
    assert!(late <= engine.link.now() * 2);
}
