//! One envelope as static pieces with holes between them.

mod packed;
mod parts;
mod suggestion;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use self::parts::{Part, Parts};
use super::holes::{Holes, Kind};
use super::json::{escaped, string};
use super::spec::Facts;
use crate::error_enum::{Field, Suggestion, Template, Value, Variant};
use crate::names;
use crate::template::Piece;
use crate::vocabulary;

/// `Program { … }`
pub(super) fn program(variant: &Variant<'_>, holes: &Holes, facts: &Facts) -> TokenStream {
    let mut message = Parts::default();
    if let Some(known) = variant.message() {
        template(variant, holes, known, &mut message);
    }
    let mut body = Parts::default();
    body.text(&format!(
        "\",\"code\":{},\"feedback\":{{\"expected\":\"",
        string(&facts.code)
    ));
    if let Some(expected) = variant.expected.value() {
        template(variant, holes, expected, &mut body);
    }
    body.text("\",\"current\":");
    current(variant, holes, &mut body);
    body.text(",\"suggestion\":");
    suggestion_and_retryable(variant, holes, facts, &mut body);
    tail(variant, holes, facts, &mut body);
    let (message, body) = (message.packed(), body.packed());
    let retry_after = retry_after(variant, holes, facts);
    quote! {
        __afp::Program { message: #message, body: #body, retry_after: #retry_after }
    }
}

fn suggestion_and_retryable(variant: &Variant<'_>, holes: &Holes, facts: &Facts, body: &mut Parts) {
    let (suggestion, can_be_null) = suggestion::parts(variant, holes);
    // What goes into the query, the path or a header is a suggestion like one for the body.
    let merges = vocabulary::kind(&facts.action) == Some(vocabulary::Kind::Merge)
        || variant.apply_to.value().is_some();
    if !(merges && facts.retryable && can_be_null) {
        body.append(suggestion);
        body.text(&format!(",\"retryable\":{}", facts.retryable));
    } else if let Some((key, hole)) = suggestion.sole_member() {
        let key = key.to_owned();
        body.push(Part::Sole { key, hole });
    } else {
        body.push(Part::Suggestion(suggestion));
        body.text(",\"retryable\":");
        body.push(Part::Retryable);
    }
}

fn tail(variant: &Variant<'_>, holes: &Holes, facts: &Facts, body: &mut Parts) {
    body.text(&format!(
        ",\"action\":{},\"docs_url\":",
        string(&names::wire_name(&facts.action))
    ));
    match &facts.docs_url {
        Some(url) => body.text(&string(url)),
        None => {
            body.text("\"");
            body.push(Part::DocsBase);
            body.text(&format!("/{}\"", facts.code));
        }
    }
    if let Some(place) = variant.apply_to.value() {
        let place = names::wire_name(&place.to_string());
        body.text(&format!(",\"apply_to\":{}", string(&place)));
    }
    if let Some(details) = variant.details.value() {
        body.push(Part::Details(whole(variant, holes, details)));
    }
    body.text("}}");
}

/// The inside of a JSON string.
fn template(variant: &Variant<'_>, holes: &Holes, template: &Template, body: &mut Parts) {
    for piece in &template.pieces {
        match piece {
            Piece::Text(text) => body.text(&escaped(text)),
            Piece::Hole(hole) => {
                if let Some(field) = variant.field(&hole.field) {
                    body.push(Part::Hole(holes.number(field, &Kind::of_text(hole))));
                }
            }
        }
    }
}

/// The hole that is a field as its own JSON.
fn whole(variant: &Variant<'_>, holes: &Holes, template: &Template) -> u16 {
    let field = template
        .one_field()
        .and_then(|hole| variant.field(&hole.field));
    field.map_or(u16::MAX, |field| holes.number(field, &Kind::Value))
}

fn current(variant: &Variant<'_>, holes: &Holes, body: &mut Parts) {
    let is_flat = |field: &&Field<'_>| field.current.as_ref().is_some_and(|it| it.is_flat);
    if let Some(field) = variant.fields.iter().find(is_flat) {
        body.push(Part::Hole(holes.number(field, &Kind::Value)));
        return;
    }
    body.text("{");
    let mut separator = "";
    for field in &variant.fields {
        let (Some(name), Some(current)) = (field.current_name(), &field.current) else {
            continue;
        };
        body.text(&format!("{separator}{}:", string(&name)));
        if current.is_text {
            body.text("\"");
            body.push(Part::Hole(holes.number(field, &Kind::plain_text())));
            body.text("\"");
        } else {
            body.push(Part::Hole(holes.number(field, &Kind::Value)));
        }
        separator = ",";
    }
    body.text("}");
}

/// Where the seconds of `Retry-After` come from.
fn retry_after(variant: &Variant<'_>, holes: &Holes, facts: &Facts) -> TokenStream {
    let waits = vocabulary::kind(&facts.action) == Some(vocabulary::Kind::Wait);
    let wait = variant
        .suggestion
        .value()
        .filter(|_| waits)
        .and_then(|suggestion: &Suggestion| suggestion.member(vocabulary::WAIT));
    match wait.map(|member| &member.value) {
        Some(Value::Fixed(seconds, _)) => match seconds.parse::<f64>() {
            Ok(seconds) => {
                let seconds = Literal::u64_unsuffixed(seconds.ceil() as u64);
                quote!(__afp::RetryAfter::Fixed(#seconds))
            }
            Err(_) => quote!(__afp::RetryAfter::Absent),
        },
        Some(Value::Field(_, hole)) => match variant.field(&hole.field) {
            Some(field) => {
                let hole = Literal::u16_unsuffixed(holes.number(field, &Kind::Value));
                quote!(__afp::RetryAfter::Hole(#hole))
            }
            None => quote!(__afp::RetryAfter::Absent),
        },
        _ => quote!(__afp::RetryAfter::Absent),
    }
}
