//! A small shop whose every failure tells an agent what to do about it.
//!
//! ```text
//! cargo run -p orders -- --addr 127.0.0.1:3000
//! curl -s localhost:3000/api/orders/quote -H 'content-type: application/json' -d '{
//!   "productId": "p1", "side": "buy", "quantity": 2, "maxPricePerUnit": 600, "customerId": "c1"}'
//! ```

mod app;
mod delivery;
mod inbox;
mod options;
mod outcomes;
mod recent;
mod routes;
mod shop;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::options::Options;

#[tokio::main]
async fn main() -> ExitCode {
    match Options::from_env() {
        Ok(Some(options)) => match serve(options).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string()),
        },
        Ok(None) => {
            say(options::USAGE);
            ExitCode::SUCCESS
        }
        Err(error) => fail(&format!("{error}\n{}", options::USAGE)),
    }
}

async fn serve(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let listener = TcpListener::bind(options.addr).await?;
    let base_url = format!("http://{}", listener.local_addr()?);
    let inbox = inbox::inbox(&options, &base_url).await?;
    let outcomes = outcomes::outcomes(&options, &base_url).await?;
    let outbox = delivery::outbox(&options, &inbox).await?;
    let collector = delivery::collector(&options).await?;
    let telemetry = outcomes.contract.telemetry().clone();
    say(&format!("listening on {base_url}"));
    if let Some(notice) = &outcomes.notice {
        say(notice);
    }
    let app = app::app(inbox, outcomes, collector);
    axum::serve(
        listener,
        app.into_make_service_with_connect_info::<SocketAddr>(),
    )
    .with_graceful_shutdown(interrupted())
    .await?;
    telemetry.shutdown(LAST_WORDS).await;
    if let Some(outbox) = &outbox {
        outbox.shutdown(LAST_WORDS).await;
    }
    Ok(())
}

/// How long what is queued may take at the end.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Ends at Ctrl-C or SIGTERM.
async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminated) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated.recv() => {}
    }
}

fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::from_default_env();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

/// Nobody may be listening any more; that is no reason for a service to end.
fn say(line: &str) {
    use std::io::Write as _;
    let mut stdout = std::io::stdout();
    let _unheard = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::FAILURE
}
