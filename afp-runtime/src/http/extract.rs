//! Extractors that answer a request that does not fit with the request that does.

mod body;
mod json;
mod media_type;
mod path;
mod query;
mod refusal;

pub(super) use self::body::read_limited;
pub use self::json::AgentJson;
pub(super) use self::media_type::expect_json;
pub use self::path::AgentPath;
pub use self::query::AgentQuery;
pub(super) use self::refusal::json_refusal;
