//! Where agents say what stood in their way.

use afp_runtime::http::{Auth, Inbox};
use afp_runtime::store::StoreError;
use http::request::Parts;

use crate::options::{FeedbackAuth, Options, Rate};
use crate::routes::account;

/// The inbox that the options ask for; `base_url` is the address that agents reach.
pub(crate) async fn inbox(options: &Options, base_url: &str) -> Result<Inbox, StoreError> {
    let inbox = Inbox::sqlite(&options.db)
        .await?
        .base_url(base_url)
        .service("orders");
    let inbox = match options.feedback_rate {
        Rate(Some((count, window))) => inbox.rate_limit(count, window),
        Rate(None) => inbox.without_rate_limit(),
    };
    Ok(inbox.auth(match options.feedback_auth {
        FeedbackAuth::None => Auth::none(),
        FeedbackAuth::Optional => Auth::optional(account_of),
        FeedbackAuth::Required => Auth::required(account_of),
    }))
}

fn account_of(request: &Parts) -> Option<String> {
    account::bearer(&request.headers)
        .filter(|key| *key == account::DEMO_KEY)
        .map(|_| "demo".to_owned())
}
