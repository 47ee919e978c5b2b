//! Tests of the links (connections to engines) with misbehaving engines: the reported events, the limits, and that no
//! process remains.

#[expect(
    dead_code,
    reason = "the tests of the program use the other functions of this module"
)]
mod common;
#[path = "link/linked_engine.rs"]
mod linked_engine;
#[cfg(unix)]
#[path = "link/orphans.rs"]
mod orphans;
#[cfg(unix)]
#[path = "link/poll_link.rs"]
mod poll_link;
#[path = "link/threaded_link.rs"]
mod threaded_link;
