//! What generated code names. Not a public interface: it changes without notice.

pub use core;

pub use serde::Serialize;

pub use crate::errors::__for_the_derive::*;
