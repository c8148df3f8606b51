//! `POST /api/v2/telemetry/batches`

use axum::{
    Json,
    extract::{Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::json;

use super::{OWN, OutcomeCollector, PRIVATE, authorization::product, body, problem::Problem};
use crate::outcome::{MAX_BATCH, TelemetryEvent};

/// Longest body: 100 of the longest events fit.
const MAX_BODY: usize = 256 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Batch {
    events: Vec<TelemetryEvent>,
}

pub(super) async fn submit(
    State(collector): State<OutcomeCollector>,
    request: Request,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let key = product(&*collector.store, &head.headers).await?;
    let body = body::json(&head.headers, body, MAX_BODY).await?;
    let events = parse(&body)?;
    let total = events.len();
    let accepted = match key.collecting {
        true => collector.store.keep_events(&key.product, events).await?,
        false => 0,
    };
    let body = Json(json!({ "accepted": accepted, "dropped": total - accepted }));
    Ok((StatusCode::ACCEPTED, [PRIVATE], OWN, body).into_response())
}

fn parse(body: &[u8]) -> Result<Vec<TelemetryEvent>, Problem> {
    let batch: Batch = serde_json::from_slice(body).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => Problem::Events(
            "The body is {\"events\":[…]} with events as the protocol has them.".to_owned(),
        ),
        _ => Problem::Events("The body is not valid JSON.".to_owned()),
    })?;
    if !(1..=MAX_BATCH).contains(&batch.events.len()) {
        return Err(Problem::Events(format!(
            "A batch has 1 to {MAX_BATCH} events."
        )));
    }
    for (at, event) in batch.events.iter().enumerate() {
        event
            .check()
            .map_err(|problem| Problem::Events(format!("events[{at}]: {problem}")))?;
    }
    Ok(batch.events)
}
