//! What the rules need to know about actions; a test of the runtime holds it equal to `Action`.

use crate::near::nearest;

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

/// Where a suggestion can go.
const PLACES: [&str; 4] = ["Query", "Path", "Header", "Method"];

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

/// Whether an action is unknown, and near to none that is known.
pub(crate) fn is_foreign(action: &str) -> bool {
    let known = ACTIONS.iter().map(|(name, ..)| *name);
    find(action).is_none() && nearest(action, known).is_none()
}

/// All actions, in a list for a reader.
pub(crate) fn actions() -> String {
    let names: Vec<&str> = ACTIONS.iter().map(|(name, ..)| *name).collect();
    names.join(", ")
}

/// The word that another spelling of it means: `wait_and_retry`, `"WaitAndRetry"`,
/// `Action::WaitAndRetry`.
pub(crate) fn meant(spelling: &str) -> Option<&'static str> {
    let last = spelling.rsplit("::").next().unwrap_or_default();
    let letters = |word: &str| -> String {
        let letters = word.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let meant = letters(last);
    let actions = ACTIONS.iter().map(|(name, ..)| *name);
    let mut words = actions.chain(PLACES);
    words.find(|word| letters(word) == meant)
}

fn find(action: &str) -> Option<&'static (&'static str, Kind, Option<bool>)> {
    ACTIONS.iter().find(|(name, ..)| *name == action)
}
