use std::fmt;

use super::known_issue::{KnownIssue, check};
use super::submission::Submission;
use super::words::FeedbackType;

/// Which submissions are about an issue. Everything that is given has to fit.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IssueMatch {
    /// One of these types; any when empty.
    pub types: Vec<String>,
    /// The endpoint: `/orders/{id}` fits any value at `{id}`; a `*` at the end fits any rest.
    pub endpoint: Option<String>,
    /// Each of these words or phrases stands in the goal, message, expectation or suggestion, in
    /// any case, from word boundary to word boundary.
    pub words: Vec<String>,
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssueRule {
    /// Which submissions.
    #[serde(rename = "match")]
    pub matches: IssueMatch,
    /// What they are told.
    pub issue: KnownIssue,
}

/// The operator's table of known issues: the first rule that fits a submission answers it.
///
/// ```
/// use afp_runtime::feedback::{KnownIssues, Submission};
///
/// let table = KnownIssues::from_json(r#"[{
///     "match": { "types": ["bug"], "endpoint": "/orders/{id}/refund", "words": ["rounding"] },
///     "issue": { "id": "ORD-12", "title": "Refunds are a cent short", "status": "in_progress",
///                "workaround": "Send amount_cents." }
/// }]"#)?;
/// let body = br#"{"type":"bug","goal":"Refund","message":"Rounding is off",
///                 "endpoint":"/orders/7/refund"}"#;
/// let submission = Submission::read(body).expect("keeps the protocol");
/// assert_eq!(table.find(&submission).map(|issue| issue.id.as_str()), Some("ORD-12"));
/// # Ok::<(), afp_runtime::feedback::IssueTableError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownIssues {
    rules: Vec<Prepared>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Prepared {
    types: Vec<FeedbackType>,
    endpoint: Option<String>,
    words: Vec<String>,
    issue: KnownIssue,
}

/// Why a table of known issues is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueTableError(String);

impl fmt::Display for IssueTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IssueTableError {}

impl KnownIssues {
    /// A table of these rules, in order of preference.
    ///
    /// # Errors
    /// A rule that matches everything, a type that the protocol does not have, an issue that
    /// breaks its limits.
    pub fn new(rules: impl IntoIterator<Item = IssueRule>) -> Result<Self, IssueTableError> {
        let rules = rules.into_iter().map(prepared).collect::<Result<_, _>>()?;
        Ok(Self { rules })
    }

    /// A table from a JSON list of rules.
    ///
    /// # Errors
    /// As [`KnownIssues::new`], and what is not such a list.
    pub fn from_json(json: &str) -> Result<Self, IssueTableError> {
        let rules: Vec<IssueRule> =
            serde_json::from_str(json).map_err(|error| IssueTableError(error.to_string()))?;
        Self::new(rules)
    }

    /// The issue that a submission is about.
    #[must_use]
    pub fn find(&self, submission: &Submission<'_>) -> Option<&KnownIssue> {
        let mut said = None;
        self.rules.iter().find_map(|rule| {
            let fits = rule.fits_type(submission)
                && rule.fits_endpoint(submission)
                && rule.fits_words(said.get_or_insert_with(|| text_of(submission)));
            fits.then_some(&rule.issue)
        })
    }
}

impl Prepared {
    fn fits_type(&self, submission: &Submission<'_>) -> bool {
        self.types.is_empty() || self.types.contains(&submission.kind())
    }

    fn fits_endpoint(&self, submission: &Submission<'_>) -> bool {
        let Some(pattern) = &self.endpoint else {
            return true;
        };
        submission
            .endpoint()
            .is_some_and(|endpoint| fits_pattern(pattern, endpoint))
    }

    fn fits_words(&self, said: &str) -> bool {
        self.words.iter().all(|word| has_word(said, word))
    }
}

fn text_of(submission: &Submission<'_>) -> String {
    let members = [
        "goal",
        "message",
        "expected",
        "suggestion",
        "workaround_description",
    ];
    let mut said = String::new();
    for text in members.iter().filter_map(|name| submission.text(name)) {
        said.push_str(&text.to_lowercase());
        said.push('\n');
    }
    said
}

/// Segment by segment; a segment in braces, on either side, fits any.
fn fits_pattern(pattern: &str, endpoint: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('*') {
        return endpoint.starts_with(start);
    }
    let open = |segment: &str| segment.starts_with('{') && segment.ends_with('}');
    let path = endpoint.split(['?', '#']).next().unwrap_or_default();
    let mut given = path.trim_end_matches('/').split('/');
    let fits = pattern.trim_end_matches('/').split('/').all(|segment| {
        given
            .next()
            .is_some_and(|other| segment == other || open(segment) || open(other))
    });
    fits && given.next().is_none()
}

fn has_word(said: &str, word: &str) -> bool {
    let bounds = |from: usize, to: usize| {
        let before = said[..from].chars().next_back();
        let after = said[to..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    };
    said.match_indices(word)
        .any(|(at, _)| bounds(at, at + word.len()))
}

fn prepared(rule: IssueRule) -> Result<Prepared, IssueTableError> {
    let IssueRule { matches, issue } = rule;
    let refuse = |what: String| {
        Err(IssueTableError(format!(
            "known issue `{}`: {what}",
            issue.id
        )))
    };
    if let Err(what) = check(&issue) {
        return refuse(what);
    }
    let IssueMatch {
        types,
        endpoint,
        words,
    } = matches;
    if types.is_empty() && endpoint.is_none() && words.is_empty() {
        return refuse("matches every submission; name a type, an endpoint or words".into());
    }
    if let Some(blank) = words.iter().find(|word| word.trim().is_empty()) {
        return refuse(format!("`{blank}` is no word"));
    }
    let mut known = Vec::new();
    for word in &types {
        match FeedbackType::from_word(word) {
            Some(kind) => known.push(kind),
            None => return refuse(format!("`{word}` is not a type of feedback")),
        }
    }
    let words = words
        .iter()
        .map(|word| word.trim().to_lowercase())
        .collect();
    Ok(Prepared {
        types: known,
        endpoint,
        words,
        issue,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_fit_segment_by_segment() {
        for (pattern, endpoint, fits) in [
            ("/orders/{id}", "/orders/7", true),
            ("/orders/{id}", "/orders/{order_id}", true),
            ("/orders/{id}", "/orders/7/items", false),
            ("/orders/{id}", "/orders", false),
            ("/orders*", "/orders/7/items", true),
            ("/orders", "/orders/?page=2", true),
            ("create_order", "create_order", true),
            ("/orders", "/Orders", false),
        ] {
            assert_eq!(
                fits_pattern(pattern, endpoint),
                fits,
                "{pattern} {endpoint}"
            );
        }
    }

    #[test]
    fn words_stand_for_themselves() {
        assert!(has_word("the rate limit is low", "rate limit"));
        assert!(!has_word("generate limits", "rate"));
        assert!(has_word("über alles: straße", "straße"));
    }

    #[test]
    fn a_table_that_cannot_be_meant_is_refused() {
        let refused = |json: &str| KnownIssues::from_json(json).unwrap_err().to_string();
        let issue = r#""issue":{"id":"A","title":"t","status":"planned"}"#;
        assert!(refused(&format!(r#"[{{"match":{{}},{issue}}}]"#)).contains("every submission"));
        assert!(
            refused(&format!(r#"[{{"match":{{"types":["bugs"]}},{issue}}}]"#)).contains("bugs")
        );
        assert!(refused(&format!(r#"[{{"match":{{"word":["x"]}},{issue}}}]"#)).contains("word"));
        let bad_url = issue.replace("\"planned\"", "\"planned\",\"url\":\"javascript:x\"");
        assert!(refused(&format!(r#"[{{"match":{{"words":["x"]}},{bad_url}}}]"#)).contains("url"));
    }
}
