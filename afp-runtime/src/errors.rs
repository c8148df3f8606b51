//! The words of the error envelope: actions, specs, registry, rendering. No IO.

mod action;
mod agent_error;
mod catalogue;
mod decimal;
mod delegate;
mod escape;
mod hash;
mod number;
#[cfg(feature = "derive")]
mod piece;
mod plain;
mod registry;
mod render;
#[cfg(feature = "derive")]
mod request_error;
mod segment;
mod spec;
#[cfg(feature = "derive")]
mod starter;
mod writer;

pub use self::action::{Action, ActionGroup, UnknownAction};
pub use self::agent_error::{AgentError, AgentErrors};
pub use self::catalogue::Catalogue;
#[cfg(feature = "axum")]
pub(crate) use self::hash::hash_bytes;
#[cfg(feature = "derive")]
pub use self::piece::Piece;
pub use self::registry::{Registry, Summary};
#[cfg(any(feature = "testing", all(feature = "axum", debug_assertions)))]
pub(crate) use self::render::says_its_display;
pub use self::render::{Envelope, RenderOptions, render};
#[cfg(feature = "axum")]
pub(crate) use self::render::{Rendered, render_with};
#[cfg(feature = "derive")]
pub use self::request_error::RequestError;
pub use self::spec::{ApplyTo, ErrorSpec, Group};
#[cfg(feature = "derive")]
pub use self::starter::StarterError;

#[doc(hidden)]
pub mod __for_the_derive {
    pub use super::hash::group_id;
    pub use super::number::{Count, Seconds, is_count, is_seconds};
    pub use super::registry::{Flat, Slot, flatten, slots, table, visits};
    pub use super::segment::{Program, RetryAfter};
    pub use super::writer::{Field, Generally, Plain, Shown, Writer, field};
    pub use super::{Action, AgentError, AgentErrors, ApplyTo, ErrorSpec, Group};
}
