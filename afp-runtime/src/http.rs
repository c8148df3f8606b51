//! axum and tower: answers, install, extractors, routes, layers.

mod extract;
#[cfg(feature = "feedback")]
mod inbox;
mod install;
mod layers;
mod link;
mod respond;
mod routes;
mod scope;

pub use self::extract::{AgentJson, AgentPath, AgentQuery};
#[cfg(feature = "feedback")]
pub use self::inbox::{AccountFuture, Accounts, Auth, Cors, Inbox, InboxError};
pub use self::install::{Afp, InstallError};
pub use self::layers::{
    BodyLimit, BodyLimitService, JsonObject, JsonObjectService, StrictJson, StrictJsonService,
};
pub use self::respond::respond;
