use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::delivery::{CollectorUrl, Outbox};
use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, SqliteStore};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use tokio::net::TcpListener;
use tower::ServiceExt;

use crate::goal::goal;
use crate::records::{body, serve};

const ROUNDS: usize = 15;
const SUBMISSIONS: usize = 40;

struct Service {
    app: Router,
    outbox: Option<Outbox>,
    sent: usize,
    times: Vec<Duration>,
    _folder: tempfile::TempDir,
}

/// The time to a 202 without a collector, with a dead one and with one that hangs, in turns.
pub(crate) async fn run() {
    let dead = {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        format!("http://{}", listener.local_addr().expect("an address"))
    };
    let hang = || async { std::future::pending::<()>().await };
    let hanging = serve(Router::new().fallback(hang)).await;
    let mut services = [
        Service::start(None).await,
        Service::start(Some(&dead)).await,
        Service::start(Some(&hanging)).await,
    ];
    for _ in 0..ROUNDS {
        for service in &mut services {
            service.submit().await;
        }
    }
    let medians = services.each_mut().map(|service| service.quantile(0.5));
    let worst = services.each_mut().map(|service| service.quantile(0.99));
    println!(
        "time to a 202, median: none {:.2?}, dead {:.2?}, hanging {:.2?}",
        medians[0], medians[1], medians[2]
    );
    println!(
        "time to a 202, 99 %:   none {:.2?}, dead {:.2?}, hanging {:.2?}",
        worst[0], worst[1], worst[2]
    );
    for (name, median) in [("dead", medians[1]), ("hanging", medians[2])] {
        let ratio = median.as_secs_f64() / medians[0].as_secs_f64();
        let what = format!("median with a {name} collector, as a share of that without one");
        goal(&what, ratio, ratio <= 1.1, "<= 1.1");
    }
    for service in services {
        drop(service.outbox);
    }
}

impl Service {
    async fn start(collector: Option<&str>) -> Self {
        let folder = tempfile::tempdir_in(".").expect("a folder");
        let store = SqliteStore::open(folder.path().join("f.db"))
            .await
            .expect("a store");
        let inbox = Inbox::with_store(store)
            .await
            .expect("an inbox")
            .without_rate_limit();
        let outbox = match collector {
            Some(url) => {
                let url = CollectorUrl::new(url, None).expect("a URL");
                let store: Arc<dyn FeedbackStore> = inbox.store();
                let outbox = Outbox::start(store, url, inbox.issue_table()).await;
                Some(outbox.expect("an outbox"))
            }
            None => None,
        };
        Self {
            app: inbox.base_url("http://localhost").router(),
            outbox,
            sent: 0,
            times: Vec::new(),
            _folder: folder,
        }
    }

    async fn submit(&mut self) {
        for _ in 0..SUBMISSIONS {
            self.sent += 1;
            let request = Request::post("/feedback").header("content-type", "application/json");
            let request = request
                .body(Body::from(body(self.sent)))
                .expect("a request");
            let started = Instant::now();
            let response = self.app.clone().oneshot(request).await.expect("an answer");
            self.times.push(started.elapsed());
            assert_eq!(response.status(), 202);
        }
    }

    fn quantile(&mut self, share: f64) -> Duration {
        self.times.sort();
        self.times[(self.times.len() as f64 * share) as usize]
    }
}
