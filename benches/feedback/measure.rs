use std::time::{Duration, Instant};

/// The median time of one call, from `rounds` rounds of `calls` calls.
pub(crate) fn median_time(rounds: usize, calls: u32, mut call: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..calls {
                call();
            }
            started.elapsed() / calls
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

pub(crate) fn rate(time: Duration) -> f64 {
    1.0 / time.as_secs_f64()
}
