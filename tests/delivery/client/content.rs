//! What of a report leaves.

use afp_runtime::agent::FeedbackFailure;
use serde_json::json;

use super::{Script, client, plain, report};

#[tokio::test]
async fn secrets_do_not_leave_and_bad_reports_are_not_sent() {
    let (script, server) = Script::serve(plain).await;
    let client = client(&server).build().unwrap();
    let secret = "sk_live_4f9a1c77d2e64b0b9a3f";
    client
        .submit(
            report()
                .expected(format!("token={secret}"))
                .member("metadata", json!({"password": secret})),
        )
        .await
        .unwrap();
    assert!(
        !script.posts()[0].body.contains("4f9a1c77"),
        "{}",
        script.posts()[0].body
    );
    let by_a_model = json!({"type": "bug", "goal": "", "mesage": secret});
    let failure = client.submit(by_a_model).await.unwrap_err();
    let FeedbackFailure::Invalid(problems) = &failure else {
        panic!("{failure}");
    };
    let paths: Vec<&str> = problems
        .details()
        .iter()
        .map(|detail| detail.path.as_str())
        .collect();
    assert_eq!(paths, ["message", "goal", "mesage"]);
    assert!(!failure.to_string().contains(secret));
    assert_eq!(script.posts().len(), 1);
}
