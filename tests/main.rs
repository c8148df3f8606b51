//! Integration tests that cross crates.

mod derive;
