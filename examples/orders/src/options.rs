use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use lexopt::prelude::{Long, Short, ValueExt};

pub(crate) const USAGE: &str = "\
usage: orders [options]
  --addr IP:PORT                               where to listen (127.0.0.1:3000; port 0: any)
  --db PATH                                    the feedback of agents, an SQLite file
                                               (orders-feedback.db in the temporary directory)
  --feedback-rate N/SECONDS|off                submissions from one sender (60/60)
  --feedback-auth none|optional|required       whose submissions are taken (optional)
  --product-key KEY                            whose outcomes are asked for, and
  --outcomes-endpoint BASE_URL                 who receives them (a demo key, and this service)
  --collector-url URL, --ingest-key K          forward feedback to this collector
  --serve-collector K                          be a collector, at /collector, with this key";

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) addr: SocketAddr,
    pub(crate) db: PathBuf,
    pub(crate) feedback_rate: Rate,
    pub(crate) feedback_auth: FeedbackAuth,
    pub(crate) product_key: Option<String>,
    pub(crate) outcomes_endpoint: Option<String>,
    pub(crate) collector_url: Option<String>,
    pub(crate) ingest_key: Option<String>,
    pub(crate) serve_collector: Option<String>,
}

impl Options {
    /// `None` when the caller asked for the usage.
    pub(crate) fn from_env() -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 3000)),
            db: std::env::temp_dir().join("orders-feedback.db"),
            feedback_rate: Rate(Some((60, Duration::from_secs(60)))),
            feedback_auth: FeedbackAuth::Optional,
            product_key: None,
            outcomes_endpoint: None,
            collector_url: None,
            ingest_key: None,
            serve_collector: None,
        };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("addr") => options.addr = parser.value()?.parse()?,
                Long("db") => options.db = parser.value()?.into(),
                Long("feedback-rate") => options.feedback_rate = parser.value()?.parse()?,
                Long("feedback-auth") => options.feedback_auth = parser.value()?.parse()?,
                Long("product-key") => options.product_key = Some(parser.value()?.parse()?),
                Long("outcomes-endpoint") => {
                    options.outcomes_endpoint = Some(parser.value()?.parse()?);
                }
                Long("collector-url") => options.collector_url = Some(parser.value()?.parse()?),
                Long("ingest-key") => options.ingest_key = Some(parser.value()?.parse()?),
                Long("serve-collector") => {
                    options.serve_collector = Some(parser.value()?.parse()?);
                }
                Short('h') | Long("help") => return Ok(None),
                other => return Err(other.unexpected()),
            }
        }
        Ok(Some(options))
    }
}

/// How many in which time; `None` is any number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate(pub(crate) Option<(u32, Duration)>);

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self(None));
        }
        let parse = |text: &str| {
            let (count, seconds) = text.split_once('/')?;
            Some((
                count.parse().ok()?,
                Duration::from_secs(seconds.parse().ok()?),
            ))
        };
        let rate = parse(text).ok_or("expected N/SECONDS, like 60/60, or off")?;
        Ok(Self(Some(rate)))
    }
}

/// Whose submissions are taken.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FeedbackAuth {
    None,
    Optional,
    Required,
}

impl FromStr for FeedbackAuth {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text {
            "none" => Ok(Self::None),
            "optional" => Ok(Self::Optional),
            "required" => Ok(Self::Required),
            _ => Err("expected none, optional or required"),
        }
    }
}
