//! What the rules need to know about actions; a test of the runtime holds it equal to `Action`.

/// How an action and its suggestion go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The agent merges the suggestion.
    Merge,
    /// The agent splits its batch.
    Batch,
    /// The agent waits.
    Wait,
    /// The agent gets new credentials.
    Auth,
    /// The agent stops.
    Stop,
}

/// Name, kind, and what `retryable` has to be, where the action fixes it.
pub(crate) const ACTIONS: [(&str, Kind, Option<bool>); 14] = [
    ("RetryWithSuggestion", Kind::Merge, None),
    ("PickDifferentValue", Kind::Merge, None),
    ("UseDifferentField", Kind::Merge, None),
    ("FixInputFormat", Kind::Merge, None),
    ("FixAddressFormat", Kind::Merge, None),
    ("BatchSmaller", Kind::Batch, Some(true)),
    ("WaitAndRetry", Kind::Wait, Some(true)),
    ("AbortOrRetry", Kind::Wait, Some(true)),
    ("Reauthenticate", Kind::Auth, None),
    ("WaitForUserAction", Kind::Stop, None),
    ("ProvideMissingContext", Kind::Stop, None),
    ("ReportBug", Kind::Stop, Some(false)),
    ("ContactOperator", Kind::Stop, Some(false)),
    ("NoActionPossible", Kind::Stop, Some(false)),
];

/// The member that tells how long to wait.
pub(crate) const WAIT: &str = "retry_after_s";

/// The member that tells how large a batch may be.
pub(crate) const BATCH_SIZE: &str = "batchSize";

/// `None` for a word that rustc will refuse.
pub(crate) fn kind(action: &str) -> Option<Kind> {
    find(action).map(|(_, kind, _)| *kind)
}

/// What `retryable` has to be, where the action fixes it.
pub(crate) fn fixed_retryable(action: &str) -> Option<bool> {
    find(action).and_then(|(.., fixed)| *fixed)
}

fn find(action: &str) -> Option<&'static (&'static str, Kind, Option<bool>)> {
    ACTIONS.iter().find(|(name, ..)| *name == action)
}
