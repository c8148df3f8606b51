//! The outcome contract over HTTP: the layer that instruments successful answers, and the routes
//! of a collector.

mod body;
mod collected;
mod contract;
mod eligibility;
mod entropy;
mod future;
mod headers;
mod instrument;
mod media_type;
#[cfg(feature = "axum")]
mod receive;
mod service;
mod visit;

#[cfg(feature = "axum")]
pub use self::receive::OutcomeCollector;
pub use self::{
    body::ContractBody,
    contract::{InvalidOutcomeContract, OutcomeContract},
    future::OutcomeFuture,
    service::OutcomeService,
    visit::RequestHead,
};
