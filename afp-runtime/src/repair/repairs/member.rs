//! Members under another name.

use super::{Change, Repair};
use crate::repair::locate::{Located, Wanted};
use crate::repair::names::{Distance, member_distance, nearest, variant_distance};
use crate::repair::tree::{NodeId, Tree, Value};

type Metric = fn(&str, &str) -> Option<Distance>;

/// Among more unknown members than this none is looked for.
const MAX_UNKNOWN: usize = 256;

/// The unknown member gets the nearest of the known names that are not taken.
pub(super) fn rename_unknown(
    tree: &Tree,
    object: NodeId,
    index: usize,
    known: &[&str],
) -> Vec<Repair> {
    let unknown = unknown_members(tree, object, known);
    if unknown.len() > MAX_UNKNOWN {
        return Vec::new();
    }
    let name = &*tree.members(object)[index].name;
    let free = known
        .iter()
        .copied()
        .filter(|name| tree.member(object, name).is_none());
    let Some((distance, targets)) = nearest(name, free, member_distance) else {
        return Vec::new();
    };
    let is_rival = |target: &str| {
        let others = unknown.iter().filter(|&&other| other != index);
        let mut rivals = others.map(|&other| &*tree.members(object)[other].name);
        rivals.any(|rival| member_distance(rival, target).is_some_and(|rival| rival <= distance))
    };
    if targets.iter().any(|target| is_rival(target)) {
        return Vec::new();
    }
    let rename = |to: &str| rename(tree, object, index, to, distance, true);
    targets.into_iter().map(rename).collect()
}

/// The nearest member that the type does not know gets the missing name.
pub(super) fn rename_to_missing(
    tree: &Tree,
    located: &Located,
    object: NodeId,
    missing: &str,
) -> Vec<Repair> {
    let fields: Option<&[&str]> = match located.wanted {
        Some(Wanted::Struct(fields)) if fields.contains(&missing) => Some(fields),
        _ => None,
    };
    let members = tree.members(object);
    let unknown = unknown_members(tree, object, fields.unwrap_or_default());
    if unknown.len() > MAX_UNKNOWN {
        return Vec::new();
    }
    let names = unknown.iter().map(|&index| &*members[index].name);
    let Some((distance, near)) = nearest(missing, names, member_distance) else {
        return Vec::new();
    };
    let [name] = near[..] else {
        return Vec::new();
    };
    let free = fields.unwrap_or_default().iter().copied();
    let free = free.filter(|field| tree.member(object, field).is_none());
    let targets = match nearest(name, free, member_distance) {
        Some((nearer, _)) if nearer < distance => return Vec::new(),
        Some((same, targets)) if same == distance => targets,
        _ => vec![missing],
    };
    let Some(index) = members.iter().position(|member| &*member.name == name) else {
        return Vec::new();
    };
    let rename = |to: &str| rename(tree, object, index, to, distance, fields.is_some());
    targets.into_iter().map(rename).collect()
}

/// The member that names a variant gets the nearest variant's name.
pub(super) fn rename_variant(
    tree: &Tree,
    object: NodeId,
    index: usize,
    known: &[&str],
) -> Vec<Repair> {
    let name = &*tree.members(object)[index].name;
    let metric: Metric = variant_distance;
    let Some((distance, targets)) = nearest(name, known.iter().copied(), metric) else {
        return Vec::new();
    };
    let is_free = |target: &&str| tree.member(object, target).is_none();
    let rename = |to: &str| rename(tree, object, index, to, distance, true);
    targets.into_iter().filter(is_free).map(rename).collect()
}

/// Members whose name is not among the known ones and that are there once.
fn unknown_members(tree: &Tree, object: NodeId, known: &[&str]) -> Vec<usize> {
    let members = tree.members(object);
    let is_unknown = |&index: &usize| !known.contains(&&*members[index].name);
    (0..members.len()).filter(is_unknown).collect()
}

fn rename(
    tree: &Tree,
    object: NodeId,
    index: usize,
    to: &str,
    distance: Distance,
    surely_unknown: bool,
) -> Repair {
    let from = tree.members(object)[index].name.to_string();
    let mut tree = tree.clone();
    if let Value::Object(members) = &mut tree.nodes[object].value {
        members[index].name = to.into();
    }
    Repair {
        tree,
        cost: 1 + distance,
        change: Change::Name {
            object,
            index,
            from,
            to: to.to_owned(),
            surely_unknown,
        },
    }
}
