use std::sync::Arc;

use afp_runtime::http::outcome::OutcomeCollector;
use afp_runtime::outcome::Endpoint;
use afp_runtime::store::OutcomeStore;

use crate::outcomes::support::{Answer, Served, serve};
use crate::outcomes::tokens::{good_token, key};

/// A collector of reviews on a store.
pub(crate) struct Reviews {
    served: Served,
    store: Arc<dyn OutcomeStore>,
}

impl Reviews {
    pub(crate) async fn on(store: impl OutcomeStore) -> Self {
        let store: Arc<dyn OutcomeStore> = Arc::new(store);
        store
            .add_product_key("orders", &key(), None)
            .await
            .expect("a key");
        let endpoint = Endpoint::new("https://collector.example").expect("an endpoint");
        let app = OutcomeCollector::new(Arc::clone(&store), &endpoint).router();
        Self {
            served: serve(app).await,
            store,
        }
    }

    pub(crate) async fn count(&self) -> usize {
        let reviews = self.store.latest_reviews(1000).await;
        reviews.expect("the store answers").len()
    }

    pub(crate) async fn expect_taken(&self) {
        let answer = self.post().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    pub(crate) async fn expect_unavailable(&self) {
        let answer = self.post().await;
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert_eq!(answer.json()["error"]["code"], "unavailable");
        assert_eq!(answer.header("retry-after"), Some("5"));
    }

    /// A review of an interaction of its own.
    async fn post(&self) -> Answer {
        let bearer = format!("Bearer {}", good_token());
        let headers = [
            ("content-type", "application/json"),
            ("authorization", &*bearer),
        ];
        let body = br#"{"outcome":"success","note":"it went well"}"#;
        let path = "/api/v2/outcomes";
        self.served.request("POST", path, &headers, body).await
    }
}
