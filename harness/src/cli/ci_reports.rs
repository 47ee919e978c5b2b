//! `--report auto`: the reports that the CI system of this run understands.

/// The name of the automatic format in `--report auto`.
pub(super) const AUTOMATIC_FORMAT: &str = "auto";

/// The report format that writes annotations (messages at lines of code) for GitHub.
pub(super) const ANNOTATIONS_FORMAT: &str = "github";

/// The report format for the summary of a CI step.
pub(super) const SUMMARY_FORMAT: &str = "markdown";

/// The environment variable that contains the path of the summary file of a CI step.
pub(super) const STEP_SUMMARY_VARIABLE: &str = "GITHUB_STEP_SUMMARY";

/// The reports that are written in addition to the text on standard output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CiReports {
    /// True if annotations for the CI system are printed after the text report.
    pub(super) has_annotations: bool,
    /// Report formats, each with the name of its file in the current directory.
    pub(super) report_files: &'static [(&'static str, &'static str)],
}

const GITLAB_FILES: &[(&str, &str)] = &[
    ("gitlab", "gl-code-quality-report.json"),
    ("junit", "ponderhit-junit.xml"),
];

const JUNIT_FILE: &[(&str, &str)] = &[("junit", "ponderhit-junit.xml")];

/// The environment variables that show that the CI system reads JUnit files. Some of these systems do not set `CI`.
pub(super) const JUNIT_CI_SYSTEM_VARIABLES: &[&str] = &[
    "JENKINS_URL",
    "CIRCLECI",
    "BUILDKITE",
    "TF_BUILD",
    "TEAMCITY_VERSION",
];

/// Returns the reports for the CI system whose environment variables are set.
pub(super) fn reports_for_ci_system(variable: impl Fn(&str) -> Option<String>) -> CiReports {
    let is_set = |name: &str| variable(name).is_some_and(|it| !matches!(it.as_str(), "" | "false"));
    let has_annotations = is_set("GITHUB_ACTIONS");
    let files = match () {
        () if has_annotations => &[],
        () if is_set("GITLAB_CI") => GITLAB_FILES,
        () if JUNIT_CI_SYSTEM_VARIABLES.iter().any(|it| is_set(it)) => JUNIT_FILE,
        () => &[],
    };
    CiReports {
        has_annotations,
        report_files: files,
    }
}

#[cfg(test)]
mod tests {
    use super::reports_for_ci_system;

    #[test]
    fn a_ci_system_gets_the_formats_that_it_reads() {
        let formats = |name: &str| {
            let reports = reports_for_ci_system(|it| (it == name).then(|| "true".to_owned()));
            let formats: Vec<&str> = reports.report_files.iter().map(|it| it.0).collect();
            (reports.has_annotations, formats)
        };
        assert_eq!(formats("GITHUB_ACTIONS"), (true, vec![]));
        assert_eq!(formats("GITLAB_CI"), (false, vec!["gitlab", "junit"]));
        assert_eq!(formats("BUILDKITE"), (false, vec!["junit"]));
        assert_eq!(formats("HOME"), (false, vec![]));
    }
}
