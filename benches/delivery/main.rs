//! Records on their way: how fast the outbox drains, how fast a collector takes records and
//! counts them, and what an agent notices of a collector that is dead or hangs.
//!
//! ```text
//! cargo run --release -p afp-benches --bin delivery [drain|collector|summary|latency]
//! ```

#[path = "../feedback/goal.rs"]
mod goal;

mod collector;
mod drain;
mod latency;
mod records;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let only = std::env::args().nth(1);
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    if wanted("drain") {
        drain::run().await;
    }
    if wanted("collector") {
        collector::ingest().await;
    }
    if wanted("summary") {
        collector::summary().await;
    }
    if wanted("latency") {
        latency::run().await;
    }
}
