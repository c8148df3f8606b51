//! What generated code names. Not a public interface: it changes without notice.

pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{Err, Ok};

pub use serde::Serialize;

pub use crate::__afp_examples as examples;
pub use crate::__afp_impl_into_response as impl_into_response;
pub use crate::errors::__for_the_derive::*;
#[cfg(feature = "testing")]
pub use crate::testing::{Exemplar, exemplar};

#[cfg(feature = "axum")]
pub mod axum;

/// `IntoResponse` for a deriving enum; nothing without the feature `axum`.
#[cfg(feature = "axum")]
#[doc(hidden)]
#[macro_export]
macro_rules! __afp_impl_into_response {
    ([$($attributes:tt)*] [$($generics:tt)*] [$($ty:tt)*] [$($bounds:tt)*]) => {
        $($attributes)*
        impl $($generics)* $crate::__private::axum::IntoResponse for $($ty)* $($bounds)* {
            fn into_response(self) -> $crate::__private::axum::Response {
                $crate::__private::axum::respond(&self)
            }
        }
    };
}

/// `IntoResponse` for a deriving enum; nothing without the feature `axum`.
#[cfg(not(feature = "axum"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __afp_impl_into_response {
    ($($anything:tt)*) => {};
}

/// The examples of a group; none without the feature `testing`.
#[cfg(feature = "testing")]
#[doc(hidden)]
#[macro_export]
macro_rules! __afp_examples {
    ($($visit:tt)*) => { $crate::__private::Some($($visit)*) };
}

/// The examples of a group; none without the feature `testing`.
#[cfg(not(feature = "testing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __afp_examples {
    ($($visit:tt)*) => {
        $crate::__private::None
    };
}
