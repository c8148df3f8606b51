//! Finds the one repair of a complaint.

use super::substitute::is_about;
use super::{Search, Verdict};
use crate::repair::locate::Located;
use crate::repair::problem::{Kind, Place};
use crate::repair::repairs::{Change, Repair, repairs};
use crate::repair::suspects::suspects;
use crate::repair::tree::{Tree, Value};

/// So many repairs may follow one another at one place: white space, list, number.
const MAX_STEPS: u8 = 3;

/// Repairs of one complaint that are tried.
const MAX_REPAIRS: usize = 24;

#[derive(Debug, Clone)]
pub(super) struct Fixed {
    pub(super) tree: Tree,
    pub(super) place: Place,
    /// What the type says about the tree.
    pub(super) verdict: Verdict,
}

impl Search {
    /// The tree after the complaint's only nearest repair; `None` when there is none, or two.
    pub(super) fn resolve(&mut self, tree: &Tree, located: &Located) -> Option<Fixed> {
        self.resolve_at(suspects(tree, located), tree, located, MAX_STEPS)
    }

    fn resolve_at(
        &mut self,
        places: Vec<Place>,
        tree: &Tree,
        located: &Located,
        steps: u8,
    ) -> Option<Fixed> {
        let mut found: Vec<(Place, Repair)> = Vec::new();
        for place in places {
            let here = repairs(tree, located, place, self.mode);
            found.extend(here.into_iter().map(|repair| (place, repair)));
        }
        found.truncate(MAX_REPAIRS);
        found.sort_by_key(|(_, repair)| repair.cost);
        for same_cost in found.chunk_by(|(_, one), (_, two)| one.cost == two.cost) {
            let passing = self.passing(tree, located, same_cost, steps)?;
            match self.only_one(passing) {
                Unique::None => {}
                Unique::One(fixed) => return Some(fixed),
                Unique::Several => return None,
            }
        }
        None
    }

    /// Those that get past the complaint; `None` when the attempts are used up.
    fn passing(
        &mut self,
        tree: &Tree,
        located: &Located,
        repairs: &[(Place, Repair)],
        steps: u8,
    ) -> Option<Vec<(Fixed, Change)>> {
        let mut passing = Vec::new();
        for (place, repair) in repairs {
            if !self.is_allowed(tree, located, &repair.change)? {
                continue;
            }
            let (tree, verdict) = match self.attempt(&repair.tree)? {
                Err(next) if is_elsewhere(&next, located, &repair.change) => continue,
                Err(next) if is_caused_by(&repair.tree, &next, &repair.change) => {
                    match self.next_step(repair, &next, steps) {
                        Some(fixed) => (fixed.tree, fixed.verdict),
                        None => continue,
                    }
                }
                verdict => (repair.tree.clone(), verdict),
            };
            let fixed = Fixed {
                tree,
                place: *place,
                verdict,
            };
            passing.push((fixed, repair.change.clone()));
        }
        Some(passing)
    }

    /// A repair that leaves something to repair at the same place: white space around a number.
    fn next_step(&mut self, repair: &Repair, next: &Located, steps: u8) -> Option<Fixed> {
        let Change::Value(node) = repair.change else {
            return None;
        };
        let steps = steps.checked_sub(1)?;
        let below = repair.tree.subtree(node);
        let mut places = suspects(&repair.tree, next);
        places.retain(|place| {
            let (Place::Value(other) | Place::Name(other, _)) = place;
            below.contains(other)
        });
        self.resolve_at(places, &repair.tree, next, steps)
    }

    /// Where the type's members are hidden, a member counts as unknown only when the type does not
    /// look at its value.
    fn is_allowed(&mut self, tree: &Tree, located: &Located, change: &Change) -> Option<bool> {
        let Change::Name {
            object,
            index,
            surely_unknown: false,
            ..
        } = change
        else {
            return Some(true);
        };
        let mut tree = tree.clone();
        let value = tree.members(*object)[*index].value;
        let odd = tree.push(Value::Object(Vec::new()), 0..0);
        tree.nodes[value].value = Value::List(vec![odd]);
        let verdict: Verdict = self.attempt(&tree)?;
        Some(verdict.err().is_some_and(|next| is_same(&next, located)))
    }

    /// Two names that serde takes for one member are one repair.
    fn only_one(&mut self, mut passing: Vec<(Fixed, Change)>) -> Unique {
        let json = |fixed: &Fixed| fixed.tree.to_json(fixed.tree.root);
        let mut seen = Vec::new();
        passing.retain(|(fixed, _)| {
            let json = json(fixed);
            let is_new = !seen.contains(&json);
            seen.push(json);
            is_new
        });
        let is_one_member = match &passing[..] {
            [] => return Unique::None,
            [_] => true,
            [first, others @ ..] => others.iter().all(|other| self.is_alias(first, other)),
        };
        if is_one_member {
            Unique::One(passing.swap_remove(0).0)
        } else {
            Unique::Several
        }
    }

    /// Whether both new names of a member are refused together as one member given twice.
    fn is_alias(&mut self, one: &(Fixed, Change), two: &(Fixed, Change)) -> bool {
        let (
            Change::Name { object, index, .. },
            Change::Name {
                object: other_object,
                index: other_index,
                to,
                ..
            },
        ) = (&one.1, &two.1)
        else {
            return false;
        };
        if (object, index) != (other_object, other_index) {
            return false;
        }
        let mut tree = one.0.tree.clone();
        let mut twin = tree.members(*object)[*index].clone();
        twin.name = to.as_str().into();
        if let Value::Object(members) = &mut tree.nodes[*object].value {
            members.insert(index + 1, twin);
        }
        let verdict = self.attempt(&tree);
        let kind = verdict.and_then(Result::err).map(|next| next.problem.kind);
        matches!(kind, Some(Kind::DuplicateField(_)))
    }
}

enum Unique {
    None,
    One(Fixed),
    Several,
}

fn is_same(next: &Located, before: &Located) -> bool {
    next.place == before.place && next.problem.kind == before.problem.kind
}

/// Whether the complaint is the same as before, and about more than what was changed.
fn is_elsewhere(next: &Located, before: &Located, change: &Change) -> bool {
    let is_here = matches!(change, Change::Value(node) if before.place == Place::Value(*node));
    is_same(next, before) && !is_here
}

/// Whether the change itself is what is complained about now.
fn is_caused_by(tree: &Tree, next: &Located, change: &Change) -> bool {
    match change {
        Change::Value(node) => is_about(tree, next, *node),
        Change::Name {
            object, from, to, ..
        } => {
            let is_here = match next.place {
                Place::Value(node) | Place::Name(node, _) => node == *object,
            };
            is_here
                && match &next.problem.kind {
                    Kind::MissingField(name) => name == from,
                    Kind::UnknownField { found, .. } | Kind::UnknownVariant { found, .. } => {
                        found.text == *to
                    }
                    Kind::DuplicateField(_) => true,
                    _ => false,
                }
        }
    }
}
