use std::error::Error as _;
use std::time::Duration;

use super::*;
use crate::feedback::{Feedback, Moment, Record, Submission};
use crate::store::batch;
use crate::store::sqlite::{connection, schema};

fn entry() -> Entry {
    let submission = Submission::read(br#"{"type":"bug","goal":"g","message":"m"}"#).unwrap();
    let record = Record {
        id: "fb_00000000000000000000000001".into(),
        received_at: Moment::from_milliseconds(1_790_000_000_000),
        service: None,
        account: None,
        source: None,
        feedback: Feedback::from(&submission),
    };
    Entry {
        record,
        duplicate_key: Some([1; 32]),
    }
}

/// A job of one entry that waits for its answer.
async fn job() -> Job {
    let (queue, mut jobs) = batch::queue();
    tokio::spawn(async move { queue.insert(vec![entry()]).await });
    jobs.recv().await.unwrap()
}

#[tokio::test]
async fn a_connection_that_turns_read_only_keeps_nothing_and_goes_on_when_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("feedback.db");
    let mut connection = connection::open(&path, Duration::ZERO).unwrap();
    schema::migrate(&mut connection).unwrap();
    let file = DatabaseFile::of(&connection);
    let batch = [job().await];
    let set_read_only = |connection: &Connection, on: bool| {
        connection.pragma_update(None, "query_only", on).unwrap();
    };
    set_read_only(&connection, true);
    for _ in 0..2 {
        let refused = write(&mut connection, &file, &batch).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the feedback store could not be written"
        );
        assert!(refused.source().unwrap().to_string().contains("readonly"));
    }
    set_read_only(&connection, false);
    let receipts = write(&mut connection, &file, &batch).unwrap();
    assert_eq!(
        receipts,
        [[Receipt::Stored]],
        "nothing of the refused ones is left"
    );
}
