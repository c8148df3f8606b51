//! axum and tower: answers, install, extractors, routes, layers.

mod install;
mod layers;
mod link;
mod respond;
mod routes;
mod scope;

pub use self::install::{Afp, InstallError};
pub use self::respond::respond;
