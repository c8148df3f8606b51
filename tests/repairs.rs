//! Wrong requests and what becomes of them.

mod corpus;
mod types;
