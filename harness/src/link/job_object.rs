//! Job objects of Windows: all processes of an engine end together, and all of them end when this process ends.

use std::{os::windows::io::AsRawHandle as _, process::Child, sync::OnceLock};

use win32job::{ExtendedLimitInfo, Job};

/// The processes of one engine: the process that was started, and all processes that it starts.
pub(super) struct EngineJob {
    /// `None` if the system refused the job, or if its processes were killed. Windows kills the processes when the last
    /// handle of the job is closed.
    job: Option<Job>,
}

impl EngineJob {
    /// Puts an engine that was just started into a job of its own.
    ///
    /// A process that the engine started earlier, within the first microseconds, belongs only to the job of this
    /// process, and is killed when this process ends.
    pub(super) fn for_engine(engine: &Child) -> EngineJob {
        let job = new_job().filter(|job| {
            let handle = engine.as_raw_handle() as isize;
            job.assign_process(handle).is_ok()
        });
        EngineJob { job }
    }

    /// Kills all processes of the engine. Returns false if the system refused the job.
    pub(super) fn kill(&mut self) -> bool {
        self.job.take().is_some()
    }
}

/// Puts this process into a job, so that Windows kills every process that it starts, however this process ends.
pub(super) fn tie_processes_to_this_process() {
    static OWN_JOB: OnceLock<Option<isize>> = OnceLock::new();
    OWN_JOB.get_or_init(|| {
        let job = new_job()?;
        job.assign_current_process().ok()?;
        // To close the handle would kill this process, so the system closes it at the end.
        Some(job.into_handle())
    });
}

/// Returns a job whose processes are killed when its last handle is closed.
fn new_job() -> Option<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Job::create_with_limit_info(&limits).ok()
}
