//! Random bytes for capabilities.

use std::cell::RefCell;

use crate::outcome::Entropy;

/// Draws that one call to the operating system serves: the call costs more than the bytes.
const DRAWS: usize = 16;

thread_local! {
    static STORE: RefCell<Vec<Entropy>> = const { RefCell::new(Vec::new()) };
}

/// Bytes that no other capability has. `None` if the operating system gives none.
///
/// They become the interaction id and the nonce, both of which stand readable in the token; what
/// is asked of them is to be unique. A process that forks must not draw before.
pub(super) fn draw() -> Option<Entropy> {
    STORE.with_borrow_mut(|store| {
        if store.is_empty() {
            let mut fresh = [0; DRAWS * size_of::<Entropy>()];
            getrandom::fill(&mut fresh).ok()?;
            store.extend(fresh.chunks_exact(size_of::<Entropy>()).map(|bytes| {
                let mut draw = [0; size_of::<Entropy>()];
                draw.copy_from_slice(bytes);
                draw
            }));
        }
        store.pop()
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, thread};

    #[test]
    fn no_two_draws_are_equal_on_any_thread() {
        let draws = || {
            (0..1000)
                .map(|_| super::draw().unwrap())
                .collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..4).map(|_| thread::spawn(draws)).collect();
        let all: Vec<_> = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect();
        let different: HashSet<_> = all.iter().map(|draw| draw.to_vec()).collect();
        assert_eq!(different.len(), all.len());
        let nonces: HashSet<_> = all.iter().map(|draw| draw[16..].to_vec()).collect();
        assert_eq!(nonces.len(), all.len());
    }
}
