//! How long to wait after a failure.

use std::time::Duration;

/// Waits that double from failure to failure, each by chance up to half shorter, so that several
/// senders do not come back together.
#[derive(Debug, Clone)]
pub(super) struct Backoff {
    first: Duration,
    longest: Duration,
    failures: u32,
}

impl Backoff {
    pub(super) const fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            longest,
            failures: 0,
        }
    }

    /// The wait after one more failure.
    pub(super) fn next(&mut self) -> Duration {
        // Without a source of chance nothing is taken off.
        let chance = getrandom::u32().map_or(0.0, |bits| f64::from(bits) / f64::from(u32::MAX));
        let wait = self.whole();
        self.failures = self.failures.saturating_add(1);
        wait.mul_f64(1.0 - chance / 2.0)
    }

    /// It went well.
    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }

    fn whole(&self) -> Duration {
        let factor = 2_u32.saturating_pow(self.failures);
        self.first.saturating_mul(factor).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_begin_again() {
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        for whole in [1, 2, 4, 8, 16, 32, 60, 60] {
            let wait = backoff.next();
            let whole = Duration::from_secs(whole);
            assert!(wait <= whole && wait >= whole / 2, "{wait:?} of {whole:?}");
        }
        backoff.failures = u32::MAX;
        assert!(backoff.next() <= Duration::from_secs(60));
        backoff.reset();
        assert!(backoff.next() <= Duration::from_secs(1));
    }
}
