//! The outcome contract, end to end.

mod pages;
