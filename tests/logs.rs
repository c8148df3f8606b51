//! What a test's own thread logged.

use std::cell::RefCell;
use std::io;
use std::sync::Once;

thread_local! {
    static LINES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

struct ThisThread;

impl io::Write for ThisThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.with_borrow_mut(|lines| lines.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts with an empty log. One subscriber serves all threads: `tracing` caches by call site
/// whether anybody listens, and tests run side by side.
pub(crate) fn start() {
    static SUBSCRIBE: Once = Once::new();
    SUBSCRIBE.call_once(|| {
        tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_writer(|| ThisThread)
            .init();
    });
    LINES.take();
}

/// Everything since [`start`].
pub(crate) fn text() -> String {
    LINES.with_borrow(|lines| String::from_utf8_lossy(lines).into_owned())
}
