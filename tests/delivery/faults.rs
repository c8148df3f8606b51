//! Collectors that fail in every way: nothing is lost, and nobody waits for them.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::store::SqliteStore;

use super::loopback::{Fake, Mood, dead_url, soon};
use super::records::Service;

#[tokio::test]
async fn records_wait_until_the_collector_is_well_again() {
    let moods = [
        Mood::Status(500),
        Mood::Status(401),
        Mood::Status(404),
        Mood::Status(302),
        Mood::Html,
        Mood::HalfAnAnswer,
    ];
    let one = |mood: Mood| async move {
        let (fake, server) = Fake::start(mood.clone()).await;
        let service = Service::start(&server.url).await;
        service.submit_all(0..120).await;
        soon(|| async { service.outbox.status().await.unwrap().problem.is_some() }).await;
        assert_eq!(service.waiting().await, 120, "{mood:?}");
        assert!(fake.requests().len() < 12, "{mood:?}");
        fake.set(Mood::Accept);
        soon(|| async { service.waiting().await == 0 }).await;
        let goals: BTreeSet<String> = fake.goals().into_iter().collect();
        assert_eq!((goals.len(), fake.goals().len()), (120, 120), "{mood:?}");
        assert_eq!(service.outbox.status().await.unwrap().problem, None);
    };
    futures_util::future::join_all(moods.map(one)).await;
}

#[tokio::test]
async fn waits_grow_while_the_collector_fails() {
    let (fake, server) = Fake::start(Mood::Status(503)).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..10).await;
    soon(|| async { fake.requests().len() == 4 }).await;
    let moments: Vec<Instant> = fake.requests().iter().map(|request| request.0).collect();
    let waits: Vec<Duration> = moments.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (wait, whole) in waits.iter().zip([500, 1000, 2000]) {
        let at_least = Duration::from_millis(whole / 2);
        assert!(*wait >= at_least, "{waits:?}");
    }
}

#[tokio::test]
async fn retry_after_is_kept_also_at_shutdown() {
    for status in [429, 503] {
        let (fake, server) = Fake::start(Mood::RetryAfter(status, 2)).await;
        let service = Service::start(&server.url).await;
        service.submit("goal").await;
        soon(|| async { fake.requests().len() == 1 }).await;
        fake.set(Mood::Accept);
        service.outbox.shutdown(Duration::from_secs(5)).await;
        let requests = fake.requests();
        let wait = requests[1].0 - requests[0].0;
        assert!(wait >= Duration::from_millis(1990), "{wait:?}");
        assert_eq!(fake.records().len(), 1);
    }
}

#[tokio::test]
async fn a_rejected_record_is_parked_with_the_reason_and_takes_no_other_with_it() {
    let (fake, server) = Fake::start(Mood::Reject("goal 13")).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..100).await;
    soon(|| async { service.waiting().await == 0 }).await;
    assert_eq!(fake.records().len(), 99);
    let parked = service.outbox.parked(10).await.unwrap();
    assert_eq!(parked.len(), 1);
    assert_eq!(parked[0].reason, "rejected: invalid_feedback: no");
    assert!(parked[0].record.feedback.json.contains("goal 13"));
    fake.set(Mood::Accept);
    assert_eq!(service.outbox.retry_parked().await.unwrap(), 1);
    soon(|| async { fake.records().len() == 100 }).await;
    assert_eq!(service.outbox.status().await.unwrap().parked, 0);
}

#[tokio::test]
async fn a_record_that_spoils_its_batch_is_found_and_parked() {
    let (fake, server) = Fake::start(Mood::Status(500)).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..300).await;
    fake.set(Mood::Refuse("goal 13"));
    // Goals 13 and 130 to 139.
    soon(|| async { service.waiting().await == 0 }).await;
    assert_eq!(fake.records().len(), 289);
    let parked = service.outbox.parked(100).await.unwrap();
    assert_eq!(parked.len(), 11);
    let reason = "status 400: invalid_feedback: bad";
    assert!(parked.iter().all(|parked| parked.reason == reason));
    assert!(fake.requests().len() < 80, "{}", fake.requests().len());
}

#[tokio::test]
async fn one_spoiled_record_is_sent_three_times() {
    let (fake, server) = Fake::start(Mood::Status(500)).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..50).await;
    service.submit("spoiled").await;
    service.submit_all(50..300).await;
    fake.set(Mood::Refuse("spoiled"));
    soon(|| async { service.waiting().await == 0 }).await;
    assert_eq!((fake.records().len(), fake.refused()), (300, 3));
    service.submit("later").await;
    soon(|| async { fake.records().len() == 301 }).await;
}

#[tokio::test]
async fn submissions_do_not_wait_for_a_dead_or_hanging_collector() {
    let (fake, server) = Fake::start(Mood::Hang).await;
    for url in [dead_url().await, server.url.clone()] {
        let service = Service::start(&url).await;
        service.submit_all(0..20).await;
        let tried = || async {
            let problem = service.outbox.status().await.unwrap().problem;
            problem.is_some() || !fake.requests().is_empty()
        };
        soon(tried).await;
        let started = Instant::now();
        service.submit_all(20..220).await;
        let took = started.elapsed();
        assert!(took < Duration::from_secs(2), "{took:?}");
        assert_eq!(service.waiting().await, 220);
    }
}

#[tokio::test]
async fn a_hanging_collector_is_given_up_and_tried_again() {
    let (fake, server) = Fake::start(Mood::Hang).await;
    let service = Service::start(&server.url).await;
    service.submit("goal").await;
    soon(|| async { fake.requests().len() == 1 }).await;
    fake.set(Mood::Accept);
    soon(|| async { service.waiting().await == 0 }).await;
    let requests = fake.requests();
    assert!(requests[1].0 - requests[0].0 >= Duration::from_secs(10));
}

/// The name of the database that a child of these tests fills and forwards from.
const CHILD: &str = "AFP_TEST_OUTBOX_CHILD";

#[tokio::test]
async fn a_killed_service_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.db");
    let (fake, server) = Fake::start(Mood::Hang).await;
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "delivery::faults::child_that_waits_to_be_killed"])
        .args(["--ignored", "--nocapture"])
        .env(CHILD, format!("{} {}", path.display(), server.url))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let ready =
        tokio::task::spawn_blocking(move || lines.map_while(Result::ok).any(|line| line == "full"));
    assert!(ready.await.unwrap());
    soon(|| async { !fake.requests().is_empty() }).await;
    child.kill().unwrap();
    child.wait().unwrap();
    fake.set(Mood::Accept);
    let store = SqliteStore::open(&path).await.unwrap();
    let service = Service::on(Arc::new(store), &server.url).await;
    assert_eq!(service.waiting().await, 1000);
    soon(|| async { service.waiting().await == 0 }).await;
    let goals: BTreeSet<String> = fake.goals().into_iter().collect();
    assert_eq!((goals.len(), fake.goals().len()), (1000, 1000));
}

#[tokio::test]
#[ignore = "a part of `a_killed_service_loses_nothing`"]
async fn child_that_waits_to_be_killed() {
    let Ok(child) = std::env::var(CHILD) else {
        return;
    };
    let (path, url) = child.split_once(' ').unwrap();
    let store = SqliteStore::open(path).await.unwrap();
    let service = Service::on(Arc::new(store), url).await;
    service.submit_all(0..1000).await;
    println!("\nfull");
    tokio::time::sleep(Duration::from_secs(60)).await;
}
