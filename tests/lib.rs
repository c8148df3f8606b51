//! Integration tests that cross crates live in `main.rs`.
