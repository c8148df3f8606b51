//! An agent for the command line: it knows the error envelope, and nothing of the API it calls.

pub mod arguments;
pub mod escape;
pub mod plan;
pub mod table;
