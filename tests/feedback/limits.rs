//! Whose submissions share a limit.

use std::time::Duration;

use afp_runtime::http::Inbox;

use super::exchange::{MINIMAL, Service, from_peer, post};

fn service() -> Service {
    let inbox = Inbox::memory().rate_limit(20, Duration::from_secs(60));
    Service::new(inbox.trusted_proxies(["10.0.0.1"]))
}

/// How many of 100 submissions are let in.
async fn let_in(lines: impl Fn(u32) -> Vec<String>, peer: &str) -> usize {
    let service = service();
    let mut accepted = 0;
    for number in 0..100 {
        let mut request = from_peer(post(MINIMAL), peer);
        for line in lines(number) {
            request
                .headers_mut()
                .append("x-forwarded-for", line.parse().unwrap());
        }
        accepted += usize::from(service.send(request).await.status == 202);
    }
    accepted
}

fn random(number: u32) -> String {
    let number = number.wrapping_mul(2_654_435_761);
    format!(
        "{}.{}.{}.7",
        number >> 24,
        (number >> 16) & 255,
        (number >> 8) & 255
    )
}

#[tokio::test]
async fn what_a_client_writes_before_the_proxy_does_not_matter() {
    let one_line = |number| vec![format!("{}, 203.0.113.9", random(number))];
    assert_eq!(let_in(one_line, "10.0.0.1:1000").await, 20);
    let two_lines = |number| vec![random(number), "203.0.113.9".to_owned()];
    assert_eq!(let_in(two_lines, "10.0.0.1:1000").await, 20);
}

#[tokio::test]
async fn an_untrusted_peer_or_junk_means_the_peer() {
    let forged = |number| vec![random(number)];
    assert_eq!(let_in(forged, "198.51.100.7:1000").await, 20);
    let junk = |number| vec![format!("{}, junk-{number}", random(number))];
    assert_eq!(let_in(junk, "10.0.0.1:1000").await, 20);
    let honest = |number| vec![random(number)];
    assert_eq!(let_in(honest, "10.0.0.1:1000").await, 100);
}

#[tokio::test]
async fn two_ways_to_write_an_address_are_one_sender() {
    for (first, second) in [
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8::a", "2001:0db8:0000:0000:0000:0000:0000:000a"),
    ] {
        let lines = |number| vec![if number % 2 == 0 { first } else { second }.to_owned()];
        assert_eq!(let_in(lines, "10.0.0.1:1000").await, 20);
    }
    let service = service();
    let mut accepted = 0;
    for number in 0..40 {
        let peer = if number % 2 == 0 {
            "[::ffff:203.0.113.9]:5"
        } else {
            "203.0.113.9:6"
        };
        let answer = service.send(from_peer(post(MINIMAL), peer)).await;
        accepted += usize::from(answer.status == 202);
    }
    assert_eq!(accepted, 20);
}

#[tokio::test]
async fn the_sixty_first_in_a_minute_waits() {
    let service = Service::new(Inbox::memory());
    for _ in 0..60 {
        assert_eq!(service.post(MINIMAL).await.status, 202);
    }
    let answer = service.post(MINIMAL).await;
    assert_eq!(answer.code(), "rate_limited");
    let wait: u64 = answer
        .header("retry-after")
        .expect("a wait")
        .parse()
        .expect("seconds");
    assert!((1..=60).contains(&wait));
}
