//! `POST /api/v2/outcomes`

use axum::{
    Json,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::{OWN, OutcomeCollector, PRIVATE, authorization::capability, body, problem::Problem};
use crate::{
    outcome::{Review, Submission},
    store::KeptReview,
};

/// Longest body: a note of 500 characters, each written as two escapes, fits.
const MAX_BODY: usize = 8 * 1024;

pub(super) async fn submit(
    State(collector): State<OutcomeCollector>,
    request: Request,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let (key, claims) = capability(&*collector.store, &head.headers).await?;
    if !key.collecting {
        return Err(Problem::CollectionOff);
    }
    let body = body::json(&head.headers, body, MAX_BODY).await?;
    let submission = Submission::parse(&body).map_err(Problem::Submission)?;
    let review = Review::new(Uuid::new_v4(), &claims, &submission, Timestamp::now());
    match collector.store.keep_review(&key.product, review).await? {
        KeptReview::First(review) => Ok(accepted(&review)),
        KeptReview::OtherProduct => Err(Problem::OtherProduct),
    }
}

fn accepted(review: &Review) -> Response {
    let body = Json(json!({
        "accepted": true,
        "interactionId": review.interaction_id,
        "review": review,
    }));
    ([PRIVATE], OWN, body).into_response()
}
