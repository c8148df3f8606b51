use std::collections::{HashSet, VecDeque};

/// The last `CAPACITY` different names; older ones are forgotten.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    known: HashSet<String>,
    order: VecDeque<String>,
}

impl Recent {
    const CAPACITY: usize = 10_000;

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// Whether `name` was new.
    pub(crate) fn insert(&mut self, name: &str) -> bool {
        if !self.known.insert(name.to_owned()) {
            return false;
        }
        self.order.push_back(name.to_owned());
        if self.order.len() > Self::CAPACITY {
            if let Some(oldest) = self.order.pop_front() {
                self.known.remove(&oldest);
            }
        }
        true
    }
}
