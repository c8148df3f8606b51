//! The routes that `Afp::install` adds.

mod catalogue;

pub(super) use self::catalogue::{Document, catalogue};
