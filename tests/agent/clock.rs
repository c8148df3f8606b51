//! A clock that does not wait.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use afp_runtime::agent::Clock;

/// Sleeps are recorded and over at once; they count as time that went by.
#[derive(Debug)]
pub(super) struct TestClock {
    started: Instant,
    slept: Mutex<Vec<Duration>>,
    jitter: f64,
    /// Whether time goes by on its own, too.
    runs: bool,
}

impl TestClock {
    pub(super) fn new() -> Arc<Self> {
        Self::with_jitter(0.0)
    }

    pub(super) fn with_jitter(jitter: f64) -> Arc<Self> {
        Self::make(jitter, true)
    }

    /// Only sleeps take time.
    pub(super) fn stopped() -> Arc<Self> {
        Self::make(0.0, false)
    }

    fn make(jitter: f64, runs: bool) -> Arc<Self> {
        Arc::new(Self {
            started: Instant::now(),
            slept: Mutex::default(),
            jitter,
            runs,
        })
    }

    pub(super) fn slept(&self) -> Vec<Duration> {
        self.slept.lock().unwrap().clone()
    }
}

impl Clock for TestClock {
    /// 21 Oct 2015 07:28:00 GMT, whenever it is asked.
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480)
    }

    fn elapsed(&self) -> Duration {
        let slept = self.slept.lock().unwrap().iter().sum::<Duration>();
        if self.runs {
            slept + self.started.elapsed()
        } else {
            slept
        }
    }

    fn sleep(&self, wait: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.slept.lock().unwrap().push(wait);
        Box::pin(ready(()))
    }

    fn random(&self) -> f64 {
        self.jitter
    }
}
