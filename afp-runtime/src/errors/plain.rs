//! The types that need no formatting machinery.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::decimal::{push_signed, push_unsigned};
use super::escape::push_escaped;
use super::writer::Plain;

impl Plain for str {
    #[inline]
    fn push_text(&self, buffer: &mut Vec<u8>) {
        push_escaped(buffer, self);
    }

    #[inline]
    fn push_value(&self, buffer: &mut Vec<u8>) {
        buffer.push(b'"');
        push_escaped(buffer, self);
        buffer.push(b'"');
    }
}

macro_rules! plain_integers {
    ($push:ident: $($integer:ty)*) => {$(
        impl Plain for $integer {
            #[inline]
            fn push_text(&self, buffer: &mut Vec<u8>) {
                // Lossless: no integer of the list is wider than 64 bits.
                $push(buffer, *self as _);
            }

            #[inline]
            fn push_value(&self, buffer: &mut Vec<u8>) {
                self.push_text(buffer);
            }
        }
    )*};
}
plain_integers!(push_unsigned: u8 u16 u32 u64 usize);
plain_integers!(push_signed: i8 i16 i32 i64 isize);

impl Plain for bool {
    #[inline]
    fn push_text(&self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(if *self { b"true" } else { b"false" });
    }

    #[inline]
    fn push_value(&self, buffer: &mut Vec<u8>) {
        self.push_text(buffer);
    }
}

macro_rules! plain_by_deref {
    ($($owner:ty => $target:ty $(, $parameter:ident)?;)*) => {$(
        impl $(<$parameter: Plain + ?Sized>)? Plain for $owner {
            #[inline]
            fn push_text(&self, buffer: &mut Vec<u8>) {
                <$target>::push_text(self, buffer);
            }

            #[inline]
            fn push_value(&self, buffer: &mut Vec<u8>) {
                <$target>::push_value(self, buffer);
            }
        }
    )*};
}
plain_by_deref! {
    String => str;
    Cow<'_, str> => str;
    Box<str> => str;
    Rc<str> => str;
    Arc<str> => str;
    &T => T, T;
}
