//! What `registry!` evaluates at constant time: no sorting, one pass over the codes.

use super::clash;
use crate::errors::{ErrorSpec, Group};

/// Groups, each once.
#[derive(Debug)]
pub struct Flat<const VISITS: usize> {
    groups: [&'static Group; VISITS],
    len: usize,
}

/// Number of groups on all ways down; a group met twice is counted twice.
#[must_use]
pub const fn visits(groups: &[&'static Group]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < groups.len() {
        count += 1 + visits(groups[at].nested);
        at += 1;
    }
    count
}

/// Every group that can be reached, in the order of first meeting.
#[must_use]
pub const fn flatten<const VISITS: usize>(groups: &[&'static Group]) -> Flat<VISITS> {
    const NONE: &Group = &Group {
        id: 0,
        own: &[],
        nested: &[],
        examples: None,
    };
    let mut flat = Flat {
        groups: [NONE; VISITS],
        len: 0,
    };
    flat.add(groups);
    flat
}

impl<const VISITS: usize> Flat<VISITS> {
    /// The groups.
    #[must_use]
    pub const fn groups(&self) -> &[&'static Group] {
        self.groups.split_at(self.len).0
    }

    const fn add(&mut self, groups: &[&'static Group]) {
        let mut at = 0;
        while at < groups.len() {
            if !self.has(groups[at].id) {
                self.groups[self.len] = groups[at];
                self.len += 1;
                self.add(groups[at].nested);
            }
            at += 1;
        }
    }

    const fn has(&self, id: u64) -> bool {
        let mut at = 0;
        while at < self.len {
            if self.groups[at].id == id {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Number of codes.
pub(super) const fn codes(groups: &[&'static Group]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < groups.len() {
        count += groups[at].own.len();
        at += 1;
    }
    count
}

/// Length of the table: a power of two, at least twice the number of codes.
#[must_use]
pub const fn slots(groups: &[&'static Group]) -> usize {
    let codes = codes(groups);
    if codes == 0 {
        1
    } else {
        (2 * codes).next_power_of_two()
    }
}

/// The codes at the places their hashes name.
///
/// # Panics
///
/// If two errors have one code; at constant time this is a compile error.
#[must_use]
pub const fn table<const SLOTS: usize>(
    groups: &[&'static Group],
) -> [Option<&'static ErrorSpec>; SLOTS] {
    let mut table = [None; SLOTS];
    let mut group = 0;
    while group < groups.len() {
        let own = groups[group].own;
        let mut at = 0;
        while at < own.len() {
            place(&mut table, &own[at]);
            at += 1;
        }
        group += 1;
    }
    table
}

const fn place(table: &mut [Option<&'static ErrorSpec>], spec: &'static ErrorSpec) {
    let mask = table.len() - 1;
    let mut slot = spec.code_hash as usize & mask;
    while let Some(other) = table[slot] {
        if other.code_hash == spec.code_hash && clash::same(other.code, spec.code) {
            clash::refuse(other, spec);
        }
        slot = (slot + 1) & mask;
    }
    table[slot] = Some(spec);
}

/// The sum of what is hashed of each code, so that the order does not matter.
pub(super) const fn fingerprint(groups: &[&'static Group]) -> u64 {
    let mut sum = 0_u64;
    let mut group = 0;
    while group < groups.len() {
        let own = groups[group].own;
        let mut at = 0;
        while at < own.len() {
            sum = sum.wrapping_add(own[at].fingerprint);
            at += 1;
        }
        group += 1;
    }
    sum
}
