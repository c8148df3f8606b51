//! A file that goes away while it is open: what is written to it would be lost.

use std::path::Path;
use std::process::Command;

use afp_runtime::http::Inbox;
use afp_runtime::store::SqliteOutcomes;

use crate::feedback::disk::Disk;
use crate::feedback::exchange::Service;
use crate::stores::cases::failures::{expect_taken, expect_unavailable};
use crate::stores::reviews::Reviews;

/// An inbox and a collector of reviews on one file.
struct Both {
    feedback: Service,
    reviews: Reviews,
}

impl Both {
    async fn open(path: &Path) -> Self {
        let inbox = Inbox::sqlite(path).await.expect("an inbox");
        let outcomes = SqliteOutcomes::open(path).await.expect("a store");
        Self {
            feedback: Service::new(inbox.without_rate_limit()),
            reviews: Reviews::on(outcomes).await,
        }
    }

    async fn expect_taken(&self, session: &str) {
        expect_taken(&self.feedback, session).await;
        self.reviews.expect_taken().await;
    }

    async fn expect_unavailable(&self, session: &str) {
        expect_unavailable(&self.feedback, session).await;
        self.reviews.expect_unavailable().await;
    }

    async fn expect_kept(&self, count: usize) {
        assert_eq!(self.feedback.records().await.len(), count);
        assert_eq!(self.reviews.count().await, count);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_replaced_is_503_until_it_is_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let away = folder.path().join("away.db");
    let both = Both::open(&path).await;
    both.expect_taken("first").await;
    std::fs::rename(&path, &away).expect("moved");
    both.expect_unavailable("second").await;
    std::fs::copy(&away, &path).expect("replaced");
    both.expect_unavailable("second").await;
    std::fs::rename(&away, &path).expect("back");
    both.expect_taken("second").await;
    both.expect_kept(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_read_only_in_its_place_is_503_until_it_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let both = Both::open(&path).await;
    both.expect_taken("first").await;
    let Some(disk) = Disk::mount(folder.path(), "size=8m") else {
        println!("skipped: this user may not mount a small disk");
        return;
    };
    std::fs::write(&path, "").expect("another file");
    let status = Command::new("mount")
        .args(["-o", "remount,ro"])
        .arg(folder.path())
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    both.expect_unavailable("second").await;
    drop(disk);
    both.expect_taken("second").await;
    both.expect_kept(2).await;
}
