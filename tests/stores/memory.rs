//! What is memory's own: it is bounded.

use afp_runtime::store::{FeedbackStore as _, MemoryStore, Receipt};

use super::entries::{entry, keep, keyed};

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
