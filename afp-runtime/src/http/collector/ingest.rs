//! `POST /v1/records`.

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;

use super::answer::Rejection;
use super::service::Service;
use crate::feedback::json::{self, Value, write_string};
use crate::feedback::{KnownIssue, check_record};
use crate::http::inbox::{self, is_plain_json, read_body};
use crate::store::{Entry, Receipt};

/// The most records of a request (protocol 2, §6).
const MAX_RECORDS: usize = 100;

/// The most bytes of a request.
const MAX_BYTES: usize = 4 << 20;

/// The longest id that is repeated for a record that was rejected.
const MAX_ID: usize = 128;

/// What is said about one record.
enum Verdict {
    Taken {
        id: String,
        issue: Option<KnownIssue>,
    },
    Rejected {
        id: String,
        error: String,
    },
}

pub(super) fn check_head(headers: &HeaderMap) -> Result<(), Rejection> {
    if !is_plain_json(headers) {
        return Err(Rejection::MediaType);
    }
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let length: Option<u64> = length.and_then(|text| text.parse().ok());
    if length.is_some_and(|length| length > MAX_BYTES as u64) {
        return Err(Rejection::TooLarge);
    }
    Ok(())
}

pub(super) async fn read(body: Body) -> Result<Bytes, Rejection> {
    read_body(body, MAX_BYTES)
        .await
        .map_err(|unread| match unread {
            inbox::Rejection::TooLarge { .. } => Rejection::TooLarge,
            _ => Rejection::Json("The body did not arrive completely.".into()),
        })
}

/// Keeps what can be kept, and answers for each record, in order.
pub(super) async fn take(service: &Service, body: Bytes) -> Result<String, Rejection> {
    let mut entries = Vec::new();
    let verdicts: Vec<Verdict> = records(&body)?
        .into_iter()
        .map(|record| judge(service, record, &mut entries))
        .collect();
    let receipts = if entries.is_empty() {
        Vec::new()
    } else {
        service.store.insert(entries).await?
    };
    Ok(results(&verdicts, &receipts))
}

/// The records of `{"records":[…]}`.
fn records(body: &[u8]) -> Result<Vec<Value<'_>>, Rejection> {
    let value = json::read(body)
        .map_err(|error| Rejection::Json(format!("The body is not strict JSON: {error}.")))?;
    let Value::Object(members) = value else {
        return Err(Rejection::Envelope("The body must be an object."));
    };
    let mut members = members.into_iter();
    match (members.next(), members.next()) {
        (Some((name, Value::Array(records))), None) if name == "records" => {
            if records.is_empty() || records.len() > MAX_RECORDS {
                return Err(Rejection::Envelope("records: must have 1 to 100 records"));
            }
            Ok(records)
        }
        _ => Err(Rejection::Envelope(
            "The body must have one member, `records`, a list.",
        )),
    }
}

fn judge(service: &Service, record: Value<'_>, entries: &mut Vec<Entry>) -> Verdict {
    let id = shown_id(&record);
    match check_record(record) {
        Ok((record, submission)) => {
            let account = record.account.as_deref();
            let duplicate_key = service.duplicates.duplicate_key(account, &submission);
            let issue = service.issues.find(&submission);
            entries.push(Entry {
                record,
                duplicate_key,
            });
            Verdict::Taken { id, issue }
        }
        Err(problems) => Verdict::Rejected {
            id,
            error: problems.error_json(),
        },
    }
}

/// The id of a record, or what of it can be repeated.
fn shown_id(record: &Value<'_>) -> String {
    let id = record.get("id").and_then(Value::as_str).unwrap_or_default();
    id.chars().take(MAX_ID).collect()
}

fn results(verdicts: &[Verdict], receipts: &[Receipt]) -> String {
    let mut receipts = receipts.iter();
    let mut out = String::with_capacity(64 * verdicts.len() + 16);
    out.push_str(r#"{"results":["#);
    for (index, verdict) in verdicts.iter().enumerate() {
        out.push_str(if index == 0 {
            r#"{"id":"#
        } else {
            r#",{"id":"#
        });
        match verdict {
            Verdict::Taken { id, issue } => {
                write_string(&mut out, id);
                out.push_str(match receipts.next() {
                    Some(Receipt::Duplicate { .. }) => r#","status":"duplicate""#,
                    _ => r#","status":"accepted""#,
                });
                if let Some(issue) = issue {
                    out.push_str(r#","known_issue":"#);
                    out.push_str(&issue.to_json());
                }
            }
            Verdict::Rejected { id, error } => {
                write_string(&mut out, id);
                out.push_str(r#","status":"rejected","error":"#);
                out.push_str(error);
            }
        }
        out.push('}');
    }
    out.push_str("]}");
    out
}
