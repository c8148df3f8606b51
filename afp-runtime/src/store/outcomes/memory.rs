//! In memory, for development and tests.

use std::{
    collections::{HashMap, VecDeque},
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;
use uuid::Uuid;

use super::{KeptReview, OutcomeStore, OutcomeStoreFuture, ProductKeyRecord, ReviewRecord};
use crate::outcome::{ProductKey, Review, TelemetryEvent};

/// Keeps the latest interactions, and forgets all with the process.
///
/// At most 10,000 interactions; beyond that the oldest is forgotten. Product keys are not bounded:
/// only the application adds them.
#[derive(Debug, Default)]
pub struct MemoryOutcomes {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    keys: Vec<ProductKeyRecord>,
    interactions: HashMap<String, Interaction>,
    /// Ids of interactions, the oldest first.
    order: VecDeque<String>,
}

#[derive(Debug)]
struct Interaction {
    product: String,
    review: Option<Review>,
    event: Option<TelemetryEvent>,
}

const CAPACITY: usize = 10_000;

impl MemoryOutcomes {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// The interaction, if it belongs to the product; added if it is new.
    fn interaction(&mut self, id: &str, product: &str) -> Option<&mut Interaction> {
        if !self.interactions.contains_key(id) {
            if self.order.len() == CAPACITY {
                self.order
                    .pop_front()
                    .map(|oldest| self.interactions.remove(&oldest));
            }
            self.order.push_back(id.to_owned());
        }
        let interaction = self
            .interactions
            .entry(id.to_owned())
            .or_insert_with(|| Interaction {
                product: product.to_owned(),
                review: None,
                event: None,
            });
        (interaction.product == product).then_some(interaction)
    }

    fn key(&mut self, id: &str) -> Option<&mut ProductKeyRecord> {
        self.keys.iter_mut().find(|key| key.id == id)
    }

    fn keep_review(&mut self, product: &str, review: Review) -> KeptReview {
        let id = review.interaction_id.clone();
        match self.interaction(&id, product) {
            Some(interaction) => {
                KeptReview::First(interaction.review.get_or_insert(review).clone())
            }
            None => KeptReview::OtherProduct,
        }
    }

    fn keep_event(&mut self, product: &str, event: TelemetryEvent) -> bool {
        let id = id_text(event.interaction_id);
        let interaction = self.interaction(&id, product);
        interaction
            .map(|interaction| interaction.event.get_or_insert(event))
            .is_some()
    }

    fn latest_reviews(&self, limit: usize) -> Vec<ReviewRecord> {
        let mut records: Vec<_> = self
            .interactions
            .values()
            .filter_map(|interaction| {
                Some(ReviewRecord {
                    product: interaction.product.clone(),
                    review: interaction.review.clone()?,
                    event: interaction.event.clone(),
                })
            })
            .collect();
        records.sort_by(|a, b| b.review.created_at.cmp(&a.review.created_at));
        records.truncate(limit);
        records
    }
}

pub(super) fn id_text(id: Uuid) -> String {
    id.hyphenated().to_string()
}

fn done<'a, T: Send + 'a>(value: T) -> OutcomeStoreFuture<'a, T> {
    Box::pin(ready(Ok(value)))
}

impl OutcomeStore for MemoryOutcomes {
    fn add_product_key<'a>(
        &'a self,
        product: &'a str,
        key: &'a ProductKey,
        expires_at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, ()> {
        let mut kept = self.kept();
        if kept.key(key.id()).is_none() {
            kept.keys
                .push(ProductKeyRecord::new(product, key, expires_at));
        }
        done(())
    }

    fn product_keys(&self) -> OutcomeStoreFuture<'_, Vec<ProductKeyRecord>> {
        done(self.kept().keys.clone())
    }

    fn product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, Option<ProductKeyRecord>> {
        done(self.kept().key(id).cloned())
    }

    fn revoke_product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, bool> {
        let mut kept = self.kept();
        let key = kept.key(id).filter(|key| key.revoked_at.is_none());
        done(
            key.map(|key| key.revoked_at = Some(Timestamp::now()))
                .is_some(),
        )
    }

    fn expire_product_key<'a>(
        &'a self,
        id: &'a str,
        at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, bool> {
        done(self.kept().key(id).map(|key| key.expires_at = at).is_some())
    }

    fn set_collecting<'a>(&'a self, product: &'a str, on: bool) -> OutcomeStoreFuture<'a, ()> {
        let mut kept = self.kept();
        let keys = kept.keys.iter_mut().filter(|key| key.product == product);
        keys.for_each(|key| key.collecting = on);
        done(())
    }

    fn keep_review<'a>(
        &'a self,
        product: &'a str,
        review: Review,
    ) -> OutcomeStoreFuture<'a, KeptReview> {
        done(self.kept().keep_review(product, review))
    }

    fn keep_events<'a>(
        &'a self,
        product: &'a str,
        events: Vec<TelemetryEvent>,
    ) -> OutcomeStoreFuture<'a, usize> {
        let mut kept = self.kept();
        let taken = events
            .into_iter()
            .filter_map(|e| kept.keep_event(product, e).then_some(()));
        done(taken.count())
    }

    fn latest_reviews(&self, limit: usize) -> OutcomeStoreFuture<'_, Vec<ReviewRecord>> {
        done(self.kept().latest_reviews(limit))
    }
}
