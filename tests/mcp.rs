//! `submit_feedback` as MCP clients see it.

mod conformance;
mod session;
mod stdio;
mod tool;
