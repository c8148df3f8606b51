//! What is kept.

use afp_runtime::feedback::{Feedback, Submission};
use afp_runtime::store::{EndpointCount, Query, Receipt};

use crate::stores::entries::{entry, keep};
use crate::stores::place::Place;

on_every_store!(
    records_come_back_as_they_were,
    hostile_texts_are_kept,
    counts_agree_with_what_is_kept,
    the_key_belongs_to_the_place,
);

async fn records_come_back_as_they_were(place: &Place) {
    let store = &*place.store().await;
    let mut odd = entry(7, 0);
    odd.record.service = None;
    odd.record.account = None;
    odd.record.source = None;
    let json = r#"{"type":"other","goal":"\u0000 é","message":"\"\\\n"}"#;
    odd.record.feedback = Feedback::from(&Submission::read(json.as_bytes()).expect("valid"));
    for entry in [entry(6, 1), odd] {
        assert_eq!(keep(store, entry.clone()).await, Receipt::Stored);
        let found = store
            .find(entry.record.id.clone())
            .await
            .expect("an answer");
        assert_eq!(found, Some(entry.record));
    }
    assert_eq!(store.find("fb_none".into()).await.expect("an answer"), None);
}

async fn hostile_texts_are_kept(place: &Place) {
    let store = &*place.store().await;
    let mut hostile = entry(1, 0);
    hostile.record.feedback.endpoint =
        Some("/a\0b'; DROP TABLE feedback_records; --\u{202E}".into());
    assert_eq!(keep(store, hostile.clone()).await, Receipt::Stored);
    let query = Query {
        endpoint: hostile.record.feedback.endpoint.clone(),
        ..Query::default()
    };
    let page = store.list(query).await.expect("a page");
    assert_eq!(page.records.len(), 1);
    assert_eq!(page.records[0].feedback.json, hostile.record.feedback.json);
    assert_eq!(store.summary().await.expect("counts").by_endpoint.len(), 1);
}

async fn counts_agree_with_what_is_kept(place: &Place) {
    let store = &*place.store().await;
    for number in 0..60 {
        keep(store, entry(number, i64::from(number))).await;
    }
    let summary = store.summary().await.expect("counts");
    assert_eq!(
        (summary.total, summary.duplicates, summary.accounts),
        (60, 0, 3)
    );
    let types: Vec<_> = summary
        .by_type
        .iter()
        .map(|(k, n)| (k.as_str(), *n))
        .collect();
    assert_eq!(types, [("bug", 30), ("other", 30)]);
    let blocked = |number: u32| (0..60).filter(|n| n % 6 == 0 && n % 3 == number).count() as u64;
    let expected: Vec<_> = (0..3)
        .map(|n| EndpointCount {
            endpoint: format!("/e{n}"),
            count: 20,
            blocked: blocked(n),
        })
        .collect();
    assert_eq!(summary.by_endpoint, expected);
}

async fn the_key_belongs_to_the_place(place: &Place) {
    let (one, other) = (place.store().await, place.another().await.store().await);
    let key = one.key().await.expect("a key");
    assert_eq!(one.key().await.expect("a key"), key);
    assert_ne!(other.key().await.expect("a key"), key);
}
