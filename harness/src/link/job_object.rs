//! Job objects of Windows: all processes of an engine end together, and all of them end when this process ends.

use std::{os::windows::io::AsRawHandle as _, process::Child, sync::OnceLock, time::Duration};

use win32job::{ExtendedLimitInfo, Job};
use winsafe::{FILETIME, HINSTANCE, HPROCESS, co};

/// The unit of the times that Windows reports.
const FILETIME_UNIT_NANOS: u64 = 100;

/// The processes of one engine: the process that was started, and all processes that it starts.
pub(super) struct EngineJob {
    /// The job, or `None` if Windows did not create the job or if the processes in the job were already killed. Windows
    /// kills the processes when the last handle of the job is closed.
    job: Option<Job>,
}

impl EngineJob {
    /// Puts an engine that was just started into a job of its own. A process that the engine started before this call
    /// (within the engine's first microseconds) is not in the engine's job. A process that is not in the engine's job
    /// is in ponderhit's own job, and is killed when ponderhit ends.
    pub(super) fn for_engine(engine: &Child) -> EngineJob {
        let job = new_job().filter(|job| {
            let handle = engine.as_raw_handle() as isize;
            job.assign_process(handle).is_ok()
        });
        EngineJob { job }
    }

    /// Kills all processes of the engine. Returns false if Windows did not create a job for the engine.
    pub(super) fn kill(&mut self) -> bool {
        self.job.take().is_some()
    }

    /// Returns the memory and processor time of all running processes of the engine. Returns `None` if Windows did not
    /// create a job for the engine or does not report the usage.
    pub(super) fn usage(&self) -> Option<JobUsage> {
        let ids = self.job.as_ref()?.query_process_id_list().ok()?;
        let mut total = JobUsage {
            processor_time: Some(Duration::ZERO),
            ..JobUsage::default()
        };
        // A listed process may have ended; then `process_usage` returns `None`.
        for usage in ids.into_iter().filter_map(process_usage) {
            total.private_kib += usage.private_kib;
            total.resident_kib += usage.resident_kib;
            total.processor_time = total
                .processor_time
                .zip(usage.processor_time)
                .map(|(sum, time)| sum + time);
        }
        (total.private_kib > 0).then_some(total)
    }
}

/// The memory and processor time of one process, or of all processes of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct JobUsage {
    /// The memory that the processes allocated and do not share.
    pub(super) private_kib: u64,
    /// The memory in use, including shared memory.
    pub(super) resident_kib: u64,
    /// The processor time, or `None` if the system does not report it.
    pub(super) processor_time: Option<Duration>,
}

fn process_usage(id: usize) -> Option<JobUsage> {
    let id = u32::try_from(id).ok()?;
    let process = HPROCESS::OpenProcess(co::PROCESS::QUERY_LIMITED_INFORMATION, false, id).ok()?;
    let memory = process.GetProcessMemoryInfo().ok()?;
    let times = process.GetProcessTimes().ok().filter(|_| !is_wine());
    Some(JobUsage {
        // Windows 7 reports only `PrivateUsage`, and Wine reports only `PagefileUsage`; elsewhere the two numbers are
        // equal.
        private_kib: memory.PagefileUsage.max(memory.PrivateUsage) as u64 >> 10,
        resident_kib: memory.WorkingSetSize as u64 >> 10,
        processor_time: times.map(|(_, _, kernel, user)| {
            duration_from_filetime(kernel) + duration_from_filetime(user)
        }),
    })
}

/// Returns whether this process runs under Wine: if asked for the processor time of another process, Wine reports the
/// processor time of the caller.
fn is_wine() -> bool {
    static IS_WINE: OnceLock<bool> = OnceLock::new();
    *IS_WINE.get_or_init(|| {
        let library = HINSTANCE::GetModuleHandle(Some("ntdll.dll"));
        library.is_ok_and(|it| it.GetProcAddress("wine_get_version").is_ok())
    })
}

/// Puts this process into a job: no matter how this process ends, Windows then kills every process that it started.
pub(super) fn tie_processes_to_this_process() {
    static OWN_JOB: OnceLock<Option<isize>> = OnceLock::new();
    OWN_JOB.get_or_init(|| {
        let job = new_job()?;
        job.assign_current_process().ok()?;
        // Closing the handle of the job would kill this process, so the handle stays open until this process ends.
        Some(job.into_handle())
    });
}

/// Returns a job whose processes are killed when its last handle is closed.
fn new_job() -> Option<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Job::create_with_limit_info(&limits).ok()
}

fn duration_from_filetime(time: FILETIME) -> Duration {
    let units = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_nanos(units.saturating_mul(FILETIME_UNIT_NANOS))
}
