//! One `ErrorSpec`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::holes::Holes;
use super::json::string;
use super::program::program;
use crate::error_enum::{ErrorEnum, Member, Suggestion, Value, Variant};
use crate::template::shown;
use crate::{hash, names, vocabulary};

/// What the checks have proved, as plain values.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) code: String,
    status: u16,
    /// The user's own word.
    pub(super) action: String,
    pub(super) retryable: bool,
    expected: String,
    suggestion: Option<String>,
    pub(super) docs_url: Option<String>,
    params: Vec<String>,
    /// Over all of it.
    pub(super) fingerprint: u64,
}

impl Facts {
    pub(super) fn of(model: &ErrorEnum<'_>, variant: &Variant<'_>) -> Self {
        let code = variant
            .code
            .as_ref()
            .map_or_else(String::new, |code| code.text.clone());
        let action = variant
            .action
            .value()
            .map_or_else(String::new, names::spelled);
        let retryable = match variant.retryable.value() {
            Some(retryable) => retryable.value,
            None => vocabulary::fixed_retryable(&action).unwrap_or(false),
        };
        let base = model.docs_base.value().map(syn::LitStr::value);
        let docs_url = variant.docs_url.value().map(syn::LitStr::value);
        let expected = variant.expected.value();
        let mut facts = Self {
            docs_url: docs_url.or_else(|| Some(format!("{}/{code}", base?))),
            code,
            status: variant
                .status
                .value()
                .and_then(|s| s.base10_parse().ok())
                .unwrap_or(500),
            action,
            retryable,
            expected: expected.map_or_else(String::new, |expected| shown(&expected.pieces)),
            suggestion: variant.suggestion.value().map(suggestion_template),
            params: params(variant),
            fingerprint: 0,
        };
        facts.fingerprint = facts.hash(variant);
        facts
    }

    fn hash(&self, variant: &Variant<'_>) -> u64 {
        let status = self.status.to_string();
        let action = names::wire_name(&self.action);
        let apply_to = variant.apply_to.value().map(names::spelled);
        let mut texts = vec![
            self.code.as_str(),
            &status,
            &action,
            if self.retryable { "true" } else { "false" },
            &self.expected,
            self.suggestion.as_deref().unwrap_or_default(),
            apply_to.as_deref().unwrap_or_default(),
            self.docs_url.as_deref().unwrap_or_default(),
            &variant.docs.title,
            &variant.docs.text,
        ];
        texts.extend(self.params.iter().map(String::as_str));
        hash::of_all(texts)
    }
}

/// `ErrorSpec { … },`
pub(super) fn spec(
    model: &ErrorEnum<'_>,
    variant: &Variant<'_>,
    holes: &Holes,
    facts: &Facts,
) -> TokenStream {
    let Facts {
        code,
        retryable,
        expected,
        params,
        ..
    } = facts;
    let status = Literal::u16_unsuffixed(facts.status);
    let action = match variant.action.value() {
        Some(action) => action.clone(),
        None => Ident::new("ReportBug", Span::call_site()),
    };
    let suggestion = option(facts.suggestion.as_ref().map(|text| quote!(#text)));
    let apply_to = option(
        variant
            .apply_to
            .value()
            .map(|word| quote!(__afp::ApplyTo::#word)),
    );
    let docs_url = option(facts.docs_url.as_ref().map(|url| quote!(#url)));
    let (title, docs) = (&variant.docs.title, &variant.docs.text);
    let origin = format!(
        "::{}::{}",
        names::spelled(model.ident),
        names::spelled(variant.ident)
    );
    let code_hash = Literal::u64_unsuffixed(hash::fold(hash::START, code.as_bytes()));
    let fingerprint = Literal::u64_unsuffixed(facts.fingerprint);
    let program = program(variant, holes, facts);
    quote! {
        __afp::ErrorSpec {
            code: #code,
            status: #status,
            action: __afp::Action::#action,
            retryable: #retryable,
            expected: #expected,
            suggestion: #suggestion,
            apply_to: #apply_to,
            docs_url: #docs_url,
            params: &[#(#params),*],
            title: #title,
            docs: #docs,
            origin: ::core::concat!(::core::module_path!(), #origin),
            code_hash: #code_hash,
            fingerprint: #fingerprint,
            program: #program,
        },
    }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(__afp::Some(#value)),
        None => quote!(__afp::None),
    }
}

/// The placeholders of `expected` and `suggestion`, sorted, each once.
fn params(variant: &Variant<'_>) -> Vec<String> {
    let expected = variant.expected.value().into_iter();
    let suggestion = variant.suggestion.value();
    let templates = expected.chain(suggestion.into_iter().flat_map(Suggestion::templates));
    let mut params: Vec<String> = templates
        .flat_map(|template| {
            template
                .holes()
                .map(|hole| hole.field.clone())
                .collect::<Vec<_>>()
        })
        .collect();
    params.sort_unstable();
    params.dedup();
    params
}

/// The suggestion as JSON text, its placeholders unrendered.
fn suggestion_template(suggestion: &Suggestion) -> String {
    match suggestion {
        Suggestion::Field(template) => string(&shown(&template.pieces)),
        Suggestion::Object(members, _) => object_template(members),
    }
}

fn object_template(members: &[Member]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|member| {
            let key = string(&shown(&member.key.pieces));
            format!("{key}:{}", value_template(&member.value))
        })
        .collect();
    format!("{{{}}}", members.join(","))
}

fn value_template(value: &Value) -> String {
    match value {
        Value::Text(template) | Value::Field(template, _) => string(&shown(&template.pieces)),
        Value::Fixed(json, _) => json.clone(),
        Value::List(values, _) => {
            let values: Vec<String> = values.iter().map(value_template).collect();
            format!("[{}]", values.join(","))
        }
        Value::Object(members, _) => object_template(members),
    }
}
