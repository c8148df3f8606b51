//! axum and tower: answers, install, extractors, routes, layers.

mod extract;
mod install;
mod layers;
mod link;
mod respond;
mod routes;
mod scope;

pub use self::extract::{AgentJson, AgentPath, AgentQuery};
pub use self::install::{Afp, InstallError};
pub use self::layers::{
    BodyLimit, BodyLimitService, JsonObject, JsonObjectService, StrictJson, StrictJsonService,
};
pub use self::respond::respond;
#[cfg(feature = "feedback")]
mod inbox;
pub use self::inbox::{AccountFuture, Accounts, Auth, Cors, Inbox, InboxError};
