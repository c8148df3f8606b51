//! Secrets out of texts and JSON trees (protocol 2, §5 and §8), in time linear in the input.

mod card;
mod email;
mod header;
mod names;
mod next_line;
mod pair;
mod pem;
mod quote;
mod scan;
mod scheme;
mod shape;
mod token;
mod tree;
mod url;
mod value;

use std::borrow::Cow;

use super::canonical::ServiceKey;
use super::json::Value;
use super::submission::Submission;

/// What stands where a secret was.
pub const REDACTED: &str = "[REDACTED]";

/// Takes secrets, card numbers and e-mail addresses out of what agents send.
///
/// It finds the forms of protocol 2 §8 in plain text, in JSON inside of text, and in the values
/// of JSON trees, and works in time linear in the input, whatever that holds. What it does not
/// recognise stays: it is a second line behind the guidance that agents send no secrets.
///
/// ```
/// use afp_runtime::feedback::Redactor;
///
/// let redactor = Redactor::new();
/// assert_eq!(redactor.text("sent token=4f9a1c77 to /orders"), "sent token=[REDACTED] to /orders");
/// assert_eq!(redactor.text("the bearer scheme"), "the bearer scheme");
/// ```
#[derive(Clone, Debug)]
pub struct Redactor {
    emails: bool,
    key: Option<ServiceKey>,
}

impl Default for Redactor {
    fn default() -> Self {
        Self::new()
    }
}

impl Redactor {
    /// Redacts everything it knows, e-mail addresses included.
    #[must_use]
    pub fn new() -> Self {
        Self {
            emails: true,
            key: None,
        }
    }

    /// Whether e-mail addresses are taken out; they are by default.
    #[must_use]
    pub fn emails(mut self, redact: bool) -> Self {
        self.emails = redact;
        self
    }

    /// The key that keeps redacted `session_id` and `request_id` values apart from each other.
    /// Without it all of them become the same token.
    #[must_use]
    pub fn key(mut self, key: ServiceKey) -> Self {
        self.key = Some(key);
        self
    }

    /// The text with `[REDACTED]` where a secret was; borrowed when there was none.
    #[must_use]
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        scan::redacted(text, self.emails)
    }

    /// The submission without secrets. Members, nesting and limits stay; the result keeps the
    /// protocol's rules.
    #[must_use]
    pub fn submission<'t>(&self, submission: Submission<'t>) -> Submission<'t> {
        let mut value = submission.into_value();
        tree::redact_submission(self, &mut value);
        Submission::from_checked(value)
    }

    /// A value that may not be a submission yet: members that submissions have are treated as
    /// there, so that what keeps the rules afterwards could be sent.
    #[cfg(feature = "agent")]
    pub(crate) fn unchecked_submission(&self, value: &mut Value<'_>) {
        tree::redact_submission(self, value);
    }

    /// Any JSON value without secrets; names of members with a sensitive meaning lose their
    /// values, objects and lists keep their shape.
    pub fn value(&self, value: &mut Value<'_>) {
        tree::redact(self, value);
    }

    /// What stands for an identifier that held a secret: two different ones stay different.
    fn identifier(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(
            || REDACTED.to_owned(),
            |key| format!("redacted-{}", key.short_hash(text)),
        )
    }
}

#[cfg(test)]
mod tests;
