//! The command line.

use std::time::Duration;

use afp_runtime::agent::Budget;

/// How to use it.
pub const USAGE: &str = "\
usage: agents call METHOD URL [--json BODY] [--header 'NAME: VALUE'] [--credential VALUE]
                              [--idempotency-key KEY] [--requests N] [--longest-wait SECONDS]
                              [--report GOAL]
       agents tour URL [--calls FILE]";

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// One call.
    Call(Box<Call>),
    /// All calls of a plan.
    Tour {
        /// The API.
        url: String,
        /// The plan; the one for `examples/orders` when absent.
        calls: Option<String>,
    },
}

/// The arguments of `call`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: String,
    /// The URL.
    pub url: String,
    /// The JSON body, as it is sent.
    pub json: Option<String>,
    /// Header fields.
    pub headers: Vec<(String, String)>,
    /// The value of `Authorization`, sent once the server asks for it.
    pub credential: Option<String>,
    /// The value of `Idempotency-Key`.
    pub idempotency_key: Option<String>,
    /// The user's task: when it is given, a call that stops is reported to the service.
    pub report: Option<String>,
    /// Bounds.
    pub budget: Budget,
}

impl Command {
    /// Reads the arguments, without the program's name.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments.into_iter();
        match arguments.next().as_deref() {
            Some("call") => Call::read(&mut arguments).map(|call| Self::Call(Box::new(call))),
            Some("tour") => Self::tour(&mut arguments),
            Some(other) => Err(format!("unknown command `{other}`")),
            None => Err("no command".into()),
        }
    }

    fn tour(arguments: &mut impl Iterator<Item = String>) -> Result<Self, String> {
        let url = needed("URL", arguments.next())?;
        let mut calls = None;
        while let Some(option) = arguments.next() {
            match option.as_str() {
                "--calls" => calls = Some(needed(&option, arguments.next())?),
                other => return Err(format!("unknown option `{other}`")),
            }
        }
        Ok(Self::Tour { url, calls })
    }
}

impl Call {
    fn read(arguments: &mut impl Iterator<Item = String>) -> Result<Self, String> {
        let mut call = Self {
            method: needed("METHOD", arguments.next())?,
            url: needed("URL", arguments.next())?,
            json: None,
            headers: Vec::new(),
            credential: None,
            idempotency_key: None,
            report: None,
            budget: Budget::default(),
        };
        while let Some(option) = arguments.next() {
            let value = needed(&option, arguments.next())?;
            call.set(&option, value)?;
        }
        Ok(call)
    }

    fn set(&mut self, option: &str, value: String) -> Result<(), String> {
        match option {
            "--json" => self.json = Some(value),
            "--credential" => self.credential = Some(value),
            "--idempotency-key" => self.idempotency_key = Some(value),
            "--report" => self.report = Some(value),
            "--requests" => self.budget.requests = number(option, &value)?,
            "--longest-wait" => {
                self.budget.longest_wait = Duration::from_secs(u64::from(number(option, &value)?));
            }
            "--header" => {
                let field = value
                    .split_once(':')
                    .ok_or("--header needs `NAME: VALUE`")?;
                self.headers
                    .push((field.0.trim().to_owned(), field.1.trim().to_owned()));
            }
            other => return Err(format!("unknown option `{other}`")),
        }
        Ok(())
    }
}

fn needed(name: &str, value: Option<String>) -> Result<String, String> {
    value.ok_or_else(|| format!("{name} is missing"))
}

fn number(option: &str, value: &str) -> Result<u32, String> {
    value
        .parse()
        .map_err(|_| format!("{option} needs a whole number, not `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::Command;

    fn read(line: &str) -> Result<Command, String> {
        Command::read(
            line.split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned),
        )
    }

    #[test]
    fn a_call_takes_its_options_in_any_order() {
        let Command::Call(call) =
            read("call POST http://h/ --header A:b --requests 3 --json {}").unwrap()
        else {
            panic!("not a call");
        };
        assert_eq!(call.json.as_deref(), Some("{}"));
        assert_eq!(call.headers, [("A".to_owned(), "b".to_owned())]);
        assert_eq!(call.budget.requests, 3);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, problem) in [
            ("", "no command"),
            ("walk", "unknown command `walk`"),
            ("call GET", "URL is missing"),
            ("call GET http://h/ --json", "--json is missing"),
            (
                "call GET http://h/ --requests x",
                "--requests needs a whole number, not `x`",
            ),
            (
                "call GET http://h/ --header x",
                "--header needs `NAME: VALUE`",
            ),
            ("tour http://h/ --x", "unknown option `--x`"),
        ] {
            assert_eq!(read(line).unwrap_err(), problem);
        }
    }
}
