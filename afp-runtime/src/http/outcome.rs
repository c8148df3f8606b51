//! The outcome contract over HTTP: the layer that instruments successful answers, and the routes
//! of a collector.

mod body;
mod collected;
mod contract;
mod eligibility;
mod future;
mod headers;
mod instrument;
mod media_type;
mod service;
mod visit;

pub use self::{
    body::ContractBody,
    contract::{InvalidOutcomeContract, OutcomeContract},
    future::OutcomeFuture,
    service::OutcomeService,
    visit::RequestHead,
};
