//! The command line.

pub(crate) const USAGE: &str = "\
usage: mcp [--service NAME] [--db FILE | --endpoint URL [--api-key KEY]]

  --service NAME   the service that feedback is about, in each record
  --db FILE        keep records in this SQLite file; without it they stay in memory
  --endpoint URL   send submissions to this feedback endpoint instead
  --api-key KEY    the bearer credential for the endpoint; else AFP_API_KEY";

#[derive(Debug, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) service: Option<String>,
    pub(crate) target: Target,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Target {
    Memory,
    Sqlite(String),
    Endpoint { url: String, key: Option<String> },
}

impl Arguments {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut service, mut db, mut endpoint, mut key) = (None, None, None, None);
        while let Some(word) = words.next() {
            let place = match word.as_str() {
                "--service" => &mut service,
                "--db" => &mut db,
                "--endpoint" => &mut endpoint,
                "--api-key" => &mut key,
                other => return Err(format!("`{other}` is not an option")),
            };
            let value = words.next().filter(|value| !value.starts_with("--"));
            *place = Some(value.ok_or(format!("`{word}` needs a value"))?);
        }
        let target = match (db, endpoint) {
            (None, None) => Target::Memory,
            (Some(path), None) => Target::Sqlite(path),
            (None, Some(url)) => Target::Endpoint {
                url,
                key: key.take().or_else(|| std::env::var("AFP_API_KEY").ok()),
            },
            (Some(_), Some(_)) => return Err("give `--db` or `--endpoint`, not both".into()),
        };
        if key.is_some() {
            return Err("`--api-key` is for `--endpoint`".into());
        }
        Ok(Self { service, target })
    }
}
