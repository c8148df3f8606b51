//! The types behind `retry_after_s` and `batchSize`.

/// Numbers of seconds. A negative one, or one that is not finite, has no `Retry-After`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of seconds",
    label = "`retry_after_s` is a number",
    note = "use an integer or a float, like `u64`"
)]
pub trait Seconds {}

/// Numbers of items.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of items",
    label = "`batchSize` is a number",
    note = "use an unsigned integer, like `usize`"
)]
pub trait Count {}

macro_rules! numbers {
    ($marker:ident: $($number:ty)*) => {$(
        impl $marker for $number {}
    )*};
}
numbers!(Seconds: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);
numbers!(Count: u8 u16 u32 u64 u128 usize);
numbers!(Count: std::num::NonZeroU8 std::num::NonZeroU16 std::num::NonZeroU32);
numbers!(Count: std::num::NonZeroU64 std::num::NonZeroUsize);

impl<T: Seconds + ?Sized> Seconds for &T {}
impl<T: Count + ?Sized> Count for &T {}

/// Compiles for numbers of seconds.
pub const fn is_seconds<T: Seconds>() {}

/// Compiles for numbers of items.
pub const fn is_count<T: Count>() {}
