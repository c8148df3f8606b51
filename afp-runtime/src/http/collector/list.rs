//! `GET /v1/records` and `GET /v1/summary`.

use axum::extract::Query as QueryString;
use axum::http::Uri;
use serde_json::{Map, Value, json};

use super::answer::Rejection;
use crate::feedback::{FeedbackType, Moment};
use crate::store::{Page, Query, Summary};

/// Reads `?type=&endpoint=&service=&since=&limit=&after=`; an empty value narrows nothing.
pub(super) fn query(uri: &Uri) -> Result<Query, Rejection> {
    let parameters = QueryString::<Vec<(String, String)>>::try_from_uri(uri);
    let QueryString(parameters) =
        parameters.map_err(|_| Rejection::Query("The query string cannot be read."))?;
    let mut query = Query::default();
    for (name, value) in parameters {
        if !value.is_empty() {
            narrow(&mut query, &name, value).map_err(Rejection::Query)?;
        }
    }
    Ok(query)
}

fn narrow(query: &mut Query, name: &str, value: String) -> Result<(), &'static str> {
    match name {
        "type" => {
            let kind = FeedbackType::from_word(&value);
            query.kind = Some(kind.ok_or("type: must be one of the seven types")?);
        }
        "endpoint" => query.endpoint = Some(value),
        "service" => query.service = Some(value),
        "since" => {
            // The plus sign of an offset is often sent bare, which means a space.
            let moment = Moment::parse(&value.replace(' ', "+"));
            query.since = Some(moment.ok_or("since: must be an RFC 3339 time up to 9999-12-30")?);
        }
        "limit" => {
            let limit = value.parse().ok().filter(|limit| *limit > 0);
            query.limit = limit.ok_or("limit: must be a whole number from 1 to 1000")?;
        }
        "after" => {
            let place = value.parse().ok();
            query.after = Some(place.ok_or("after: must be `next` of an earlier page")?);
        }
        _ => {
            return Err("The parameters are type, endpoint, service, since, limit and after.");
        }
    }
    Ok(())
}

/// `{"records":[…][,"next":"…"]}`, newest first.
pub(super) fn page(page: &Page) -> String {
    let mut out = String::from(r#"{"records":["#);
    for (index, record) in page.records.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&record.to_json());
    }
    out.push(']');
    if let Some(next) = page.next {
        out.push_str(&format!(r#","next":"{next}""#));
    }
    out.push('}');
    out
}

pub(super) fn summary(summary: &Summary) -> String {
    let count = |kind: FeedbackType| {
        let mut counts = summary.by_type.iter();
        let count = counts.find_map(|(of, count)| (*of == kind).then_some(*count));
        count.unwrap_or(0)
    };
    let by_type: Map<String, Value> = FeedbackType::ALL
        .iter()
        .map(|kind| (kind.as_str().to_owned(), count(*kind).into()))
        .collect();
    let by_endpoint: Vec<Value> = summary
        .by_endpoint
        .iter()
        .map(|of| json!({"endpoint": of.endpoint, "count": of.count, "blocked": of.blocked}))
        .collect();
    json!({
        "total": summary.total,
        "duplicates": summary.duplicates,
        "accounts": summary.accounts,
        "by_type": by_type,
        "by_endpoint": by_endpoint,
    })
    .to_string()
}
