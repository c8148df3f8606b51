use std::sync::Arc;

use afp_runtime::errors::StarterError;
use afp_runtime::http::AgentJson;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok, short};

use crate::recent::Recent;
use crate::shop::Shop;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewNote {
    slug: String,
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/notes", post(create))
}

async fn create(
    State(shop): State<Arc<Shop>>,
    AgentJson(NewNote { slug }): AgentJson<NewNote>,
) -> Result<Response, StarterError> {
    short("slug", &slug)?;
    let notes = &mut shop.stock().notes;
    if !notes.insert(&slug) {
        let free = next_free(notes, &slug);
        return Err(StarterError::AlreadyExists {
            field: "slug".into(),
            got: slug,
            free,
        });
    }
    Ok(ok(StatusCode::CREATED, "note", json!({ "slug": slug })))
}

/// `welcome` → `welcome-2`, `welcome-2` → `welcome-3`.
fn next_free(notes: &Recent, slug: &str) -> String {
    let numbered = slug
        .rsplit_once('-')
        .and_then(|(stem, n)| Some((stem, n.parse::<u64>().ok()?)));
    let (stem, number) = numbered.unwrap_or((slug, 1));
    let mut free = (number.saturating_add(1)..u64::MAX).map(|n| format!("{stem}-{n}"));
    free.find(|name| !notes.contains(name))
        .unwrap_or_else(|| format!("{slug}-next"))
}
