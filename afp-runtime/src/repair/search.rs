//! From a tree that a type refuses to one that it accepts, one unambiguous step at a time.

mod resolve;
mod substitute;

use self::substitute::is_about;
use super::buffered::with_type;
use super::describe::detail;
use super::diagnosis::Detail;
use super::locate::{Locate, Located, Mode};
use super::problem::{Kind, Place};
use super::suspects::suspects;
use super::tree::{NodeId, Tree, Value};

/// Deserializations that one request may cost, the first one and the proof included.
///
/// Documents of more than 8,600 values get fewer, in proportion.
pub const MAX_ATTEMPTS: usize = 64;

/// How many of them may try invented values to find further errors.
pub const MAX_SUBSTITUTIONS: usize = 32;

/// What the first reading and the proof of a suggestion take.
const RESERVED: usize = 6;

/// Nodes that all attempts together may read: large documents get fewer attempts.
const MAX_NODES_READ: usize = 500_000;

/// Errors that are told of one request.
pub(crate) const MAX_COMPLAINTS: usize = 16;

/// Something that is wrong, and where, in the tree as it was then.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub(crate) located: Located,
    pub(crate) place: Place,
    pub(crate) tree: Tree,
    /// What a missing member was asked for, once a value was put there.
    pub(crate) asked: Option<Located>,
}

/// What was found out about a document.
#[derive(Debug)]
pub(crate) struct Findings {
    /// The first complaint; none when the type accepts the tree.
    pub(crate) first: Option<Complaint>,
    /// All of them in words, in the order they were met.
    pub(crate) details: Vec<Detail>,
    /// The tree that the type accepts.
    pub(crate) repaired: Option<Tree>,
}

#[derive(Debug)]
pub(crate) struct Search {
    locate: Locate,
    mode: Mode,
    attempts: usize,
    substitutions: usize,
    /// Values that nobody sent; nothing is told of them.
    invented: Vec<NodeId>,
}

/// What a type says about a tree.
type Verdict = Result<(), Located>;

impl Search {
    pub(crate) fn new(locate: Locate, mode: Mode) -> Self {
        Self {
            locate,
            mode,
            attempts: MAX_ATTEMPTS - RESERVED,
            substitutions: MAX_SUBSTITUTIONS,
            invented: Vec::new(),
        }
    }

    /// Looks for errors and repairs them until the type accepts the tree or nothing helps.
    pub(crate) fn run(mut self, tree: &Tree) -> Findings {
        let affordable = MAX_NODES_READ / tree.nodes.len().max(1);
        self.attempts = self.attempts.min(affordable.max(2));
        let mut tree = tree.clone();
        let mut told = Told::default();
        let mut is_repairable = true;
        let Some(mut verdict) = self.attempt(&tree) else {
            return told.without_repair();
        };
        while let Err(located) = verdict {
            let mut invented = self.invented.iter();
            if invented.any(|&node| is_about(&tree, &located, node)) {
                return told.without_repair();
            }
            let next = if let Some(cut) = without_absent(&tree, &located) {
                self.attempt(&cut).map(|verdict| (cut, verdict))
            } else if let Some(typed) = self.typed(&tree, &located) {
                Some(typed)
            } else {
                let step = self.step(&tree, &located);
                is_repairable &= step.is_repair;
                told.tell(Complaint {
                    place: step.place,
                    tree: tree.clone(),
                    asked: step.asked,
                    located,
                });
                step.next
            };
            // With all complaints told, a lost repair ends the search.
            let is_done = told.details.len() == MAX_COMPLAINTS && !is_repairable;
            match next {
                Some(next) if !is_done => (tree, verdict) = next,
                _ => return told.without_repair(),
            }
        }
        Findings {
            repaired: is_repairable.then_some(tree),
            ..told.without_repair()
        }
    }

    /// The tree of pairs with a buffered text read as what the type wants, when that fits.
    fn typed(&mut self, tree: &Tree, located: &Located) -> Option<(Tree, Verdict)> {
        let (typed, node) = with_type(tree, located).filter(|_| self.mode != Mode::Json)?;
        let verdict = self.attempt(&typed)?;
        let is_fit = verdict
            .as_ref()
            .err()
            .is_none_or(|next| !is_about(&typed, next, node));
        is_fit.then_some((typed, verdict))
    }

    fn step(&mut self, tree: &Tree, located: &Located) -> Step {
        if let Some(fixed) = self.resolve(tree, located) {
            return Step {
                place: fixed.place,
                next: Some((fixed.tree, fixed.verdict)),
                asked: None,
                is_repair: true,
            };
        }
        let place = match &suspects(tree, located)[..] {
            [only] => *only,
            several => self
                .lacking(tree, located, several)
                .unwrap_or(located.place),
        };
        let asked = self.asked(tree, located, place);
        Step {
            place,
            next: self.substitute(tree, located, place),
            asked,
            is_repair: false,
        }
    }

    /// One deserialization; `None` when none is left.
    fn attempt(&mut self, tree: &Tree) -> Option<Verdict> {
        self.attempts = self.attempts.checked_sub(1)?;
        Some((self.locate)(tree, self.mode))
    }
}

/// What was told so far; of large trees only the first is kept.
#[derive(Debug, Default)]
struct Told {
    first: Option<Complaint>,
    details: Vec<Detail>,
}

impl Told {
    fn tell(&mut self, complaint: Complaint) {
        if self.details.len() < MAX_COMPLAINTS {
            self.details.push(detail(&complaint));
        }
        self.first.get_or_insert(complaint);
    }

    fn without_repair(self) -> Findings {
        Findings {
            first: self.first,
            details: self.details,
            repaired: None,
        }
    }
}

struct Step {
    place: Place,
    next: Option<(Tree, Verdict)>,
    asked: Option<Located>,
    is_repair: bool,
}

/// The tree without those top-level members that the type does not know and that are `null`:
/// that is how a suggestion says that a member goes.
pub(crate) fn without_absent(tree: &Tree, located: &Located) -> Option<Tree> {
    let absent = absent_members(tree, located)?;
    let mut tree = tree.clone();
    let root = tree.root;
    if let Value::Object(members) = &mut tree.nodes[root].value {
        let mut index = 0;
        members.retain(|_| {
            index += 1;
            !absent.contains(&(index - 1))
        });
    }
    Some(tree)
}

/// Indices of the top-level members that count as absent, when the complaint is about one.
pub(crate) fn absent_members(tree: &Tree, located: &Located) -> Option<Vec<usize>> {
    let Kind::UnknownField { known, .. } = &located.problem.kind else {
        return None;
    };
    let [Place::Name(object, index)] = suspects(tree, located)[..] else {
        return None;
    };
    let members = tree.members(tree.root);
    let is_null = |node: NodeId| matches!(tree.value(node), Value::Null);
    if object != tree.root || !is_null(members[index].value) {
        return None;
    }
    let is_absent =
        |&index: &usize| is_null(members[index].value) && !known.contains(&&*members[index].name);
    Some((0..members.len()).filter(is_absent).collect())
}
