//! `--report junit` writes JUnit XML, which CI systems read. A family of rules is a suite, and a rule is a test case.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::{
    Reporter,
    rule_result::{
        RuleResult, engine_title, first_violation_message, inconclusive_run_lines, report_remarks,
        rule_result, run_failure_reason, selected_rules, stale_known_failures, violation_lines,
    },
};
use crate::verdict::{Report, Verdict};

/// The reporter for `--report junit`.
pub(crate) struct JunitReporter;

impl Reporter for JunitReporter {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mut title = vec![format!("ponderhit {}", engine_title(report))];
        title.extend(report_remarks(report));
        let mut document = quick_junit::Report::new(title.join(" · "));
        if let Some(failure) = run_failure_reason(report) {
            // If no rule was judged, the JUnit report contains one error for the whole run, not a violation.
            let case = failed_test_case("run", NonSuccessKind::Error, &failure, &failure);
            document.add_test_suite(new_test_suite("run", vec![case]));
        }
        if let Some(lines) = inconclusive_run_lines(report) {
            // An inconclusive run is no success, so its report is not green.
            let kind = NonSuccessKind::Error;
            let case = failed_test_case("run", kind, &lines[0], &lines.join("\n"));
            document.add_test_suite(new_test_suite("run", vec![case]));
        }
        for topic in report.selected_topics() {
            let rules = selected_rules(report).filter(|it| it.topic == topic);
            let cases = rules.map(|it| rule_test_case(it, report)).collect();
            document.add_test_suite(new_test_suite(topic, cases));
        }
        let stale = stale_known_failures(report)
            .enumerate()
            .map(|(index, text)| {
                let name = format!("known failure {}", index + 1);
                failed_test_case(&name, NonSuccessKind::Failure, &text, &text)
            })
            .collect::<Vec<TestCase>>();
        if !stale.is_empty() {
            document.add_test_suite(new_test_suite("known failures", stale));
        }
        let xml = document.to_string().map_err(io::Error::other)?;
        out.write_all(without_skipped_total(&xml).as_bytes())
    }
}

/// In the schema of Jenkins, only a test suite has the number of skipped test cases, not the whole report.
fn without_skipped_total(xml: &str) -> String {
    let start = xml.find("<testsuites").unwrap_or_default();
    let end = xml[start..].find('>').map_or(xml.len(), |it| start + it);
    let Some(from) = xml[start..end].find(" skipped=\"").map(|it| start + it) else {
        return xml.to_owned();
    };
    let value = from + " skipped=\"".len();
    let to = xml[value..end].find('"').map_or(end, |it| value + it + 1);
    format!("{}{}", &xml[..from], &xml[to..])
}

fn new_test_suite(name: &str, cases: Vec<TestCase>) -> TestSuite {
    let mut suite = TestSuite::new(format!("ponderhit.{name}"));
    for mut case in cases {
        case.set_classname(format!("ponderhit.{name}"));
        suite.add_test_case(case);
    }
    suite
}

fn failed_test_case(name: &str, kind: NonSuccessKind, message: &str, text: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message).set_description(text);
    TestCase::new(name, status)
}

fn rule_test_case(verdict: &Verdict, report: &Report) -> TestCase {
    let name = verdict.rule.as_str();
    match rule_result(verdict) {
        RuleResult::Passed => TestCase::new(name, TestCaseStatus::success()),
        RuleResult::Failed => {
            let text = violation_lines(verdict, report).join("\n");
            let message = first_violation_message(verdict);
            let mut case = failed_test_case(name, NonSuccessKind::Failure, &message, &text);
            case.status.set_type(verdict.level.name());
            case
        }
        RuleResult::Tolerated(why) => {
            let mut status = TestCaseStatus::skipped();
            status.set_description(why);
            let mut case = TestCase::new(name, status);
            case.set_system_out(violation_lines(verdict, report).join("\n"));
            case
        }
        RuleResult::Skipped(why) => {
            let mut status = TestCaseStatus::skipped();
            status.set_description(why);
            TestCase::new(name, status)
        }
    }
}
