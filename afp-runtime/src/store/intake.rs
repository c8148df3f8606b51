use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};

use super::{Entry, FeedbackStore, Receipt, StoreError};
use crate::feedback::{
    Feedback, IdSequence, KnownIssue, KnownIssues, LearnedIssues, LogText, Moment, Record,
    Redactor, ServiceKey, Source, Submission, acknowledgement, agent_of,
};

/// How many characters of a goal stand in a log line.
const MAX_LOGGED: usize = 200;

/// Everything between a valid submission and its acknowledgement, however it came in: redaction,
/// id and time, duplicates, the store, known issues.
#[derive(Debug)]
pub struct Intake {
    store: Arc<dyn FeedbackStore>,
    key: ServiceKey,
    redactor: Redactor,
    service: Option<String>,
    issues: IssueTable,
    ids: Mutex<IdSequence>,
    clock: fn() -> i64,
}

/// The known issues that a running service answers with; clones share one table.
#[derive(Clone, Debug, Default)]
pub struct IssueTable(Arc<RwLock<Issues>>);

#[derive(Debug, Default)]
struct Issues {
    table: KnownIssues,
    learned: LearnedIssues,
}

/// Who sent a submission, and how.
#[derive(Clone, Copy, Debug)]
pub struct Sender<'a> {
    /// The pseudonym of the account.
    pub account: Option<&'a str>,
    /// The way it came in.
    pub source: Source,
    /// The `User-Agent` header, which names the agent when the submission does not.
    pub user_agent: Option<&'a str>,
}

/// What a sender is told once its submission is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The id of the record, or of the first one when this was a duplicate.
    pub id: String,
    /// When that one was received.
    pub received_at: Moment,
    /// What the operator already knows about the obstacle.
    pub known_issue: Option<KnownIssue>,
}

impl Acknowledgement {
    /// The body of the answer.
    #[must_use]
    pub fn to_json(&self) -> String {
        acknowledgement(&self.id, self.received_at, self.known_issue.as_ref())
    }
}

impl IssueTable {
    /// Replaces the table at once for all who use it.
    pub fn replace(&self, issues: KnownIssues) {
        self.write().table = issues;
    }

    /// Takes note of what a collector said about a record.
    pub fn learn(&self, feedback: &Feedback, issue: Option<&KnownIssue>) {
        self.write().learned.learn(feedback, issue);
    }

    /// What is known about a submission: by the operator's table, else by what was learned.
    #[must_use]
    pub fn find(&self, submission: &Submission<'_>) -> Option<KnownIssue> {
        let issues = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let listed = issues.table.find(submission);
        listed.or_else(|| issues.learned.find(submission)).cloned()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Issues> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Intake {
    /// An intake for a store whose key is `key`.
    #[must_use]
    pub fn new(store: Arc<dyn FeedbackStore>, key: &[u8; 32]) -> Self {
        let key = ServiceKey::new(key);
        Self {
            store,
            redactor: Redactor::new().key(key.clone()),
            key,
            service: None,
            issues: IssueTable::default(),
            ids: Mutex::default(),
            clock: milliseconds_now,
        }
    }

    /// The name of the service in each record, at most 128 characters.
    #[must_use]
    pub fn service(mut self, name: Option<String>) -> Self {
        self.service = name;
        self
    }

    /// Whether e-mail addresses are redacted; they are by default.
    #[must_use]
    pub fn redact_emails(mut self, redact: bool) -> Self {
        self.redactor = self.redactor.emails(redact);
        self
    }

    /// The table of known issues to answer with.
    #[must_use]
    pub fn issues(mut self, issues: IssueTable) -> Self {
        self.issues = issues;
        self
    }

    /// Another clock, in milliseconds since 1970.
    #[must_use]
    pub fn clock(mut self, clock: fn() -> i64) -> Self {
        self.clock = clock;
        self
    }

    /// Keeps a submission, unless it is a duplicate.
    ///
    /// # Errors
    /// When the store cannot keep it; then nothing of it was kept.
    pub async fn submit(
        &self,
        submission: Submission<'_>,
        sender: Sender<'_>,
    ) -> Result<Acknowledgement, StoreError> {
        let known_issue = self.issues.find(&submission);
        let duplicate_key = self.key.duplicate_key(sender.account, &submission);
        let record = self.record(submission, sender)?;
        let (id, received_at) = (record.id.clone(), record.received_at);
        let receipts = self
            .store
            .insert(vec![Entry {
                record,
                duplicate_key,
            }])
            .await?;
        Ok(match receipts.into_iter().next() {
            Some(Receipt::Duplicate { id, received_at }) => Acknowledgement {
                id,
                received_at,
                known_issue,
            },
            Some(Receipt::Stored) => Acknowledgement {
                id,
                received_at,
                known_issue,
            },
            None => return Err(StoreError::new("did not answer")),
        })
    }

    fn record(&self, submission: Submission<'_>, sender: Sender<'_>) -> Result<Record, StoreError> {
        let agent = match submission.agent_name() {
            Some(_) => None,
            None => sender.user_agent.and_then(agent_of),
        };
        let named = match agent {
            Some((name, version)) => submission.with_agent(name, version),
            None => submission,
        };
        let clean = self.redactor.submission(named);
        let received_at = Moment::from_milliseconds((self.clock)());
        let id = self.next_id(received_at)?;
        tracing::info!(
            target: "afp::feedback",
            id,
            r#type = clean.kind().as_str(),
            endpoint = clean.endpoint().map(|text| tracing::field::display(LogText(text, MAX_LOGGED))),
            goal = %LogText(clean.goal(), MAX_LOGGED),
            "feedback received"
        );
        Ok(Record {
            id,
            received_at,
            service: self.service.clone(),
            account: sender.account.map(str::to_owned),
            source: Some(sender.source),
            feedback: Feedback::from(&clean),
        })
    }

    fn next_id(&self, moment: Moment) -> Result<String, StoreError> {
        let milliseconds = u64::try_from(moment.as_milliseconds()).unwrap_or(0);
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        ids.next(milliseconds, || {
            let mut random = [0; 10];
            getrandom::fill(&mut random).map(|()| random)
        })
        .map_err(|error| StoreError::because("has no randomness for an id", error))
    }
}

fn milliseconds_now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
