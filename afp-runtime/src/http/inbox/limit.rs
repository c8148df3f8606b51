use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many senders of a kind are counted at once; then the count that began first is forgotten.
const MAX_COUNTED: usize = 65_536;

/// So many submissions in each window, which begins with its first.
#[derive(Clone, Copy, Debug)]
pub(super) struct RateLimit {
    pub(super) count: u32,
    pub(super) window: Duration,
}

/// Counts submissions by account and by address.
#[derive(Debug)]
pub(super) struct Limiter {
    limit: RateLimit,
    counts: Mutex<(Counts<String>, Counts<IpAddr>)>,
}

#[derive(Debug)]
struct Counts<K> {
    windows: HashMap<K, Window>,
    /// In the order in which the windows began, which is the one in which they end.
    order: VecDeque<(K, Instant)>,
}

#[derive(Debug)]
struct Window {
    began: Instant,
    count: u32,
}

impl Limiter {
    pub(super) fn new(limit: RateLimit) -> Self {
        Self {
            limit,
            counts: Mutex::new((Counts::new(), Counts::new())),
        }
    }

    /// Counts one submission, or says how long it is until the next may come.
    pub(super) fn admit(
        &self,
        account: Option<&str>,
        address: Option<IpAddr>,
        now: Instant,
    ) -> Result<(), Duration> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (accounts, addresses) = &mut *counts;
        accounts.forget_ended(self.limit.window, now);
        addresses.forget_ended(self.limit.window, now);
        let account = account.map(str::to_owned);
        let waits = [
            account
                .as_ref()
                .and_then(|account| accounts.wait(account, self.limit, now)),
            address
                .as_ref()
                .and_then(|address| addresses.wait(address, self.limit, now)),
        ];
        if let Some(wait) = waits.into_iter().flatten().max() {
            return Err(wait);
        }
        if let Some(account) = account {
            accounts.count(account, now);
        }
        if let Some(address) = address {
            addresses.count(address, now);
        }
        Ok(())
    }
}

impl<K: Hash + Eq + Clone> Counts<K> {
    fn new() -> Self {
        Self {
            windows: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    fn forget_ended(&mut self, window: Duration, now: Instant) {
        while let Some((_, began)) = self.order.front() {
            if now.saturating_duration_since(*began) < window {
                break;
            }
            self.forget_first();
        }
    }

    fn forget_first(&mut self) {
        if let Some((key, _)) = self.order.pop_front() {
            self.windows.remove(&key);
        }
    }

    fn wait(&self, key: &K, limit: RateLimit, now: Instant) -> Option<Duration> {
        let window = self.windows.get(key)?;
        let past = now.saturating_duration_since(window.began);
        (window.count >= limit.count).then(|| limit.window.saturating_sub(past))
    }

    fn count(&mut self, key: K, now: Instant) {
        if let Some(window) = self.windows.get_mut(&key) {
            window.count += 1;
            return;
        }
        if self.windows.len() >= MAX_COUNTED {
            self.forget_first();
        }
        self.order.push_back((key.clone(), now));
        self.windows.insert(
            key,
            Window {
                began: now,
                count: 1,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: RateLimit = RateLimit {
        count: 3,
        window: Duration::from_secs(60),
    };

    fn address(number: u32) -> Option<IpAddr> {
        Some(IpAddr::V4(number.into()))
    }

    #[test]
    fn the_wait_is_what_is_left_of_the_window() {
        let limiter = Limiter::new(LIMIT);
        let start = Instant::now();
        for second in 0..3 {
            let now = start + Duration::from_secs(second);
            assert_eq!(limiter.admit(None, address(1), now), Ok(()));
        }
        let later = start + Duration::from_secs(20);
        assert_eq!(
            limiter.admit(None, address(1), later),
            Err(Duration::from_secs(40))
        );
        assert_eq!(limiter.admit(None, address(2), later), Ok(()));
        let after = start + Duration::from_secs(60);
        assert_eq!(limiter.admit(None, address(1), after), Ok(()));
    }

    #[test]
    fn account_and_address_both_count() {
        let limiter = Limiter::new(LIMIT);
        let now = Instant::now();
        for number in 0..3 {
            assert_eq!(limiter.admit(Some("a"), address(number), now), Ok(()));
        }
        assert!(limiter.admit(Some("a"), address(9), now).is_err());
        for account in ["b", "c"] {
            assert_eq!(limiter.admit(Some(account), address(0), now), Ok(()));
        }
        assert!(limiter.admit(Some("d"), address(0), now).is_err());
        assert!(limiter.admit(None, address(0), now).is_err());
    }

    #[test]
    fn many_addresses_push_out_the_oldest_only() {
        let limiter = Limiter::new(LIMIT);
        let now = Instant::now();
        for number in 0..(MAX_COUNTED as u32 + 5) {
            assert_eq!(
                limiter.admit(Some("a"), address(number), now).is_ok(),
                number < 3
            );
        }
        for number in 0..(MAX_COUNTED as u32 + 5) {
            assert_eq!(limiter.admit(None, address(number), now), Ok(()));
        }
        let counts = limiter.counts.lock().unwrap();
        assert_eq!(counts.1.windows.len(), MAX_COUNTED);
        assert_eq!(counts.1.order.len(), MAX_COUNTED);
        assert!(counts.1.windows.contains_key(&address(5).unwrap()));
        assert!(counts.0.windows.contains_key("a"));
    }
}
