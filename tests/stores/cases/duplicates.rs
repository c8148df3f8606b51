//! What counts as the same report.

use std::sync::Arc;

use afp_runtime::feedback::Moment;
use afp_runtime::store::Receipt;

use crate::stores::entries::{DAY, NOW, entry, keep, keyed};
use crate::stores::place::Place;

on_every_store!(
    a_key_is_one_record_for_a_day,
    duplicates_within_one_call_are_seen,
    twenty_at_once_are_one_record,
);

async fn a_key_is_one_record_for_a_day(place: &Place) {
    let store = &*place.store().await;
    assert_eq!(keep(store, keyed(1, 0, 9)).await, Receipt::Stored);
    let first = Receipt::Duplicate {
        id: entry(1, 0).record.id,
        received_at: Moment::from_milliseconds(NOW),
    };
    assert_eq!(keep(store, keyed(2, 5, 9)).await, first);
    assert_eq!(keep(store, keyed(3, DAY - 1, 9)).await, first);
    assert_eq!(
        keep(store, keyed(4, DAY, 9)).await,
        Receipt::Stored,
        "a day later it is new"
    );
    let second = Receipt::Duplicate {
        id: entry(4, 0).record.id,
        received_at: Moment::from_milliseconds(NOW + DAY),
    };
    assert_eq!(keep(store, keyed(5, DAY + 1, 9)).await, second);
    assert_eq!(keep(store, keyed(6, DAY + 1, 8)).await, Receipt::Stored);
    let again = keep(store, entry(6, DAY + 9)).await;
    assert!(
        matches!(again, Receipt::Duplicate { .. }),
        "a known id: {again:?}"
    );
    let summary = store.summary().await.expect("counts");
    assert_eq!((summary.total, summary.duplicates), (3, 4));
}

async fn duplicates_within_one_call_are_seen(place: &Place) {
    let store = &*place.store().await;
    let entries = vec![
        keyed(1, 0, 1),
        keyed(2, 1, 1),
        entry(3, 2),
        entry(3, 3),
        keyed(5, 4, 2),
    ];
    let receipts = store.insert(entries).await.expect("kept");
    let of = |number, after| Receipt::Duplicate {
        id: entry(number, 0).record.id,
        received_at: Moment::from_milliseconds(NOW + after),
    };
    assert_eq!(receipts[..3], [Receipt::Stored, of(1, 0), Receipt::Stored]);
    assert!(matches!(&receipts[3], Receipt::Duplicate { id, .. } if *id == entry(3, 0).record.id));
    assert_eq!(receipts[4], Receipt::Stored);
    assert_eq!(store.summary().await.expect("counts").total, 3);
}

async fn twenty_at_once_are_one_record(place: &Place) {
    let store = place.store().await;
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { keep(&*store, keyed(number, 0, 3)).await })
        })
        .collect();
    let mut stored = 0;
    let mut firsts = Vec::new();
    for task in tasks {
        match task.await.expect("no panic") {
            Receipt::Stored => stored += 1,
            Receipt::Duplicate { id, .. } => firsts.push(id),
        }
    }
    assert_eq!((stored, firsts.len()), (1, 19));
    assert!(firsts.windows(2).all(|pair| pair[0] == pair[1]));
}
