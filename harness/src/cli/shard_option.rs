//! The option `--shard`: the shard is named by the user or by variables of the CI system.

use std::env;

use crate::{check::shard::Shard, error::Error, message::message};

/// Each entry has three parts: the environment variable with the number of the current shard, the number of the first
/// shard (0 or 1), and the environment variables that may have the total number of shards.
const CI_VARIABLES: &[(&str, usize, &[&str])] = &[
    // Variables of GitLab, and of other CI systems with a setting `parallel`.
    ("CI_NODE_INDEX", 1, &["CI_NODE_TOTAL"]),
    (
        "BUILDKITE_PARALLEL_JOB",
        0,
        &["BUILDKITE_PARALLEL_JOB_COUNT"],
    ),
    // In an array of Slurm tasks, the first task may have any number.
    ("SLURM_ARRAY_TASK_ID", 0, &["SLURM_ARRAY_TASK_COUNT"]),
    // Kubernetes sets the index of an indexed job; the number of completions must be set as a variable of the pod.
    ("JOB_COMPLETION_INDEX", 0, &["JOB_COMPLETIONS"]),
];

/// Parses the value of `--shard`.
pub(super) fn parse_shard(text: &str) -> Result<Shard, Error> {
    match text {
        "auto" => shard_from_ci_variables(|it| env::var(it).ok()),
        _ => Shard::parse(text).map_err(|why| Error::option_error("--shard", why)),
    }
}

/// Returns the shard that these environment variables name.
fn shard_from_ci_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Error> {
    let number = |name: &str| variable(name).and_then(|it| it.parse::<usize>().ok());
    let slurm_first = number("SLURM_ARRAY_TASK_MIN");
    for (index, first, counts) in CI_VARIABLES {
        let first = match *index {
            "SLURM_ARRAY_TASK_ID" => slurm_first.unwrap_or(*first),
            _ => *first,
        };
        let Some(own) = number(index).and_then(|it| it.checked_sub(first)) else {
            continue;
        };
        let Some(count) = counts.iter().find_map(|it| number(it)) else {
            return Err(Error::option_error(
                "--shard",
                message!(
                    "shard_count_missing",
                    "auto: the variable {index} is set, but {count}, the number of shards, is not",
                    index = *index,
                    count = counts.concat(),
                ),
            ));
        };
        let name = format!("{}/{count}", own + 1);
        return Shard::parse(&name).map_err(|why| Error::option_error("--shard", why));
    }
    let names: Vec<&str> = CI_VARIABLES.iter().map(|it| it.0).collect();
    Err(Error::option_error(
        "--shard",
        message!(
            "shard_variables_missing",
            "auto: none of these variables is set: {names}",
            names
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::shard_from_ci_variables;

    #[test]
    fn the_shard_is_read_from_the_variables_of_each_ci_system() {
        let shard = |set: &[(&str, &str)]| {
            let found = shard_from_ci_variables(|name| {
                let found = set.iter().find(|it| it.0 == name);
                found.map(|it| it.1.to_owned())
            });
            found.ok().map(|it| it.name())
        };
        let shard_is =
            |set: &[(&str, &str)], name: &str| assert_eq!(shard(set).as_deref(), Some(name));
        shard_is(&[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "3")], "1/3");
        shard_is(
            &[
                ("BUILDKITE_PARALLEL_JOB", "0"),
                ("BUILDKITE_PARALLEL_JOB_COUNT", "3"),
            ],
            "1/3",
        );
        shard_is(
            &[("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", "3")],
            "3/3",
        );
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "8"),
            ("SLURM_ARRAY_TASK_COUNT", "8"),
        ];
        shard_is(
            &[&slurm[..], &[("SLURM_ARRAY_TASK_MIN", "1")]].concat(),
            "8/8",
        );
        assert_eq!(shard(&slurm), None, "counts from 0, so that 8 is the ninth");
        assert_eq!(shard(&[("CI_NODE_INDEX", "1")]), None);
        assert_eq!(shard(&[]), None);
    }
}
