//! Tower layers that go around routes.

mod asked;
mod body_limit;
mod envelope;
mod foreign;
mod json_object;
mod rejection;
mod strict_json;

pub use self::body_limit::BodyLimit;
pub(super) use self::envelope::EnvelopeLayer;
pub use self::json_object::{JsonObject, JsonObjectService};
pub use self::strict_json::StrictJson;
