use std::borrow::Cow;

use super::json::Value;
use super::redact::Redactor;

/// How many problems of one submission are listed; the rest are counted.
pub const MAX_DETAILS: usize = 50;

/// Bound of an error body in bytes.
pub const MAX_ERROR_BODY: usize = 4096;

/// Unknown member names are cut at this many characters when they are echoed.
const MAX_SHOWN_NAME: usize = 64;

/// One thing that is wrong with a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Dot-joined member names; empty for the submission itself.
    pub path: String,
    /// What is wrong, in one clause.
    pub message: String,
}

/// Everything that is wrong with a submission: at most [`MAX_DETAILS`] details, the rest counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    details: Vec<Detail>,
    unlisted: usize,
}

impl Problems {
    pub(crate) fn add(&mut self, path: &Path<'_>, message: impl Into<Cow<'static, str>>) {
        if self.details.len() == MAX_DETAILS {
            self.unlisted += 1;
            return;
        }
        self.details.push(Detail {
            path: path.joined(),
            message: message.into().into_owned(),
        });
    }

    /// Adds the problems of a part.
    #[cfg(feature = "axum")]
    pub(super) fn append(&mut self, part: Result<(), Self>) {
        let Err(part) = part else {
            return;
        };
        let room = MAX_DETAILS - self.details.len();
        self.unlisted += part.unlisted + part.details.len().saturating_sub(room);
        self.details.extend(part.details.into_iter().take(room));
    }

    pub(crate) fn into_result(self) -> Result<(), Self> {
        if self.details.is_empty() {
            Ok(())
        } else {
            Err(self)
        }
    }

    /// The listed problems, in the order of protocol 2 §1.
    #[must_use]
    pub fn details(&self) -> &[Detail] {
        &self.details
    }

    /// How many problems there are besides the listed ones.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }

    /// The error object of protocol 2 §1, `{"error":{"code","message","details"}}`, in at most
    /// [`MAX_ERROR_BODY`] bytes. What does not fit is counted in a closing detail.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut listed = Vec::new();
        let mut size = 0;
        for detail in &self.details {
            size += cost(detail);
            if size > MAX_ERROR_BODY - 300 {
                break;
            }
            listed.push(detail.clone());
        }
        let rest = self.details.len() - listed.len() + self.unlisted;
        if rest > 0 {
            listed.push(Detail {
                path: String::new(),
                message: count(rest),
            });
        }
        body(&listed)
    }

    /// The value of `error` alone, as it stands in the result of a record.
    #[cfg(feature = "axum")]
    pub(crate) fn error_json(&self) -> String {
        let body = self.to_json();
        let inner = body.strip_prefix("{\"error\":");
        let inner = inner.and_then(|inner| inner.strip_suffix('}'));
        inner.map(str::to_owned).unwrap_or(body)
    }
}

/// What a detail takes up in the body: once in `details`, once in `message`.
fn cost(detail: &Detail) -> usize {
    let mut escaped = String::new();
    Value::String(Cow::Borrowed(&detail.path)).write(&mut escaped);
    Value::String(Cow::Borrowed(&detail.message)).write(&mut escaped);
    2 * escaped.len() + 32
}

fn count(rest: usize) -> String {
    if rest == 1 {
        "1 more problem".into()
    } else {
        format!("{rest} more problems")
    }
}

fn body(details: &[Detail]) -> String {
    let text = |text: &str| Value::String(Cow::Owned(text.to_owned()));
    let member = |name: &'static str, value| (Cow::Borrowed(name), value);
    let clauses: Vec<String> = details.iter().map(clause).collect();
    let list = details
        .iter()
        .map(|detail| {
            let (path, message) = (text(&detail.path), text(&detail.message));
            Value::Object(vec![member("path", path), member("message", message)])
        })
        .collect();
    let error = Value::Object(vec![
        member("code", text("invalid_feedback")),
        member("message", text(&clauses.join("; "))),
        member("details", Value::Array(list)),
    ]);
    Value::Object(vec![member("error", error)]).to_string()
}

fn clause(detail: &Detail) -> String {
    let Detail { path, message } = detail;
    if path.is_empty() {
        message.clone()
    } else {
        format!("{path}: {message}")
    }
}

/// Where a value stands; built on the stack, joined only when there is something to say.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    Root,
    Member(&'a Path<'a>, &'a str),
}

impl Path<'_> {
    fn joined(&self) -> String {
        match self {
            Path::Root => String::new(),
            Path::Member(Path::Root, name) => shown_name(name),
            Path::Member(parent, name) => format!("{}.{}", parent.joined(), shown_name(name)),
        }
    }
}

/// A member name as it may be echoed: without secrets, cut at 64 characters.
pub(crate) fn shown_name(name: &str) -> String {
    let clean = Redactor::new().text(name).into_owned();
    match clean.char_indices().nth(MAX_SHOWN_NAME) {
        None => clean,
        Some((cut, _)) => clean[..cut].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(count: usize, name: &str) -> Problems {
        let mut problems = Problems::default();
        for _ in 0..count {
            problems.add(&Path::Member(&Path::Root, name), "is not a known member");
        }
        problems
    }

    #[test]
    fn the_body_stays_within_its_bound_and_counts_the_rest() {
        for name in ["x", "\u{1}\u{1}\u{1}", &"é".repeat(500), &"\"".repeat(500)] {
            let json = problems(3000, name).to_json();
            assert!(json.len() <= MAX_ERROR_BODY, "{} bytes", json.len());
            let value: serde_json::Value = serde_json::from_str(&json).unwrap();
            let details = value["error"]["details"].as_array().unwrap();
            let last = details.last().unwrap();
            assert_eq!(last["path"], "");
            let rest = 3000 - (details.len() - 1);
            assert_eq!(last["message"], format!("{rest} more problems"));
        }
    }

    #[test]
    fn an_echoed_name_is_cut_and_free_of_secrets() {
        assert_eq!(shown_name(&"é".repeat(90)), "é".repeat(64));
        assert!(!shown_name("ghp_0123456789abcdefghijABCDEFGHIJ012345").contains("0123"));
    }
}
