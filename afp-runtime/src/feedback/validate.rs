use super::json::{Member, Value, is_whole};
use super::problems::{Path, Problems};
use super::words::{FeedbackType, Method, Outcome};

/// The version of the protocol this is.
pub const SPEC_VERSION: &str = "0.1";

/// What a member may hold. Lengths count Unicode code points.
#[derive(Clone, Copy)]
enum Rule {
    Text { min: usize, max: usize },
    Word(&'static [&'static str]),
    Boolean,
    Status,
    AnyObject,
    Closed(fn(&str) -> Option<Rule>),
}

const REQUIRED: [&str; 3] = ["type", "goal", "message"];

fn submission_member(name: &str) -> Option<Rule> {
    Some(match name {
        "type" => Rule::Word(FeedbackType::WORDS),
        "goal" => Rule::Text { min: 1, max: 1000 },
        "message" => Rule::Text { min: 1, max: 4000 },
        "endpoint" => Rule::Text { min: 1, max: 512 },
        "method" => Rule::Word(Method::WORDS),
        "outcome" => Rule::Word(Outcome::WORDS),
        "workaround" => Rule::Boolean,
        "workaround_description" | "expected" | "suggestion" => Rule::Text { min: 0, max: 2000 },
        "request_id" | "session_id" => Rule::Text { min: 0, max: 256 },
        "agent" => Rule::Closed(agent_member),
        "evidence" => Rule::Closed(evidence_member),
        "metadata" => Rule::AnyObject,
        "spec_version" => Rule::Word(&[SPEC_VERSION]),
        _ => return None,
    })
}

fn agent_member(name: &str) -> Option<Rule> {
    Some(match name {
        "name" | "model" | "framework" => Rule::Text { min: 0, max: 128 },
        "version" => Rule::Text { min: 0, max: 64 },
        _ => return None,
    })
}

fn evidence_member(name: &str) -> Option<Rule> {
    Some(match name {
        "status_code" => Rule::Status,
        "request" => Rule::AnyObject,
        "response_excerpt" => Rule::Text { min: 0, max: 4000 },
        _ => return None,
    })
}

/// The most code points the member `name` of the object at `parent` may have.
pub(crate) fn text_limit(parent: Option<&str>, name: &str) -> Option<usize> {
    let rule = match parent {
        None => submission_member(name),
        Some("agent") => agent_member(name),
        Some("evidence") => evidence_member(name),
        Some(_) => None,
    };
    match rule {
        Some(Rule::Text { max, .. }) => Some(max),
        _ => None,
    }
}

/// Checks a value against protocol 2 §1 and lists every problem.
pub(crate) fn check(value: &Value<'_>, at: &Path<'_>) -> Result<(), Problems> {
    let mut problems = Problems::default();
    match value.members() {
        None => problems.add(at, "must be an object"),
        Some(members) => {
            add_missing(members, at, &mut problems);
            for (name, member) in members {
                check_member(
                    submission_member(name),
                    member,
                    &Path::Member(at, name),
                    &mut problems,
                );
            }
        }
    }
    problems.into_result()
}

fn add_missing(members: &[Member<'_>], at: &Path<'_>, problems: &mut Problems) {
    let found = members
        .iter()
        .filter(|(name, _)| REQUIRED.contains(&name.as_ref()))
        .count();
    if found == REQUIRED.len() {
        return;
    }
    for name in REQUIRED {
        if !members.iter().any(|(member, _)| member == name) {
            problems.add(&Path::Member(at, name), "is missing");
        }
    }
}

fn check_member(rule: Option<Rule>, value: &Value<'_>, at: &Path<'_>, problems: &mut Problems) {
    match (rule, value) {
        (None, _) => problems.add(at, "is not a known member"),
        (Some(Rule::Text { min, max }), Value::String(text)) => {
            check_length(text, min, max, at, problems);
        }
        (Some(Rule::Word(words)), Value::String(text)) => {
            if !words.contains(&text.as_ref()) {
                problems.add(at, one_of(words));
            }
        }
        (Some(Rule::Text { .. } | Rule::Word(_)), _) => problems.add(at, "must be a string"),
        (Some(Rule::Boolean), Value::Bool(_)) => {}
        (Some(Rule::Boolean), _) => problems.add(at, "must be true or false"),
        (Some(Rule::Status), Value::Number(text)) => check_status(text, at, problems),
        (Some(Rule::Status), _) => problems.add(at, "must be a whole number from 100 to 599"),
        (Some(Rule::AnyObject | Rule::Closed(_)), value) => {
            check_object(rule, value, at, problems);
        }
    }
}

fn check_object(rule: Option<Rule>, value: &Value<'_>, at: &Path<'_>, problems: &mut Problems) {
    let Some(members) = value.members() else {
        problems.add(at, "must be an object");
        return;
    };
    if let Some(Rule::Closed(rule_of)) = rule {
        for (name, member) in members {
            check_member(rule_of(name), member, &Path::Member(at, name), problems);
        }
    }
}

pub(super) fn check_length(
    text: &str,
    min: usize,
    max: usize,
    at: &Path<'_>,
    problems: &mut Problems,
) {
    if text.len() < min {
        problems.add(at, format!("must have at least {min} character"));
    } else if text.len() > max && text.chars().count() > max {
        problems.add(at, format!("must have at most {max} characters"));
    }
}

fn check_status(text: &str, at: &Path<'_>, problems: &mut Problems) {
    match is_whole(text, 100, 599) {
        Some(true) => {}
        Some(false) => problems.add(at, "must be from 100 to 599"),
        None => problems.add(at, "must be a whole number from 100 to 599"),
    }
}

fn one_of(words: &[&str]) -> String {
    match words {
        [only] => format!("must be \"{only}\""),
        _ => format!("must be one of {}", words.join(", ")),
    }
}
