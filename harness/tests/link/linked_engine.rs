//! An engine process that a test of the link starts.

use std::{env::consts::EXE_EXTENSION, path::PathBuf, time::Duration};

use ponderhit::link::{EngineSpec, Link, ReceivedKind, StartError};

use crate::common::{marked_processes, unique_process_mark};

/// The timeout of one wait for an event. Every engine of these tests needs much less time than the timeout
/// `WAIT_TIMEOUT`.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_secs(120);

/// A link to an engine process, and the environment variable `process_mark` that identifies the process.
pub(crate) struct LinkedEngine {
    pub(crate) link: Box<dyn Link>,
    pub(crate) process_mark: String,
}

impl LinkedEngine {
    /// Starts an engine process with the kind of link that `start_link` creates.
    pub(crate) fn start(
        start_link: fn(&EngineSpec) -> Result<Box<dyn Link>, StartError>,
        mut spec: EngineSpec,
    ) -> LinkedEngine {
        let process_mark = unique_process_mark();
        let (name, value) = process_mark.split_once('=').unwrap();
        spec.env.push((name.into(), value.into()));
        let link = start_link(&spec).unwrap();
        LinkedEngine { link, process_mark }
    }

    pub(crate) fn next_event(&mut self) -> ReceivedKind {
        let until = self.link.now() + WAIT_TIMEOUT;
        self.link.wait(until).kind
    }

    /// Returns all events until the engine process ends, and checks that no process of the engine remains.
    pub(crate) fn events_until_end(&mut self) -> Vec<ReceivedKind> {
        let mut all = Vec::new();
        loop {
            let kind = self.next_event();
            assert_ne!(kind, ReceivedKind::Timeout, "after {} others", all.len());
            let ended = matches!(kind, ReceivedKind::End(_));
            all.push(kind);
            if ended {
                assert_eq!(marked_processes(&self.process_mark), Vec::<String>::new());
                let until = self.link.now();
                assert_eq!(self.link.wait(until).kind, ReceivedKind::Timeout);
                return all;
            }
        }
    }

    /// Like [`LinkedEngine::events_until_end`], but without [`ReceivedKind::Eof`]. The link does not always detect the
    /// end of the output before the end of the process.
    pub(crate) fn events_until_end_without_eof(&mut self) -> Vec<ReceivedKind> {
        let mut all = self.events_until_end();
        all.retain(|it| *it != ReceivedKind::Eof);
        all
    }

    /// Returns true if the link reports no event for 50 ms.
    pub(crate) fn is_quiet(&mut self) -> bool {
        let until = self.link.now() + Duration::from_millis(50);
        self.link.wait(until).kind == ReceivedKind::Timeout
    }
}

pub(crate) fn hostile_engine_path() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let path = here
        .parent()
        .unwrap()
        .parent()
        .unwrap()
        .join("examples")
        .join("hostile")
        .with_extension(EXE_EXTENSION);
    assert!(
        path.exists(),
        "cargo build --examples makes {}",
        path.display()
    );
    path
}

pub(crate) fn hostile_engine_spec(args: &[&str]) -> EngineSpec {
    let mut spec = EngineSpec::new(hostile_engine_path());
    spec.args = args.iter().map(Into::into).collect();
    spec
}

#[cfg(unix)]
pub(crate) fn shell_spec(script: &str) -> EngineSpec {
    let mut spec = EngineSpec::new("sh");
    spec.args = vec!["-c".into(), script.into(), hostile_engine_path().into()];
    spec
}
