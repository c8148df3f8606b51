//! SQLite ingest: 64 clients that share commits, against the disk's own rate of syncs and one
//! transaction for each record; and the cost of a record as the file grows.
//!
//! `feedback-ingest [FOLDER [clients]]`

#[path = "goal.rs"]
mod goal;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::feedback::{Feedback, Moment, Record, Source, Submission};
use afp_runtime::store::{Entry, FeedbackStore, Intake, Sender, SqliteStore};

use goal::goal;

const TYPICAL: &str = include_str!("typical.json");
const CLIENTS: usize = 64;
const RUN: Duration = Duration::from_secs(5);

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let place = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let folder = tempfile::tempdir_in(place).expect("a folder on the disk to measure");
    println!("in {}", folder.path().display());
    let before = syncs(folder.path());
    let shared = clients(folder.path(), CLIENTS).await;
    let alone = clients(folder.path(), 1).await;
    let after = syncs(folder.path());
    let syncs = (before + after) / 2.0;
    println!("syncs of the disk: {syncs:.0}/s (before {before:.0}, after {after:.0})");
    println!("one client, one transaction for each record: {alone:.0}/s");
    println!(
        "{CLIENTS} clients: {shared:.0} acknowledged records/s, {:.1} x",
        shared / alone
    );
    let part = shared / (CLIENTS as f64 * syncs);
    goal(
        "share of 64 records for each sync",
        part,
        part >= 0.6,
        "0.6",
    );
    if std::env::args().nth(2).as_deref() != Some("clients") {
        growth(folder.path()).await;
    }
}

/// Appends of 4 KiB, each synced.
fn syncs(folder: &Path) -> f64 {
    let mut file = File::create(folder.join("syncs")).expect("a file");
    let started = Instant::now();
    let mut count = 0;
    while started.elapsed() < Duration::from_secs(2) {
        file.write_all(&[7; 4096]).expect("written");
        file.sync_data().expect("synced");
        count += 1;
    }
    f64::from(count) / started.elapsed().as_secs_f64()
}

async fn clients(folder: &Path, count: usize) -> f64 {
    let store = SqliteStore::open(folder.join(format!("{count}.db")))
        .await
        .expect("a store");
    let intake = Arc::new(Intake::new(Arc::new(store), &[7; 32]));
    let started = Instant::now();
    let tasks: Vec<_> = (0..count)
        .map(|client| {
            let intake = Arc::clone(&intake);
            tokio::spawn(async move {
                let mut kept = 0_u32;
                while started.elapsed() < RUN {
                    let body = TYPICAL.replace("task-4711", &format!("{client}-{kept}"));
                    let submission = Submission::read(body.as_bytes()).expect("valid");
                    let sender = Sender {
                        account: Some("acct_1"),
                        source: Source::Http,
                        user_agent: None,
                    };
                    intake.submit(submission, sender).await.expect("kept");
                    kept += 1;
                }
                kept
            })
        })
        .collect();
    let mut kept = 0;
    for task in tasks {
        kept += task.await.expect("no panic");
    }
    f64::from(kept) / started.elapsed().as_secs_f64()
}

fn entry(number: u64) -> Entry {
    let body = TYPICAL.replace("task-4711", &format!("task-{number}"));
    let submission = Submission::read(body.as_bytes()).expect("valid");
    let mut key = [0; 32];
    for (place, part) in key.chunks_mut(8).enumerate() {
        let mixed = (number + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(place as u32 * 13);
        part.copy_from_slice(&mixed.to_le_bytes());
    }
    let record = Record {
        id: format!("fb_{number:026}"),
        received_at: Moment::from_milliseconds(1_790_000_000_000 + number as i64),
        service: Some("orders".into()),
        account: Some(format!("acct_{}", number % 5000)),
        source: Some(Source::Http),
        feedback: Feedback::from(&submission),
    };
    Entry {
        record,
        duplicate_key: Some(key),
    }
}

async fn growth(folder: &Path) {
    let store = SqliteStore::open(folder.join("growth.db"))
        .await
        .expect("a store");
    let mut number = 0;
    let mut costs = Vec::new();
    for end in [1_000_u64, 10_000, 100_000, 1_000_000] {
        while number < end - 1_000.min(end) {
            let batch: Vec<Entry> = (number..number + 500).map(entry).collect();
            number += 500;
            store.insert(batch).await.expect("kept");
        }
        let batches: Vec<Vec<Entry>> = (0..10)
            .map(|batch| (0..100).map(|n| entry(number + batch * 100 + n)).collect())
            .collect();
        number += 1_000;
        let mut times = Vec::new();
        for batch in batches {
            let started = Instant::now();
            store.insert(batch).await.expect("kept");
            times.push(started.elapsed() / 100);
        }
        times.sort();
        let cost = times[times.len() / 2];
        println!("at {number} records: {cost:?} for a record, in batches of 100");
        costs.push(cost.as_secs_f64());
    }
    let ratio = costs[costs.len() - 1] / costs[0];
    goal(
        "cost at 1,000,000 against 1,000, times",
        ratio,
        ratio <= 1.5,
        "flat: 1.5",
    );
    let started = Instant::now();
    let summary = store.summary().await.expect("counts");
    println!(
        "summary of {} records: {:?}",
        summary.total,
        started.elapsed()
    );
}
