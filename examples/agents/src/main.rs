//! `agents call` makes one call and shows what it took; `agents tour` makes all calls of a plan.
//! What a server says is printed with its control characters escaped.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use afp_runtime::agent::{Agent, AgentBuilder, Answer, FeedbackClient, Progress, Request, Stopped};
use agents::arguments::{Call, Command, USAGE};
use agents::escape::{escaped, line};
use agents::plan::Plan;
use agents::table::Row;

#[tokio::main]
async fn main() -> ExitCode {
    let command = match Command::read(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match command {
        Command::Call(arguments) => call(*arguments).await,
        Command::Tour { url, calls } => tour(&url, calls).await,
    };
    done.unwrap_or_else(|error| {
        eprintln!("{}", line(&error.to_string()));
        ExitCode::from(2)
    })
}

async fn call(arguments: Call) -> Result<ExitCode, Box<dyn Error>> {
    let mut request = Request::builder(arguments.method.parse()?, &arguments.url);
    for (name, value) in &arguments.headers {
        request = request.header(name, value);
    }
    if let Some(json) = arguments.json {
        request = request.json_bytes(json);
    }
    if let Some(key) = &arguments.idempotency_key {
        request = request.idempotency_key(key);
    }
    let plan = Plan {
        credential: arguments.credential,
        calls: Vec::new(),
    };
    let agent = plan
        .set_up(talkative(&arguments.url).budget(arguments.budget))?
        .build()?;
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let result = agent.call_until(request, interrupted).await;
    if let (Err(stopped), Some(goal)) = (&result, &arguments.report) {
        report(&arguments.url, stopped, goal).await?;
    }
    show(&result)
}

async fn report(url: &str, stopped: &Stopped, goal: &str) -> Result<(), Box<dyn Error>> {
    let client = FeedbackClient::builder(url)
        .agent("agents", "none")
        .build()?;
    match client.report_stopped(stopped, goal).await {
        Some(receipt) => eprintln!("reported as {}", line(&receipt.id)),
        None => eprintln!("the report was not taken"),
    }
    Ok(())
}

/// The trace, then the body; the exit code says whether there is an answer.
fn show(result: &Result<Answer, Stopped>) -> Result<ExitCode, Box<dyn Error>> {
    let mut out = io::stdout().lock();
    match result {
        Ok(answer) => {
            writeln!(out, "{}\n", answer.trace())?;
            for part in answer.parts() {
                writeln!(out, "{}", body(&part.body))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(stopped) => {
            writeln!(out, "{}", stopped.trace())?;
            if let Some(failure) = stopped.failure() {
                writeln!(
                    out,
                    "expected: {}\nsee: {}",
                    line(&failure.expected),
                    line(&failure.docs_url)
                )?;
            }
            if let Some(batch) = stopped.batch() {
                let (done, failed, rest) = (&batch.done, &batch.failed, &batch.not_sent);
                writeln!(
                    out,
                    "items done: {done:?}, failed: {failed:?}, not sent: {rest:?}"
                )?;
            }
            if let Some(response) = stopped.response() {
                writeln!(out, "\n{}", body(&response.body))?;
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

fn body(bytes: &[u8]) -> String {
    escaped(&String::from_utf8_lossy(bytes))
}

async fn tour(url: &str, calls: Option<String>) -> Result<ExitCode, Box<dyn Error>> {
    let text = match calls {
        Some(file) => std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?,
        None => include_str!("../calls.json").to_owned(),
    };
    let plan: Plan = serde_json::from_str(&text)?;
    let agent = plan.set_up(talkative(url))?.build()?;
    writeln!(io::stdout(), "{}", Row::head())?;
    for call in &plan.calls {
        let row = Row::new(call, &call.make(&agent).await);
        writeln!(io::stdout(), "{row}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says on stderr what takes time.
fn talkative(url: &str) -> AgentBuilder {
    Agent::builder(url).on_progress(|progress| {
        if let Progress::Waiting(wait) = progress {
            eprintln!("waiting {:.1} s", wait.as_secs_f64());
        }
    })
}
