use std::time::{Duration, Instant};

/// How much of the processor this thread has had; on systems that do not tell, the time.
///
/// On a shared machine the time of a call is mostly that of others.
fn processor_time(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The median time of one call on the processor, from `rounds` rounds of `calls` calls. A round
/// should take tens of milliseconds, since the system counts in steps of a few.
pub(crate) fn median_time(rounds: usize, calls: u32, mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let before = processor_time(start);
            for _ in 0..calls {
                call();
            }
            (processor_time(start) - before) / calls
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

pub(crate) fn rate(time: Duration) -> f64 {
    1.0 / time.as_secs_f64()
}
