use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What an agent does about an error: a fixed vocabulary (protocol 1, §2).
///
/// ```
/// use afp_runtime::errors::{Action, ActionGroup};
///
/// assert_eq!(Action::WaitAndRetry.as_str(), "wait_and_retry");
/// assert_eq!(Action::WaitAndRetry.group(), ActionGroup::Wait);
/// assert_eq!("batch_smaller".parse(), Ok(Action::BatchSmaller));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Merge the suggestion, resend.
    RetryWithSuggestion,
    /// Merge a value that the server found to be free, resend.
    PickDifferentValue,
    /// Merge the right member name, resend.
    UseDifferentField,
    /// Merge the right type or format, resend.
    FixInputFormat,
    /// Merge an address for the right network, resend.
    FixAddressFormat,
    /// Split the batch into parts of `batchSize`, send all of them.
    BatchSmaller,
    /// Sleep `retry_after_s` seconds, resend unchanged.
    WaitAndRetry,
    /// The same, for an operation in progress.
    AbortOrRetry,
    /// Get new credentials, resend.
    Reauthenticate,
    /// A human must act first.
    WaitForUserAction,
    /// The agent must supply more context.
    ProvideMissingContext,
    /// A bug of the server; never retried.
    ReportBug,
    /// An operator must act; never retried.
    ContactOperator,
    /// Cannot proceed; never retried.
    NoActionPossible,
}

/// The kind of work an [`Action`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionGroup {
    /// Change the request and resend it.
    Retry,
    /// Wait and resend the same request.
    Wait,
    /// Get new credentials and resend.
    Auth,
    /// Stop, and tell who can go on.
    Stop,
}

impl Action {
    /// All actions, in the order of the protocol's table.
    pub const ALL: [Self; 14] = [
        Self::RetryWithSuggestion,
        Self::PickDifferentValue,
        Self::UseDifferentField,
        Self::FixInputFormat,
        Self::FixAddressFormat,
        Self::BatchSmaller,
        Self::WaitAndRetry,
        Self::AbortOrRetry,
        Self::Reauthenticate,
        Self::WaitForUserAction,
        Self::ProvideMissingContext,
        Self::ReportBug,
        Self::ContactOperator,
        Self::NoActionPossible,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RetryWithSuggestion => "retry_with_suggestion",
            Self::PickDifferentValue => "pick_different_value",
            Self::UseDifferentField => "use_different_field",
            Self::FixInputFormat => "fix_input_format",
            Self::FixAddressFormat => "fix_address_format",
            Self::BatchSmaller => "batch_smaller",
            Self::WaitAndRetry => "wait_and_retry",
            Self::AbortOrRetry => "abort_or_retry",
            Self::Reauthenticate => "reauthenticate",
            Self::WaitForUserAction => "wait_for_user_action",
            Self::ProvideMissingContext => "provide_missing_context",
            Self::ReportBug => "report_bug",
            Self::ContactOperator => "contact_operator",
            Self::NoActionPossible => "no_action_possible",
        }
    }

    /// The group it belongs to.
    #[must_use]
    pub const fn group(self) -> ActionGroup {
        match self {
            Self::RetryWithSuggestion
            | Self::PickDifferentValue
            | Self::UseDifferentField
            | Self::FixInputFormat
            | Self::FixAddressFormat
            | Self::BatchSmaller => ActionGroup::Retry,
            Self::WaitAndRetry | Self::AbortOrRetry => ActionGroup::Wait,
            Self::Reauthenticate => ActionGroup::Auth,
            Self::WaitForUserAction
            | Self::ProvideMissingContext
            | Self::ReportBug
            | Self::ContactOperator
            | Self::NoActionPossible => ActionGroup::Stop,
        }
    }

    /// Whether the agent merges `suggestion` into its request.
    #[must_use]
    pub const fn merges(self) -> bool {
        matches!(self.group(), ActionGroup::Retry) && !matches!(self, Self::BatchSmaller)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The word is not one of the 14 actions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an action of the vocabulary")]
pub struct UnknownAction;

impl FromStr for Action {
    type Err = UnknownAction;

    fn from_str(name: &str) -> Result<Self, UnknownAction> {
        Self::ALL
            .into_iter()
            .find(|action| action.as_str() == name)
            .ok_or(UnknownAction)
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, ActionGroup};

    #[test]
    fn names_read_back() {
        for action in Action::ALL {
            assert_eq!(action.as_str().parse(), Ok(action));
            let json = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        }
        assert!("retry".parse::<Action>().is_err());
    }

    #[test]
    fn groups_have_the_sizes_of_the_protocol() {
        let size = |group| {
            Action::ALL
                .iter()
                .filter(|action| action.group() == group)
                .count()
        };
        let groups = [
            ActionGroup::Retry,
            ActionGroup::Wait,
            ActionGroup::Auth,
            ActionGroup::Stop,
        ];
        assert_eq!(groups.map(size), [6, 2, 1, 5]);
        assert!(!Action::BatchSmaller.merges());
    }
}
