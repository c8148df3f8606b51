use std::collections::{BTreeSet, VecDeque};

use super::json;
use super::known_issue::KnownIssue;
use super::record::Feedback;
use super::submission::Submission;
use super::words::FeedbackType;

/// How many obstacles are remembered; the oldest goes.
const MAX_LEARNED: usize = 256;

/// How many words of a message are compared.
const MAX_WORDS: usize = 64;

/// Known issues as a collector told them: not by rules, but by the records it answered for.
///
/// A submission is about the same obstacle when it has the same type and endpoint, and at least
/// half of the words of the shorter message stand in the other one, too.
#[derive(Clone, Debug, Default)]
pub struct LearnedIssues {
    learned: VecDeque<(Obstacle, KnownIssue)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Obstacle {
    kind: FeedbackType,
    endpoint: Option<String>,
    words: BTreeSet<String>,
}

impl LearnedIssues {
    /// Takes note of what a collector said about a record; `None` takes back what it said about
    /// earlier ones like it.
    pub fn learn(&mut self, feedback: &Feedback, issue: Option<&KnownIssue>) {
        if issue.is_none() && self.learned.is_empty() {
            return;
        }
        let Ok(value) = json::read(feedback.json.as_bytes()) else {
            return;
        };
        let Ok(submission) = Submission::check(value) else {
            return;
        };
        let obstacle = Obstacle::of(&submission);
        self.learned.retain(|(known, _)| !known.is_like(&obstacle));
        let Some(issue) = issue else {
            return;
        };
        // The newest word on an issue counts for all that is known by its id.
        for (_, known) in &mut self.learned {
            if known.id == issue.id {
                known.clone_from(issue);
            }
        }
        self.learned.push_back((obstacle, issue.clone()));
        if self.learned.len() > MAX_LEARNED {
            self.learned.pop_front();
        }
    }

    /// The issue that a submission is about.
    #[must_use]
    pub fn find(&self, submission: &Submission<'_>) -> Option<&KnownIssue> {
        if self.learned.is_empty() {
            return None;
        }
        let obstacle = Obstacle::of(submission);
        let mut newest_first = self.learned.iter().rev();
        newest_first.find_map(|(known, issue)| known.is_like(&obstacle).then_some(issue))
    }
}

impl Obstacle {
    fn of(submission: &Submission<'_>) -> Self {
        let lower = submission.message().to_lowercase();
        let words = lower.split(|character: char| !character.is_alphanumeric());
        let words = words.filter(|word| word.chars().count() > 3);
        Self {
            kind: submission.kind(),
            endpoint: submission.endpoint().map(str::to_owned),
            words: words.take(MAX_WORDS).map(str::to_owned).collect(),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        if self.kind != other.kind || self.endpoint != other.endpoint {
            return false;
        }
        let shorter = self.words.len().min(other.words.len());
        let common = self.words.intersection(&other.words).count();
        self.words == other.words || shorter > 2 && 2 * common >= shorter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::IssueStatus;

    fn submission(message: &str, endpoint: &str) -> Submission<'static> {
        let body = serde_json::json!({
            "type": "bug", "goal": "g", "message": message, "endpoint": endpoint,
        });
        Submission::check(json::Value::from(body)).unwrap()
    }

    fn issue(id: &str, title: &str) -> KnownIssue {
        KnownIssue {
            id: id.into(),
            title: title.into(),
            status: IssueStatus::Planned,
            url: None,
            workaround: None,
        }
    }

    const SAID: &str = "The refund answers with status 500 for partial amounts";

    #[test]
    fn what_was_said_about_one_record_holds_for_those_like_it() {
        let mut issues = LearnedIssues::default();
        let record = Feedback::from(&submission(SAID, "/refunds"));
        issues.learn(&record, Some(&issue("A", "old")));
        issues.learn(&record, Some(&issue("A", "new")));
        let alike = submission("Refund of partial amounts answers with 500", "/refunds");
        assert_eq!(issues.find(&alike).unwrap().title, "new");
        for other in [
            submission("The page size cannot be set by customers", "/refunds"),
            submission(SAID, "/orders"),
        ] {
            assert_eq!(issues.find(&other), None);
        }
        issues.learn(&Feedback::from(&alike), None);
        assert_eq!(issues.find(&submission(SAID, "/refunds")), None);
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut issues = LearnedIssues::default();
        for number in 0..=MAX_LEARNED {
            let about = submission(SAID, &format!("/{number}"));
            issues.learn(
                &Feedback::from(&about),
                Some(&issue(&number.to_string(), "t")),
            );
        }
        assert_eq!(issues.learned.len(), MAX_LEARNED);
        assert_eq!(issues.find(&submission(SAID, "/0")), None);
        assert!(issues.find(&submission(SAID, "/1")).is_some());
    }
}
