//! Integration tests that cross crates.
