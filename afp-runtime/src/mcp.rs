//! The tools on an rmcp server.
