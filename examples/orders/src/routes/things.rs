use std::sync::Arc;

use afp_runtime::errors::StarterError;
use afp_runtime::http::AgentJson;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok, short};

use crate::shop::Shop;

/// A shop that runs for long starts over.
const MAX_THINGS: usize = 10_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewThing {
    name: Option<String>,
}

pub(crate) fn routes() -> Routes {
    Routes::new()
        .route("/api/things", post(create))
        .route("/api/things/{id}", get(show))
}

async fn create(
    State(shop): State<Arc<Shop>>,
    AgentJson(NewThing { name }): AgentJson<NewThing>,
) -> Result<Response, StarterError> {
    let Some(name) = name else {
        return Err(StarterError::MissingField {
            field: "name".into(),
            value: None,
        });
    };
    short("name", &name)?;
    let things = &mut shop.stock().things;
    if things.len() == MAX_THINGS {
        things.clear();
    }
    things.push(name.clone());
    Ok(ok(
        StatusCode::CREATED,
        "thing",
        json!({ "id": things.len(), "name": name }),
    ))
}

async fn show(
    State(shop): State<Arc<Shop>>,
    Path(id): Path<String>,
) -> Result<Response, StarterError> {
    short("id", &id)?;
    let found = id.parse::<usize>().ok().and_then(|number| {
        let name = shop.stock().things.get(number.checked_sub(1)?)?.clone();
        Some(json!({ "id": number, "name": name }))
    });
    match found {
        Some(thing) => Ok(ok(StatusCode::OK, "thing", thing)),
        None => Err(StarterError::NotFound {
            resource: "thing".into(),
            got: id,
        }),
    }
}
