use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::recent::Recent;

/// Everything the service knows, in memory.
#[derive(Debug, Default)]
pub(crate) struct Shop {
    stock: Mutex<Stock>,
}

#[derive(Debug)]
pub(crate) struct Stock {
    pub(crate) notes: Recent,
    pub(crate) things: Vec<String>,
    pub(crate) items: u64,
    pub(crate) reports: Recent,
    /// When the running export ends.
    pub(crate) export_ends: Option<Instant>,
}

impl Default for Stock {
    fn default() -> Self {
        let mut notes = Recent::default();
        notes.insert("welcome");
        Self {
            notes,
            things: Vec::new(),
            items: 0,
            reports: Recent::default(),
            export_ends: None,
        }
    }
}

impl Shop {
    /// A handler that panicked while it held the lock left nothing half done.
    pub(crate) fn stock(&self) -> MutexGuard<'_, Stock> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
