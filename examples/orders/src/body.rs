//! Bodies that tell an agent how to mend them.

pub(crate) use axum::Json as AgentJson;
