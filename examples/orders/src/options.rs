use std::net::SocketAddr;

use lexopt::prelude::{Long, Short, ValueExt};

pub(crate) const USAGE: &str = "usage: orders [--addr IP:PORT]";

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) addr: SocketAddr,
}

impl Options {
    /// `None` when the caller asked for the usage.
    pub(crate) fn from_env() -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 3000)),
        };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("addr") => options.addr = parser.value()?.parse()?,
                Short('h') | Long("help") => return Ok(None),
                other => return Err(other.unexpected()),
            }
        }
        Ok(Some(options))
    }
}
