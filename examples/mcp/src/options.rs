use lexopt::prelude::{Long, Short, ValueExt};

pub(crate) const USAGE: &str = "\
usage: mcp [--service NAME] [--db FILE] [--collector-url URL [--ingest-key KEY]]
       mcp --endpoint URL [--api-key KEY]

  --service NAME       the service that feedback is about, in each record
  --db FILE            keep records in this SQLite file; without it they stay in memory
  --collector-url URL  forward records to this collector
  --ingest-key KEY     its key; else AFP_INGEST_KEY
  --endpoint URL       keep nothing, send submissions to this feedback endpoint
  --api-key KEY        the bearer credential for it; else AFP_API_KEY";

/// What the command line asks for.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) service: Option<String>,
    pub(crate) db: Option<String>,
    pub(crate) collector_url: Option<String>,
    pub(crate) ingest_key: Option<String>,
    pub(crate) endpoint: Option<String>,
    pub(crate) api_key: Option<String>,
}

impl Options {
    /// `None` when the caller asked for the usage.
    pub(crate) fn from_env() -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self {
            ingest_key: std::env::var("AFP_INGEST_KEY").ok(),
            api_key: std::env::var("AFP_API_KEY").ok(),
            ..Self::default()
        };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            let place = match argument {
                Long("service") => &mut options.service,
                Long("db") => &mut options.db,
                Long("collector-url") => &mut options.collector_url,
                Long("ingest-key") => &mut options.ingest_key,
                Long("endpoint") => &mut options.endpoint,
                Long("api-key") => &mut options.api_key,
                Short('h') | Long("help") => return Ok(None),
                other => return Err(other.unexpected()),
            };
            *place = Some(parser.value()?.string()?);
        }
        if options.endpoint.is_some() && (options.db.is_some() || options.collector_url.is_some()) {
            return Err("--endpoint keeps and forwards nothing".into());
        }
        Ok(Some(options))
    }
}
