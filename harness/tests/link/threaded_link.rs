//! Tests of the link with a thread for each pipe, which Windows uses.

#[path = "both_links.rs"]
#[cfg_attr(
    unix,
    expect(clippy::duplicate_mod, reason = "each link must pass the same tests")
)]
mod both_links;
#[cfg(unix)]
#[path = "both_links_unix.rs"]
#[expect(clippy::duplicate_mod, reason = "each link must pass the same tests")]
mod both_links_unix;

use ponderhit::link::start_threaded_link as start_link;
