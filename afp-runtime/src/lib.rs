// Of two definitions of a link the first counts: this one, on a page of rustdoc.
#![doc = "[reference]: derive.AgentError.html"]
#![doc = ""]
#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

// Generated code names `::afp_runtime`; inside this crate, too.
#[cfg(feature = "derive")]
extern crate self as afp_runtime;

#[cfg(feature = "agent")]
pub mod agent;
#[cfg(any(feature = "feedback", feature = "outcomes"))]
pub mod delivery;
pub mod errors;
#[cfg(feature = "feedback")]
pub mod feedback;
#[cfg(any(feature = "axum", feature = "agent", feature = "feedback"))]
mod hidden;
#[cfg(any(feature = "axum", feature = "outcomes"))]
pub mod http;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "outcomes")]
pub mod outcome;
pub mod repair;
#[cfg(any(feature = "agent", feature = "forwarding"))]
mod retry_after;
#[cfg(any(feature = "feedback", feature = "outcomes"))]
pub mod store;

#[cfg(feature = "testing")]
pub mod testing;

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "derive")]
#[doc = include_str!("../docs/attributes.md")]
pub use afp_macros::AgentError;
#[cfg(feature = "derive")]
pub use errors::StarterError;
// Rustc names it where a value in an answer lacks it.
#[doc(hidden)]
pub use serde::Serialize;

pub use errors::{Action, AgentError, AgentErrors, ErrorSpec, Registry};
