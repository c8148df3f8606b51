//! Reviewing what a response was good for (protocol 3 §7).

mod find;
mod submit;

pub use self::{
    find::{feedback_from_parts, feedback_from_response},
    submit::{ReviewError, Reviewer},
};

use crate::outcome::{Contract, Endpoint, Outcome, Review};

/// Environment variable with the collectors that agents of this process may review at: origins,
/// separated by commas. Plain http is accepted for loopback.
const ALLOWED: &str = "AGENT_FEEDBACK_ALLOWED_ORIGINS";

/// Submits one review, to a collector named in `AGENT_FEEDBACK_ALLOWED_ORIGINS`; see [`Reviewer`]
/// for an allow-list in code.
///
/// # Errors
/// [`ReviewError`]; in particular [`ReviewError::NotAllowed`] if the variable does not name the
/// collector of the contract.
pub async fn submit_product_outcome(
    envelope: &Contract,
    outcome: Outcome,
    note: &str,
) -> Result<Review, ReviewError> {
    let allowed = std::env::var(ALLOWED).unwrap_or_default();
    let allowed = allowed
        .split(',')
        .filter_map(|url| Endpoint::development(url.trim()).ok());
    Reviewer::new(allowed).submit(envelope, outcome, note).await
}
