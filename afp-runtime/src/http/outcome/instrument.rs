//! Putting a contract into one response.

use std::collections::VecDeque;

use bytes::Bytes;
use http::response::Parts;
use jiff::Timestamp;

use super::{
    contract::Settings,
    entropy,
    headers::{carry_contract, describe_changed_body, keep_private},
    visit::Visit,
};
use crate::outcome::{
    Capability, ContractTemplate, HintSource, SessionSource, Surface, TelemetryEvent,
    splice::{HtmlPage, JsonText, read_html, read_json},
};

/// Bodies up to this size are copied into one piece with the contract; longer ones are sent in
/// pieces around it, without a copy.
const COPIED: usize = 32 * 1024;

/// One response that is eligible.
pub(super) struct Instrument<'a> {
    pub(super) settings: &'a Settings,
    pub(super) visit: &'a Visit,
}

pub(super) enum Rewritten {
    Unchanged,
    Changed(VecDeque<Bytes>),
}

impl Instrument<'_> {
    pub(super) fn json(&self, parts: &mut Parts, text: &Bytes) -> Rewritten {
        match read_json(text) {
            JsonText::Object { end, has_members } => {
                let member = |template: &ContractTemplate, capability: &Capability| {
                    template.member(capability, has_members)
                };
                self.body(parts, text, end, Surface::HttpJson, member)
            }
            JsonText::Other => self.head(parts),
            JsonText::Contracted | JsonText::Invalid => Rewritten::Unchanged,
        }
    }

    pub(super) fn html(&self, parts: &mut Parts, page: &Bytes) -> Rewritten {
        match read_html(page) {
            HtmlPage::Place(at) => self.body(
                parts,
                page,
                at,
                Surface::HttpHtml,
                ContractTemplate::element,
            ),
            HtmlPage::NoPlace => self.head(parts),
            HtmlPage::Contracted => Rewritten::Unchanged,
        }
    }

    /// Puts the contract into the head.
    pub(super) fn head(&self, parts: &mut Parts) -> Rewritten {
        if let Some((template, capability, now)) = self.mint() {
            let contract = template.header(&capability);
            if carry_contract(&mut parts.headers, contract, &self.settings.link).is_some() {
                keep_private(&mut parts.headers);
                self.tell(parts, &capability, Surface::HttpHeaders, now);
            }
        }
        Rewritten::Unchanged
    }

    fn body(
        &self,
        parts: &mut Parts,
        bytes: &Bytes,
        at: usize,
        surface: Surface,
        render: impl FnOnce(&ContractTemplate, &Capability) -> String,
    ) -> Rewritten {
        let Some((template, capability, now)) = self.mint() else {
            return Rewritten::Unchanged;
        };
        let addition = render(template, &capability);
        describe_changed_body(&mut parts.headers, bytes.len() + addition.len());
        keep_private(&mut parts.headers);
        self.tell(parts, &capability, surface, now);
        Rewritten::Changed(spliced(bytes, at, addition))
    }

    fn mint(&self) -> Option<(&ContractTemplate, Capability, Timestamp)> {
        let template = self.settings.template.as_ref()?;
        let entropy = entropy::draw()?;
        let now = Timestamp::now();
        let second = u64::try_from(now.as_second()).ok()?;
        Some((template, self.settings.signer.sign(&entropy, second), now))
    }

    fn tell(&self, parts: &Parts, capability: &Capability, surface: Surface, now: Timestamp) {
        if !self.settings.sends_telemetry {
            return;
        }
        let visit = self.visit;
        let operation = visit.operation();
        let mut event = TelemetryEvent::new(capability.interaction_id(), surface, operation, now);
        event.status_code = Some(parts.status.as_u16());
        event.duration_ms = Some((visit.started.elapsed().as_secs_f64() * 1000.0).round());
        if let Some(extracted) = visit.extracted.as_deref().cloned() {
            event.session_source = extracted
                .session_ref
                .as_ref()
                .map(|_| SessionSource::Customer);
            event.runtime_hint_source = extracted.runtime_hint.as_ref().map(|_| HintSource::Http);
            event.customer_ref = extracted.customer_ref;
            event.session_ref = extracted.session_ref;
            event.runtime_hint = extracted.runtime_hint;
        }
        self.settings.telemetry.push(event);
    }
}

fn spliced(bytes: &Bytes, at: usize, addition: String) -> VecDeque<Bytes> {
    if bytes.len() > COPIED {
        let pieces = [bytes.slice(..at), Bytes::from(addition), bytes.slice(at..)];
        return pieces
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .collect();
    }
    let mut all = Vec::with_capacity(bytes.len() + addition.len());
    all.extend_from_slice(&bytes[..at]);
    all.extend_from_slice(addition.as_bytes());
    all.extend_from_slice(&bytes[at..]);
    VecDeque::from([Bytes::from(all)])
}
