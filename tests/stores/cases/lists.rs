//! Records in pages.

use afp_runtime::feedback::{FeedbackType, Moment, Outcome, Record};
use afp_runtime::store::{FeedbackStore, Query};

use crate::stores::entries::{NOW, entry, keep};
use crate::stores::place::Place;

on_every_store!(
    pages_are_newest_first_and_do_not_shift,
    lists_can_be_narrowed,
);

async fn pages_are_newest_first_and_do_not_shift(place: &Place) {
    let store = &*place.store().await;
    // Three share each moment, and they come in out of order.
    for number in (0..30).rev() {
        keep(store, entry(number, i64::from(number / 3))).await;
    }
    let everything = Query {
        limit: 1000,
        ..Query::default()
    };
    let all = store.list(everything.clone()).await.expect("a page");
    assert!(all.next.is_none() && all.records.len() == 30);
    assert!(
        all.records
            .windows(2)
            .all(|pair| pair[0].received_at >= pair[1].received_at)
    );
    let mut paged = Vec::new();
    let mut query = Query {
        limit: 7,
        ..Query::default()
    };
    loop {
        let page = store.list(query.clone()).await.expect("a page");
        paged.extend(page.records);
        let Some(next) = page.next else {
            break;
        };
        query.after = Some(next);
        let number = 100 + paged.len() as u32;
        keep(store, entry(number, 1000)).await;
    }
    assert_eq!(paged, all.records);
}

/// How many records there are for a query; each of them fits.
async fn count(store: &dyn FeedbackStore, query: Query, fits: fn(&Record) -> bool) -> usize {
    let query = Query {
        limit: 1000,
        ..query
    };
    let page = store.list(query).await.expect("a page");
    assert!(page.records.iter().all(fits));
    page.records.len()
}

async fn lists_can_be_narrowed(place: &Place) {
    let store = &*place.store().await;
    for number in 0..30 {
        keep(store, entry(number, i64::from(number))).await;
    }
    let all = Query::default;
    let bugs = || Query {
        kind: Some(FeedbackType::Bug),
        ..all()
    };
    let of_endpoint = |name: &str, query| Query {
        endpoint: Some(name.into()),
        ..query
    };
    let first = |r: &Record| r.feedback.endpoint.as_deref() == Some("/e1");
    let service = Query {
        service: Some("service-1".into()),
        ..all()
    };
    let since = Query {
        since: Some(Moment::from_milliseconds(NOW + 20)),
        ..all()
    };
    let is_bug = |r: &Record| r.feedback.kind == FeedbackType::Bug;
    assert_eq!(count(store, bugs(), is_bug).await, 15);
    assert_eq!(count(store, of_endpoint("/e1", all()), first).await, 10);
    assert_eq!(count(store, of_endpoint("/e1", bugs()), first).await, 5);
    assert_eq!(count(store, of_endpoint("/none", all()), |_| true).await, 0);
    let of_service = |r: &Record| r.service.as_deref() == Some("service-1");
    assert_eq!(count(store, service, of_service).await, 15);
    let late = |r: &Record| r.received_at.as_milliseconds() >= NOW + 20;
    assert_eq!(count(store, since, late).await, 10);
    let none = Query { limit: 0, ..all() };
    let page = store.list(none).await.expect("a page");
    assert_eq!(page.records.len(), 1, "a limit is at least one");
    let records = store.list(all()).await.expect("a page").records;
    let blocked = |r: &&Record| r.feedback.outcome == Some(Outcome::Blocked);
    assert_eq!(records.iter().filter(blocked).count(), 5);
}
