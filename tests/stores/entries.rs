//! Entries to keep.

use afp_runtime::feedback::{Feedback, Moment, Record, Source, Submission};
use afp_runtime::store::{Entry, FeedbackStore, Receipt};

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

pub(crate) async fn keep(store: &dyn FeedbackStore, entry: Entry) -> Receipt {
    store.insert(vec![entry]).await.expect("kept").remove(0)
}
