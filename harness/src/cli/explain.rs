//! `ponderhit explain`: prints one rule, why it matters, and examples that conform and violate.

mod requirement;

use std::io::{self, Write};

use super::{CommandResult, options, output};
use crate::{
    error::Error,
    exit::Exit,
    glob,
    message::{Language, message},
    protocol::{self, RuleInfo},
    readable::wrap_text,
    report::text::{LINE_WIDTH, TextStyle, style_rule_id, style_text},
    scenarios,
};
use requirement::find_requirements;

/// Explain a rule: its requirement, why it matters, and examples that conform and violate. Or explain a requirement.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a rule, or only the part after `/`; or a requirement as a report names it, with or without its
    /// protocol.
    #[arg(value_name = "RULE", required = true, num_args = 1..=2)]
    words: Vec<String>,

    /// Explain the rule or the requirement of this protocol
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = options::parse_protocol_name)]
    protocol: String,
}

impl Args {
    /// The words with the protocol of `--protocol`, if they name none themselves.
    fn words_with_protocol(&self) -> Vec<String> {
        match (
            protocol::find_protocol(&self.protocol),
            self.words.as_slice(),
        ) {
            (Some(protocol), [word]) if !word.contains(['/', ' ']) => {
                let words = vec![protocol.name().to_owned(), word.clone()];
                if find_requirements(&words).is_empty() {
                    vec![format!("{}/{word}", protocol.name())]
                } else {
                    words
                }
            }
            _ => self.words.clone(),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let words = args.words_with_protocol();
    let requirements = find_requirements(&words);
    if !requirements.is_empty() {
        output::print_to_stdout(|out| {
            for (index, it) in requirements.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                it.write(out)?;
            }
            Ok(())
        })?;
        return Ok(Exit::Fine.into());
    }
    if let Some(error) = unknown_requirement(&words) {
        return Err(error);
    }
    let name = words.join(" ");
    let rules: Vec<RuleInfo> = protocol::ALL_PROTOCOLS
        .iter()
        .flat_map(|it| it.rules())
        .collect();
    let short = format!("*/{}", name);
    let exact: Vec<_> = rules.iter().filter(|it| it.id == name).collect();
    let by_name: Vec<_> = rules
        .iter()
        .filter(|it| glob::matches_glob(&short, it.id))
        .collect();
    match (exact.as_slice(), by_name.as_slice()) {
        ([rule], _) | ([], [rule]) => {
            output::print_to_stdout(|out| write_rule(rule, out))?;
            Ok(Exit::Fine.into())
        }
        ([], []) | ([_, _, ..], _) => {
            // For a name without a protocol, the suggestion is a name without a protocol, too, because several
            // protocols may have a rule of this name.
            let written = |id: &'static str| match id.split_once('/') {
                Some((_, own)) if !name.contains('/') => own,
                _ => id,
            };
            let nearest = crate::suggest::nearest_id(&name, rules.iter().map(|it| written(it.id)));
            Err(Error::usage_error(scenarios::unknown_rule_message(
                &name, nearest,
            )))
        }
        // Several protocols have a rule with the name that the user gave.
        ([], several) if several.iter().all(|it| it.id.ends_with(&short[1..])) => {
            let notice = message!(
                "rule_in_several_protocols",
                "{count} protocols have a rule of this name, and each of these rules is explained below: {rules}",
                count = several.len(),
                rules = several.iter().map(|it| it.id).collect::<Vec<_>>(),
            );
            output::print_to_stdout(|out| {
                writeln!(out, "{notice}\n")?;
                several.iter().try_for_each(|it| write_rule(it, out))
            })?;
            Ok(Exit::Fine.into())
        }
        ([], several) => {
            let ids: Vec<&str> = several.iter().map(|it| it.id).collect();
            Err(Error::usage_error(message!(
                "rule_ambiguous",
                "`{rule}` is ambiguous; expected one of {rules}",
                rule = &name,
                rules = ids,
            )))
        }
    }
}

/// The error if the words are the name of a protocol and an id that is no requirement of this protocol.
fn unknown_requirement(words: &[String]) -> Option<Error> {
    let [protocol, id] = words else {
        return None;
    };
    let is_named = |it: &&&'static dyn protocol::Protocol| it.name().eq_ignore_ascii_case(protocol);
    let known = protocol::ALL_PROTOCOLS.iter().find(is_named)?;
    Some(Error::usage_error(message!(
        "requirement_unknown",
        "there is no requirement `{id}` of {protocol}; docs/spec/{name}.md lists all of them",
        id,
        protocol = known.title(),
        name = known.name()
    )))
}

fn write_rule(rule: &RuleInfo, out: &mut dyn Write) -> io::Result<()> {
    let widths = rule.id.len() + rule.level.name().len() + rule.spec.len();
    let gap = LINE_WIDTH.saturating_sub(widths + 2).max(2);
    let level = rule.level.name();
    writeln!(
        out,
        "{}  {level}{:gap$}{}\n",
        style_rule_id(rule.id),
        "",
        style_text(TextStyle::Unimportant, rule.spec)
    )?;
    let since = message!(
        "rule_since",
        "added or last made stricter in version {version}",
        version = rule.since
    );
    let since = style_text(TextStyle::Unimportant, &since.to_string());
    writeln!(out, "{since}\n")?;
    let doc = rule.documentation_in(Language::selected_for_texts());
    let mut paragraph = String::new();
    let mut block: Option<TextStyle> = None;
    for line in doc.lines().chain([""]) {
        match (line.strip_prefix("```"), block) {
            (Some(kind), None) => {
                flush_paragraph(&mut paragraph, out)?;
                block = Some(write_example_heading(kind, out)?);
            }
            (Some(_), Some(_)) => {
                block = None;
                writeln!(out)?;
            }
            (None, Some(kind)) => write_example_line(line, kind, out)?,
            (None, None) if line.trim().is_empty() => flush_paragraph(&mut paragraph, out)?,
            (None, None) => {
                paragraph.push_str(line);
                paragraph.push('\n');
            }
        }
    }
    Ok(())
}

fn write_example_heading(kind: &str, out: &mut dyn Write) -> io::Result<TextStyle> {
    let (heading, paint_as) = match kind {
        "conforms" => (
            message!("example_conforms", "✓ conforms"),
            TextStyle::Success,
        ),
        "violates" => (
            message!("example_violates", "✗ violates"),
            TextStyle::Failure,
        ),
        _ => (
            message!("example_other", "? {kind}", kind),
            TextStyle::Warning,
        ),
    };
    writeln!(out, "{}", style_text(paint_as, &heading.to_string()))?;
    Ok(paint_as)
}

/// Writes one line of an example. A line of carets (`^`) marks a part of the line above it and is coloured.
fn write_example_line(line: &str, kind: TextStyle, out: &mut dyn Write) -> io::Result<()> {
    let carets = line.trim_start().starts_with('^');
    let line = if carets {
        style_text(kind, line)
    } else {
        line.to_owned()
    };
    writeln!(out, "    {line}")
}

fn flush_paragraph(paragraph: &mut String, out: &mut dyn Write) -> io::Result<()> {
    if paragraph.trim().is_empty() {
        return Ok(());
    }
    for line in wrap_text(paragraph, LINE_WIDTH) {
        writeln!(out, "{line}")?;
    }
    paragraph.clear();
    writeln!(out)
}
