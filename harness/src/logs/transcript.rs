//! Our own text format, as `check --transcripts` writes it. What it says is taken as it is.

use super::{Conversation, Format, Heard, Knows, OURS, Problem, Reader, detect};
use crate::transcript::LineReader;

pub(super) struct Transcript;

impl Format for Transcript {
    fn name(&self) -> &'static str {
        OURS
    }

    fn title(&self) -> &'static str {
        "ponderhit's own transcripts"
    }

    fn example(&self) -> &'static str {
        "1.204000 < {response}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Ours::default())
    }

    /// What names its protocol in our way is ours, so that what is wrong with it is told.
    fn understands(&self, head: &[&[u8]]) -> usize {
        let mut reader = Ours::default();
        let understood = detect::understood(&mut reader, head);
        match reader.protocol() {
            Some(_) => usize::MAX,
            None => understood,
        }
    }
}

#[derive(Debug, Default)]
struct Ours(LineReader);

impl Reader for Ours {
    fn line(&mut self, line: &[u8]) -> Result<Option<Heard>, Problem> {
        let event = self.0.line(line).map_err(|error| Problem {
            column: error.column,
            message: error.message,
        })?;
        Ok(event.map(|event| Heard {
            conversation: Conversation::default(),
            event,
            note: None,
        }))
    }

    fn name(&self, _: Conversation) -> &[u8] {
        b""
    }

    /// A transcript tells all that there is to know: one without stamps was written by hand, to
    /// be judged as it stands.
    fn knows(&self) -> Knows {
        Knows {
            commands: true,
            times: true,
        }
    }

    fn protocol(&self) -> Option<&str> {
        self.0.protocol()
    }
}
