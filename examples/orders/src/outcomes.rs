//! Successful answers that ask how it went.

use std::sync::Arc;

use afp_runtime::http::outcome::{OutcomeCollector, OutcomeContract};
use afp_runtime::outcome::{Endpoint, ProductKey};
use afp_runtime::store::{OutcomeStore as _, SqliteOutcomes};
use axum::Router;

use crate::options::Options;

/// The contract, and the routes that receive reviews when the shop does that itself.
pub(crate) struct Outcomes {
    pub(crate) contract: OutcomeContract,
    pub(crate) collector: Option<Router>,
    /// What the operator should know.
    pub(crate) notice: Option<String>,
}

/// With an endpoint, reviews go there; without one the shop receives them under its own address,
/// as a development endpoint.
pub(crate) async fn outcomes(
    options: &Options,
    base_url: &str,
) -> Result<Outcomes, Box<dyn std::error::Error>> {
    match (&options.outcomes_endpoint, &options.product_key) {
        (Some(url), Some(key)) => Ok(Outcomes {
            contract: OutcomeContract::new(key.as_str(), url.as_str())?,
            collector: None,
            notice: None,
        }),
        (Some(_), None) => Err("--outcomes-endpoint needs --product-key".into()),
        (None, Some(_)) => Err("--product-key needs --outcomes-endpoint".into()),
        (None, None) => own(options, base_url).await,
    }
}

async fn own(options: &Options, base_url: &str) -> Result<Outcomes, Box<dyn std::error::Error>> {
    let store = Arc::new(SqliteOutcomes::open(&options.db).await?);
    let key: ProductKey = store.create_product_key("orders", None).await?;
    let endpoint = Endpoint::development(base_url)?;
    let notice = format!(
        "no --outcomes-endpoint: reviews are received here, for development; demo product key {}",
        key.expose(),
    );
    Ok(Outcomes {
        collector: Some(OutcomeCollector::new(store, &endpoint).router()),
        contract: OutcomeContract::new(key, endpoint)?,
        notice: Some(notice),
    })
}
