//! axum and tower: answers, install, extractors, routes, layers.

#[cfg(all(feature = "axum", feature = "feedback"))]
mod collector;
#[cfg(feature = "axum")]
mod extract;
#[cfg(all(feature = "axum", feature = "feedback"))]
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
mod own_answer;
#[cfg(feature = "axum")]
mod respond;
#[cfg(feature = "axum")]
mod routes;
#[cfg(feature = "axum")]
mod scope;

#[cfg(all(feature = "axum", feature = "feedback"))]
pub use self::collector::{Collector, CollectorError};
#[cfg(feature = "axum")]
pub use self::extract::{AgentJson, AgentPath, AgentQuery};
#[cfg(all(feature = "axum", feature = "feedback"))]
pub use self::inbox::{AccountFuture, Accounts, Auth, Cors, Inbox, InboxError};
#[cfg(feature = "axum")]
pub use self::install::{Afp, InstallError};
#[cfg(feature = "axum")]
pub use self::layers::{BodyLimit, JsonObject, JsonObjectService, StrictJson};
#[cfg(feature = "axum")]
pub use self::respond::respond;
