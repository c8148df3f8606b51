use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZero, ParseFloatError, ParseIntError};
use std::ops::Deref;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Types of which the derive can make an example value for a snapshot.
///
/// Implement it for your own types, or write `#[afp(example = …)]` on the field. Values are the
/// same in each run.
///
/// ```
/// use afp_runtime::testing::Example;
///
/// struct Money(u64);
///
/// impl Example for Money {
///     fn example() -> Self {
///         Money(100)
///     }
/// }
///
/// assert_eq!(Option::<Vec<u8>>::example(), Some(vec![7]));
/// ```
pub trait Example: Sized {
    /// A value that is fit to be shown.
    fn example() -> Self;

    /// The same for the field at `position` of its variant. Strings and integers differ from
    /// position to position, so that a snapshot shows it when two fields are swapped.
    fn example_at(position: usize) -> Self {
        let _ = position;
        Self::example()
    }
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Example for NonZero<$ty> {
            fn example() -> Self {
                Self::example_at(0)
            }

            fn example_at(position: usize) -> Self {
                Self::new(<$ty>::example_at(position)).unwrap_or(Self::MAX)
            }
        }

        impl Example for $ty {
            fn example() -> Self {
                7
            }

            fn example_at(position: usize) -> Self {
                <$ty>::try_from(position).map_or(<$ty>::MAX, |position| position.saturating_add(7))
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// `example`, `example 2`, `example 3`.
fn text_at(position: usize) -> String {
    match position {
        0 => "example".to_owned(),
        _ => format!("example {}", position + 1),
    }
}

macro_rules! texts {
    ($($ty:ty)*) => {$(
        impl Example for $ty {
            fn example() -> Self {
                Self::example_at(0)
            }

            fn example_at(position: usize) -> Self {
                text_at(position).into()
            }
        }
    )*};
}
texts!(String Box<str> Arc<str> Rc<str> PathBuf serde_json::Value Cow<'_, str>);

macro_rules! examples {
    ($($ty:ty => $value:expr;)*) => {$(
        impl Example for $ty {
            fn example() -> Self {
                $value
            }
        }
    )*};
}
examples! {
    f32 => 1.5; f64 => 1.5; bool => true; char => 'e'; () => ();
    Duration => Duration::from_secs(7); SystemTime => SystemTime::UNIX_EPOCH;
    Ipv4Addr => Ipv4Addr::LOCALHOST; Ipv6Addr => Ipv6Addr::LOCALHOST;
    IpAddr => IpAddr::V4(Ipv4Addr::LOCALHOST); SocketAddr => SocketAddr::from(([127, 0, 0, 1], 7));
    serde_json::Number => 7.into();
    serde_json::Map<String, serde_json::Value> =>
        serde_json::Map::from_iter([("example".to_owned(), 7.into())]);
    std::fmt::Error => std::fmt::Error;
    std::io::Error => std::io::Error::other("example");
    ParseIntError => must_fail("example".parse::<u8>());
    ParseFloatError => must_fail("example".parse::<f64>());
    serde_json::Error => serde::de::Error::custom("example");
}

/// # Panics
///
/// If it does not.
fn must_fail<T, E>(result: Result<T, E>) -> E {
    match result {
        Ok(_) => unreachable!("`example` is no number"),
        Err(error) => error,
    }
}

impl Example for &str {
    fn example() -> Self {
        "example"
    }

    fn example_at(position: usize) -> Self {
        const AT: [&str; 8] = [
            "example",
            "example 2",
            "example 3",
            "example 4",
            "example 5",
            "example 6",
            "example 7",
            "example 8",
        ];
        AT.get(position).copied().unwrap_or("another example")
    }
}

macro_rules! examples_of_one {
    ($($owner:ident $(: $bound:ident $(+ $more:ident)*)?;)*) => {$(
        impl<T: Example $(+ $bound $(+ $more)*)?> Example for $owner<T> {
            fn example() -> Self {
                Self::example_at(0)
            }

            fn example_at(position: usize) -> Self {
                FromIterator::from_iter([T::example_at(position)])
            }
        }
    )*};
}
examples_of_one!(Vec; BTreeSet: Ord; HashSet: Eq + Hash;);

macro_rules! examples_in {
    ($($owner:ident => $make:path;)*) => {$(
        impl<T: Example> Example for $owner<T> {
            fn example() -> Self {
                Self::example_at(0)
            }

            fn example_at(position: usize) -> Self {
                $make(T::example_at(position))
            }
        }
    )*};
}
examples_in!(Option => Some; Box => Box::new; Arc => Arc::new; Rc => Rc::new;);

impl<T: Example, const LEN: usize> Example for [T; LEN] {
    fn example() -> Self {
        Self::example_at(0)
    }

    fn example_at(position: usize) -> Self {
        std::array::from_fn(|at| T::example_at(position + at))
    }
}

impl<K: Example + Ord, V: Example> Example for BTreeMap<K, V> {
    fn example() -> Self {
        Self::from([(K::example(), V::example())])
    }
}

impl<K: Example + Eq + Hash, V: Example> Example for HashMap<K, V> {
    fn example() -> Self {
        Self::from([(K::example(), V::example())])
    }
}

impl<A: Example, B: Example> Example for (A, B) {
    fn example() -> Self {
        (A::example(), B::example())
    }
}

impl<A: Example, B: Example, C: Example> Example for (A, B, C) {
    fn example() -> Self {
        (A::example(), B::example(), C::example())
    }
}

/// Finds out whether a type has an example. Method lookup tries this type first, and looks behind
/// its `Deref` when the type has none.
#[derive(Debug)]
pub struct Exemplar<T>(NoExemplar<T>);

#[derive(Debug)]
pub struct NoExemplar<T>(PhantomData<T>);

/// A question about `T`.
#[must_use]
pub fn exemplar<T>() -> Exemplar<T> {
    Exemplar(NoExemplar(PhantomData))
}

impl<T> Deref for Exemplar<T> {
    type Target = NoExemplar<T>;

    fn deref(&self) -> &NoExemplar<T> {
        &self.0
    }
}

impl<T: Example> Exemplar<T> {
    /// The example.
    #[must_use]
    pub fn __afp_example_at(&self, position: usize) -> Option<T> {
        Some(T::example_at(position))
    }
}

impl<T> NoExemplar<T> {
    /// No example.
    #[must_use]
    pub fn __afp_example_at(&self, _: usize) -> Option<T> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::Example;

    #[test]
    fn values_of_one_type_differ_from_place_to_place() {
        let texts: [Option<Box<String>>; 3] = std::array::from_fn(Example::example_at);
        let texts = texts.map(Option::unwrap).map(|text| *text);
        assert_eq!(texts, ["example", "example 2", "example 3"]);
        assert_eq!(<[u8; 2]>::example_at(1), [8, 9]);
        assert_eq!(NonZero::<i8>::example_at(1).get(), 8);
        assert_eq!(Vec::<i64>::example_at(2), [9]);
        assert_eq!(u8::example_at(1000), u8::MAX);
        assert_ne!(<&str>::example_at(0), <&str>::example_at(9));
    }
}
