//! What an answer has to know of its request and its application, without being handed either.
//!
//! `IntoResponse` sees only the error. The installed layer enters a thread-local scope around each
//! step of the inner future; answers are rendered by what they find there.

use std::cell::Cell;
use std::sync::Arc;

use super::install::App;

/// The request that is being answered.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) app: Arc<App>,
    /// Whether the caller asked for the short form (`?feedback=none`).
    pub(super) short: bool,
}

thread_local! {
    static CURRENT: Cell<Option<Scope>> = const { Cell::new(None) };
}

/// Runs `work` inside of the scope in `slot`, and puts it back there, also when `work` panics.
pub(super) fn enter<R>(slot: &mut Option<Scope>, work: impl FnOnce() -> R) -> R {
    let outer = CURRENT.replace(slot.take());
    let _guard = Guard { slot, outer };
    work()
}

struct Guard<'a> {
    slot: &'a mut Option<Scope>,
    outer: Option<Scope>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.slot = CURRENT.replace(self.outer.take());
    }
}

/// Hands the innermost scope, if any, to `read`.
///
/// While `read` runs there is no scope: an error that answers with another error inside of its own
/// `Display` gets the default form.
pub(super) fn current<R>(read: impl FnOnce(Option<&Scope>) -> R) -> R {
    // Gone while the thread ends.
    let lent = Lent(CURRENT.try_with(Cell::take).ok().flatten());
    read(lent.0.as_ref())
}

struct Lent(Option<Scope>);

impl Drop for Lent {
    fn drop(&mut self) {
        if self.0.is_some() {
            let _ = CURRENT.try_with(|current| current.set(self.0.take()));
        }
    }
}
