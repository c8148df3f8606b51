//! Ids across threads.

use std::collections::HashSet;
use std::sync::Arc;

use afp_runtime::feedback::{IdSequence, Source, Submission};
use afp_runtime::store::{Intake, MemoryStore, Sender};
use std::convert::Infallible;
use std::sync::Mutex;

const SENDER: Sender<'_> = Sender {
    account: None,
    source: Source::Sdk,
    user_agent: None,
};

#[test]
fn ids_of_eight_threads_are_unique_and_each_thread_sees_them_grow() {
    let ids = Arc::new(Mutex::new(IdSequence::default()));
    let threads: Vec<_> = (0..8_u8)
        .map(|thread| {
            let ids = Arc::clone(&ids);
            std::thread::spawn(move || {
                let next = |moment| {
                    let Ok(id) = ids
                        .lock()
                        .expect("the sequence")
                        .next(moment, || Ok::<_, Infallible>([thread; 10]));
                    id
                };
                let mut all: Vec<String> = (0..1000).map(|_| next(1_790_000_000_000)).collect();
                all.push(next(1_789_999_995_000));
                all
            })
        })
        .collect();
    let mut unique = HashSet::new();
    for thread in threads {
        let own = thread.join().expect("no panic");
        assert!(own.windows(2).all(|pair| pair[0] < pair[1]));
        unique.extend(own);
    }
    assert_eq!(unique.len(), 8 * 1001);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_intake_with_a_standing_clock_never_repeats_an_id() {
    let store = Arc::new(MemoryStore::new().expect("a store"));
    let intake = Arc::new(Intake::new(store, &[0; 32]).clock(|| 1_790_000_000_000));
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let intake = Arc::clone(&intake);
            tokio::spawn(async move {
                let body = br#"{"type":"bug","goal":"g","message":"m"}"#;
                let mut ids = Vec::new();
                for _ in 0..200 {
                    let submission = Submission::read(body).expect("valid");
                    ids.push(intake.submit(submission, SENDER).await.expect("kept").id);
                }
                ids
            })
        })
        .collect();
    let mut unique = HashSet::new();
    for task in tasks {
        let own = task.await.expect("no panic");
        assert!(own.windows(2).all(|pair| pair[0] < pair[1]));
        unique.extend(own);
    }
    assert_eq!(unique.len(), 1600);
}
