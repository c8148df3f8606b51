use super::{AgentErrors, ErrorSpec};
use crate::AgentError;

/// The ten codes that nearly every service needs (protocol 1, §4).
///
/// They have no docs base of their own: their pages are the application's.
///
/// They are for what a handler finds out. What is wrong with a request before, and answers of others
/// without an envelope, have the codes of [`RequestError`](crate::errors::RequestError), which `Afp` and the
/// extractors answer with; so an application meets both of a pair:
///
/// | a handler says | the extractors and `Afp` say |
/// |---|---|
/// | `MissingField`: the value is needed here, though the type lets it be absent | `FIELD_MISSING`: the type demands it |
/// | `InvalidField`: a rule of the application | `FIELD_INVALID`: it is of another type |
/// | `RateLimited` | `TOO_MANY_REQUESTS`: a 429 of a layer |
/// | `MissingAuth`, `InvalidKey` | `UNAUTHORIZED`: a 401 of a layer |
/// | `Forbidden` | `ACCESS_DENIED`: a 403 of a layer |
/// | `NotFound`: no such thing | `ROUTE_NOT_FOUND`: no such path |
/// | `StateConflict`, `AlreadyExists` | `CONFLICT`: a 409 of a layer |
///
/// ```
/// use afp_runtime::errors::StarterError;
/// use afp_runtime::{AgentError, Registry, registry};
///
/// const REGISTRY: Registry = registry![StarterError];
/// let error = StarterError::NotFound { resource: "thing".into(), got: "7".into() };
/// assert_eq!(error.to_string(), "thing 7 not found");
/// assert_eq!(error.expected(), "thing with id 7 not found");
/// assert_eq!(REGISTRY.len(), 10);
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error, AgentError)]
#[non_exhaustive]
pub enum StarterError {
    /// A required member is absent.
    ///
    /// Add the member and resend. When the server knows a value that would do, the suggestion
    /// holds it; otherwise the answer says that a retry alone won't help.
    #[error("{field} is required")]
    #[afp(
        status = 400, action = FixInputFormat, retryable = true,
        expected = "the request has the member {field}",
        suggestion = { "{field}": "{value}" },
    )]
    MissingField {
        /// Name of the member.
        field: String,
        /// A value that would do.
        value: Option<serde_json::Value>,
    },

    /// A member has a value that is not allowed.
    ///
    /// The reason says what is; there is no automatic fix.
    #[error("{field} is invalid: {reason}")]
    #[afp(
        status = 422, action = FixInputFormat, retryable = false,
        expected = "{field} is valid: {reason}",
    )]
    InvalidField {
        /// Name of the member.
        field: String,
        /// What is wrong with it.
        reason: String,
    },

    /// Too many requests.
    ///
    /// Wait as long as the answer says, then resend the same request.
    #[error("too many requests")]
    #[afp(
        status = 429, action = WaitAndRetry,
        expected = "the next request comes in {retry_after_s} s or later",
        suggestion = { "retry_after_s": "{retry_after_s}" },
    )]
    RateLimited {
        /// Seconds until the next request is welcome.
        retry_after_s: u64,
    },

    /// The server failed.
    ///
    /// The fault is not in the request. The operator has to look at it.
    #[error("internal error")]
    #[afp(
        status = 500, action = ContactOperator,
        expected = "the server handles the request without a failure of its own",
    )]
    Internal,

    /// The request has no credentials.
    ///
    /// Get credentials and resend with them.
    #[error("authentication is required")]
    #[afp(
        status = 401, action = Reauthenticate, retryable = true,
        expected = "the request carries credentials",
    )]
    MissingAuth,

    /// The credentials are not valid.
    ///
    /// They are unknown, expired or revoked. Get new ones and resend.
    #[error("the credentials are not valid")]
    #[afp(
        status = 401, action = Reauthenticate, retryable = true,
        expected = "the request carries valid credentials",
    )]
    InvalidKey,

    /// The credentials do not suffice.
    ///
    /// Others, with more rights, may; the same ones never will.
    #[error("not allowed to {operation}")]
    #[afp(
        status = 403, action = Reauthenticate, retryable = false,
        expected = "the credentials allow to {operation}",
    )]
    Forbidden {
        /// What was tried, as a verb and its object: `delete orders`.
        operation: String,
    },

    /// There is no such thing.
    ///
    /// Look the id up again; a retry with the same one fails again.
    #[error("{resource} {got} not found")]
    #[afp(
        status = 404, action = NoActionPossible,
        expected = "{resource} with id {got} not found",
    )]
    NotFound {
        /// The kind of thing.
        resource: String,
        /// The id that was asked for.
        got: String,
    },

    /// The value is taken.
    ///
    /// The suggestion names the member and a value that is free.
    #[error("{field} {got} is already taken")]
    #[afp(
        status = 409, action = PickDifferentValue, retryable = true,
        expected = "{field} is not taken yet, like {free}",
        suggestion = { "{field}": "{free}" },
    )]
    AlreadyExists {
        /// Name of the member.
        field: String,
        /// The value that is taken.
        got: String,
        /// A value that is free.
        free: String,
    },

    /// The thing is in a state that does not allow this.
    ///
    /// Only a change of the state helps; the request itself is fine.
    #[error("{resource} is {state}")]
    #[afp(
        status = 409, action = NoActionPossible,
        expected = "{resource} is not {state}",
    )]
    StateConflict {
        /// The thing: `order 7`.
        resource: String,
        /// The state it is in.
        state: String,
    },
}

impl StarterError {
    /// The code that a panic is answered with, in every application.
    pub(crate) const INTERNAL: &'static [ErrorSpec] = {
        let (_, behind) = <Self as AgentErrors>::GROUP.own.split_at(3);
        behind.split_at(1).0
    };
}

#[cfg(test)]
mod tests {
    use super::StarterError;
    use crate::errors::Action;
    use crate::registry;

    #[test]
    fn the_code_of_a_panic_is_internal() {
        let codes: Vec<&str> = StarterError::INTERNAL
            .iter()
            .map(|spec| spec.code)
            .collect();
        assert_eq!(codes, ["INTERNAL"]);
    }

    #[test]
    fn the_summary_is_that_of_the_protocol() {
        let summary = registry![StarterError].summary();
        let sizes = (summary.total, summary.retryable, summary.non_retryable);
        assert_eq!(sizes, (10, 5, 5));
        assert_eq!(
            summary.by_action,
            [
                (Action::PickDifferentValue, 1),
                (Action::FixInputFormat, 2),
                (Action::WaitAndRetry, 1),
                (Action::Reauthenticate, 3),
                (Action::ContactOperator, 1),
                (Action::NoActionPossible, 2),
            ]
        );
    }
}
