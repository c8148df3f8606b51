//! What only people can mend.

use afp_runtime::AgentError;
use axum::routing::{get, post};

use super::Routes;

/// Errors that no agent can do anything about.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum AccountingError {
    /// The books do not balance: a bug.
    #[error("the ledger does not balance")]
    #[afp(status = 500, action = ReportBug, expected = "a ledger that balances")]
    LedgerOutOfBalance,

    /// Flags are set by the operator.
    #[error("flags are frozen")]
    #[afp(status = 403, action = ContactOperator, expected = "flags that the operator has released")]
    FlagsFrozen,
}

pub(crate) fn routes() -> Routes {
    Routes::new()
        .route("/api/ledger/close", post(close))
        .route("/api/admin/flags", post(set_flags))
        .route("/api/crash", get(crash))
}

async fn close() -> AccountingError {
    AccountingError::LedgerOutOfBalance
}

async fn set_flags() -> AccountingError {
    AccountingError::FlagsFrozen
}

/// Shows that nothing of a panic's cause reaches the caller.
async fn crash() -> &'static str {
    panic!("db postgres://shop:correct-horse@db/orders is gone")
}
