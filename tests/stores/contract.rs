//! The same on every store.

use std::sync::Arc;

use afp_runtime::feedback::{Feedback, Moment, Outcome, Record, Source, Submission};
use afp_runtime::store::{
    EndpointCount, Entry, FeedbackStore, MemoryStore, Query, Receipt, SqliteStore,
};

pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;
pub(crate) const NOW: i64 = 1_790_000_000_000;

/// An entry that says `text`, received `after` milliseconds after [`NOW`].
pub(crate) fn entry(number: u32, after: i64) -> Entry {
    let kind = if number % 2 == 0 { "bug" } else { "other" };
    let endpoint = number % 3;
    let outcome = if number % 6 == 0 {
        ",\"outcome\":\"blocked\""
    } else {
        ""
    };
    let json = format!(
        r#"{{"type":"{kind}","goal":"g","message":"m {number}","endpoint":"/e{endpoint}"{outcome}}}"#
    );
    let submission = Submission::read(json.as_bytes()).expect("a submission");
    let record = Record {
        id: format!("fb_{number:026}"),
        received_at: Moment::from_milliseconds(NOW + after),
        service: Some(format!("service-{}", number % 2)),
        account: (number % 4 > 0).then(|| format!("acct_{}", number % 4)),
        source: Some(Source::Http),
        feedback: Feedback::from(&submission),
    };
    Entry {
        record,
        duplicate_key: None,
    }
}

pub(crate) fn keyed(number: u32, after: i64, key: u8) -> Entry {
    Entry {
        duplicate_key: Some([key; 32]),
        ..entry(number, after)
    }
}

async fn keep(store: &dyn FeedbackStore, entry: Entry) -> Receipt {
    store.insert(vec![entry]).await.expect("kept").remove(0)
}

async fn records_come_back_as_they_were(store: &dyn FeedbackStore) {
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

async fn a_key_is_one_record_for_a_day(store: &dyn FeedbackStore) {
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

async fn duplicates_within_one_call_are_seen(store: &dyn FeedbackStore) {
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

async fn counts_agree_with_what_is_kept(store: &dyn FeedbackStore) {
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

async fn pages_are_newest_first_and_do_not_shift(store: &dyn FeedbackStore) {
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

async fn lists_can_be_narrowed(store: &dyn FeedbackStore) {
    for number in 0..30 {
        keep(store, entry(number, i64::from(number))).await;
    }
    let count = async |query: Query, fits: fn(&Record) -> bool| {
        let page = store
            .list(Query {
                limit: 1000,
                ..query
            })
            .await
            .expect("a page");
        assert!(page.records.iter().all(fits));
        page.records.len()
    };
    let all = Query::default;
    let kind = afp_runtime::feedback::FeedbackType::Bug;
    let bugs = Query {
        kind: Some(kind),
        ..all()
    };
    assert_eq!(count(bugs, |r| r.feedback.kind.as_str() == "bug").await, 15);
    let endpoint = Query {
        endpoint: Some("/e1".into()),
        ..all()
    };
    let fits = |r: &Record| r.feedback.endpoint.as_deref() == Some("/e1");
    assert_eq!(count(endpoint.clone(), fits).await, 10);
    assert_eq!(
        count(
            Query {
                kind: Some(kind),
                ..endpoint
            },
            fits
        )
        .await,
        5
    );
    let service = Query {
        service: Some("service-1".into()),
        ..all()
    };
    assert_eq!(
        count(service, |r| r.service.as_deref() == Some("service-1")).await,
        15
    );
    let since = Some(Moment::from_milliseconds(NOW + 20));
    assert_eq!(count(Query { since, ..all() }, |_| true).await, 10);
    assert_eq!(
        count(
            Query {
                endpoint: Some("/none".into()),
                ..all()
            },
            |_| true
        )
        .await,
        0
    );
    let none = store
        .list(Query { limit: 0, ..all() })
        .await
        .expect("a page");
    assert_eq!(none.records.len(), 1, "a limit is at least one");
    let blocked = store.list(all()).await.expect("a page").records;
    assert_eq!(
        blocked
            .iter()
            .filter(|r| r.feedback.outcome == Some(Outcome::Blocked))
            .count(),
        5
    );
}

async fn twenty_at_once_are_one_record(store: Arc<dyn FeedbackStore>) {
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

async fn hostile_texts_are_kept(store: &dyn FeedbackStore) {
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

/// Runs the contract; `fresh` makes an empty store.
pub(crate) async fn holds(fresh: impl AsyncFn() -> Arc<dyn FeedbackStore>) {
    records_come_back_as_they_were(&*fresh().await).await;
    a_key_is_one_record_for_a_day(&*fresh().await).await;
    duplicates_within_one_call_are_seen(&*fresh().await).await;
    counts_agree_with_what_is_kept(&*fresh().await).await;
    pages_are_newest_first_and_do_not_shift(&*fresh().await).await;
    lists_can_be_narrowed(&*fresh().await).await;
    twenty_at_once_are_one_record(fresh().await).await;
    hostile_texts_are_kept(&*fresh().await).await;
    let (one, other) = (fresh().await, fresh().await);
    let key = one.key().await.expect("a key");
    assert_eq!(one.key().await.expect("a key"), key);
    assert_ne!(other.key().await.expect("a key"), key);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_holds_in_memory() {
    holds(async || Arc::new(MemoryStore::new().expect("a store")) as Arc<dyn FeedbackStore>).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_holds_in_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = std::sync::atomic::AtomicU32::new(0);
    holds(async || {
        let number = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = folder.path().join(format!("{number}.db"));
        let store = SqliteStore::open(path).await.expect("a store");
        Arc::new(store) as Arc<dyn FeedbackStore>
    })
    .await;
}

#[tokio::test]
async fn memory_is_bounded_and_counts_what_is_left() {
    let store = MemoryStore::bounded(10, 1 << 20).expect("a store");
    for number in 0..50 {
        keep(&store, keyed(number, i64::from(number), number as u8)).await;
    }
    let summary = store.summary().await.expect("counts");
    assert_eq!(summary.total, 10);
    assert_eq!(
        summary.by_type.iter().map(|(_, count)| count).sum::<u64>(),
        10
    );
    assert_eq!(summary.by_endpoint.iter().map(|e| e.count).sum::<u64>(), 10);
    assert_eq!(
        keep(&store, keyed(60, 60, 0)).await,
        Receipt::Stored,
        "forgotten"
    );
    let bytes = MemoryStore::bounded(1000, 200).expect("a store");
    for number in 0..50 {
        keep(&bytes, entry(number, 0)).await;
    }
    assert!((1..=4).contains(&bytes.summary().await.expect("counts").total));
}
