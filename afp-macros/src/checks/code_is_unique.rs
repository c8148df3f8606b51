//! A code names one error.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::error_enum::ErrorEnum;
use crate::problems::Problems;

pub(crate) fn check(model: &ErrorEnum<'_>, problems: &mut Problems) {
    let mut first_uses = BTreeMap::new();
    let own = model
        .variants
        .iter()
        .filter(|v| v.transparent.is_none() && v.has_attribute);
    for variant in own {
        let Some(code) = &variant.code else {
            continue;
        };
        let first = match first_uses.entry(&code.text) {
            Entry::Vacant(entry) => {
                entry.insert(variant.ident);
                continue;
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        let message = format!(
            "code {:?} is already used by `{first}`; give `{}` another with `code = \"...\"`",
            code.text, variant.ident
        );
        problems.at(code.span, message);
    }
}
