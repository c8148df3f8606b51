use crate::feedback::json::value::Member;

/// Objects of up to this many members are searched for repeated names pair by pair.
const FEW_MEMBERS: usize = 12;

/// The index of the first member whose name has stood before.
pub(super) fn first_repeated(members: &[Member<'_>]) -> Option<usize> {
    if members.len() <= FEW_MEMBERS {
        if all_marks_differ(members) {
            return None;
        }
        let stood_before = |at: usize| members[..at].iter().any(|m| m.0 == members[at].0);
        return (1..members.len()).find(|&at| stood_before(at));
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|&a, &b| members[a].0.cmp(&members[b].0).then(a.cmp(&b)));
    order
        .windows(2)
        .filter(|pair| members[pair[0]].0 == members[pair[1]].0)
        .map(|pair| pair[1])
        .min()
}

/// A quick no for most objects: equal names have equal lengths and ends.
fn all_marks_differ(members: &[Member<'_>]) -> bool {
    let mut seen = 0_u128;
    members.iter().all(|(name, _)| {
        let name = name.as_bytes();
        let (first, last) = (name.first().unwrap_or(&0), name.last().unwrap_or(&0));
        let mark = name.len() * 37 + usize::from(*first) * 11 + usize::from(*last) * 5;
        let bit = 1 << (mark % 128);
        let is_new = seen & bit == 0;
        seen |= bit;
        is_new
    })
}
