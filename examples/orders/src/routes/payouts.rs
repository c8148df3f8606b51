use afp_runtime::AgentError;
use afp_runtime::errors::StarterError;
use afp_runtime::http::AgentJson;
use axum::response::Response;
use axum::routing::post;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok};

const BALANCE: u64 = 1000;
const NETWORKS: [&str; 2] = ["main", "test"];

/// Errors of payouts.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum PayoutError {
    /// The address belongs to another network than the payout.
    #[error("{address} is not an address of the network {network}")]
    #[afp(
        status = 422, action = FixAddressFormat, retryable = true,
        expected = "address belongs to the network {network}, like {translated}",
        suggestion = { "address": "{translated}" },
    )]
    WrongNetwork {
        #[afp(current)]
        address: String,
        #[afp(current)]
        network: String,
        translated: String,
    },

    /// The account does not hold the amount.
    ///
    /// A person has to fund the account; then the same request goes through.
    #[error("the balance {balance} does not cover {amount}")]
    #[afp(
        status = 402, action = WaitForUserAction, retryable = true,
        expected = "amount is at most the balance of {balance}, or the account is funded",
    )]
    InsufficientFunds {
        #[afp(current)]
        amount: u64,
        #[afp(current)]
        balance: u64,
    },

    #[error(transparent)]
    #[afp(transparent)]
    Field(#[from] StarterError),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payout {
    address: String,
    network: String,
    amount: u64,
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/payouts", post(pay))
}

async fn pay(AgentJson(payout): AgentJson<Payout>) -> Result<Response, PayoutError> {
    let Payout {
        address,
        network,
        amount,
    } = payout;
    if !NETWORKS.contains(&network.as_str()) {
        return Err(invalid("network", "main or test"));
    }
    let account = account(&address).ok_or_else(|| {
        invalid(
            "address",
            "main: or test:, then 8 or more letters or digits",
        )
    })?;
    if !address.starts_with(&network) {
        let translated = format!("{network}:{account}");
        return Err(PayoutError::WrongNetwork {
            address,
            network,
            translated,
        });
    }
    if amount > BALANCE {
        return Err(PayoutError::InsufficientFunds {
            amount,
            balance: BALANCE,
        });
    }
    let payout = json!({ "address": address, "network": network, "amount": amount });
    Ok(ok(StatusCode::CREATED, "payout", payout))
}

fn invalid(field: &str, reason: &str) -> PayoutError {
    StarterError::InvalidField {
        field: field.into(),
        reason: reason.into(),
    }
    .into()
}

/// The part of an address behind the name of its network.
fn account(address: &str) -> Option<&str> {
    let (network, account) = address.split_once(':')?;
    let plain = account.len() >= 8 && account.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (plain && NETWORKS.contains(&network)).then_some(account)
}
