//! axum and tower: answers, install, extractors, routes, layers.

mod extract;
#[cfg(feature = "feedback")]
mod collector;
#[cfg(feature = "feedback")]
mod inbox;
#[cfg(feature = "axum")]
mod install;
#[cfg(feature = "axum")]
mod layers;
#[cfg(feature = "axum")]
mod link;
#[cfg(feature = "outcomes")]
pub mod outcome;
#[cfg(feature = "axum")]
mod respond;
#[cfg(feature = "axum")]
mod routes;
#[cfg(feature = "axum")]
mod scope;

pub use self::extract::{AgentJson, AgentPath, AgentQuery};
#[cfg(feature = "feedback")]
pub use self::collector::{Collector, CollectorError};
#[cfg(feature = "feedback")]
pub use self::inbox::{AccountFuture, Accounts, Auth, Cors, Inbox, InboxError};
pub use self::install::{Afp, InstallError};
pub use self::layers::{
    BodyLimit, BodyLimitService, JsonObject, JsonObjectService, StrictJson, StrictJsonService,
};
#[cfg(feature = "axum")]
pub use self::respond::respond;
