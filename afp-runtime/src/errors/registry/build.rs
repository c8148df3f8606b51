//! What `registry!` evaluates at constant time: no sorting, one pass over the codes.

use super::clash::{self, Clashes};
#[cfg(feature = "derive")]
use crate::errors::{AgentErrors, RequestError, StarterError};
use crate::errors::{ErrorSpec, Group};

/// Most groups that a registry can reach.
const MAX_GROUPS: usize = 1024;

/// Enums, each once.
#[derive(Debug)]
pub struct Flat<const VISITS: usize> {
    groups: [&'static Group; VISITS],
    len: usize,
}

/// Ids that were met.
struct Seen<const MAX: usize> {
    ids: [u64; MAX],
    len: usize,
}

impl<const MAX: usize> Seen<MAX> {
    const NONE: Self = Self {
        ids: [0; MAX],
        len: 0,
    };

    /// Whether `id` was not met before.
    const fn insert(&mut self, id: u64) -> bool {
        let mut at = 0;
        while at < self.len {
            if self.ids[at] == id {
                return false;
            }
            at += 1;
        }
        assert!(self.len < MAX, "a registry holds at most 1,024 enums");
        self.ids[self.len] = id;
        self.len += 1;
        true
    }
}

/// Number of different groups that can be reached.
#[must_use]
pub const fn visits(groups: &[&'static Group]) -> usize {
    let mut seen = Seen::<MAX_GROUPS>::NONE;
    visit(groups, &mut seen);
    seen.len
}

const fn visit(groups: &[&'static Group], seen: &mut Seen<MAX_GROUPS>) {
    let mut at = 0;
    while at < groups.len() {
        if seen.insert(groups[at].id) {
            visit(groups[at].nested, seen);
        }
        at += 1;
    }
}

/// Every enum that can be reached, in the order of first meeting.
///
/// Two instances of a generic enum are two groups with the same codes of their own: those are
/// taken once, but what each delegates to is followed.
#[must_use]
pub const fn flatten<const VISITS: usize>(groups: &[&'static Group]) -> Flat<VISITS> {
    const NONE: &Group = &Group::__new(0, &[], &[], None);
    let mut flat = Flat {
        groups: [NONE; VISITS],
        len: 0,
    };
    let (mut met, mut own) = (Seen::NONE, Seen::NONE);
    flat.add(groups, &mut met, &mut own);
    flat
}

impl<const VISITS: usize> Flat<VISITS> {
    /// The groups.
    #[must_use]
    pub const fn groups(&self) -> &[&'static Group] {
        self.groups.split_at(self.len).0
    }

    const fn add(
        &mut self,
        groups: &[&'static Group],
        met: &mut Seen<VISITS>,
        own: &mut Seen<VISITS>,
    ) {
        let mut at = 0;
        while at < groups.len() {
            if met.insert(groups[at].id) {
                if own.insert(groups[at].own_id) {
                    self.groups[self.len] = groups[at];
                    self.len += 1;
                }
                self.add(groups[at].nested, met, own);
            }
            at += 1;
        }
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

/// Where a code is found: its group, and its place in there.
///
/// Numbers, not references: each reference into a group's codes would make the compiler write all
/// of them out once more.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    group: u32,
    own: u32,
}

impl Slot {
    const EMPTY: Self = Self {
        group: u32::MAX,
        own: 0,
    };

    /// The error there, if any.
    pub(super) const fn of(self, groups: &[&'static Group]) -> Option<&'static ErrorSpec> {
        if self.group == u32::MAX {
            return None;
        }
        Some(&groups[self.group as usize].own[self.own as usize])
    }
}

/// The codes at the places their hashes name.
///
/// # Panics
///
/// If two errors have one code, or one has a code of the library's own; at constant time this is a
/// compile error.
#[must_use]
pub const fn table<const SLOTS: usize>(groups: &[&'static Group]) -> [Slot; SLOTS] {
    let mut table = [Slot::EMPTY; SLOTS];
    let mut clashes = Clashes::NONE;
    let mut group = 0;
    while group < groups.len() {
        let mut own = 0;
        while own < groups[group].own.len() {
            let slot = Slot {
                group: group as u32,
                own: own as u32,
            };
            place(&mut table, groups, slot, &mut clashes);
            own += 1;
        }
        group += 1;
    }
    #[cfg(feature = "derive")]
    reserved(&table, groups, &mut clashes);
    clashes.refuse();
    table
}

/// The library answers with codes of its own in every application; none of yours may have their
/// names.
#[cfg(feature = "derive")]
const fn reserved(table: &[Slot], groups: &[&'static Group], clashes: &mut Clashes) {
    let own = [
        <RequestError as AgentErrors>::GROUP.own,
        StarterError::INTERNAL,
    ];
    let mut at = 0;
    while at < own.len() {
        let mut code = 0;
        while code < own[at].len() {
            let spec = &own[at][code];
            if let Ok(theirs) = search(table, groups, spec.code_hash, spec.code) {
                if !clash::same(theirs.origin, spec.origin) {
                    clashes.add(theirs, spec);
                }
            }
            code += 1;
        }
        at += 1;
    }
}

const fn place(table: &mut [Slot], groups: &[&'static Group], new: Slot, clashes: &mut Clashes) {
    let Some(spec) = new.of(groups) else { return };
    match search(table, groups, spec.code_hash, spec.code) {
        Ok(other) => clashes.add(other, spec),
        Err(free) => table[free] = new,
    }
}

/// The error with this code, or the slot where it would be. Half of the table is empty, so the
/// search ends.
pub(super) const fn search(
    table: &[Slot],
    groups: &[&'static Group],
    hash: u64,
    code: &str,
) -> Result<&'static ErrorSpec, usize> {
    let mask = table.len() - 1;
    // The cast only drops bits that are masked anyway.
    let mut slot = hash as usize & mask;
    while let Some(spec) = table[slot].of(groups) {
        if spec.code_hash == hash && clash::same(spec.code, code) {
            return Ok(spec);
        }
        slot = (slot + 1) & mask;
    }
    Err(slot)
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
