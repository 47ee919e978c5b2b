"""Runs the GitHub workflow, the GitLab job and the pre-commit hook of each repository in examples/, as far as this
machine can: the shell steps, with the action and the job template of this tree, and the hook by pre-commit itself.

All of them must pass. Then one line of the engine is changed, all of them must fail, and each format of the report must
name the violated rule at its line. The variable PONDERHIT is the program of this tree.
"""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
PONDERHIT = pathlib.Path(os.environ["PONDERHIT"])
HOME_PAGE = "https://github.com/ponderhit/ponderhit"
VERSION = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]
FORMATS = ["junit", "sarif", "github", "gitlab", "markdown", "tap", "html"]

# For each sample: a file, a part of a line, the text in its place, the rule that the changed engine violates, and the
# line of the conversation that a report must show.
BREAKS = {
    "python-engine": ("engine.py", 'return ["bye"]', "return []", "ucci/bye_before_end", "> quit"),
    "rust-engine": (
        "src/main.rs",
        'format!("bestmove {it}")',
        '"bestmove a0a9".to_owned()',
        "ucci/bestmove_legal",
        "< bestmove a0a9",
    ),
}


class Failure(Exception):
    """A sample that does not behave as expected."""


def expect(condition, message):
    if not condition:
        raise Failure(message)


def only(found, what):
    """Returns the only element of a list."""
    expect(len(found) == 1, f"{len(found)} instead of 1: {what}")
    return found[0]


def environment(work, **more):
    """The variables of a machine that has ponderhit in PATH, and is in no CI system but that of `more`."""
    ci_systems = ("CI", "CI_", "GITHUB_", "GITLAB_", "BUILDKITE", "PONDERHIT", "PRE_COMMIT")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ci_systems)}
    path = f"{work / 'programs'}:{pathlib.Path(sys.executable).parent}:{kept['PATH']}"
    return kept | {"PATH": path, "CARGO_TARGET_DIR": "target", "HOME": str(work / "home"), **cargo_home(kept)} | more


def cargo_home(variables):
    """Cargo and rustup look below HOME by default, and HOME is an empty folder here."""
    home = pathlib.Path(variables["HOME"])
    return {
        "CARGO_HOME": variables.get("CARGO_HOME", str(home / ".cargo")),
        "RUSTUP_HOME": variables.get("RUSTUP_HOME", str(home / ".rustup")),
    }


def run(command, folder, variables):
    """Runs a command, and returns its exit code and its output."""
    done = subprocess.run(
        command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300
    )
    return done.returncode, done.stdout + done.stderr


def fill(text, values):
    """Replaces the expressions `${{ inputs.NAME }}` of an action."""
    return re.sub(r"\$\{\{ *inputs\.(\w+) *\}\}", lambda it: str(values[it[1]]), text)


def run_workflow(sample, work):
    """Runs the steps of the only job of the GitHub workflow. Returns the exit code and the output."""
    workflow = yaml.safe_load((sample / ".github/workflows/protocol.yml").read_text())
    expect(workflow["permissions"] == {"contents": "read"}, "the workflow has more permissions than it needs")
    job = only(list(workflow["jobs"].values()), "jobs of the workflow")
    variables = environment(work, CI="true", GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(work / "summary.md"))
    code, output = 0, ""
    for step in job["steps"]:
        if "run" in step:
            code, text = run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], sample, variables)
        elif step["uses"] == f"ponderhit/ponderhit@v{VERSION}":
            code, text = run_action(step.get("with", {}), sample, variables)
        else:
            expect(step["uses"].startswith("actions/checkout@"), f"this step was not run: {step}")
            continue
        output += text
        if code != 0:
            break
    return code, output


def run_action(given, sample, variables):
    """Runs the shell steps of action.yml."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    expect(set(given) <= set(action["inputs"]), f"action.yml has not all of the inputs {list(given)}")
    inputs = {name: given.get(name, it["default"]) for name, it in action["inputs"].items()}
    step = only([it for it in action["runs"]["steps"] if "run" in it], "shell steps of action.yml")
    variables = variables | {name: fill(value, inputs) for name, value in step["env"].items()}
    variables["GITHUB_ACTION_PATH"] = str(ROOT)
    return run([step["shell"], "-e", "-c", step["run"]], sample, variables)


def run_pipeline(sample, work):
    """Runs the script of the job `protocol` of the GitLab pipeline. Returns the exit code and the output."""
    pipeline = yaml.safe_load((sample / ".gitlab-ci.yml").read_text())
    remote = f"https://raw.githubusercontent.com/ponderhit/ponderhit/v{VERSION}/ci/gitlab.yml"
    expect(pipeline["include"] == [{"remote": remote}], f"the template is not {remote}")
    template = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text())
    job = pipeline["protocol"]
    base = template[job["extends"]]
    lines = job.get("before_script", []) + job.get("script", base["script"])
    # The job installs ponderhit unless its cache has it.
    cache = sample / only(base["cache"]["paths"], "paths of the cache")
    cache.mkdir(parents=True)
    (cache / "ponderhit").symlink_to(PONDERHIT)
    variables = environment(work, CI="true", GITLAB_CI="true", CI_PROJECT_DIR=str(sample))
    variables |= base["variables"] | job.get("variables", {})
    code, output = run(["sh", "-e", "-c", "\n".join(lines)], sample, variables)
    reports = base["artifacts"]["reports"]
    for file in [*base["artifacts"]["paths"], reports["junit"], reports["codequality"]]:
        expect(any(sample.glob(file)), f"the job did not write {file}:\n{output}")
    return code, output


def run_hook(sample, work):
    """Pushes the sample with its pre-commit hook. Returns the exit code and the output."""
    hooks = work / "hooks"
    variables = environment(work, GIT_CONFIG_NOSYSTEM="1")
    # Git takes a local repository in place of ponderhit's.
    (work / "home/.gitconfig").write_text(
        f'[url "file://{hooks}"]\n\tinsteadOf = {HOME_PAGE}\n[protocol "file"]\n\tallow = always\n'
        "[user]\n\tname = sample\n\temail = sample@localhost\n[init]\n\tdefaultBranch = main\n"
    )
    if not hooks.exists():
        hooks.mkdir()
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
        git(["init", "-q"], hooks, variables)
        git(["add", "."], hooks, variables)
        git(["commit", "-q", "-m", "hooks"], hooks, variables)
        git(["tag", f"v{VERSION}"], hooks, variables)
    git(["init", "-q"], sample, variables)
    git(["add", "."], sample, variables)
    git(["commit", "-q", "-m", "sample"], sample, variables)
    git(["init", "-q", "--bare", "../remote"], sample, variables)
    code, output = run(["pre-commit", "install"], sample, variables)
    expect(code == 0, f"pre-commit install:\n{output}")
    code, output = run(["git", "push", "../remote", "main"], sample, variables)
    expect("ponderhit check" in output, f"the hook was not run:\n{output}")
    return code, output


def git(arguments, folder, variables):
    code, output = run(["git", *arguments], folder, variables)
    expect(code == 0, f"git {arguments}:\n{output}")


def check_formats(sample, work, engine, is_broken):
    """Writes all formats in one run. Each must name the violated rule and its line, but only if the engine is broken."""
    *_, rule, culprit = BREAKS[sample.name]
    command = ["ponderhit", "check", "--profile", "smoke", "--transcripts", "transcripts"]
    for name in FORMATS:
        command += ["--report", f"{name}=report.{name}"]
    code, output = run([*command, "--", *engine], sample, environment(work))
    expect(code == (1 if is_broken else 0), f"exit {code}:\n{output}")
    for name in FORMATS:
        place = PLACES[name]((sample / f"report.{name}").read_text(), rule)
        expect(bool(place) == is_broken, f"{name}: the violation of {rule} is at {place}")
        if not is_broken:
            continue
        shown = place
        if isinstance(place, tuple):
            file, line = place
            shown = (sample / file).read_text().splitlines()[line - 1]
            print(f"    {name}: {rule} at {file}:{line}: {shown}")
        else:
            print(f"    {name}: {rule}")
        expect(culprit in shown, f"{name}: `{culprit}` is not in: {shown}")


# Each function returns where a format reports a violation of a rule: a file and a line, or the text around it.


def text_in_junit(text, rule):
    cases = ElementTree.fromstring(text).iter("testcase")
    found = [it.find("failure") for it in cases if rule.endswith(it.get("name"))]
    return "".join(it.text for it in found if it is not None)


def place_in_sarif(text, rule):
    results = json.loads(text)["runs"][0]["results"]
    found = [it for it in results if it["ruleId"] == rule and it["level"] == "error" and it["kind"] == "fail"]
    if not found:
        return None
    place = found[0]["locations"][0]["physicalLocation"]
    return place["artifactLocation"]["uri"], place["region"]["startLine"]


def place_in_github(text, rule):
    found = re.search(rf"^::error file=([^,]+),line=(\d+),title=must {rule} ", text, re.MULTILINE)
    return found and (found[1], int(found[2]))


def place_in_gitlab(text, rule):
    found = [it for it in json.loads(text) if it["check_name"] == rule and it["severity"] == "critical"]
    return found and (found[0]["location"]["path"], found[0]["location"]["lines"]["begin"])


def text_after(pattern):
    """Returns a function for the formats whose text has the conversation behind the name of the rule."""

    def search(text, rule):
        found = re.search(pattern.replace("RULE", rule), text, re.MULTILINE)
        return html.unescape(text[found.start() :]) if found else None

    return search


PLACES = {
    "junit": text_in_junit,
    "sarif": place_in_sarif,
    "github": place_in_github,
    "gitlab": place_in_gitlab,
    "markdown": text_after("^✗ must +RULE "),
    "tap": text_after(r"^not ok \d+ - RULE$"),
    "html": text_after('<article [^>]*data-outcome="violates"><h3>.{0,60}✗ must</span> <code>RULE</code>'),
}


def copy_sample(name, folder):
    """Copies a sample without its built files."""
    ignored = shutil.ignore_patterns("target", "__pycache__", "ponderhit-reports")
    return pathlib.Path(shutil.copytree(ROOT / "examples" / name, folder / name, ignore=ignored))


def play(name, is_broken):
    file, old, new, rule, _ = BREAKS[name]
    ways = {"GitHub workflow": run_workflow, "GitLab job": run_pipeline, "pre-commit hook": run_hook}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "programs").mkdir()
        (work / "home").mkdir()
        (work / "programs/ponderhit").symlink_to(PONDERHIT)
        sample = copy_sample(name, work)
        if is_broken:
            text = (sample / file).read_text()
            expect(text.count(old) == 1, f"{file} does not contain once: {old}")
            (sample / file).write_text(text.replace(old, new))
        for way, function in ways.items():
            code, output = function(sample, work)
            expect(code == (1 if is_broken else 0), f"{name}, {way}: exit {code}:\n{output}")
            expect(not is_broken or rule in output, f"{name}, {way}: no {rule} in:\n{output}")
            print(f"{name}, {'broken' if is_broken else 'correct'}: {way}: exit {code}")
        engine = ["python3", "engine.py"] if name == "python-engine" else ["target/release/random-rust"]
        check_formats(sample, work, engine, is_broken)


def main():
    names = sorted(it.name for it in (ROOT / "examples").iterdir() if it.is_dir())
    expect(names == sorted(BREAKS), f"the samples are {names}, and this script knows {sorted(BREAKS)}")
    for name in names:
        for is_broken in (False, True):
            play(name, is_broken)
    print("the samples work in all formats")


try:
    main()
except Failure as failure:
    sys.exit(f"samples: {failure}")
