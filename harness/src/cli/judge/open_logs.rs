//! Opens the logs for `judge`: reads the beginning of each log, and finds the protocol.

use std::{
    fs::{self, File},
    io::{self, BufReader, Cursor, Read},
};

use super::{Args, STDIN_NAME, log_results::log_end_note};
use crate::{
    error::Error,
    judge::log_file::LogFile,
    logs::LogFormat,
    message::message,
    protocol::{self, Protocol},
};

/// The number of bytes from which the format of a log is detected.
const HEAD_BYTES: usize = 128 << 10;

/// A log whose protocol and errors are known, and which is not judged yet.
pub(super) enum PendingLog {
    /// The log is a file. The log was closed after its protocol was found, and is opened again when it is judged,
    /// because the system limits the number of open files.
    File {
        name: String,
        /// The format of the log, which was found when the log was opened for the first time.
        format: &'static dyn LogFormat,
        is_format_detected: bool,
    },
    /// The log is a pipe or another input that can be read only once.
    Open(Box<LogFile>),
}

impl PendingLog {
    fn new(log: LogFile) -> PendingLog {
        let metadata = fs::metadata(&log.name);
        let is_file = log.name != STDIN_NAME && metadata.is_ok_and(|it| it.is_file());
        match is_file {
            true => PendingLog::File {
                format: log.format,
                is_format_detected: log.is_format_detected,
                name: log.name,
            },
            false => PendingLog::Open(Box::new(log)),
        }
    }

    /// Returns the open log, to be read from its beginning.
    pub(super) fn open(self) -> Result<LogFile, Error> {
        match self {
            PendingLog::File {
                name,
                format,
                is_format_detected,
            } => {
                let mut log = open_log(&name, None, Some(format))?;
                log.is_format_detected = is_format_detected;
                Ok(log)
            }
            PendingLog::Open(log) => Ok(*log),
        }
    }
}

/// The logs of the command line, with their protocol.
pub(super) struct OpenedLogs {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) pending: Vec<PendingLog>,
    /// The logs that cannot be read, or whose format is unrecognized.
    pub(super) unreadable: Vec<UnreadableLog>,
}

/// A log that is not judged, and the reason.
pub(super) struct UnreadableLog {
    pub(super) name: String,
    pub(super) error: Error,
}

/// Opens every log of the command line once, and finds the protocol. `standard_input` is the input for the name `-`.
///
/// # Errors
/// Returns an error if no log can be read, if the logs are in different protocols, or if the protocol is neither named
/// nor found.
pub(super) fn open_logs(
    args: &Args,
    mut standard_input: Option<LogInput>,
    format: Option<&'static dyn LogFormat>,
) -> Result<OpenedLogs, Error> {
    let options = args.engine_options();
    let named = options.named_protocol();
    let mut protocol = named;
    let mut first_log = "";
    let mut read_error = None;
    let (mut pending, mut unreadable) = (Vec::new(), Vec::new());
    for name in &args.files {
        let input = standard_input.take_if(|_| name == STDIN_NAME);
        let opened = open_log(name, input, format).and_then(|mut log| {
            let found = match named {
                Some(_) => None,
                None => log.find_protocol().map_err(Error::usage_error)?,
            };
            Ok((log, found))
        });
        let (log, found) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let name = name.clone();
                unreadable.push(UnreadableLog { name, error });
                continue;
            }
        };
        if named.is_none() {
            let found = found.map(|it| options.to_engine_config().restrict_to_named_game(it));
            match (protocol, found) {
                (None, Some(_)) => {
                    protocol = found;
                    first_log = name;
                }
                // The protocol of a log without commands is only a guess.
                (Some(first), Some(found))
                    if first.name() != found.name() && log.capabilities().has_commands =>
                {
                    return Err(different_protocols_error(first_log, first, name, found));
                }
                (None, None) => read_error = read_error.or(log_end_note(&log).err()),
                _ => (),
            }
        }
        pending.push(PendingLog::new(log));
    }
    if pending.is_empty() && !unreadable.is_empty() {
        return Err(unreadable.remove(0).error);
    }
    match protocol {
        Some(protocol) => Ok(OpenedLogs {
            protocol,
            pending,
            unreadable,
        }),
        // A read error is returned instead of the error about the missing handshake, because the read error may be the
        // reason why no handshake was found.
        None => Err(read_error.unwrap_or_else(no_handshake_error)),
    }
}

/// Returns the error for two logs in different protocols: a run judges by the rules of one protocol.
fn different_protocols_error(
    first: &str,
    protocol: &dyn Protocol,
    file: &str,
    other: &dyn Protocol,
) -> Error {
    Error::usage_error(message!(
        "logs_in_different_protocols",
        "{file} is in {other}, but {first} is in {protocol}; judge the logs of each protocol in a run of their own, or name one protocol for all logs with --protocol",
        file,
        other = other.title(),
        first,
        protocol = protocol.title(),
    ))
}

fn no_handshake_error() -> Error {
    let titles: Vec<&str> = protocol::ALL_PROTOCOLS
        .iter()
        .map(|it| it.title())
        .collect();
    Error::usage_error(message!(
        "no_handshake_found",
        "no handshake of any protocol found ({protocols}); name the protocol with --protocol, and the format with --format if the lines were misread",
        protocols = titles,
    ))
}

/// Opens a log. `input` is given for the name `-`: the standard input, which is already open.
fn open_log(
    name: &str,
    input: Option<LogInput>,
    format: Option<&'static dyn LogFormat>,
) -> Result<LogFile, Error> {
    let wrong = |err: io::Error| Error::file_error(name, err);
    let input = match input {
        Some(input) => input,
        None => read_head(File::open(name).map_err(wrong)?).map_err(wrong)?,
    };
    LogFile::new(name.to_owned(), Box::new(input), format).map_err(Error::usage_error)
}

/// A log with its beginning in memory.
pub(super) type LogInput = BufReader<io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>>;

/// Reads the first `HEAD_BYTES` bytes of a log, because a single read from a pipe may return only the first line, which
/// is too little to detect the format.
pub(super) fn read_head(input: impl Read + Send + 'static) -> io::Result<LogInput> {
    let mut input: Box<dyn Read + Send> = Box::new(input);
    let mut head = Vec::with_capacity(HEAD_BYTES);
    input
        .by_ref()
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)?;
    Ok(BufReader::with_capacity(
        HEAD_BYTES,
        Cursor::new(head).chain(input),
    ))
}
