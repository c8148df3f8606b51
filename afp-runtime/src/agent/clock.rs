//! Time, as an agent needs it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime};

/// Time and chance; replace it to test waits without waiting.
///
/// Only the waits that a server asks for (and the short ones before a resend) go through
/// [`sleep`](Self::sleep). Timeouts of requests and handlers are tokio's.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time of day: what dates in `Retry-After` are compared with.
    fn now(&self) -> SystemTime;

    /// Time since some fixed moment; never goes back.
    fn elapsed(&self) -> Duration;

    /// Completes after `wait`.
    fn sleep(&self, wait: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// A random number from 0 to 1.
    fn random(&self) -> f64;
}

/// The machine's clock and tokio's timer.
#[derive(Debug)]
pub(super) struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, wait: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(wait))
    }

    /// Without a source of chance there is no jitter.
    fn random(&self) -> f64 {
        getrandom::u32().map_or(0.0, |bits| f64::from(bits) / f64::from(u32::MAX))
    }
}
