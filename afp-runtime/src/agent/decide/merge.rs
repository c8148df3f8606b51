//! A suggestion, merged where it belongs.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use serde_json::value::RawValue;
use url::Url;
use url::form_urlencoded;

use super::{Failure, History, Request, Resend, batch, reply};
use crate::agent::failure::{Place, pair};
use crate::agent::members::Members;
use crate::agent::request::replace_segment;
use crate::agent::shown::shown;
use crate::agent::stop::{CannotApply, Stop};
use crate::agent::trace::Merged;
use crate::errors::ApplyTo;

/// Merges `suggestion` into a copy of the request.
pub(super) fn merge(
    request: &Request,
    failure: &Failure,
    suggestion: Option<&Members>,
    history: &History,
) -> Result<Resend, Stop> {
    let suggestion = suggestion
        .filter(|it| !it.is_empty())
        .ok_or(Stop::NoSuggestion)?;
    let (mut next, merged) =
        apply(request, failure, suggestion).map_err(|problem| Stop::CannotApply { problem })?;
    if history.holds(&next) {
        return Err(Stop::AlreadySent);
    }
    // A key stands for one payload (draft-ietf-httpapi-idempotency-key-header, §2.2).
    batch::extend_key(&mut next, &format!(".m{}", history.merges + 1));
    Ok(Resend {
        request: next,
        merged,
    })
}

/// Most members of a suggestion that are merged.
const MAX_MEMBERS: usize = 1_000;

fn apply(
    request: &Request,
    failure: &Failure,
    suggestion: &Members,
) -> Result<(Request, Merged), CannotApply> {
    if suggestion.len() > MAX_MEMBERS {
        return Err(CannotApply::TooManyMembers);
    }
    let unfolded;
    let members = match pair(suggestion).filter(|_| !has_such_members(request, failure)) {
        Some((field, value)) => {
            let mut members = Members::default();
            members.set(&field, value.to_owned());
            unfolded = members;
            &unfolded
        }
        None => suggestion,
    };
    let mut next = request.clone();
    match failure.place {
        Ok(Place::Body) => into_body(&mut next, members)?,
        Ok(Place::Other(ApplyTo::Query)) => into_query(&mut next.url, members)?,
        Ok(Place::Other(ApplyTo::Path)) => into_path(&mut next, members, failure)?,
        Ok(Place::Other(ApplyTo::Header)) => into_headers(&mut next, members)?,
        Ok(Place::Other(ApplyTo::Method)) => return Err(CannotApply::Method),
        Err(_) => return Err(CannotApply::UnknownPlace),
    }
    Ok((next, names(members)))
}

fn names(members: &Members) -> Merged {
    let mut merged = Merged::default();
    for (name, value) in members.iter() {
        let names = if value.get() == "null" {
            &mut merged.cleared
        } else {
            &mut merged.set
        };
        names.push(shown(name));
    }
    merged
}

/// Whether the request itself has a `value` or a `field`, so that the suggestion means these.
fn has_such_members(request: &Request, failure: &Failure) -> bool {
    let own = |name: &str| matches!(name, "value" | "field");
    match failure.place {
        Ok(Place::Body) => {
            Members::parse(&request.body).is_some_and(|body| body.iter().any(|(name, _)| own(name)))
        }
        Ok(Place::Other(ApplyTo::Query)) => request.url.query_pairs().any(|(name, _)| own(&name)),
        _ => false,
    }
}

/// Shallow: top-level members replace. What is no JSON object counts as an empty one.
fn into_body(request: &mut Request, suggestion: &Members) -> Result<(), CannotApply> {
    let kind = request
        .content_type()
        .map(str::to_ascii_lowercase)
        .unwrap_or_default();
    let json = Members::parse(&request.body);
    if json.is_none() && kind.starts_with("application/x-www-form-urlencoded") {
        let body = replace_pairs(&request.body, suggestion)?;
        request.body = body.into();
        return Ok(());
    }
    let text = kind.is_empty() || kind.starts_with("text/plain") || reply::is_json(&kind);
    if json.is_none() && !text && !request.body.is_empty() {
        return Err(CannotApply::ForeignBody);
    }
    let mut body = json.unwrap_or_default();
    for (name, value) in suggestion.iter() {
        body.set(name, value.to_owned());
    }
    request.body = Bytes::from(body.to_bytes());
    if !reply::is_json(&kind) {
        request
            .headers
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    Ok(())
}

fn into_query(url: &mut Url, suggestion: &Members) -> Result<(), CannotApply> {
    let query = replace_pairs(url.query().unwrap_or_default().as_bytes(), suggestion)?;
    url.set_query(Some(query.as_str()).filter(|query| !query.is_empty()));
    Ok(())
}

/// Pairs of another name stay as they are, and where they are; null takes a name away, a list
/// repeats it. A value that changes nothing thus gives the same pairs, which were sent already.
fn replace_pairs(pairs: &[u8], suggestion: &Members) -> Result<String, CannotApply> {
    let text = std::str::from_utf8(pairs).map_err(|_| CannotApply::ForeignBody)?;
    let mut left = suggestion
        .iter()
        .map(|(name, value)| Ok((name, encoded(name, value)?)))
        .collect::<Result<Vec<_>, CannotApply>>()?;
    let mut all = Vec::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let named = form_urlencoded::parse(pair.as_bytes()).next();
        let name = named.map(|(name, _)| name).unwrap_or_default();
        if suggestion.get(&name).is_none() {
            all.push(pair.to_owned());
        } else if let Some(at) = left.iter().position(|(own, _)| **own == *name) {
            all.extend(left.remove(at).1);
        }
    }
    all.extend(left.into_iter().flat_map(|(_, pairs)| pairs));
    Ok(all.join("&"))
}

fn encoded(name: &str, value: &RawValue) -> Result<Vec<String>, CannotApply> {
    let encode = |value: String| {
        let mut pair = form_urlencoded::Serializer::new(String::new());
        pair.append_pair(name, &value).finish()
    };
    Ok(texts(value)?.into_iter().map(encode).collect())
}

fn texts(value: &RawValue) -> Result<Vec<String>, CannotApply> {
    match crate::agent::members::elements(value.get()) {
        Some(values) => values.into_iter().map(text).collect(),
        None if value.get() == "null" => Ok(Vec::new()),
        None => text(value).map(|text| vec![text]),
    }
}

/// A string without its quotes, a number or boolean as it is written.
fn text(value: &RawValue) -> Result<String, CannotApply> {
    match value.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str(value.get()).map_err(|_| CannotApply::Value),
        Some(b'{' | b'[' | b'n') | None => Err(CannotApply::Value),
        Some(_) => Ok(value.get().to_owned()),
    }
}

/// A parameter that the caller named; else the one segment that reads as the value in `current`.
fn into_path(
    request: &mut Request,
    suggestion: &Members,
    failure: &Failure,
) -> Result<(), CannotApply> {
    for (name, value) in suggestion.iter() {
        let value = text(value)?;
        let url = match request.path.as_mut().filter(|path| path.has(name)) {
            Some(path) => {
                path.set(name, &value);
                path.fill(&request.url)
            }
            None => failure
                .current
                .as_ref()
                .and_then(|current| text(current.get(name)?).ok())
                .and_then(|old| replace_segment(&request.url, &old, &value)),
        };
        request.url = url.ok_or(CannotApply::PathParameter)?;
    }
    Ok(())
}

fn into_headers(request: &mut Request, suggestion: &Members) -> Result<(), CannotApply> {
    for (name, value) in suggestion.iter() {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| CannotApply::Value)?;
        if is_protected(name.as_str()) {
            return Err(CannotApply::ProtectedHeader);
        }
        if value.get() == "null" {
            request.headers.remove(name);
            continue;
        }
        let value = HeaderValue::from_str(&text(value)?).map_err(|_| CannotApply::Value)?;
        request.headers.insert(name, value);
    }
    Ok(())
}

/// Fields that say who asks, where the request goes, or where it ends.
fn is_protected(name: &str) -> bool {
    const PREFIXES: [&str; 3] = ["proxy-", "sec-", "x-forwarded-"];
    const NAMES: [&str; 18] = [
        "authorization",
        "cookie",
        "connection",
        "content-encoding",
        "content-length",
        "expect",
        "forwarded",
        "host",
        "idempotency-key",
        "keep-alive",
        "origin",
        "referer",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "via",
        "x-http-method-override",
    ];
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
