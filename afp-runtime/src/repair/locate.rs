//! Runs a type's `Deserialize` over a [`Tree`] and says where and why it refuses.

mod at;
mod key;
mod number;
mod structure;
mod value;
mod variant;

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use serde::de::DeserializeOwned;

use self::at::At;
pub(crate) use self::variant::WITH_CONTENT;
use super::problem::{Kind, Place, Problem};
use super::tree::{NodeId, Tree};

/// How values are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As `serde_json` reads a document.
    Json,
    /// As `serde_urlencoded` reads pairs: every scalar is a text.
    Query,
    /// As axum reads path parameters: like a query, and the root may be asked for as a list or
    /// as its only value.
    Path,
}

/// What a type asked a value for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Anything: the type looks at the value itself, or serde buffers it.
    Any,
    Bool,
    Integer,
    Float,
    Text,
    Char,
    Null,
    List,
    Tuple(usize),
    Map,
    Struct(&'static [&'static str]),
    Enum(&'static [&'static str]),
    /// A member name, or the tag of an enum.
    Identifier,
}

/// The last question that each value was asked, and whether it may be absent.
#[derive(Debug)]
pub(super) struct Trace<'t> {
    tree: &'t Tree,
    mode: Mode,
    wanted: RefCell<Vec<Option<Wanted>>>,
    optional: RefCell<Vec<bool>>,
}

/// What is known about a failure.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) problem: Box<Problem>,
    pub(crate) place: Place,
    /// What the value there was asked for last.
    pub(crate) wanted: Option<Wanted>,
    /// Whether `null` stands for an absent value there.
    pub(crate) optional: bool,
    /// Whether something below was read before: then the complaint can be about that.
    pub(crate) entered: bool,
}

impl Located {
    /// What the value at a place was asked for; anything, when it is not the place of failure.
    pub(crate) fn wanted_at(&self, place: Place) -> Wanted {
        let is_here = place == self.place;
        self.wanted.filter(|_| is_here).unwrap_or(Wanted::Any)
    }

    pub(crate) fn optional_at(&self, place: Place) -> bool {
        self.optional && place == self.place
    }
}

/// A plain function for a type, so that the search is compiled once.
pub(crate) type Locate = fn(&Tree, Mode) -> Result<(), Located>;

/// Deserializes the tree as a `T`, which is dropped.
pub(crate) fn locate<T: DeserializeOwned>(tree: &Tree, mode: Mode) -> Result<(), Located> {
    read::<T>(tree, mode).map(drop)
}

/// Deserializes the tree as a `T`.
///
/// A `Deserialize` that panics refuses: the search hands it values that nobody sent.
pub(crate) fn read<T: DeserializeOwned>(tree: &Tree, mode: Mode) -> Result<T, Located> {
    let trace = Trace::new(tree, mode);
    let root = At::new(&trace, tree.root);
    let read = panic::catch_unwind(AssertUnwindSafe(|| T::deserialize(root)));
    match read {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(refusal)) => Err(trace.located(refusal.0)),
        Err(_) => Err(trace.located(Box::new(Problem {
            kind: Kind::Custom(String::new()),
            place: None,
        }))),
    }
}

impl<'t> Trace<'t> {
    fn new(tree: &'t Tree, mode: Mode) -> Self {
        Self {
            tree,
            mode,
            wanted: RefCell::new(vec![None; tree.nodes.len()]),
            optional: RefCell::new(vec![false; tree.nodes.len()]),
        }
    }

    fn ask(&self, node: NodeId, wanted: Wanted) {
        self.wanted.borrow_mut()[node] = Some(wanted);
    }

    fn may_be_absent(&self, node: NodeId) {
        self.optional.borrow_mut()[node] = true;
    }

    fn located(&self, problem: Box<Problem>) -> Located {
        let place = problem.place.unwrap_or(Place::Value(self.tree.root));
        let wanted = self.wanted.borrow();
        let was_read = |node: &NodeId| wanted[*node].is_some();
        let (asked, optional, entered) = match place {
            Place::Value(node) => (
                wanted[node],
                self.optional.borrow()[node],
                self.tree.children(node).iter().any(was_read),
            ),
            Place::Name(..) => (Some(Wanted::Identifier), false, false),
        };
        Located {
            problem,
            place,
            wanted: asked,
            optional,
            entered,
        }
    }
}
