//! A response does not wait for its telemetry, whatever becomes of that.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use afp_runtime::{
    http::outcome::OutcomeContract,
    outcome::{Endpoint, ProductKey},
};
use axum::{Router, routing::get};

use crate::verdict;

const REQUESTS: usize = 200;
const ROUNDS: usize = 15;
/// Ratio of medians that a shared machine shows between equal subjects.
const NOISE: f64 = 1.25;

/// Serves the same application without telemetry and with endpoints of all kinds, and compares.
pub(crate) fn report() -> bool {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let hanging = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let slow = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let address = |listener: &TcpListener| listener.local_addr().expect("an address");
    let endpoints = [
        ("dead", "http://127.0.0.1:9".to_owned()),
        ("hanging", format!("http://{}", address(&hanging))),
        ("slow", format!("http://{}", address(&slow))),
    ];
    thread::spawn(move || answer_slowly(&slow));
    let mut servers = vec![("none", serve(&runtime, None))];
    for (name, endpoint) in &endpoints {
        servers.push((*name, serve(&runtime, Some(endpoint))));
    }
    let mut medians = vec![Vec::new(); servers.len()];
    for _ in 0..ROUNDS {
        for ((_, address), times) in servers.iter().zip(&mut medians) {
            times.push(exchange(*address));
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let medians: Vec<f64> = medians.iter_mut().map(median).collect();
    let mut within = true;
    for ((name, _), time) in servers.iter().zip(&medians) {
        let ratio = time / medians[0];
        within &= ratio <= NOISE;
        println!(
            "telemetry endpoint {name}: {time:.1} µs a request, ratio {ratio:.2}{}",
            verdict(ratio <= NOISE)
        );
    }
    drop(hanging);
    runtime.shutdown_background();
    within
}

fn serve(runtime: &tokio::runtime::Runtime, endpoint: Option<&str>) -> SocketAddr {
    let key = ProductKey::from_entropy(&[7; 40]);
    let url = Endpoint::development(endpoint.unwrap_or("http://127.0.0.1:9")).expect("an endpoint");
    let mut contract = OutcomeContract::new(key, url).expect("a contract");
    if endpoint.is_none() {
        contract = contract.without_telemetry();
    }
    let handler = || async { axum::Json(serde_json::json!({ "total": 7 })) };
    let app = Router::new()
        .route("/orders/{id}", get(handler))
        .layer(contract);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a socket");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, app).await });
        address
    })
}

/// The median time of a request on one connection, in microseconds.
fn exchange(address: SocketAddr) -> f64 {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut buffer = [0; 4096];
    let mut times: Vec<f64> = (0..REQUESTS)
        .map(|_| {
            let start = Instant::now();
            stream
                .write_all(b"GET /orders/7 HTTP/1.1\r\nhost: x\r\n\r\n")
                .expect("sent");
            let read = stream.read(&mut buffer).expect("an answer");
            assert!(buffer[..read].starts_with(b"HTTP/1.1 200"));
            start.elapsed().as_nanos() as f64 / 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Takes two seconds for each answer.
fn answer_slowly(listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        thread::spawn(move || serve_slowly(stream));
    }
}

fn serve_slowly(mut stream: TcpStream) {
    let mut buffer = [0; 65_536];
    while stream.read(&mut buffer).is_ok_and(|read| read > 0) {
        thread::sleep(Duration::from_secs(2));
        if stream
            .write_all(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")
            .is_err()
        {
            return;
        }
    }
}
